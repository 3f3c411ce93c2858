"""Emails without marks and keys, and commands beside sentences, as a game judges them."""

import binascii
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.intake.sheet_files import look_at
from pbem.mail.judges import HandledMail
from pbem.report.letter import SheetFate
from pbem_maria.orders.stage import StageOrders
from tests.mail.corpus.games import Board, maria, maria_hussars
from tests.mail.corpus.posting import part, quoted


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A game that waits for the orders of France and Bavaria; the tests only send it emails."""
    return maria(tmp_path_factory.mktemp("maria") / "game")


@pytest.fixture(scope="module")
def number() -> Iterator[int]:
    return iter(range(1000, 2000))


def receive(board: Board, number: Iterator[int], body: str) -> HandledMail:
    raw = board.post.mail(part(body)).replace(b"<4711@", f"<{next(number)}@".encode())
    path = board.folder / "in" / "again.eml"
    path.unlink(missing_ok=True)
    return board.receive(raw)[-1]


MOVES = "Belle-Isle: Weiden > Mies > Pilsen\nBroglie: force march to Amberg\n"


@pytest.mark.parametrize(
    "body",
    [
        MOVES,
        f"Hi Mo,\n\n{MOVES}\nCheers\nChloe\n",
        f"Hallo zusammen,\n\n{MOVES}\nViele Grüße\nChloe\n\nVon meinem iPhone gesendet\n",
        f"my moves for this turn:\n\n{MOVES}\nChloe\n",
        "Belle-Isle goes to Pilsen via Weiden and Mies\nBroglie: Gewaltmarsch nach Amberg\n",
        "1. Belle-Isle - Weiden - Mies - Pilsen\n2. Broglie force march to Amberg 👍\n",
        "Belle-Isle via Weiden and Mies to Pilsen please\nBroglie: force march to Amberg, thanks!\n",
        "• Belle-Isle → Weiden → Mies → Pilsen\n• Broglie: force march to Amberg\n\nThanks!\n",
    ],
)
def test_moves_alone_are_a_sheet_and_the_receipt_says_how_they_were_read(
    board: Board, number: Iterator[int], body: str
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "accepted", done.answer
    assert "Belle-Isle: " in done.answer
    assert "force march to Amberg" in done.answer
    order = board.orders()[done.verdict.item]
    assert isinstance(order, StageOrders)
    assert [move.path[-1] for move in order.moves] == ["pilsen", "amberg"]
    assert not done.verdict.beside


def test_moves_alone_above_the_quoted_letter_are_a_sheet(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, f"{MOVES}\n{board.post.said}{quoted(board.post.letter)}")
    assert done.verdict.state == "accepted", done.answer


@pytest.mark.parametrize(
    "body", ["I accept agreement 1.\n", "we accept 1\n", "Hi Mo,\n\naccept agreement 1\n\nChloe\n"]
)
def test_an_acceptance_in_a_sentence_is_a_sheet(board: Board, number: Iterator[int], body: str) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "refused"
    assert "no-such-agreement" in done.verdict.problems


def test_the_own_name_right_below_moves_is_no_word_beside_them(board: Board, number: Iterator[int]) -> None:
    for moves in (MOVES, "moves:\n  - Broglie: force march to Amberg\nstanding: {defence: lowest}\n"):
        assert receive(board, number, f"Hi Mo\n{moves}Chloe\n").verdict.state == "accepted"
        assert receive(board, number, f"Hi Mo\n{moves}Anna\n").verdict.state != "accepted"


def test_moves_alone_that_the_rules_forbid_are_refused_as_a_sheet(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, "Belle-Isle: Wien\n")
    assert (done.verdict.state, done.verdict.problems) == ("refused", ("key-understood", "no-way"))


@pytest.mark.parametrize(
    "body",
    [
        "Belle-Isle went to Mies\nBroglie: Amberg\n",
        "Belle-Isle: Mies\nBroglie > if possible Amberg\n",
        "Belle-Isle: Mies?\n",
        "Belle-Isle: Mies\nTörring\nBroglie: stay\n",
        "Is it true that Belle-Isle: Mies is possible?\n",
        "Belle-Isle: Nowhere\n",
        f"{MOVES}\nIf Karl is there, stop in Weiden.\n",
        f"{MOVES}Törring will not stay\n",
        f"{MOVES}\nTörring takes what he needs and makes for Mies.\n",
        "Broglie: Amberg. Belle-Isle then does what he can against Karl.\n",
        "Thanks for the letter, it was a great read.\n",
    ],
)
def test_words_that_may_be_meant_otherwise_are_for_the_moderator(
    board: Board, number: Iterator[int], body: str
) -> None:
    before = board.orders()
    assert receive(board, number, body).verdict.state == "words"
    assert board.orders() == before


@pytest.mark.parametrize(
    ("body", "ordered"),
    [
        (f"Hi Mo,\n\n{MOVES}Törring stays where he is\n\nBest, Chloe\n", ["pilsen", "amberg", ""]),
        (f"Hi Mo,\n\nmoves:\n{MOVES}Törring stays where he is.\n\nBest, Chloe\n", ["pilsen", "amberg", ""]),
        (f"Hi Mo, {MOVES.splitlines()[0]}. {MOVES.splitlines()[1]}. Thanks, Chloe\n", ["pilsen", "amberg"]),
        ("Belle-Isle to Pilsen please, and Broglie force march to Amberg please.\n", ["pilsen", "amberg"]),
    ],
)
def test_lines_that_all_are_orders_count_though_they_are_sentences(
    board: Board, number: Iterator[int], body: str, ordered: list[str]
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "accepted", done.answer
    order = board.orders()[done.verdict.item]
    assert isinstance(order, StageOrders)
    assert [move.path[-1] if move.path else "" for move in order.moves] == ordered


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (f"{MOVES}and then we will see\n", "and then we will see"),
        (f"Hi,\n\n{MOVES}\nno fights this turn I think\n\nChloe\n", "no fights this turn I think"),
        (f"Would this be legal?\n\n{MOVES}", "Would this be legal?"),
        (f"My husband suggests:\n{MOVES}", "My husband suggests:"),
        (f"Ignore this,\n\n{MOVES}That is all of it.\n", "Ignore this,"),
        (f"{MOVES}Törring stays.\n\nJust kidding,\nChloe\n", "Just kidding,"),
        (f"Last turn I had:\n{MOVES}and nothing happened.\n", "Last turn I had:"),
        ("pass, I have nothing to play anyway\n\nChloe\n", "I have nothing to play anyway"),
        ("pass\n\nI may change it.\n", "I may change it."),
    ],
)
def test_orders_among_words_are_shown_and_wait_for_a_yes(
    board: Board, number: Iterator[int], body: str, words: str
) -> None:
    before = board.orders()
    done = receive(board, number, body)
    assert done.verdict.state == "doubted", done.answer
    assert words in done.answer.replace("\n", " ")
    assert board.orders() == before
    done = receive(board, number, "yes\n")
    assert done.verdict.state == "accepted", done.answer


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "Törring could go to Landshut\nBelle-Isle: Mies\n",
            "“Törring could go to Landshut” cannot be read as an order",
        ),
        ("Törring could go to Landshut\nBelle-Isle: Mies\n", "“Belle-Isle: Mies” can be read as an order, but not"),
        ("Törring could go to Landshut\n", "There is no city called “could go”"),
        ("Belle-Isle with all his men\n", "The form has it so: `Belle-Isle: "),
        ("I would rather not pass, I am afraid.\n", "send the word `pass` alone"),
    ],
)
def test_where_no_sheet_is_found_the_lines_nearest_to_orders_are_shown(
    board: Board, number: Iterator[int], body: str, told: str
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "words"
    assert told in " ".join(done.answer.split())


def test_the_line_that_keeps_good_lines_from_being_read_is_named_before_them(
    board: Board, number: Iterator[int]
) -> None:
    body = "Hello,\nBelle-Isle to Mies\nBroglie to Amberg\nTörring Landshut\ntrains to Taus and Eggenfelden\n\nChloe\n"
    answer = " ".join(receive(board, number, body).answer.split())
    assert "“trains to Taus and Eggenfelden” cannot be read as an order" in answer
    assert answer.index("“trains to") < answer.index("“Belle-Isle to Mies” can be read")
    assert "“Chloe”" not in answer


@pytest.mark.parametrize("body", ["Can Belle-Isle reach Pilsen in one turn?\n", "It was a great read.\n"])
def test_a_question_and_small_talk_are_not_taken_for_orders(board: Board, number: Iterator[int], body: str) -> None:
    assert "as an order" not in receive(board, number, body).answer


@pytest.mark.parametrize(
    ("body", "fate"),
    [
        ("I accept agreement 1.", SheetFate.refused),
        ("accept 1", SheetFate.refused),
        ("Linz or Enns", SheetFate.words),
        ("Prag, Wien", SheetFate.words),
        ("stay tuned", SheetFate.words),
    ],
)
def test_out_of_turn_a_line_without_a_key_s_word_is_not_a_sheet(board: Board, body: str, fate: SheetFate) -> None:
    raw = f"From: anna@example.org\nSubject: hello\n\n{body}\n".encode()
    assert look_at(board.game(), "maria-theresa", raw, as_mail=True).fate is fate


def test_each_hussar_may_have_a_sentence(tmp_path: Path) -> None:
    raw = b"From: anna@example.org\nSubject: hello\n\nFirst hussar stays. Second hussar stays.\n\nAnna\n"
    found = look_at(maria_hussars(tmp_path).game(), "maria-theresa", raw, as_mail=True)
    assert (found.fate, found.incoming.found.sheet) == (SheetFate.accepted, "First hussar stays\nSecond hussar stays\n")


def test_a_struck_line_among_others_is_not_left_out_in_silence(board: Board, number: Iterator[int]) -> None:
    before = board.orders()
    assert receive(board, number, f"{MOVES}~~Törring~~ ~~Landshut~~\n").verdict.state != "accepted"
    assert board.orders() == before


def test_a_command_beside_a_friendly_sentence_is_carried_out_and_the_sentence_kept(
    board: Board, number: Iterator[int]
) -> None:
    done = receive(board, number, "Sorry that I am so late, I was ill.\n\npass\n\nCheers\nChloe\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", True)
    done = receive(board, number, "pass\n\nKarl\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", False)
    done = receive(board, number, "Sorry that I am so late, I was ill and lived on vitamin C.\n\npass\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", True), "a letter is not the name of a suit"
    done = receive(board, number, "absent 24.12. - 2.1.\n")
    assert (done.verdict.state, done.verdict.beside) == ("command", False)
    assert "24 December 2026" in done.answer or "24 December" in done.answer


def test_a_name_right_below_questions_is_no_note_but_words_are(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, "reach Törring\nway Passau Linz\nChloe\n")
    assert (done.verdict.state, done.verdict.beside) == ("command", False)
    done = receive(board, number, "reach Törring\nway Passau Linz\nI may be late.\n")
    assert (done.verdict.state, done.verdict.beside) == ("command", True)


@pytest.mark.parametrize(
    "body", ["pass\n\nFriedrich is a real monster, I hope you are well.\n", "withdraw\n\nI may change it.\n"]
)
def test_a_command_beside_a_sentence_that_may_be_about_play_is_not(
    board: Board, number: Iterator[int], body: str
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "words"
    assert "was ignored" in done.answer


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("".join("Belle-Isle to Mies. " * 250 + f"{line}\n" for line in range(38)) + "and then\n", "words"),
        ("".join(f"to Anna{line}: hello\n\n" for line in range(8000)), "refused"),
    ],
    ids=["sentences", "names"],
)
def test_an_email_of_many_sentences_or_names_stays_within_the_budget(
    board: Board, number: Iterator[int], body: str, state: str
) -> None:
    assert receive(board, number, body).verdict.state == state


MARKED = f"---\nmoves:\n  - {MOVES.splitlines()[0]}\n  - {MOVES.splitlines()[1]}\n...\n"


@pytest.mark.parametrize("sheet", [MOVES, MARKED], ids=["unmarked", "marked"])
@pytest.mark.parametrize("name", ["Cheers Anna", "Gruß Anna", "Bises, Anna", "Yours\nAustria", "Best\nBen Smith"])
def test_orders_signed_by_another_wait_however_the_name_follows(
    board: Board, number: Iterator[int], sheet: str, name: str
) -> None:
    before = board.orders()
    assert receive(board, number, f"{sheet}\n{name}\n").verdict.state == "doubted"
    assert board.orders() == before


@pytest.mark.parametrize("name", ["- Anna", "Anna Smith", "Austria", "Maria Theresa"])
def test_another_s_name_last_below_a_marked_sheet_makes_it_wait(board: Board, number: Iterator[int], name: str) -> None:
    assert receive(board, number, f"{MARKED}\n{name}\n").verdict.state == "doubted"


@pytest.mark.parametrize("name", ["Cheers Chloe", "Best\nChloe Smith", "Best, Louis", "Thanks Mo", "Chloe Martin"])
def test_the_own_name_makes_no_sheet_wait(board: Board, number: Iterator[int], name: str) -> None:
    for sheet in (MOVES, MARKED):
        assert receive(board, number, f"{sheet}\n{name}\n").verdict.state == "accepted"


@pytest.mark.parametrize(
    "words", ["JK", "haha, not really", "Not yet", "or not", "noch nicht", "Nur ein Scherz!", "ou pas", "Je plaisante"]
)
def test_a_few_words_take_back_a_marked_sheet(board: Board, number: Iterator[int], words: str) -> None:
    assert receive(board, number, f"{MARKED}\n{words}\n").verdict.state == "doubted"


@pytest.mark.parametrize("answer", ["👍👎", "yes\nJK"])
def test_a_yes_with_its_contrary_confirms_nothing(board: Board, number: Iterator[int], answer: str) -> None:
    before = board.orders()
    assert receive(board, number, f"{MOVES}and then we will see\n").verdict.state == "doubted"
    assert receive(board, number, f"{answer}\n").verdict.state == "words"
    assert board.orders() == before


@pytest.mark.parametrize(
    "words",
    [
        *("Ben", "Cheers,\nBen", "Best, Frederick", "It is Anna writing.", "for Bavaria", "for Prussia", "Bavaria"),
        *("Later", "Wait!", "Don't", "Perhaps", "T7", "Stop"),
    ],
)
@pytest.mark.parametrize("line", ["pass", "withdraw", "hold"])
def test_a_command_beside_words_that_may_deny_it_or_say_whose_it_is_is_not_carried_out(
    board: Board, number: Iterator[int], line: str, words: str
) -> None:
    assert receive(board, number, f"{line}\n\n{words}\n").verdict.state in ("words", "doubted")


@pytest.mark.parametrize(
    "words", ["Chloe", "Best,\nKiki", "France", "Louis", "Thanks all!", "Hi Anna,", "Greetings from Paris, Chloe", "ok"]
)
def test_a_command_beside_courtesies_is_carried_out(board: Board, number: Iterator[int], words: str) -> None:
    assert receive(
        board, number, f"{words}\n\npass\n" if words.startswith("Hi") else f"pass\n\n{words}\n"
    ).verdict.problems == ("passed",)


@pytest.mark.parametrize("body", ["Pass, thanks!", "Pass. Thanks!", "pass\n\nCheers, Chloe", "Thanks all! Pass."])
def test_a_pass_in_one_line_with_a_courtesy_is_one(board: Board, number: Iterator[int], body: str) -> None:
    assert receive(board, number, f"{body}\n").verdict.state == "accepted"


@pytest.mark.parametrize("above", ["My orders are attached.\n\n", "", "pass\n\n"])
def test_a_uuencoded_sheet_in_the_text_is_named_and_nothing_else_counts(
    board: Board, number: Iterator[int], above: str
) -> None:
    sheet = MOVES.encode()
    lines = (binascii.b2a_uu(sheet[at : at + 45]).decode() for at in range(0, len(sheet), 45))
    done = receive(board, number, f"{above}begin 644 orders.yaml\n{''.join(lines)}`\nend\n")
    assert done.verdict.state == "words"
    assert "“orders.yaml”" in done.answer


@pytest.mark.parametrize(
    "orders", [MOVES, f"{MOVES}\nBest,\nChloe\n", "Belle-Isle: Pilsen\n\nsee you\n", f"a\n\nb\n\nc\n\n{MOVES}"]
)
def test_orders_in_a_paragraph_of_their_own_below_words_to_a_player_reach_no_one(
    board: Board, number: Iterator[int], orders: str
) -> None:
    done = receive(board, number, f"to Frederick: hello\n\n{orders}")
    assert "Your words to Frederick were not sent" in " ".join(done.answer.split())


def test_plans_told_to_a_player_in_one_paragraph_are_words(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, "to Frederick: I plan this:\nBelle-Isle to Pilsen\n\nWhat do you say?\n")
    assert "were not sent" not in " ".join(done.answer.split())
