"""Two dice, one die, and the table of what two dice show."""

import pytest

from pbem_tnw.chapters.land.odds import binomial, mean, two_dice


def test_two_dice_show_at_least_what_the_table_says() -> None:
    table = {4: 92, 5: 83, 6: 72, 7: 58, 8: 42, 9: 28, 10: 17, 11: 8, 12: 3}
    assert {need: round(100 * two_dice(need)) for need in table} == table
    assert (two_dice(2), two_dice(-3), two_dice(13)) == (1, 1, 0)


def test_chances_add_up_to_one() -> None:
    assert sum(binomial(14, 1 / 3)) == pytest.approx(1)
    assert mean(binomial(14, 1 / 3)) == pytest.approx(14 / 3)
