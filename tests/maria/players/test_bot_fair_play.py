"""The bot is fair and careful: always legal, blind to what its seat cannot see, sparing with its cards."""

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import faults, play, policies
from pbem.engine.table import Answer, Chance, Scratch, Table, decisions_of
from pbem.playtest.recorded import table_for
from pbem_maria import bot
from pbem_maria.bot.combat import Matter, best_plan, fight
from pbem_maria.bot.judge import odds
from pbem_maria.bot.moves import PlannedPosition, move_trains
from pbem_maria.bot.quiet import mended
from pbem_maria.bot.survey import Survey
from pbem_maria.chapters.duel import DuelSeen, choose
from pbem_maria.guess import guess
from pbem_maria.orders.movement import Move
from pbem_maria.orders.plan import KEEP, LAST, LEADS, LOWEST, CombatPlan, PlanItem
from pbem_maria.orders.stage import SetUpOrders, StageOrders
from pbem_maria.position.state import KnownStrength, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import fair_division
from pbem_maria.sequence.turn import StageSheet
from tests.long import tries
from tests.maria.drill import ground, position

LINE = ground("a b c d e f g h i j k l m n o p", home={"austria": "p", "bavaria": "a"}, fortress="d p", major="a")


def random_game(scenario: str) -> Iterator[tuple[Table, Decision]]:
    """The questions of a game in which everyone guesses; no one answers by standing orders."""
    table = table_for(MARIA, {"scenario": scenario}, f"fair play {scenario}")
    chance = Chance("fair play", scenario)
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            yield table, decision
            order = guess(table.views[decision.seat], decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["introductory", "advanced"])
def test_it_answers_legally_wherever_a_random_game_may_lead(scenario: str) -> None:
    asked = 0
    for table, decision in islice(random_game(scenario), 0, None, tries(6, 1)):
        view = table.views[decision.seat]
        order = bot.play(view, decision, Chance("bot", decision.key))
        assert type(order) is decision.takes
        assert not faults(table.state.flow[-1], view, decision, order), (decision.key, order)
        asked += 1
    assert asked > tries(5, 30)


def world(strong: str, weak: str) -> Table:
    """A game at its first sheet, for which Austria has divided its troops in a way of its own."""
    table = table_for(MARIA, {}, "twins")

    def divide(decision: Decision, view: State) -> Answer | None:
        if decision.takes is not SetUpOrders:
            return Answer(decision.default) if decision.key == "1.hussars" else None
        troops = fair_division(view, decision.seat)
        if decision.seat == "maria-theresa":
            troops |= {strong: troops[strong] + 1, weak: troops[weak] - 1}
        return Answer(SetUpOrders(troops=troops))

    play(table, (divide,))
    return table


def test_what_its_seat_cannot_see_makes_no_difference() -> None:
    one, other = world("karl", "traun"), world("traun", "karl")
    (decision,) = decisions_of(one.state.flow[-1], one.state)
    orders = [bot.play(w.views["louis"], decision, Chance("bot", "twin")) for w in (one, other)]

    assert one.state.troops != other.state.troops
    assert isinstance(orders[0], StageOrders)
    assert orders[0].moves
    assert orders[0] == orders[1]


def test_6_what_was_told_of_a_stack_is_believed_until_it_is_old() -> None:
    at = {"broglie": "a", "karl": "g", "traun": "m"}
    told = (KnownStrength(2, ("karl",), 7),)
    state = position(LINE, at, troops={"karl": 7, "traun": 1}, sightings=told)
    hidden = replace(state, troops={"broglie": 4})

    assert Survey(hidden, "louis").strength["karl"] == 7
    assert Survey(hidden, "louis").strength["traun"] == 1
    assert Survey(replace(hidden, turn=8), "louis").strength["karl"] == 4


def test_11_1_a_reserve_is_not_spent_while_a_card_of_the_suit_will_do() -> None:
    matter = Matter(
        own=4, enemy=6, suit="hearts", enemy_suit="spades", hand=("R.1", "H5.1", "H9.1"), unknown=2, attacking=True
    )
    plan = best_plan(matter, Chance("bot", "reserve"))
    first = choose(plan, DuelSeen(score=-2, suit="hearts", hand=matter.hand))

    assert plan.reserves in (KEEP, LAST)
    assert not isinstance(first, str)
    assert first is not None
    assert first.card != "R.1"


def test_11_1_a_duel_is_fought_by_the_rules_of_the_game() -> None:
    plan = CombatPlan(play=(PlanItem(rule=LEADS), PlanItem(rule=LOWEST)))
    end = fight(-2, (plan, "hearts", ("H5.1", "H4.1")), (plan, "spades", ("S4.1",)), attacking=True)

    assert end == (3, 9, 4)


def test_11_1_the_odds_of_a_fight_without_hope_and_of_one_without_danger() -> None:
    hopeless, safe = odds(1, 16, 0, 0), odds(16, 1, 0, 0)

    assert (hopeless.win, hopeless.loses) == (0, 1)
    assert (safe.win, safe.kills) == (1, 1)


def test_9_a_train_leaves_the_reach_of_an_enemy() -> None:
    table = Scratch(position(LINE, {"broglie": "f", "france-t2": "i", "karl": "l"}))
    move_trains(table, "louis", ("france", "bavaria"))

    assert table.state.at["france-t2"] == "g"


def test_9_a_train_stays_where_it_is_safe_and_near() -> None:
    table = Scratch(position(LINE, {"broglie": "f", "france-t2": "i", "karl": "p"}))

    assert not move_trains(table, "louis", ("france", "bavaria"))


def test_9_the_farther_from_its_train_the_worse_a_place_is() -> None:
    judge = PlannedPosition(position(LINE, {"broglie": "f", "france-t2": "d"}), "louis").judge("france")
    prices = [judge.supply(("broglie",), city) for city in ("g", "k", "n")]

    assert prices[0] == 0
    assert prices[0] > prices[1] > prices[2]


def test_11_1_a_fight_that_must_be_fought_counts_for_what_it_will_bring() -> None:
    at = {"broglie": "g", "karl": "h"}

    def value(own: int, enemy: int) -> float:
        seen = PlannedPosition(position(LINE, at, troops={"broglie": own, "karl": enemy}), "louis")
        stack = seen.survey.stack_at("g")
        assert stack is not None
        return seen.judge("france").attacks(stack)

    assert value(1, 8) < 0 < value(8, 1)


def test_what_is_refused_is_taken_out_and_the_rest_is_ordered() -> None:
    state = replace(position(LINE, {"broglie": "b", "toerring": "g"}), flow=(StageSheet(stage="france"),))
    decision = Decision(key="2.france", seat="louis", takes=StageOrders)
    good, bad = Move(pieces=("broglie",), path=("c",)), Move(pieces=("toerring",), path=("p",))
    order = mended(state, decision, StageOrders(moves=(bad, good)))

    assert isinstance(order, StageOrders)
    assert order.moves == (good,)
