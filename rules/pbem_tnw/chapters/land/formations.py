"""Forming a Formation, taking up and dropping pieces (9.1, 9.3)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from pbem.engine.order import OrderPath, Problem, Weight
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.turn.events import LineSkipped
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import DropLine, FormLine, TakeLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import Strengths
from pbem_tnw.position.control import (
    allied,
    armistice,
    at_war,
    camp_of,
    controller,
    friendly,
    is_power,
    is_proxy,
    may_enter,
    nations_of,
    patron,
    seat_of,
)
from pbem_tnw.position.forces import (
    MOST_STEPS,
    allies_at,
    beside,
    enemies_at,
    enemy_squadrons,
    generals_of,
    links,
    moving,
    settled,
    steps_made,
    zone_holder,
)
from pbem_tnw.position.impulse import Pieces, WarFormation, less
from pbem_tnw.position.state import OrdersUnderWay, WarState

RULE = "9.1"
MOST_GENERALS = 3
"""That move together; Riders excepted."""
DETACHMENT = 2
"""The most strength without a general."""
FormationKind = Literal["army", "army-group", "detachment", "riders"]


def kind_of(state: WarState, pieces: Pieces, commander: str) -> FormationKind:
    """The row of the table of 9.1 for *pieces*."""
    if not pieces.strength:
        return "riders"
    if not pieces.generals:
        return "detachment"
    leaders = state.board.leaders
    nations = {*pieces.units, *(leaders[one].nation for one in pieces.generals)}
    alone = commander and len(nations) == 1 and pieces.strength <= leaders[commander].command
    return "army" if alone else "army-group"


def capacity(state: WarState, pieces: Pieces) -> int:
    """The most strength that the generals of *pieces* lead: of an Army Group the sum of their Commands (9.1)."""
    if not pieces.generals:
        return DETACHMENT
    return sum(state.board.leaders[one].command for one in pieces.generals)


def may_lead(state: WarState, general: str, nation: str) -> bool:
    """Whether *general* may lead units of *nation*: its own, or those of a Proxy that its Power's player runs (9.1)."""
    own = state.board.leaders[general].nation
    if own == nation:
        return True
    run = is_proxy(state, nation) and seat_of(state, nation) == seat_of(state, own)
    return run and allied(state, own, nation) and is_power(state, own)


def wrong_with_pieces(state: WarState, nation: str, pieces: Pieces, commander: str) -> Iterator[Problem]:
    """Why *pieces* cannot be a Formation of *nation* under *commander*; their place is not looked at."""
    if not pieces:
        yield _wrong_formation("formation-empty")
    elif not pieces.strength:
        yield from _wrong_riders(state, nation, pieces)
    elif not pieces.generals:
        yield from _wrong_detachment(state, nation, pieces)
    else:
        yield from _wrong_army(state, nation, pieces, commander)


def lenders(state: WarState, nation: str, pieces: Pieces) -> Mapping[str, Pieces]:
    """By seat: the pieces of other seats in a Formation of *nation*, which come along only with consent (9.1)."""
    own, found = seat_of(state, nation), dict[str, Pieces]()
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    for seat in dict.fromkeys(seat_of(state, each) for each in state.board.sequence if each in owners):
        if seat != own:
            units = {each: n for each, n in pieces.units.items() if seat_of(state, each) == seat}
            generals = (one for one in pieces.generals if seat_of(state, state.board.leaders[one].nation) == seat)
            found[seat] = Pieces(units=units, generals=tuple(generals))
    return found


def _wrong_riders(state: WarState, nation: str, pieces: Pieces) -> Iterator[Problem]:
    for one in pieces.generals:
        if (other := state.board.leaders[one].nation) != nation:
            yield _wrong_formation("riders-of-another", ("with",), general=one, other=other, nation=nation)


def _wrong_detachment(state: WarState, nation: str, pieces: Pieces) -> Iterator[Problem]:
    for other in pieces.units:
        if other != nation:
            yield _wrong_formation("detachment-of-another", ("units",), other=other, nation=nation)
    if (strength := pieces.strength) > DETACHMENT:
        yield _wrong_formation("detachment-too-strong", ("units",), strength=strength, most=DETACHMENT)


def _wrong_army(state: WarState, nation: str, pieces: Pieces, commander: str) -> Iterator[Problem]:
    leaders = state.board.leaders
    if not commander:
        yield _wrong_formation("commander-missing", ("commander",), generals=pieces.generals)
    elif (other := leaders[commander].nation) != nation:
        yield _wrong_formation("commander-of-another", ("commander",), general=commander, other=other, nation=nation)
    if len(pieces.generals) > MOST_GENERALS:
        yield _wrong_formation("too-many-generals", ("with",), generals=pieces.generals, most=MOST_GENERALS)
        return
    for each in dict.fromkeys((*pieces.units, *(leaders[one].nation for one in pieces.generals))):
        if not allied(state, nation, each):
            yield _wrong_formation("not-an-ally", ("units",), other=each, nation=nation)
        elif each in pieces.units and not any(may_lead(state, one, each) for one in pieces.generals):
            yield _wrong_formation("no-general-of-nation", ("units",), other=each, generals=pieces.generals)
    if pieces.strength > (most := capacity(state, pieces)):
        yield _wrong_formation("command-exceeded", ("units",), **_beyond_command(state, nation, pieces, most))


def _beyond_command(state: WarState, nation: str, pieces: Pieces, most: int) -> dict[str, Any]:
    """The arguments for too many units, with a general beside them who would be enough."""
    place = state.generals.get(pieces.generals[0], "")
    lacking, leaders = pieces.strength - most, state.board.leaders
    others = () if len(pieces.generals) == MOST_GENERALS else generals_of(state, place, (nation,))
    helps = (one for one in reversed(others) if one not in pieces.generals and leaders[one].command >= lacking)
    return {"strength": pieces.strength, "most": most, "generals": pieces.generals, "helper": next(helps, "")}


def lending_warning(lender: str, nation: str, path: OrderPath) -> Problem:
    """That pieces of the seat *lender* come along only if it has consented."""
    return Problem("lent-pieces", path, RULE, {"lender": lender, "nation": nation}, Weight.unwise)


def _wrong_formation(code: str, path: OrderPath = (), **args: object) -> Problem:
    return Problem(code, path, RULE, args)


TAKING = "9.3"
DrawnUp = tuple[WarFormation | None, tuple[Problem, ...]]
"""A Formation and what is wrong with it; none if it cannot be told what it would be."""


def form(state: WarState, nation: str, line: FormLine) -> DrawnUp:
    """The Formation that a line forms: with no numbers as many units as its generals may lead."""
    place = _place(state, line)
    if not place:
        named = [one for one in (line.commander, *line.riders) if one]
        gone = (_wrong_forming("general-off-map", general=one, where=state.generals.get(one, "")) for one in named)
        return None, tuple(gone) or (_wrong_forming("form-where", ("at",)),)
    generals = tuple(dict.fromkeys((line.commander, *line.riders) if line.commander else line.riders))
    state = unbound(state)
    problems = [*_absent(state, generals, place, RULE)]
    here = tuple(one for one in generals if state.generals.get(one) == place)
    riding = not line.commander and bool(line.riders) and not line.units.numbers and not line.units.every
    units = {} if riding else _strengths(state, nation, place, line.units, here, {})
    problems += () if riding else _too_many(state, nation, place, line.units, units)
    pieces = Pieces(units=units, generals=here)
    formation = WarFormation(
        kind=kind_of(state, pieces, line.commander or ""),
        nation=nation,
        place=place,
        pieces=pieces,
        commander=line.commander if pieces.strength and line.commander else "",
    )
    if not problems:
        problems += _wrong_together(state, nation, pieces, formation.commander)
    staying, bare = left_behind(state, formation)
    if not problems and line.units.every and staying and bare:
        problems.append(Problem("generals-left-bare", (), "9.6", {"place": place, "generals": staying}, Weight.unwise))
    return formation, tuple(problems)


def left_behind(state: WarState, formation: WarFormation) -> tuple[tuple[str, ...], bool]:
    """The generals of its seat that stay where a Formation sets out, and whether no unit of their Camp does (9.6)."""
    place, nation = formation.place, formation.nation
    staying = generals_of(state, place, nations_of(state, seat_of(state, nation)))
    rest = less(allies_at(state, nation, place), formation.pieces)
    return tuple(one for one in staying if one not in formation.pieces.generals), not rest.strength


def take(state: WarState, nation: str, line: TakeLine) -> DrawnUp:
    """The Formation after it took up pieces where it stands; with nothing named as many units as it may lead."""
    formation = moving(state)
    if formation is None or not formation.pieces:
        return None, (_wrong_forming("no-formation", rule=TAKING),)
    place, problems = formation.place, []
    if formation.stopped:
        problems.append(_wrong_forming("formation-stopped", rule="9.4", place=place))
    problems += _absent(state, line.generals, place, TAKING)
    added = tuple(one for one in line.generals if one not in formation.pieces.generals)
    generals = (*formation.pieces.generals, *(one for one in added if state.generals.get(one) == place))
    named = bool(line.units.numbers or line.units.every)
    units = {}
    if named or not line.generals:
        units = _strengths(state, nation, place, line.units, generals, formation.pieces.units)
        problems += _too_many(state, nation, place, line.units, units)
    if not problems and not units and not added:
        problems.append(_wrong_forming("nothing-to-take", rule=TAKING, place=place))
    return _changed(state, formation, _sum(formation.pieces.units, units, 1), generals, problems)


def drop(state: WarState, nation: str, line: DropLine) -> DrawnUp:
    """The Formation after it left pieces where it stands."""
    formation = moving(state)
    if formation is None or not formation.pieces:
        return None, (_wrong_forming("no-formation", rule=TAKING),)
    problems = [
        _wrong_forming("not-in-formation", ("generals", at), rule=TAKING, general=one)
        for at, one in enumerate(line.generals)
        if one not in formation.pieces.generals
    ]
    there, units = formation.pieces.units, dict[str, int]()
    for each in there if line.units.every else dict.fromkeys((nation, *_named(line.units, nation))):
        number = there.get(each, 0) if line.units.every else line.units.of(each, nation) or 0
        if number > there.get(each, 0):
            problems.append(
                _wrong_forming(
                    "too-few-to-drop", ("units",), rule=TAKING, nation=each, wanted=number, there=there.get(each, 0)
                )
            )
        units[each] = number
    if not any(units.values()) and not line.generals:
        problems.append(_wrong_forming("nothing-to-drop", rule=TAKING))
    generals = tuple(one for one in formation.pieces.generals if one not in line.generals)
    return _changed(state, formation, _sum(there, units, -1), generals, problems)


def unbound(state: WarState) -> WarState:
    """*state* with no Formation: its pieces stand where they are, as worn as they are."""
    impulse = state.impulse
    return state if impulse is None else replace(state, impulse=settled(impulse, moving(state)))


def _place(state: WarState, line: FormLine) -> str:
    if line.at == HERE:
        formation = moving(state)
        return formation.place if formation is not None else ""
    if line.at:
        return line.at
    there = [state.generals.get(one, "") for one in (line.commander, *line.riders) if one]
    return next((place for place in there if place in state.board.duchies), "")


def _changed(
    state: WarState, formation: WarFormation, units: dict[str, int], generals: tuple[str, ...], problems: list[Problem]
) -> DrawnUp:
    pieces = Pieces(units=units, generals=generals)
    commander = formation.commander if formation.commander in generals and pieces.strength else ""
    if pieces.strength and not commander:
        own = (one for one in generals if state.board.leaders[one].nation == formation.nation)
        commander = next(own, "")
    changed = replace(formation, pieces=pieces, commander=commander, kind=kind_of(state, pieces, commander))
    if not problems:
        problems += _wrong_together(state, formation.nation, pieces, commander)
    return changed, tuple(problems)


def _absent(state: WarState, generals: Iterable[str], place: str, rule: str) -> Iterator[Problem]:
    """That generals are elsewhere, or have fought or been stopped in this Impulse (9.3)."""
    for one in generals:
        where = state.generals.get(one, "")
        if where != place:
            yield _wrong_forming("general-elsewhere", rule=rule, general=one, place=place, where=where)
        elif one in state.going_on.halted:
            yield _wrong_forming("general-halted", rule=TAKING, general=one, place=place)


def _strengths(
    state: WarState, nation: str, place: str, wanted: Strengths, generals: tuple[str, ...], already: Mapping[str, int]
) -> dict[str, int]:
    """The units by nation that *wanted* means: as said, or as many as *generals* may still lead, own ones first."""
    there = {each: sum(beside(state, place, each)[:MOST_STEPS]) for each in state.board.sequence}
    if wanted.numbers:
        return {each: n for each in dict.fromkeys((nation, *there)) if (n := wanted.of(each, nation))}
    nations = [
        each for each in dict.fromkeys((nation, *there)) if there[each] and _comes(state, nation, each, generals)
    ]
    if wanted.every:
        return {each: there[each] for each in nations}
    room = capacity(state, Pieces(generals=generals)) - sum(already.values())
    found: dict[str, int] = {}
    for each in nations:
        found[each] = max(0, min(room, there[each]))
        room -= found[each]
    return {each: n for each, n in found.items() if n}


def _comes(state: WarState, nation: str, other: str, generals: tuple[str, ...]) -> bool:
    """Whether units of *other* are meant where no numbers are said: of the own seat, and led by a general."""
    if not generals:
        return other == nation
    own = seat_of(state, other) == seat_of(state, nation) and allied(state, nation, other)
    return own and any(may_lead(state, one, other) for one in generals[:MOST_GENERALS])


def _too_many(state: WarState, nation: str, place: str, wanted: Strengths, units: dict[str, int]) -> Iterator[Problem]:
    """That there are fewer units than a line says, or fewer that may still move (9.3)."""
    for each, number in units.items():
        worn = beside(state, place, each)
        fit = sum(worn[:MOST_STEPS])
        if number > sum(worn):
            yield _wrong_forming("too-few-units", ("units",), nation=each, place=place, wanted=number, there=sum(worn))
        elif number > fit:
            yield _wrong_forming(
                "units-halted", ("units",), rule=TAKING, nation=each, place=place, wanted=number, there=fit
            )


def _wrong_together(state: WarState, nation: str, pieces: Pieces, commander: str) -> tuple[Problem, ...]:
    """What is wrong with *pieces* as a Formation, or whose consent it needs."""
    wrong = tuple(wrong_with_pieces(state, nation, pieces, commander))
    return wrong or tuple(lending_warning(one, nation, ("units",)) for one in lenders(state, nation, pieces))


def _named(units: Strengths, nation: str) -> tuple[str, ...]:
    return tuple(each or nation for each in units.numbers)


def _sum(units: Mapping[str, int], more: Mapping[str, int], sign: int) -> dict[str, int]:
    there = dict(units)
    for nation, number in more.items():
        there[nation] = there.get(nation, 0) + sign * number
    return {nation: number for nation, number in there.items() if number > 0}


def _wrong_forming(code: str, path: OrderPath = (), *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, path, rule, args)


def lends(view: WarState, lender: str, nation: str, pieces: Pieces) -> bool:
    """Whether the seat *lender*, whose *view* it is, lets its *pieces* go along with a Formation of *nation*.

    With generals named only those, each with units that it may lead.
    """
    orders = view.standing.get(lender)
    answer = orders.consent.lend.get(nation) if orders is not None and orders.consent is not None else None
    if answer is None or not value(answer.condition, SeatFacts(view, lender, nation)):
        return False
    if answer.units is not None and pieces.strength > answer.units:
        return False
    if not answer.generals:
        return True
    return all(one in answer.generals for one in pieces.generals) and bool(pieces.generals)


def unlent(table: Table[WarState], nation: str, pieces: Pieces) -> str:
    """The first seat, along the Sequence Track, that does not lend its part of *pieces*; empty if all do."""
    found = lenders(table.state, nation, pieces)
    return next((seat for seat, part in found.items() if not lends(table.views[seat], seat, nation, part)), "")


def refuse_unlent(table: Table[WarState], nation: str, pieces: Pieces) -> bool:
    """Tell the Active seat that pieces are not lent to it: whether the line cannot be carried out."""
    lender = unlent(table, nation, pieces)
    if not lender:
        return False
    seat = seat_of(table.state, nation)
    orders = table.state.under_way.get(seat, OrdersUnderWay(nation=nation))
    problem = Problem("not-lent", ("units",), "9.1", {"lender": lender, "nation": nation})
    table.emit(LineSkipped(seat=seat, nation=nation, number=orders.number, problem=problem))
    return True


MARCH_RULE = "9.2"
HARD_LINKS = ("pass", "marsh", "strait")
"""A step over one of these costs 1 CP more (9.1)."""


def cost_of_step(state: WarState, formation: WarFormation, to: str) -> int:
    """The CPs of a step into a neighbouring duchy (9.1), with what cards add (`step_cost`)."""
    kind = kind_of(state, formation.pieces, formation.commander)
    return cost_over_link(state, formation.nation, kind, formation.place, to)


def cost_over_link(state: WarState, nation: str, kind: FormationKind, here: str, to: str) -> int:
    """The CPs of a step between neighbouring duchies for a Formation of a *kind*, whoever is in it."""
    link = links(state, here)[to].kind
    return max(0, plain_cost(kind) + (link in HARD_LINKS) + modifier(state, "step_cost", nation, place=to, link=link))


def plain_cost(kind: FormationKind) -> int:
    """The CPs of a step over a plain link (9.1)."""
    return 2 if kind == "army-group" else 1


def enemy_fortress(state: WarState, nation: str, place: str) -> bool:
    """Whether an enemy Fortress is at *place* (9.4, 9.5)."""
    duchy = state.board.duchies.get(place)
    return duchy is not None and duchy.is_fortress and at_war(state, nation, controller(state, place))


def wrong_with_step(state: WarState, formation: WarFormation, to: str) -> Iterator[Problem]:
    """Why a Formation cannot make a step to *to* now, whatever it costs; nothing if it can."""
    here = formation.place
    if to not in links(state, here):
        yield _wrong("not-next-to", place=here, to=to, near=tuple(links(state, here)))
        return
    yield from wrong_with_pieces(state, formation.nation, formation.pieces, formation.commander)
    if formation.stopped:
        yield _wrong("formation-stopped", rule="9.4", place=here, fought=formation.fought)
        return
    if steps_made(state, formation) >= MOST_STEPS:
        yield _wrong("four-steps", most=MOST_STEPS, place=here)
    yield from wrong_with_crossing(state, formation.nation, here, to)
    yield from wrong_with_entering(state, formation, to)
    kind = kind_of(state, formation.pieces, formation.commander)
    if kind == "detachment" and not _safe(state, formation.nation, to):
        yield _wrong("detachment-only-friendly", rule="9.1", to=to)
    if not mask_kept(state, formation, to):
        yield _wrong("mask-missing", rule="9.5", place=here, to=to)


def wrong_with_crossing(state: WarState, nation: str, here: str, to: str) -> Iterator[Problem]:
    """Whether an enemy controls the zone of the strait between two duchies (9.2, 13.1)."""
    zone = links(state, here)[to].zone
    holder = zone_holder(state, zone) if zone else ""
    if holder and at_war(state, nation, holder):
        ships = enemy_squadrons(state, nation, zone)
        yield _wrong("strait-closed", place=here, to=to, zone=zone, other=holder, squadrons=len(ships))


def mask_kept(state: WarState, formation: WarFormation, to: str) -> bool:
    """Whether a step leaves a unit before the enemy Fortress where the Formation stands, if it must (9.5)."""
    here, nation = formation.place, formation.nation
    if not enemy_fortress(state, nation, here) or friendly(state, nation, to):
        return True
    return allies_at(state, nation, here).strength > formation.pieces.strength


def barrier(state: WarState, nation: str, duchy: str) -> str:
    """Why forces of *nation* may not enter a duchy (9.2): `armistice`, `subject`, `neutral`; empty if they may."""
    if may_enter(state, nation, duchy):
        return ""
    other = controller(state, duchy)
    if armistice(state, nation, other):
        return "armistice"
    return "subject" if patron(state, other) in state.subjects and not camp_of(state, other) else "neutral"


def formation_nations(state: WarState, formation: WarFormation) -> tuple[str, ...]:
    """The nations with pieces in a Formation, that of the Formation first."""
    leaders = (state.board.leaders[one].nation for one in formation.pieces.generals)
    return tuple(dict.fromkeys((formation.nation, *formation.pieces.units, *leaders)))


def with_kind(state: WarState, formation: WarFormation) -> WarFormation:
    """The Formation with the kind that its pieces make it now."""
    kind: FormationKind = kind_of(state, formation.pieces, formation.commander)
    return replace(formation, kind=kind)


def wrong_with_entering(state: WarState, formation: WarFormation, to: str) -> Iterator[Problem]:
    """That one of the nations in a Formation may not enter a duchy, whatever the way there (9.2, 17.2)."""
    for nation in formation_nations(state, formation):
        if why := barrier(state, nation, to):
            rule = "17.2" if why == "armistice" else MARCH_RULE
            yield _wrong("may-not-enter", rule=rule, to=to, nation=nation, other=controller(state, to), why=why)
            return


def _safe(state: WarState, nation: str, duchy: str) -> bool:
    return friendly(state, nation, duchy) and not enemies_at(state, nation, duchy)


def _wrong(code: str, *, rule: str = MARCH_RULE, **args: object) -> Problem:
    return Problem(code, (), rule, args)
