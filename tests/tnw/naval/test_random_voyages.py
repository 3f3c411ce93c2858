"""Voyages by chance, with interception, battle and landing: nothing is lost but what is sunk or killed (13)."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from pbem.engine.event import ChanceDrawn, Event
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.events import ForcesLanded, SeaBattleEnded, SeaEvasionRolled, SeaInterceptionRolled
from pbem_tnw.chapters.sea.fleets import room
from pbem_tnw.chapters.turn.card_play import line_problems
from pbem_tnw.edition.board import YARD
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import BattleCondition
from pbem_tnw.orders.lines import AttackLine, EmbarkLine, LandLine, OrderLine, SailLine
from pbem_tnw.orders.standing import SeaLine
from pbem_tnw.position.forces import allied_squadrons, in_play, squadrons_in_play
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import with_fleets
from tests.tnw.positions import active, with_forces, with_standing

EITHER = [BattleCondition(test=Truth(yes=True)), BattleCondition(test=Truth(yes=False)), None]
SEATS = {"britain": "britain", "france": "france", "spain": "france", "russia": "russia", "austria": "austria"}


class ChanceTable(MarchTable):
    """A table on which the dice are rolled."""

    def __init__(self, state: WarState, seed: int) -> None:
        super().__init__(state, ())
        self.chance = random.Random(seed)

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        rolled = tuple(self.chance.randint(1, sides) for _ in range(dice))
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*rolled], public=True))
        return rolled

    def happened(self) -> Iterator[Event[WarState]]:
        return (event for entry in self.entries for event in entry.events)


def afloat(seed: int) -> WarState:
    """The set-up with Squadrons, Moore and Soult scattered by chance, in an Impulse of France or Britain."""
    chance = random.Random(seed)
    board = with_fleets({}).board
    ports = [name for name, duchy in board.duchies.items() if duchy.is_port]
    fleets: dict[str, Counter[str]] = {}
    for nation, number in {"britain": 8, "france": 6, "spain": 3, "russia": 3}.items():
        homes = [port for port in ports if board.duchies[port].nation == nation]
        for _ in range(number):
            fleets.setdefault(chance.choice([*homes, *board.zones]), Counter())[nation] += 1
    state = with_fleets(fleets)
    generals = {"moore": chance.choice(["plymouth", "london"]), "soult": chance.choice(["brest", "toulon"])}
    units = {generals["moore"]: {"britain": 4}, generals["soult"]: {"france": 5}}
    for seat in dict.fromkeys(SEATS.values()):
        line = SeaLine(intercept=chance.choice(EITHER), evade=chance.choice(EITHER))
        state = with_standing(state, seat, sea=(line,))
    return active(with_forces(state, units, generals), chance.choice(["france", "britain"]), 12)


def lines(state: WarState, chance: random.Random) -> Iterator[OrderLine]:
    """Lines for the Active nation, possible or not."""
    nation, zones = state.active, state.board.zones
    while True:
        here = [place for place, fleet in state.squadrons.items() if any(one.nation == nation for one in fleet)]
        here = [place for place in here if place in zones or place in state.board.duchies]
        if not here:
            return
        start = chance.choice(here)
        way = [start]
        for _ in range(chance.randint(1, 3)):
            at = way[-1]
            near = (*zones[at].adjacent, *zones[at].ports) if at in zones else state.board.duchies[at].port
            way.append(chance.choice(near))
        general = {"britain": "moore", "france": "soult"}[nation]
        yield chance.choice((
            SailLine(origin=start, path=tuple(way[1:]), if_met=chance.choice(["pass", "stay", "attack"])),
            SailLine(path=tuple(way[1:])),
            EmbarkLine(generals=(general,), stay_aboard=chance.random() < 0.5),
            AttackLine(at=chance.choice([start, way[1]])),
            LandLine(at=chance.choice(zones[start].ports) if start in zones else start),
        ))  # fmt: skip


def play(seed: int) -> ChanceTable:
    table, chance = ChanceTable(afloat(seed), seed), random.Random(seed)
    for _ in range(12):
        line = next(lines(table.state, chance), None)
        if line is None:
            break
        if not any(each.stops for each in line_problems(table.state, table.state.active, line)):
            table.order(line)
            assert table.state.flow == ()
    return table


def counted(state: WarState) -> dict[str, tuple[int, int]]:
    return {nation: (in_play(state, nation), squadrons_in_play(state, nation)) for nation in state.board.sequence}


def gone(table: ChanceTable) -> dict[str, tuple[int, int]]:
    """Units and Squadrons that events took from the board, by nation."""
    units, fleet = Counter[str](), Counter[str]()
    for event in table.happened():
        if isinstance(event, PiecesMoved) and event.to == YARD:
            units.update(event.pieces.units)
        if isinstance(event, SquadronsMoved) and event.to == YARD:
            fleet.update(one.nation for one in event.squadrons)
    return {nation: (units[nation], fleet[nation]) for nation in table.state.board.sequence}


@pytest.mark.parametrize("seed", range(80))
def test_13_whatever_happens_at_sea_the_position_stays_sound(seed: int) -> None:
    before = counted(afloat(seed))
    table = play(seed)
    after, lost = counted(table.state), gone(table)
    for nation, (units, fleet) in before.items():
        assert (after[nation][0] + lost[nation][0], after[nation][1] + lost[nation][1]) == (units, fleet)
    state, impulse = table.state, table.state.impulse
    assert impulse is not None
    assert (impulse.sea_battle, impulse.battle, impulse.contact) == (None, None, None)
    for zone in state.board.zones:
        for nation in ("france", "britain"):
            strength = sum(n for each, n in state.units.get(zone, {}).items() if each == nation)
            assert strength <= room(allied_squadrons(state, nation, zone)), "what is aboard has room"


def test_13_all_of_it_happens_in_such_voyages() -> None:
    kinds = Counter(type(event) for seed in range(80) for event in play(seed).happened())
    for kind in (SeaBattleEnded, SeaEvasionRolled, SeaInterceptionRolled, ForcesLanded):
        assert kinds[kind] > 0, kind


def views(table: ChanceTable) -> Iterable[tuple[WarState, WarState]]:
    return ((table.state, view) for view in table.views.values())


@pytest.mark.parametrize("seed", range(20))
def test_13_every_seat_sees_the_same_board(seed: int) -> None:
    table = play(seed)
    for state, view in views(table):
        assert (state.squadrons, state.units, state.generals, state.aboard) == (
            view.squadrons, view.units, view.generals, view.aboard,
        )  # fmt: skip
