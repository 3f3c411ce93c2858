"""What a finished game came to in figures, as a table of its own rules."""

from collections.abc import Mapping

import msgspec


class GameTally(msgspec.Struct, frozen=True):
    """One figure for each head in each row; None where a row has none.

    *heads* are keys of the group `tally` of the phrases, each of which says a figure *n* in words; *rows* are by id, of
    the *kind* under which the lexicon knows it, or `seat` for seats.
    """

    kind: str
    heads: tuple[str, ...]
    rows: Mapping[str, tuple[int | None, ...]]
