from collections.abc import Mapping
from typing import Any

import pbem_tnw.unions  # noqa: F401 - every effect of a card has its rule then
from pbem_tnw.chapters.nation.pieces import HandReplaced
from pbem_tnw.chapters.turn.setup import BidsOpened, HandKept, check_entry
from pbem_tnw.invariants import broken
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import HandCondition
from pbem_tnw.orders.turn import EntryOrders, HandRule, HandRules
from pbem_tnw.position.state import COALITION, IMPERIAL, WarState
from tests.tnw.tables import GivenDice, happened, new_table, play_on

NEVER = HandCondition(test=Truth(yes=False))


def set_up(players: int = 2, *, entries: Mapping[str, EntryOrders] | None = None, **settings: Any) -> GivenDice:
    """The table at the first Round, whose sheets are asked for."""
    table = new_table(players, **settings)
    play_on(table, {f"0.entry {seat}": entry for seat, entry in (entries or {}).items()}, until="1.1")
    return table


def hands(state: WarState) -> dict[str, int]:
    return {nation: len(hand) for nation, hand in state.hands.items()}


def test_4_1_pieces_and_flags_are_where_they_are_printed() -> None:
    state = set_up().state
    assert state.units["ulm"] == {"austria": 5}
    assert state.generals["napoleon"] == "strasbourg"
    assert len(state.squadrons["cadiz"]) == 4
    assert state.flags == {"munich": "austria", "ulm": "austria"}
    assert list(broken(state)) == []


def test_4_1_a_general_that_comes_by_its_card_is_nowhere() -> None:
    state = set_up().state
    assert "poniatowski" not in state.generals
    assert state.generals["suchet"] == "yard"


def test_4_2_camps_consuls_and_the_keys_at_the_start() -> None:
    state = set_up().state
    assert state.camps == {"france": IMPERIAL, "austria": COALITION, "britain": COALITION, "russia": COALITION}
    assert (state.consuls["denmark"].row, state.consuls["denmark"].column) == ("france", "client")
    printed = {nation.id: nation.keys.start for nation in state.board.nations.values()}
    assert state.keys_at_start == printed


def test_4_2_each_seat_begins_with_one_resource() -> None:
    assert set_up(3).state.resources == {"france": 1, "austria": 1, "britain": 1, "russia": 0, "prussia": 0}
    chosen = set_up(3, entries={"emperors": EntryOrders(resource="russia")}).state
    assert (chosen.resources["austria"], chosen.resources["russia"]) == (0, 1)


def test_case_9_prussia_is_a_proxy_with_fewer_than_five() -> None:
    state = set_up(4).state
    assert state.consuls["prussia"].column == "unaligned"
    assert hands(state)["prussia"] == 3
    five = set_up(5).state
    assert "prussia" not in five.consuls
    assert five.control["prussia"] == "prussia"
    assert "prussia" not in five.camps


def test_d1_26_cards_are_dealt_and_the_reserves_are_apart() -> None:
    state = set_up().state
    assert hands(state) == {
        "france": 6, "austria": 4, "britain": 4, "russia": 3, "prussia": 3, "turkey": 2, "spain": 2, "sweden": 1,
        "denmark": 1,
    }  # fmt: skip
    held = {card for hand in state.hands.values() for card in hand.known}
    assert len(held) == 26
    assert not any(state.board.cards[card].is_reserve for card in (*held, *state.deck.cards))


def test_4_4_no_one_sees_the_hand_of_a_neutral_proxy_nor_the_deck() -> None:
    table = set_up()
    for seat in table.seats:
        view = table.views[seat]
        assert view.hands["sweden"].known == ()
        assert len(view.hands["sweden"]) == 1
        assert view.deck.cards == ()
    assert table.views["coalition"].hands["france"].known == ()


def test_4_5_only_the_top_of_the_thrown_hand_is_seen() -> None:
    throw = EntryOrders(hand=HandRules({"france": HandRule(keep_if=NEVER)}))
    table = set_up(entries={"france": throw})
    (event,) = happened(table, HandReplaced)
    shown = event.seen_by("coalition")
    assert shown.thrown[:-1] == ("",) * 5
    assert shown.thrown[-1] == event.thrown[-1]
    assert (shown.cards, shown.unknown) == ((), 5)


def test_4_5_a_hand_is_kept_for_a_card_in_it() -> None:
    kept = set_up().state.hands["france"].known
    throw = EntryOrders(hand=HandRules({"france": HandRule(keep_if=NEVER, or_holds=kept[:1], at_most=3)}))
    assert set_up(entries={"france": throw}).state.hands["france"].known == kept


def test_case_1_d3_hands_are_decided_in_the_order_of_the_track() -> None:
    throw = EntryOrders(hand=HandRules({nation: HandRule(keep_if=NEVER) for nation in ("spain", "france")}))
    table = set_up(entries={"france": throw})
    assert [event.nation for event in happened(table, HandKept)] == ["france", "spain"]
    told = [type(event).__name__ for event in happened(table, HandReplaced, HandKept)]
    assert told == ["HandReplaced", "HandKept", "HandReplaced", "HandKept"]


def test_4_3_the_higher_bid_has_the_camp_and_pays() -> None:
    bids = {
        "player-1": EntryOrders(camp=IMPERIAL, bid=1),
        "player-2": EntryOrders(camp=IMPERIAL, bid=3, give_up=("mantua",)),
    }
    state = set_up(seats="drawn", entries=bids).state
    assert state.control["france"] == state.control["spain"] == "player-2"
    assert state.control["austria"] == state.control["britain"] == state.control["russia"] == "player-1"
    assert state.units["mantua"] == {"france": 1}
    assert list(broken(state)) == []


def test_4_3_units_of_a_bid_come_from_where_most_are_unless_places_are_named() -> None:
    bids = {"player-1": EntryOrders(camp=COALITION, bid=2), "player-2": EntryOrders(camp=COALITION)}
    state = set_up(seats="drawn", entries=bids).state
    assert state.control["austria"] == "player-1"
    assert (state.units["venice"], state.units["ulm"]) == ({"austria": 5}, {"austria": 4})


def test_4_3_units_of_a_bid_come_in_turn_from_the_places_that_are_named() -> None:
    """From where its side has most only when none is left there."""
    named = EntryOrders(camp=IMPERIAL, bid=2, give_up=("mantua", "nuremberg"))
    state = set_up(seats="drawn", entries={"player-1": EntryOrders(camp=IMPERIAL), "player-2": named}).state
    assert (state.units["mantua"], state.units["nuremberg"]) == ({"france": 3}, {"france": 2})
    few = EntryOrders(camp=IMPERIAL, bid=3, give_up=("paris", "metz"))
    state = set_up(seats="drawn", entries={"player-1": EntryOrders(camp=IMPERIAL), "player-2": few}).state
    assert "paris" not in state.units
    assert "metz" not in state.units
    assert state.units["strasbourg"] == {"france": 5}


def test_4_3_who_wishes_for_no_camp_pays_nothing_and_lots_decide() -> None:
    """The seat that is drawn has France; whatever it bid."""
    bids = {"player-1": EntryOrders(bid=2), "player-2": EntryOrders(bid=1)}
    table = set_up(seats="drawn", entries=bids)
    (event,) = happened(table, BidsOpened)
    assert (event.drawn, event.camp) == (True, IMPERIAL)
    assert table.state.control["france"] == event.winner
    assert table.state.units == set_up().state.units


def test_4_3_a_wish_that_no_one_shares_is_granted_for_nothing() -> None:
    for one, other, imperial in (
        (None, COALITION, "player-1"), (None, IMPERIAL, "player-2"), (COALITION, None, "player-2"),
    ):  # fmt: skip
        bids = {"player-1": EntryOrders(camp=one, bid=2), "player-2": EntryOrders(camp=other)}
        state = set_up(seats="drawn", entries=bids).state
        assert state.control["france"] == imperial
        assert state.units == set_up().state.units


def test_4_3_equal_bids_are_settled_by_lot() -> None:
    bids = {f"player-{number}": EntryOrders(camp=IMPERIAL, bid=2) for number in (1, 2)}
    (event,) = happened(set_up(seats="drawn", entries=bids), BidsOpened)
    assert event.drawn


def test_4_3_five_seats_draw_their_powers() -> None:
    drawn = {tuple(sorted(set_up(5, seats="drawn", key=key).state.control.items())) for key in "abcdef"}
    assert len(drawn) > 1
    for control in drawn:
        assert len(set(dict(control).values())) == 5


def test_4_problems_of_an_entry() -> None:
    assigned = set_up(3).views["emperors"]
    order = EntryOrders(
        bid=2, resource="britain", hand=HandRules({"france": HandRule(), "austria": HandRule(at_most=-1)})
    )  # fmt: skip
    found = [problem.code for problem in check_entry(assigned, "emperors", order)]
    assert found == ["no-bids", "no-first-resource", "not-your-nation", "no-number-of-times"]
    bidding = new_table(2, seats="drawn")
    play_on(bidding, until="0.entry")
    problems = list(check_entry(bidding.views["player-1"], "player-1", EntryOrders(bid=99)))
    assert [problem.code for problem in problems] == ["bid-out-of-range", "bid-for-no-camp"]
    own = sum(sum(there.values()) for there in bidding.state.units.values() if {"france", "spain"} & set(there))
    for bid, found in ((own - 1, []), (own, ["bid-out-of-range"])):
        entry = EntryOrders(camp=IMPERIAL, bid=bid)
        assert [one.code for one in check_entry(bidding.views["player-1"], "player-1", entry)] == found
    drawn = EntryOrders(resource="austria", hand=HandRules({"france": HandRule(at_most=-1)}))
    assert [one.code for one in check_entry(bidding.views["player-1"], "player-1", drawn)] == ["no-number-of-times"]
    minor = EntryOrders(resource="spain")
    assert [one.code for one in check_entry(bidding.views["player-1"], "player-1", minor)] == ["no-first-resource"]
