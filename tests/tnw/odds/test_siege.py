"""The odds of assaults: the tables of simulations, dice enumerated one by one, and worked cases."""

import pytest

from pbem_tnw.chapters.land.odds import Besieger, Fortress, UnitKind, assault
from tests.tnw.odds.falls import falls

NOISE = 0.015
SIMULATED = {
    (2, 0, "other"): (14, 6, 1),
    (4, 1, "other"): (39, 31, 9),
    (4, 2, "other"): (46, 38, 14),
    (6, 2, "other"): (59, 52, 25),
    (6, 3, "other"): (64, 58, 30),
    (6, 3, "french"): (68, 64, 36),
    (8, 4, "french"): (80, 76, 53),
}


@pytest.mark.parametrize(("units", "rating", "kind"), SIMULATED)
def test_12_3_assaults_end_as_they_did_in_simulations(units: int, rating: int, kind: UnitKind) -> None:
    def taken(strength: int, *, zone_held: bool) -> float:
        besieger = Besieger(units=((kind, units),), command=8, rating=rating, zone_held=zone_held)
        return assault(besieger, Fortress(strength=strength)).falls

    found = taken(2, zone_held=False), taken(2, zone_held=True), taken(4, zone_held=False)
    assert found == pytest.approx([each / 100 for each in SIMULATED[units, rating, kind]], abs=NOISE)


def test_12_3_the_odds_are_those_of_dice_counted_one_by_one() -> None:
    besieger, fortress = Besieger(units=(("minor", 2),), command=4, rating=1), Fortress(strength=2)
    taken = overruns = lost = 0.0
    for rolled, chance in falls(5):
        ours, guns = rolled[:3], rolled[3:]
        sixes, kills, fives = ours.count(6), guns.count(6), guns.count(5)
        if sixes >= 2 or kills >= 2 or sixes <= kills + fives:
            fallen = sixes >= 2 and kills < 2
            taken, overruns, lost = taken + chance * fallen, overruns + chance * fallen, lost + chance * kills
            continue
        for again, likely in falls(5):  # one six, nothing suffered: all roll again
            more, dead = again[:3].count(6), again[3:].count(6)
            fallen = sixes + more >= 2 and dead < 2
            taken += chance * likely * fallen
            overruns += chance * likely * (fallen and sixes + more > 2)
            lost += chance * likely * dead
    odds = assault(besieger, fortress)
    assert (odds.falls, odds.overruns, odds.expected_loss) == pytest.approx((taken, overruns, lost))
    assert sum(odds.lost) == pytest.approx(1)


def test_12_3_spaniards_before_lisbon_have_five_dice_and_one_less_under_a_british_squadron() -> None:
    castanos = {"units": (("minor", 4),), "command": 4, "rating": 1}
    assert Besieger(**castanos).dice(1) == 5  # type: ignore[arg-type]
    assert Besieger(**castanos, zone_held=True).dice(1) == 4  # type: ignore[arg-type]


def test_12_3_further_units_replace_losses() -> None:
    napoleon = Besieger(units=(("french", 12),), command=8, rating=4)
    assert (napoleon.dice(1), napoleon.dice(2, killed=1)) == (14, 14)
    assert Besieger(units=(("french", 8),), command=8, rating=4).dice(2, killed=1) == 13


def test_12_3_losses_are_about_one_die_of_the_fortress() -> None:
    besieger = Besieger(units=(("other", 6),), command=6, rating=2)
    found = [assault(besieger, Fortress(strength=strength)).expected_loss for strength in (2, 4)]
    assert found == pytest.approx([0.4, 0.9], abs=0.05)


def test_dice_of_events_count_in_their_round() -> None:
    fortress, besieger = Fortress(strength=2, first=2), Besieger(units=(("other", 4),), command=4, rating=1, first=4)
    assert (fortress.dice(1), fortress.dice(2)) == (4, 2)
    assert (besieger.dice(1), besieger.dice(2)) == (10, 6)


def test_6_15_a_fortress_of_more_strength_falls_later() -> None:
    besieger = Besieger(units=(("other", 6),), command=6, rating=2)
    strong, weak = assault(besieger, Fortress(strength=4)), assault(besieger, Fortress(strength=2))
    assert strong.falls < weak.falls
    assert strong.overruns > 0.9 * strong.falls  # four sixes in four rounds are none; in fewer they are
