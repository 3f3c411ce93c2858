"""A faulty sheet that counts as far as it is good: what is wrong is left out, and the rest is legal."""

import itertools
import random

import pytest

from pbem.engine.play import faults
from pbem.referee.deadlines.faulty import as_far_as_good
from pbem.sheet.check import check_sheet
from pbem_maria.orders.stage import StageOrders
from tests.maria.robustness.broken_sheets import GIBBERISH, MOVE, LegalSheet, sheets


def with_moves() -> list[LegalSheet]:
    found = (one for one in sheets("introductory", "3", "as far as good", games=2) if one.decision.takes is StageOrders)
    several = (one for one in found if sum(bool(MOVE.match(line)) for line in one.lines) > 1)
    return [*itertools.islice(several, 15)]


@pytest.mark.parametrize("broken", [GIBBERISH, "unknown city"])
def test_10_1_a_wrong_move_is_left_out_and_the_other_moves_are_carried_out(broken: str) -> None:
    found = with_moves()
    assert len(found) > 5
    kept = 0
    for sheet in found:
        chance = random.Random(str(sheet.lines))
        numbers = [number for number, line in enumerate(sheet.lines, 1) if MOVE.match(line)]
        number = chance.choice(numbers)
        match = MOVE.match(sheet.lines[number - 1])
        assert match
        lines = sheet.with_line(number, f"{match[1]}{broken}")
        read = check_sheet("\n".join(lines) + "\n", sheet.step, sheet.decision, sheet.view, sheet.lexicon)
        assert read.order is None
        order = as_far_as_good(sheet.step, sheet.decision, sheet.view, read)
        whole = check_sheet("\n".join(sheet.lines) + "\n", sheet.step, sheet.decision, sheet.view, sheet.lexicon).order
        if order is None:
            continue
        assert isinstance(order, StageOrders)
        assert isinstance(whole, StageOrders)
        assert not faults(sheet.step, sheet.view, sheet.decision, order)
        assert order != whole
        assert set(order.moves) <= set(whole.moves)
        kept += bool(order.moves)
    assert kept > len(found) / 2
