"""The hands of neutral Proxies (17.5): H72, and the two other ways to play them."""

import pytest

from pbem_tnw.chapters.nation.pieces import CardLaid
from pbem_tnw.settings import TnwOptions
from tests.tnw.positions import DiceTable, at_start
from tests.tnw.sequence.rounds import round_of


def denmark_turns_up(card: str, **options: str) -> DiceTable:
    chosen = TnwOptions(**options)  # type: ignore[arg-type] # the words of an option
    table = DiceTable(round_of({"denmark": (card,), "france": ("rally",)}, marker="denmark", options=chosen))
    while table.state.flow and not table.told(CardLaid) and table.state.marker == 8:
        table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box of this game is a step
    for _ in range(3):
        table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # as above
    return table


def test_17_5_a_red_card_takes_effect() -> None:
    """H72: *Spring Floods* is a temporary event from now on."""
    table = denmark_turns_up("spring-floods")
    assert [(each.card, each.nation, each.temporary) for each in table.state.lasting] == [
        ("spring-floods", "denmark", True)
    ]


@pytest.mark.parametrize(("card", "option"), [("conscripts", "red"), ("spring-floods", "dump")])
def test_17_5_other_cards_go_to_the_pile_without_effect(card: str, option: str) -> None:
    """H72: *Conscripts* does nothing; with `dump` no card does."""
    table = denmark_turns_up(card, neutral_hands=option)
    assert table.state.played.top == card
    assert not table.state.lasting
    assert table.state.units == at_start(4).units


def test_17_5_a_red_card_that_is_not_possible_goes_to_the_pile() -> None:
    """No one holds three cards."""
    table = denmark_turns_up("europe-exhausted")
    assert table.state.played.top == "europe-exhausted"
    assert len(table.state.hands["france"]) == 1


def test_17_5_hands_may_be_kept() -> None:
    table = denmark_turns_up("spring-floods", neutral_hands="keep")
    assert table.state.hands["denmark"].known == ("spring-floods",)
