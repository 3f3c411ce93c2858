"""The whole board as one drawing without a frame, to be looked at closely on a screen."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.drawing import Drawn, Measure, Picture, PictureFrame
from pbem.engine.event import Event
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.crop import around
from pbem.engine.kit.drawing.rect import Rect
from pbem_tnw.drawing import titles
from pbem_tnw.drawing.choice import TRACKS, WHOLE
from pbem_tnw.drawing.placement.scale import AREA, TnwCrop
from pbem_tnw.drawing.scene import drawn, scene
from pbem_tnw.drawing.since import NOTHING, as_data, from_data, since
from pbem_tnw.drawing.theme import colours_of, theme
from pbem_tnw.position.state import WarState

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
    frame = _crop(view).frame
    return PictureFrame(
        width=round(frame.width),
        height=round(frame.height),
        title=titles.title(view, seat, picture),
        alt=titles.alt(view, seat, picture),
    )


def draw(view: WarState, seat: str, picture: Picture, measure: Measure) -> Drawn:
    """The board as *seat* may see it in its *view*, in pixels of its scale from the corner of the map."""
    crop = _crop(view)
    frame = crop.frame
    shown = from_data(picture.shows) if picture.shows else NOTHING
    title = titles.title(view, seat, picture)
    inside = svg.window(frame, frame, drawn(scene(view, seat, crop, measure, shown=shown)))
    return Drawn(
        svg=svg.document(frame, title, theme().paper, inside),
        width=round(frame.width),
        height=round(frame.height),
        title=title,
        alt=titles.alt(view, seat, picture),
        colours=colours_of(view.board),
    )


def _crop(view: WarState) -> TnwCrop:
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
