"""How the moderator is told a time."""

from datetime import datetime
from zoneinfo import ZoneInfo

NEVER = "no deadline"


def moment(time: datetime, zone: str) -> str:
    """A time as clocks in *zone* show it."""
    return f"{time.astimezone(ZoneInfo(zone)):%A %Y-%m-%d %H:%M} {zone}"
