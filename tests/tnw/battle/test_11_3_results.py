"""What dice do to a side: kills, disrupts, who bears them (9.7, 11.3 to 11.5)."""

from collections.abc import Mapping

import pytest

from pbem_tnw.chapters.land.battle_rules import (
    Bearers,
    LossWish,
    SideResult,
    after,
    bear,
    inflicted,
    rallied,
    suffered,
    verdict,
)
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.position.impulse import BattleModifier, BattleSide, LandBattle

FRENCH = BattleSide(nations=("france",), lead="france")


def owners(units: Mapping[str, int], wishes: Mapping[str, LossWish] | None = None, one_seat: bool = True) -> Bearers:
    seats = dict.fromkeys(units, "louis") if one_seat else {nation: nation for nation in units}
    return Bearers(start=units, seats=seats, wishes=wishes or {})


def hit(side: BattleSide, units: Mapping[str, int], sixes: int, fives: int, **more: object) -> SideResult:
    return suffered(side, units, sixes, fives, owners(units), ())


def battle(**fields: object) -> LandBattle:
    enemy = BattleSide(nations=("austria",), lead="austria")
    return LandBattle(place="ulm", attacker=FRENCH, defender=enemy, **fields)  # type: ignore[arg-type]


def test_11_3_kills_come_before_disrupts() -> None:
    result = hit(FRENCH, {"france": 8}, 1, 2)
    assert (result.killed, result.disrupted, result.left) == ({"france": 1}, {"france": 2}, 7)


def test_11_3_kills_take_disrupted_units_first() -> None:
    side = after(FRENCH, hit(FRENCH, {"france": 6}, 0, 2))
    result = hit(side, {"france": 6}, 1, 0)
    assert after(side, result).disrupted == {"france": 1}
    assert result.left == 5


def test_11_3_a_kill_of_a_disrupted_unit_leaves_the_good_ones_to_be_disrupted() -> None:
    side = after(FRENCH, hit(FRENCH, {"france": 4}, 0, 2))
    result = hit(side, {"france": 4}, 1, 2)
    assert (result.killed, result.disrupted, result.dice_lost) == ({"france": 1}, {"france": 2}, 0)
    assert after(side, result).disrupted == {"france": 3}


def test_11_3_h35_fives_reach_the_commander_after_all_units() -> None:
    side = BattleSide(nations=("france",), lead="france", commander="davout", rating=3, generals=("davout",))
    result = hit(side, {"france": 2}, 0, 3)
    assert (result.disrupted, result.shaken, result.dice_lost) == ({"france": 2}, ("davout",), 0)


def test_11_3_a_five_beyond_the_commander_takes_a_die() -> None:
    side = BattleSide(nations=("france",), lead="france", commander="davout", rating=3, generals=("davout",))
    assert after(side, hit(side, {"france": 2}, 0, 5)).dice_lost == 2


def test_11_3_h74_four_sixes_and_three_fives_leave_no_body() -> None:
    generals = ("soult", "ney", "murat")
    side = BattleSide(
        nations=("france",), lead="france", commander="soult", rating=2, generals=generals, subordinates=generals[1:]
    )
    result = hit(side, {"france": 5}, 4, 3)
    assert result.killed == {"france": 4}
    assert result.disrupted == {"france": 1}
    assert set(result.shaken) == {"ney", "murat"}
    assert result.dice_lost == 0


def test_11_3_a_general_dies_before_a_unit_only_if_the_owner_says_so() -> None:
    side = BattleSide(
        nations=("france",), lead="france", commander="soult", generals=("soult", "ney"), subordinates=("ney",)
    )
    units = {"france": 5}
    wish = {"louis": LossWish(generals=PieceNames(rule="named", names=("ney",)))}
    assert hit(side, units, 1, 0).fallen == ()
    result = suffered(side, units, 1, 0, owners(units, wish), ())
    assert (result.fallen, result.killed) == (("ney",), {})
    assert after(side, result).subordinates == ()
    assert after(side, result).fallen == ("ney",)


def test_11_3_the_commander_is_never_given_for_a_unit() -> None:
    side = BattleSide(nations=("france",), lead="france", commander="soult", generals=("soult",))
    wish = {"louis": LossWish(generals=PieceNames(rule="named", names=("soult",)))}
    assert suffered(side, {"france": 5}, 1, 0, owners({"france": 5}, wish), ()).killed == {"france": 1}


def test_11_3_one_seat_loses_units_of_its_most_numerous_nation() -> None:
    assert bear(owners({"france": 4, "spain": 2}), 3, {"france": 4, "spain": 2}) == ({"france": 3},)


def test_11_3_one_seat_may_name_who_bears_losses_first() -> None:
    units = {"france": 4, "spain": 2}
    who = owners(units, {"louis": LossWish(nations=("spain",))})
    assert bear(who, 3, units) == ({"spain": 2, "france": 1},)


def test_9_7_several_seats_bear_losses_in_turn_the_most_numerous_first() -> None:
    units = {"austria": 3, "russia": 4}
    assert bear(owners(units, one_seat=False), 3, units) == ({"russia": 2, "austria": 1},)


def test_9_7_several_seats_may_agree_otherwise_if_all_say_the_same() -> None:
    units = {"austria": 3, "russia": 4}
    wish = LossWish(nations=("austria",))
    alike = owners(units, {"austria": wish, "russia": wish}, one_seat=False)
    assert bear(alike, 3, units) == ({"austria": 3},)
    alone = owners(units, {"russia": wish}, one_seat=False)
    assert bear(alone, 3, units) == ({"russia": 2, "austria": 1},)


def test_11_4_more_casualties_win() -> None:
    result = verdict(battle(round=1), SideResult(casualties=5, left=7), SideResult(casualties=3, left=5))
    assert result is not None
    assert (result.winner, result.margin, result.rout) == ("attacker", 2, False)


def test_11_5_h31_a_margin_of_three_is_a_rout() -> None:
    result = verdict(battle(round=1), SideResult(casualties=6, left=7), SideResult(casualties=3, left=5))
    assert result is not None
    assert result.rout


def test_11_4_h32_a_tie_gives_a_second_round_and_a_second_tie_is_lost_by_the_attacker() -> None:
    tied = SideResult(casualties=2, left=5)
    assert verdict(battle(round=1), tied, tied) is None
    result = verdict(battle(round=2), tied, tied)
    assert result is not None
    assert (result.winner, result.margin) == ("defender", 0)


def test_11_4_h33_a_side_without_units_loses_whatever_the_score() -> None:
    result = verdict(battle(round=1), SideResult(casualties=2, left=0), SideResult(casualties=1, left=1))
    assert result is not None
    assert (result.winner, result.margin, result.rout, result.desert) == ("defender", -1, False, False)


def test_11_4_h34_if_both_lose_all_units_the_defender_has_won() -> None:
    result = verdict(battle(round=1), SideResult(casualties=4, left=0), SideResult(casualties=2, left=0))
    assert result is not None
    assert (result.winner, result.desert) == ("defender", True)


@pytest.mark.parametrize(("sixes", "flag"), [(3, False), (4, True)])
def test_11_7_h37_sixes_must_exceed_the_units_and_generals_of_the_loser(sixes: int, flag: bool) -> None:
    won = SideResult(casualties=sixes, sixes=sixes, left=6)
    result = verdict(battle(round=1), won, SideResult(casualties=0, bodies=3, left=1))
    assert result is not None
    assert result.flag is flag


@pytest.mark.parametrize(("change", "margin", "rout"), [(-1, 2, True), (-1, 1, False), (-3, 1, True), (-3, 0, False)])
def test_11_5_cards_change_the_margin_of_a_rout_but_a_tie_is_none(change: int, margin: int, rout: bool) -> None:
    easier = BattleModifier(what="rout-margin", side="defender", card="no-rest", n=change)
    fought = battle(round=1, modifiers=(easier,))
    result = verdict(fought, SideResult(casualties=4, left=5), SideResult(casualties=4 - margin, left=5))
    assert (result is not None and result.rout) is rout


def test_11_5_r9_a_card_forbids_a_rout() -> None:
    guarded = battle(round=1, modifiers=(BattleModifier(what="no-rout", side="defender", card="rear-guard"),))
    result = verdict(guarded, SideResult(casualties=9, left=5), SideResult(casualties=1, left=5))
    assert result is not None
    assert not result.rout


def test_11_3_h41_rallied_units_are_good_again_before_the_result() -> None:
    rally = BattleModifier(what="rally", side="attacker", card="res-napoleon", n=2, nation="france")
    result = suffered(FRENCH, {"france": 8}, 0, 3, owners({"france": 8}), (rally,))
    assert result.rallied == {"france": 2}
    assert after(FRENCH, result).disrupted == {"france": 1}


def test_11_3_a_card_rallies_no_more_than_are_disrupted_and_only_its_nation() -> None:
    rally = BattleModifier(what="rally", side="attacker", card="res-napoleon", n=3, nation="france")
    assert rallied({"spain": 2, "france": 1}, (rally,)) == {"france": 1}


def test_11_3_a_spared_die_counts_for_nothing() -> None:
    spared = BattleModifier(what="spared", side="defender", card="res-gallant-danes", n=1, face=6)
    assert inflicted(battle(modifiers=(spared,)), "attacker", (6, 6, 5, 1)) == (1, 1)
    assert inflicted(battle(modifiers=(spared,)), "defender", (6, 6, 5, 1)) == (2, 1)
