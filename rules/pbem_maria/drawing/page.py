"""A picture as a page: title, the map with everything on it, and below what its signs mean."""

from collections.abc import Iterator, Sequence

from pbem.engine.drawing import Drawn, Face, Measure, Picture
from pbem.engine.kit.drawing import legend, svg
from pbem.engine.kit.drawing.crop import HEIGHTS, HIGHEST, WIDEST, WIDTH, around
from pbem.engine.kit.drawing.rect import Rect
from pbem_maria.chapters.movement.reach import Reach, reach
from pbem_maria.chapters.turn.stage_reach import acts_now, in_stage
from pbem_maria.drawing import key, titles, whole
from pbem_maria.drawing.areas import area, areas
from pbem_maria.drawing.choice import BOARD, MOVES, REACH, TRACKS, WAY, WHOLE
from pbem_maria.drawing.layers import pieces, strip
from pbem_maria.drawing.placement.scale import AREA, CLOSE, OVERVIEW, BoardCrop
from pbem_maria.drawing.scene import Scene, drawn, scene
from pbem_maria.drawing.since import NOTHING, from_data
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.board import City
from pbem_maria.position.state import State

TOP = 52
"""The height of the title."""


def draw(view: State, seat: str, picture: Picture, measure: Measure) -> Drawn:
    """The picture as *seat* may see it in its *view*."""
    if picture.kind == WHOLE:
        return whole.draw(view, seat, picture, measure)
    maps = scenes(view, seat, picture, measure)
    parts, bottom, width = [], float(TOP), max([WIDTH, *(round(one.crop.frame.width) for one in maps)])
    for one in maps:
        frame = one.crop.frame
        parts.append(svg.window(Rect(0, bottom, frame.width, frame.height), frame, drawn(one)))
        parts.append(_frame(Rect(0, bottom, frame.width, frame.height)))
        bottom += frame.height
    if picture.kind in (BOARD, TRACKS):
        below, bottom = strip.strip(view, seat, bottom, width, measure)
        parts.append(below)
    below, bottom = _below(maps, bottom, width, measure) if maps else ("", bottom)
    height = round(bottom + 10)
    title, alt = titles.title(view, seat, picture), titles.alt(view, seat, picture)
    beside = titles.subtitle(view, picture, maps[0].reach if maps else None)
    room = width - 60 - measure(beside, 21, Face.serif_italic)
    head = svg.words((16, 36), title, _fitting(title, 27, room, measure), Face.serif_bold) + svg.words(
        (width - 16, 35), beside, 21, Face.serif_italic, fill=theme().road, anchor="end"
    )
    return Drawn(
        svg=svg.document(Rect(0, 0, width, height), title, theme().paper, *parts, head, below, defs=pieces.HATCH),
        width=width,
        height=height,
        title=title,
        alt=alt,
        colours=theme().colours,
    )


def scenes(view: State, seat: str, picture: Picture, measure: Measure) -> list[Scene]:
    """The maps of a picture, from top to bottom."""
    shown = from_data(picture.shows) if picture.kind in (MOVES, WAY) else NOTHING
    found = _reach(view, seat, picture.of) if picture.kind == REACH else None
    return [scene(view, seat, crop, measure, shown=shown, reach=found) for crop in _crops(view, picture, found)]


def _reach(view: State, seat: str, piece: str) -> Reach:
    """Where a piece can go: one of the seat that acts now, after the supply phase, as its letter lists it."""
    own = view.seats.get(view.power_of(piece)) == seat and acts_now(view, seat)
    return reach(in_stage(view, seat) if own else view, piece)


def _fitting(text: str, size: int, room: float, measure: Measure) -> int:
    """The size of type at which a text has *room*, *size* at most."""
    return max(16, min(size, int(size * room / max(1, measure(text, size, Face.serif_bold)))))


def _crops(view: State, picture: Picture, found: Reach | None) -> Iterator[BoardCrop]:
    """The parts of the board that a picture shows, from top to bottom."""
    board, whole = view.board.cities, view.theatre.edition.map.cities
    high, wide = (HEIGHTS[0], HIGHEST), WIDEST
    match picture.kind:
        case "tracks":
            return
        case "board" | "half":
            halves = [one for one in areas(view.theatre).values() if one.half and picture.of in ("", one.id)]
            for half in halves:
                yield around([board[city] for city in half.cities], (OVERVIEW,), whole, margin=30)
        case "moves" | "way":
            cities = [board[city] for city in from_data(picture.shows).cities]
            yield around(cities, (CLOSE, AREA, OVERVIEW), whole)
        case "area":
            cities = [board[city] for city in area(view.theatre, picture.of).cities]
            yield around(cities, (AREA,), whole, margin=12, heights=high, widest=wide)
        case "reach" if found:
            yield around(_within_reach(view, found), (CLOSE, AREA), whole, margin=70, heights=(700, 1120))
        case _:
            yield around([board[view.at.get(picture.of, picture.of)]], (AREA,), whole, heights=(800, 1120))


def _within_reach(view: State, found: Reach) -> list[City]:
    """The cities that a close-up of a piece must show: where it is, and where it can go by an ordinary march."""
    near = ("march", "main") if found.start else ("re-enter",)
    cities = [each.city for each in found.destinations if each.how in near]
    every = dict.fromkeys((*([found.start] if found.start else []), *cities))
    return [view.board.cities[city] for city in every] or list(view.board.cities.values())


def _frame(box: Rect) -> str:
    inner = box.grown(-6)
    return svg.rectangle(box.grown(-1.5), fill="none", stroke=theme().ink, stroke_width=3) + svg.rectangle(
        inner, fill="none", stroke=theme().ink, stroke_width=1
    )


def _below(maps: Sequence[Scene], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """The legend and the names of the generals in sight."""
    view, seat = maps[0].view, maps[0].seat
    signs = {sign.text: sign for one in maps for sign in key.signs(one)}
    drawn, bottom = legend.flow(signs.values(), top, width, measure)
    seen = {piece for one in maps for some in one.groups.values() for piece in some}
    named = [
        (pieces.initials(view.edition)[piece], titles.general(view, seat, piece))
        for piece in view.theatre.generals
        if piece in seen
    ]
    more, bottom = legend.names(named, bottom, width, measure)
    return drawn + more, bottom
