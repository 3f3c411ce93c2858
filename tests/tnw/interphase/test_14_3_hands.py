"""The hands of the next Turn (14.3)."""

from typing import Any

from msgspec.structs import replace

from pbem_tnw.chapters.interphase.hand_size import draw_number, next_hand
from pbem_tnw.chapters.interphase.steps import AskTurnEnds, DrawHands
from pbem_tnw.orders.turn_end import TurnEndWish
from pbem_tnw.position.control import keys_held
from pbem_tnw.position.hands import CardHand, CardPile
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import LastingCard, SubjectNeutral, WarState
from tests.tnw.positions import DiceTable, at_start

SEQUENCE = ("france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark")


def interphase(**changes: Any) -> WarState:
    state = at_start(4, turn=2, flow=(DrawHands(),))
    keys = {nation: len(keys_held(state, nation)) for nation in SEQUENCE}
    return replace(state, **{"keys_at_start": keys, "deck": CardPile(cards=state.board.deck), **changes})


def test_14_3_without_changes_the_draw_number_is_the_first_hand() -> None:
    assert [draw_number(interphase(), nation) for nation in SEQUENCE] == [6, 4, 4, 3, 3, 2, 2, 1, 1]


def test_h58_keys_lost_take_cards_down_to_the_minimum() -> None:
    lost = dict.fromkeys(("vienna", "venice", "prague", "trieste"), "france")
    state = interphase(flags=lost)
    assert draw_number(state, "austria") == 2


def test_h59_a_card_more_for_three_keys_and_a_card_fewer_for_the_modifier() -> None:
    keys = [key for key, duchy in interphase().board.duchies.items() if duchy.key and duchy.nation == "austria"][:3]
    state = interphase(flags=dict.fromkeys(keys, "france"), fewer_cards={"france": 1})
    gained = len(keys_held(state, "france")) - state.keys_at_start["france"]
    assert gained >= 3
    assert (draw_number(state, "france"), next_hand(state, "france")) == (7, 6)
    kept = CardHand(known=("talleyrand", "godoy"))
    table = DiceTable(replace(state, hands={**state.hands, "france": kept}))
    table.play()
    assert len(table.state.hands["france"]) == 6
    assert table.state.hands["france"].known[:2] == kept.known
    assert table.state.fewer_cards == {}


def test_14_3_a_subject_neutral_has_a_card_fewer_unless_it_surrendered() -> None:
    conquered = interphase(subjects={"austria": SubjectNeutral(turn=2)})
    surrendered = interphase(subjects={"austria": SubjectNeutral(turn=2, surrendered=True)})
    assert (draw_number(conquered, "austria"), draw_number(surrendered, "austria")) == (3, 4)


def test_14_31_a_larger_hand_is_kept() -> None:
    state = interphase()
    many = CardHand(known=tuple(state.board.deck[-8:]))
    table = DiceTable(
        replace(state, hands={**state.hands, "austria": many}, deck=CardPile(cards=state.board.deck[:40]))
    )
    table.play()
    assert table.state.hands["austria"] == many


def test_14_33_neutral_proxies_draw_unseen() -> None:
    table = DiceTable(interphase())
    table.play()
    assert len(table.state.hands["turkey"]) == 2
    for view in table.views.values():
        assert view.hands["turkey"].known == ()


def test_14_33_an_empty_deck_is_made_of_the_played_pile() -> None:
    cards = at_start(4).board.deck
    table = DiceTable(interphase(deck=CardPile(cards=cards[:3]), played=CardPile(cards=cards[3:50])))
    table.play()
    assert sum(len(hand) for hand in table.state.hands.values()) == 26
    assert len(table.state.deck) == 50 - 26
    assert len(table.state.played) == 0


def test_14_33_with_both_empty_nothing_more_is_drawn() -> None:
    cards = at_start(4).board.deck
    table = DiceTable(interphase(deck=CardPile(cards=cards[:8])))
    table.play()
    assert [len(table.state.hands[nation]) for nation in SEQUENCE[:3]] == [6, 2, 0]


def test_6_2_6_19_5_9_reserves_temporary_events_and_fleets_are_reset() -> None:
    fleet = (Squadron(nation="france"),)
    state = interphase(
        used=("res-napoleon",), lasting=(LastingCard(card="godoy", nation="france", since=1, temporary=True),)
    )
    state = replace(state, squadrons={**state.squadrons, "fleets": fleet}, turn_ends={"france": TurnEndWish()})
    table = DiceTable(state)
    table.play()
    assert (table.state.used, table.state.lasting, table.state.turn_ends) == ((), (), {})
    assert table.state.squadrons["regroup"] == fleet
    assert table.state.played.cards == ("godoy",)


def test_16_3_by_an_option_every_power_gains_a_resource() -> None:
    state = interphase(resources={"france": 6, "austria": 1})
    table = DiceTable(replace(state, options=replace(state.options, resource_income="1")))
    table.play()
    assert table.state.resources == {"france": 6, "austria": 2, "britain": 1, "russia": 1}


def test_2_1_only_seats_that_have_not_sent_a_turn_end_sheet_are_asked() -> None:
    state = interphase(turn_ends={"france": TurnEndWish()}, control={**at_start(4).control, "turkey": ""})
    assert [one.seat for one in AskTurnEnds().ask(state, {})] == ["austria", "britain", "russia"]
    assert list(AskTurnEnds().ask(replace(state, turn=5), {})) == []
