"""What is said beside orders: a courtesy costs nothing, any other sentence beside unmarked lines makes a doubt."""

import pytest

from pbem.mail.extraction.doubts import (
    ADDED,
    BESIDE,
    PROVISO,
    TAKEN_BACK,
    corrections,
    doubts_of,
    harmless,
    sentences,
    takes_back,
)
from pbem.mail.mime.text import FoundOrders

SHAPED = FoundOrders(what="orders", sheet="march: A > B\n", how="shape")
MARKED = FoundOrders(what="orders", sheet="--- # x\nmarch: A > B\n...\n", how="marks")

TWENTY = (
    ("a greeting", "Hi Anna,", False),
    ("a greeting with a wish", "Dear moderator, hope you are well.", False),
    ("a wish of its own", "Hope you all had a great weekend!", False),
    ("an introduction", "Here are my orders", False),
    ("a heading", "My orders for turn 3:", False),
    ("a short heading", "My moves:", False),
    ("a formal introduction", "I submit the following orders for this turn:", False),
    ("an apology", "Sorry for the delay, I was travelling.", False),
    ("an apology below a greeting", "Hi all, sorry for the late orders, work was crazy. Here we go:", False),
    ("thanks with news", "Thanks for waiting, I was ill.", False),
    ("an offer to help", "Let me know if anything is unclear.", False),
    ("a courtesy as a question", "How are you?", False),
    ("a signature with a quotation", 'Best regards,\nAnna\n"War is the father of all things." - Heraclitus', False),
    ("a telephone", "Sent from my iPhone", False),
    ("a friendly PS", "PS: Have a nice holiday!", False),
    ("a question above", "Would this be legal?", True),
    ("a question below", "Or should I rather go to Prague?", True),
    ("a negation", "I do NOT want to do this:", True),
    ("a friend's suggestion", "it was suggested that I do this, but I will not", True),
    ("a quotation without a sign", "Bob says:", True),
    ("a PS that takes back", "PS: this is only an idea.", True),
    ("a condition", "If Louis attacks Prague, I do this:", True),
    ("thanks that decline", "Thanks for the suggestion, but I will not do it.", True),
    ("any other sentence", "I am away until Monday.", True),
    ("an order of these taken back", "Please ignore the last move.", True),
    ("the first of these taken back", "Cancel the first move.", True),
)


@pytest.mark.parametrize(("words", "doubted"), [shape[1:] for shape in TWENTY], ids=[shape[0] for shape in TWENTY])
def test_a_courtesy_costs_no_round_of_mail_and_any_other_sentence_is_asked_about(words: str, doubted: bool) -> None:
    assert [doubt.code for doubt in doubts_of(SHAPED, words)] == [BESIDE] * doubted
    of_some_case = words in ("Bob says:", "If Louis attacks Prague, I do this:")
    assert [doubt.code for doubt in doubts_of(MARKED, words)] == [PROVISO] * of_some_case


@pytest.mark.parametrize(
    "words",
    [
        "Hallo zusammen, anbei meine Befehle.",
        "Ich hoffe, es geht euch gut.",
        "Entschuldigt die Verspätung!",
        "Viele Grüße aus Wien, Karl",
        "Bonjour à tous, voici mes ordres.",
        "Désolé pour le retard.",
        "Ciao, ecco i miei ordini per il turno 3",
        "Hola, aquí están mis órdenes. Un saludo",
        "Olá, seguem as minhas ordens. Obrigado",
        "Ahoj, posílám rozkazy. Omlouvám se za zpoždění.",
        "Cześć, oto moje rozkazy. Pozdrawiam",
        "Hoi, hierbij mijn orders. Fijn weekend!",
        "Hej, här är mina order. Trevlig helg!",
        "Hei, her er mine ordrer. Takk",
        "Szia, itt a parancs. Köszönöm",
        "Merhaba, işte emirlerim. Teşekkürler",
        "Bună, iată ordinele. Mulțumesc",
        "Здравствуйте, вот мои приказы. Извините за задержку.",
        "Вітаю, ось мої накази. Дякую",
    ],
)
def test_courtesies_are_known_in_every_language(words: str) -> None:
    assert all(map(harmless, sentences(words)))


@pytest.mark.parametrize(
    "words",
    [
        "Das will ich nicht:",
        "Wäre das erlaubt?",
        "Vorschlag von Karl:",
        "Est-ce que c'est permis ?",
        "Je ne veux pas faire ça",
        "Thanks, but no.",
        "NOT THIS",
        "Draft:",
        "Hypothetically:",
        "My friend Bob proposed this:",
        "x" * 500,
        " ".join(["word"] * 3000),
    ],
)
def test_what_may_deny_or_suppose_is_no_courtesy(words: str) -> None:
    assert not all(map(harmless, sentences(words)))


@pytest.mark.parametrize(
    "words",
    [
        "I withdraw these orders",
        "Please wait until Friday",
        "Bitte noch warten!",
        "PS: Please don't process before Friday.",
        "Ceci est un brouillon",
        "never mind",
        "Wait!",
        "I think",
        "Let me sleep on it.",
        "not sure yet",
        "EDIT: I withdraw these orders.",
        "ignore this post",
        "provisional, do not submit yet",
        "draft",
        "Draft orders, not final",
        "This is only a draft.",
        "Please do not count this yet",
        "Hypothetically",
        "withdraw",
        "Diese Befehle sind nur vorläufig",
        "Bitte noch nicht werten",
        "Bitte ignoriert diesen Beitrag",
        "Je retire ces ordres",
        "ignorez ce message",
        "Ritiro questi ordini",
        "bozza",
        "Retiro estas órdenes",
        "Ignoruj ten post",
        "Beru tyto rozkazy zpět",
        "Ik trek deze orders in",
        "Отзываю эти приказы",
        "Oops, wrong game, ignore",
        "Wrong game!",
        "That was for another game.",
        "This was sent by mistake",
        "I take it back",
        "Only joking",
    ],
)
def test_words_that_take_a_marked_sheet_back_hold_it(words: str) -> None:
    assert [doubt.code for doubt in doubts_of(MARKED, f"Hello,\n\n{words}\n")] == [TAKEN_BACK]


@pytest.mark.parametrize(
    "words",
    [
        "Please ignore my earlier email, this one counts.",
        "This replaces my draft orders.",
        "These are no longer provisional.",
        "My first sheet was wrong, ignore it.",
        "I withdraw my first sheet",
        "I do not think that Louis will come",
        "Please don't forget Ana's birthday",
        "Do not use my old address",
        "I will withdraw to Prague next turn.",
        "Would this be legal?",
    ],
)
def test_words_about_another_sheet_or_the_game_do_not_hold_a_marked_one(words: str) -> None:
    assert not any(map(takes_back, sentences(words)))


def test_what_makes_the_doubt_is_repeated_and_what_does_not_is_left_out() -> None:
    (doubt,) = doubts_of(SHAPED, "Hi Anna,\nWould this be legal? Have a nice day!\n\nBest regards,\nBob")
    assert doubt.args == {"lines": ["Would this be legal?"], "more": 0}


def test_a_trial_and_what_is_refused_anyway_are_never_doubted() -> None:
    assert not doubts_of(FoundOrders(what="orders", sheet="a: 1", how="shape", trial=True), "Is this legal?")
    assert not doubts_of(FoundOrders(what="words", words="Is this legal?"), "Is this legal?")


@pytest.mark.parametrize(
    "words", ["EDIT: Karl: Linz", "**UPDATE:** Karl > Linz", "Edit 2: Karl: Linz", "PS: Karl: Linz"]
)
def test_an_order_that_is_added_below_a_marked_sheet_is_asked_about(words: str) -> None:
    assert [doubt.code for doubt in doubts_of(MARKED, words)] == [ADDED]


@pytest.mark.parametrize(
    "words",
    [
        *("make that Linz", "I mean Linz", "Not Wien but Linz", "Typo: Linz", "No, Linz", "or rather Linz"),
        *("I changed my mind: Linz", "perhaps better to Linz", "and if that fails, Linz", "Sorry, Linz"),
    ],
)
def test_a_sentence_beside_a_sheet_that_may_correct_it_is_found(words: str) -> None:
    assert corrections(f"Hello all.\n{words}\n") == [words]


@pytest.mark.parametrize("words", ["No news from Linz", "Better luck in Linz", "Maybe I visit Linz", "Notes on Linz"])
def test_news_that_name_a_place_correct_nothing(words: str) -> None:
    assert not corrections(words)


@pytest.mark.parametrize(
    "words", ["Edit: a typo is corrected.", "PS: see you on Sunday!", "PS: I am away: Monday only."]
)
def test_an_addition_that_orders_nothing_is_not(words: str) -> None:
    assert not doubts_of(MARKED, words)


ANN = frozenset({"ann", "miller", "austria", "referee"})


@pytest.mark.parametrize(
    "words",
    [
        "Hello, tomorrow",
        "Hi all, last turn I did",
        "Hi Ben, you play",
        "Hello, for next turn",
        "Hi, in theory",
        "Hallo, letzte Runde",
        "Hallo Mo, so spielt Ben",
        "Bonjour, le tour dernier",
        "Hola, mañana",
        "Ciao, la settimana scorsa",
        "Thanks, last turn I did",
        "Cheers, what Ben plays",
        "Here is what I did yesterday",
        "Guten Abend, vorher war es so",
        "Good evening, that is a rumour",
        "Second:",
        "Correction:",
        "Ben",
        "Ben:",
    ],
)
def test_behind_a_greeting_only_what_is_known_is_a_courtesy(words: str) -> None:
    assert [doubt.code for doubt in doubts_of(SHAPED, words, ANN, frozenset({"Ben"}))] == [BESIDE]


@pytest.mark.parametrize(
    "word",
    [
        *("Nope", "Nein", "Tomorrow", "Stop", "Cancelled", "Vergessen", "Later", "Demain", "Annulé", "Mañana"),
        *("Basta", "Domani", "Annullato", "Frederick", "NO", "Next Turn", "Letzte Runde", "No Way"),
    ],
)
def test_a_word_below_orders_is_no_name_unless_it_is_one_of_its_writer(word: str) -> None:
    assert [doubt.code for doubt in doubts_of(SHAPED, word, ANN)] == [BESIDE]
    assert [doubt.code for doubt in doubts_of(SHAPED, f"Thanks\n{word}", ANN)] == [BESIDE] * (word != "Frederick")


@pytest.mark.parametrize(
    "words",
    [
        *("Hi all", "Hello everyone!", "Dear gentlemen,", "Hi Ben, hi Mo,", "Hello again", "Hi there", "Hey Thomas,"),
        *("Dear Sir or Madam,", "Hi Mo, here are my orders", "Hi Mo, my orders for turn 3 below", "Ben, Mo,"),
        *("Hallo zusammen,", "Hallo Herr Müller,", "Lieber Mo,", "Morgen zusammen", "Bonjour à tous,", "Cher Mo,"),
        *("Buenas tardes, señores", "Ciao a tutti", "Merry Christmas to all", "Joyeux Noël à tous", "Bis bald"),
        *("Hi Mo & all,", "Greetings, gentlemen!", "Sehr geehrter Herr Spielleiter,", "Coucou", "Rgds\nKiki", "À plus"),
        *("See you tomorrow!", "À bientôt", "A presto", "Thanks for waiting, I was ill.", "Haha", "Interesting turn!"),
        *("Ann", "A.", "A. M.", "Anni", "Ann Miller", "Austria", "Orders for Austria, turn 3", "Mine:"),
        *(
            "Cheers,\nKiki",
            "Best regards,\n\nKiki",
            "-- \nKiki",
            "Viele Grüße, Kiki",
            "Good morning from sunny Lisbon!",
        ),
    ],
)
def test_a_greeting_of_whoever_it_is_and_a_signature_cost_nothing(words: str) -> None:
    assert not doubts_of(SHAPED, words, ANN)
