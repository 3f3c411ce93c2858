"""Cards that a view does not know: a trial on it draws no card by name, and comes to an end (8, 17)."""

from msgspec.structs import replace

from pbem.engine.table import Scratch
from pbem_maria.chapters.cards import CardsDrawn, draw, turn_card
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State
from pbem_maria.sequence.politics import find_trump, reveal
from tests.maria.advanced import laid

MARIA_THERESA = "maria-theresa"


def trial() -> Scratch[State]:
    """A trial on what Austria knows: of the draw pile and of the political deck only how many cards they have."""
    view = laid().views[MARIA_THERESA]
    return Scratch(replace(view, draw=Pile(hidden=2), political_deck=Pile(hidden=3), political=(), victor=""))


def test_8_unknown_cards_are_drawn_as_unknown_and_no_more_than_there_are() -> None:
    table = trial()
    held = table.state.hands["austria"].hidden
    draw(table, "austria", 1)
    assert [event.cards for event in table.close("").events if isinstance(event, CardsDrawn)] == [1]
    draw(table, "austria", 1)
    assert not len(table.state.draw)
    assert table.state.hands["austria"].hidden == held + 2


def test_17_no_card_that_is_not_known_is_turned() -> None:
    table = trial()
    assert turn_card(table) is None
    find_trump(table)
    reveal(table)
    assert not table.state.trump
    assert not table.state.political
    assert len(table.state.political_deck) == 3
