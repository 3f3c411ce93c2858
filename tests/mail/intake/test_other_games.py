"""Several games on one mailbox: each leaves the others' mail alone."""

from pathlib import Path

import pytest

from tests.mail.rounds.transports import begun, now, one, seat, waiting_mails
from tests.toy.game import drop, mail, opened, subject

THEIRS = "Re: [other-1] your bid {k7f2-rxqm}"
SHEET = "--- # [other-1] your bid {k7f2-rxqm}\nbid: 1\n...\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


@pytest.mark.parametrize("sender", ["ann@example.org", "eve@elsewhere.example"])
def test_a_mail_of_another_game_is_kept_and_neither_answered_nor_counted(folder: Path, sender: str) -> None:
    drop(folder, "1.eml", mail(sender, THEIRS, SHEET))
    assert one(folder).state == "elsewhere"
    assert waiting_mails(folder) == {}
    assert (seat(folder, "ann").received, now(folder).unclaimed) == ("nothing", ())


def test_a_sheet_of_this_game_in_the_thread_of_another_is_answered(folder: Path) -> None:
    drop(folder, "1.eml", mail("ann@example.org", THEIRS, f"--- # {subject(folder, 'ann')}\nbid: 1\n...\n"))
    assert one(folder).state == "refused"
    drop(folder, "2.eml", mail("ann@example.org", THEIRS, SHEET.replace("other-1", "toy-1")))
    assert one(folder).state == "refused"
    assert list(waiting_mails(folder)) == ["receipt-0001", "receipt-0002"]


def test_an_answer_to_a_letter_of_this_game_is_answered_whatever_its_subject(folder: Path) -> None:
    letter = opened(folder).outbox.read("round-0001-ann")[1].decode()
    named = next(line.partition(": ")[2] for line in letter.splitlines() if line.startswith("Message-ID"))
    drop(folder, "1.eml", mail("ann@example.org", THEIRS, "bid: 1\n", In_Reply_To=named))
    assert one(folder).state == "refused"


def test_a_name_in_brackets_without_a_token_names_no_other_game(folder: Path) -> None:
    drop(folder, "1.eml", mail("ann@example.org", "[history-club] my plan {see below}", "bid: 1\n"))
    assert one(folder).problems == ("no-token",)


@pytest.mark.parametrize(
    "subject_", ["Re: [toy-1] your bid {k7f2-rxqm}", "Re: [my-list] [toy-1] your bid {k7f2-rxqm}", "{k7f2-rxqm}"]
)
def test_a_wrong_token_under_our_own_name_or_none_is_refused_as_ever(folder: Path, subject_: str) -> None:
    drop(folder, "1.eml", mail("ann@example.org", subject_, "bid: 1\n"))
    assert one(folder).problems == ("foreign-token",)


def test_a_token_of_ours_under_another_name_is_ours(folder: Path) -> None:
    drop(folder, "1.eml", mail("ann@example.org", subject(folder, "ann").replace("toy-1", "toy-2"), "bid: 1\n"))
    assert one(folder).state == "accepted"
    drop(folder, "2.eml", mail("eve@elsewhere.example", subject(folder, "ben").replace("toy-1", "toy-2"), "bid: 1\n"))
    assert one(folder).state == "unclaimed"
