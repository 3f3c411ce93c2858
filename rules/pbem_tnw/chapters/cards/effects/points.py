"""The effect `cp`: Command Points for some uses only (6.3)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.buying import Purchase
from pbem_tnw.chapters.builds.returning import come_back
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.given import (
    home_bases,
    may_hold,
    open_ports,
    place_units,
    preferred,
    refit,
    refitting,
    units_in_yard,
)
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.sequence.points import PointsGained
from pbem_tnw.edition.card_words import PointsEffect
from pbem_tnw.position.control import homes
from pbem_tnw.position.forces import generals_of, squadrons_at
from pbem_tnw.position.impulse import PointPool
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState

UNIT = 2
"""CPs for strength 1 (7.1)."""


@hindrances.register
def _no_nation(effect: PointsEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not nation_meant(state, playing, effect.who):
        yield idle(playing, "no-nation")


@carry_out.register
def _points(effect: PointsEffect, table: Table[WarState], playing: Playing) -> None:
    """The Active nation spends them by the lines that follow, any other at once."""
    nation = nation_meant(table.state, playing, effect.who)
    if nation == table.state.active:
        pool = PointPool(nation=nation, points=effect.n, use=effect.use, source=playing.card.id)
        table.emit(PointsGained(pool=pool))
    else:
        spend_at_once(table, nation, effect.n, effect.use)


def spend_at_once(table: Table[WarState], nation: str, points: int, uses: tuple[str, ...]) -> None:
    """Spend points of a nation that is not Active: Refit markers off, pieces back from the Regroup box, then units.

    Units go where its seat's standing order `place_at` says, else to the capital (2.3, row 8).
    """
    while points > 0:
        used = _spend_one(table, nation, points, uses)
        if not used:
            return
        points -= used


def _spend_one(table: Table[WarState], nation: str, points: int, uses: tuple[str, ...]) -> int:
    """Spend points once; gives back how many, 0 if there is no use for what is left."""
    state = table.state
    ships = refitting(state, nation)
    if "refit" in uses and ships:
        refit(table, *ships[0], "refitted")
        return 1
    bases = preferred(state, nation, home_bases(state, nation))
    if "regroup" in uses and bases:
        if generals := generals_of(state, REGROUP, (nation,)):
            come_back(table, nation, (Purchase(what="general", at=bases[0], general=generals[0], points=1),))
            return 1
        if state.units.get(REGROUP, {}).get(nation):
            come_back(table, nation, (Purchase(what="unit", at=bases[0], points=1),))
            return 1
    ports = open_ports(state, nation)
    if "regroup" in uses and ports and squadrons_at(state, REGROUP, (nation,)):
        come_back(table, nation, (Purchase(what="squadron", at=ports[0], points=1),))
        return 1
    room = preferred(state, nation, tuple(home for home in homes(state, nation) if may_hold(state, nation, home)))
    if "unit" in uses and points >= UNIT and room and units_in_yard(state, nation) > 0:
        place_units(table, nation, room[0], 1)
        return UNIT
    return 0
