"""One stage of Maria by real servers: in from an IMAP mailbox, out by SMTP, and whatever else comes to a mailbox."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.transport import maildir
from pbem.referee.opening import create
from tests.mail.rounds.transports import body
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.postfix import Postfix, postfix

USER = "whole-road"
GAME_YAML = """\
game: vienna-1
rules: maria
settings: {scenario: introductory}
moderator: {name: Mo, address: mo@test.local}
seats:
  maria-theresa: {player: Anna, address: ann@test.local}
  frederick: {player: Ben, address: ben@test.local}
  louis: {player: Chloé, address: cid@test.local}
mail:
  from: game@test.local
  bounces: game+*@test.local
  in: {imap: {host: 127.0.0.1, port: IMAP, security: none, user: USER, password file: password}}
  out: {smtp: {host: 127.0.0.1, port: SMTP}}
pictures: none
deadlines: {zone: Europe/Vienna, at: ["Wednesday 20:00"], notice: 48 hours}
"""


@pytest.fixture
def server() -> Iterator[Postfix]:
    with postfix() as running:
        yield running


def begin(game: Path, user: str, dovecot: Dovecot, server: Postfix) -> None:
    text = GAME_YAML.replace("USER", user)
    create(game, text.replace("IMAP", str(dovecot.imap)).replace("SMTP", str(server.port)))
    (game / "password").write_text(PASSWORD)


def pbem(game: Path, *args: str, code: int = 0) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "pbem.cli.main", *args, "--game", str(game), "--json"], capture_output=True, check=False
    )
    assert done.returncode == code, done.stderr.decode() + done.stdout.decode()
    return json.loads(done.stdout)


def read(letter: bytes) -> tuple[Message, str]:
    """A letter as a mail program has it, and its text."""
    mail = message_from_bytes(letter)
    return mail, body(mail)


def form_in(text: str) -> str:
    found = re.search(r"^--- #.*?^\.\.\.$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found.group()


def headed(sender: str, letter: Message, **more: str) -> EmailMessage:
    """An email that answers *letter*."""
    mail = EmailMessage(SMTP)
    mail["From"] = sender
    mail["To"] = "game@test.local"
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["In-Reply-To"] = mail["References"] = letter["Message-ID"]
    mail["Message-ID"] = f"<{len(sender)}.{abs(hash((sender, *more.values())))}@test.local>"
    for name, value in more.items():
        mail[name.replace("_", "-")] = value
    return mail


def from_the_web(letter: bytes) -> bytes:
    """Anna writes above the letter, in a web page that sends plain text and HTML."""
    received, text = read(letter)
    mail = headed("Anna <ann@test.local>", received)
    form = form_in(text)
    quoted = "".join(f"> {line}\n" for line in text.split("\n"))
    mail.set_content(f"{form}\n\nOn Sat, Nov 21, 2026 at 9:00 AM vienna-1 <game@test.local> wrote:\n\n{quoted}")
    lines = "".join(f"<div>{line.replace(' ', '&nbsp;')}</div>" for line in form.split("\n"))
    mail.add_alternative(
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div class="gmail_attr">On Sat wrote:<br></div>'
        f'<blockquote class="gmail_quote">{text.replace(chr(10), "<br>")}</blockquote></div>',
        subtype="html",
    )
    return mail.as_bytes()


def from_the_office(letter: bytes) -> bytes:
    """Ben attaches a sheet, and the office adds a note of its own."""
    received, text = read(letter)
    mail = headed("Ben <BEN@test.local>", received, X_Mailer="Office 16")
    mail.set_content("Hello,\n\nmy troops are attached.\n\nBen\n\nConfidential.\n", "plain", "iso-8859-1")
    mail.add_attachment(
        form_in(text).encode(), maintype="application", subtype="octet-stream", filename="troops for Prussia.yaml"
    )
    return mail.as_bytes()


def from_the_telephone(letter: bytes) -> bytes:
    """Chloé changes the quoted form where it stands."""
    received, text = read(letter)
    mail = headed("=?utf-8?q?Chlo=C3=A9?= <cid@test.local>", received)
    edited = text.replace("  Belle-Isle: 6\n", "  Belle-Isle: 8\n").replace("  Maillebois: 4\n", "  Maillebois: 2\n")
    assert edited != text
    quoted = "".join(f"> {line}\n" for line in edited.split("\n"))
    mail.set_content(f"\nOn 21 Nov 2026, at 09:00, vienna-1 <game@test.local> wrote:\n\n{quoted}\nSent from my phone\n")
    return mail.as_bytes()


def robot(letter: bytes) -> bytes:
    """An out-of-office note that quotes the whole letter, token and form."""
    received, text = read(letter)
    mail = headed("Anna <ann@test.local>", received, Auto_Submitted="auto-replied")
    mail.replace_header("Subject", f"Automatic reply: {received['Subject']}")
    mail.set_content(f"I am away until Monday.\n\n{text}")
    return mail.as_bytes()


def forger() -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"] = "Frederick the Great <ben@test.local>"
    mail["To"], mail["Subject"], mail["Message-ID"] = "game@test.local", "my division", "<forged@elsewhere.example>"
    mail.set_content("---\ntroops: {Friedrich: 8, Schwerin: 3, Leopold: 5, Dessauer: 6, Rutowski: 5}\n...\n")
    return mail.as_bytes()


def stranger() -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"] = "Eve <nobody-here@test.local>"
    mail["To"], mail["Subject"], mail["Message-ID"] = (
        "game@test.local",
        "May I watch vienna-1?",
        "<eve@elsewhere.example>",
    )
    mail.set_content("Who is winning?\n")
    return mail.as_bytes()


@pytest.mark.slow
def test_a_stage_of_maria_by_real_servers(dovecot: Dovecot, server: Postfix) -> None:
    game = server.game
    begin(game, USER, dovecot, server)

    assert len(pbem(game, "turn")["sent"]) == 3
    server.until(lambda: all(server.letters(name) for name in ("ann", "ben", "cid")))
    letters = {name: server.letters(name)[0] for name in ("ann", "ben", "cid")}
    maildir.prepare(game / maildir.NAME)
    server.opened_to_pipe()

    mails = {
        "robot": robot(letters["ann"]),
        "forger": forger(),
        "stranger": stranger(),
        "anna": from_the_web(letters["ann"]),
        "anna again": from_the_web(letters["ann"]),
        "ben": from_the_office(letters["ben"]),
    }
    for raw in mails.values():
        dovecot.deliver(USER, raw)
    done = pbem(game, "turn", code=3)
    states = {(one.get("seat", ""), one["state"]) for one in done["verdicts"]}
    assert states == {
        ("", "robot"),
        ("frederick", "refused"),
        ("", "unclaimed"),
        ("maria-theresa", "accepted"),
        ("maria-theresa", "doubled"),
        ("frederick", "accepted"),
    }
    assert done["played"] == 0
    assert all("Seen" in flags for flags in dovecot.flags(USER))

    server.until(lambda: server.idle)
    bounced = pbem(game, "turn", code=3)["verdicts"]
    assert [(one["state"], one["about"]) for one in bounced] == [("bounce", "stranger-0003")]

    dovecot.deliver(USER, from_the_telephone(letters["cid"]))
    done = pbem(game, "turn", code=3)
    assert [(one["seat"], one["state"]) for one in done["verdicts"]] == [("louis", "accepted")]
    assert done["played"] > 0
    server.until(lambda: len(server.letters("ann")) == 3)
    subjects = [message_from_bytes(raw)["Subject"] for raw in server.letters("ann")]
    assert sum(subject.startswith("Re: ") for subject in subjects) == 1
    assert len({message_from_bytes(raw)["Message-ID"] for raw in server.letters("ann")}) == 3
    found = pbem(game, "status")
    assert found["queued"] == found["trying"] == found["refused"] == []
    assert pbem(game, "turn", code=3)["verdicts"] == []


@pytest.mark.slow
def test_the_forger_learns_nothing_and_his_victim_is_told(dovecot: Dovecot, server: Postfix) -> None:
    game = server.game
    begin(game, f"{USER}-2", dovecot, server)
    pbem(game, "turn")
    dovecot.deliver(f"{USER}-2", forger().replace(b"To: game", b"Reply-To: mal@test.local\r\nTo: game"))
    (verdict,) = pbem(game, "turn")["verdicts"]
    assert (verdict["seat"], verdict["state"], verdict["problems"]) == ("frederick", "refused", ["no-token"])
    server.until(lambda: len(server.letters("ben")) == 2)
    (answer,) = [text for mail, text in map(read, server.letters("ben")) if mail["Subject"].startswith("Re: ")]
    assert "REFUSED" in answer
