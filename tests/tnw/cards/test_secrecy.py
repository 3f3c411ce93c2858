"""Two worlds that differ in what is hidden look the same to everyone else (2.4, 2.7)."""

from msgspec.structs import replace

from pbem.engine.event import PUBLIC, Event
from pbem_tnw.chapters.cards.windows import play_event
from pbem_tnw.orders.choices import BattleCardWish, EventChoices, HoldAnswer, PlayedNow
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import BattleCondition, ResponseCondition
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.standing import RespondLine
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.state import WarState
from tests.tnw.cards.playing import holding, in_impulse
from tests.tnw.cards.test_windows import answered, asked, at_window, entered, held
from tests.tnw.positions import DiceTable, with_standing

NEVER = ResponseCondition(Truth(yes=False))


def seen(table: DiceTable, seat: str) -> list[list[Event]]:
    """What a seat learns, entry by entry; entries of which it learns nothing are there, too."""
    entries = [[event.seen_by(seat) for event in entry.events] for entry in table.entries]
    return [[event for event in events if event is not None] for events in entries]


def without_deck(table: DiceTable, seat: str) -> WarState:
    """The view of a seat; the positions of tests do not hide the order of the deck."""
    return replace(table.views[seat], deck=CardPile())


def test_2_4_hands_and_lines_that_do_not_apply_show_nowhere() -> None:
    cards = ("bridges-blown", "dysentery", "partisans")
    lines = tuple(RespondLine(card=card, condition=NEVER) for card in cards)
    one = at_window(with_standing(entered(austria=cards), "austria", respond=lines))
    other = at_window(entered(austria=("conscripts", "rally", "rockets")))
    for seat in ("france", "russia", PUBLIC):
        assert seen(one, seat) == seen(other, seat)
        assert without_deck(one, seat) == without_deck(other, seat)


def test_2_4_whose_hold_it_was_shows_nowhere() -> None:
    state = entered(austria=("conscripts",), prussia=("rally",))
    one, other = at_window(held(state, "austria")), at_window(held(state, "prussia"))
    assert asked(one) == asked(other)
    for seat in ("france", "russia", "britain", PUBLIC):
        assert seen(one, seat) == seen(other, seat)
        assert one.views[seat] == other.views[seat]


def test_2_4_an_answer_to_a_hold_that_is_not_played_looks_like_silence() -> None:
    state = held(entered(austria=("bridges-blown",), prussia=("rally",)), "prussia")
    wish = HoldAnswer(
        play=PlayedNow((BattleCardWish(card="bridges-blown", condition=BattleCondition(Truth(yes=False))),)),
        no_more=True,
    )
    one, other = answered(at_window(state), austria=wish), answered(at_window(state))
    for seat in ("france", "russia", "prussia", PUBLIC):
        assert [each for each in seen(one, seat) if each] == [each for each in seen(other, seat) if each]
        assert one.views[seat] == other.views[seat]


def test_6_1_choices_that_a_cancelled_card_never_made_show_nowhere() -> None:
    worlds = []
    for place in ("lyon", "paris"):
        state = with_standing(in_impulse("france"), "austria", respond=(RespondLine(card="couriers-taken"),))
        table = DiceTable(holding(state, france=("conscripts",), austria=("couriers-taken",)), [4])
        play_event(table, "france", "conscripts", EventChoices(place=(PiecesWanted(n=2, at=place),)))
        table.play()
        worlds.append(table)
    for seat in ("austria", "russia", PUBLIC):
        assert seen(worlds[0], seat) == seen(worlds[1], seat)
