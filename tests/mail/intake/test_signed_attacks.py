"""What someone can do with an email that a player really signed, but sent to someone else, or sent before."""

import re
from pathlib import Path

import pytest

from tests.mail.authentication.signing import rsa_key, signed
from tests.mail.rounds.transports import begun, body, fetch, now, one, seat, waiting_mails
from tests.servers.names import Names, names
from tests.toy.game import drop, mail, subject

__all__ = ["names"]

KEY = rsa_key()
MAIN = ("from", "subject", "message-id", "to")
WHOLE = (*MAIN, "cc")
"""Most providers sign a header that is not there as well."""
LAX = ("from", "subject", "message-id")


@pytest.fixture
def folder(tmp_path: Path, names: Names) -> Path:
    return trusting(tmp_path / "game", names, "token, dkim")


def trusting(folder: Path, names: Names, policy: str) -> Path:
    names.texts["s1._domainkey.example.org"] = [KEY.record]
    trust = f"  trust: {{policy: [{policy}], resolver: '{names.resolver}'}}\n  in:"
    return begun(folder, ("  in:", trust))


def written(
    folder: Path,
    text: str,
    to: str = "game@example.org",
    headers: tuple[str, ...] = WHOLE,
    copies: str = "",
    about: str = "",
    at: str = "Sat, 21 Nov 2026 10:00:00 +0000",
) -> bytes:
    more = {"Cc": copies} if copies else {}
    raw = mail("ann@example.org", about or f"Re: {subject(folder, 'ann')}", text, Date=at, **more)
    return signed(KEY, raw.replace(b"To: game@example.org", f"To: {to}".encode()), headers=headers)


@pytest.mark.parametrize(
    "to",
    [
        "ben@example.org",
        '"game@example.org" <ben@example.org>',
        "game@example.org <ben@example.org>",
        "Players: game@example.org <ben@example.org>;",
        '"Ben, <game@example.org>, Ben" <ben@example.org>',
        "ben@example.org (game@example.org)",
        "=?utf-8?q?game=40example.org?= <ben@example.org>",
        "game@example.org.example",
        "undisclosed-recipients:;",
    ],
)
def test_a_signed_mail_that_was_sent_to_somebody_else_waits_for_the_moderator(folder: Path, to: str) -> None:
    drop(folder, "1.eml", written(folder, "Dear Ben, I think of:\n\n---\nbid: 2\n...\n", to))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("held", ("not-to-the-game",))
    assert seat(folder, "ann").received == "nothing"
    assert "was not addressed to the game" in " ".join(body(waiting_mails(folder)["receipt-0001"]).split())


def test_a_command_in_a_signed_mail_to_somebody_else_is_not_obeyed(folder: Path) -> None:
    drop(folder, "1.eml", written(folder, "pass\n", "ben@example.org"))
    assert one(folder).problems == ("not-to-the-game",)
    assert seat(folder, "ann").received == "nothing"


def test_where_no_token_is_asked_for_a_signed_mail_to_somebody_else_waits_too(tmp_path: Path, names: Names) -> None:
    folder = trusting(tmp_path / "game", names, "dkim")
    raw = mail("ann@example.org", "what I shall do", "bid: 2\n")
    drop(folder, "1.eml", signed(KEY, raw.replace(b"To: game@", b"To: ben@"), headers=WHOLE))
    assert one(folder).state == "held"


def test_a_copy_to_the_game_that_was_not_signed_is_not_believed(folder: Path) -> None:
    raw = written(folder, "bid: 2\n", "ben@example.org", MAIN)
    drop(folder, "1.eml", b"Cc: game@example.org\r\n" + raw)
    assert one(folder).state == "held"


@pytest.mark.parametrize(
    ("to", "copies"),
    [
        ("game@example.org", ""),
        ("<GAME@Example.Org>", ""),
        ('"Toy, the" <game@example.org>', ""),
        ("=?utf-8?q?T=C3=B6y?= <game@example.org>", ""),
        ("game+toy@example.org", ""),
        ("game@example.org <game@example.org>", ""),
        ("Toy: round 1 <game@example.org>", ""),
        ("Players: ben@example.org, game@example.org;", ""),
        ("Players: Ben <ben@example.org>, Toy <game@example.org>;", ""),
        ("Ben <ben@example.org>, cid@example.org,\r\n Toy <game@example.org>", ""),
        ("ben@example.org", "game@example.org"),
    ],
)
def test_a_signed_mail_to_the_game_counts_whoever_else_gets_it(folder: Path, to: str, copies: str) -> None:
    drop(folder, "1.eml", written(folder, "bid: 2\n", to, copies=copies))
    assert one(folder).state == "accepted"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"bid: 1", b"bid:  1 "),
        (b"Content-Type: text/plain;", b"Content-Type: text/plain; format=flowed;"),
        (b'charset="utf-8"', b'charset="iso-8859-1"'),
    ],
    ids=["blanks", "format", "charset"],
)
def test_a_signed_mail_that_comes_again_with_what_its_signature_lets_change_is_the_same_mail(
    folder: Path, old: bytes, new: bytes
) -> None:
    first = written(folder, "---\nbid: 1\n...\nGrüße, Ann\n")
    drop(folder, "1.eml", first)
    drop(folder, "2.eml", written(folder, "---\nbid: 2\n...\n"))
    assert [handled.verdict.state for handled in fetch(folder)] == ["accepted", "accepted"]
    assert old in first
    drop(folder, "3.eml", first.replace(old, new))
    assert one(folder).state == "doubled"
    assert seat(folder, "ann").counts == 2


def test_a_signed_copy_of_a_command_that_was_not_believed_is_obeyed(folder: Path) -> None:
    send = written(folder, "pass\n")
    drop(folder, "1.eml", send[send.index(b"From: ") :])
    assert one(folder).problems == ("unproven",)
    drop(folder, "2.eml", send)
    assert one(folder).state == "accepted"
    drop(folder, "3.eml", b"X-Road: another\r\n" + send)
    assert one(folder).state == "doubled"


def test_where_mail_must_be_signed_one_confirmation_brings_one_mail(folder: Path) -> None:
    for number in (1, 2):
        drop(folder, f"{number}.eml", mail("ann@elsewhere.example", subject(folder, "ann"), f"bid: {number}\n"))
        fetch(folder)
    asked = re.search(r"^  (confirm \S+)$", body(waiting_mails(folder)["another-address-0001"]), re.MULTILINE)
    assert asked
    drop(folder, "3.eml", written(folder, f"{asked[1]}\n"))
    fetch(folder)
    assert seat(folder, "ann").counts == 1
    assert [verdict.item for verdict in now(folder).unclaimed] == [2], "anybody may have written it"


LEAVE_OUT_TO = ("from", "subject", "message-id")
MARKED = "---\nbid: 2\n...\n"


def test_a_to_that_the_signature_leaves_out_is_not_believed(tmp_path: Path, names: Names) -> None:
    folder = trusting(tmp_path / "game", names, "dkim")
    raw = written(folder, MARKED, "ben@example.org", LEAVE_OUT_TO, about="What I think of")
    drop(folder, "1.eml", raw.replace(b"To: ben@", b"To: game@"))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("held", ("not-to-the-game",))
    assert seat(folder, "ann").received == "nothing"


@pytest.mark.parametrize("left_out", ["to", "cc"])
def test_nor_is_it_where_the_token_is_in_the_sheet_alone(folder: Path, left_out: str) -> None:
    token = subject(folder, "ann").rpartition(" ")[2]
    headers = tuple(name for name in WHOLE if name != left_out)
    text = f"--- # [toy-1] {token}\nbid: 2\n...\n"
    drop(folder, "1.eml", written(folder, text, headers=headers, copies="ben@example.org", about="What I think of"))
    assert one(folder).problems == ("not-to-the-game",)


def test_a_reply_whose_signature_leaves_to_out_counts_by_the_token_in_its_subject(folder: Path) -> None:
    drop(folder, "1.eml", written(folder, MARKED, headers=LEAVE_OUT_TO, copies="ben@example.org"))
    assert one(folder).state == "accepted"


def test_a_token_of_another_seat_in_the_subject_shows_nothing(tmp_path: Path, names: Names) -> None:
    folder = trusting(tmp_path / "game", names, "dkim")
    raw = written(folder, MARKED, headers=LEAVE_OUT_TO, about=subject(folder, "ben"))
    drop(folder, "1.eml", raw)
    assert one(folder).state != "accepted"
    assert seat(folder, "ann").received != "valid"


WITHOUT_IDENT = ("from", "to", "cc", "subject", "date")


@pytest.mark.parametrize("change", [b"<2", b"<", b""])
def test_a_mail_whose_message_id_is_not_signed_counts_once(folder: Path, change: bytes) -> None:
    first = written(folder, "---\nbid: 1\n...\n", headers=WITHOUT_IDENT)
    drop(folder, "1.eml", first)
    drop(folder, "2.eml", written(folder, MARKED, headers=WITHOUT_IDENT))
    assert [handled.verdict.state for handled in fetch(folder)] == ["accepted", "accepted"]
    again = first.replace(b"Message-ID: <", b"Message-ID: " + change) if change else first.replace(b"Message-ID", b"X")
    drop(folder, "3.eml", again.replace(b"bid: 1", b"bid:  1"))
    assert one(folder).state == "doubled"
    assert seat(folder, "ann").counts == 2


def test_the_same_sheet_written_again_later_is_another_mail(folder: Path) -> None:
    later = "Sat, 21 Nov 2026 10:05:00 +0000"
    for number, (text, at) in enumerate([("bid: 1", ""), ("bid: 2", ""), ("bid: 1", later)], 1):
        sheet = f"---\n{text}\n...\n"
        raw = written(folder, sheet, headers=WITHOUT_IDENT, **({"at": at} if at else {}))
        drop(folder, f"{number}.eml", raw)
        fetch(folder)
    assert seat(folder, "ann").counts == 3
