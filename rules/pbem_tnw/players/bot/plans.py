"""What a march is: who goes, what it costs, what it is worth."""

from collections.abc import Mapping

import msgspec

from pbem_tnw.orders.lines.lines import ImpulseLine
from pbem_tnw.players.bot.survey import ForceSeen


class MarchingBody(msgspec.Struct, frozen=True):
    """Forces of one nation that could march: the commander first."""

    start: str
    generals: tuple[str, ...]
    units: int
    all_units: int
    step: int
    """CPs for a plain step: 1 as an Army, 2 as an Army Group (9.1)."""
    rating: int


class PlannedMarch(msgspec.Struct, frozen=True):
    """What a march is, what it costs at most, what it is worth in victory points, and who stands where after it."""

    body: MarchingBody
    goal: str
    cost: int
    score: float
    lines: tuple[ImpulseLine, ...]
    after: Mapping[str, ForceSeen]
    taken: bool = False
