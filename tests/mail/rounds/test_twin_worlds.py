"""Two worlds that differ only in what others do: the emails to one seat are the same to the byte."""

import re
from pathlib import Path

import pytest

from pbem.mail.intake import confirmations
from pbem.mail.mime.headers import bounce_word
from pbem.referee import opening
from tests.mail.rounds.transports import begun, fetch, play
from tests.referee.sealing.sealed_game import sealed_game, turn
from tests.toy.game import RULESETS, Clock, drop, mail, opened, send_sheet, subject

_OURS = re.compile(rb"[0-9a-f]{32}\.[0-9a-f]{16}@example\.org")
_BOUNDARY = re.compile(rb"(?<=[\"-]=_)alternative_[0-9a-f]{24}")
"""It follows from the name of the email."""
_CHANCE = re.compile(rb"\b[0-9a-f]{32,64}\b")


def ann_writes(folder: Path) -> None:
    """Everything that a player can send; each email gets an answer."""
    about = subject(folder, "ann")
    texts = (
        "bid: 2\n",
        "bid: 9\n",
        "bod: 2\n",
        "status\n",
        "hold\nabsent 2026-12-01 to 2026-12-03\nstatus\n",
        "resend\n",
        "help\n",
        "form\n",
        "withdraw\nstatus\n",
        "pass\n",
        "Dear moderator, I have a question about Silesia.\n",
        "confirm aaaa-bbbb\n",
    )
    for number, text in enumerate(texts):
        drop(folder, f"ann-{number:02d}.eml", known("ann@example.org", about, text, number))
    drop(folder, "ann-20.eml", known("ann@example.org", "hello", "bid: 1\n", 20))
    drop(folder, "ann-21.eml", known("ann@example.org", subject(folder, "ben"), "bid: 1\n", 21))


def known(sender: str, about: str, text: str, number: int) -> bytes:
    raw = mail(sender, about, text)
    return re.sub(rb"Message-ID: [^\r]*", f"Message-ID: <{number}@{sender}>".encode(), raw)


def others_write(folder: Path) -> None:
    send_sheet(folder, "ben", "bid: 3\n", "0.eml")
    send_sheet(folder, "ben", "bid: 99\n", "1.eml")
    drop(folder, "2.eml", mail("ben@example.org", subject(folder, "ben"), "hold\nabsent 2026-12-01 to 2026-12-24\n"))
    drop(folder, "3.eml", mail("eve@elsewhere.example", subject(folder, "ben"), "bid: 1\n"))
    drop(folder, "4.eml", mail("ben@example.org", subject(folder, "ann"), "bid: 1\n"))
    drop(folder, "5.eml", mail("cid@example.org", "no token", "bid: 1\n"))
    drop(folder, "6.eml", mail("mal@elsewhere.example", "hello", "Who are you?\n"))
    for number in range(25):
        drop(folder, f"7-{number}.eml", mail("cid@example.org", subject(folder, "cid"), f"bid: {number}\n"))
    word = bounce_word(opened(folder).keys.bounces, "round-0001-ben")
    report = mail("mailer-daemon@mx.example", "Undelivered Mail Returned to Sender", "ben@example.org: no such user\n")
    drop(folder, "8.eml", report.replace(b"game@example.org", f"game+{word}@example.org".encode()))


def to_ann(out: Path) -> list[bytes]:
    """The emails to Ann, with what is only chance taken out: the names of our emails, nonces and hashes."""
    mails = [path.read_bytes().replace(b"=\r\n", b"") for path in sorted(out.glob("*.eml"))]
    mine = [raw for raw in mails if re.search(rb"^To: (?:[^\n]|\n )*<ann@example\.org>", raw, re.MULTILINE)]
    alike = [_BOUNDARY.sub(b"boundary", _OURS.sub(b"ours@example.org", raw)) for raw in mine]
    return [_CHANCE.sub(b"chance", raw) for raw in alike]


@pytest.mark.parametrize("policy", ["token", "token, moderator confirms", "dkim"])
def test_no_mail_to_a_seat_differs_by_what_the_others_did(tmp_path: Path, policy: str) -> None:
    found = []
    for name in ("quiet", "busy"):
        change = ("  in:", f"  trust: {{policy: [{policy}]}}\n  bounces: game+*@example.org\n  in:")
        folder = begun(tmp_path / name, change)
        if name == "busy":
            others_write(folder)
            fetch(folder)
            with opening.held(folder, RULESETS) as game:
                for verdict in game.inbox.verdicts():
                    if verdict.state == "unclaimed":
                        confirmations.dismiss(game, verdict.item, "", Clock())
        ann_writes(folder)
        fetch(folder)
        play(folder)
        found.append(to_ann(folder / "out"))
    assert len(found[0]) == 15
    assert found[0] == found[1]


def test_nor_where_sheets_are_sealed(tmp_path: Path) -> None:
    found = []
    for name in ("quiet", "busy"):
        folder = tmp_path / name / "game"
        sealed_game(folder, tmp_path / f"{name}.key")
        turn(folder)
        if name == "busy":
            others_write(folder)
            turn(folder)
        ann_writes(folder)
        turn(folder)
        found.append(to_ann(folder.with_name("game-out")))
    assert len(found[0]) == 15
    assert found[0] == found[1]
