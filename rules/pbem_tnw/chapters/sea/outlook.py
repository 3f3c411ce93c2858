"""What is known at sea beforehand: where a Fleet can sail, whom it meets, and the odds of a battle (13.2 to 13.5).

All is read from a view, for letters, the forecast and the bot.
"""

from collections.abc import Iterator

import msgspec

from pbem_tnw.chapters.land.odds import two_dice
from pbem_tnw.chapters.sea.battle import TARGET, battle_due, interception_bonus
from pbem_tnw.chapters.sea.encounters import may_intercept
from pbem_tnw.chapters.sea.fleets import (
    MOST_STEPS,
    SINKS,
    card_dice_at_sea,
    dice,
    guarding,
    guns,
    neighbours,
    squadron_dice,
)
from pbem_tnw.chapters.sea.odds import Fleet, SeaOdds, sea_battle
from pbem_tnw.position.forces import enemy_squadrons
from pbem_tnw.position.impulse import BattleModifier, BattleRole, SeaBattle
from pbem_tnw.position.state import WarState


class SeaOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A naval battle as it would begin, with what cards that were played add."""

    battle: SeaBattle
    cards: tuple[BattleModifier, ...] = ()

    @property
    def place(self) -> str:
        """The zone, or the Port that is attacked."""
        return self.battle.place

    @property
    def odds(self) -> SeaOdds:
        """How it may end, seen from the active side; worked out when it is asked for."""
        guns = self.battle.batteries if self.battle.in_port else None
        return sea_battle(self._fleet("attacker"), self._fleet("defender"), guns)

    def dice(self, role: BattleRole) -> int:
        """The dice of a side in the first round, without those of batteries."""
        return dice(self.battle, role, self.cards)

    def _fleet(self, role: BattleRole) -> Fleet:
        more = {one.nation: one.n for one in self.cards if one.what == "squadron-dice" and one.side == role}
        side, every = self.battle.side(role), card_dice_at_sea(self.cards, role, 0)
        spared = (one.n for one in self.cards if one.what == "spared" and one.side == role and one.face == SINKS)
        first = card_dice_at_sea(self.cards, role, 1) - every
        return Fleet(
            squadrons=tuple(
                (one.nation, squadron_dice(one) + (0 if one.build else more.get(one.nation, 0)))
                for one in side.squadrons
            ),
            first=first + (role == "attacker" and self.battle.evasion_failed), every=every, spared=sum(spared),
        )  # fmt: skip


class SeaMeeting(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy Fleet that may stop another in a *zone*, on two dice of at least *need*."""

    nation: str
    zone: str
    need: int

    @property
    def chance(self) -> float:
        """How likely it does if it tries."""
        return two_dice(self.need)


class SeaRoute(msgspec.Struct, frozen=True, kw_only=True):
    """A place that a Fleet can sail to with one sailing, by the *way* with fewest enemies, and what it meets there.

    *attacks*: it is a Port with enemy Squadrons. *guns* are the dice of narrows on the way.
    """

    place: str
    way: tuple[str, ...]
    meets: tuple[SeaMeeting, ...] = ()
    attacks: bool = False
    guns: int = 0


def sea_outlook(view: WarState, nation: str, place: str, *, evasion_failed: bool = False) -> SeaOutlook | None:
    """The battle of *nation* in a zone, or of its voyage with the Squadrons in a Port; None if there is none."""
    battle = battle_due(view, nation, place, evasion_failed=evasion_failed)
    if battle is None:
        return None
    return SeaOutlook(battle=battle, cards=view.going_on.at_sea)


def sea_routes(view: WarState, nation: str, start: str) -> tuple[SeaRoute, ...]:
    """Every place that a Fleet of *nation* can reach from a Port or zone with one sailing, the nearest first (13.2)."""
    best: dict[str, SeaRoute] = {}
    ring = {start: SeaRoute(place=start, way=())}
    for _ in range(MOST_STEPS):
        found: dict[str, SeaRoute] = {}
        for route in ring.values():
            if route.place in view.board.duchies and route.way:
                continue  # a sailing that goes on from a Port is a longer way to the same zones
            for to in neighbours(view, nation, route.place):
                if to not in best and to != start:
                    each = _further(view, nation, start, route, to)
                    found[to] = min(found.get(to, each), each, key=lambda one: (len(one.meets), one.guns, one.way))
        best |= found
        ring = found
    return tuple(sorted(best.values(), key=lambda one: (len(one.way), one.place)))


def sea_meetings(view: WarState, nation: str, zone: str, *, from_port: bool) -> Iterator[SeaMeeting]:
    """The enemy Fleets in a zone that may stop a Fleet of *nation* which enters it (13.4)."""
    for other in may_intercept(view, nation, zone):
        bonus = interception_bonus(view, other, from_port=from_port)
        yield SeaMeeting(nation=other, zone=zone, need=TARGET - bonus)


def _further(view: WarState, nation: str, start: str, route: SeaRoute, to: str) -> SeaRoute:
    if to in view.board.duchies:
        attacks = bool(enemy_squadrons(view, nation, to))
        return msgspec.structs.replace(route, place=to, way=(*route.way, to), attacks=attacks)
    from_port = route.place in view.board.duchies
    guard = guarding(view, nation, route.place, to)
    return SeaRoute(
        place=to, way=(*route.way, to), guns=route.guns + (guns(view, guard) if guard else 0),
        meets=(*route.meets, *sea_meetings(view, nation, to, from_port=from_port)),
    )  # fmt: skip
