"""What the signs of a picture mean: only those that it has."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pbem.drawing import svg
from pbem.drawing.geometry import HIGHEST, WIDEST, WIDTH, Point, Rect, around, square_around
from pbem.drawing.signs import NAMES_ROW, Sign, arrow, cross, flow, names, swords
from pbem.engine.event import Event
from pbem.engine.picture import Drawn, Face, Measure, Picture, PictureFrame
from pbem_tnw.chapters.land.paths import GeneralReach, reach
from pbem_tnw.drawing import arrows, choice, ground, pieces
from pbem_tnw.drawing import arrows as reaches
from pbem_tnw.drawing import labels as scales
from pbem_tnw.drawing.areas import areas
from pbem_tnw.drawing.beside import tracks
from pbem_tnw.drawing.choice import BOARD, MOVES, NOTHING, REACH, TRACKS, WHOLE, as_data, from_data, since
from pbem_tnw.drawing.ground import place_of
from pbem_tnw.drawing.labels import AREA, SCALES, TnwCrop
from pbem_tnw.drawing.pieces import Tag, TagRow
from pbem_tnw.drawing.scene import BoardScene, drawn, scene
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


def _arrow(*, back: bool) -> Callable[[Point], str]:
    return lambda at: arrow([(at[0] - 30, at[1]), (at[0] + 38, at[1])], theme().alarm, 6, retreat=back)


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
    for kind, fits in tests.items():
        for duchy in [each for each in seen if fits(each)][:1]:
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
            yield _sign(kind, 64, _arrow(back=back))
    if one.marks:
        yield _sign(
            "fight", 44,
            lambda at: svg.group(
                [swords(square_around((0, 0), 22), 1, theme().alarm)], transform=f"translate({svg.at(at)}) scale(0.8)"
            ),
        )  # fmt: skip
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


def whole(_view: WarState, _seat: str) -> tuple[Picture, ...]:
    """The board, and what is beside it."""
    return Picture(name="whole", kind=WHOLE), Picture(name="tracks", kind=TRACKS)


def moved(view: WarState, picture: Picture, seen: Sequence[Event[WarState]]) -> Picture:
    """The board with what moved and fought among the events *seen*, of which *view* is what followed."""
    found = since(view, seen)
    return replace(picture, shows=as_data(found)) if picture.kind == WHOLE and found != NOTHING else picture


def framed(view: WarState, seat: str, picture: Picture, _measure: Measure) -> PictureFrame | None:
    """The size and the words of the board; nothing of what is beside it."""
    if picture.kind != WHOLE:
        return None
    frame = _whole_crop(view).frame
    return PictureFrame(
        width=round(frame.width),
        height=round(frame.height),
        title=choice.title(view, seat, picture),
        alt=choice.alt(view, seat, picture),
    )


def draw_whole(view: WarState, seat: str, picture: Picture, measure: Measure) -> Drawn:
    """The board as *seat* may see it in its *view*, in pixels of its scale from the corner of the map."""
    crop = _whole_crop(view)
    frame = crop.frame
    shown = from_data(picture.shows) if picture.shows else NOTHING
    title = choice.title(view, seat, picture)
    inside = svg.window(frame, frame, drawn(scene(view, seat, crop, measure, shown=shown)))
    return Drawn(
        svg=svg.document(frame, title, theme().paper, inside),
        width=round(frame.width),
        height=round(frame.height),
        title=title,
        alt=choice.alt(view, seat, picture),
        colours=colours_of(view.board),
    )


def _whole_crop(view: WarState) -> TnwCrop:
    every = [*view.board.duchies.values(), *view.board.zones.values()]
    return on_paper(view, around(every, (AREA,), every, heights=(400, _MOST), widest=_MOST))


def on_paper(view: WarState, crop: TnwCrop) -> TnwCrop:
    """The same without what is beyond the edges of the map, where the coast ends."""
    board, zoom, frame = view.board.map.board, crop.scale.zoom, crop.frame
    left, top = max(frame.x, 2.0), max(frame.y, 2.0)
    right, bottom = (
        min(frame.right, round(board.width * zoom) - 2.0),
        min(frame.bottom, round(board.height * zoom) - 2.0),
    )
    return TnwCrop(crop.scale, Rect(left, top, right - left, bottom - top))


TOP = 52
"""The height of the title."""
_MARGIN = 42.0
"""The room around what a picture is about, in pixels."""
_NEAR = 2
"""The steps from a general that a picture of its reach shows all around it."""
_SIZE = 19


def draw(view: WarState, seat: str, picture: Picture, measure: Measure) -> Drawn:
    """The picture as *seat* may see it in its *view*."""
    if picture.kind == WHOLE:
        return draw_whole(view, seat, picture, measure)
    found = reach_shown(view, picture)
    one = scene_of(view, seat, picture, measure, found)
    width = round(one.crop.frame.width) if one else WIDTH
    parts, bottom = _map(one, measure) if one else ("", float(TOP))
    if picture.kind in (TRACKS, BOARD):
        more, bottom = tracks(view, bottom, width, measure)
        parts += more
    height = round(bottom + 10)
    title = choice.title(view, seat, picture)
    beside = choice.subtitle(view, picture, found)
    room = width - 60 - measure(beside, 21, Face.serif_italic)
    head = svg.words((16, 36), title, _fitting(title, 27, room, measure), Face.serif_bold) + svg.words(
        (width - 16, 35), beside, 21, Face.serif_italic, fill=theme().link, anchor="end"
    )
    return Drawn(
        svg=svg.document(Rect(0, 0, width, height), title, theme().paper, parts, head),
        width=width,
        height=height,
        title=title,
        alt=choice.alt(view, seat, picture),
        colours=colours_of(view.board),
    )


def _map(one: BoardScene, measure: Measure) -> tuple[str, float]:
    """The map in its frame, and what belongs below it."""
    frame = one.crop.frame
    box = Rect(0, TOP, frame.width, frame.height)
    below, bottom = _below(one, box.bottom, box.width, measure)
    return svg.window(box, frame, drawn(one)) + _frame(box) + below, bottom


def scene_of(
    view: WarState, seat: str, picture: Picture, measure: Measure, found: GeneralReach | None = None
) -> BoardScene | None:
    """The map of a picture; the tracks have none."""
    if picture.kind == TRACKS:
        return None
    shown = from_data(picture.shows) if picture.kind == MOVES else NOTHING
    return scene(view, seat, _crop(view, picture, found), measure, shown=shown, reach=found)


def reach_shown(view: WarState, picture: Picture) -> GeneralReach | None:
    """Where the general of a reach can go: with an Army, if it can form one; None for any other picture."""
    if picture.kind != REACH:
        return None
    nation = view.board.leaders[picture.of].nation
    return next(iter(reach(view, nation, picture.of, picture.shows["points"])), None)


def _fitting(text: str, size: int, room: float, measure: Measure) -> int:
    """The size of type at which a text has *room*, *size* at most."""
    return max(16, min(size, int(size * room / max(1, measure(text, size, Face.serif_bold)))))


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
            places = [place_of(view, place) for place in from_data(picture.shows).places]
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


def _frame(box: Rect) -> str:
    return svg.rectangle(box.grown(-1.5), fill="none", stroke=theme().ink, stroke_width=3) + svg.rectangle(
        box.grown(-6), fill="none", stroke=theme().ink, stroke_width=1
    )


def _below(one: BoardScene, top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Fights, generals that the tags do not name, and the legend."""
    fights, bottom = names(_fights(one), top, width, measure)
    generals, bottom = _lines(_generals(one), bottom, width, measure)
    signs, bottom = flow(legend_signs(one), bottom, width, measure)
    return fights + generals + signs, bottom


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
