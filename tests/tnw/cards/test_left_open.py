"""What a receipt says that an event takes for choices left open is what it takes."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.cards.play_rules import event_problems, open_choices
from pbem_tnw.letters import no_event
from pbem_tnw.orders.choices import CardUse, EventChoices, PlusUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.turn import PreemptLine, RoundOrders
from tests.tnw.cards.playing import holding, in_impulse, played
from tests.tnw.cards.test_every_card import EVENTS, PLAYERS, crisis
from tests.tnw.letters.reading import in_round, said_back


def together(said: EventChoices, taken: EventChoices) -> EventChoices:
    """The choices of a sheet that says what was *taken* as well."""
    names = EventChoices.__struct_fields__
    return EventChoices(**{name: getattr(taken, name) or getattr(said, name) for name in names})


@pytest.mark.parametrize("card", EVENTS)
@pytest.mark.parametrize("early", [True, False])
def test_saying_what_would_be_taken_changes_nothing(card: str, early: bool) -> None:
    nation = PLAYERS.get(card, "russia")
    state = in_impulse(nation) if early else crisis(nation, card)
    state = holding(state, **{nation: (card, "conscripts", "landwehr")})
    said = EventChoices()
    taken = open_choices(state, nation, card, said)
    if any(event_problems(state, nation, card, said)):
        assert taken == EventChoices()
        return
    silent, spoken = (played(state, nation, card, (1,) * 60, each) for each in (said, together(said, taken)))
    assert taken == EventChoices() or spoken.state.units == silent.state.units
    for fact in ("units", "generals", "squadrons", "flags", "consuls", "resources", "hands", "lasting", "wars"):
        assert getattr(spoken.state, fact) == getattr(silent.state, fact)
    again = open_choices(state, nation, card, together(said, taken))
    assert again == EventChoices() or again.nation == taken.nation


def said_of(use: CardUse) -> str:
    """What the receipt says of an Impulse of France in which a card is played so."""
    orders = ImpulseOrders(alternatives=(Alternative(play=use),))
    lines = said_back(RoundOrders(impulses={"france": orders}), in_round(france=(use.card, "conscripts"))).splitlines()
    return next(line for line in lines if line.startswith("- France plays "))


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        ("class-of-next-year", "placing 3 units at Paris"),
        ("naval-stores", "option 1, placing 1 Squadron at Boulogne"),
    ],
)
def test_the_receipt_says_what_is_left_open_and_what_is_taken(card: str, taken: str) -> None:
    assert said_of(CardUse(card=card, use="event")).endswith(f" as an event (left open, as things stand: {taken}).")


def test_6_12_a_place_alone_is_for_the_pieces_that_the_card_places() -> None:
    """A Squadron goes to the Port that is named, or the card says why not; and so does a general."""
    state = holding(in_impulse("france"), france=("naval-stores", "new-marshal"))
    to_brest = EventChoices(place=(PiecesWanted(at="brest"),))
    assert "placing 1 Squadron at Brest" in said_of(CardUse(card="naval-stores", use="event", place=to_brest.place))
    before = len(state.squadrons.get("brest", ()))
    assert len(played(state, "france", "naval-stores", (), to_brest).state.squadrons["brest"]) == before + 1
    taken = replace(state, flags={**state.flags, "brest": "britain"}, control=state.control)
    (problem,) = event_problems(taken, "france", "naval-stores", replace(to_brest, option=1))
    assert (problem.code, problem.args["place"]) == ("event-not-there", "brest")
    to_metz = EventChoices(place=(PiecesWanted(at="metz"),))
    after = played(state, "france", "new-marshal", (), to_metz).state
    assert "metz" in {after.generals[one] for one in after.generals if after.generals[one] != state.generals.get(one)}


def test_only_what_the_sheet_does_not_say_is_left_open() -> None:
    some = CardUse(card="class-of-next-year", use="event", place=(PiecesWanted(n=2, at="strasbourg"),))
    assert said_of(some).endswith(
        "placing 2 units at Strasbourg (left open, as things stand: placing 1 unit at Paris)."
    )
    every = CardUse(card="class-of-next-year", use="event", place=(PiecesWanted(n=3, at="strasbourg"),))
    assert said_of(every).endswith("as an event, placing 3 units at Strasbourg.")


def test_played_for_its_points_a_card_leaves_nothing_open() -> None:
    assert said_of(CardUse(card="class-of-next-year", use="cp")).endswith(
        "for 4 CPs; its CPs take Refit markers off and then build units."
    )


def test_a_reserve_besides_says_what_it_takes_as_well() -> None:
    plus = PlusUse(card="res-senate", use="event")
    order = ImpulseOrders(alternatives=(Alternative(play=CardUse(card="conscripts", use="cp"), plus=plus),))
    said = said_back(RoundOrders(impulses={"france": order}), in_round(france=("conscripts",)))
    assert "Decree of the Senate as an event (left open, as things stand: placing 3 units at Paris); its CPs" in said


def test_what_a_preempting_impulse_leaves_open_is_said_too() -> None:
    use = CardUse(card="class-of-next-year", use="event")
    play = ImpulseOrders(alternatives=(Alternative(play=use),))
    order = RoundOrders(preempt=(PreemptLine(before=("britain",), nation="france", play=play),))
    said = said_back(order, in_round(france=("class-of-next-year", "conscripts")))
    assert "it plays Next Year's Class as an event (left open, as things stand: placing 3 units at Paris)" in said


@pytest.mark.parametrize("card", ["talleyrand", "ambassadors-gift", "cabinet-falls"])
def test_6_1_a_card_that_only_wants_a_choice_is_possible_now(card: str) -> None:
    state = holding(in_impulse("france"), france=(card,))
    assert any(event_problems(state, "france", card))
    assert no_event(state, "france", card) is None
