"""From one edition of the board to another, in a game that is under way."""

from collections.abc import Iterator

from pbem.engine.ruleset import Unplayable
from pbem.engine.table import Table
from pbem_maria.chapters.turn.events import EditionChanged
from pbem_maria.edition.edition import Edition, known, named
from pbem_maria.position.state import State
from pbem_maria.settings import MariaSettings


def move(table: Table[State], settings: MariaSettings) -> None:
    """Change the game at *table* to the edition of *settings*; raises `Unplayable`.

    The new one may have other roads, names, fortresses and numbers, but must have every city, piece and card of the old
    one: what is on the board must have its place.
    """
    new = named(settings.edition)
    missing = sorted(set(_things(known(table.state.edition))) - set(_things(new)))
    if missing:
        raise Unplayable(f"the new edition lacks what the old one has: {', '.join(missing)}")
    table.emit(EditionChanged(edition=new.key))


def _things(edition: Edition) -> Iterator[str]:
    """Everything that a position may speak of, by its kind and id."""
    yield from (f"city {city}" for city in edition.board().cities)
    yield from (f"power {power}" for power in edition.powers)
    yield from (f"general {general}" for general in edition.generals)
    yield from (f"train {train}" for train in edition.trains)
    yield from (f"political card {card}" for card in edition.political_cards)
    for track in edition.tracks.tracks:
        yield from (f"box {box.box} of {track.id}" for box in track.boxes)
    yield from (f"deck {deck}" for deck in edition.tactical_cards.decks)
