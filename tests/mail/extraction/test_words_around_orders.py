"""What people and their phones write around a sheet is left out, and no line of the sheet with it."""

import pytest

from tests.mail.corpus.surroundings import found

SHEET = "G1: Prag > Brünn\nG2: Brünn > Olmütz\nsupply train: hold\n"


@pytest.mark.parametrize(
    "farewell",
    [
        "Von meinem/meiner Galaxy gesendet",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
        "Get BlueMail for Android",
        "Virus-free.www.avast.com <https://www.avast.com/sig-email>\n<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>",
        "[Message clipped]  View entire message",
        "👍 😀",
        "Cheers 🍻\nAnna 😊",
        "~ Anna",
        "Hope that works",
        "Best regards,\nAnna\n\nAnna Berg | Head of Things\nTel: +49 331 123456\nMobile: +49 170 123\nwww.acme.example",
    ],
)
def test_a_farewell_is_no_order(farewell: str) -> None:
    assert found(f"Hello Max,\n\n{SHEET}\n{farewell}\n").sheet == SHEET


@pytest.mark.parametrize("greeting", ["See below", "Greetings from Prague", "Hello 👋", "all,", "Everybody!"])
def test_a_greeting_is_no_order(greeting: str) -> None:
    assert found(f"{greeting}\n\n{SHEET}").sheet == SHEET


@pytest.mark.parametrize(
    "line",
    ["note: keep", "web: 3", "mobile: 3 hussars", "sent from Wien: 3", "this message: hi", "question: is it ok?",
     "all hold", "Tel: x > y"],
)  # fmt: skip
def test_a_line_right_above_a_sheet_that_may_belong_to_it_is_kept(line: str) -> None:
    assert found(f"{line}\nbid: 4\n").sheet == f"{line}\nbid: 4\n"


@pytest.mark.parametrize("line", ["sent from Wien: 3 guns", "This message to Ben: hi", "Von meinem Heer gesendet: 3"])
def test_a_line_below_a_sheet_that_may_be_an_order_is_kept(line: str) -> None:
    assert found(f"bid: 4\n\n{line}\n").sheet == f"bid: 4\n\n{line}\n"


def test_a_letter_within_an_order_keeps_its_farewell() -> None:
    sheet = "bid: 3\ntext: |\n  Dear Ben,\n\n  I am with you.\n\n  Best regards,\n  Anna\n"
    assert found(sheet).sheet == sheet
    assert found(f"Hi Max,\n\n{sheet}\nBest regards,\nAnna\n").sheet == sheet
    assert found(f"---\n{sheet}\nBye\n").sheet == f"---\n{sheet}"


@pytest.mark.parametrize("rule", ["--", "-- "])
def test_orders_that_go_on_right_below_what_looks_like_a_signature_are_not_passed_over(rule: str) -> None:
    read = found(f"moves:\n- Daun: Prag\n{rule}\n- Browne: Linz\n")
    assert (read.problem, read.args) == ("unclear-where", {"first": 1, "second": 4})
    assert found(f"moves:\n- Daun: Prag\n{rule}\nAnna\n").sheet == "moves:\n- Daun: Prag\n"


def test_questions_below_a_greeting_are_words() -> None:
    assert found("Hi Max, two questions:\n\n- when is the deadline?\n- may Daun cross?\n\nThanks\n").what == "words"


@pytest.mark.parametrize("text", ["Status?", "Help??", "*form?*", "status please?"])
def test_a_command_may_be_asked_as_a_question(text: str) -> None:
    assert found(f"{text}\n").what == "command"
    assert found(f"{text}\n").command in ("status", "help", "form")


@pytest.mark.parametrize("text", ["withdraw?", "pass?", "hold?"])
def test_a_question_about_what_does_something_does_nothing(text: str) -> None:
    assert found(f"{text}\n").command not in ("withdraw", "pass", "hold")


@pytest.mark.parametrize(("above", "below"), [("```", "```"), ("[code]", "[/code]"), ("~~~yaml", "~~~")])
def test_the_fence_of_a_sheet_is_none_of_the_words_beside_it(above: str, below: str) -> None:
    read = found(f"to Ben: meet me in Prag\n\n{above}\n---\n{SHEET}...\n{below}\n\nAnna\n")
    assert read.sheet == f"---\n{SHEET}...\n"
    assert read.words.split() == ["to", "Ben:", "meet", "me", "in", "Prag", "Anna"]
