"""Worked cases of the rulebook about cards: Case 2, 3, D8, D26 to D32, R12, R14."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.cards.effects.rules import carry_out
from pbem_tnw.chapters.cards.events import SurrenderForced
from pbem_tnw.chapters.cards.play_rules import event_problems, playing
from pbem_tnw.chapters.cards.windows import play_event, play_for_points
from pbem_tnw.chapters.pieces.card_events import CardLaid
from pbem_tnw.chapters.sequence.events import ImpulseBegan
from pbem_tnw.chapters.sequence.line_steps import EndImpulse
from pbem_tnw.edition.card_words import TakeEffect
from pbem_tnw.orders.impulse import Alternative, CardUse, PlusUse
from pbem_tnw.orders.standing_lines import RespondLine, RestoreWish
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import LastingCard
from tests.tnw.cards.playing import holding, in_impulse, played
from tests.tnw.cards.test_answers import answered, rolled
from tests.tnw.positions import DiceTable, codes, with_forces, with_standing
from tests.tnw.sequence.rounds import on_sheet, round_of


def test_5_51_case_3_parliament_at_the_very_end_extends_the_turn() -> None:
    conscripts = Alternative(play=CardUse(card="conscripts", use="cp"), plus=PlusUse(card="res-parliament"))
    state = round_of(
        {"britain": ("conscripts",)}, marker="britain", sheets={"britain": on_sheet("britain", conscripts)}
    )
    table = DiceTable(state)
    while table.state.flow and len(table.told(ImpulseBegan)) < 2:
        table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box of this game is a step
    began = [event.impulse.nation for event in table.told(ImpulseBegan) if isinstance(event, ImpulseBegan)]
    assert began[0] == "britain"
    assert len(began) == 2
    assert began[1] != "britain"


def test_6_14_d8_a_reserve_in_the_impulse_and_one_that_answers_besides() -> None:
    """France has used the Decree of the Senate; *Napoleon* answers the dice of a battle all the same."""
    state = rolled((6, 5), (5, 5, 5))
    assert state.impulse is not None
    state = replace(state, used=("res-senate",), impulse=replace(state.impulse, plus="res-senate"))
    assert answered(state, "france", "res-napoleon", [6, 4, 4, 2]).state.used == ("res-senate", "res-napoleon")


def test_6_1_d26_a_part_that_is_not_possible_hinders_the_whole() -> None:
    """*Subsidy Treaty*: give a card of one's hand, and there is none; then the ally's draw does not come either."""
    state = holding(in_impulse("britain"), britain=["subsidy-treaty"])
    (problem,) = event_problems(state, "britain", "subsidy-treaty")
    assert (problem.code, problem.rule, problem.args["why"]) == ("event-idle", "6.1", "no-card-to-give")


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


def test_6_13_d29_a_foreign_war_played_for_points_stays_in_the_game() -> None:
    table = DiceTable(holding(in_impulse("france"), france=["persian-war"]))
    play_for_points(table, "france", "persian-war")
    assert table.state.played.top == "persian-war"
    assert not table.state.wars


def test_6_14_d30_no_response_between_two_impulses() -> None:
    """Every response waits for an occasion in an Impulse: a line for one does nothing before the next Impulse."""
    lines = tuple(RespondLine(card=card) for card in ("fortune-of-war", "couriers-taken"))
    state = round_of({"austria": ("fortune-of-war", "couriers-taken")}, marker="prussia")
    table = DiceTable(with_standing(state, "austria", respond=lines))
    while table.state.flow and table.state.marker < 8:
        table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box of this game is a step
    assert not [each for each in table.told(CardLaid) if isinstance(each, CardLaid) and each.how == "response"]


def test_6_18_d31_the_green_band_in_1805() -> None:
    assert codes(event_problems(in_impulse("france", turn=1), "france", "tilsit")) == ["event-not-in-1805"]
    table = DiceTable(holding(in_impulse("france", turn=1), france=["tilsit"]))
    play_for_points(table, "france", "tilsit")
    assert table.state.played.top == "tilsit"


@pytest.mark.parametrize(("face", "left"), [(6, ["typhus"]), (5, ["typhus", "spring-floods"])])
def test_6_19_d32_one_of_two_temporary_events_ends_on_a_six(face: int, left: list[str]) -> None:
    there = tuple(
        LastingCard(card=card, nation="russia", since=0, temporary=True) for card in ("typhus", "spring-floods")
    )
    state = replace(in_impulse("france"), lasting=there)
    assert state.impulse is not None
    state = replace(state, impulse=replace(state.impulse, card="conscripts", how="cp"))
    state = with_standing(state, "france", wear_off=("spring-floods",))
    table = DiceTable(state, [face])
    table.enter(EndImpulse())
    table.play()
    assert [each.card for each in table.state.lasting] == left


def test_6_12_r12_lacking_squadrons_are_submission() -> None:
    used = ("res-parliament", "res-admiralty")
    state = replace(in_impulse("france"), squadrons={"london": (Squadron(nation="britain"),)}, used=used)
    table = played(state, "france", "anglo-american")
    assert "britain" in table.state.subjects
    assert table.state.removed == ("anglo-american",)


def test_8_21_r14_only_what_restores_the_alliance_is_an_answer() -> None:
    """*The Prince of the Peace* brings Spain two boxes from Unaligned: Client, not ally, so that it is no answer."""
    state = with_standing(in_impulse("britain"), "france", restore={"spain": RestoreWish(cards=("godoy",))})
    table = played(holding(state, france=["godoy"]), "britain", "dos-de-mayo")
    assert table.state.consuls["spain"].column == "unaligned"
    assert table.state.holdings("france").known == ("godoy",)
    assert not table.state.control.get("spain")


def test_5_11_case_2_leaves_the_plus_open() -> None:
    table = DiceTable(holding(in_impulse("austria"), austria=["rothschild"]))
    play_event(table, "austria", "rothschild")
    table.play()
    assert table.state.impulse is not None
    assert not table.state.impulse.plus
