"""What game.yaml says of the moderator: who it is, when they get letters, and which of their emails are trusted."""

from datetime import time
from typing import Any, Literal, Self

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode
from pbem.report.layout import visible
from pbem.settings.time.times import Zone

_OFF = ("no", "off", "none", "never")

UrgentMatter = Literal["failures", "deadlines", "mail", "appeals"]
"""What is told at once: pbem failed; a deadline passed and the game waits; no mail goes or comes; an appeal."""


class DigestTime(msgspec.Struct, frozen=True):
    """The time of day of the moderator's letters, on the moderator's clock: `08:00`; or `no`, for none."""

    at: time | None = None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = node.text.strip() if isinstance(node, TextNode) else ""
        if text.casefold() in _OFF:
            return cls()
        hour, _, minute = text.partition(":")
        try:
            return cls(time(int(hour), int(minute)))
        except ValueError:
            raise reader.blame(node, "not-a-time-of-day", text=text) from None

    def spell(self, speller: Speller) -> Any:
        return f"{self.at:%H:%M}" if self.at else "no"


class ModeratorSettings(msgspec.Struct, frozen=True):
    """The moderator, who gets a letter at the time *digest* of a day on which something waits for them.

    Times are those of *zone*, otherwise of the game's. *urgent* matters are told at once; what was told and still waits
    is told again *daily* or *weekly*; if *all_is_well* that is told once a week, too. Lines that they mail are carried
    out if *answers* says so, or only from `signed` emails.
    """

    name: str = ""
    address: str = ""
    zone: Zone | None = None
    digest: DigestTime = DigestTime(time(8))
    urgent: tuple[UrgentMatter, ...] = ("failures", "deadlines", "mail", "appeals")
    repeat: Literal["daily", "weekly"] = "weekly"
    all_is_well: bool = False
    answers: Literal["yes", "no", "signed"] = "yes"

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "name", visible(self.name))
