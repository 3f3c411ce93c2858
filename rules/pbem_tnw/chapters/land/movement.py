"""The lines of marching, and contact with the enemy (9, 10)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem, under
from pbem.engine.position import Box
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.windows import ResponseWindow
from pbem_tnw.chapters.land.events import (
    ContactMade,
    ForcesHalted,
    FormationFormed,
    FormationStopped,
    MarchEnded,
    WaypointPassed,
)
from pbem_tnw.chapters.land.formations import (
    DrawnUp,
    cost_of_step,
    drop,
    enemy_fortress,
    form,
    refuse_unlent,
    take,
    with_kind,
    wrong_with_entering,
    wrong_with_step,
)
from pbem_tnw.chapters.land.interception import NextInterceptor, TryEvasion, battle_box, odds_allow
from pbem_tnw.chapters.land.interceptors import scatter
from pbem_tnw.chapters.land.paths import RIDE, after_step, distance, step_of, way_to, wrong_with_ride
from pbem_tnw.chapters.turn.facts import BattleAhead, LineRules, SeatFacts, left, spend
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import DropLine, FormLine, MoveLine, TakeLine
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import MOST_STEPS, allies_at, enemy_units, links, moving, steps_made
from pbem_tnw.position.impulse import Contact, WarFormation, less
from pbem_tnw.position.state import OrdersUnderWay, WarState


def meeting(table: Table[WarState], nation: str, place: str, origin: str) -> tuple[Box, ...]:
    """The boxes that follow when the Formation of *nation* has entered *place* from the duchy *origin*."""
    step = ResponseOccasion(trigger="step", nation=nation, place=place, origin=origin, target=nation)
    return (ResponseWindow(occasion=step), *confronting(table, nation, Contact(place=place, origin=origin)))


def confronting(table: Table[WarState], nation: str, contact: Contact) -> tuple[Box, ...]:
    """The boxes of interception, evasion and battle for the Formation of *nation* that is in a duchy now.

    For a landing (13.7) the contact says that it *landed*, and what the batteries did; it is not evaded.
    """
    defended = enemy_units(table.state, nation, contact.place) > 0
    table.emit(ContactMade(contact=replace(contact, defended=defended)))
    evasion = () if contact.landed else (TryEvasion(),)
    return (NextInterceptor(), *evasion, MeetEnemy())


class MeetEnemy(Step[WarState, Order], frozen=True):
    """The Formation fights the enemies who are still there (11.1)."""

    rule = "11.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact = table.state.going_on.contact
        formation = moving(table.state)
        if contact is None or formation is None:
            return
        fights = enemy_units(table.state, formation.nation, contact.place) > 0
        table.enter(battle_box(formation.nation, contact), Arrive(place=contact.place, fought=fights))


class Arrive(Step[WarState, Order], frozen=True):
    """Generals alone go (9.6), and an enemy Fortress stops the Formation (9.4).

    After an Overrun the Formation goes on, but what *fought* beside it is not taken up (9.3).
    """

    rule = "9.4"
    place: str
    fought: bool = False

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        scatter(table, self.place)
        table.emit(ContactMade())
        formation = moving(table.state)
        if formation is None or not formation.pieces or formation.place != self.place or formation.stopped:
            return
        if self.fought and (others := less(allies_at(table.state, formation.nation, self.place), formation.pieces)):
            table.emit(ForcesHalted(place=self.place, pieces=others, beside=True))
        if enemy_fortress(table.state, formation.nation, self.place):
            table.emit(
                FormationStopped(nation=formation.nation, commander=formation.commander, place=self.place)
            )  # fmt: skip


RULE = "9.2"
USE = "land"


class March(Step[WarState, Order], frozen=True):
    """Go on with the line that is carried out, by one step and what follows on it.

    The flow is public: how much of the path is left stays with its seat, and so does why a move ends before its end.
    """

    rule = "9.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        formation = moving(table.state)
        if formation is None or not formation.pieces:
            return
        while (line := move_line(table.state)) and line.path[:1] == (formation.place,):
            table.emit(WaypointPassed(seat=seat_of(table.state, formation.nation)))
        if line is None or not line.path:
            return
        to = line.path[0]
        problem = next(march_problems(table.state, replace(line, path=(to,)), whole=False), None)
        if problem is not None:
            _end(table, formation, to, problem)
        elif formation.kind == "riders":
            _ride(table, formation, to)
        else:
            _step(table, formation, line, to)


def problems(view: WarState, nation: str, line: MoveLine) -> Iterator[Problem]:
    """Why a move cannot begin now: no Formation, or not where it was to start, or no first step."""
    if line.start and line.commander and (where := view.generals.get(line.commander, "")) != line.start:
        args = {"general": line.commander, "place": line.start, "where": where}
        yield Problem("general-elsewhere", ("path", 0), RULE, args)
        return
    ready, wrong = _ready(view, nation, line)
    yield from wrong
    if ready is not None and not any(problem.stops for problem in wrong):
        yield from march_problems(ready, line, whole=False)


def foreseen(view: WarState, nation: str, line: MoveLine) -> Iterator[Problem]:
    """What is wrong with a move further on, if no one intercepts it: for the checker of a sheet."""
    ready, wrong = _ready(view, nation, line)
    yield from wrong
    if ready is not None and not any(problem.stops for problem in wrong):
        yield from march_problems(ready, line, whole=True)


def ahead(view: WarState, nation: str, line: MoveLine) -> BattleAhead:
    """The position in which the Formation of a move stands before the first duchy on its way with enemy units."""
    ready, _ = _ready(view, nation, line)
    now = ready or view
    for waypoint in line.path if ready is not None else ():
        for to in _leg(now, waypoint):
            formation = moving(now)
            if formation is None or to not in links(now, formation.place):
                break
            if enemy_units(now, nation, to):
                orders = OrdersUnderWay(nation=nation, current=replace(line, path=(to,)))
                return BattleAhead(replace(now, under_way={**now.under_way, seat_of(now, nation): orders}), to)
            now = _after(now, formation, to)
    return BattleAhead(ready or view)


def carry_out(table: Table[WarState], nation: str, line: MoveLine) -> None:
    """Form the Formation if the line does so, and let it march."""
    if _forms(table.state, line):
        formation, _ = form(table.state, nation, _forming(line))
        if formation is None or refuse_unlent(table, nation, formation.pieces):
            return
        table.emit(FormationFormed(formation=formation))
    table.enter(March())


def move_line(state: WarState) -> MoveLine | None:
    """The move that is carried out, if *state* knows it."""
    impulse = state.impulse
    orders = state.under_way.get(seat_of(state, impulse.nation)) if impulse is not None else None
    return orders.current if orders is not None and isinstance(orders.current, MoveLine) else None


def march_problems(state: WarState, line: MoveLine, *, whole: bool) -> Iterator[Problem]:
    """What is wrong with the path of a line: with its first step, or with the *whole* of it if nothing intervenes."""
    formation = moving(state)
    if formation is None or not formation.pieces:
        yield Problem("no-formation", (), "9.1")
        return
    now, points = state, left(state, formation.nation, USE) if state.impulse is not None else None
    used = 0
    for number, waypoint in enumerate(line.path):
        for to in _leg(now, waypoint):
            formation = moving(now) or formation
            found = tuple(_wrong_with(now, formation, to, waypoint))
            yield from (under(problem, "path", number) for problem in found)
            if any(problem.stops for problem in found):
                return
            due = _cost(now, formation, to)
            if points is not None and used + due > points:
                yield _unpaid(now, waypoint, number, used, due, points)
                return
            used += due
            if not whole:
                return
            now = _after(now, formation, to)


def _unpaid(state: WarState, waypoint: str, number: int, used: int, due: int, points: int) -> Problem:
    """That there are too few points for a step that costs *due*: what the way to that duchy of the path would cost."""
    way = way_to(state, waypoint)
    args = {"to": waypoint, "cost": used + (due if way is None else way.cost), "left": points}
    return Problem("steps-unpaid", ("path", number), "6.3", args)


def _leg(state: WarState, waypoint: str) -> tuple[str, ...]:
    """The duchies to be entered on the way to a duchy of the path; if there is no way, that duchy itself."""
    formation = moving(state)
    if formation is None or waypoint == formation.place:
        return ()
    if formation.kind == "riders" or waypoint in links(state, formation.place):
        return (waypoint,)
    way = way_to(state, waypoint)
    return way.path if way is not None else (waypoint,)


def _wrong_with(state: WarState, formation: WarFormation, to: str, waypoint: str) -> Iterator[Problem]:
    if formation.kind == "riders":
        problem = wrong_with_ride(state, formation, to)
        yield from () if problem is None else (problem,)
    elif to == waypoint and to not in links(state, formation.place):
        barred = tuple(wrong_with_entering(state, formation, to))
        steps, made = distance(state, formation.place, to), steps_made(state, formation)
        args = {"place": formation.place, "to": to, "steps": steps, "most": MOST_STEPS, "made": made}
        yield from barred or (Problem("beyond-reach", (), RULE, args),)
    else:
        yield from wrong_with_step(state, formation, to)


def _cost(state: WarState, formation: WarFormation, to: str) -> int:
    return RIDE if formation.kind == "riders" else cost_of_step(state, formation, to)


def _after(state: WarState, formation: WarFormation, to: str) -> WarState:
    """*state* after a step, stopped by an enemy Fortress: what enemy units do cannot be told (9.4)."""
    entered = after_step(state, formation, to)
    now = entered.going_on.formation
    if now is None or not enemy_fortress(entered, formation.nation, to):
        return entered
    return entered.with_impulse(formation=replace(now, stopped=True))


def _forms(state: WarState, line: MoveLine) -> bool:
    """Whether the generals and units that a move names are not those of the Formation, so that they form one first."""
    formation = moving(state)
    if not line.commander:
        return False
    said = bool(line.units.numbers or line.units.every)
    there = () if formation is None else formation.pieces.generals
    leaves = line.alone and formation is not None and bool(formation.pieces.strength)
    return said or leaves or not {line.commander, *line.riders} <= {*there}


def _forming(line: MoveLine) -> FormLine:
    """The line that forms what a move names."""
    if line.alone and line.commander:
        return FormLine(riders=(line.commander, *line.riders))
    return FormLine(commander=line.commander, riders=line.riders, units=line.units)


def _ready(view: WarState, nation: str, line: MoveLine) -> tuple[WarState | None, tuple[Problem, ...]]:
    """*view* with the Formation that is to move, formed if the line does so, and what is wrong with that."""
    if not _forms(view, line):
        return view, ()
    formation, found = form(view, nation, _forming(line))
    wrong = tuple(each if _is_of_units(line, each) else replace(each, path=("commander",)) for each in found)
    return (None if formation is None else FormationFormed(formation=formation).change(view)), wrong


def _is_of_units(line: MoveLine, problem: Problem) -> bool:
    """Whether a problem is about the number of units that a move says."""
    return problem.path == ("units",) and bool(line.units.numbers)


def _step(table: Table[WarState], formation: WarFormation, line: MoveLine, to: str) -> None:
    """One step towards *to*, unless the seat's own conditions end the move before it."""
    nation, seat = formation.nation, seat_of(table.state, formation.nation)
    view = table.views[seat]
    step = _leg(table.state, to)[0]
    battle = ahead(view, nation, replace(line, commander=None))
    if not value(line.condition, SeatFacts(battle.view, seat, nation, ahead=battle.place)):
        _end(table, formation, step, why="condition")
    elif not _odds_ahead(view, formation, line, step):
        _end(table, formation, step, why="odds")
    else:
        cost = cost_of_step(table.state, formation, step)
        spend(table, nation, cost, USE)
        table.emit(step_of(with_kind(table.state, formation), step, cost))
        boxes = meeting(table, nation, step, formation.place)
        table.enter(*boxes, March())


def _odds_ahead(view: WarState, formation: WarFormation, line: MoveLine, to: str) -> bool:
    """Whether the battle that a step would bring is as good as the line asks."""
    if line.only_if_odds is None or not enemy_units(view, formation.nation, to):
        return True
    contact = Contact(place=to, origin=formation.place, defended=True)
    return odds_allow(after_step(view, formation, to), formation.nation, contact, line)


def _ride(table: Table[WarState], formation: WarFormation, to: str) -> None:
    spend(table, formation.nation, RIDE, USE)
    table.emit(step_of(formation, to, RIDE))
    table.enter(March())


def _end(
    table: Table[WarState],
    formation: WarFormation,
    to: str,
    problem: Problem | None = None,
    why: Literal["condition", "odds", "problem"] = "problem",
) -> None:
    seat = seat_of(table.state, formation.nation)
    table.emit(
        MarchEnded(
            seat=seat, nation=formation.nation, place=formation.place, to=to, why=why, problem=problem,
            commander=formation.commander or "",
        )
    )  # fmt: skip


def _form_problems(view: WarState, nation: str, line: FormLine) -> Iterator[Problem]:
    yield from form(view, nation, line)[1]


def _form(table: Table[WarState], nation: str, line: FormLine) -> None:
    formation = form(table.state, nation, line)[0]
    if formation is not None and not refuse_unlent(table, nation, formation.pieces):
        table.emit(FormationFormed(formation=formation))


def _take_problems(view: WarState, nation: str, line: TakeLine) -> Iterator[Problem]:
    yield from take(view, nation, line)[1]


def _take(table: Table[WarState], nation: str, line: TakeLine) -> None:
    _change(table, nation, take(table.state, nation, line))


def _drop_problems(view: WarState, nation: str, line: DropLine) -> Iterator[Problem]:
    yield from drop(view, nation, line)[1]


def _drop(table: Table[WarState], nation: str, line: DropLine) -> None:
    _change(table, nation, drop(table.state, nation, line))


def _change(table: Table[WarState], nation: str, drawn: DrawnUp) -> None:
    """Let the Formation be what a line makes of it, if those who lend pieces to it agree."""
    before, after = moving(table.state), drawn[0]
    if before is None or after is None or refuse_unlent(table, nation, after.pieces):
        return
    took, dropped = less(after.pieces, before.pieces), less(before.pieces, after.pieces)
    if took:
        table.emit(FormationFormed(formation=after, how="took", changed=took))
    elif dropped:
        table.emit(FormationFormed(formation=after, how="dropped", changed=dropped))


MOVEMENT_LINES: Mapping[type, LineRules] = {
    FormLine: LineRules(problems=_form_problems, carry_out=_form),
    TakeLine: LineRules(problems=_take_problems, carry_out=_take),
    DropLine: LineRules(problems=_drop_problems, carry_out=_drop),
    MoveLine: LineRules(problems=problems, carry_out=carry_out, foreseen=foreseen, ahead=ahead),
}
