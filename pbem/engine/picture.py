"""Pictures of a position: what a game draws, as data and SVG; the host makes files of them and sends them.

A game draws from a *view*, so that a picture shows its seat nothing that the letter may not say. The words of the
letter say all that a picture shows: it may be blocked, grey or missing.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, Literal, Protocol

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.position import Position, S


class Face(Enum):
    """A typeface that the host has for pictures; no other is used, so that a picture is the same everywhere."""

    serif = "serif"
    serif_bold = "serif-bold"
    serif_italic = "serif-italic"
    sans_bold = "sans-bold"
    signs = "signs"
    """Suits of cards and chess pieces."""

    def __str__(self) -> str:
        """The attributes of SVG that choose it."""
        return _ATTRIBUTES[self]


_SERIF, _SANS = (f'font-family="Board {family}, Board Hebrew, Board Signs"' for family in ("Serif", "Sans"))
_ATTRIBUTES: Mapping[Face, str] = {
    Face.serif: _SERIF,
    Face.serif_bold: f'{_SERIF} font-weight="700"',
    Face.serif_italic: f'{_SERIF} font-style="italic"',
    Face.sans_bold: f'{_SANS} font-weight="700"',
    Face.signs: 'font-family="Board Signs"',
}


class Measure(Protocol):
    """How wide *text* is in a face of *size* pixels, in pixels."""

    def __call__(self, text: str, size: float, face: Face) -> float: ...

    def __hash__(self) -> int: ...


class Picture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which picture is meant, as plain data made from a view: two that are equal show the same view alike.

    *name* is the stem of a file name: ASCII letters, digits and hyphens, no other picture of a letter has it. *kind* is
    the game's word for such pictures, *of* what it is of, and *shows* what else the game needs to draw it. *beside* is
    the section of a letter that it belongs to.
    """

    name: str
    kind: str
    of: str = ""
    shows: Mapping[str, Any] = {}
    beside: Literal["story", "options", "position"] = "position"


class PictureFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a picture before it is drawn: all of `Drawn` but the drawing itself."""

    width: int
    height: int
    title: str
    alt: str


DrawnBox = tuple[float, float, float, float]
"""The left and upper edge, the width and the height of a part of a drawing."""


class PicturePart(msgspec.Struct, frozen=True):
    """Some SVG with all that it draws in a *box* of whole pixels, which is shown moved by a *shift*.

    *lasting* is what many pictures show alike and everyone may see, such as land and usual names: it may be kept on
    disk. Nothing that a position tells a seat is.
    """

    svg: str
    box: DrawnBox
    lasting: bool = False
    shift: tuple[float, float] = (0, 0)


class PictureSheet(msgspec.Struct, frozen=True):
    """What is in a *frame* of a drawing, from the ground up, and where on a picture its upper left corner is."""

    frame: DrawnBox
    at: tuple[float, float]
    parts: tuple[PicturePart, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A picture as SVG of *width* times *height* pixels on an opaque ground.

    The same can be laid together of *sheets* on *paper*, if there are any; their parts refer to *defs*.

    *title* is a heading of a few words. *alt* says in one or two plain sentences what the picture is of, for those who
    do not see it. *colours* are those of its flat areas, such as `#f6f0e1`, which a smaller palette keeps
    exactly; first those that are beside most others, ink and paper.
    """

    svg: str
    width: int
    height: int
    title: str
    alt: str
    colours: tuple[str, ...] = ()
    sheets: tuple[PictureSheet, ...] = ()
    paper: str = ""
    defs: str = ""


def _none(_view: Position, _seat: str, _word: str) -> tuple[str, ...]:
    return ()


def _no_whole(_view: Position, _seat: str) -> tuple[Picture, ...]:
    return ()


def _not_before_it_is_drawn(_view: Position, _seat: str, _picture: Picture, _measure: "Measure") -> None:
    return None


def _without_moves(_view: Position, picture: Picture, _seen: Sequence[Event]) -> Picture:
    return picture


def _as_good_as_it_gets(_view: Position) -> tuple[Problem, ...]:
    return ()


class Drawing(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game draws: pure functions of a view, so that the same view gives the same SVG, byte for byte."""

    pictures: Callable[[S, str, Sequence[Event[S]], Sequence[Decision]], tuple[Picture, ...]]
    """Those for a letter to a seat, the most useful first, by its view, the events that it saw since its last letter,
    and the decisions that it is asked."""
    named: Callable[[S, str, str, str], Picture | Problem]
    """The picture for a seat that a person asks for by one of the `words`, of the thing with an id, or of the whole
    without one; or why there is none."""
    words: Mapping[str, tuple[str, ...]]
    """The words by which people ask for pictures, the one for the board first, with the kinds of names in the lexicon
    that each takes."""
    choices: Callable[[S, str, str], tuple[str, ...]] = _none
    """For a seat and a word, ids of what it is best asked of: what a person who gave a wrong name is told."""
    whole: Callable[[S, str], tuple[Picture, ...]] = _no_whole
    """For a seat, or the public, all that there is to see, to be looked at closely on a screen: the board first, then
    what is beside it. They have neither titles nor legends of their own, unless they show no map."""
    framed: Callable[[S, str, Picture, Measure], PictureFrame | None] = _not_before_it_is_drawn
    """The frame of one of `whole`, the same as that of its drawing; None if that has to be drawn first."""
    moved: Callable[[S, Picture, Sequence[Event[S]]], Picture] = _without_moves
    """One of `whole` that also shows what moved and fought, by the events that were seen and the view after them.

    What shows it is in groups `<g data-moves="">`."""
    draw: Callable[[S, str, Picture, Measure], Drawn]
    """The picture for a seat, drawn with the host's typefaces.

    In it each thing with a name is a group, `<g data-thing="KIND ID">` with its kind of name in the lexicon; a place or
    a piece has its middle as `data-x` and `data-y`, in the units of the `<svg>` that it is in. A thing may have several
    groups, such as a place and its name, of which one has a middle."""
    shortcomings: Callable[[S], tuple[Problem, ...]] = _as_good_as_it_gets
    """What the moderator can do something about that makes pictures worse; its phrases are in the group `edition`."""


class _Later(msgspec.Struct, Generic[S], frozen=True):
    """What asks the drawing that *load* gives; other processes can be sent it, as functions in functions cannot."""

    load: Callable[[], Drawing[S]]

    def pictures(self, view: S, seat: str, seen: Sequence[Event[S]], asked: Sequence[Decision]) -> tuple[Picture, ...]:
        return self.load().pictures(view, seat, seen, asked)

    def named(self, view: S, seat: str, word: str, identifier: str) -> Picture | Problem:
        return self.load().named(view, seat, word, identifier)

    def choices(self, view: S, seat: str, word: str) -> tuple[str, ...]:
        return self.load().choices(view, seat, word)

    def whole(self, view: S, seat: str) -> tuple[Picture, ...]:
        return self.load().whole(view, seat)

    def framed(self, view: S, seat: str, picture: Picture, measure: Measure) -> PictureFrame | None:
        return self.load().framed(view, seat, picture, measure)

    def moved(self, view: S, picture: Picture, seen: Sequence[Event[S]]) -> Picture:
        return self.load().moved(view, picture, seen)

    def draw(self, view: S, seat: str, picture: Picture, measure: Measure) -> Drawn:
        return self.load().draw(view, seat, picture, measure)

    def shortcomings(self, view: S) -> tuple[Problem, ...]:
        return self.load().shortcomings(view)


def drawn_later(words: Mapping[str, tuple[str, ...]], load: Callable[[], Drawing[S]]) -> Drawing[S]:
    """The drawing that *load* gives, called when a picture is first wanted: what draws need not be imported before."""
    later = _Later(load)
    return Drawing(
        words=words,
        pictures=later.pictures,
        named=later.named,
        choices=later.choices,
        whole=later.whole,
        framed=later.framed,
        moved=later.moved,
        draw=later.draw,
        shortcomings=later.shortcomings,
    )
