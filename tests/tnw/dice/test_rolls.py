"""Dice on the table: those that are rolled for a card do not disturb those that it may change (6.14)."""

import pytest

from pbem_tnw.chapters.cards.effects_on_dice import CancelOnDie
from pbem_tnw.chapters.cards.play_rules import CARD_ROLL
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.position.impulse import DiceRoll
from tests.tnw.positions import DiceTable, active, at_start

DUE = DueRoll(purpose=CARD_ROLL, nation="austria", dice=1, need=4)
NEVER = CancelOnDie(card="conscripts", nation="austria", by="couriers-taken", need=7)
BATTLE = DiceRoll(purpose="battle", nation="france", faces=(6, 5, 2), side="attacker")


@pytest.mark.parametrize("cards", [1, 2])
def test_6_14_a_die_for_a_card_leaves_the_dice_that_are_still_to_be_reckoned(cards: int) -> None:
    table = DiceTable(active(at_start(), "france", rolled=(BATTLE,)), [3] * cards)
    for _ in range(cards):
        table.enter(*rolling(DUE), NEVER)
    table.play()
    assert table.state.impulse is not None
    assert table.state.impulse.rolled == (BATTLE,)
    assert table.state.impulse.put_aside == ()


def test_6_14_a_card_sees_its_own_die_only() -> None:
    table = DiceTable(active(at_start(), "france", rolled=(BATTLE,)), [3])
    table.enter(rolling(DUE)[0])
    table.play()
    assert table.state.impulse is not None
    assert [roll.faces for roll in table.state.impulse.rolled] == [(3,)]
