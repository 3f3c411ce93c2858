"""Pieces at the start: units, generals, Squadrons, Flags (4.1, 7, 13.10)."""

from collections import defaultdict
from collections.abc import Iterator

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.board import WarMap
from pbem_tnw.edition.check.known import DUCHIES, LEADERS, ZONES, KnownIds
from pbem_tnw.edition.check.nations import NATIONS, flags
from pbem_tnw.edition.nations import YARD, Leader, Nation, Nations

COMMANDS, RATINGS = (4, 6, 8), (1, 2, 3, 4)
CARD_LEADERS = {"bernadotte", "poniatowski"}
"""The generals that only cards bring into play (7.2)."""
LATE_LEADERS = 3
"""Generals that come from the second Turn on (7.2)."""
NAPOLEON = "napoleon"
_MAP: tuple[OrderPath, ...] = (DUCHIES,)


class _Control:
    """Who controls a duchy at the start, and which Camp: a neutral nation is one of its own."""

    def __init__(self, armies: Nations, board: WarMap) -> None:
        placed = flags(armies)
        self.camps: dict[str, str] = {
            each.id: each.camp if each.camp != "neutral" else each.id for each in armies.nations
        }
        self.nations = {duchy.id: placed.get(duchy.id, duchy.nation) for duchy in board.duchies}
        self.duchies = {duchy.id: duchy for duchy in board.duchies}
        self.zones = {zone.id: zone for zone in board.zones}

    def camp(self, nation: str) -> str:
        return self.camps.get(nation, nation)

    def friendly(self, duchy: str, nation: str) -> bool:
        """Whether *duchy*, if it is known, is controlled by the Camp of *nation*."""
        return duchy not in self.nations or self.camp(self.nations[duchy]) == self.camp(nation)


def check(armies: Nations, board: WarMap, known: KnownIds) -> Iterator[Problem]:
    """Every problem of the pieces at the start."""
    control = _Control(armies, board)
    for number, nation in enumerate(armies.nations):
        path = (*NATIONS, number)
        yield from _units((*path, "units"), nation, control, known)
        yield from _squadrons((*path, "squadrons"), nation, control, known)
        yield from _flags((*path, "flags", "placed"), nation, control, known)
        yield from _leaders((*path, "leaders"), nation, known)
        yield from _limits(path, nation)
    yield from _flags_twice(armies)
    yield from _two_camps(armies, control)
    yield from _all_leaders(armies)


def _units(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, units in enumerate(nation.units):
        path, args = (*listed, number), {"nation": nation.name, "duchy": units.at}
        yield from known.unknown("duchy", units.at, (*path, "at"))
        if units.strength < 1:
            yield Problem("strength-of-units", (*path, "strength"), args=args)
        if units.at in seen:
            yield Problem("units-twice", (*path, "at"), args=args)
        seen.add(units.at)
        if not control.friendly(units.at, nation.id):
            yield Problem("units-abroad", (*path, "at"), rule="8.2", args=args, rests_on=_MAP)


def _squadrons(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    for number, squadrons in enumerate(nation.squadrons):
        path, args = (*listed, number, "at"), {"nation": nation.name, "place": squadrons.at}
        yield from known.unknown("place", squadrons.at, path)
        if squadrons.number < 1:
            yield Problem("number-of-squadrons", (*listed, number, "number"), args=args)
        duchy, zone = control.duchies.get(squadrons.at), control.zones.get(squadrons.at)
        if duchy and not (duchy.is_port and control.friendly(duchy.id, nation.id)):
            yield Problem("squadrons-without-port", path, rule="13.2", args=args, rests_on=_MAP)
        if zone and not any(control.friendly(port, nation.id) for port in zone.ports):
            yield Problem("squadrons-far-from-home", path, rule="13.10", args=args, rests_on=(ZONES, DUCHIES))


def _flags(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    """A Flag stands on a foreign duchy, an enemy's, unfortified, with units of the nation (7.4)."""
    for number, place in enumerate(nation.flags.placed):
        path, args = (*listed, number), {"nation": nation.name, "duchy": place}
        yield from known.unknown("duchy", place, path)
        duchy = control.duchies.get(place)
        if duchy is None:
            continue
        if control.camp(duchy.nation) == control.camp(nation.id):
            yield Problem("flag-on-a-friend", path, rule="7.4", args=args, rests_on=_MAP)
        elif duchy.is_fortress or not any(units.at == place for units in nation.units):
            yield Problem("flag-not-won", path, rule="7.4", args=args, rests_on=_MAP)


def _flags_twice(armies: Nations) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, nation in enumerate(armies.nations):
        for at, place in enumerate(nation.flags.placed):
            if place in seen:
                path = (*NATIONS, number, "flags", "placed", at)
                yield Problem("two-flags", path, rule="7.4", args={"duchy": place})
            seen.add(place)


def _leaders(listed: OrderPath, nation: Nation, known: KnownIds) -> Iterator[Problem]:
    if not nation.leaders:
        yield Problem("no-leader", listed, args={"nation": nation.name})
    for number, leader in enumerate(nation.leaders):
        path, args = (*listed, number), {"general": leader.name}
        if leader.command not in COMMANDS:
            yield Problem("command", (*path, "command"), rule="7.2", args={**args, "found": leader.command})
        if leader.battle not in RATINGS:
            yield Problem("rating", (*path, "battle"), args={**args, "found": leader.battle})
        if sum((bool(leader.at), leader.not_before is not None, leader.card)) != 1:
            yield Problem("one-way-into-play", path, rule="7.2", args=args)
        if leader.card != (leader.id in CARD_LEADERS):
            yield Problem("leader-by-card", (*path, "card") if leader.card else path, rule="7.2", args=args)
        if leader.at and leader.at != YARD:
            yield from known.unknown("duchy", leader.at, (*path, "at"))
            if known.has("duchy", leader.at) and not any(units.at == leader.at for units in nation.units):
                where = {**args, "duchy": leader.at, "nation": nation.name}
                yield Problem("leader-alone", (*path, "at"), args=where, rests_on=(listed[:-1],))


def _all_leaders(armies: Nations) -> Iterator[Problem]:
    every: list[tuple[OrderPath, str, Leader]] = [
        ((*NATIONS, number, "leaders", at), nation.id, leader)
        for number, nation in enumerate(armies.nations)
        for at, leader in enumerate(nation.leaders)
    ]
    seen: set[str] = set()
    for path, _, leader in every:
        if leader.id in seen:
            yield Problem("id-twice", (*path, "id"), args={"id": leader.id})
        seen.add(leader.id)
    if not any((nation, leader.id) == ("france", NAPOLEON) for _, nation, leader in every):
        yield Problem("no-napoleon", LEADERS, rule="17.3")
    second = armies.tracks.turn.boxes[1:2]
    late = [leader for _, _, leader in every if leader.not_before is not None]
    if len(late) != LATE_LEADERS or any((leader.not_before,) != second for leader in late):
        args = {"found": tuple(leader.name for leader in late), "wanted": LATE_LEADERS, "years": second}
        yield Problem("late-leaders", LEADERS, rule="7.2", args=args)


def _limits(path: OrderPath, nation: Nation) -> Iterator[Problem]:
    used = {
        "units": sum(each.strength for each in nation.units),
        "squadrons": sum(each.number for each in nation.squadrons),
        "flags": len(nation.flags.placed),
    }
    for key, found in used.items():
        most = getattr(nation.limits, key)
        if found > most:
            args = {"nation": nation.name, "pieces": key, "found": found, "most": most}
            yield Problem("more-than-there-are", (*path, "limits", key), rule="7", args=args)


def _two_camps(armies: Nations, control: _Control) -> Iterator[Problem]:
    """No duchy or zone holds forces of two Camps."""
    there: dict[str, dict[str, str]] = defaultdict(dict)
    told: set[str] = set()
    for number, nation in enumerate(armies.nations):
        pieces = [("units", at, each.at) for at, each in enumerate(nation.units)]
        pieces += [("squadrons", at, each.at) for at, each in enumerate(nation.squadrons)]
        for key, at, place in pieces:
            there[place].setdefault(control.camp(nation.id), nation.name)
            if len(there[place]) > 1 and place not in told:
                told.add(place)
                args = {"place": place, "nations": tuple(there[place].values())}
                yield Problem("two-camps", (*NATIONS, number, key, at, "at"), rule="8.3", args=args)
