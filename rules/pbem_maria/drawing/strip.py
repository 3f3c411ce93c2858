"""What is beside the maps: victory markers, political tracks, victory boxes, off-map boxes."""

from collections.abc import Callable

from pbem.drawing import svg
from pbem.drawing.geometry import Rect
from pbem.engine.picture import Face, Measure
from pbem_maria.chapters.victory import BOXES, SPACES
from pbem_maria.drawing import ground, pieces
from pbem_maria.drawing.theme import said, theme
from pbem_maria.edition.cards import ExpeditionIcon, IncomeIcon, Track, TrackBox
from pbem_maria.position.state import State

_LEFT, _TEXT = 16, 19
_LETTER = 22
"""The side of the box with a power's letter."""
_LABELS = 92
"""The room for the name of a track or a box."""
_ROW = 42
_GAP, _LEAST = 5, 30
"""Between the boxes of a track, and the least room for one."""


def strip(view: State, seat: str, top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Everything beside the maps, below *top*: what to draw, and where it ends; nothing in the introductory game."""
    if not view.tracks:
        return "", top
    place, drawn, y = view.theatre, [], top + 6
    for power in place.majors:
        drawn.append(_markers(view, power, y + 17))
        y += 34
    y += 4
    for track in place.edition.tracks.tracks:
        drawn.append(_track(track, view.tracks[track.id], y, width, measure))
        y += _ROW
    drawn.append(_boxes(view, y + 20, width, measure))
    drawn.append(_off_map(view, seat, y + 64, width, measure))
    drawn.append(svg.words((_LEFT, y + 108), said("strip.key"), 17, fill=theme().road))
    return f"<g {Face.serif}>{''.join(drawn)}</g>", y + 116


def _letter(x: float, y: float, power: str) -> str:
    return ground.holder_box(Rect(x, y - _LETTER / 2, _LETTER, _LETTER), power)


def _words(x: float, y: float, text: str, size: float = _TEXT) -> str:
    return svg.words((x, y + 6), text, size)


def _markers(view: State, power: str, y: float) -> str:
    """The victory markers of a power: those in its pool as a row, those in its battle boxes."""
    look, number = theme().power(power), max(0, view.pools.get(power, 0))
    rim: svg.Style = {"stroke": theme().ink, "stroke_width": 1.5}
    parts = [_letter(_LEFT, y, power), _words(_LEFT + 34, y, said("strip.pool", number=number))]
    parts += [svg.rectangle(Rect(_LABELS + 20 + 25 * n, y - 9, 19, 18), fill=look.ground, **rim) for n in range(number)]
    used = view.battle.get(power, 0)
    x = 800 - 2 * 30 - 106
    parts.append(_words(x, y, said("strip.battle")))
    for n in range(SPACES):
        fill = look.ground if n < used else theme().white
        parts.append(
            svg.rectangle(
                Rect(x + 100 + 30 * n, y - 11, 24, 22), fill=fill, stroke_dasharray="" if n < used else "3 3", **rim
            )
        )
    return "".join(parts)


def _track(track: Track, marker: int, top: float, width: float, measure: Measure) -> str:
    """A political track: what each box does, and in which the marker is."""
    parts = [_words(_LEFT, top + _ROW / 2 - 2, track.name)]
    rooms = [max(_LEAST, 12 + sum(room for room, _ in _signs(box, measure))) for box in track.boxes]
    spare = (width - _LABELS - 2 * _LEFT - sum(rooms)) / len(rooms) - _GAP
    x = float(_LABELS + _LEFT)
    for room, box in zip(rooms, track.boxes, strict=True):
        here, on = Rect(x, top + 2, room + spare, _ROW - 8), box.box == marker
        look: svg.Style = {"fill": theme().gold if on else theme().white, "stroke_width": 3.4 if on else 1.2}
        parts.append(svg.rectangle(here, rx=4, stroke=theme().ink, **look))
        if box.star:
            parts.append(svg.path(svg.star((here.right - 9, here.y + 9), 6.5, 5), fill=theme().ink))
        parts.append(_inside(here, box, measure))
        x = here.right + _GAP
    return "".join(parts)


def _inside(here: Rect, box: TrackBox, measure: Measure) -> str:
    """What a box of a track does, from left to right."""
    x, parts = here.x + 6, []
    for room, draw in _signs(box, measure):
        parts.append(draw(x, here.middle[1]))
        x += room
    return "".join(parts)


def _signs(box: TrackBox, measure: Measure) -> list[tuple[float, Callable[[float, float], str]]]:
    """The room and the drawing of each thing that a box does: cards, a general away, a marker, Saxony's side."""
    found: list[tuple[float, Callable[[float, float], str]]] = []
    for icon in box.icons:
        sign = f"{icon.n:+d}".replace("-", "–") if isinstance(icon, IncomeIcon) else ""
        text = sign or said("strip.away" if isinstance(icon, ExpeditionIcon) else "strip.marker")
        face, size = (Face.sans_bold, 17) if sign else (Face.serif_italic, 17)
        found.append((_LETTER + 12 + measure(text, size, face), _sign(icon.power, text, size, face)))
    if box.zone and not box.icons:
        text = said(f"strip.{box.zone}")
        found.append((measure(text, 17, Face.serif) + 12, lambda x, y: svg.words((x, y + 6), text, 17)))
    return found


def _sign(power: str, text: str, size: int, face: Face) -> Callable[[float, float], str]:
    return lambda x, y: _letter(x, y, power) + svg.words((x + _LETTER + 3, y + 6), text, size, face)


def _boxes(view: State, y: float, width: float, measure: Measure) -> str:
    """The victory boxes, each with the power that has its marker there."""
    named = {box.id: box.name for box in view.theatre.edition.armies.victory_boxes}
    shown = [(named[box], view.boxes.get(box)) for box in BOXES if box in named]
    parts, x = [_words(_LEFT, y, said("strip.boxes"))], float(_LABELS + _LEFT)
    for name, power in shown:
        parts.append(_words(x, y, name))
        x += measure(name, _TEXT, Face.serif) + 8
        parts.append(_letter(x, y, power) if power else _empty(x, y))
        x += _LETTER + 26
    return "".join(parts)


def _empty(x: float, y: float) -> str:
    box = Rect(x, y - _LETTER / 2, _LETTER, _LETTER)
    return svg.rectangle(box, rx=4, fill=theme().white, stroke=theme().ink, stroke_width=1.2, stroke_dasharray="3 3")


def _off_map(view: State, seat: str, y: float, width: float, measure: Measure) -> str:
    """The off-map boxes with their generals."""
    parts, x = [_words(_LEFT, y, said("strip.off-map"))], float(_LABELS + _LEFT)
    for box in view.theatre.edition.armies.boxes:
        inside = [general for general, where in view.off_map.items() if where == box.id]
        parts.append(_words(x, y, box.name))
        x += measure(box.name, _TEXT, Face.serif) + 8
        for general in inside:
            parts.append(pieces.shield(Rect(x, y - 21, 36, 42), pieces.general_of(view, seat, general)))
            x += 40
        if not inside:
            parts.append(_empty(x, y))
            x += _LETTER
        x += 24
    return "".join(parts)
