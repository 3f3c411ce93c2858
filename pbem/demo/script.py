"""What a demonstration's folder holds: game.yaml, demo.yaml, and sample emails in one folder per round."""

import email.utils
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import yaml

from pbem.mail.message.received import opened
from pbem.referee.stage import tokens_in
from pbem.store.inbox import VerdictState

_MAILS = "mails"


class DemoRound(msgspec.Struct, frozen=True):
    """One round: the folder of its emails, what it is about, what becomes of each email, when its sheets are opened."""

    mails: str
    about: str
    verdicts: Mapping[str, VerdictState]
    opened: datetime


class Script(msgspec.Struct, frozen=True):
    """A demonstration: the secret of its chance, the moment it begins, and its rounds."""

    secret: str
    begins: datetime
    rounds: tuple[DemoRound, ...]


class Sample(msgspec.Struct, frozen=True):
    """A sample mail: its file, its bytes, and the moment it is taken to arrive, which is its Date."""

    path: Path
    raw: bytes
    arrives: datetime

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in its subject."""
        return tokens_in(opened(self.raw).subject)


def read_script(folder: Path) -> Script:
    """The script in *folder*."""
    text = (folder / "demo.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Script)


def samples(folder: Path, part: DemoRound) -> list[Sample]:
    """The emails of a round in the order of their arrival."""
    found = (_sample(path) for path in (folder / _MAILS / part.mails).glob("*.eml"))
    return sorted(found, key=lambda one: (one.arrives, one.path.name))


def _sample(path: Path) -> Sample:
    raw = path.read_bytes()
    date = next(line[5:].decode().strip() for line in raw.splitlines() if line.lower().startswith(b"date:"))
    return Sample(path, raw, email.utils.parsedate_to_datetime(date).astimezone(UTC))
