"""A game to print for a table at home: drawings and their sizes on paper, of which the host makes PDF."""

import msgspec


class Poster(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing, *svg*, that is *width* times *height* millimetres large.

    If that is more than the paper, it is printed in parts to be glued together; on *one_page*, on a page of its size.
    """

    title: str
    svg: str
    width: float
    height: float
    one_page: bool = False


class Cutout(msgspec.Struct, frozen=True):
    """Both sides, in SVG, of a card or a counter."""

    front: str
    back: str


class Cutouts(msgspec.Struct, frozen=True, kw_only=True):
    """Cards or counters of *width* times *height* millimetres; each drawing has *bleed* more on every side."""

    title: str
    width: float
    height: float
    bleed: float
    pieces: tuple[Cutout, ...]


Printable = Poster | Cutouts


class Print(msgspec.Struct, frozen=True):
    """A file to print: its *name*, ASCII letters, digits and hyphens, and what is in it."""

    name: str
    parts: tuple[Printable, ...]
