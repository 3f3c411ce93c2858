"""The line `embark`: land forces in a Port go aboard the next Fleet that sails from it (13.6)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.movement.formations import wrong_with_pieces
from pbem_tnw.chapters.movement.forming import DrawnUp, form
from pbem_tnw.chapters.movement.lending import refuse_unlent
from pbem_tnw.chapters.naval.cargo import CARRIES, room
from pbem_tnw.chapters.naval.fleets import able_to_sail, moored, sailing
from pbem_tnw.chapters.transport.events import PiecesEmbarked
from pbem_tnw.orders.lines.lines import EmbarkLine, FormLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import allied
from pbem_tnw.position.forces import squadrons_at, still_at
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

RULE = "13.6"


def problems(view: WarState, nation: str, line: EmbarkLine) -> Iterator[Problem]:
    """Why forces cannot go aboard now."""
    yield from embarking(view, nation, line)[1]


def carry_out(table: Table[WarState], nation: str, line: EmbarkLine) -> None:
    """Let forces go aboard, if those who lend pieces agree."""
    party = embarking(table.state, nation, line)[0]
    if party is not None and not refuse_unlent(table, nation, party.pieces):
        table.emit(
            PiecesEmbarked(nation=nation, place=party.place, pieces=party.pieces, stay_aboard=line.stay_aboard)
        )  # fmt: skip


def embarking(state: WarState, nation: str, line: EmbarkLine) -> DrawnUp:
    """The forces that go aboard as one body, with what is aboard in that Port already; and what is wrong with them.

    Without numbers as many units as may be led and find room.
    """
    place = _place(state, line)
    duchy = state.board.duchies.get(place)
    if duchy is None or not duchy.is_port:
        return None, (Problem("embark-where", ("at",), RULE, {"place": place}),)
    carries = berths(state, nation, place)
    if not carries:
        return None, (Problem("embark-no-fleet", ("at",), RULE, {"place": place, "nation": nation}),)
    commander, *riders = line.generals or (None,)
    body, wrong = form(
        state, nation, FormLine(at=place, commander=commander, riders=tuple(filter(None, riders)), units=line.units)
    )
    wrong = tuple(replace(each, path=("generals",) if each.path[:1] == ("with",) else each.path) for each in wrong)
    if body is None or any(each.stops for each in wrong):
        return None, wrong
    before = _aboard_already(state, nation, place)
    wanted = bool(line.units.numbers or line.units.every)
    pieces = body.pieces if wanted else _cut(body.pieces, carries - before.strength)
    body = _joined(body, before, pieces)
    wrong += tuple(wrong_with_pieces(state, nation, body.pieces, body.commander))
    if body.pieces.strength > carries:
        args = {"strength": body.pieces.strength, "room": carries, "place": place}
        wrong += (Problem("too-much-aboard", ("units",), RULE, args),)
    return body, wrong


def berths(state: WarState, nation: str, place: str) -> int:
    """The strength that the Squadrons of the Camp of *nation* in a Port could carry if they sailed now."""
    before = moored(state)
    return sum(
        min(room(squadrons_at(state, place, (each,))), CARRIES * able_to_sail(before, each, place))
        for each in state.board.sequence
        if allied(state, nation, each)
    )


def _place(state: WarState, line: EmbarkLine) -> str:
    """The Port that a line means: as it says, else where the generals are, the Fleet, or the Formation."""
    if line.at not in (None, HERE):
        return line.at or ""
    there = [state.generals.get(one, "") for one in line.generals]
    voyage, formation = sailing(state), moving(state)
    there += [voyage.place] if voyage is not None and voyage.squadrons else []
    there += [formation.place] if formation is not None else []
    return next((place for place in there if place in state.board.duchies), "")


def _aboard_already(state: WarState, nation: str, place: str) -> Pieces:
    boarding = None if state.impulse is None else state.impulse.boarding
    if boarding is None or (boarding.nation, boarding.place) != (nation, place):
        return Pieces()
    return still_at(state, place, boarding.pieces)


def _cut(pieces: Pieces, most: int) -> Pieces:
    units: dict[str, int] = {}
    for each, n in pieces.units.items():
        units[each] = max(0, min(n, most - sum(units.values())))
    return replace(pieces, units={each: n for each, n in units.items() if n})


def _joined(body: WarFormation, before: Pieces, pieces: Pieces) -> WarFormation:
    units = dict(before.units)
    for each, n in pieces.units.items():
        units[each] = units.get(each, 0) + n
    generals = tuple(dict.fromkeys((*before.generals, *pieces.generals)))
    commander = generals[0] if generals and units else ""
    return replace(body, pieces=Pieces(units=units, generals=generals), commander=commander)
