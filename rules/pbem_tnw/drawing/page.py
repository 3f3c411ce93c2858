"""A picture as a page: title, the map with everything on it, and below what its signs mean."""

from collections.abc import Iterator

from pbem.engine.drawing import Drawn, Face, Measure, Picture
from pbem.engine.kit.drawing import legend, svg
from pbem.engine.kit.drawing.crop import HIGHEST, WIDEST, WIDTH, around
from pbem.engine.kit.drawing.rect import Rect
from pbem_tnw.chapters.movement.reach import GeneralReach, reach
from pbem_tnw.drawing import key, titles, whole
from pbem_tnw.drawing.areas import areas
from pbem_tnw.drawing.beside.tracks import tracks
from pbem_tnw.drawing.choice import BOARD, MOVES, REACH, TRACKS, WHOLE
from pbem_tnw.drawing.layers import tags
from pbem_tnw.drawing.layers.duchies import place_of
from pbem_tnw.drawing.placement import scale as scales
from pbem_tnw.drawing.placement.scale import SCALES, TnwCrop
from pbem_tnw.drawing.scene import BoardScene, drawn, scene
from pbem_tnw.drawing.since import NOTHING, from_data
from pbem_tnw.drawing.theme import colours_of, theme
from pbem_tnw.drawing.whole import on_paper
from pbem_tnw.drawing.words import said
from pbem_tnw.edition.board import Duchy, SeaZone
from pbem_tnw.position.state import WarState

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
        return whole.draw(view, seat, picture, measure)
    found = reach_shown(view, picture)
    one = scene_of(view, seat, picture, measure, found)
    width = round(one.crop.frame.width) if one else WIDTH
    parts, bottom = _map(one, measure) if one else ("", float(TOP))
    if picture.kind in (TRACKS, BOARD):
        more, bottom = tracks(view, bottom, width, measure)
        parts += more
    height = round(bottom + 10)
    title = titles.title(view, seat, picture)
    beside = titles.subtitle(view, picture, found)
    room = width - 60 - measure(beside, 21, Face.serif_italic)
    head = svg.words((16, 36), title, _fitting(title, 27, room, measure), Face.serif_bold) + svg.words(
        (width - 16, 35), beside, 21, Face.serif_italic, fill=theme().link, anchor="end"
    )
    return Drawn(
        svg=svg.document(Rect(0, 0, width, height), title, theme().paper, parts, head),
        width=width,
        height=height,
        title=title,
        alt=titles.alt(view, seat, picture),
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
    fights, bottom = legend.names(_fights(one), top, width, measure)
    generals, bottom = _lines(_generals(one), bottom, width, measure)
    signs, bottom = legend.flow(key.signs(one), bottom, width, measure)
    return fights + generals + signs, bottom


def _fights(one: BoardScene) -> Iterator[tuple[str, str]]:
    view = one.view
    for fight in one.since.fights:
        what = said(f"list.{fight.kind}", place=titles.name(view, "place", fight.place))
        won = titles.name(view, "nation", fight.winner) if fight.winner else ""
        yield str(fight.number), said("list.won", what=what, nation=won) if won else what


def _generals(one: BoardScene) -> Iterator[str]:
    view = one.view
    for place, generals in tags.unnamed(view, one.tags).items():
        text = ", ".join(tags.general_said(view, each) for each in generals)
        yield said("list.also", place=titles.name(view, "place", place), generals=text)


def _lines(texts: Iterator[str], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Texts in rows below *top*, broken where they are too long."""
    found, y = [], top
    for text in texts:
        words, line = text.split(" "), ""
        for word in words:
            longer = f"{line} {word}".strip()
            if line and measure(longer, _SIZE, Face.serif) > width - 32:
                y += legend.NAMES_ROW - 2
                found.append(svg.words((16, y), line, _SIZE))
                line = word
            else:
                line = longer
        y += legend.NAMES_ROW - 2
        found.append(svg.words((16, y), line, _SIZE))
    return f"<g {Face.serif}>{''.join(found)}</g>" if found else "", y + 8 if found else top
