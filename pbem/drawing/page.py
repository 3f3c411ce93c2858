"""A picture as a page: a heading, maps in their frames, what belongs below them; or the whole board, for a screen.

A game says what is on a map and what is below it; how a page is made of these is here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.drawing import svg
from pbem.drawing.geometry import WIDTH, Crop, Rect
from pbem.drawing.layers import Layer, joined, layer
from pbem.drawing.signs import Sign, flow, names
from pbem.engine.decision import Decision
from pbem.engine.event import Event, Rewound
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Face, Measure, Picture, PictureFrame, PicturePart, PictureSheet
from pbem.engine.position import S

WHOLE, TRACKS, MOVES = "whole", "tracks", "moves"
"""Kinds of pictures that every game has: the whole board in one drawing, what is beside it, what moved since the last
letter."""
TOP = 52
"""The height of the heading."""
_FOOT = 10
_HEADING, _LEAST, _BESIDE = 27, 16, 21
"""The size of type of a title, the least that one has which is long, and the size of what is beside it."""
_ASIDE = 16
_EDGE, _OVER = 8, 6
"""How wide the frame of a map is, and how far signs reach beyond their row."""


class Happened(msgspec.Struct, frozen=True):
    """What a picture of moves shows: the base of what a game tells of its events, kept by a picture as plain data."""

    def as_data(self) -> Mapping[str, Any]:
        """The same as plain data."""
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """What `as_data` made of it."""
        return msgspec.convert(data, cls)


def not_undone(seen: Sequence[Event[S]]) -> Sequence[Event[S]]:
    """The events after the last rewind, which undid those before it."""
    last = max((n for n, event in enumerate(seen) if isinstance(event, Rewound)), default=-1)
    return seen[last + 1 :]


G = TypeVar("G")


def together(each: Iterable[G], joined: Callable[[G, G], G | None]) -> list[G]:
    """Things in groups: each joins the first group that takes it, for which *joined* gives both together, or None."""
    groups: list[G] = []
    for one in each:
        for number, group in enumerate(groups):
            if (both := joined(group, one)) is not None:
                groups[number] = both
                break
        else:
            groups.append(one)
    return groups


def moves_pictures(groups: Iterable[Happened]) -> Iterator[Picture]:
    """A picture of what moved for each group, beside the story."""
    for number, group in enumerate(groups, 1):
        name = MOVES if number == 1 else f"{MOVES}-{number}"
        yield Picture(name=name, kind=MOVES, shows=group.as_data(), beside="story")


class PageLook(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of a page, with *soft* that of what is beside the title; *defs* is what its drawings refer to."""

    paper: str
    ink: str
    soft: str
    colours: tuple[str, ...]
    defs: str = ""


class MapScene(Protocol):
    """A part of the board with all that is shown of it."""

    @property
    def crop(self) -> Crop[Any]: ...


D = TypeVar("D", bound=MapScene)
H = TypeVar("H", bound=Happened)


class BoardPages(msgspec.Struct, Generic[D, H, S], frozen=True, kw_only=True):
    """What a game gives for its pages: words, maps, and what is below; drawn from a view for a seat."""

    look: Callable[[S], PageLook]
    title: Callable[[S, str, Picture], str]
    beside: Callable[[S, Picture, Sequence[D]], str]
    """What is beside the title."""
    alt: Callable[[S, str, Picture], str]
    has_tracks: Callable[[S], bool]
    """Whether anything is beside the board."""
    whole_crop: Callable[[S, Measure], Crop[Any]]
    """What holds the whole board."""
    whole_scene: Callable[[S, str, Measure, H], D]
    """The whole board, with what happened."""
    scenes: Callable[[S, str, Picture, Measure], Sequence[D]]
    """The maps of a picture, from top to bottom."""
    layers: Callable[[D], Sequence[Layer]]
    """Everything on a map, from the ground up."""
    below: Callable[[S, str, Picture, Sequence[D], "Column"], None]
    """Puts what is below the maps into a column."""
    since: Callable[[S, Sequence[Event[S]]], H]
    """What happened among events, by the view after them."""
    nothing: H

    def drawing(
        self,
        *,
        words: Mapping[str, tuple[str, ...]],
        pictures: Callable[[S, str, Sequence[Event[S]], Sequence[Decision]], tuple[Picture, ...]],
        named: Callable[[S, str, str, str], Picture | Problem],
        choices: Callable[[S, str, str], tuple[str, ...]],
        shortcomings: Callable[[S], tuple[Problem, ...]],
    ) -> Drawing[S]:
        """The record for the host: these pages, and which of them there are."""
        return Drawing(
            words=words,
            pictures=pictures,
            named=named,
            choices=choices,
            shortcomings=shortcomings,
            whole=self.whole,
            framed=self.framed,
            moved=self.moved,
            draw=self.draw,
        )

    def whole(self, view: S, _seat: str) -> tuple[Picture, ...]:
        """The board, and what is beside it."""
        board = Picture(name=WHOLE, kind=WHOLE)
        return (board, Picture(name=TRACKS, kind=TRACKS)) if self.has_tracks(view) else (board,)

    def moved(self, view: S, picture: Picture, seen: Sequence[Event[S]]) -> Picture:
        """The board with what moved and fought among the events *seen*, of which *view* is what followed."""
        found = self.since(view, seen)
        if picture.kind != WHOLE or found == self.nothing:
            return picture
        return replace(picture, shows=found.as_data())

    def framed(self, view: S, seat: str, picture: Picture, measure: Measure) -> PictureFrame | None:
        """The size and the words of the board; nothing of what is beside it."""
        if picture.kind != WHOLE:
            return None
        frame = self.whole_crop(view, measure).frame
        return PictureFrame(
            width=round(frame.width),
            height=round(frame.height),
            title=self.title(view, seat, picture),
            alt=self.alt(view, seat, picture),
        )

    def draw(self, view: S, seat: str, picture: Picture, measure: Measure) -> Drawn:
        """The picture as *seat* may see it in its *view*; the whole board in pixels from the corner of the map."""
        sheets: Sequence[PictureSheet] = ()
        if picture.kind == WHOLE:
            shown = type(self.nothing).from_data(picture.shows) if picture.shows else self.nothing
            one = self.whole_scene(view, seat, measure, shown)
            frame = one.crop.frame
            parts = [svg.window(one.crop.frame, one.crop.frame, joined(self.layers(one)).svg)]
        else:
            frame, parts, sheets = self._page(view, seat, picture, measure)
        look, title = self.look(view), self.title(view, seat, picture)
        return Drawn(
            svg=svg.document(frame, title, look.paper, *parts, defs=look.defs),
            width=round(frame.width),
            height=round(frame.height),
            title=title,
            alt=self.alt(view, seat, picture),
            colours=look.colours,
            sheets=tuple(sheets),
            paper=look.paper,
            defs=look.defs,
        )

    def _page(
        self, view: S, seat: str, picture: Picture, measure: Measure
    ) -> tuple[Rect, list[str], tuple[PictureSheet, ...]]:
        """The maps below each other, what is below them, and the heading; and the same as sheets."""
        look, maps = self.look(view), self.scenes(view, seat, picture, measure)
        column = Column(TOP, max([WIDTH, *(round(one.crop.frame.width) for one in maps)]), measure)
        for one in maps:
            column.put_map(one.crop.frame, joined(self.layers(one)), look.ink)
        self.below(view, seat, picture, maps, column)
        head = heading(self.title(view, seat, picture), self.beside(view, picture, maps), column.width, look, measure)
        page = Rect(0, 0, column.width, round(column.bottom + _FOOT))
        bands = (PicturePart(head, Rect(0, 0, column.width, TOP)), *column.bands)
        return page, [*column.drawn, head], (PictureSheet(page, (0, 0), bands), *column.maps)


class Column:
    """What a page has so far, from top to bottom, and where the next part begins."""

    def __init__(self, top: float, width: float, measure: Measure) -> None:
        self.bottom, self.width, self.measure = float(top), width, measure
        self.drawn: list[str] = []
        self.bands: list[PicturePart] = []
        self.maps: list[PictureSheet] = []

    def put(self, part: str | Layer, bottom: float) -> None:
        """Adds a part that ends at *bottom*."""
        if isinstance(part, str):
            part = layer([(Rect(0, self.bottom, self.width, bottom - self.bottom).grown(_OVER), part)])
        self.drawn.append(part.svg)
        self.bands += part.parts
        self.bottom = bottom

    def put_map(self, frame: Rect, shown: Layer, ink: str) -> None:
        """Adds what is *shown* in a *frame*, and the frame."""
        box = Rect(0, self.bottom, frame.width, frame.height)
        self.drawn.append(svg.window(box, frame, shown.svg) + framing(box, ink))
        around = framing(frame, ink)
        edges = (PicturePart(around, edge) for edge in frame.edges(_EDGE))
        self.maps.append(PictureSheet(frame, (box.x, box.y), (*shown.parts, *edges)))
        self.bottom = box.bottom

    def flow(self, signs: Iterable[Sign]) -> None:
        """Adds signs with what they mean, in rows."""
        self.put(*flow(signs, self.bottom, self.width, self.measure))

    def names(self, found: Iterable[tuple[str, str]]) -> None:
        """Adds initials or numbers with what they stand for, in rows."""
        self.put(*names(found, self.bottom, self.width, self.measure))


def framing(box: Rect, ink: str) -> str:
    """A double line inside a box."""
    return svg.rectangle(box.grown(-1.5), fill="none", stroke=ink, stroke_width=3) + svg.rectangle(
        box.grown(-6), fill="none", stroke=ink, stroke_width=1
    )


def heading(title: str, beside: str, width: float, look: PageLook, measure: Measure) -> str:
    """A title, as large as there is room for, and what is beside it at the right."""
    room = width - 60 - measure(beside, _BESIDE, Face.serif_italic)
    size = int(_HEADING * room / max(1, measure(title, _HEADING, Face.serif_bold)))
    return svg.words((_ASIDE, 36), title, max(_LEAST, min(_HEADING, size)), Face.serif_bold) + svg.words(
        (width - _ASIDE, 35), beside, _BESIDE, Face.serif_italic, fill=look.soft, anchor="end"
    )
