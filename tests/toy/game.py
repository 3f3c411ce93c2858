"""Toy games in a folder, with sample emails, for tests of store, mail and command line."""

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.engine.ruleset import Ruleset
from pbem.referee import opening
from pbem.referee.game import SECRET, Game
from pbem.referee.opening import create
from tests.toy.ruleset import TOY

RULESETS: Mapping[str, Ruleset] = {"toy": TOY}
START = datetime(2026, 11, 21, 8, tzinfo=UTC)
SEED = "00" * 32

GAME_YAML = """\
game: toy-1
rules: toy
settings: {rounds: 1}
moderator: {name: Mo, address: mo@example.org}
seats:
  ann: {player: "Ann [red] Ünsal", address: ann@example.org}
  ben: {player: Ben, address: ben@example.org}
  cid: {player: Cid, address: cid@example.org}
mail:
  from: game@example.org
  in: {folder: in}
  out: OUT
deadlines: {zone: Europe/Berlin, at: ["Wednesday 20:00", "Sunday 20:00"], notice: 48 hours}
"""


class Clock:
    """A clock that tests wind on by hand."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def wind(self, **by: float) -> None:
        self.at += timedelta(**by)


def new_game(folder: Path, out: str = "{folder: out}", secret: str = SEED) -> Game:
    """A game that was begun at START: mail of before is not for it, whenever the test is run."""
    game = create(folder, GAME_YAML.replace("OUT", out), RULESETS, secret)
    os.utime(folder / SECRET, (START.timestamp(), START.timestamp()))
    return game


def opened(folder: Path) -> Game:
    return opening.look(folder, RULESETS)


def subject(folder: Path, seat: str) -> str:
    """The subject that a seat's newest letter asks it to keep."""
    newest = max((folder / "letters").glob(f"*/{seat}.txt"))
    found = re.findall(r"^  (\[toy-1\].*\})$", newest.read_text(), re.MULTILINE)
    return str(found[-1])


def mail(sender: str, subject: str, text: str, **headers: str) -> bytes:
    message = EmailMessage(SMTP)
    message["From"] = sender
    message["To"] = "game@example.org"
    message["Subject"] = subject
    message["Message-ID"] = f"<{abs(hash((sender, subject, text)))}@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def drop(folder: Path, name: str, raw: bytes, at: datetime = START) -> Path:
    """Put a file into the game's way in, as it would arrive at *at*."""
    path = folder / "in" / name
    path.write_bytes(raw)
    os.utime(path, (at.timestamp(), at.timestamp()))
    return path


def send_sheet(folder: Path, seat: str, text: str, name: str = "", **headers: str) -> Path:
    """Let a seat's player reply to the newest letter."""
    raw = mail(f"{seat}@example.org", f"Re: {subject(folder, seat)}", text, **headers)
    return drop(folder, name or f"{seat}.eml", raw)
