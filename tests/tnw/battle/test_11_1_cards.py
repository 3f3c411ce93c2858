"""Cards in a battle: planned ones, in Track order, and those after the dice (6.15, 11.1, house rules 2.3)."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.nation.pieces import CardLaid
from pbem_tnw.chapters.turn.events import CardsKept
from pbem_tnw.orders.choices import BattleCardWish, BattleWish
from pbem_tnw.orders.condition import Amount, Asked, Comparison, Truth
from pbem_tnw.orders.condition_parser import BattleCondition, ResponseCondition
from pbem_tnw.orders.lines import MoveLine
from pbem_tnw.orders.names import AtPlaces, ByWhom
from pbem_tnw.orders.standing import BattleLine, HoldWish, RespondLine, WarStanding
from pbem_tnw.orders.turn import StandingSheet
from pbem_tnw.position.state import OrdersUnderWay, WarState
from tests.tnw.battle.fighting import decided, fight, met, misses, rounds
from tests.tnw.cards.playing import holding
from tests.tnw.letters.reading import said_back
from tests.tnw.positions import DiceTable, active, with_standing

MARGIN_BELOW_1 = BattleCondition(Comparison(Amount(of=Asked("margin")), "<", Amount(plus=1)))  # type: ignore[arg-type]
GOOD_ODDS = BattleCondition(Comparison(Amount(of=Asked("odds")), ">=", Amount(plus=2)))  # type: ignore[arg-type]


def ready(french: Iterable[str] = (), austrian: Iterable[str] = (), *generals: str, **units: int) -> WarState:
    """France attacks at Ulm, and both hold these cards."""
    state = met(units or {"france": 6, "austria": 6}, generals or ("soult", "liechtenstein"))
    return holding(active(replace(state, turn=2), "france"), france=french, austria=austrian)


def planned(state: WarState, seat: str, *cards: str | BattleCardWish, **line: object) -> WarState:
    wishes = tuple(BattleCardWish(card=each) if isinstance(each, str) else each for each in cards)
    return with_standing(state, seat, battle=(replace(BattleLine(cards=wishes), **line),))


def laid(table: DiceTable) -> list[tuple[str, str]]:
    return [(event.nation, event.card) for event in table.told(CardLaid) if isinstance(event, CardLaid)]


def dice(table: DiceTable) -> list[tuple[int, int]]:
    return [(len(one.attacker.faces), len(one.defender.faces)) for one in rounds(table)]


def test_11_1_h40_the_active_nation_plays_all_its_cards_first() -> None:
    state = ready(("grand-battery", "rockets"), ("squares", "sunken-lane"))
    state = planned(planned(state, "france", "grand-battery", "rockets"), "austria", "squares", "sunken-lane")
    table = fight(state, [6, *misses(9), *misses(9)], origin="munich")
    assert laid(table) == [
        ("france", "grand-battery"), ("france", "rockets"), ("austria", "squares"), ("austria", "sunken-lane"),
    ]  # fmt: skip
    assert dice(table) == [(10 + 3 + 1 - 2 - 2, 9)]


def test_2_3_no_card_is_played_without_an_order_or_a_card_in_hand() -> None:
    assert laid(fight(ready(("grand-battery",)), [6, *misses(9), *misses(9)], origin="munich")) == []
    state = planned(ready((), ()), "france", "grand-battery")
    assert laid(fight(state, [6, *misses(9), *misses(9)], origin="munich")) == []


def test_6_15_a_card_whose_condition_does_not_hold_is_kept() -> None:
    state = planned(ready(("great-redoubt", "sun-of-austerlitz")), "france", "great-redoubt", "sun-of-austerlitz")
    assert laid(fight(state, [6, *misses(9), *misses(9)], origin="munich")) == []


def kept(table: DiceTable, seat: str = "france") -> list[tuple[tuple[str, ...], str]]:
    """The cards that a seat is told that it keeps, and why."""
    return [(one.cards, one.problem.code) for one in table.told(CardsKept, seat)]  # type: ignore[attr-defined]


def test_11_1_a_seat_of_several_nations_learns_that_one_that_does_not_fight_plays_no_card() -> None:
    everywhere = holding(planned(ready(("rockets",)), "france", "rockets", "grand-battery"), spain=("grand-battery",))
    everywhere = replace(everywhere, control={**everywhere.control, "spain": "france"})
    assert not kept(fight(everywhere, [6, *misses(10), *misses(9)], origin="munich"))
    state = planned(everywhere, "france", "rockets", "grand-battery", where=AtPlaces(("ulm",)))
    table = fight(state, [6, *misses(10), *misses(9)], origin="munich")
    assert laid(table) == [("france", "rockets")]
    (told,) = table.told(CardsKept, "france")
    assert isinstance(told, CardsKept)
    assert (told.nation, told.cards, told.problem.code) == ("spain", ("grand-battery",), "battle-card-of-absent")
    line = BattleLine(cards=(BattleCardWish(card="grand-battery"), BattleCardWish(card="rockets")))
    said = said_back(StandingSheet(standing=WarStanding(battle=(line,))), state)
    assert "(Rocket Troop only where France fights; The Grand Battery only where Spain fights)." in said


def test_2_2_a_seat_learns_why_planned_cards_are_not_played() -> None:
    plan = planned(ready(("rockets", "sunken-lane")), "france", "rockets", "sunken-lane", "grand-battery")
    table = fight(plan, [6, *misses(10), *misses(9)], origin="munich")
    assert kept(table) == [(("sunken-lane",), "event-condition")]  # only for the defender; the last is not held
    assert [(one.place, one.after) for one in table.told(CardsKept, "france")] == [("ulm", 0)]  # type: ignore[attr-defined]
    assert kept(table, "austria") == []
    never = BattleCardWish(card="rockets", condition=MARGIN_BELOW_1)
    table = fight(planned(ready(("rockets",)), "france", never), [6, *misses(9), *misses(9)], origin="munich")
    assert kept(table) == [(("rockets",), "condition-does-not-hold")]
    state = planned(ready(("grand-battery", "rockets")), "france", "rockets", "grand-battery", first_round_at_most=1)
    table = fight(state, [6, *misses(10), *misses(9)], origin="munich")
    assert kept(table) == [(("grand-battery",), "battle-cards-at-most")]
    state = planned(ready(("rockets", "grand-battery")), "france", "rockets", "grand-battery", first_round_at_most=0)
    table = fight(state, [6, *misses(9), *misses(9)], origin="munich")
    assert kept(table) == [(("rockets", "grand-battery"), "battle-cards-at-most")]


def test_2_3_a_plan_may_bound_the_cards_before_the_first_round() -> None:
    state = planned(ready(("grand-battery", "rockets")), "france", "rockets", "grand-battery", first_round_at_most=1)
    assert laid(fight(state, [6, *misses(10), *misses(9)], origin="munich")) == [("france", "rockets")]


def test_2_3_a_plan_may_keep_cards_if_the_battle_is_won_without_them() -> None:
    state = planned(ready(("rockets",), (), france=6, austria=1), "france", "rockets", keep_if=GOOD_ODDS)
    assert laid(fight(state, [6, *misses(9), *misses(4), 4], origin="munich")) == []


def test_2_3_a_line_counts_only_where_and_against_whom_it_says() -> None:
    state = planned(ready(("rockets",)), "france", "rockets", where=AtPlaces(("linz",)))
    assert laid(fight(state, [6, *misses(9), *misses(9)], origin="munich")) == []
    state = planned(ready(("rockets",)), "france", "rockets", by=ByWhom(("russia",)))
    assert laid(fight(state, [6, *misses(9), *misses(9)], origin="munich")) == []


def test_2_2_the_line_of_the_march_has_its_own_plan() -> None:
    wish = BattleWish(cards=(BattleCardWish(card="rockets"),))
    state = planned(ready(("rockets", "grand-battery")), "france", "grand-battery")
    line = MoveLine(path=("ulm",), battle=wish)
    state = replace(state, under_way={"france": OrdersUnderWay(nation="france", current=line)})
    assert laid(fight(state, [6, *misses(10), *misses(9)], origin="munich")) == [("france", "rockets")]


def test_11_1_a_card_that_says_second_round_waits_for_it() -> None:
    state = planned(ready(("five-o-clock",)), "france", "five-o-clock")
    assert laid(fight(state, [6, *misses(9), *misses(9)], origin="munich")) == []
    table = fight(state, [*misses(10), *misses(9), 6, *misses(13), *misses(9)], origin="munich")
    assert dice(table) == [(10, 9), (14, 9)]


def test_part_3_spy_at_headquarters_voids_a_battle_card() -> None:
    state = planned(ready(("grand-battery",), ("spy-at-headquarters",)), "france", "grand-battery")
    state = with_standing(state, "austria", respond=(RespondLine(card="spy-at-headquarters"),))
    table = fight(state, [6, *misses(9), *misses(9)], origin="munich")
    assert dice(table) == [(10, 9)]


def test_part_3_h41_napoleon_s_reserve_rolls_four_dice_now_and_rallies() -> None:
    state = ready((), (), "napoleon", "charles", france=8, austria=8)
    state = planned(state, "france", BattleCardWish(card="res-napoleon", condition=MARGIN_BELOW_1))
    table = fight(state, [6, *misses(13), 5, 5, 5, *misses(9), 6, 4, 4, 2, *misses(0)], origin="munich")
    (only,) = rounds(table)
    assert len(only.attacker.faces) == 18
    assert only.attacker.rallied == {"france": 2}
    assert (only.attacker.casualties, only.defender.casualties) == (2, 3)


def test_part_3_h41_the_reserve_is_kept_if_the_round_is_won() -> None:
    state = ready((), (), "napoleon", "charles", france=8, austria=8)
    state = planned(state, "france", BattleCardWish(card="res-napoleon", condition=MARGIN_BELOW_1))
    table = fight(state, [6, *misses(13), *misses(12)], origin="munich")
    assert table.state.used == ()


def test_6_14_r8_dice_are_rolled_again_and_the_margin_is_reckoned_anew() -> None:
    state = ready(("cool-heads",), ())
    line = RespondLine(card="cool-heads", condition=ResponseCondition(MARGIN_BELOW_1.test))
    state = with_standing(state, "france", respond=(line,))
    table = fight(state, [6, 5, 5, *misses(7), 6, 6, 5, 5, *misses(5), 6, 5, 2], origin="munich")
    (only,) = rounds(table)
    assert only.attacker.faces == (6, 6, 5, 5, 5, 2, 1, 1, 1, 1)
    assert decided(table).winner == "attacker"


def test_11_5_r9_the_rear_guard_saves_the_loser_of_a_rout() -> None:
    state = ready((), ("rear-guard",))
    state = planned(state, "austria", "rear-guard")
    table = fight(state, [5, 5, 5, 5, *misses(6), *misses(9)], origin="munich")
    assert not decided(table).rout
    assert table.state.units["innsbruck"] == {"austria": 6}


def test_11_5_no_rest_makes_a_margin_of_one_a_rout() -> None:
    table = fight(planned(ready(("no-rest",)), "france", "no-rest"), [5, *misses(9), *misses(9), 6], origin="munich")
    assert decided(table).rout
    assert table.state.units["innsbruck"] == {"austria": 5}


def test_11_2_morning_fog_takes_the_ground_and_a_die_of_both() -> None:
    table = fight(planned(ready(("morning-fog",)), "france", "morning-fog"), [6, *misses(8), *misses(8)])
    assert dice(table) == [(9, 8)]


def test_2_4_a_hold_on_a_battle_asks_before_the_dice() -> None:
    state = ready((), ("squares",))
    state = with_standing(state, "austria", hold=(HoldWish(on="battle"),))
    table = DiceTable(state)
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.play()
    (step,) = {type(each).__name__ for each in table.state.flow[-1:]}
    assert step == "HoldQuestion"
    assert rounds(table) == []


NEVER = BattleCondition(Truth(yes=False))
ALWAYS = BattleCondition(Truth(yes=True))
TWO_ROUNDS = (*misses(10), *misses(9), 6, *misses(13), *misses(9))
"""Nothing happens in the first round, and with four dice more France wins the second."""


def once(nation: str, card: str) -> BattleCondition:
    return BattleCondition(Asked("played", (nation, card)))


def test_11_1_of_a_card_for_the_second_round_one_learns_then_why_it_was_kept() -> None:
    wish = BattleCardWish(card="five-o-clock", condition=NEVER)
    two = [*misses(10), *misses(9), 6, *misses(9), *misses(9)]
    table = fight(planned(ready(("five-o-clock",)), "france", wish), two, origin="munich")
    assert kept(table) == [(("five-o-clock",), "condition-does-not-hold")]
    table = fight(planned(ready(("five-o-clock",)), "france", "five-o-clock", keep_if=ALWAYS), two, origin="munich")
    assert kept(table) == [(("five-o-clock",), "battle-kept")]
    assert laid(table) == []


def test_2_3_the_most_cards_before_the_first_round_bound_no_later_ones() -> None:
    state = planned(ready(("five-o-clock", "rockets")), "france", "rockets", "five-o-clock", first_round_at_most=0)
    table = fight(state, TWO_ROUNDS, origin="munich")
    assert laid(table) == [("france", "five-o-clock")]


def test_2_3_the_most_cards_are_those_of_all_nations_of_a_seat() -> None:
    state = ready(("rockets",), (), "soult", "castanos", "liechtenstein", france=4, spain=2, austria=6)
    state = holding(state, france=("rockets",), spain=("grand-battery",), austria=())
    state = planned(state, "france", "rockets", "grand-battery", first_round_at_most=1)
    table = DiceTable(state, [6, *misses(40)])
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.play()
    assert [card for _, card in laid(table)][:2] == ["rockets"]


def test_2_2_each_card_that_cannot_be_played_is_told_with_what_it_lacks_before_its_condition() -> None:
    wishes = (BattleCardWish(card="sunken-lane", condition=NEVER), BattleCardWish(card="sun-of-austerlitz"))
    state = planned(ready(("sunken-lane", "sun-of-austerlitz")), "france", *wishes)
    table = fight(state, [6, *misses(9), *misses(9)], origin="munich")
    assert kept(table) == [(("sunken-lane",), "event-condition"), (("sun-of-austerlitz",), "event-condition")]
    bound = planned(ready(("sunken-lane",)), "france", "sunken-lane", first_round_at_most=0)
    table = fight(bound, [6, *misses(9), *misses(9)], origin="munich")
    assert kept(table) == [(("sunken-lane",), "battle-cards-at-most")]


def test_6_14_of_cards_for_the_time_after_the_dice_each_side_learns_once_why_they_were_kept() -> None:
    late = BattleCardWish(card="rear-guard", condition=NEVER)
    state = planned(ready((), ("rear-guard",)), "austria", late, "cool-heads")  # which it does not hold
    table = fight(state, [6, *misses(9), *misses(9)], origin="munich")
    assert kept(table, "austria") == [(("rear-guard",), "condition-does-not-hold")]
    assert kept(table, "france") == []
    state = planned(ready(("res-napoleon",)), "france", "res-napoleon")
    told = kept(fight(state, [6, *misses(9), *misses(9)], origin="munich"))
    assert told == [(("res-napoleon",), "event-condition")]  # Napoleon is not there


def test_11_1_a_nation_does_not_wait_for_the_cards_of_one_after_it() -> None:
    """Neither on the other side nor on its own, and not until the second round."""
    wish = BattleCardWish(card="rockets", condition=once("austria", "squares"))
    state = planned(planned(ready(("rockets",), ("squares",)), "france", wish), "austria", "squares")
    table = fight(state, [*misses(10), *misses(9)[2:], *misses(10), *misses(9)], origin="munich")
    assert laid(table) == [("austria", "squares")]
    assert kept(table) == [(("rockets",), "condition-does-not-hold")]
    answering = BattleCardWish(card="squares", condition=once("france", "grand-battery"))
    both = planned(ready(("rockets", "grand-battery"), ("squares",)), "france", "grand-battery", "rockets")
    table = fight(planned(both, "austria", answering), [6, *misses(11), *misses(9)], origin="munich")
    assert laid(table)[-1] == ("austria", "squares"), "what France played first counts, too"


def test_2_4_a_hold_on_a_battle_asks_when_the_active_nation_has_played_its_cards() -> None:
    state = planned(planned(ready(("rockets",), ("squares",)), "france", "rockets"), "austria", "squares")
    table = DiceTable(with_standing(state, "austria", hold=(HoldWish(on="battle"),)))
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.play()
    assert type(table.state.flow[-1]).__name__ == "HoldQuestion"
    assert laid(table) == [("france", "rockets")]


def test_2_3_a_later_line_that_applies_says_what_the_first_leaves_open() -> None:
    lines = (BattleLine(losses=("france",)), BattleLine(cards=(BattleCardWish(card="rockets"),)))
    state = with_standing(ready(("rockets",)), "france", battle=lines)
    assert laid(fight(state, [6, *misses(10)[1:], 1, *misses(9)], origin="munich")) == [("france", "rockets")]


def test_2_3_a_line_against_one_of_several_enemies_counts() -> None:
    state = ready(("rockets",), (), "soult", "liechtenstein", "kutuzov", france=8, austria=3, russia=3)
    state = planned(state, "france", "rockets", by=ByWhom(("russia",)))
    table = DiceTable(state, [6, *misses(40)])
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.play()
    assert laid(table) == [("france", "rockets")]


def test_11_1_nor_of_one_after_it_on_its_own_side() -> None:
    state = ready((), (), "soult", "liechtenstein", "kutuzov", france=8, austria=3, russia=3)
    state = holding(state, france=(), austria=("rockets",), russia=("squares",))
    wish = BattleCardWish(card="rockets", condition=once("russia", "squares"))
    state = planned(planned(state, "austria", wish), "russia", "squares")
    table = DiceTable(state, [6, *misses(40)])
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.play()
    assert laid(table) == [("russia", "squares")]
