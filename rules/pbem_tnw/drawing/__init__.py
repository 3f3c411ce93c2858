"""Pictures of the board for a seat: the whole, theatres, what moved since its last letter, reaches, tracks.

Everything is drawn from a view. `choice` says which picture is meant, `page` what is on one, `scene` what is on a part
of the board; the other modules draw one kind of thing each. What the host calls is here; what draws is imported when a
picture is wanted.
"""

from pbem.engine.picture import Drawing, drawn_later
from pbem_tnw.position.state import WarState

WORDS: dict[str, tuple[str, ...]] = {
    "board": (),
    "tracks": (),
    "map": ("area", "place", "general"),
    "reach": ("general",),
}
"""The words by which people ask for pictures, with the kinds of names that each takes."""


def _load() -> Drawing[WarState]:
    from pbem_tnw.drawing import choice
    from pbem_tnw.drawing.labels import LABELS
    from pbem_tnw.drawing.page import PAGES

    return PAGES.drawing(
        words=WORDS,
        pictures=choice.pictures,
        named=choice.named,
        choices=choice.choices,
        shortcomings=lambda view: LABELS.shortcomings(view.board),
    )


DRAWING: Drawing[WarState] = drawn_later(WORDS, _load)
