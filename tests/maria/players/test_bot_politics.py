"""The bot at politics, and the answers it gives in advance."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.playtest.recorded import table_for
from pbem_maria import bot
from pbem_maria.bot.politics import play_politics
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.statecraft import ALL
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA

CHANCE = Chance("bot", "test")


def position(cards: tuple[str, ...], hands: dict[str, str], trump: str = "hearts") -> State:
    table = table_for(MARIA, {"scenario": "advanced"}, "bot politics")
    play(table, [])
    piles = {power: Pile(tuple(hands.get(power, "").split())) for power in table.state.theatre.powers}
    state: State = table.state
    return replace(state, turn=2, political=cards, trump=trump, hands=piles)


def asked(view: State, seat: str) -> Decision:
    return Decision(key="2.politics", seat=seat, takes=PoliticsOrders, about={"placed": False})


def sheet(view: State, seat: str) -> PoliticsOrders:
    found = play_politics(view, asked(view, seat), CHANCE)
    assert isinstance(found, PoliticsOrders)
    return found


def test_17_a_card_of_the_trump_suit_is_placed_for_a_good_card() -> None:
    order = sheet(position(("vitam-et-sanguinem", "milice"), {"austria": "H5.1 S9.1 H10.1"}), "maria-theresa")

    assert order.place is not None
    assert order.place.each == {"austria": ("H5",)}
    assert order.take is not None
    assert order.take.each["austria"][0].card == "vitam-et-sanguinem"
    assert order.take.each["austria"][-1].saves


def test_17_nothing_is_placed_without_a_card_of_the_suit() -> None:
    order = sheet(position(("vitam-et-sanguinem", "milice"), {"austria": "S9.1"}), "maria-theresa")
    assert order.passes


def test_17_a_card_that_only_an_enemy_wants_is_dropped() -> None:
    order = sheet(position(("vitam-et-sanguinem", "warsaw"), {"france": "H6.1"}), "louis")

    assert order.take is not None
    first = order.take.each["france"][0]
    assert (first.card, first.drops) == ("vitam-et-sanguinem", True)


def test_17_an_arrow_both_ways_goes_to_ones_own_side() -> None:
    view = position(("orbetello", "milice"), {"austria": "H6.1", "france": "H7.1"})
    ways = {}
    for seat, power in (("maria-theresa", "austria"), ("louis", "france")):
        take = sheet(view, seat).take
        assert take is not None
        line = next(line for line in take.each[power] if line.card == "orbetello")
        ways[power] = next(part.direction for part in line.parts if part.direction)
    assert ways == {"austria": "right", "france": "left"}


@pytest.fixture(scope="module")
def games() -> list[Table]:
    found = []
    in_order = {"politics_placement": "in-order"}
    for settings in ({"scenario": "advanced"}, {"scenario": "two-player", "options": in_order}):
        table, answers = table_for(MARIA, settings, "bots"), dict[tuple[str, str], Answer]()
        while waiting := play(table, [_given(answers), policies(MARIA.policies)]):
            if table.state.turn > 3:
                break
            for decision in waiting:
                order = bot.play(
                    table.views[decision.seat], decision, Chance("bots", f"{decision.seat} {decision.key}")
                )
                answers[decision.seat, decision.key] = Answer(order, "bot")
        found.append(table)
    return found


def _given(answers: dict[tuple[str, str], Answer]) -> Any:
    return lambda decision, _view: answers.get((decision.seat, decision.key))


@pytest.mark.slow
def test_the_bot_answers_everything_in_advance(games: list[Table]) -> None:
    given = [answer for table in games for entry in table.entries for answer in entry.answers]
    asked_of = {type(answer.order).__name__ for answer in given if answer.by == "bot"}

    assert asked_of <= {
        "SetUpOrders", "PoliticsOrders", "PlacingOrders", "TrumpOrders", "StageOrders", "WinterOrders", "HussarOrders",
        "ComebackOrders", "GiveWayOrders",
    }  # fmt: skip
    stages = [answer.order for answer in given if isinstance(answer.order, StageOrders)]
    austrian = [order.standing for order in stages if order.standing and order.standing.saxony]
    assert austrian
    assert {standing.saxony.to for standing in austrian if standing.saxony} == {ALL}
