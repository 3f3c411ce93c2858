"""Every email as it came, and its verdict; of one that is too large the head, under a line of ours.

So it is known whose it is, and can be answered; and no one fills the disk or the memory with it.
"""

import hashlib
import hmac
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Literal

import msgspec

from pbem.store import encryption, files

MOST_BYTES = 2 * 1024 * 1024
"""Bytes that are read of anything that comes in: an email of no more is kept whole."""
HEAD = 256 * 1024
"""Bytes that are kept of a larger one."""
_CHUNK = 1 << 20
_NOTE = re.compile(rb"X-Cut-Off: of (\d{1,18}) bytes\r?\n")

VerdictState = Literal[
    "accepted",
    "partly",
    "refused",
    "command",
    "words",
    "moderator",
    "held",
    "doubted",
    "unclaimed",
    "dismissed",
    "doubled",
    "elsewhere",
    "robot",
    "bounce",
    "failed",
]
"""What became of an item.

    accepted    its order counts, or was carried out
    partly      some parts of its sheet count, and its seat was told why others do not
    refused     its seat was told why nothing in it counts
    command     its commands were carried out, or their seat was told why not
    words       it has neither order nor command: it is for the moderator
    moderator   the moderator wrote it: its lines were carried out, or refused with a reason
    held        it waits for the moderator to confirm that it is from its seat
    doubted     its sheet is valid, and words beside it may mean that it is not ordered: it waits for its seat's yes
    unclaimed   no seat is known for it
    dismissed   the moderator has closed it without effect
    doubled     it is a duplicate of an earlier email
    elsewhere   it is for another game that shares the mailbox
    robot       a program wrote it
    bounce      it says that a message of the game did not arrive
    failed      a bug in pbem: it is set aside for the moderator
"""
ReplyKind = Literal["", "sheet", "question"]
"""What the reply to an item counts as, of those that an address gets in a day."""
OPEN: frozenset[VerdictState] = frozenset({"held", "unclaimed"})
"""What waits until someone says whose it is."""
_VOUCHABLE: frozenset[VerdictState] = OPEN | {"refused", "elsewhere", "robot", "bounce", "failed", "dismissed"}


class Confirmation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The confirmation that an item is from *seat*: by whom, and when; an *address* then becomes the seat's own."""

    seat: str
    by: Literal["moderator", "player"]
    at: datetime
    address: str = ""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an item: whose it was, for which stage, and what was wrong.

    *why* is a code for what made it automatic, a bounce or unclaimed; *about* is the message that bounced or the item
    that it duplicates. *answered* is the address that the reply *receipt* goes to. Its *fingerprint* identifies
    duplicates.
    *written* is its sender's Date. It is *credible* if more than its address shows that it is from its seat. The
    *unknown* tokens or letters for which it was refused may belong to a later stage. *beside* means that there is a
    note beside its sheet, which the moderator has not dismissed. *wrong* is the first problem of a refused sheet in
    words, unless sheets are sealed. Its reply is of a *kind* that has a number of its own in a day. A bounce may
    complain of further addresses that failed, each *also* with its seat and what it says of it.
    """

    item: int
    state: VerdictState
    received: datetime
    seat: str = ""
    sender: str = ""
    subject: str = ""
    key: str = ""
    asked: int = 0
    problems: tuple[str, ...] = ()
    receipt: str = ""
    answered: str = ""
    guess: str = ""
    why: str = ""
    about: str = ""
    says: str = ""
    fingerprint: str = msgspec.field(default="", name="mark")
    written: str = ""
    credible: bool = False
    vouched: Literal["", "moderator", "player"] = ""
    unknown: tuple[str, ...] = ()
    beside: bool = False
    wrong: str = ""
    kind: ReplyKind = ""
    also: tuple[tuple[str, str, str], ...] = ()

    def failed(self, seat: str, address: str) -> str:
        """What a bounce says of mail to *seat* at *address* that failed for good; empty if it says nothing of it."""
        first = (self.seat, self.answered, self.says or self.why) if self.why == "failed" else None
        found = (first, *self.also) if self.state == "bounce" and first else self.also
        told = (one for one in found if one[0] == seat and one[1].casefold() == address.casefold())
        return next((says for _, _, says in told), "")

    @property
    def confirmable(self) -> bool:
        """Whether it can still be confirmed: it is then processed as its seat's own, whatever it was before."""
        return self.state in _VOUCHABLE or (self.state == "command" and not self.credible)


VerdictTrait = Literal["fingerprint", "guessed on", "receipt", "answered on", "answered at", "answered to"]
"""What verdicts may have in common."""


class Catalogue:
    """The index of an inbox: verdicts by what they have in common, so that finding some among thousands is fast."""

    def __init__(self) -> None:
        self._verdicts: dict[tuple[VerdictTrait, Hashable], dict[int, Verdict]] = {}

    def enter(self, verdict: Verdict, instead: Verdict | None = None) -> None:
        """Add a verdict, *instead* of an earlier one on the same item if there was one."""
        for trait in _traits(instead) if instead else ():
            self._verdicts[trait].pop(verdict.item, None)
        for trait in _traits(verdict):
            self._verdicts.setdefault(trait, {})[verdict.item] = verdict

    def find(self, kind: VerdictTrait, value: Hashable) -> list[Verdict]:
        """The verdicts with *value* in common, in the order in which their items were stored."""
        found = self._verdicts.get((kind, value), {})
        return [found[item] for item in sorted(found)]


def _traits(verdict: Verdict) -> Iterator[tuple[VerdictTrait, Hashable]]:
    if verdict.fingerprint and verdict.state != "doubled":
        yield "fingerprint", verdict.fingerprint
    if verdict.guess:
        yield "guessed on", (verdict.received.date(), verdict.guess)
    if verdict.receipt:
        yield "receipt", verdict.receipt
        yield "answered on", verdict.received.date()
        yield "answered at", verdict.answered.casefold()
        yield "answered to", verdict.seat


_DIGITS = 8
_NAME = re.compile(r"((\d{4,})-([0-9a-f]{8}))(?:-([a-z0-9_.-]+))?\.(?:eml|yaml)")


class InboxItem(msgspec.Struct, frozen=True):
    """A stored email, or a stored sheet whose file name gave its *seat*; its *name* is `0007-1f2e3d4c`."""

    number: int
    name: str
    path: Path
    seat: str = ""

    @property
    def is_mail(self) -> bool:
        """Whether it came as an email; otherwise as a bare sheet."""
        return self.path.suffix == ".eml"

    @property
    def arrived(self) -> datetime:
        """When it arrived."""
        return datetime.fromtimestamp(int(self.path.stat().st_mtime), UTC)


class _Contents:
    """The content of an inbox folder: its names, the items in order, the verdicts read so far.

    The *catalogue* is made from all verdicts on first use.
    """

    def __init__(self, folder: Path) -> None:
        self.names = set(files.names(folder))
        self.items: list[InboxItem] = []
        self.numbers: dict[int, InboxItem] = {}
        self.digests: dict[str, list[InboxItem]] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.catalogue: Catalogue | None = None
        found = filter(None, map(_NAME.fullmatch, sorted(self.names)))
        items = (InboxItem(int(name[2]), name[1], folder / name[0], name[4] or "") for name in found)
        for item in sorted(items, key=lambda item: item.number):
            self.add(item)

    def add(self, item: InboxItem) -> None:
        """Add an item, whose number is the highest so far."""
        self.names.add(item.path.name)
        self.items.append(item)
        self.numbers.setdefault(item.number, item)
        self.digests.setdefault(item.name.partition("-")[2], []).append(item)


class Inbox:
    """The inbox folder of a game.

    Its names are read once, and each verdict at most once, as there may be thousands: only the holder of the game's
    lock adds anything, through an `Inbox` made after taking the lock.

    The names of sheets without an email are made with *key*, if there is one: a sheet has few words, and whoever sees
    the folder could try on a name of another kind whether it says what they guess.
    """

    def __init__(self, folder: Path, key: str = "") -> None:
        self.folder = folder
        self._key = key
        self._read: _Contents | None = None
        self.passed_over: dict[int, str] = {}
        """The items whose verdicts are damaged, and why, where that stops no one: see `ReadInbox`."""

    def passing_over(self) -> "ReadInbox":
        """The same inbox, looked at only: see `ReadInbox`."""
        return ReadInbox(self.folder, self._key)

    @property
    def _contents(self) -> _Contents:
        if self._read is None:
            self._read = _Contents(self.folder)
        return self._read

    def items(self) -> list[InboxItem]:
        """All items in the order in which they were kept."""
        return [*self._contents.items]

    def keep(
        self,
        raw: bytes,
        arrived: datetime,
        *,
        seat: str = "",
        source: str = "",
        beside: Mapping[str, bytes] = MappingProxyType({}),
    ) -> tuple[InboxItem, bool]:
        """Store *raw* durably; return its item and whether it is new.

        An email is identified by its bytes, a sheet by its bytes and its *source* (a file's name and time, which
        distinguish two equal sheets). What is to be *beside* a new item, by its kinds, is there before the item is.
        """
        raw = encryption.not_as_sealed(raw)
        known = self.known(raw, seat=seat, source=source)
        if known is not None:
            return known, False
        digest = self._digests(raw, seat, source)[0]
        number = self._contents.items[-1].number + 1 if self._contents.items else 1
        name = f"{number:04d}-{digest}"
        file = f"{name}-{seat}.yaml" if seat else f"{name}.eml"
        item = InboxItem(number, name, self.folder / file, seat)
        for old in [each for each in self._contents.names if each.startswith(f"{name}.")]:
            (self.folder / old).unlink()  # it was for an item that a kill let no one keep
            self._contents.names.discard(old)
        for kind, data in beside.items():
            self.keep_beside(item, kind, data)
        self._write(file, raw, arrived)
        self._contents.add(item)
        return item, True

    def known(self, raw: bytes, *, seat: str = "", source: str = "") -> InboxItem | None:
        """The item as which *raw* was kept, if it was, an email with whichever ends of lines."""
        raw = encryption.not_as_sealed(raw)
        for data in (raw,) if seat else _with_ends_of_lines(raw):
            alike = (
                item for name in self._digests(data, seat, source) for item in self._contents.digests.get(name, ())
            )
            if item := next((each for each in alike if encryption.same(each.path, data)), None):
                return item
        return None

    def _digests(self, raw: bytes, seat: str, source: str) -> tuple[str, ...]:
        """The digests that may be in the name of an item; a new one has the first."""
        said = b"\0".join((seat.encode(), source.encode(), raw))
        plain = hashlib.sha256(said).hexdigest()[:_DIGITS]
        return (
            (hmac.digest(self._key.encode(), said, "sha256").hex()[:_DIGITS], plain) if seat and self._key else (plain,)
        )

    def verdict(self, item: InboxItem) -> Verdict | None:
        """The verdict on *item*; None until it is processed."""
        known, name = self._contents.verdicts, _beside(item)
        if item.name not in known and name in self._contents.names:
            known[item.name] = files.read(self.folder / name, Verdict, "the mail is read again")
        return known.get(item.name)

    def judge(self, item: InboxItem, verdict: Verdict) -> None:
        """Close *item*."""
        self._write(_beside(item), msgspec.json.format(msgspec.json.encode(verdict)) + b"\n")
        before, self._contents.verdicts[item.name] = self._contents.verdicts.get(item.name), verdict
        if self._contents.catalogue:
            self._contents.catalogue.enter(verdict, before)

    def waiting(self) -> list[InboxItem]:
        """The items not yet processed, or not since someone confirmed them."""
        return [item for item in self.items() if self._waits(item)]

    def _waits(self, item: InboxItem) -> bool:
        verdict = self.verdict(item)
        if verdict is None:
            return True
        return verdict.confirmable and not verdict.vouched and self.confirmation_of(item) is not None

    def confirm(self, item: InboxItem, confirmation: Confirmation) -> None:
        """Record that *item* is from a seat; it is then processed again, even if it was confirmed before."""
        self.keep_beside(item, "vouch", msgspec.json.encode(confirmation))
        verdict = self.verdict(item)
        if verdict and verdict.vouched:
            self.judge(item, msgspec.structs.replace(verdict, vouched=""))

    def reopen(self, item: InboxItem) -> None:
        """Let *item* be processed again, as `reopened`."""
        self.keep_beside(item, "reopened", b"{}")
        try:
            (self.folder / _beside(item)).unlink(missing_ok=True)
            files.settle(self.folder)
        finally:
            self._read = None

    def reopened(self, item: InboxItem) -> bool:
        """Whether *item* had a reply before, and is processed again."""
        return _beside(item, ".reopened") in self._contents.names

    def confirmation_of(self, item: InboxItem) -> Confirmation | None:
        """Who confirmed *item*."""
        return self.beside(item, "vouch", Confirmation, "no one has confirmed the email")

    def beside(self, item: InboxItem, kind: str, wanted: type[files.T], without: str) -> files.T | None:
        """What is stored beside *item* as *kind*, or None. Raises `Damaged`."""
        name = _beside(item, f".{kind}")
        return files.read(self.folder / name, wanted, without) if name in self._contents.names else None

    def keep_beside(self, item: InboxItem, kind: str, data: bytes) -> None:
        """Store something beside *item*."""
        self._write(_beside(item, f".{kind}"), data + b"\n")

    def same_mail(self, fingerprint: str, but: InboxItem) -> Verdict | None:
        """The last verdict on an email that had *fingerprint*, other than item *but* and mere copies."""
        found = (one for one in reversed(self._found("fingerprint", fingerprint)) if one.item != but.number)
        return next(found, None)

    def answered_on(self, day: date) -> list[Verdict]:
        """The verdicts on emails of a *day* (UTC) that got a reply."""
        return self._found("answered on", day)

    def answered_at(self, address: str) -> list[Verdict]:
        """The verdicts on emails whose reply went to *address*."""
        return self._found("answered at", address.casefold())

    def answered_by(self, ident: str) -> Verdict | None:
        """The verdict on the email that message *ident* replied to."""
        return next(iter(self._found("receipt", ident)), None)

    def answered_to(self, seat: str) -> list[Verdict]:
        """The verdicts on emails for which *seat* got a reply."""
        return self._found("answered to", seat)

    def guessed_on(self, day: date, seat: str) -> list[Verdict]:
        """The verdicts on emails of a *day* (UTC) that may be from *seat*, though nothing proves it."""
        return self._found("guessed on", (day, seat))

    def numbered(self, number: int) -> InboxItem | None:
        """The item with this *number*."""
        return self._contents.numbers.get(number)

    def verdicts(self) -> list[Verdict]:
        """The verdicts on the items, in the order in which they were stored."""
        return [verdict for item in self._contents.items if (verdict := self.verdict(item))]

    def _found(self, kind: VerdictTrait, value: Hashable) -> list[Verdict]:
        if self._contents.catalogue is None:
            catalogue = Catalogue()
            for verdict in self.verdicts():
                catalogue.enter(verdict)
            self._contents.catalogue = catalogue
        return self._contents.catalogue.find(kind, value)

    def _write(self, name: str, data: bytes, arrived: datetime | None = None) -> Path:
        try:
            files.write(self.folder / name, data, arrived=arrived)
        except BaseException:
            self._read = None  # it may exist nevertheless
            raise
        self._contents.names.add(name)
        return self.folder / name


def _with_ends_of_lines(raw: bytes) -> tuple[bytes, ...]:
    """An email as it is, and as servers and folders store the same one: with either end of each line."""
    short = raw.replace(b"\r\n", b"\n")
    return (raw, *({short, short.replace(b"\n", b"\r\n")} - {raw}))


class ReadInbox(Inbox):
    """An inbox that is only looked at: damaged verdicts are passed over, as if their items were not judged yet."""

    def verdict(self, item: InboxItem) -> Verdict | None:
        """The verdict on *item*, if it has one that can be read."""
        try:
            return super().verdict(item)
        except files.Damaged as why:
            self.passed_over[item.number] = str(why)
            return None


def _beside(item: InboxItem, kind: str = "") -> str:
    """The name of a file that belongs to *item*; without a kind, that of its verdict."""
    return f"{item.name}{kind}.json"


def kept_of(raw: bytes, size: int, above: bytes = b"") -> bytes:
    """What is kept of an email of *size* bytes that begins with *raw*, with the lines *above* put on top."""
    if size <= MOST_BYTES:
        return above + raw
    return b"X-Cut-Off: of %d bytes" % size + line_end(raw) + above + raw[:HEAD]


def size_of(raw: bytes) -> int:
    """The size in bytes of the email of which *raw* was kept."""
    found = _NOTE.match(raw)
    return int(found[1]) if found else len(raw)


def gathered(chunks: Iterable[bytes]) -> tuple[bytes, int]:
    """The beginning of what comes in *chunks*, no more than tells that it is too large, and the size of all of it."""
    start = bytearray()
    size = 0
    for chunk in chunks:
        start += chunk[: MOST_BYTES + 1 - len(start)]
        size += len(chunk)
    return bytes(start), size


def read_start(file: BinaryIO) -> tuple[bytes, int]:
    """What `gathered` gives of a *file*."""
    return gathered(iter(partial(file.read, _CHUNK), b""))


def line_end(start: bytes) -> bytes:
    """How the lines of an email end that begins with *start*."""
    line = start[: start.find(b"\n") + 1]
    return b"\r\n" if line.endswith(b"\r\n") else b"\n"
