"""Pictures of the board for a seat: maps, the moves since its last letter, and where a piece can go.

Everything is drawn from a view. `choice` says which picture is meant, `page` what is on one, `scene` what is on a part
of the board; the other modules draw one kind of thing each. What the host calls is here; what draws is imported when a
picture is wanted.
"""

from pbem.engine.picture import Drawing, Picture, drawn_later
from pbem_maria.position.state import State

WORDS: dict[str, tuple[str, ...]] = {
    "board": (),
    "tracks": (),
    "map": ("area", "city", "general", "train", "river"),
    "reach": ("general", "train"),
}
"""The words by which people ask for pictures, with the kinds of names that each takes."""


def way(piece: str, path: tuple[str, ...]) -> Picture:
    """The picture of a way, which begins where *piece* is, if one is named."""
    from pbem_maria.drawing.choice import way_of

    return way_of(piece, path)


def _load() -> Drawing[State]:
    from pbem_maria.drawing import choice
    from pbem_maria.drawing.labels import LABELS
    from pbem_maria.drawing.page import PAGES

    return PAGES.drawing(
        words=WORDS,
        pictures=choice.pictures,
        named=choice.named,
        choices=choice.choices,
        shortcomings=lambda view: LABELS.shortcomings(view.theatre.edition),
    )


DRAWING: Drawing[State] = drawn_later(WORDS, _load)
