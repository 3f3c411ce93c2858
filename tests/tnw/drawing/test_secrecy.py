"""Twin worlds: hands, decks, sheets and standing orders that a seat cannot know differ, and its pictures do not."""

import pytest
from msgspec.structs import replace

from pbem.drawing.arrange import arrange
from pbem.engine.event import PUBLIC
from pbem.engine.picture import Picture
from pbem.engine.table import Table
from pbem.report.pictures import measure
from pbem_tnw.chapters.nation.pieces import WarCardsDrawn
from pbem_tnw.drawing.choice import named, pictures
from pbem_tnw.drawing.page import PAGES
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import TnwSettings, seats
from tests.long import tries
from tests.report.pictures.arranged import remembered
from tests.tnw.drawing.pauses import ShownToSeat, sample
from tests.tnw.positions import at_start

draw = PAGES.draw

HIDDEN = tuple(name for name in ("sheets", "standing", "turn_ends", "holds", "hold_answers", "under_way"))


def worlds() -> tuple[WarState, WarState]:
    """Two positions that differ in nothing that Britain can know."""
    one = at_start(5)
    deck = one.board.deck
    hands = {nation: CardHand(known=deck[5 * n : 5 * n + 5]) for n, nation in enumerate(one.board.sequence)}
    other = {**hands, "france": hands["austria"], "austria": hands["france"]}
    first = replace(one, hands=hands, deck=CardPile(cards=deck[50:]))
    sheets = {seat: RoundOrders() for seat in ("france", "austria")}
    standing = {"france": WarStanding(old_flags=("munich",))}
    return first, replace(
        first, hands=other, deck=CardPile(cards=tuple(reversed(deck[50:]))), sheets=sheets, standing=standing
    )


def view_of(state: WarState, seat: str) -> WarState:
    return Table(state, seats(TnwSettings(players="5")), "key").views[seat]


@pytest.mark.slow
@pytest.mark.parametrize("seat", tries(["britain", PUBLIC], ["britain", "russia", PUBLIC]))
def test_pictures_tell_nothing_of_what_a_seat_cannot_know(seat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem_tnw.drawing.scene.arrange", remembered(arrange))
    one, other = (ShownToSeat(view_of(world, seat), seat, (), ()) for world in worlds())
    compared = 0
    for picture, twin in zip(one.every(), other.every(), strict=True):
        assert picture == twin
        if picture.kind != "area" or picture.of == "germany":
            assert draw(one.view, seat, picture, measure) == draw(other.view, seat, twin, measure), picture.name
            compared += 1
    assert compared > 5


def test_the_reach_of_a_general_depends_on_the_cards_of_its_own_seat_alone() -> None:
    world = worlds()[0]
    best = max(world.board.cards[card].cp for card in world.hands["france"].known)
    worst = replace(world, hands={**world.hands, "france": CardHand(known=("continental-system",))})
    own, others = ([_points(view_of(each, seat), seat) for each in (world, worst)] for seat in ("france", "britain"))
    assert own == [best, world.board.cards["continental-system"].cp]
    assert others[0] == others[1]


def _points(view: WarState, seat: str) -> int:
    picture = named(view, seat, "reach", "davout")
    assert isinstance(picture, Picture)
    points: int = picture.shows["points"]
    return points


@pytest.mark.slow
def test_pictures_are_made_of_what_a_view_has_without_hidden_parts() -> None:
    for shown in sample()[::3]:
        bare = replace(shown.view, **{name: {} for name in HIDDEN})
        cards = {nation: CardHand(unknown=len(hand)) for nation, hand in bare.hands.items()}
        bare = replace(bare, hands=cards, deck=CardPile(unknown=len(bare.deck)))
        seen = [event for event in shown.seen if not isinstance(event, WarCardsDrawn)]
        for picture in pictures(shown.view, shown.seat, seen, shown.asked):
            assert isinstance(picture, Picture)
            assert draw(bare, shown.seat, picture, measure) == draw(shown.view, shown.seat, picture, measure)
