"""The page of tracks: turns, politics, the display of cards, victory boxes, battle boxes, off-map boxes."""

from collections.abc import Sequence

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Rect
from pbem.engine.kit.printing import Poster
from pbem_maria.chapters.victory.victory_boxes import SPACES
from pbem_maria.drawing.layers import roads
from pbem_maria.drawing.printing.paper import MM, fitting, lines, sheet
from pbem_maria.drawing.theme import theme
from pbem_maria.drawing.words import said
from pbem_maria.edition.printed_tracks import ExpeditionIcon, IncomeIcon, Track, TrackBox
from pbem_maria.position.state import State

WIDTH, HEIGHT = 184.0, 270.0
"""Millimetres: what fits on one page."""
_RIM = 2.0
_WIDE, _HIGH = WIDTH * MM - 2 * _RIM, HEIGHT * MM
_BOX = 18 * MM
"""A box holds a counter."""
_GAP = 6.0
_SIGN = 20.0


def tracks(view: State, measure: Measure) -> Poster:
    """All tracks and boxes beside the maps, on one page."""
    title = said("print.tracks")
    parts, y = [_heading(title, 26, 26)], 44.0
    drawn, y = _turns(view, y)
    parts.append(drawn)
    for track in view.theatre.edition.tracks.tracks:
        drawn, y = _track(track, y, measure)
        parts.append(drawn)
    drawn, y = _rows(view, y, measure)
    parts += [drawn, svg.words((0, y + 10), said("strip.key"), 14, Face.serif_italic, fill=theme().road)]
    drawn = svg.shifted((_RIM, 0), *parts)
    return Poster(title=title, svg=sheet(_WIDE + 2 * _RIM, _HIGH, [drawn]), width=WIDTH, height=HEIGHT)


def _heading(text: str, y: float, size: float = 17) -> str:
    return svg.words((0, y), text, size, Face.serif_bold)


def _box(here: Rect, *inside: str, fill: str = "") -> str:
    rim = svg.rectangle(here, rx=5, fill=fill or theme().white, stroke=theme().ink, stroke_width=1.5)
    return rim + "".join(inside)


def _turns(view: State, top: float) -> tuple[str, float]:
    last, winters = view.theatre.last_turn, view.theatre.edition.armies.advanced.winters_after
    width = (_WIDE - _GAP * (last - 1)) / last
    parts = [_heading(said("print.turns"), top + 14)]
    for turn in range(1, last + 1):
        here = Rect((turn - 1) * (width + _GAP), top + 22, width, min(_BOX, width * 1.2))
        text = svg.words((here.x + 6, here.y + 20), str(turn), 17, Face.sans_bold)
        winter = turn in winters
        mark = svg.words(
            (here.middle[0], here.bottom - 6), said("print.winter"), 11, Face.serif_italic, anchor="middle"
        )
        parts.append(_box(here, text, mark if winter else "", fill=theme().water if winter else ""))
    return "".join(parts), top + 22 + min(_BOX, width * 1.2) + 22


def _track(track: Track, top: float, measure: Measure) -> tuple[str, float]:
    count = len(track.boxes)
    width, height = (_WIDE - _GAP * (count - 1)) / count, _BOX + 10
    sides = said("print.sides", left=track.left, right=track.right) if track.left and track.right else ""
    room = _WIDE - measure(track.name, 17, Face.serif_bold) - 30
    size = fitting(sides, room, 14, Face.serif_italic, measure) if sides else 14
    parts = [_heading(track.name, top + 14)]
    if sides:
        parts.append(svg.words((_WIDE, top + 14), sides, size, Face.serif_italic, fill=theme().road, anchor="end"))
    for number, box in enumerate(track.boxes):
        here = Rect(number * (width + _GAP), top + 22, width, height)
        parts.append(_box(here, *_inside(box, here, measure), fill=_zone(box)))
    return "".join(parts), top + 22 + height + 22


def _zone(box: TrackBox) -> str:
    looks = {"prussian-ally": theme().power("prussia").border, "austrian-ally": theme().power("austria").border}
    return looks.get(box.zone or "", "")


def _inside(box: TrackBox, here: Rect, measure: Measure) -> list[str]:
    """What a box does, line by line; the star where the marker starts."""
    parts = []
    if box.star:
        parts.append(svg.path(svg.star((here.right - 13, here.y + 13), 9, 5), fill=theme().ink))
    if box.s_box:
        parts.append(svg.words((here.right - 8, here.y + 20), "S", 17, Face.sans_bold, anchor="end"))
    y = here.y + 8
    for icon in box.icons:
        text = f"{icon.n:+d}".replace("-", "–") if isinstance(icon, IncomeIcon) else ""
        text = text or said("strip.away" if isinstance(icon, ExpeditionIcon) else "strip.marker")
        face = Face.sans_bold if isinstance(icon, IncomeIcon) else Face.serif_italic
        size = fitting(text, here.width - _SIGN - 14, 15, face, measure)
        parts += [
            roads.holder_box(Rect(here.x + 5, y, _SIGN, _SIGN), icon.power),
            svg.words((here.x + _SIGN + 10, y + 15), text, size, face),
        ]
        y += _SIGN + 3
    low = [said(f"strip.{box.zone}")] if box.zone else []
    low += [said("print.income", cards=box.income)] if box.income is not None else []
    for number, text in enumerate(reversed(low)):
        size = fitting(text, here.width - 10, 12, Face.serif, measure)
        parts.append(svg.words((here.x + 5, here.bottom - 6 - 13 * number), text, size, Face.serif))
    return parts


def _rows(view: State, top: float, measure: Measure) -> tuple[str, float]:
    """Rows of boxes that hold counters: the display, victory boxes, battle boxes, off-map boxes."""
    edition = view.theatre.edition
    armies = edition.armies
    rows: list[tuple[str, list[tuple[str, str]]]] = [
        (said("print.display"), [(power, edition.powers[power].name) for power in edition.tracks.display]),
        (said("print.boxes"), [("", box.name) for box in armies.victory_boxes if box.name and not box.each_of]),
        (said("print.battle"), [(one, edition.powers[one].name) for one in view.theatre.majors for _ in range(SPACES)]),
        (said("print.off-map"), [(box.power, box.name) for box in armies.boxes]),
    ]  # fmt: skip
    parts = []
    for name, boxes in rows:
        if boxes:
            parts.append(_heading(name, top + 14))
            parts.append(_row(boxes, top + 22, measure))
            top += 22 + _BOX + 20
    return "".join(parts), top


def _row(boxes: Sequence[tuple[str, str]], top: float, measure: Measure) -> str:
    width = min(_BOX * 1.6, (_WIDE - _GAP * (len(boxes) - 1)) / len(boxes))
    parts = []
    for number, (power, name) in enumerate(boxes):
        here = Rect(number * (width + _GAP), top, width, _BOX)
        texts = lines(name, here.width - 10, 12, Face.serif, measure)
        inside = [
            svg.words((here.x + 5, here.bottom - 6 - 13 * (len(texts) - 1 - n)), text,
                      fitting(text, here.width - 10, 12, Face.serif, measure), Face.serif)
            for n, text in enumerate(texts)
        ]  # fmt: skip
        if power:
            inside.append(roads.holder_box(Rect(here.x + 5, here.y + 5, _SIGN, _SIGN), power))
        parts.append(_box(here, *inside))
    return "".join(parts)
