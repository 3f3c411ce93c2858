"""The bot is fair: always legal, and blind to what its seat cannot see."""

from collections.abc import Iterator
from itertools import islice

import pytest

from pbem.engine.decision import Decision
from pbem.engine.play import faults, play, policies
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.playtest.recorded import table_for
from pbem_tnw import bot
from pbem_tnw.guess import guess
from pbem_tnw.orders.standing import EvadeLine, HoldWish, InterceptLine, WarStanding
from pbem_tnw.orders.turn import EntryOrders, RoundOrders
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.long import tries


def random_game(players: str) -> Iterator[tuple[Table, Decision]]:
    """The questions of a game in which everyone guesses."""
    table = table_for(TNW, {"players": players}, f"fair play {players}")
    chance = Chance("fair play", players)
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(TNW.policies))):
        answers.clear()
        for decision in waiting:
            yield table, decision
            order = guess(table.views[decision.seat], decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")


@pytest.mark.slow
@pytest.mark.parametrize("players", ["2", "5"])
def test_it_answers_legally_wherever_a_random_game_may_lead(players: str) -> None:
    asked = 0
    for table, decision in islice(random_game(players), 0, None, tries(3, 1)):
        view = table.views[decision.seat]
        order = bot.play(view, decision, Chance("bot", decision.key))
        assert type(order) is decision.takes
        assert not faults(table.state.flow[-1], view, decision, order), (decision.key, order)
        asked += 1
    assert asked > 10


def at_first_round(key: str, **standing: WarStanding) -> Table:
    """A game at its first Round sheets; some seats sent standing orders with their entries."""
    table = table_for(TNW, {"players": "4"}, key)

    def enter(decision: Decision, _view: WarState) -> Answer | None:
        return Answer(EntryOrders(standing=standing.get(decision.seat))) if decision.key == "0.entry" else None

    play(table, (enter,))
    return table


def test_what_its_seat_cannot_see_makes_no_difference() -> None:
    careful = WarStanding(evade=(EvadeLine(),), intercept=(InterceptLine(),), hold=(HoldWish(on="battle"),))
    one, other = at_first_round("twins"), at_first_round("twins", austria=careful)
    decision = next(d for d in decisions_of(one.state.flow[-1], one.state) if d.seat == "france")
    orders = [bot.play(w.views["france"], decision, Chance("bot", "twin")) for w in (one, other)]

    assert one.state.standing != other.state.standing
    assert isinstance(orders[0], RoundOrders)
    assert orders[0].impulses
    assert orders[0] == orders[1]


@pytest.mark.parametrize("seat", ["france", "austria", "britain", "russia"])
def test_it_orders_nothing_of_cards_that_it_does_not_hold(seat: str) -> None:
    table = at_first_round(f"cards of {seat}")
    decision = next(d for d in decisions_of(table.state.flow[-1], table.state) if d.seat == seat)
    order = bot.play(table.views[seat], decision, Chance("bot", seat))

    assert isinstance(order, RoundOrders)
    for nation, orders in order.impulses.items():
        played = {way.play.card for way in orders.alternatives if way.play is not None}
        assert played <= {*table.state.hands[nation].known, *table.state.board.reserves[nation]}
