"""The line `sail`: a Fleet or Armada sails step by step, and each step may be answered (13.2, 13.4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, OrderPath, Problem, Weight, under
from pbem.engine.position import Box
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.land.formations import kind_of
from pbem_tnw.chapters.nation.pieces import FlagChanged, SquadronsMoved
from pbem_tnw.chapters.sea.battle import OFF_MAP, SeaFight, battle_due, speaker
from pbem_tnw.chapters.sea.encounters import AttackAtSea, entering, intercept_at_once
from pbem_tnw.chapters.sea.events import FleetMoved, SailEnded, SeaWaypointPassed, VoyageBegan, VoyageEnded
from pbem_tnw.chapters.sea.fleets import (
    MOST_STEPS,
    NOTHING,
    able_to_sail,
    aboard,
    dice,
    fresh_first,
    in_sinking_order,
    is_attack,
    moored,
    prey_off_map,
    room,
    route,
    voyage_of,
    wrong_with_sea_step,
)
from pbem_tnw.chapters.turn.events import LineSkipped
from pbem_tnw.chapters.turn.facts import BattleAhead, SeatFacts, left, spend
from pbem_tnw.edition.board import FLEETS, on_map
from pbem_tnw.orders.choices import BattleWish
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import AttackLine, SailLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import OddsLimit, Strengths
from pbem_tnw.position.control import allied, at_war, controller, friendly, seat_of
from pbem_tnw.position.forces import allied_squadrons, enemy_squadrons, squadrons_at, still_at
from pbem_tnw.position.impulse import Pieces, SailingsMade, SeaBattle, Squadron, Voyage
from pbem_tnw.position.state import OrdersUnderWay, WarState

RULE = "13.2"
DrawnFleet = tuple[tuple[Squadron, ...], tuple[Problem, ...]]
"""Squadrons that sail together, and what is wrong with them."""


def drawn_up(state: WarState, nation: str, place: str, wanted: Strengths) -> DrawnFleet:
    """The Squadrons at a place that *nation* sails with: as said, those that it sails with already, or all its own."""
    numbers = _numbers(state, nation, place, wanted)
    state = moored(state)
    ships: list[Squadron] = []
    problems = list(_wrong(state, nation, place, numbers))
    for each, number in numbers.items():
        ready = [one for one in squadrons_at(state, place, (each,)) if one.sails]
        ships += ready[: min(number, able_to_sail(state, each, place))]
    lending = lenders(state, nation, ships)
    if not problems:
        args = {"nation": nation}
        problems += [
            Problem("lent-pieces", ("squadrons",), "13.1", {**args, "lender": seat}, Weight.unwise) for seat in lending
        ]
    return tuple(sorted(ships)), tuple(problems)


def is_armada(ships: Iterable[Squadron]) -> bool:
    """Whether Squadrons are of several nations."""
    return len({one.nation for one in ships}) > 1


def fare(ships: Iterable[Squadron]) -> int:
    """What a Fleet or an Armada pays to sail or to attack (13.2, 13.4)."""
    return 2 if is_armada(ships) else 1


def lenders(state: WarState, nation: str, ships: Iterable[Squadron]) -> Mapping[str, int]:
    """By seat: the number of Squadrons of other seats, which come along only with consent (13.1)."""
    own = seat_of(state, nation)
    found = Counter(seat_of(state, one.nation) for one in ships)
    return {seat: found[seat] for seat in dict.fromkeys(state.control.values()) if found[seat] and seat != own}


def refuse_unlent(table: Table[WarState], nation: str, ships: Iterable[Squadron]) -> bool:
    """Tell the Active seat that Squadrons are not lent to it: whether the line cannot be carried out."""
    asked = lenders(table.state, nation, ships)
    lender = next((seat for seat, n in asked.items() if not _lends(table.views[seat], seat, nation, n)), "")
    if not lender:
        return False
    seat = seat_of(table.state, nation)
    number = table.state.under_way.get(seat, OrdersUnderWay(nation=nation)).number
    problem = Problem("not-lent", ("squadrons",), "13.1", {"lender": lender, "nation": nation})
    table.emit(LineSkipped(seat=seat, nation=nation, number=number, problem=problem))
    return True


def _lends(view: WarState, lender: str, nation: str, number: int) -> bool:
    """Whether the seat *lender*, whose *view* it is, lets so many of its Squadrons go with a Fleet of *nation*."""
    orders = view.standing.get(lender)
    answer = orders.consent.lend.get(nation) if orders is not None and orders.consent is not None else None
    if answer is None or answer.generals or (answer.units is not None and number > answer.units):
        return False
    return value(answer.condition, SeatFacts(view, lender, nation))


def _numbers(state: WarState, nation: str, place: str, wanted: Strengths) -> dict[str, int]:
    """By nation how many Squadrons are meant."""
    voyage = voyage_of(state)
    beside = moored(state)
    if wanted.numbers:
        return {each: n for each in dict.fromkeys((nation, *state.board.sequence)) if (n := wanted.of(each, nation))}
    if wanted.every:
        mates = [each for each in state.board.sequence if seat_of(state, each) == seat_of(state, nation)]
        able = {each: able_to_sail(beside, each, place) for each in mates if allied(state, nation, each)}
        return {each: n for each, n in able.items() if n or each == nation}
    if voyage is not None and voyage.place == place and voyage.squadrons:
        return dict(Counter(one.nation for one in voyage.squadrons))
    return {nation: able_to_sail(beside, nation, place)}


def _wrong(state: WarState, nation: str, place: str, numbers: Mapping[str, int]) -> Iterator[Problem]:
    path: OrderPath = ("squadrons",)
    for each, wanted in numbers.items():
        there = squadrons_at(state, place, (each,))
        ready = sum(one.sails for one in there)
        args = {"nation": each, "place": place, "wanted": wanted, "there": len(there), "marked": len(there) - ready}
        able = able_to_sail(state, each, place)
        if not allied(state, nation, each):
            yield Problem("fleet-not-ally", path, "13.1", {"other": each, "nation": nation})
        elif not able or wanted > able:
            yield Problem("too-few-squadrons", path, RULE, {**args, "able": able})
    if nation not in numbers:
        yield Problem("fleet-without-own", path, "8.2", {"nation": nation, "place": place})


class SettingOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Fleet that sets out, what that costs, what the Squadrons that stay have done, and what is wrong with it."""

    voyage: Voyage | None = None
    cost: int = 0
    staying: tuple[tuple[str, SailingsMade], ...] = ()
    problems: tuple[Problem, ...] = ()


def starting_place(state: WarState, nation: str, line: SailLine) -> str:
    """Where the Fleet of a line is, if the line or the position leaves no doubt.

    As it says, else the first place of several on the path, if Squadrons of *nation* there may sail, else where that of
    the voyage is, else the only place with Squadrons that may sail and can reach the first.
    """
    if line.origin is not None:
        return line.origin
    ready = fleets_ready(state, nation)
    first = line.path[0] if line.path else ""
    if first in ready and len(line.path) > 1:
        return first
    voyage = voyage_of(state)
    if voyage is not None and voyage.squadrons and not voyage.over:
        return voyage.place
    near = [place for place in ready if place != first and 0 < len(route(state, nation, place, first)) <= MOST_STEPS]
    return near[0] if len(near) == 1 else ""


def fleets_ready(state: WarState, nation: str) -> tuple[str, ...]:
    """The Ports and zones with Squadrons of *nation* that may sail now, in the alphabet."""
    before = moored(state)
    return tuple(place for place in sorted(state.squadrons) if on_map(place) and able_to_sail(before, nation, place))


def setting_out(state: WarState, nation: str, place: str, wanted: Strengths, *, sails: bool) -> SettingOut:
    """The Fleet that *nation* sets out with from a place; without *sails* it only attacks from where it is."""
    ships, problems = drawn_up(state, nation, place, wanted)
    if not ships or any(problem.stops for problem in problems):
        return SettingOut(problems=problems)
    cargo, loading, wrong = _loaded(state, nation, place, ships)
    before = moored(state)
    staying, again = [], 0
    for each, number in Counter(one.nation for one in ships).items():
        often, left = fresh_first(before, each, place, number)
        staying.append((each, left))
        again = max(again, often)
    voyage = Voyage(nation=nation, place=place, squadrons=ships, sailings=again + sails, cargo=cargo)
    return SettingOut(
        voyage=voyage, cost=fare(ships) + loading, staying=tuple(staying), problems=(*problems, *wrong)
    )  # fmt: skip


def _loaded(
    state: WarState, nation: str, place: str, ships: tuple[Squadron, ...]
) -> tuple[Pieces, int, tuple[Problem, ...]]:
    """What is aboard, what its embarking costs, and what is wrong with it."""
    carries = room(ships)
    if place in state.board.zones:
        pieces = aboard(state, nation, place)
        others = list(allied_squadrons(state, nation, place))
        for one in ships:
            others.remove(one)
        return _shared(pieces, carries, room(tuple(others)), place)
    boarding, voyage = state.going_on.boarding, voyage_of(state)
    if boarding is None or (boarding.nation, boarding.place) != (nation, place):
        return voyage.cargo if voyage is not None and voyage.place == place else NOTHING, 0, ()
    pieces = still_at(state, place, boarding.pieces)
    if not pieces:
        return NOTHING, 0, ()
    commander = next(iter(pieces.generals), "")
    loading = 2 if kind_of(state, pieces, commander) == "army-group" else 1
    if pieces.strength > carries:
        args = {"strength": pieces.strength, "room": carries, "place": place}
        return pieces, loading, (Problem("too-much-aboard", ("squadrons",), "13.6", args),)
    return pieces, loading, ()


def _shared(pieces: Pieces, carries: int, stays: int, place: str) -> tuple[Pieces, int, tuple[Problem, ...]]:
    """What of the *pieces* aboard in a zone goes with a Fleet: as much as it *carries*, if the rest finds room."""
    taken: dict[str, int] = {}
    for each, n in pieces.units.items():
        taken[each] = min(n, carries - sum(taken.values()))
    left = pieces.strength - sum(taken.values())
    cargo = Pieces(units={each: n for each, n in taken.items() if n}, generals=pieces.generals)
    if left > stays:
        args = {"strength": left, "room": stays, "place": place}
        return cargo, 0, (Problem("troops-left-at-sea", ("squadrons",), "13.6", args),)
    return cargo, 0, ()


USE = "sea"


class SailOn(Step[WarState, Order], frozen=True):
    """Go on with the line that is carried out, by one step and what follows on it.

    The flow is public: how much of the path is left stays with its seat, and so does why a sailing ends before its end.
    """

    rule = "13.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        voyage = voyage_of(table.state)
        if voyage is None:
            return
        while (line := sail_line(table.state)) and line.path[:1] == (voyage.place,):
            table.emit(SeaWaypointPassed(seat=seat_of(table.state, voyage.nation)))
        if line is None or not _goes_on(table, voyage, line):
            arrive(table)


class EndVoyage(Step[WarState, Order], frozen=True):
    """The Fleet sails no further on this line."""

    rule = "13.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        arrive(table)


def sailing_problems(view: WarState, nation: str, line: SailLine) -> Iterator[Problem]:
    """Why a Fleet cannot set out now, or make its first step."""
    yield from _problems(view, nation, line, whole=False)


def foreseen(view: WarState, nation: str, line: SailLine) -> Iterator[Problem]:
    """What is wrong with a sailing further on, if no one stops it: for the checker of a sheet."""
    yield from _problems(view, nation, line, whole=True)


def sail_ahead(view: WarState, nation: str, line: SailLine) -> BattleAhead:
    """The position in which the Fleet of a sailing is where it meets enemies: in their zone, or before their Port."""
    started = setting_out(view, nation, starting_place(view, nation, line), line.squadrons, sails=True)
    if started.voyage is None:
        return BattleAhead(view)
    now = VoyageBegan(voyage=started.voyage, cost=started.cost, left=started.staying).change(view)
    return _met(now, started.voyage, line)


def _met(now: WarState, voyage: Voyage, line: SailLine) -> BattleAhead:
    """The position in which a *voyage* meets enemies on the rest of its line."""
    nation, at = voyage.nation, voyage.place
    for waypoint in line.path:
        for to in route(now, nation, at, waypoint):
            if is_attack(now, nation, to):
                return BattleAhead(now, to)
            now = _sailed(voyage, at, to).change(now)
            if to in now.board.zones and enemy_squadrons(now, nation, to):
                return BattleAhead(now, to)
            at = to
    return BattleAhead(now)


def set_out(table: Table[WarState], nation: str, line: SailLine) -> None:
    """Let the Fleet set out."""
    started = setting_out(table.state, nation, starting_place(table.state, nation, line), line.squadrons, sails=True)
    if started.voyage is None or refuse_unlent(table, nation, started.voyage.squadrons):
        return
    spend(table, nation, started.cost, USE)
    table.emit(VoyageBegan(voyage=started.voyage, cost=started.cost, left=started.staying))
    table.enter(SailOn())


def sail_line(state: WarState) -> SailLine | None:
    """The sailing that is carried out, if *state* knows it."""
    impulse = state.impulse
    orders = state.under_way.get(seat_of(state, impulse.nation)) if impulse is not None else None
    return orders.current if orders is not None and isinstance(orders.current, SailLine) else None


def odds_allow(battle: SeaBattle | None, limit: OddsLimit | None) -> bool:
    """Whether a naval battle is as good for the active side as its line asks: own dice for each enemy die.

    The batteries of a Port are among the enemy's.
    """
    if battle is None or limit is None:
        return True
    enemy = dice(battle, "defender") + battle.batteries
    return not enemy or limit.met(Fraction(dice(battle, "attacker"), enemy))


def _problems(view: WarState, nation: str, line: SailLine, *, whole: bool) -> Iterator[Problem]:
    place = starting_place(view, nation, line)
    if not place:
        yield Problem("sail-where", ("from",), RULE, {"nation": nation})
        return
    started = setting_out(view, nation, place, line.squadrons, sails=True)
    yield from started.problems
    if started.voyage is None or any(problem.stops for problem in started.problems):
        return
    yield from _wrong_way(view, started.voyage, line, whole=whole)
    if view.impulse is not None and (there := left(view, nation, USE)) < started.cost:
        yield Problem("sail-unpaid", (), "6.3", {"cost": started.cost, "left": there})


def _wrong_way(state: WarState, voyage: Voyage, line: SailLine, *, whole: bool) -> Iterator[Problem]:
    """What is wrong with a path: with its first step, or with the *whole* of it if nothing intervenes."""
    at, nation = voyage, voyage.nation
    for number, waypoint in enumerate(line.path):
        if waypoint == at.place:
            continue
        way = route(state, nation, at.place, waypoint)
        port = waypoint in state.board.duchies and state.board.duchies[waypoint].is_port
        if not way and port and not friendly(state, nation, waypoint):
            args = {"to": waypoint, "other": controller(state, waypoint)}
            yield Problem("port-not-friendly", ("path", number), RULE, args)
            return
        for to in way or (waypoint,):
            found = tuple(wrong_with_sea_step(state, at, to))
            yield from (under(problem, "path", number) for problem in found)
            if not found and whole and is_attack(state, nation, to):
                yield from (under(each, "path", number) for each in attacks_port(state, nation, to, line))
            if found or not whole or is_attack(state, nation, to):
                return
            at = replace(at, place=to, origin=at.place, steps=at.steps + 1)
    if at == voyage:
        yield Problem("sail-nowhere", ("path",), RULE, {"place": voyage.place})


def attacks_port(state: WarState, nation: str, port: str, line: SailLine) -> Iterator[Problem]:
    """A warning that to sail into a Port is to attack the enemy Squadrons in it, unless the line shows that it is."""
    if line.if_met != "attack" and line.only_if_odds is None and line.battle == BattleWish():
        ships = len(enemy_squadrons(state, nation, port))
        yield Problem("sail-attacks-port", (), "13.5", {"place": port, "ships": ships}, Weight.unwise)


def _goes_on(table: Table[WarState], voyage: Voyage, line: SailLine) -> bool:
    """Whether the Fleet does something more on this line; it is done or entered then."""
    state, nation = table.state, voyage.nation
    seat = seat_of(state, nation)
    if not voyage.squadrons or voyage.over:
        return False
    met = voyage.steps and voyage.place in state.board.zones and enemy_squadrons(state, nation, voyage.place)
    if met and line.if_met == "stay":
        return False
    battle = battle_due(table.views[seat], nation, voyage.place) if met and line.if_met == "attack" else None
    if battle is not None and odds_allow(battle, line.only_if_odds):
        table.enter(AttackAtSea(nation=nation, zone=voyage.place), SailOn())
        return True
    if not line.path or voyage.place in (state.impulse.becalmed if state.impulse else ()):
        return False
    to = (route(state, nation, voyage.place, line.path[0]) or line.path)[0]
    problem = next(wrong_with_sea_step(state, voyage, to), None)
    if problem is not None:
        return _ends(table, voyage, to, "problem", problem)
    ahead = _met(table.views[seat], voyage, line)
    if not value(line.condition, SeatFacts(ahead.view, seat, nation, ahead=ahead.place)):
        return _ends(table, voyage, to, "condition")
    if is_attack(state, nation, to):
        if not odds_allow(battle_due(table.views[seat], nation, to), line.only_if_odds):
            return _ends(table, voyage, to, "odds")
        table.enter(SeaFight(nation=nation, place=to), EndVoyage())
        return True
    _step(table, voyage, to)
    return True


def _ends(
    table: Table[WarState], voyage: Voyage, to: str, why: Literal["condition", "odds", "problem"],
    problem: Problem | None = None,
) -> bool:  # fmt: skip
    """Tell the Active seat why its Fleet goes no further."""
    seat = seat_of(table.state, voyage.nation)
    table.emit(SailEnded(seat=seat, nation=voyage.nation, place=voyage.place, to=to, why=why, problem=problem))
    return False


def _step(table: Table[WarState], voyage: Voyage, to: str) -> None:
    start = voyage.place
    table.emit(_sailed(voyage, start, to))
    if to in table.state.board.zones:
        table.enter(*entering(table.state, voyage.nation, start, to), SailOn())
    else:
        table.enter(SailOn())


def _sailed(voyage: Voyage, start: str, to: str) -> FleetMoved:
    return FleetMoved(
        nation=voyage.nation, start=start, to=to, squadrons=voyage.squadrons, cargo=voyage.cargo,
        onward=voyage.steps > 0,
    )  # fmt: skip


def arrive(table: Table[WarState]) -> None:
    """Let the Fleet end its voyage where it is: what the guns of narrows have cut takes Refit markers now (13.8)."""
    voyage = voyage_of(table.state)
    if voyage is not None:
        refitting = in_sinking_order(voyage.squadrons)[: voyage.refits]
        table.emit(VoyageEnded(nation=voyage.nation, place=voyage.place, refitting=refitting))


ATTACK_RULE = "13.4"


def attack_problems(view: WarState, nation: str, line: AttackLine) -> Iterator[Problem]:
    """Why a Fleet cannot attack now."""
    target = target_of(view, line)
    start = _start(view, nation, line, target)
    if target == FLEETS and not prey_off_map(view, nation):
        yield Problem("attack-none-off-map", ("off_map",), OFF_MAP, {"nation": nation})
        return
    if not target or not start:
        yield Problem("attack-where", ("at",), ATTACK_RULE, {"nation": nation, "at": target})
        return
    if target != FLEETS and not enemy_squadrons(view, nation, target):
        yield Problem("attack-no-enemy", ("at",), ATTACK_RULE, {"place": target})
        return
    started = _ready(view, nation, line, start, target)
    yield from started.problems
    if started.voyage is None or any(problem.stops for problem in started.problems):
        return
    if start in view.board.zones and (card := forbidden(view, "sail", nation, start)):
        yield Problem("sailing-forbidden", ("at",), "6.11", {"zone": start, "card": card})
    if view.impulse is not None and (there := left(view, nation, USE)) < started.cost:
        yield Problem("sail-unpaid", (), "6.3", {"cost": started.cost, "left": there})


def attack_ahead(view: WarState, nation: str, line: AttackLine) -> BattleAhead:
    """The position in which the Fleet is about to attack."""
    target = target_of(view, line)
    start = _start(view, nation, line, target)
    found = _ready(view, nation, line, start, target).voyage if start else None
    if found is None:
        return BattleAhead(view)
    return BattleAhead(VoyageBegan(voyage=found, cost=0, attacks=target).change(view), target)


def attack(table: Table[WarState], nation: str, line: AttackLine) -> None:
    """Let the Fleet attack, if the odds are as good as the line asks."""
    target = target_of(table.state, line)
    start = _start(table.state, nation, line, target)
    started = _ready(table.state, nation, line, start, target)
    if started.voyage is None or refuse_unlent(table, nation, started.voyage.squadrons):
        return
    began = VoyageBegan(voyage=started.voyage, cost=started.cost, left=started.staying, attacks=target)
    seat = seat_of(table.state, nation)
    if not odds_allow(battle_due(began.change(table.views[seat]), nation, target), line.only_if_odds):
        table.emit(SailEnded(seat=seat, nation=nation, place=start, to=target, why="odds"))
        return
    spend(table, nation, started.cost, USE)
    table.emit(began)
    if target == FLEETS:
        table.enter(SeaFight(nation=nation, place=FLEETS))
    elif target in table.state.board.zones:
        table.enter(AttackAtSea(nation=nation, zone=target))
    else:
        table.enter(SeaFight(nation=nation, place=target), EndVoyage())


def target_of(state: WarState, line: AttackLine) -> str:
    """The zone or Port that a line means, or the box of off-map fleets."""
    if line.off_map:
        return FLEETS
    if line.at != HERE:
        return line.at
    voyage = voyage_of(state)
    return voyage.place if voyage is not None else ""


def _start(state: WarState, nation: str, line: AttackLine, target: str) -> str:
    """From where the Fleet attacks: the zone itself, one that the Port touches, with the voyage's first."""
    if line.origin is not None:
        return line.origin if _beside(state, line.origin, target) else ""
    if target == FLEETS:
        ready = fleets_ready(state, nation)
        return ready[0] if len(ready) == 1 else ""
    if target in state.board.zones:
        return target if squadrons_at(state, target, (nation,)) else ""
    zones = state.board.duchies[target].port if target in state.board.duchies else ()
    voyage = voyage_of(state)
    if voyage is not None and voyage.squadrons and voyage.place in zones:
        return voyage.place
    return max(zones, key=lambda zone: len(squadrons_at(state, zone, (nation,))), default="")


def _beside(state: WarState, start: str, target: str) -> bool:
    """Whether a Fleet can attack from there: it is there, in a zone of the Port, or goes off the map from anywhere."""
    if target == FLEETS:
        return True
    port = state.board.duchies.get(target)
    return start == target if port is None else start in port.port


def _ready(state: WarState, nation: str, line: AttackLine, start: str, target: str) -> SettingOut:
    """The Fleet that attacks; a step into a Port is a sailing (13.5), an attack where it is is none."""
    wanted = line.squadrons if target == start else _all_there(state, nation, line, start)
    found = setting_out(state, nation, start, wanted, sails=target != start)
    if found.voyage is None or target == start:
        return found
    return replace(found, voyage=replace(found.voyage, steps=1))


def _all_there(state: WarState, nation: str, line: AttackLine, start: str) -> Strengths:
    """The Squadrons that attack from a place: as said, else all that may sail, not only those that have come there."""
    voyage = voyage_of(state)
    here = voyage.squadrons if voyage is not None and voyage.place == start else ()
    numbers = {each: able_to_sail(moored(state), each, start) for each in (nation, *(one.nation for one in here))}
    if line.squadrons != Strengths() or not numbers[nation]:
        return line.squadrons
    return Strengths(numbers=numbers)


def attackers(view: WarState, nation: str, line: AttackLine, before: Sequence[object]) -> int:
    """How many Squadrons a line attacks with, as things stand, after the lines *before* it; 0 if that is not known."""
    target = target_of(view, line)
    origin = line.origin or next((one.path[-1] for one in reversed(before) if isinstance(one, SailLine)), None)
    start = _start(view, nation, replace(line, origin=origin), target) if target else ""
    if not start or target == FLEETS or line.squadrons.every:
        return 0
    number = sum(line.squadrons.numbers.values()) or able_to_sail(view, nation, start)
    for one in before if not line.squadrons.numbers else ():
        if isinstance(one, SailLine) and one.path[-1] == start:
            place = starting_place(view, nation, one)
            number += sum(one.squadrons.numbers.values()) or (able_to_sail(view, nation, place) if place else 0)
        elif isinstance(one, SailLine):
            return 0
    return number


class PutToSea(Step[WarState, Order], frozen=True):
    """The Squadrons in a Port that are at war with the nation that controls it now go to a zone of it."""

    rule = "5.61"
    port: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        ships = ships_to_leave(table.state, self.port)
        by_zone: dict[str, tuple[Squadron, ...]] = {}
        for nation in dict.fromkeys(one.nation for one in ships):
            own = tuple(one for one in ships if one.nation == nation)
            zone = zone_to_leave_by(table.state, nation, self.port)
            by_zone[zone] = (*by_zone.get(zone, ()), *own)
            table.emit(SquadronsMoved(self.port, zone, own, "put-to-sea", rule="5.61"))
        boxes: tuple[Box, ...] = ()
        for zone, fleet in by_zone.items():
            mover = speaker(table.state, fleet)
            if table.state.impulse is None:
                intercept_at_once(table, mover, zone, self.port)
            else:
                boxes += entering(table.state, mover, self.port, zone)
        if boxes:
            table.enter(*boxes)


def change_flags(table: Table[WarState], changes: Iterable[FlagChanged]) -> bool:
    """Change Flags; enemy Squadrons put to sea from Ports that have a new master by it (5.61). Whether any changed."""
    changed = tuple(changes)
    for one in changed:
        table.emit(one)
    leave_ports(table, (one.duchy for one in changed))
    return bool(changed)


def leave_ports(table: Table[WarState], duchies: Iterable[str] | None = None) -> None:
    """Let Squadrons put to sea from those of *duchies*, by default of all, that an enemy of theirs controls now."""
    if duchies is None:
        duchies = (place for place in table.state.squadrons if place in table.state.board.duchies)
    ports = tuple(PutToSea(port=duchy) for duchy in duchies if ships_to_leave(table.state, duchy))
    if ports:
        table.enter(*ports)


def ships_to_leave(state: WarState, duchy: str) -> tuple[Squadron, ...]:
    """The Squadrons in a duchy that are at war with the nation that controls it."""
    return tuple(one for one in squadrons_at(state, duchy) if at_war(state, one.nation, controller(state, duchy)))


def zone_to_leave_by(state: WarState, nation: str, port: str) -> str:
    """The zone that the seat of *nation* has named for a Port; else that with fewest enemies, then the alphabet."""
    zones = state.board.duchies[port].port
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.to_sea or {}).get(port, ()) if orders is not None else ()
    wished = next((zone for zone in named if zone in zones), "")
    return wished or min(zones, key=lambda zone: (len(enemy_squadrons(state, nation, zone)), zone))
