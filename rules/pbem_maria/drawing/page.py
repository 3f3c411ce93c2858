"""A picture as a page: title, the map with everything on it, and below what its signs mean."""

from collections.abc import Callable, Iterator, Sequence

from pbem.drawing.geometry import HEIGHTS, HIGHEST, WIDEST, Rect, around, hull
from pbem.drawing.page import MOVES, TRACKS, BoardPages, Column, PageLook
from pbem.drawing.signs import Sign
from pbem.engine.picture import Measure, Picture
from pbem_maria.chapters.reach import Reach, reach
from pbem_maria.drawing import choice, ground, legend, pieces, strip
from pbem_maria.drawing.areas import area, areas
from pbem_maria.drawing.choice import ALONG, BOARD, NOTHING, REACH, RETREAT, WAY, Since, since
from pbem_maria.drawing.labels import AREA, CLOSE, OVERVIEW, BoardCrop, names_of
from pbem_maria.drawing.pieces import GeneralCounter
from pbem_maria.drawing.scene import Scene, layers, scene
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.board import City
from pbem_maria.position.state import State
from pbem_maria.sequence.stage import acts_now, in_stage


def legend_signs(one: Scene) -> Iterator[Sign]:
    """The signs that need to be told, the ground first."""
    view, cities = one.view, ground.cities_of(one.view, one.crop)
    yield from (legend.sign(kind) for kind in ("main", "minor", "fortress"))
    if any(city.is_major_fortress for city in cities):
        yield legend.sign("major")
    if any(city.elector for city in cities):
        yield legend.sign("elector")
    holders = (ground.foreign_holder(view, view.board.cities[label]) for label in one.placed.labels)
    for power in sorted({power for power in holders if power})[:1]:
        yield legend.holder(power, choice.power(view, one.seat, power))
    yield from _pieces(one)
    if any(one.crop.shows(view.board.cities[city]) for city in view.questions):
        yield legend.sign("question")
    ways = {move.how for move in one.since.moves}
    if ways - {RETREAT, ALONG}:
        yield legend.sign("move")
    if RETREAT in ways:
        yield legend.sign("retreat")
    if any(one.crop.shows(view.board.cities[city]) for city, _ in one.since.lost):
        yield legend.sign("lost")
    if one.marks:
        yield legend.sign("combat")
    yield from _reach_signs(one)


def _pieces(one: Scene) -> Iterator[Sign]:
    view = one.view
    every = [piece for some in one.groups.values() for piece in some]
    shown = [pieces.general_of(view, one.seat, piece) for piece in every if view.theatre.is_general(piece)]
    tests: dict[str, Callable[[GeneralCounter], bool]] = {
        "own": lambda piece: piece.own,
        "other": lambda piece: piece.troops == "?",
        "range": lambda piece: "–" in piece.troops,
        "sighted": lambda piece: len(piece.troops) > 1 and piece.troops.endswith("?"),
        "known": lambda piece: piece.troops.isdigit() and not any(each.own for each in shown),
        "down": lambda piece: piece.face_down,
    }
    for kind, fits in tests.items():
        yield from [legend.general(piece, kind) for piece in shown if fits(piece)][:1]
    trains = [view.power_of(piece) for piece in every if not view.theatre.is_general(piece)]
    yield from [legend.train(power) for power in trains][:1]
    if one.hussars:
        yield legend.sign("hussar")


def _reach_signs(one: Scene) -> Iterator[Sign]:
    if one.reach is None:
        return
    ways = {each.how for each in one.reach.destinations}
    kinds = {"march": "steps", "main": "fourth", "force": "force", "re-enter": "re-enter"}
    yield from (legend.sign(kind) for way, kind in kinds.items() if way in ways)
    if any(each.attacks for each in one.reach.destinations):
        yield legend.sign("attack")
    if any(one.crop.shows(one.view.board.cities[city]) for city in one.barred):
        yield legend.sign("barred")
    if one.reach.supply and one.reach.supply.path:
        yield legend.sign("supply")


_AROUND = 44.0
"""Pixels around the outermost cities, and around their names a part of it."""


def _board(view: State, measure: Measure) -> BoardCrop:
    """What holds all cities and their names."""
    names = names_of(view.theatre.edition, AREA, measure)
    spots = [names.obstacles.spots[city].grown(_AROUND) for city in view.board.cities]
    labels = [names.labels(city)[0].box.grown(_AROUND / 4) for city in view.board.cities if city in names.codes]
    return BoardCrop(AREA, Rect(*(round(value) for value in hull([*spots, *labels]))))


def _whole_scene(view: State, seat: str, measure: Measure, shown: Since) -> Scene:
    return scene(view, seat, _board(view, measure), measure, shown=shown)


def _look(_view: State) -> PageLook:
    one = theme()
    return PageLook(paper=one.paper, ink=one.ink, soft=one.road, colours=one.colours, defs=pieces.HATCH)


def scenes(view: State, seat: str, picture: Picture, measure: Measure) -> list[Scene]:
    """The maps of a picture, from top to bottom."""
    shown = Since.from_data(picture.shows) if picture.kind in (MOVES, WAY) else NOTHING
    found = _reach(view, seat, picture.of) if picture.kind == REACH else None
    return [scene(view, seat, crop, measure, shown=shown, reach=found) for crop in _crops(view, picture, found)]


def _reach(view: State, seat: str, piece: str) -> Reach:
    """Where a piece can go: one of the seat that acts now, after the supply phase, as its letter lists it."""
    own = view.seats.get(view.power_of(piece)) == seat and acts_now(view, seat)
    return reach(in_stage(view, seat) if own else view, piece)


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
            cities = [board[city] for city in Since.from_data(picture.shows).cities]
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


def _below(view: State, seat: str, picture: Picture, maps: Sequence[Scene], column: Column) -> None:
    """The tracks, the legend and the names of the generals in sight."""
    if picture.kind in (BOARD, TRACKS):
        column.put(*strip.strip(view, seat, column.bottom, column.width, column.measure))
    if not maps:
        return
    column.flow({sign.text: sign for one in maps for sign in legend_signs(one)}.values())
    seen = {piece for one in maps for some in one.groups.values() for piece in some}
    column.names(
        (pieces.initials(view.edition)[piece], choice.general(view, seat, piece))
        for piece in view.theatre.generals
        if piece in seen
    )


def _beside(view: State, picture: Picture, maps: Sequence[Scene]) -> str:
    return choice.subtitle(view, picture, maps[0].reach if maps else None)


PAGES = BoardPages(
    look=_look,
    title=choice.title,
    beside=_beside,
    alt=choice.alt,
    has_tracks=lambda view: bool(view.tracks),
    whole_crop=_board,
    whole_scene=_whole_scene,
    scenes=scenes,
    layers=layers,
    below=_below,
    since=since,
    nothing=NOTHING,
)
"""How pictures of Maria are made of maps, strip and legend."""
