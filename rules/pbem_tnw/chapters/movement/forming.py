"""Forming a Formation, taking up and dropping pieces (9.1, 9.3)."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.chapters.movement.formations import (
    MOST_GENERALS,
    capacity,
    kind_of,
    lenders,
    lending_warning,
    may_lead,
    wrong_with_pieces,
)
from pbem_tnw.orders.lines.lines import DropLine, FormLine, TakeLine
from pbem_tnw.orders.lines.pieces import Strengths
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import allied, seat_of
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import MOST_STEPS, beside, moving, settled

RULE = "9.1"
TAKING = "9.3"
DrawnUp = tuple[WarFormation | None, tuple[Problem, ...]]
"""A Formation and what is wrong with it; none if it cannot be told what it would be."""


def form(state: WarState, nation: str, line: FormLine) -> DrawnUp:
    """The Formation that a line forms: with no numbers as many units as its generals may lead."""
    place = _place(state, line)
    if not place:
        named = [one for one in (line.commander, *line.riders) if one]
        gone = (_wrong("general-off-map", general=one, where=state.generals.get(one, "")) for one in named)
        return None, tuple(gone) or (_wrong("form-where", ("at",)),)
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
    return formation, tuple(problems)


def take(state: WarState, nation: str, line: TakeLine) -> DrawnUp:
    """The Formation after it took up pieces where it stands; with nothing named as many units as it may lead."""
    formation = moving(state)
    if formation is None or not formation.pieces:
        return None, (_wrong("no-formation", rule=TAKING),)
    place, problems = formation.place, []
    if formation.stopped:
        problems.append(_wrong("formation-stopped", rule="9.4", place=place))
    problems += _absent(state, line.generals, place, TAKING)
    added = tuple(one for one in line.generals if one not in formation.pieces.generals)
    generals = (*formation.pieces.generals, *(one for one in added if state.generals.get(one) == place))
    named = bool(line.units.numbers or line.units.every)
    units = {}
    if named or not line.generals:
        units = _strengths(state, nation, place, line.units, generals, formation.pieces.units)
        problems += _too_many(state, nation, place, line.units, units)
    if not problems and not units and not added:
        problems.append(_wrong("nothing-to-take", rule=TAKING, place=place))
    return _changed(state, formation, _sum(formation.pieces.units, units, 1), generals, problems)


def drop(state: WarState, nation: str, line: DropLine) -> DrawnUp:
    """The Formation after it left pieces where it stands."""
    formation = moving(state)
    if formation is None or not formation.pieces:
        return None, (_wrong("no-formation", rule=TAKING),)
    problems = [
        _wrong("not-in-formation", ("generals", at), rule=TAKING, general=one)
        for at, one in enumerate(line.generals)
        if one not in formation.pieces.generals
    ]
    there, units = formation.pieces.units, dict[str, int]()
    for each in there if line.units.every else dict.fromkeys((nation, *_named(line.units, nation))):
        number = there.get(each, 0) if line.units.every else line.units.of(each, nation) or 0
        if number > there.get(each, 0):
            problems.append(
                _wrong("too-few-to-drop", ("units",), rule=TAKING, nation=each, wanted=number, there=there.get(each, 0))
            )
        units[each] = number
    if not any(units.values()) and not line.generals:
        problems.append(_wrong("nothing-to-drop", rule=TAKING))
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
            yield _wrong("general-elsewhere", rule=rule, general=one, place=place, where=where)
        elif state.impulse is not None and one in state.impulse.halted:
            yield _wrong("general-halted", rule=TAKING, general=one, place=place)


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
            yield _wrong("too-few-units", ("units",), nation=each, place=place, wanted=number, there=sum(worn))
        elif number > fit:
            yield _wrong("units-halted", ("units",), rule=TAKING, nation=each, place=place, wanted=number, there=fit)


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


def _wrong(code: str, path: OrderPath = (), *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, path, rule, args)
