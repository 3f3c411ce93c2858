"""The inbox: every mail or sheet as it came, and beside it what became of it."""

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.store import files

State = Literal["accepted", "refused", "unclaimed", "robot"]
_NAME = re.compile(r"(\d{4,})-([0-9a-f]{8})(?:-([a-z0-9_.-]+))?\.(eml|yaml)")


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


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an item: whose it was, for which stage, and what was wrong."""

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
    guess: str = ""


class Inbox:
    """The inbox folder of a game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def items(self) -> list[Item]:
        """All items in the order in which they were kept."""
        return sorted(self._items(), key=lambda item: item.number)

    def _items(self) -> Iterator[Item]:
        for path in self.folder.glob("*"):
            if found := _NAME.fullmatch(path.name):
                yield Item(int(found[1]), path, found[3] or "")

    def keep(self, raw: bytes, arrived: datetime, *, seat: str = "", mark: str = "") -> tuple[Item, bool]:
        """Store *raw* for good; return its item and whether it is new.

        A mail is known again by its bytes, a sheet by its bytes and its *mark* (what tells two
        equal sheets apart: a file's name and time).
        """
        digest = hashlib.sha256(b"\0".join((seat.encode(), mark.encode(), raw))).hexdigest()[:8]
        items = self.items()
        for item in items:
            if item.name.endswith(digest) and item.path.read_bytes() == raw:
                return item, False
        number = max((item.number for item in items), default=0) + 1
        name = f"{number:04d}-{digest}-{seat}.yaml" if seat else f"{number:04d}-{digest}.eml"
        path = self.folder / name
        files.write(path, raw, arrived=arrived)
        return Item(number, path, seat), True

    def verdict(self, item: Item) -> Verdict | None:
        """What became of *item*; nothing as long as it was not looked at to the end."""
        path = self._beside(item)
        return msgspec.json.decode(path.read_bytes(), type=Verdict) if path.exists() else None

    def judge(self, item: Item, verdict: Verdict) -> None:
        """Close *item*."""
        files.write(self._beside(item), msgspec.json.format(msgspec.json.encode(verdict)) + b"\n")

    def waiting(self) -> list[Item]:
        """The items that were not looked at to the end."""
        return [item for item in self.items() if not self._beside(item).exists()]

    def verdicts(self) -> list[Verdict]:
        """What became of the items, in the order in which they were kept."""
        return [verdict for item in self.items() if (verdict := self.verdict(item))]

    def _beside(self, item: Item) -> Path:
        return self.folder / f"{item.name}.json"
