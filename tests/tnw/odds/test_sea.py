"""The odds of naval battles: the tables of simulations, dice enumerated one by one, and worked cases."""

import pytest

from pbem_tnw.chapters.sea.odds import Fleet, sea_battle, sinking
from tests.tnw.odds.falls import falls

NOISE = 0.014
DICE = {"britain": 3, "france": 2, "spain": 1}


def fleet(first: int = 0, spared: int = 0, **squadrons: int) -> Fleet:
    each = tuple((nation, DICE[nation]) for nation, number in squadrons.items() for _ in range(number))
    return Fleet(squadrons=each, first=first, spared=spared)


SIMULATED = {
    "2 British : 2 French": (fleet(britain=2), fleet(france=2), None, 62),
    "4 : 4": (fleet(britain=4), fleet(france=4), None, 74),
    "4 : 4 that failed to evade": (fleet(first=1, britain=4), fleet(france=4), None, 78),
    "4 British : 6 French": (fleet(britain=4), fleet(france=6), None, 45),
    "6 French : 4 British": (fleet(france=6), fleet(britain=4), None, 53),
    "4 French : 4 British": (fleet(france=4), fleet(britain=4), None, 23),
    "4 British : 3 French and 3 Spanish": (fleet(britain=4), fleet(france=3, spain=3), None, 63),
    "4 British : 2 and 2 that failed to evade": (fleet(first=1, britain=4), fleet(france=2, spain=2), None, 88),
    "4 on 2 in a Port": (fleet(britain=4), fleet(france=2), 2, 74),
    "4 on 2 under a Fortress": (fleet(britain=4), fleet(france=2), 4, 52),
    "6 on 3 under a Fortress": (fleet(britain=6), fleet(france=3), 4, 72),
    "3 on 1 in a Port": (fleet(britain=3), fleet(france=1), 2, 68),
}


@pytest.mark.parametrize("named", SIMULATED)
def test_13_41_naval_battles_end_as_they_did_in_simulations(named: str) -> None:
    active, other, batteries, percent = SIMULATED[named]
    odds = sea_battle(active, other, batteries)
    assert odds.wins == pytest.approx(percent / 100, abs=NOISE)
    assert (sum(odds.active_lost), sum(odds.other_lost)) == pytest.approx((1, 1))


def test_13_41_losses_are_those_of_simulations() -> None:
    assert sea_battle(fleet(britain=4), fleet(france=4)).expected_losses == pytest.approx((1.4, 2.1), abs=0.05)


def struck(size: int, sunk: int, off: int, dice: tuple[int, ...]) -> tuple[int, int]:
    return min(size, sunk + dice.count(6)), off + dice.count(5)


def hits(dice: tuple[int, ...]) -> int:
    return dice.count(6) + dice.count(5)


def counted(
    active: Fleet, other: Fleet, batteries: int | None, number: int = 1, *states: tuple[int, int]
) -> list[float]:
    """Every way the dice can fall, one by one: how likely the active side wins, and the Squadrons lost on average."""
    one, two = states or ((0, 0), (0, 0))
    found = [0.0, 0.0, 0.0]
    for guns, chance_of_guns in falls(batteries or 0):
        ours = struck(active.size, *one, guns)
        dice = active.dice(number, *ours), other.dice(number, *two)
        for rolled, chance_of_dice in falls(sum(dice)):
            fire, answer = rolled[: dice[0]], rolled[dice[0] :]
            left, left_too = struck(active.size, *ours, answer), struck(other.size, *two, fire)
            chance = chance_of_guns * chance_of_dice
            sunk, sunk_too = left[0] == active.size, left_too[0] == other.size
            margin = hits(fire) - hits(answer) - hits(guns)
            if not margin and number == 1 and not sunk and not sunk_too:
                again = counted(active, other, batteries, 2, left, left_too)
                found = [each + chance * more for each, more in zip(found, again, strict=True)]
                continue
            wins = not sunk and (margin > 0 or (sunk_too and batteries is None))
            lost = other.size if wins and batteries is not None else left_too[0]
            result = (wins, left[0], lost)
            found = [each + chance * more for each, more in zip(found, result, strict=True)]
    return found


@pytest.mark.parametrize(
    ("active", "other", "batteries"),
    [
        (fleet(spain=2), fleet(spain=2), None),
        (fleet(france=1), fleet(spain=2), None),
        (fleet(first=1, spain=1), fleet(spain=2), None),
        (fleet(spain=2), fleet(spain=1), 0),
        (fleet(spain=2), fleet(spain=1), 1),
        (fleet(france=1), fleet(spain=1), 1),
    ],
)
def test_13_5_the_odds_are_those_of_dice_counted_one_by_one(active: Fleet, other: Fleet, batteries: int | None) -> None:
    odds, wanted = sea_battle(active, other, batteries), counted(active, other, batteries)
    assert [odds.wins, *odds.expected_losses] == pytest.approx(wanted)


def test_13_41_the_dice_of_the_second_round_of_the_example() -> None:
    british, allies = fleet(first=1, britain=4), fleet(france=2, spain=2)
    assert (british.dice(1), allies.dice(1)) == (13, 6)
    assert (british.dice(2, sunk=0, off=3), allies.dice(2, sunk=1, off=2)) == (9, 3)


def test_13_5_the_five_of_a_battery_takes_a_die_off_the_first_round() -> None:
    assert fleet(britain=4).dice(1, sunk=0, off=1) == 11


def test_13_41_squadrons_sink_evenly_over_nations_the_weakest_first() -> None:
    refit = (("france", 1), ("france", 2), ("spain", 1), ("spain", 0))
    assert sinking(refit) == (("spain", 0), ("france", 1), ("spain", 1), ("france", 2))


def test_one_six_against_gallant_danes_counts_for_nothing() -> None:
    danes, british = fleet(spared=1, france=2), fleet(britain=2)
    assert sea_battle(british, danes).wins < sea_battle(british, fleet(france=2)).wins
    assert sea_battle(british, fleet(spared=99, spain=1)).other_lost == pytest.approx((1, 0))
