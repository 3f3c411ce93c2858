"""The log: chained lines, pauses, versions.

A line ends with the SHA-256 of its own bytes before that, so the last one is as safe as the rest; *prev* is the SHA-256
of the complete line before it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.event import Event, union_of
from pbem.engine.ruleset import KINDS, Ruleset, modern
from pbem.engine.table import Answered, Entry
from pbem.errors import Refusal
from pbem.report.template_files import WordFiles, changes_in
from pbem.store import facts, files
from pbem.store.facts import Fact, LadderFact

_UNKNOWN = re.compile(rf"Invalid value '([^']*)' - at `.*\.({'|'.join(KINDS)})`")
_PLACE = re.compile(r" - at `\$(?:\.([^`]*))?`$")


def misread(text: bytes, ruleset: Ruleset, error: Exception) -> str:
    """What *ruleset* cannot read in the line *text*, where reading failed with *error*: a type or field."""
    for kind, types, value in _parts(msgspec.json.decode(text)):
        try:
            msgspec.json.decode(msgspec.json.encode(modern(value, ruleset.renamed)), type=getattr(ruleset, types))
        except msgspec.ValidationError as wrong:
            return _said(str(wrong), kind, str(value.get(kind)))
    return f"cannot read it ({_told(str(error))})"


def _parts(line: Any) -> Iterator[tuple[str, str, Any]]:
    """Every event and order in a line, with its kind and the field of the ruleset that has its types."""
    entry = line.get("entry") or {}
    for event in entry.get("events", ()):
        yield "event", "events", event
    for answer in entry.get("answers", ()):
        yield "order", "orders", answer.get("order")


def _said(wrong: str, kind: str, tag: str) -> str:
    unknown = _UNKNOWN.match(wrong)
    if unknown:
        return f"do not know its {unknown[2]} `{unknown[1]}`"
    return f"cannot read its {kind} `{tag}` ({_told(wrong)})"


def _told(wrong: str) -> str:
    """The message of msgspec, with the place in words."""
    place = _PLACE.search(wrong)
    if place is None:
        return wrong
    where = f" in `{place[1]}`" if place[1] else ""
    return f"{wrong[: place.start()]}{where}"


class OpenQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that a pause waits for: its key, its seat and the entry after which it was asked.

    *bot* is true if the game does not wait, because the seat's bot had an answer. With a *rule* of time of its own it
    is
    *due* then, or never; otherwise when the pause is. Though all answers are in it is not played before it *opens*, and
    if *early* is false not before it is due; in the *grace* after that an answer counts as any other.
    """

    key: str
    seat: str
    asked: int
    bot: bool = False
    rule: str = ""
    due: datetime | None = None
    early: bool = True
    opens: datetime | None = None
    grace: timedelta = timedelta(0)


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Play stopped here for lack of answers; letters are sent.

    *round* counts the pauses from 1, *entry* is the last entry before it, *deadline* is none
    when the game has no deadlines or is over. Letters go *to* the seats that it concerns, and the others read of it in
    their next ones; if none is named it concerns everyone, and there is a public report.
    """

    round: int
    entry: int
    waits: tuple[OpenQuestion, ...] = ()
    deadline: datetime | None = None
    to: tuple[str, ...] = ()

    def tells(self, seat: str) -> bool:
        """Whether *seat* is sent a letter; for the public, whether there is a report."""
        return not self.to or seat in self.to

    def due(self, question: OpenQuestion) -> datetime | None:
        """When the answer to one of its questions is due."""
        return question.due if question.rule else self.deadline

    def due_for(self, seat: str, key: str = "") -> datetime | None:
        """When *seat* must have answered: the first of its questions, or the one called *key*.

        For a seat without a question it is when the others must.
        """
        own = [one for one in self.waits if one.seat == seat and key in ("", one.key)]
        return min(filter(None, map(self.due, own)), default=None) if own else self.deadline

    def dues(self) -> tuple[datetime, ...]:
        """All times at which something is due, earliest first."""
        return tuple(sorted({*filter(None, map(self.due, self.waits))}))

    def closes(self, question: OpenQuestion) -> datetime | None:
        """Until when an answer to one of its questions counts as any other: when it is due, or the end of the grace.

        What is done about a missing answer is done then and not before.
        """
        due = self.due(question)
        return due + question.grace if due else None

    def graces(self, at: datetime | None = None) -> dict[datetime, datetime]:
        """The end of the grace after each deadline that has one, of two the earlier; only those to come *at* a time."""
        found = sorted((due, due + one.grace) for one in self.waits if one.grace and (due := self.due(one)))
        return {due: end for due, end in reversed(found) if at is None or end > at}

    def shuts_out(self, question: OpenQuestion, at: datetime) -> bool:
        """Whether one of its questions may not be played yet, though answers are there; what a bot answers may."""
        opens = None if question.bot else self._opens(question)
        return opens is not None and at < opens

    def not_before(self, at: datetime | None = None) -> datetime | None:
        """When play may continue at the earliest, if that is to come *at* a time; None if once all answers are in."""
        found = max((each for one in self.waits if not one.bot and (each := self._opens(one))), default=None)
        return found if found and (at is None or found > at) else None

    def _opens(self, question: OpenQuestion) -> datetime | None:
        due = self.due(question)
        if not question.early:
            return due
        return min(question.opens, due) if question.opens and due else question.opens


SHOWN = 12
"""Digits of a digest shown to people; enough to tell digests apart."""
_WORDS = (".j2", ".yaml")


class Versions(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is played with, as its log names it; *edition*, *templates* and *lines* are SHA-256 digests.

    That of *lines* is of what lines of the log may have in them: it tells logs apart whose programs call themselves
    the same, though one knows lines that the other does not.
    """

    engine: str
    rules: str
    edition: str = ""
    templates: str = ""
    lines: str = ""

    def __str__(self) -> str:
        edition = f", edition {self.edition[:SHOWN]}" if self.edition else ""
        return f"pbem {self.engine}, {self.rules}{edition}"


class VersionChange(msgspec.Struct, frozen=True):
    """A part of the versions that has changed."""

    what: str
    before: str
    now: str

    @property
    def matters(self) -> bool:
        """Whether it may change play, which templates do not, nor what lines may have in them besides."""
        return self.what not in ("templates", "log lines")


def changes(before: Versions, now: Versions) -> tuple[VersionChange, ...]:
    """What differs, part by part."""
    return tuple(VersionChange(what, one, other) for what, one, other in _pairs(before, now) if one != other)


def _pairs(before: Versions, now: Versions) -> Iterator[tuple[str, str, str]]:
    yield "pbem", before.engine, now.engine
    yield "rules", before.rules, now.rules
    yield "edition", before.edition[:SHOWN], now.edition[:SHOWN]
    yield "templates", before.templates[:SHOWN], now.templates[:SHOWN]
    yield "log lines", before.lines[:SHOWN], now.lines[:SHOWN]


def digest_of_templates(folders: Iterable[Path]) -> str:
    """The SHA-256 of every template and phrase file in *folders*, by name and content."""
    known = tuple(folders)
    return _digest_of_templates(known, changes_in(known))


@lru_cache(maxsize=4)
def _digest_of_templates(folders: tuple[Path, ...], _changes: WordFiles) -> str:
    whole = hashlib.sha256()
    for number, folder in enumerate(folders):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in _WORDS and path.is_file()):
            whole.update(f"{digest_of_text(path)}  {number}/{path.relative_to(folder).as_posix()}\n".encode())
    return whole.hexdigest()


def digest_of_text(path: Path) -> str:
    """The SHA-256 of a text file, whatever the line ends on this computer."""
    return hashlib.sha256(plain(path)).hexdigest()


def plain(path: Path) -> bytes:
    """The content of a text file, each line ended by a line feed alone."""
    return path.read_bytes().replace(b"\r\n", b"\n")


START = "0" * 64
FORMAT = 1
"""The number of the log's present form."""
_DIGEST = b',"sha256":"'
_END = b'"}'
_DEFINED = "#/$defs/"
_MEND = "someone changed the file; restore the newest log.jsonl that you have"

E = TypeVar("E", bound=Event)
R = TypeVar("R")
F = TypeVar("F", bound=Fact)
_FACTS = union_of(Fact, facts, but=(LadderFact,))


class Broken(Refusal):
    """The log is not what pbem wrote: a line was changed, lost or inserted."""


class NotUnderstood(Broken):
    """The log is as pbem wrote it, but these rules cannot read a line of it."""


class Opening(msgspec.Struct, frozen=True):
    """What a game begins with: the form of its log, the *commitment* of its chance, and its `began.choices`."""

    format: int
    commitment: str
    choices: Mapping[str, Any] = {}


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: the opening, an entry, a pause, a fact, or the versions under which the lines after it were written.

    *cause* is the inbox item that an entry came from. *digest*, of a pause or of versions, is that of the position
    after the last entry so far (`digest_of_position`). *anew* versions were taken on though positions before them
    came out otherwise: the digests before them bind no more.

    A pause has *times*, the rules of time that its deadlines came from, if they are not those before it.

    The *salt* of a line changes the keys of tokens and draws from its entry on: the game was over before it.
    """

    seq: int
    at: datetime
    prev: str
    entry: Entry | None = None
    pause: Pause | None = None
    cause: str = ""
    opening: Opening | None = None
    versions: Versions | None = None
    digest: str = ""
    salt: str = ""
    anew: bool = False
    fact: Fact | None = None
    times: Mapping[str, Any] | None = None


class _Answer(msgspec.Struct, Generic[R], frozen=True, omit_defaults=True):
    order: R
    by: str = ""
    note: str = ""
    words: str = ""
    seat: str = ""
    key: str = ""
    overruled: tuple[str, ...] = ()

    def typed(self) -> Answered:
        return Answered(
            self.order, self.by, self.note, self.words, overruled=self.overruled, seat=self.seat, key=self.key
        )


class _Entry(msgspec.Struct, Generic[E, R], frozen=True, omit_defaults=True):
    number: int
    events: tuple[E, ...]
    step: str = ""
    answers: tuple[_Answer[R], ...] = ()

    def typed(self) -> Entry:
        return Entry(self.number, self.events, self.step, tuple(answer.typed() for answer in self.answers))


class _Line(msgspec.Struct, Generic[E, R, F], frozen=True):
    seq: int
    at: datetime
    prev: str
    entry: _Entry[E, R] | None = None
    pause: Pause | None = None
    cause: str = ""
    opening: Opening | None = None
    versions: Versions | None = None
    digest: str = ""
    salt: str = ""
    anew: bool = False
    fact: F | None = None
    times: Mapping[str, Any] | None = None

    def typed(self) -> LogLine:
        entry = self.entry.typed() if self.entry else None
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return LogLine(**{**fields, "entry": entry})


def _line_of(events: Any, orders: Any) -> Any:
    """The type of a line in a game with these *events* and *orders*."""
    line: Any = _Line
    return line[events, orders, _FACTS]


class GameLog:
    """The lines of a game's log file, read completely; `append` adds one durably.

    *torn* is the number of bytes of a last line that was never finished; they are ignored, and
    `repair` cuts them off. *versions* are those that it names last; none if it does not say what wrote it.
    Raises `Broken` for any other damage.
    """

    def __init__(self, path: Path, ruleset: Ruleset) -> None:
        self.path = path
        self._ruleset = ruleset
        self.lines: list[LogLine] = []
        self.torn = 0
        self.versions: Versions | None = None
        self._salts: list[tuple[int, str]] = []
        self._entries: list[Entry] = []
        self._pauses: list[Pause] = []
        self._facts: list[LogLine] = []
        self._noted: list[LogLine] = []
        self._unended = False
        self._seal = START
        self._read(msgspec.json.Decoder(_line_of(ruleset.events, ruleset.orders)))

    def _read(self, decoder: Any) -> None:
        raw = self.path.read_bytes() if self.path.exists() else b""
        *whole, rest = raw.split(b"\n")
        length = _length(rest)
        if length:
            whole, rest, self._unended = [*whole, rest[:length]], rest[length:], True
        self.torn = len(rest)
        for text in whole:
            self._take(self._line(decoder, text), text)
        if length and rest:
            raise self._broken("it is not as it was written")

    def _line(self, decoder: Any, text: bytes) -> LogLine:
        if _DIGEST not in text:
            raise self._broken("its digest is missing")
        if _length(text) != len(text):
            raise self._broken("it is not as it was written")
        try:
            line = self._decoded(decoder, text)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._not_understood(text, error) from error
        if line.seq != len(self.lines) + 1 or line.prev != self._seal:
            raise self._broken("it does not follow the line before it")
        if line.opening and line.opening.format != FORMAT:
            raise Broken(
                f"{self.path} is in form {line.opening.format}, and this pbem reads form {FORMAT}; use a newer pbem"
            )
        return line

    def _decoded(self, decoder: Any, text: bytes) -> LogLine:
        """The line *text*, with what older versions of the rules wrote under its new names."""
        try:
            line: LogLine = decoder.decode(text).typed()
        except msgspec.ValidationError:
            if not self._ruleset.renamed:
                raise
            renamed = modern(msgspec.json.decode(text), self._ruleset.renamed)
            line = decoder.decode(msgspec.json.encode(renamed)).typed()
        return line

    def _not_understood(self, text: bytes, error: Exception) -> Broken:
        """The error for an undamaged line that cannot be read, saying what can read it."""
        here = f"{self._ruleset.name} {self._ruleset.version}"
        wrote = "the log does not say which versions wrote it"
        if self.versions:
            same = ", whose rules have the same version but differ" if self.versions.rules == here else ""
            lines = f" (log lines {self.versions.lines[:SHOWN]})" if self.versions.lines else ""
            wrote = f"it was written by {self.versions}{lines}{same}"
        return NotUnderstood(
            f"{self.path}, line {len(self.lines) + 1}, is as it was written, but the rules installed here ({here}) "
            f"{misread(text, self._ruleset, error)}; {wrote}: use that version, or a newer one"
        )

    def _broken(self, why: str) -> Broken:
        """The error for a line that is not what pbem wrote."""
        return Broken(f"{self.path}, line {len(self.lines) + 1}: {why}; {_MEND}")

    def repair(self) -> int:
        """Cut off an unfinished last line, and complete one that lacks only its end; return how many bytes were cut."""
        torn, self.torn = self.torn, 0
        if torn:
            files.truncate(self.path, self.path.stat().st_size - torn)
        if self._unended:
            files.append(self.path, b"\n")
            self._unended = False
        return torn

    def begin(self, at: datetime, opening: Opening, versions: Versions | None = None, digest: str = "") -> None:
        """Write the first line, if there is none yet."""
        if not self.lines:
            self._write(LogLine(1, at, self._seal, opening=opening, versions=versions, digest=digest))

    def append(
        self,
        at: datetime,
        *,
        entry: Entry | None = None,
        pause: Pause | None = None,
        cause: str = "",
        versions: Versions | None = None,
        digest: str = "",
        salt: str = "",
        anew: bool = False,
        fact: Fact | None = None,
        times: Mapping[str, Any] | None = None,
    ) -> LogLine:
        """Store one entry, pause, fact or change of versions; after that it survives a kill and a power failure."""
        seq = len(self.lines) + 1
        line = LogLine(
            seq,
            at,
            self._seal,
            entry,
            pause,
            cause,
            versions=versions,
            digest=digest,
            salt=salt,
            anew=anew,
            fact=fact,
            times=times,
        )
        self._write(line)
        return line

    def _write(self, line: LogLine) -> None:
        text = _digested(line)
        files.append(self.path, text + b"\n")
        self._take(line, text)

    @property
    def opening(self) -> Opening | None:
        """What the first line says; None before the game began."""
        return self.lines[0].opening if self.lines else None

    @property
    def entries(self) -> list[Entry]:
        """The entries in their order."""
        return [*self._entries]

    @property
    def pauses(self) -> list[Pause]:
        """The pauses in their order."""
        return [*self._pauses]

    @property
    def facts(self) -> list[LogLine]:
        """The lines with facts, in their order."""
        return [*self._facts]

    @property
    def noted(self) -> list[LogLine]:
        """The lines that are not of play alone, but have a pause, a fact or rules of time, in their order."""
        return [*self._noted]

    @property
    def digests(self) -> list[tuple[int, str]]:
        """The binding digests, each with its entry: of the position to which the events led when played."""
        found: list[tuple[int, str]] = []
        number = 0
        for line in self.lines:
            number = line.entry.number if line.entry else number
            found = [] if line.anew else found
            if line.digest:
                found.append((number, line.digest))
        return found

    def salts(self, until: int | None = None) -> list[str]:
        """The salts of all entries, or of those until entry *until*."""
        return [salt for number, salt in self._salts if until is None or number <= until]

    def caused(self, cause: str) -> Entry | None:
        """The entry that inbox item *cause* led to."""
        return next((line.entry for line in self.lines if line.cause == cause), None)

    def _take(self, line: LogLine, text: bytes) -> None:
        self.lines.append(line)
        if line.entry:
            self._entries.append(line.entry)
        if line.pause:
            self._pauses.append(line.pause)
        if line.fact:
            self._facts.append(line)
        if line.pause or line.fact or line.times is not None:
            self._noted.append(line)
        if line.salt and line.entry:
            self._salts.append((line.entry.number, line.salt))
        self.versions = line.versions or self.versions
        self._seal = hashlib.sha256(text).hexdigest()


def chained(lines: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """The text of each line of a log of its own, made of *lines* as plain data: numbered and chained anew."""
    seal = START
    for seq, line in enumerate(lines, 1):
        text = _digested({**line, "seq": seq, "prev": seal})
        seal = hashlib.sha256(text).hexdigest()
        yield text


def _digested(line: LogLine | Mapping[str, Any]) -> bytes:
    """The text of a line, with its digest."""
    body = msgspec.json.encode(line)
    return body[:-1] + _DIGEST + hashlib.sha256(body).hexdigest().encode() + _END


def _length(text: bytes) -> int:
    """The length of the line, with its digest, at the start of *text*; 0 if it is not complete."""
    body, _, rest = text.rpartition(_DIGEST)
    digest = hashlib.sha256(body + b"}").hexdigest().encode() + _END
    return len(text) - len(rest) + len(digest) if body and rest.startswith(digest) else 0


def digest_of_position(state: object, views: Mapping[str, object]) -> str:
    """The SHA-256 of a full state and of every seat's view, in 64 hexadecimal digits.

    It is the same on every machine: fields, keys and members of sets are sorted. Fields at their default leave no mark
    where their type has `omit_defaults`, so that a new one with a default changes no digest.
    """
    plain = msgspec.to_builtins([state, views], str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()


@cache
def digest_of_lines(events: Any, orders: Any) -> str:
    """The SHA-256 of what lines may have in them in a game with these *events* and *orders*, without its words."""
    schema = _bare(msgspec.json.schema(_line_of(events, orders)))
    return hashlib.sha256(msgspec.json.encode(schema, order="sorted")).hexdigest()


def _bare(part: Any) -> Any:
    """A *part* of a schema without descriptions, and without the types that Python names differently in versions."""
    if isinstance(part, list):
        return [_bare(one) for one in part]
    if isinstance(part, dict):
        return {_named(key): _bare(one) for key, one in part.items() if key not in ("title", "description")}
    return _named(part) if isinstance(part, str) and part.startswith(_DEFINED) else part


def _named(name: str) -> str:
    """The name of a definition without those of its parameters."""
    start = _DEFINED if name.startswith(_DEFINED) else ""
    bare = name.removeprefix(start)
    return start + bare[: 1 + bare[1:].find("_")] if "_" in bare[1:] and (start or "pbem" in bare) else name
