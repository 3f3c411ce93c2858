"""The bot: a plain but sensible player of The Napoleonic Wars."""

from collections.abc import Iterator
from functools import lru_cache

import pytest

from pbem.engine.decision import Decision
from pbem.engine.play import faults, play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.playtest.recorded import table_for
from pbem_tnw import bot
from pbem_tnw.orders.lines import MoveLine
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.long import tries

SEATS = tries(("4", "5"), ("2", "3", "4", "5"))


def chance_for(decision: Decision) -> Chance:
    return Chance("bot", f"{decision.seat} {decision.key}")


@lru_cache
def seen(players: str) -> tuple[tuple[Table, Decision, WarState], ...]:
    """Every question of a game of bots, with the view of the seat that is asked."""
    found: list[tuple[Table, Decision, WarState]] = []
    table = table_for(TNW, {"players": players}, "bots at play")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, ((lambda d, _: answers.get((d.seat, d.key))), policies(TNW.policies))):
        for decision in waiting:
            view = table.views[decision.seat]
            found.append((table, decision, view))
            order = bot.play(view, decision, chance_for(decision))
            assert not faults(table.state.flow[-1], view, decision, order), (decision.key, order)
            answers[decision.seat, decision.key] = Answer(order, "bot")
    return tuple(found)


def sheets(players: str) -> Iterator[RoundOrders]:
    for _, decision, view in seen(players):
        order = bot.play(view, decision, chance_for(decision))
        if isinstance(order, RoundOrders):
            yield order


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_it_plays_legally_to_the_end(players: str) -> None:
    assert seen(players)[-1][0].state.result is not None


@pytest.mark.slow
def test_the_same_view_gives_the_same_order() -> None:
    for _, decision, view in seen("5")[:20]:
        assert bot.play(view, decision, chance_for(decision)) == bot.play(view, decision, chance_for(decision))


@pytest.mark.slow
def test_2_1_it_answers_in_advance_so_that_a_turn_needs_few_rounds_of_mail() -> None:
    asked = [decision.takes.__name__ for _, decision, _ in seen("4")]
    assert asked.count("ImpulseSheet") + asked.count("HoldAnswer") < len(asked) / 20


@pytest.mark.slow
def test_9_it_marches_against_the_enemy() -> None:
    lines = [
        line for order in sheets("2") for orders in order.impulses.values() for way in orders.alternatives
        for line in way.do.lines
    ]  # fmt: skip
    assert sum(isinstance(line, MoveLine) for line in lines) > 10
