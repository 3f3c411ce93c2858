"""The line `sail`: a Fleet or Armada sails step by step, and each step may be answered (13.2, 13.4)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem, under
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.naval.armadas import refuse_unlent
from pbem_tnw.chapters.naval.battle import SeaFight, battle_due
from pbem_tnw.chapters.naval.encounters import AttackAtSea, entering
from pbem_tnw.chapters.naval.events import FleetMoved, SailEnded, SeaWaypointPassed, VoyageBegan, VoyageEnded
from pbem_tnw.chapters.naval.fleets import in_sinking_order, route, sailing
from pbem_tnw.chapters.naval.rounds import dice
from pbem_tnw.chapters.naval.sea_steps import is_attack, wrong_with_sea_step
from pbem_tnw.chapters.naval.setting_out import setting_out, starting_place
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.points import left, spend
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.lines.lines import SailLine
from pbem_tnw.orders.lines.pieces import OddsLimit
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import enemy_squadrons
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import SeaBattle, Voyage

RULE = "13.2"
USE = "sea"


class SailOn(Step[WarState, Order], frozen=True):
    """Go on with the line that is carried out, by one step and what follows on it.

    The flow is public: how much of the path is left stays with its seat, and so does why a sailing ends before its end.
    """

    rule = "13.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        voyage = sailing(table.state)
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


def problems(view: WarState, nation: str, line: SailLine) -> Iterator[Problem]:
    """Why a Fleet cannot set out now, or make its first step."""
    yield from _problems(view, nation, line, whole=False)


def foreseen(view: WarState, nation: str, line: SailLine) -> Iterator[Problem]:
    """What is wrong with a sailing further on, if no one stops it: for the checker of a sheet."""
    yield from _problems(view, nation, line, whole=True)


def carry_out(table: Table[WarState], nation: str, line: SailLine) -> None:
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
    yield from _wrong_way(view, started.voyage, line.path, whole=whole)
    if view.impulse is not None and (there := left(view, nation, USE)) < started.cost:
        yield Problem("sail-unpaid", (), "6.3", {"cost": started.cost, "left": there})


def _wrong_way(state: WarState, voyage: Voyage, path: tuple[str, ...], *, whole: bool) -> Iterator[Problem]:
    """What is wrong with a path: with its first step, or with the *whole* of it if nothing intervenes."""
    at = voyage
    for number, waypoint in enumerate(path):
        if waypoint == at.place:
            continue
        for to in route(state, voyage.nation, at.place, waypoint) or (waypoint,):
            found = tuple(wrong_with_sea_step(state, at, to))
            yield from (under(problem, "path", number) for problem in found)
            if found or not whole or is_attack(state, voyage.nation, to):
                return
            at = replace(at, place=to, origin=at.place, steps=at.steps + 1)
    if at == voyage:
        yield Problem("sail-nowhere", ("path",), RULE, {"place": voyage.place})


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
    if not value(line.condition, SeatFacts(table.views[seat], seat, nation)):
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
    table.emit(
        FleetMoved(
            nation=voyage.nation, start=start, to=to, squadrons=voyage.squadrons, cargo=voyage.cargo,
            onward=voyage.steps > 0,
        )
    )  # fmt: skip
    if to in table.state.board.zones:
        table.enter(*entering(table.state, voyage.nation, start, to), SailOn())
    else:
        table.enter(SailOn())


def arrive(table: Table[WarState]) -> None:
    """Let the Fleet end its voyage where it is: what the guns of narrows have cut takes Refit markers now (13.8)."""
    voyage = sailing(table.state)
    if voyage is not None:
        refitting = in_sinking_order(voyage.squadrons)[: voyage.refits]
        table.emit(VoyageEnded(nation=voyage.nation, place=voyage.place, refitting=refitting))
