"""Names and pieces that are arranged once for all pictures that have the very same things."""

from collections.abc import Callable, Collection, Iterable, Sequence

from pbem.drawing.arrange import Arrangement, Piece
from pbem.drawing.geometry import Rect, Segment
from pbem.drawing.labels import BoardNames


def remembered(arrange: Callable[..., Arrangement]) -> Callable[..., Arrangement]:
    """*arrange*, which takes most of the time of a picture, by what was once arranged out of the very same things."""
    known: dict[str, Arrangement] = {}

    def again(
        names: BoardNames, frame: Rect, pieces: Sequence[Piece], taken: Sequence[Rect],
        lines: Iterable[tuple[Segment, int]], needed: Collection[str],
    ) -> Arrangement:  # fmt: skip
        lines = tuple(lines)
        key = repr((names, frame, pieces, taken, lines, sorted(needed)))
        if key not in known:
            known[key] = arrange(names, frame, pieces, taken, lines, needed)
        return known[key]

    return again
