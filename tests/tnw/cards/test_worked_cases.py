"""Worked cases of the rulebook about cards that no case file can state: Case 2, D27, D28."""

from msgspec.structs import replace

from pbem_tnw.chapters.cards.events import SurrenderForced
from pbem_tnw.chapters.cards.play_rules import carry_out, playing
from pbem_tnw.chapters.cards.windows import play_event
from pbem_tnw.edition.card_words import TakeEffect
from tests.tnw.cards.playing import holding, in_impulse
from tests.tnw.positions import DiceTable, with_forces


def taking_three_units(hand: tuple[str, ...], there: int = 2) -> DiceTable:
    """An event takes three units of Russia, which has two on the map."""
    state = in_impulse("france")
    others = {at: {n: s for n, s in each.items() if n != "russia"} for at, each in state.units.items()}
    state = replace(with_forces(state, units={**others, "moscow": {"russia": there}}), used=("res-depth",))
    table = DiceTable(holding(state, russia=hand))
    effect = TakeEffect(who="russia", what="unit", n=3, where="anywhere", to="eliminated")
    carry_out(effect, table, playing(table.state, "france", "janissaries"))
    return table


def test_6_12_d27_the_missing_unit_is_built_with_the_card_that_is_left() -> None:
    table = taking_three_units(("rally",))
    assert "moscow" not in table.state.units
    assert not len(table.state.holdings("russia"))
    assert not [event for event in table._events if isinstance(event, SurrenderForced)]


def test_6_12_d28_without_a_card_it_loses_two_and_surrenders() -> None:
    table = taking_three_units(())
    assert "moscow" not in table.state.units
    assert [event for event in table._events if isinstance(event, SurrenderForced)]
    assert "russia" in table.state.subjects


def test_6_12_a_card_of_two_points_pays_for_one_unit_only() -> None:
    table = taking_three_units(("rally",), there=1)
    assert not len(table.state.holdings("russia"))
    assert "russia" in table.state.subjects


def test_5_11_case_2_leaves_the_plus_open() -> None:
    table = DiceTable(holding(in_impulse("austria"), austria=["rothschild"]))
    play_event(table, "austria", "rothschild")
    table.play()
    assert table.state.impulse is not None
    assert not table.state.impulse.plus
