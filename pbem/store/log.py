"""The log of a game: one line per entry or pause, each line sealed to the one before it."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Entry
from pbem.store import files
from pbem.store.refusal import Refusal

START = "0" * 64
_MEND = "somebody changed the file; put back the newest log.jsonl that you have"

Events = TypeVar("Events")
Orders = TypeVar("Orders")


class Broken(Refusal):
    """The log is not what pbem wrote: a line was changed, lost or put in."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that a pause waits for: its key, its seat and the entry after which it was asked.

    *bot* is true if nobody is waited for, because the program had an answer for the seat.
    """

    key: str
    seat: str
    asked: int
    bot: bool = False


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Play stopped here for want of answers; letters go out.

    *round* counts the pauses from 1, *entry* is the last entry before it, *deadline* is none
    when the game has no deadlines or is over.
    """

    round: int
    entry: int
    waits: tuple[Question, ...] = ()
    deadline: datetime | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: an entry or a pause; *cause* is the inbox item that an entry came from."""

    seq: int
    at: datetime
    prev: str
    entry: Entry | None = None
    pause: Pause | None = None
    cause: str = ""


class _Answer(msgspec.Struct, Generic[Orders], frozen=True, omit_defaults=True):
    order: Orders
    by: str = ""
    note: str = ""


class _Entry(msgspec.Struct, Generic[Events, Orders], frozen=True, omit_defaults=True):
    number: int
    events: tuple[Events, ...]
    step: str = ""
    answers: Mapping[str, _Answer[Orders]] = {}

    def typed(self) -> Entry:
        answers = {key: Answer(answer.order, answer.by, answer.note) for key, answer in self.answers.items()}
        return Entry(self.number, self.events, self.step, answers)


class _Line(msgspec.Struct, Generic[Events, Orders], frozen=True):
    seq: int
    at: datetime
    prev: str
    entry: _Entry[Events, Orders] | None = None
    pause: Pause | None = None
    cause: str = ""

    def typed(self) -> Line:
        entry = self.entry.typed() if self.entry else None
        return Line(self.seq, self.at, self.prev, entry, self.pause, self.cause)


class Log:
    """The lines of a game's log file, read whole; `append` adds one for good.

    *torn* is the number of bytes of a last line that was never finished; they are ignored, and
    `repair` cuts them off. Raises `Broken` for any other fault.
    """

    def __init__(self, path: Path, ruleset: Ruleset) -> None:
        self.path = path
        self.lines: list[Line] = []
        self.torn = 0
        self._seal = START
        self._read(msgspec.json.Decoder(_Line[ruleset.events, ruleset.orders]))  # type: ignore[name-defined]

    def _read(self, decoder: Any) -> None:
        raw = self.path.read_bytes() if self.path.exists() else b""
        *whole, rest = raw.split(b"\n")
        self.torn = len(rest)
        for seq, text in enumerate(whole, 1):
            try:
                line = decoder.decode(text).typed()
            except msgspec.MsgspecError as error:
                raise Broken(f"{self.path}, line {seq}: {error}; {_MEND}") from error
            if line.seq != seq or line.prev != self._seal:
                raise Broken(f"{self.path}, line {seq}: it does not follow the line before it; {_MEND}")
            self._take(line, text)

    def repair(self) -> int:
        """Cut an unfinished last line off; return how many bytes it had."""
        torn, self.torn = self.torn, 0
        if torn:
            files.truncate(self.path, self.path.stat().st_size - torn)
        return torn

    def append(self, at: datetime, *, entry: Entry | None = None, pause: Pause | None = None, cause: str = "") -> Line:
        """Store one entry or pause; when this returns, it outlives the program and the power."""
        line = Line(len(self.lines) + 1, at, self._seal, entry, pause, cause)
        text = msgspec.json.encode(line)
        files.append(self.path, text + b"\n", mode=0o600)
        self._take(line, text)
        return line

    @property
    def entries(self) -> list[Entry]:
        """The entries in their order."""
        return [line.entry for line in self.lines if line.entry]

    @property
    def pauses(self) -> list[Pause]:
        """The pauses in their order."""
        return [line.pause for line in self.lines if line.pause]

    def caused(self, cause: str) -> Entry | None:
        """The entry that inbox item *cause* led to."""
        return next((line.entry for line in self.lines if line.cause == cause), None)

    def _take(self, line: Line, text: bytes) -> None:
        self.lines.append(line)
        self._seal = hashlib.sha256(text).hexdigest()
