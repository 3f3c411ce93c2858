"""What the signs of a picture mean: only those that it has."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pbem.drawing import svg
from pbem.drawing.geometry import HIGHEST, WIDEST, Point, Rect, around, fits
from pbem.drawing.page import MOVES, TRACKS, BoardPages, Column, PageLook
from pbem.drawing.signs import NAMES_ROW, Sign, arrow_sign, cross, fight_sign
from pbem.engine.picture import Face, Measure, Picture
from pbem_tnw.chapters.land.paths import GeneralReach, reach
from pbem_tnw.drawing import arrows, choice, ground, pieces
from pbem_tnw.drawing import arrows as reaches
from pbem_tnw.drawing import labels as scales
from pbem_tnw.drawing.areas import areas
from pbem_tnw.drawing.beside import tracks
from pbem_tnw.drawing.choice import BOARD, NOTHING, REACH, WarSince, since
from pbem_tnw.drawing.ground import place_of
from pbem_tnw.drawing.labels import AREA, SCALES, TnwCrop
from pbem_tnw.drawing.pieces import Tag, TagRow
from pbem_tnw.drawing.scene import BoardScene, layers, scene
from pbem_tnw.drawing.theme import colours_of, said, theme
from pbem_tnw.edition.board import Duchy, LinkKind, SeaZone
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.state import COALITION, IMPERIAL, WarState

_CAMPS = {IMPERIAL: "camp-imperial", COALITION: "camp-coalition", "": "camp-neutral"}


def legend_signs(one: BoardScene) -> Iterator[Sign]:
    """The signs that need to be told, the ground first."""
    yield from _links(one)
    yield from _duchies(one)
    if any(one.crop.shows(zone) for zone in one.view.board.zones.values()):
        yield _sign("zone", 18, lambda at: ground.zone_sign(at, 8))
        yield from _narrows(one)
    yield from _flags(one)
    yield from _pieces(one)
    yield from _events(one)
    yield from _reach(one)


def _sign(kind: str, width: float, draw: Callable[[Point], str], **args: object) -> Sign:
    return Sign(width, draw, said(f"legend.{kind}", **args))


def _link(kind: LinkKind) -> Callable[[Point], str]:
    return lambda at: ground.link_of(kind, [((at[0] - 22, at[1]), (at[0] + 22, at[1]))], 2.6)


def _duchy(one: BoardScene, duchy: Duchy, radius: float, *, besieged: bool = False) -> Callable[[Point], str]:
    def draw(at: Point) -> str:
        ring = ground.siege(at, radius + 5) if besieged else ""
        return ring + ground.sign(one.view.board, duchy, at, radius)

    return draw


def _links(one: BoardScene) -> Iterator[Sign]:
    board, crop = one.view.board, one.crop
    seen = {
        link.kind
        for here, other, link in board.map.links.each()
        if crop.shows(board.duchies[here]) or crop.shows(board.duchies[other])
    }
    kinds: tuple[LinkKind, ...] = ("plain", "rough", "pass", "marsh", "strait")
    for kind in kinds:
        if kind in seen:
            yield _sign(kind, 44, _link(kind))


def _duchies(one: BoardScene) -> Iterator[Sign]:
    board, view = one.view.board, one.view
    seen = [duchy for duchy in board.duchies.values() if one.crop.shows(duchy)]
    tests: dict[str, Callable[[Duchy], bool]] = {
        "open": lambda duchy: duchy.kind == "open" and duchy.is_home,
        "key": lambda duchy: duchy.kind == "key" and duchy.is_home and not duchy.capital,
        "fortress": lambda duchy: duchy.is_fortress and not duchy.key,
        "key-fortress": lambda duchy: duchy.is_fortress and duchy.key and not duchy.capital,
        "capital": lambda duchy: duchy.capital,
        "associated": lambda duchy: duchy.tie == "associated" and duchy.kind == "open",
        "double": lambda duchy: duchy.tie == "double",
    }
    for kind, meets in tests.items():
        for duchy in [each for each in seen if meets(each)][:1]:
            radius = 13 if duchy.is_fortress else 9.5
            yield _sign(kind, 30, _duchy(one, duchy, radius))
    if any(duchy.is_port for duchy in seen):
        yield _sign("port", 18, lambda at: ground.anchor(at, 8))
    if any(besieging(view, nation) for nation in board.sequence):
        sieges = {place for nation in board.sequence for place in besieging(view, nation)}
        for duchy in [each for each in seen if each.id in sieges][:1]:
            yield _sign("siege", 40, _duchy(one, duchy, 12, besieged=True))


def _narrows(one: BoardScene) -> Iterator[Sign]:
    if ground.narrows_in_sight(one.view, one.crop):
        yield _sign("narrows", 26, lambda at: ground.narrows_sign(at, (1, 0), 11))


def _flags(one: BoardScene) -> Iterator[Sign]:
    board = one.view.board
    flags = [place for place in one.view.flags if one.crop.shows(board.duchies[place])]
    if not flags:
        return
    nation = one.view.flags[flags[0]]
    box = Rect(-12, -11, 23, 23)
    name = lexicon(one.view, "").name("nation", nation)
    yield _sign("flag", 24, lambda at: svg.shifted(at, ground.flag(board, box, nation)), nation=name)


def _pieces(one: BoardScene) -> Iterator[Sign]:
    rows = [row for tag in one.tags.values() for row in tag.rows]
    land, fleets = ([row for row in rows if row.ship == ship] for ship in (False, True))
    for row in land[:1]:
        nation = lexicon(one.view, "").name("nation", row.nation)
        yield _piece(one, "units", _bare(row), nation=nation)
    if any(row.lines for row in land):
        yield _general(next(row for row in land if row.lines), one.crop.scale.tag)
    for row in [row for row in land if row.general][:1]:
        yield _piece(one, "unnamed", row)
    for row in fleets[:1]:
        yield _piece(one, "fleet", _bare(row))
    for row in [row for row in rows if row.own][:1]:
        yield _piece(one, "own", _bare(row, own=True))
    for camp, kind in _CAMPS.items():
        for row in [row for row in rows if row.camp == camp and not row.ship][:1]:
            yield _piece(one, kind, _bare(row))


def _piece(one: BoardScene, kind: str, row: TagRow, **args: object) -> Sign:
    board, tag = one.view.board, Tag(rows=(row,), size=one.crop.scale.tag)
    height = row.height
    return _sign(
        kind,
        row.left + 4,
        lambda at: pieces.draw(board, tag, Rect(at[0] - row.left / 2, at[1] - height / 2, row.left, height)),
        **args,
    )


def _general(row: TagRow, size: int) -> Sign:
    """The first general of a piece."""
    text = row.lines[0].split(" +")[0]
    width = size * 0.5 * len(text)
    return Sign(
        width,
        lambda at: svg.words((at[0], at[1] + size * 0.36), text, size, Face.serif_bold, anchor="middle"),
        said("legend.general"),
    )


def _bare(row: TagRow, *, own: bool = False) -> TagRow:
    """The same without what is beside its colour."""
    return msgspec.structs.replace(row, lines=(), right=0, height=26, general=False, own=own)


def _events(one: BoardScene) -> Iterator[Sign]:
    ways = {move.back for move in one.since.moves}
    for back, kind in ((False, "move"), (True, "retreat")):
        if back in ways:
            yield _sign(kind, 64, arrow_sign(theme().alarm, retreat=back))
    if one.marks:
        yield _sign("fight", 44, fight_sign(theme().alarm))
    if one.since.lost:
        yield _sign("lost", 22, lambda at: cross(at, theme().alarm))
    if any(one.crop.shows(one.view.board.duchies[duchy]) for duchy in one.since.flags):
        yield _sign("changed", 26, lambda at: arrows.ring(at, 10))


def _reach(one: BoardScene) -> Iterator[Sign]:
    if one.reach is None or not one.reach.duchies:
        return
    found = one.reach.duchies.values()
    yield _sign("cost", 30, lambda at: reaches.sign(at, "close", "3"))
    if any(each.enemies for each in found):
        yield _sign("attack", 30, lambda at: reaches.sign(at, "close", "3", attack=True))
    if any(each.stops for each in found):
        yield _sign("stops", 30, lambda at: reaches.sign(at, "close", "3", stops=True))
    if any(each.intercepted for each in found):
        yield _sign("intercepted", 40, lambda at: reaches.sign(at, "close", "3", intercepted=True))


_MOST = 10_000.0


def _board(view: WarState, _measure: Measure) -> TnwCrop:
    every = [*view.board.duchies.values(), *view.board.zones.values()]
    return on_paper(view, around(every, (AREA,), every, heights=(400, _MOST), widest=_MOST))


def _whole_scene(view: WarState, seat: str, measure: Measure, shown: WarSince) -> BoardScene:
    return scene(view, seat, _board(view, measure), measure, shown=shown)


def _look(view: WarState) -> PageLook:
    one = theme()
    return PageLook(paper=one.paper, ink=one.ink, soft=one.link, colours=colours_of(view.board))


def on_paper(view: WarState, crop: TnwCrop) -> TnwCrop:
    """The same without what is beyond the edges of the map, where the coast ends."""
    board, zoom, frame = view.board.map.board, crop.scale.zoom, crop.frame
    left, top = max(frame.x, 2.0), max(frame.y, 2.0)
    right, bottom = (
        min(frame.right, round(board.width * zoom) - 2.0),
        min(frame.bottom, round(board.height * zoom) - 2.0),
    )
    return TnwCrop(crop.scale, Rect(left, top, right - left, bottom - top))


_MARGIN = 42.0
"""The room around what a picture is about, in pixels."""
_MORE, _WIDER = 48.0, 1000.0
"""How many pixels are added above and below, and how wide a picture may be, if what it shows has too little room."""
_NEAR = 2
"""The steps from a general that a picture of its reach shows all around it."""
_SIZE = 19


def scenes(view: WarState, seat: str, picture: Picture, measure: Measure) -> tuple[BoardScene, ...]:
    """The map of a picture; the tracks have none."""
    if picture.kind == TRACKS:
        return ()
    shown = WarSince.from_data(picture.shows) if picture.kind == MOVES else NOTHING
    found = _reach_shown(view, picture)
    first = _crop(view, picture, found)
    tried: list[BoardScene] = []
    for crop in _with_more_room(view, picture, first):
        tried.append(scene(view, seat, crop, measure, shown=shown, reach=found))
        if not tried[-1].too_far:
            break
    return (min(tried, key=lambda one: one.too_far),)


def _with_more_room(view: WarState, picture: Picture, first: TnwCrop) -> Iterator[TnwCrop]:
    """The *first* crop, and others in which what is far from its place may find room nearer by."""
    yield first
    if picture.kind == BOARD:
        return
    x, y, width, height = first.frame
    yield on_paper(view, TnwCrop(first.scale, Rect(x, y - _MORE, width, height + 2 * _MORE)))
    closer = next((one for one in SCALES.values() if one.zoom > first.scale.zoom), None)
    if picture.kind == MOVES and closer:
        places = [place_of(view, place) for place in WarSince.from_data(picture.shows).places]
        if fits(places, closer, 70, 1120, _WIDER):
            whole = [*view.board.duchies.values(), *view.board.zones.values()]
            yield around(places, (closer,), whole, margin=70, heights=(520, 1120), widest=_WIDER)


def _reach_shown(view: WarState, picture: Picture) -> GeneralReach | None:
    """Where the general of a reach can go: with an Army, if it can form one; None for any other picture."""
    if picture.kind != REACH:
        return None
    nation = view.board.leaders[picture.of].nation
    return next(iter(reach(view, nation, picture.of, picture.shows["points"])), None)


def _crop(view: WarState, picture: Picture, found: GeneralReach | None) -> TnwCrop:
    """The part of the board that a picture shows."""
    whole = [*view.board.duchies.values(), *view.board.zones.values()]
    closest = (scales.CLOSE, scales.AREA, scales.REGION)
    match picture.kind:
        case "board":
            return on_paper(view, around(whole, (scales.REGION,), whole, heights=(400, 2000), widest=2000))
        case "area":
            area = areas(view.board)[picture.of]
            places = [place_of(view, place) for place in area.places]
            return around(places, (SCALES[area.scale],), whole, margin=24, heights=(400, HIGHEST), widest=WIDEST)
        case "moves":
            places = [place_of(view, place) for place in WarSince.from_data(picture.shows).places]
            return around(places, closest, whole, margin=70, heights=(520, 1120), widest=WIDEST)
        case "reach":
            return around(_within(view, picture, found), closest[:2], whole, margin=_MARGIN, heights=(600, 1120))
        case _:
            place = view.generals.get(picture.of, picture.of)
            return around([place_of(view, place)], (scales.AREA,), whole, heights=(800, 1120))


def _within(view: WarState, picture: Picture, found: GeneralReach | None) -> list[Duchy | SeaZone]:
    """What a picture of a reach must show: where the general is, and where it can go in a few steps."""
    near = [duchy for duchy, each in found.duchies.items() if each.steps <= _NEAR or each.enemies] if found else []
    places = (view.generals[picture.of], *near)
    return [place_of(view, place) for place in dict.fromkeys(places)]


def _below(view: WarState, _seat: str, picture: Picture, maps: Sequence[BoardScene], column: Column) -> None:
    """Fights, generals that the tags do not name, the legend, and the tracks."""
    for one in maps:
        column.names(_fights(one))
        column.put(*_lines(_generals(one), column.bottom, column.width, column.measure))
        column.flow(legend_signs(one))
    if picture.kind in (TRACKS, BOARD):
        column.put(*tracks(view, column.bottom, column.width, column.measure))


def _beside(view: WarState, picture: Picture, maps: Sequence[BoardScene]) -> str:
    return choice.subtitle(view, picture, maps[0].reach if maps else None)


def _fights(one: BoardScene) -> Iterator[tuple[str, str]]:
    view = one.view
    for fight in one.since.fights:
        what = said(f"list.{fight.kind}", place=choice.name(view, "place", fight.place))
        won = choice.name(view, "nation", fight.winner) if fight.winner else ""
        yield str(fight.number), said("list.won", what=what, nation=won) if won else what


def _generals(one: BoardScene) -> Iterator[str]:
    view = one.view
    for place, generals in pieces.unnamed(view, one.tags).items():
        text = ", ".join(pieces.general_said(view, each) for each in generals)
        yield said("list.also", place=choice.name(view, "place", place), generals=text)


def _lines(texts: Iterator[str], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Texts in rows below *top*, broken where they are too long."""
    found, y = [], top
    for text in texts:
        words, line = text.split(" "), ""
        for word in words:
            longer = f"{line} {word}".strip()
            if line and measure(longer, _SIZE, Face.serif) > width - 32:
                y += NAMES_ROW - 2
                found.append(svg.words((16, y), line, _SIZE))
                line = word
            else:
                line = longer
        y += NAMES_ROW - 2
        found.append(svg.words((16, y), line, _SIZE))
    return f"<g {Face.serif}>{''.join(found)}</g>" if found else "", y + 8 if found else top


PAGES = BoardPages(
    look=_look,
    title=choice.title,
    beside=_beside,
    alt=choice.alt,
    has_tracks=lambda _view: True,
    whole_crop=_board,
    whole_scene=_whole_scene,
    scenes=scenes,
    layers=layers,
    below=_below,
    since=since,
    nothing=NOTHING,
)
"""How pictures of the game are made of a map, lists, legend and tracks."""
