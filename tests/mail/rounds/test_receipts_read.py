"""What the answers to emails without a valid sheet say to their reader."""

import os
import re
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.referee import opening
from tests.mail.rounds.transports import begun, body, fetch, seat, waiting_mails
from tests.toy.game import RULESETS, Clock, opened, subject

GOOD = "---\nbid: 2\n...\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def letter(folder: Path) -> str:
    return next((folder / "letters").glob("*/ann.txt")).read_text(encoding="utf-8")


def quoted(text: str) -> str:
    return "On Saturday the game wrote:\n" + "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def answered(folder: Path, text: str, subject: str | None = None, at: float | None = None) -> str:
    """The answer to Ann's mail of *text* that came *at* that moment, its lines joined."""
    told = letter(folder).partition("Keep the subject as it is:")[2].split("\n")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "ann@example.org", "toy@example.org", f"<{hash(text)}@example.org>"
    mail["Subject"] = next(line.strip() for line in told if line.strip()) if subject is None else subject
    mail.set_content(text)
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in" / "a.eml").write_bytes(mail.as_bytes())
    if at is not None:
        os.utime(folder / "in" / "a.eml", (at, at))
    (handled,) = fetch(folder)
    return " ".join(body(waiting_mails(folder)[handled.verdict.receipt]).split())


def test_a_form_that_was_only_quoted_is_named_at_once_and_what_to_do(folder: Path) -> None:
    answer = answered(folder, quoted(letter(folder)))
    assert answer.startswith("NO SHEET FOUND IN YOUR EMAIL =")  # which a phone shows before the mail is opened
    _, _, rest = answer.partition("Ünsal) ")
    assert rest.startswith("You quoted the form without changing it, which does not count as a sheet. Change")
    assert "`pass`" in rest
    assert "moderator will read" not in rest
    assert answer.count("without changing it") == 1
    assert "only blanks and comments" not in answer
    assert "bid: 0" in rest


def test_a_mail_that_only_quotes_other_things_is_told_so(folder: Path) -> None:
    answer = answered(folder, "> Will you march?\n")
    assert "NO SHEET FOUND" in answer
    assert "Quoted text does not count, and there is nothing else in your email. Nothing has changed." in answer


def test_words_with_a_quoted_form_go_to_the_moderator_and_say_so(folder: Path) -> None:
    answer = answered(folder, "I agree.\n\n" + quoted(letter(folder)))
    assert "You quoted the form without changing it" in answer
    assert "the moderator will read it" in answer


def test_words_beside_a_sheet_that_stands_bring_no_form(folder: Path) -> None:
    answered(folder, GOOD)
    answer = answered(folder, "Where is Linz?\n")
    assert re.search(r"Your earlier sheet of \w+ .+ was accepted and still counts; a new one replaces it", answer)
    assert "bid: 0" not in answer


@pytest.mark.parametrize("subject", ["my orders", ""])
def test_a_mail_without_its_token_is_not_said_to_have_been_read(folder: Path, subject: str) -> None:
    answer = answered(folder, GOOD, subject)
    assert "Read as" not in answer
    assert "Still to do: your bid in lap 1." in answer
    assert "column 1" not in answer
    assert (f"The subject, “{subject}”, does not" if subject else "The subject does not") in answer


def test_a_note_says_what_would_be_better(folder: Path) -> None:
    answer = answered(folder, "hold\n\n" + GOOD)
    assert (
        "The command “hold” was ignored, as the email also has a sheet. Send it in an email without a sheet." in answer
    )


def test_the_status_knows_that_a_quoted_form_is_no_answer(folder: Path) -> None:
    answered(folder, quoted(letter(folder)))
    (verdict,) = opened(folder).inbox.verdicts()
    assert (verdict.state, verdict.problems) == ("refused", ("empty-sheet",))


@pytest.fixture
def guarded(tmp_path: Path) -> Path:
    """A game in which the moderator confirms every email."""
    return begun(tmp_path / "game", ("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))


def confirmed(folder: Path, number: int) -> str:
    """The reply to an email after the moderator confirmed it."""
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, number, "", Clock())
        (handled,) = judges.judge_all(game, Clock())
    return " ".join(handled.answer.split())


def test_a_command_that_changes_something_waits_for_the_moderator_and_is_obeyed_then(guarded: Path) -> None:
    answer = answered(guarded, "pass\n")
    assert "“pass” is carried out once the moderator confirms that you sent it" in answer
    (verdict,) = opened(guarded).inbox.verdicts()
    assert (verdict.state, verdict.problems) == ("held", ("moderator-confirms",))
    assert seat(guarded, "ann").received == "nothing"
    assert "YOU PASS" in confirmed(guarded, 1)
    assert seat(guarded, "ann").received == "passed"


def test_a_command_that_only_tells_waits_for_nobody(guarded: Path) -> None:
    assert "YOUR STATUS" in answered(guarded, "status\n")
    assert opened(guarded).inbox.verdicts()[0].state == "command"


def test_status_tells_of_a_sheet_that_waits_for_the_moderator(guarded: Path) -> None:
    answered(guarded, GOOD)
    answer = answered(guarded, "status\n")
    assert "is waiting for the moderator to confirm that you sent it." in answer
    assert "Nothing has come from you" not in answer
    confirmed(guarded, 1)
    assert "waits for the moderator" not in answered(guarded, "status\n\n-- \nAnn\n")


def test_words_are_not_said_to_wait_for_a_confirmation(guarded: Path) -> None:
    assert "confirms every mail" not in answered(guarded, "Where is Linz?\n")


@pytest.mark.parametrize(("remark", "told"), [("", False), ("# für Linz\n", True)])
def test_a_guess_at_letters_is_told_if_the_sheet_has_any(folder: Path, remark: str, told: bool) -> None:
    head = f"From: ann@example.org\nSubject: {subject(folder, 'ann')}\n\n"
    raw = (head + f"---\n{remark}bid: 2\n...\n\nGrüße\n").encode("latin-1")
    (folder / "in" / "a.eml").write_bytes(raw)
    (handled,) = fetch(folder)
    assert handled.verdict.state == "accepted"
    assert ("read as cp1252. Check that" in " ".join(handled.answer.split())) is told


@pytest.mark.parametrize(("hours", "late"), [(-1, False), (0, True), (48, True)])
def test_after_the_deadline_an_answer_says_that_the_time_has_passed_and_what_still_counts(
    folder: Path, hours: int, late: bool
) -> None:
    pause = opened(folder).pause
    assert pause is not None
    assert pause.deadline is not None
    at = (pause.deadline + timedelta(hours=hours)).timestamp()
    for text in (GOOD, "bid: many\n", "status\n", "Where is Linz?\n"):
        answer = answered(folder, text, at=at)
        assert ("The deadline has passed; a valid sheet still counts" in answer) is late, text


def test_the_answer_to_a_sheet_that_was_handed_in_stands_below_the_letter_that_asked_for_it(folder: Path) -> None:
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in" / "ann.yaml").write_text(GOOD)
    (handled,) = fetch(folder)
    mails = waiting_mails(folder)
    answer, asked = mails[handled.verdict.receipt], message_from_bytes(opened(folder).outbox.read("round-0001-ann")[1])
    assert answer["References"] == asked["Message-ID"]
    asks = asked["Subject"].removeprefix("[toy-1] Lap 1: ")
    assert " ".join(answer["Subject"].split()) == f"Re: [toy-1] Lap 1: accepted - {asks}"
    assert answer["In-Reply-To"] == asked["Message-ID"]


def test_a_line_that_is_not_a_command_is_named_and_the_others_are_carried_out(folder: Path) -> None:
    answer = answered(folder, "hold\nstatsu\nform\n")
    assert "“statsu” was not understood; it changes nothing. Did you mean status?" in answer
    assert "TOO LATE TO HOLD THE GAME" in answer
    assert "“zzz” was not understood" in answered(folder, "form\nzzz\n")
