"""The inbox: every mail or sheet as it came, and beside it what became of it."""

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.store import files, sealing
from pbem.store.refusal import Refusal

State = Literal[
    "accepted",
    "refused",
    "command",
    "words",
    "held",
    "unclaimed",
    "dismissed",
    "doubled",
    "elsewhere",
    "robot",
    "bounce",
]
"""What became of an item.

    accepted    its order counts, or was carried out
    refused     its seat was told why nothing in it counts
    command     its commands were obeyed, or their seat was told why not
    words       it holds neither order nor command: it is for the moderator
    held        it waits for the moderator, who has to confirm that it is from its seat
    unclaimed   no seat is known for it
    dismissed   the moderator has looked at it, and it stays without effect
    doubled     the same mail was there before
    elsewhere   it is for another game that shares the mailbox
    robot       a program wrote it
    bounce      it tells that a message of ours did not arrive
"""
OPEN: frozenset[State] = frozenset({"held", "unclaimed"})
"""What the moderator can still vouch for."""
_NAME = re.compile(r"(\d{4,})-([0-9a-f]{8})(?:-([a-z0-9_.-]+))?\.(eml|yaml)")


class Damaged(Refusal):
    """What was kept of an item cannot be read any more."""


class Item(msgspec.Struct, frozen=True):
    """A kept mail, or a kept sheet whose *seat* its file name told."""

    number: int
    path: Path
    seat: str = ""

    @property
    def name(self) -> str:
        """The name by which log and people call it: `0007-1f2e3d4c`."""
        return "-".join(self.path.name.split(".")[0].split("-")[:2])

    @property
    def is_mail(self) -> bool:
        """Whether it came as a mail, else as a bare sheet."""
        return self.path.suffix == ".eml"

    @property
    def arrived(self) -> datetime:
        """When it arrived."""
        return datetime.fromtimestamp(int(self.path.stat().st_mtime), UTC)


class Vouch(msgspec.Struct, frozen=True, omit_defaults=True):
    """That an item is from *seat*: by whose word, and when; an *address* becomes the seat's own from then on."""

    seat: str
    by: Literal["moderator", "player"]
    at: datetime
    address: str = ""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an item: whose it was, for which stage, and what was wrong.

    *why* is a word for what made it a robot's, a bounce or unclaimed; *about* the message that bounced or the item
    that it doubles. *answered* is the address that the answer *receipt* goes to; *mark* knows the same mail again.
    *written* is when its sender says that it was written.
    """

    item: int
    state: State
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
    mark: str = ""
    written: str = ""
    vouched: Literal["", "moderator", "player"] = ""


class Inbox:
    """The inbox folder of a game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._verdicts: dict[str, Verdict] = {}
        self._named: dict[str, Item | None] = {}

    def items(self) -> list[Item]:
        """All items in the order in which they were kept."""
        return sorted(self._items(), key=lambda item: item.number)

    def _items(self) -> Iterator[Item]:
        """The folder is read each time, but each name in it is understood once: there may be thousands."""
        for name in files.names(self.folder):
            if name not in self._named:
                found = _NAME.fullmatch(name)
                self._named[name] = Item(int(found[1]), self.folder / name, found[3] or "") if found else None
            if item := self._named[name]:
                yield item

    def keep(self, raw: bytes, arrived: datetime, *, seat: str = "", mark: str = "") -> tuple[Item, bool]:
        """Store *raw* for good; return its item and whether it is new.

        A mail is known again by its bytes, a sheet by its bytes and its *mark* (what tells two
        equal sheets apart: a file's name and time).
        """
        digest = hashlib.sha256(b"\0".join((seat.encode(), mark.encode(), raw))).hexdigest()[:8]
        items = self.items()
        for item in items:
            if digest in item.path.name and item.name.endswith(digest) and sealing.same(item.path, raw):
                return item, False
        number = max((item.number for item in items), default=0) + 1
        name = f"{number:04d}-{digest}-{seat}.yaml" if seat else f"{number:04d}-{digest}.eml"
        path = self.folder / name
        files.write(path, raw, arrived=arrived)
        return Item(number, path, seat), True

    def verdict(self, item: Item) -> Verdict | None:
        """What became of *item*; nothing as long as it was not looked at to the end."""
        if item.path.name not in self._verdicts:
            path = self._beside(item)
            if not path.exists():
                return None
            try:
                self._verdicts[item.path.name] = msgspec.json.decode(path.read_bytes(), type=Verdict)
            except msgspec.DecodeError as error:
                raise Damaged(f"{path} is damaged ({error}); without it the mail is looked at anew") from error
        return self._verdicts[item.path.name]

    def judge(self, item: Item, verdict: Verdict) -> None:
        """Close *item*."""
        files.write(self._beside(item), msgspec.json.format(msgspec.json.encode(verdict)) + b"\n")
        self._verdicts[item.path.name] = verdict

    def waiting(self) -> list[Item]:
        """The items that were not looked at to the end, or not since somebody vouched for them."""
        return [item for item in self.items() if self._waits(item)]

    def _waits(self, item: Item) -> bool:
        verdict = self.verdict(item)
        return verdict is None or (verdict.state in OPEN and not verdict.vouched and self.vouched(item) is not None)

    def vouch(self, item: Item, vouch: Vouch) -> None:
        """Keep that *item* is from a seat; it is then looked at again."""
        self.keep_beside(item, "vouch", msgspec.json.encode(vouch))

    def vouched(self, item: Item) -> Vouch | None:
        """Who vouched for *item*."""
        kept = self.beside(item, "vouch")
        return msgspec.json.decode(kept, type=Vouch) if kept else None

    def beside(self, item: Item, kind: str) -> bytes:
        """What is kept beside *item* under the name *kind*; empty if nothing is."""
        path = self._beside(item, f"{kind}.json")
        return path.read_bytes() if path.exists() else b""

    def keep_beside(self, item: Item, kind: str, data: bytes) -> None:
        """Keep something that belongs to *item* beside it."""
        files.write(self._beside(item, f"{kind}.json"), data + b"\n")

    def marked(self, mark: str, but: Item) -> Verdict | None:
        """The last verdict on a mail that had *mark*, other than item *but* and those that were mere copies."""
        found = (one for one in reversed(self.verdicts()) if one.mark == mark and one.state != "doubled")
        return next((one for one in found if one.item != but.number), None)

    def numbered(self, number: int) -> Item | None:
        """The item that people call by *number*."""
        return next((item for item in self.items() if item.number == number), None)

    def verdicts(self) -> list[Verdict]:
        """What became of the items, in the order in which they were kept."""
        return [verdict for item in self.items() if (verdict := self.verdict(item))]

    def _beside(self, item: Item, kind: str = "json") -> Path:
        return self.folder / f"{item.name}.{kind}"
