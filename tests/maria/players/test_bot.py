"""The bot: a plain but sensible player."""

from collections.abc import Iterator
from functools import lru_cache

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import faults, play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.playtest.recorded import table_for
from pbem_maria import bot
from pbem_maria.orders.stage import StageOrders, WinterOrders
from pbem_maria.orders.standing import STAY
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.turn import StageSheet
from tests.long import tries
from tests.maria.drill import ground, position

GAMES = tries(
    (("introductory", "3"), ("advanced", "3"), ("two-player", "2")),
    (("introductory", "3"), ("introductory", "2"), ("advanced", "3"), ("two-player", "2")),
)
PLANNED = ("StageOrders", "WinterOrders", "SetUpOrders")


def chance_for(decision: Decision) -> Chance:
    return Chance("bot", f"{decision.seat} {decision.key}")


@lru_cache
def seen(scenario: str, players: str) -> tuple[tuple[Table, Decision, State], ...]:
    """Every question of a game of bots, with the view of the seat that is asked."""
    found: list[tuple[Table, Decision, State]] = []
    table = table_for(MARIA, {"scenario": scenario, "players": players}, "bots at play")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, ((lambda d, _: answers.get((d.seat, d.key))), policies(MARIA.policies))):
        for decision in waiting:
            view = table.views[decision.seat]
            found.append((table, decision, view))
            order = bot.play(view, decision, chance_for(decision))
            assert not faults(table.state.flow[-1], view, decision, order), (decision.key, order)
            answers[decision.seat, decision.key] = Answer(order, "bot")
    return tuple(found)


def asked(kind: str, *games: tuple[str, str]) -> Iterator[tuple[Decision, State]]:
    for game in games or GAMES:
        for _, decision, view in seen(*game):
            if decision.takes.__name__ == kind:
                yield decision, view


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_it_plays_legally_to_the_end(game: tuple[str, str]) -> None:
    table = seen(*game)[-1][0]
    assert table.state.result is not None


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLANNED)
def test_the_same_view_and_chance_give_the_same_order(kind: str) -> None:
    for decision, view in list(asked(kind))[:12]:
        assert bot.play(view, decision, chance_for(decision)) == bot.play(view, decision, chance_for(decision))


def test_it_has_a_plan_for_every_fight_so_that_nobody_is_asked() -> None:
    assert not list(asked("CombatOrders"))


def test_it_buys_troops_in_winter() -> None:
    orders = [bot.play(view, decision, chance_for(decision)) for decision, view in asked("WinterOrders")]
    assert sum(isinstance(order, WinterOrders) and bool(order.recruits) for order in orders) > len(orders) / 2


def stage(state: State, seat: str = "louis") -> StageOrders:
    decision = Decision(key="2.france", seat=seat, takes=StageOrders)
    order = bot.play(replace(state, flow=(StageSheet(stage="france"),)), decision, Chance("bot", "one"))
    assert isinstance(order, StageOrders)
    return order


OPEN = ground(
    "a b c d e f g h i j k l m n o p", home={"austria": "d p", "bavaria": "a"}, fortress="d p", major="a"
)  # fmt: skip


def test_10_3_it_goes_for_an_open_fortress() -> None:
    order = stage(position(OPEN, {"broglie": "b", "france-t2": "a", "karl": "o"}))

    (way,) = [move.path for move in order.moves if move.pieces == ("broglie",)]
    assert "d" in way


def test_9_it_goes_back_into_supply() -> None:
    state = position(OPEN, {"broglie": "i", "france-t2": "a", "karl": "p"}, face_down=frozenset({"broglie"}))
    after = {move.pieces: move.path[-1] for move in stage(state).moves}

    assert state.board.distance(after[("broglie",)], after.get(("france-t2",), "a")) <= 6


def test_11_it_does_not_seek_a_hopeless_fight() -> None:
    state = position(
        OPEN,
        {"broglie": "e", "france-t2": "c", "karl": "h", "traun": "h"},
        troops={"broglie": 1},
        hands={"austria": ""},
    )
    after = {move.pieces: move.path[-1] for move in stage(state).moves}

    assert state.board.distance(after.get(("broglie",), "e"), "h") > 1


def test_7_hussars_are_wished_for_in_advance() -> None:
    decision, view = next((d, v) for d, v in asked("StageOrders", ("introductory", "3")) if d.seat == "maria-theresa")
    order = bot.play(view, decision, chance_for(decision))

    assert isinstance(order, StageOrders)
    assert order.hussars
    assert all(wish.places[-1] == STAY or view.board.cities[wish.places[-1]] for wish in order.hussars)
