"""The odds of battles on land: the tables of simulations, dice enumerated one by one, and worked cases."""

from collections import Counter, defaultdict
from typing import NamedTuple

import msgspec
import pytest

from pbem_tnw.chapters.land.odds import BattleOdds, SideInNumbers, UnitKind, battle, landing
from tests.tnw.odds.falls import falls

NOISE = 0.012


def side(kind: UnitKind, units: int, rating: int = 0, subordinates: int = 0, first: int = 0) -> SideInNumbers:
    return SideInNumbers(units=((kind, units),), rating=rating, subordinates=subordinates, first=first)


SIMULATED = {
    "Napoleon 8 : Charles 8": (side("french", 8, 4), side("other", 8, 3), (14, 12), (61, 25, 10), (2.5, 3.4)),
    "over a pass": (side("french", 8, 4), side("other", 8, 3, first=2), (14, 14), (50, 18, 17), (3.1, 3.2)),
    "Napoleon 8 : Mack 8": (side("french", 8, 4), side("other", 8, 1), (14, 10), (74, 34, 5), (2.0, 3.6)),
    "with two marshals": (side("french", 7, 4, 2), side("other", 5, 1, first=1), (15, 8), (89, 53, 1), (1.4, 3.6)),
    "Davout 6 : Charles 6": (side("french", 6, 3), side("other", 6, 3), (11, 10), (56, 18, 10), (2.1, 2.5)),
    "French 6 : Austrians 6": (side("french", 6, 2), side("other", 6, 2), (10, 9), (56, 17, 9), (1.9, 2.3)),
    "French 6 : Austrians 6 (1)": (side("french", 6, 2), side("other", 6, 1), (10, 8), (64, 20, 6), (1.6, 2.4)),
    "French 6 : Spaniards 6": (side("french", 6, 2), side("minor", 6, 1), (10, 7), (71, 25, 4), (1.4, 2.5)),
    "Austrians 6 : French 6": (side("other", 6, 3), side("french", 6, 2), (10, 10), (48, 13, 13), (2.2, 2.2)),
    "Wellington 6 : French 6": (side("other", 6, 4), side("french", 6, 3), (11, 11), (48, 14, 14), (2.4, 2.4)),
    "4 : 4": (side("other", 4, 2), side("other", 4, 2), (7, 7), (47, 8, 9), (1.5, 1.5)),
    "8 : 8": (side("other", 8, 2), side("other", 8, 2), (11, 11), (48, 14, 14), (2.4, 2.5)),
    "16 + 2 : 16 + 1": (side("french", 16, 4, 2), side("other", 16, 3, 1), (24, 21), (63, 35, 14), (4.4, 6.1)),
    "no general": (side("other", 8, 2), side("other", 4), (11, 5), (89, 44, 1), (0.9, 2.6)),
}


@pytest.mark.parametrize("named", SIMULATED)
def test_11_2_battles_end_as_they_did_in_simulations(named: str) -> None:
    attacker, defender, dice, percent, losses = SIMULATED[named]
    odds = battle(attacker, defender)
    assert (attacker.dice(1), defender.dice(1)) == dice
    for found, wanted in zip((odds.wins, odds.routs, odds.routed), percent, strict=True):
        assert found == pytest.approx(wanted / 100, abs=NOISE)
    assert odds.expected_losses == pytest.approx(losses, abs=0.08)
    assert (sum(odds.attacker_lost), sum(odds.defender_lost)) == pytest.approx((1, 1))


Hurt = tuple[int, int]
"""Units killed, pieces disrupted."""


def counted(attacker: SideInNumbers, defender: SideInNumbers) -> dict[str, float]:
    """Every way the dice can fall, one by one; sides of one kind of units."""
    found: dict[str, float] = defaultdict(float)
    rolled(Battle(attacker, defender, found), 1, (0, 0), (0, 0), 1.0)
    return found


class Battle(NamedTuple):
    attacker: SideInNumbers
    defender: SideInNumbers
    found: dict[str, float]


def rolled(battle: Battle, number: int, ours: Hurt, theirs: Hurt, chance: float) -> None:
    dice = battle.attacker.dice(number, *ours), battle.defender.dice(number, *theirs)
    for faces, likely in falls(sum(dice)):
        now, now_too = (Counter(each) for each in (faces[dice[0] :], faces[: dice[0]]))
        both = [
            (killed + hits[6], disrupted - min(hits[6], disrupted, side.strength - killed) + hits[5])
            for (killed, disrupted), hits, side in zip((ours, theirs), (now, now_too), battle[:2], strict=True)
        ]
        margin = now_too[6] + now_too[5] - now[6] - now[5]
        settle(battle, number, both[0], both[1], margin, chance * likely)


def settle(battle: Battle, number: int, ours: Hurt, theirs: Hurt, margin: int, chance: float) -> None:
    attacker, defender, found = battle
    gone, gone_too = ours[0] >= attacker.strength, theirs[0] >= defender.strength
    if not gone and not gone_too and not margin and number == 1:
        found["second"] += chance
        rolled(battle, 2, ours, theirs, chance)
        return
    wins = not gone and (gone_too or margin > 0)
    found["wins"] += chance * wins
    found["routs"] += chance * (wins and margin >= 3)
    found["routed"] += chance * (not wins and margin <= -3)
    lost = [min(attacker.strength, ours[0]), min(defender.strength, theirs[0])]
    if wins and margin >= 3:
        lost[1] = min(defender.strength, sum(theirs))
    if not wins and margin <= -3:
        lost[0] = min(attacker.strength, sum(ours))
    found["destroys"] += chance * (wins and lost[1] == defender.strength)
    found["destroyed"] += chance * (not wins and lost[0] == attacker.strength)
    found["attacker"] += chance * lost[0]
    found["defender"] += chance * lost[1]


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (side("other", 1, 2), side("other", 2)),
        (side("other", 2), side("minor", 1, 2)),
        (side("french", 1), side("minor", 3)),
        (side("minor", 1, 1, 1), side("minor", 2, 1)),
        (side("minor", 3), side("minor", 3)),
    ],
)
def test_11_3_the_odds_are_those_of_dice_counted_one_by_one(attacker: SideInNumbers, defender: SideInNumbers) -> None:
    odds, wanted = battle(attacker, defender), counted(attacker, defender)
    found = {name: getattr(odds, name) for name in ("wins", "routs", "routed", "destroys", "destroyed")}
    assert found == pytest.approx({name: wanted[name] for name in found})
    assert odds.second_round == pytest.approx(wanted["second"])
    assert odds.expected_losses == pytest.approx((wanted["attacker"], wanted["defender"]))


def test_11_3_three_fives_disrupt_two_units_and_the_commander() -> None:
    assert side("other", 2, 3).dice(2, killed=0, disrupted=3) == 1


def test_11_3_disrupts_beyond_the_commander_take_bonus_dice() -> None:
    assert side("french", 2, 3).dice(2, killed=0, disrupted=4) == 1
    assert side("french", 2, 3).dice(2, killed=0, disrupted=9) == 0


def test_11_3_fives_disrupt_the_last_unit_and_both_subordinates() -> None:
    assert side("other", 5, 2, 2).dice(2, killed=4, disrupted=3) == 3
    assert side("french", 5, 2, 2).dice(2, killed=4, disrupted=3) == 4


def test_11_2_only_two_subordinates_add_a_die() -> None:
    assert side("french", 7, 4, 3).dice(1) == 15


def test_11_2_nationality_is_that_of_the_units_left() -> None:
    mixed = SideInNumbers(units=(("minor", 2), ("other", 2)))
    assert (mixed.dice(1), mixed.dice(2, killed=1, disrupted=0)) == (4, 4)


def test_11_4_a_side_without_units_loses_whatever_the_score() -> None:
    odds = battle(side("other", 1, 2), side("other", 2))
    assert odds.destroyed > 1 - (5 / 6) ** 3 - 1e-9  # any 6 of three dice kills the only unit
    assert odds.wins <= (5 / 6) ** 3


def test_11_5_a_side_that_cannot_be_routed_never_is() -> None:
    steady = SideInNumbers(units=(("other", 8),), rating=1, rout=None)
    plain = battle(side("french", 8, 4), side("other", 8, 1))
    odds = battle(side("french", 8, 4), steady)
    assert (odds.routs, odds.wins) == pytest.approx((0, plain.wins))
    assert odds.expected_losses[1] < plain.expected_losses[1]


def test_a_lower_margin_routs_more_often() -> None:
    shaken = SideInNumbers(units=(("other", 8),), rating=1, rout=1)
    odds = battle(side("french", 8, 4), shaken)
    assert odds.wins > odds.routs > battle(side("french", 8, 4), side("other", 8, 1)).routs
    assert odds.routs > 0.6


def test_13_7_the_hits_of_batteries_count_in_the_first_round() -> None:
    ashore = SideInNumbers(units=(("other", 4),), rating=3, hits_before=(1, 1))
    assert ashore.dice(1, *ashore.hits_before) == 6
    spared = battle(side("other", 3, 3), side("minor", 1))
    assert battle(ashore, side("minor", 1)).wins < spared.wins


def test_13_7_a_landing_mixes_what_the_batteries_may_do() -> None:
    attacker, defender = side("other", 1, 3), side("minor", 1)
    odds: BattleOdds = landing(attacker, defender, 2)
    assert odds.destroyed > 1 - (5 / 6) ** 2 - 1e-9
    assert landing(attacker, defender, 0) == battle(attacker, defender)
    assert sum(odds.attacker_lost) == pytest.approx(1)
    assert landing(attacker, defender, 4).wins < odds.wins < battle(attacker, defender).wins


def test_13_7_a_landing_force_that_batteries_destroy_hurts_nobody() -> None:
    attacker, defender = side("other", 1, 4), side("minor", 1)
    shaken = msgspec.structs.replace(attacker, hits_before=(0, 1))
    unhurt = [1.0, battle(shaken, defender).defender_lost[0], battle(attacker, defender).defender_lost[0]]
    chances = (1 / 6, 1 / 6, 4 / 6)
    wanted = sum(chance * each for chance, each in zip(chances, unhurt, strict=True))
    assert landing(attacker, defender, 1).defender_lost[0] == pytest.approx(wanted)
