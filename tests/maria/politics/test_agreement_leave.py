"""Agreements to leave an area (21): whatever stands where, there is a sheet that keeps them."""

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.guess.stage import keep_word
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import Agreement, State
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.turn import StageSheet
from pbem_maria.settings import MariaSettings

PIECES = (
    "karl", "traun", "neipperg", "arenberg", "austria-t1", "austria-t2", "belle-isle", "broglie", "france-t1",
    "schwerin", "friedrich", "prussia-t1", "rutowski", "toerring", "stair",
)  # fmt: skip
SEATS = {"france": "louis", "prussia": "frederick", "austria": "maria-theresa"}


def pact(number: int, kind: str, seat: str, *areas: str) -> Agreement:
    """An agreement that binds *seat* alone."""
    parties = tuple(SEATS.values())
    return Agreement(
        number=number, kind=kind, parties=parties, who=(seat,), areas=areas, first=1, last=3, status="in force"
    )


def crowded(seed: int) -> tuple[State, str]:
    """A position with every piece near the others, and a seat that must leave two areas without entering a third."""
    chance = Chance(str(seed), "leave")
    state = start(MariaSettings(scenario="advanced"))
    stage = chance.choice(sorted(SEATS))
    crossing = ("france", "austria")
    at: dict[str, str] = {}
    for piece in PIECES:
        boards = ("bohemia", "flanders") if state.power_of(piece) in crossing else ("bohemia",)
        boards = ("flanders",) if piece == "stair" else boards
        near = [c for c in state.board.distances("prag" if piece != "stair" else "breda") if c not in at.values()][:60]
        at[piece] = chance.choice([city for city in near if state.board.cities[city].board in boards])
    areas = sorted({state.board.cities[city].region for city in at.values()})
    seat = SEATS[stage]
    agreements = (
        pact(1, "leave", seat, chance.choice(areas)),
        pact(2, "leave", seat, chance.choice(areas)),
        pact(3, "keep out", seat, chance.choice(areas)),
        pact(4, "no combat", seat),
    )
    troops = {piece: 4 for piece in at if state.theatre.is_general(piece)}
    hands = dict.fromkeys(state.theatre.powers, Pile())
    return replace(
        state,
        turn=3,
        stage=stage,
        at=at,
        troops=troops,
        hands=hands,
        agreements=agreements,
        totals=dict.fromkeys(state.theatre.powers, 40),
        flow=(),
    ), seat


def test_21_there_is_always_a_sheet_that_keeps_them() -> None:
    refused = moved = 0
    for seed in range(60):
        state, seat = crowded(seed)
        step = StageSheet(stage=state.stage)
        state = replace(state, flow=(step,))
        decision = Decision(key=f"3.{state.stage}", seat=seat, takes=StageOrders)
        still = StageOrders(passes=True)
        wrong = [problem for problem in step.check(state, decision, still) if problem.stops]
        assert {problem.args["what"] for problem in wrong} <= {"stay"}
        order = keep_word(state, decision, still)
        assert isinstance(order, StageOrders)
        assert [problem for problem in step.check(state, decision, order) if problem.stops] == []
        refused += bool(wrong)
        moved += len(order.moves)
    assert refused > 10
    assert moved > refused


@pytest.mark.parametrize(("turn", "asked"), [(2, False), (3, True)])
def test_21_only_the_last_stage_before_its_end_asks(turn: int, *, asked: bool) -> None:
    state, seat = next((state, seat) for state, seat in map(crowded, range(60)) if stays(state, seat))
    assert stays(replace(state, turn=turn), seat) == asked


def stays(state: State, seat: str) -> bool:
    decision = Decision(key="", seat=seat, takes=StageOrders)
    found = StageSheet(stage=state.stage).check(state, decision, StageOrders(passes=True))
    return any(problem.code == "breaks-agreement" for problem in found)
