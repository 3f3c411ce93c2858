"""The hands of the next Turn (14.3)."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.play import policies
from pbem_tnw.chapters.turn.facts import draw_number
from pbem_tnw.chapters.turn.interphase import AskTurnEnds, DrawHands
from pbem_tnw.orders.turn import TurnEndOrders, TurnEndWish
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.control import keys_held
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import LastingCard, SubjectNeutral, WarState
from pbem_tnw.ruleset import TNW
from tests.tnw.positions import DiceTable, at_start

SEQUENCE = ("france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark")


def interphase(**changes: Any) -> WarState:
    state = at_start(4, turn=2, flow=(DrawHands(),))
    keys = {nation: len(keys_held(state, nation)) for nation in SEQUENCE}
    return replace(state, **{"keys_at_start": keys, "deck": CardPile(cards=state.board.deck), **changes})


def test_14_3_a_subject_neutral_has_a_card_fewer_unless_it_surrendered() -> None:
    conquered = interphase(subjects={"austria": SubjectNeutral(turn=2)})
    surrendered = interphase(subjects={"austria": SubjectNeutral(turn=2, surrendered=True)})
    assert (draw_number(conquered, "austria"), draw_number(surrendered, "austria")) == (3, 4)


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


def test_2_1_everyone_is_asked_and_a_turn_end_sheet_sent_in_advance_answers() -> None:
    state = interphase(turn_ends={"france": TurnEndWish()}, control={**at_start(4).control, "turkey": ""})
    asked = AskTurnEnds().ask(state, {})
    assert [one.seat for one in asked] == ["france", "austria", "britain", "russia"]
    assert [one.seat for one in asked if policies(TNW.policies)(one, state) is not None] == ["france"]
    assert list(AskTurnEnds().ask(replace(state, turn=5), {})) == []


def test_2_1_what_was_said_in_advance_of_the_end_of_the_turn_counts_whatever_has_changed_since() -> None:
    wish = TurnEndWish(camp={"austria": "imperial"})
    state = interphase(turn_ends={"france": wish})
    (decision, *_) = AskTurnEnds().ask(state, {})
    assert not list(AskTurnEnds().check(state, decision, TurnEndOrders(turn_end=wish)))
    assert list(AskTurnEnds().check(replace(state, turn_ends={}), decision, TurnEndOrders(turn_end=wish)))
