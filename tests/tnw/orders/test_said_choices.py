"""Choices of an event in words behind its card (house rules, 2.2)."""

from typing import Any

import pytest

from pbem.report.returned_sheet import as_data
from pbem_tnw.edition.card_words import choices_taken
from pbem_tnw.orders.said_choices import KEYS
from pbem_tnw.orders.turn import RoundOrders
from tests.tnw.orders.spellings import EDITION, WORDS, ordered, read, told

SENATE = "{card: Decree of the Senate, as: event, place: [%s]}"
CHOSEN: dict[str, str] = {
    **dict.fromkeys(
        (
            "Decree of the Senate as event, 2 units at Strasbourg",
            "Decree of the Senate as event (2 units at Strasbourg)",
            "Decree of the Senate as event with 2 units in Strasbourg",
            "Decree of the Senate as event - 2 units at Strasbourg",
            "Decree of the Senate as event, place 2 units at Strasbourg",
            "play Decree of the Senate as the event, two units to Strasbourg",
        ),
        SENATE % "2 units at Strasbourg",
    ),
    "Decree of the Senate as event, 2 units at Strasbourg and 1 at Paris": SENATE
    % "2 units at Strasbourg, 1 unit at Paris",
    "Talleyrand as event, Prussia right": "{card: Talleyrand, as: event, consul: Prussia right}",
    "Talleyrand as event, consul Prussia right 2 in France": (
        "{card: Talleyrand, as: event, consul: Prussia right 2 in France}"
    ),
    "Broken Faith as event, Prussia": "{card: Broken Faith, as: event, nation: Prussia}",
    **dict.fromkeys(
        ("Hemp and Timber as event, 1 squadron at Brest", "Hemp and Timber as event, a Squadron in Brest"),
        "{card: Hemp and Timber, as: event, option: 1, place: 1 squadron at Brest}",
    ),
    **dict.fromkeys(
        (
            "The Oath over the Tomb as event, Prussia two right in Russia's row",
            "The Oath over the Tomb as event, option 1, consul: Prussia right 2 in Russia",
        ),
        "{card: The Oath over the Tomb, as: event, option: 1, consul: Prussia right 2 in Russia}",
    ),
    "The King's Germans as event, both units in London": (
        "{card: The King's Germans, as: event, place: 2 units at London}"
    ),
    "A Council of War as event, discard A Secret Envoy": "{card: A Council of War, as: event, cards: A Secret Envoy}",
    **dict.fromkeys(
        (
            "Parliament as event, Austria, top of the deck",
            "Parliament as event, a card from the deck for Austria",
            "Parliament as event, give the top card of the deck to Austria",
            "Parliament as event, Austria, top",
            "Parliament as event, nation: Austria, top: yes",
            "Parliament as event, nation Austria, top: 1",
        ),
        "{card: Parliament, as: event, nation: Austria, top: yes}",
    ),
    "Hemp and Timber as event, option 2, refit Brest": "{card: Hemp and Timber, as: event, option: 2, refit: Brest}",
}


def said(play: str, key: str = "play") -> str:
    return f"impulses:\n  France:\n    {key}: {play}\n"


@pytest.mark.parametrize("written", CHOSEN)
def test_6_1_choices_behind_a_card_are_those_of_its_event(written: str) -> None:
    assert ordered(said(written), RoundOrders) == ordered(said(CHOSEN[written]), RoundOrders)
    assert ordered(f"impulses:\n  France: {written}\n", RoundOrders) == ordered(said(CHOSEN[written]), RoundOrders)
    assert "read-as" in [code for code, _, _ in told(read(said(written), RoundOrders))]


def test_5_12_a_reserve_besides_has_its_choices_behind_it() -> None:
    written = said("Decree of the Senate as event, 2 units at Strasbourg, after 1", "plus")
    plain = said("{card: Decree of the Senate, as: event, place: 2 units at Strasbourg, when: after 1}", "plus")
    assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)


@pytest.mark.parametrize(
    "written",
    [
        "The Marching Season as event, 3 units in Paris",  # it gives CPs: that may be a line
        "Pitt's Guineas as event, Prussia right",
        "Hemp and Timber as event, 1 unit at Brest",  # one of two effects, and it is neither
        "Hemp and Timber as event, Brest",
        "The Oath over the Tomb as event, 2 units at Berlin",
        "Parliament as event, not from the deck",
        "A Council of War as event, top of the deck",
        "Conscripts as event, discard Talleyrand",
        "Parliament as event, discard Talleyrand",  # it gives a card to another
        "Council of War in Vienna as event, 2 units at Vienna",  # placed, or out of the Regroup box
        "Conscripts as event, units in Paris",
        "Conscripts as event, Napoleon to Ulm",
        "Conscripts as event, flag Ulm",
        "Talleyrand as event, 2 units at Paris",
        "Decree of the Senate as event, 2 units at Strasbourg, Napoleon to Ulm",
        "Decree of the Senate as event if turn > 1806",
    ],
)
def test_6_1_what_may_be_no_choice_is_refused(written: str) -> None:
    for key in ("play", "plus"):
        found = read(said(written, key), RoundOrders)
        assert found.order is None
        assert "no-such-choice" in [code for code, _, _ in told(found)]


def test_6_1_a_wrong_key_is_told_those_that_the_card_takes() -> None:
    (wrong,) = read(said("{card: Talleyrand, as: event, place: x, envoy: 2}"), RoundOrders).faults[-1:]
    told_of: dict[str, Any] = as_data(WORDS, wrong)
    assert told_of["right"] == "consul, card or as"


def test_6_1_a_card_that_discards_takes_what_under_that_key_too() -> None:
    key = "{card: A Council of War, as: event, %s: Talleyrand}"
    assert ordered(said(key % "discard"), RoundOrders) == ordered(said(key % "cards"), RoundOrders)
    given = read(said("{card: Parliament, as: event, nation: Austria, discard: Talleyrand}"), RoundOrders)
    assert [code for code, _, _ in told(given)] == ["unknown-key"]


def test_16_2_lines_may_stand_with_the_card_that_is_drawn_for_them() -> None:
    inside = "impulses: {France: {plus: {resource: 1, then: {as: cp, do: [Davout: Ulm, rest: [unit]]}}}}"
    beside = "impulses: {France: {plus: {resource: 1, then: {as: cp}}, do: [Davout: Ulm, rest: [unit]]}}"
    assert ordered(inside, RoundOrders) == ordered(beside, RoundOrders)
    two = "impulses: {France: {play: Talleyrand as cp, plus: {resource: 1, then: {as: cp, do: [Davout: Ulm]}}}}"
    assert [code for code, _, _ in told(read(two, RoundOrders))] == ["unknown-key"]  # with the CPs of either
    late = inside.replace("resource: 1,", "resource: 1, when: after 1,")
    assert [code for code, _, _ in told(read(late, RoundOrders))] == ["unknown-key"]  # lines before or behind the card


def test_every_choice_that_a_card_leaves_has_its_key() -> None:
    assert {key for card in EDITION.cards.values() for key in choices_taken(card.effects)} <= set(KEYS)
