"""What became of something that the moderator asked for."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, as lines that *say* it and as *data*; whether what is queued now *goes* out at once.

    A *page* says it in other lines, where those of the command are for a shell; *ahead* of it, when it is only asked
    for, it may say something else again.
    """

    says: tuple[str, ...]
    page: tuple[str, ...] | None = None
    ahead: tuple[str, ...] | None = None
    data: Any = None
    goes: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines for a page."""
        return self.says if self.page is None else self.page


NEVER = "no deadline"


def moment(time: datetime, zone: str) -> str:
    """A time as clocks in *zone* show it."""
    return f"{time.astimezone(ZoneInfo(zone)):%A %Y-%m-%d %H:%M} {zone}"
