"""An email that only says yes, or no, in any language and with any courtesies; what says more is neither."""

import pytest

from pbem.mail.intake.confirmations import acknowledges, answered

YES = (
    *(
        "yes",
        "Yes!",
        "YES",
        "`yes`",
        "*Yes*",
        "yes, thanks",
        "Yes please",
        "Yes thank you",
        "Thanks, yes.",
        "ok",
        "okay",
    ),
    *("y", "👍", "👍🏼\n\nAnn", "✔️ thanks", "That's right.", "that is correct, thanks", "Looks good to me!"),
    *("Yes sir", "Yes, sorry, my mistake", "Yes, as ordered."),
    *(
        "OK, thank you very much!",
        "confirmed",
        "I confirm",
        "Yes, I confirm my orders.",
        "Yes, that is right.",
        "yes yes",
    ),
    *(
        "Yes, count it",
        "Yes it counts, thanks!",
        "Yes, this sheet counts",
        "Yes, these are my orders",
        "Sure, go ahead",
    ),
    *("Yes it is", "Yes :-)", "ok 👍", "Yes, sorry for the confusion", "Yes, my orders stand", "Yes - I mean it"),
    *("ja", "Ja, bitte!", "Ja, danke", "Ja klar", "Ja, so soll es sein", "jawohl", "bestätigt", "Ich bestätige"),
    *(
        "oui",
        "Oui, merci",
        "D'accord",
        "si",
        "Sì, grazie",
        "va bene",
        "Sí, gracias",
        "Vale, gracias",
        "sim",
        "ano, děkuji",
    ),
    *(
        "tak",
        "ja, graag",
        "akkoord",
        "ja tack",
        "kyllä",
        "igen",
        "evet",
        "da",
        "jah",
        "jā",
        "taip",
        "Да, спасибо",
        "так",
    ),
    *("ναι", "是的", "はい", "네"),
    *(
        "Hi Mo,\n\nyes\n\nAnn",
        "yes\nann",
        "Hello,\nyes.\nGreetings, Ann",
        "Yes.\n\nSent from my iPhone",
        "yes\n\n-- \nAnn",
    ),
    *("Hi Mo, yes please.\n\nBest regards,\nAnn Smith\n+43 1 2345", "Ok.\n\nHave a nice weekend!\nAnn"),
    "Dobrý den,\n\nano, děkuji\n\nPavel",
    *("Yes, hello again Mo!", "ja, viele Grüße aus Wien", "hi mo, yes", "Yes, thanks Mo"),
)
NEITHER = (
    *("Shall I move? 👍", "👍 but not Karl", "no 👍", "It looks good, except for Karl", "That's right? I think not"),
    *(
        "yes, but wait",
        "yes, later",
        "yes later",
        "yes\nlater",
        "Yes, tomorrow",
        "Yes?",
        "yes if Louis attacks",
        "maybe",
    ),
    *(
        "yes, except the second line",
        "Yes to the first, no to the second",
        "Yes - no, wait",
        "yes\nno",
        "ja nein",
        "yes 5",
    ),
    *("yes, and Karl: Linz", "yes, Linz", "yes with Linz instead of Wien", "right: Linz", "correct the second line"),
    *(
        "ok, what now?",
        "okay I will send another sheet",
        "fine, I will change it",
        "OK, I'll correct it.",
        "I think yes",
    ),
    *(
        "Yes. I wonder what Louis does.",
        "yes\nwithdraw",
        "yes\npass",
        "Please confirm",
        "please confirm that you got this",
    ),
    *(
        "Ja, aber erst morgen",
        "Ja, ich warte",
        "Oui, mais pas Prague",
        "si Louis attaque",
        "claro que no",
        "Yes of course not",
    ),
    *("yes, thanks but only if Ben moves first", "Yes, hello tomorrow", "Yes, see you when Ben has moved"),
    *("Yes, with Linz instead", "Yes, good luck with Linz not Wien", "Ja, danke nur wenn Karl zieht"),
    *("Thanks", "ann", "", "yes " * 300, "x" * 5000),
)


@pytest.mark.parametrize("words", YES)
def test_a_yes_is_one_in_any_language_and_with_any_courtesy(words: str) -> None:
    assert answered(words) == "yes"


@pytest.mark.parametrize("words", NEITHER)
def test_what_says_more_is_for_a_person_to_read(words: str) -> None:
    assert answered(words) == ""


@pytest.mark.parametrize(
    "words", ["no", "No, thanks", "nein", "Nein danke", "non", "ne", "nie", "nej", "нет", "Hi Mo,\n\nno.\n\nAnn"]
)
def test_a_no_is_one_too(words: str) -> None:
    assert answered(words) == "no"


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("yes", "yes"),
        ("Re: yes {k7f2-rxqm}", "yes"),
        ("AW: [Maria] Ja, danke", "yes"),
        ("Re: [Maria] Sheet valid, awaiting your yes {k7f2-rxqm}", ""),
        ("yes?", ""),
        ("", ""),
    ],
)
def test_the_subject_says_it_where_the_email_says_nothing(subject: str, said: str) -> None:
    assert [answered(words, subject) for words in ("", "Ann", "Sent from my iPhone")] == [said] * 3
    assert answered("I will think about it.", subject) == ""


@pytest.mark.parametrize(
    ("words", "so"),
    [
        ("Ok, thanks!", True),
        ("va bene", True),
        ("Hi Mo,\n\nOkay.\n\nAnn", True),
        ("yes", False),
        ("Ok, yes", False),
        ("Ja, danke", False),
    ],
)
def test_an_ok_may_only_say_that_something_was_read(words: str, so: bool) -> None:
    assert answered(words) == "yes"
    assert acknowledges(words) is so
