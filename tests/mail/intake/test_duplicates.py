import re
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.mail.rounds.transports import begun, body, fetch, one, play, seat, waiting_mails
from tests.toy.game import drop, mail, opened, send_sheet, subject


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def ann(folder: Path, text: str, **headers: str) -> bytes:
    return mail("ann@example.org", f"Re: {subject(folder, 'ann')}", text, **headers)


def test_a_mail_that_comes_by_two_roads_is_one_mail(folder: Path) -> None:
    raw = ann(folder, "bid: 2\n")
    drop(folder, "1.eml", b"Received: from a by b\r\n" + raw)
    drop(folder, "2.eml", b"Received: from c by d\r\nReceived: from a by c\r\n" + raw)
    first, second = fetch(folder)
    assert first.verdict.state == "accepted"
    assert (second.verdict.state, second.verdict.about, second.answer) == ("doubled", "0001", "")
    assert list(waiting_mails(folder)) == ["receipt-0001"]


def test_a_copy_that_somebody_else_sends_first_does_not_take_the_mails_place(folder: Path) -> None:
    raw = ann(folder, "bid: 2\n")
    drop(folder, "1.eml", raw.replace(b"From: ann@example.org", b"From: eve@elsewhere.example"))
    drop(folder, "2.eml", raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["unclaimed", "accepted"]


def test_a_redelivered_mail_does_not_put_an_old_sheet_back(folder: Path) -> None:
    raw = ann(folder, "bid: 2\n")
    drop(folder, "1.eml", raw)
    fetch(folder)
    send_sheet(folder, "ann", "bid: 3\n", "2.eml")
    fetch(folder)
    drop(folder, "3.eml", b"Received: late\r\n" + raw)
    assert one(folder).state == "doubled"
    send_sheet(folder, "ben", "bid: 1\n")
    send_sheet(folder, "cid", "bid: 1\n")
    fetch(folder)
    play(folder)
    assert opened(folder).table.state.bids["ann"] == 3


def test_the_same_message_id_over_other_orders_is_another_mail(folder: Path) -> None:
    first = ann(folder, "bid: 2\n")
    second = first.replace(b"bid: 2", b"bid: 3")
    drop(folder, "1.eml", first)
    drop(folder, "2.eml", second)
    assert [handled.verdict.state for handled in fetch(folder)] == ["accepted", "accepted"]


def test_equal_sheets_in_two_mails_are_two_mails(folder: Path) -> None:
    drop(folder, "1.eml", ann(folder, "bid: 2\n", X_Number="1").replace(b"Message-ID: <", b"Message-ID: <1"))
    drop(folder, "2.eml", ann(folder, "bid: 2\n", X_Number="2").replace(b"Message-ID: <", b"Message-ID: <2"))
    assert [handled.verdict.state for handled in fetch(folder)] == ["accepted", "accepted"]
    assert len(waiting_mails(folder)) == 2


def test_without_message_id_and_date_nothing_is_taken_for_a_double(folder: Path) -> None:
    raw = b"\r\n".join(line for line in ann(folder, "bid: 2\n").split(b"\r\n") if not line.startswith(b"Message-ID"))
    drop(folder, "1.eml", b"X-One: 1\r\n" + raw)
    drop(folder, "2.eml", b"X-Two: 2\r\n" + raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["accepted", "accepted"]


@pytest.mark.parametrize("removed", [b"Message-ID", b"Date", b"X-None"])
@pytest.mark.parametrize("short_first", [False, True])
def test_ends_of_lines_make_no_other_mail(folder: Path, removed: bytes, *, short_first: bool) -> None:
    lines = [line for line in ann(folder, "bid: 2\n").split(b"\r\n") if not line.startswith(removed)]
    long, short = b"\r\n".join(lines), b"\n".join(lines)
    drop(folder, "1.eml", short if short_first else long)
    assert one(folder).state == "accepted"
    send_sheet(folder, "ann", "bid: 3\n", "2.eml")
    fetch(folder)
    drop(folder, "3.eml", long if short_first else short)
    assert not fetch(folder)
    assert seat(folder, "ann").counts == 2, "the one that came between"


def test_a_mail_that_was_overtaken_counts_by_its_receipt_and_says_so(folder: Path) -> None:
    drop(folder, "1.eml", ann(folder, "bid: 3\n", Date="Sat, 21 Nov 2026 10:00:00 +0000"))
    drop(folder, "2.eml", ann(folder, "bid: 2\n", Date="Sat, 21 Nov 2026 09:00:00 +0000"))
    fetch(folder)
    assert seat(folder, "ann").counts == 2
    mails = waiting_mails(folder)
    assert "written before the one" in " ".join(body(mails["receipt-0002"]).split())
    assert "written before the one" not in " ".join(body(mails["receipt-0001"]).split())


def test_answers_to_one_address_are_counted_by_the_day(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {a day: 2}\n  in:"))
    for number in range(4):
        drop(folder, f"{number}.eml", ann(folder, "hold\n", X_Number=str(number)).replace(b"<", b"<%d" % number, 1))
    done = fetch(folder)
    assert [handled.verdict.state for handled in done] == ["command"] * 4
    assert [handled.verdict.why for handled in done] == ["", "", "limit", "limit"]
    assert list(waiting_mails(folder)) == ["receipt-0001", "receipt-0002"]
    assert seat(folder, "ann").holds


def test_the_same_mail_sent_again_with_its_token_is_another_mail(folder: Path) -> None:
    raw = ann(folder, "bid: 2\n")
    drop(folder, "1.eml", re.sub(rb"\{[^}]*\}", b"", raw))
    drop(folder, "2.eml", raw)
    drop(folder, "3.eml", raw.replace(b"Subject: Re:", b"Subject: Re: [a-list]"))
    assert [handled.verdict.state for handled in fetch(folder)] == ["refused", "accepted", "doubled"]


@pytest.mark.parametrize("above", ["Precedence: bulk", "Auto-Submitted: auto-forwarded", "X-Loop: list@example.org"])
def test_a_copy_that_a_program_sent_on_does_not_stand_in_the_way_of_the_mail_itself(folder: Path, above: str) -> None:
    raw = mail("ann@example.org", subject(folder, "ann"), "bid: 2\n")
    drop(folder, "1.eml", f"{above}\r\n".encode() + raw)
    drop(folder, "2.eml", raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["robot", "accepted"]


def test_words_that_a_list_sent_on_do_not_hide_those_that_came_straight(folder: Path) -> None:
    raw = mail("ann@example.org", subject(folder, "ann"), "Dear Mo,\n\nI shall be late this week.\n\nAnn\n")
    drop(folder, "1.eml", b"List-Id: <x.example.org>\r\n" + raw)
    drop(folder, "2.eml", raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["robot", "words"]


def test_a_copy_that_lost_its_thread_does_not_stand_in_the_way_of_the_mail_itself(folder: Path) -> None:
    letter = message_from_bytes((folder / "out" / "round-0001-ann.eml").read_bytes())["Message-ID"]
    raw = mail("ann@example.org", "my bid", "bid: 2\n")
    drop(folder, "1.eml", raw)
    drop(folder, "2.eml", f"In-Reply-To: {letter}\r\n".encode() + raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["refused", "accepted"]


@pytest.mark.parametrize("above", ["", "to Ben: hello there, friend\n\n"])
def test_a_copy_of_an_edited_form_is_a_copy_though_its_sheet_was_read_meanwhile(folder: Path, above: str) -> None:
    letter = max((folder / "letters").glob("*/ann.txt")).read_text().replace("bid: 0", "bid: 3")
    quoted = "".join(f"> {line}\n" for line in letter.splitlines())
    raw = ann(folder, f"{above}On Sat, 21 Nov 2026 at 10:00, Toy <game@example.org> wrote:\n{quoted}")
    drop(folder, "1.eml", raw)
    assert one(folder).state == "accepted"
    drop(folder, "2.eml", b"Received: late\r\n" + raw)
    assert one(folder).state == "doubled"
