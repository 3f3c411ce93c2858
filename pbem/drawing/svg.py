"""Parts of SVG as text: numbers, lines, shapes, and words, which can never make markup."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from pbem.drawing.geometry import Point, Rect
from pbem.engine import edition
from pbem.engine.picture import Face


class PicturePhrases:
    """The texts of a YAML file: those in a group have its name and a dot before their own, such as `legend.town`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, key: str, **args: object) -> str:
        """The text under *key* with its gaps filled."""
        return _texts(self._file)[key].format(**args)


@cache
def _texts(file: Path) -> Mapping[str, str]:
    return dict(_flat(edition.plain(file.read_bytes()), ""))


def _flat(texts: Mapping[str, Any], before: str) -> list[tuple[str, str]]:
    found = []
    for key, text in texts.items():
        found += [(f"{before}{key}", text)] if isinstance(text, str) else _flat(text, f"{before}{key}.")
    return found


Style = dict[str, str | float]
INK = "#2b2118"
"""The colour of texts, unless another is named."""
HALO = 5
"""How far around a text on the map the ground is covered, in pixels, on both sides together."""


def number(value: float) -> str:
    """A number of pixels to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def plain(text: str) -> str:
    """*text* as it may be in SVG: what cannot be printed is left out, and markup is escaped."""
    return escape("".join(letter for letter in text if letter.isprintable()), quote=False).replace('"', "&quot;")


def at(point: Point) -> str:
    """A point in the data of a path."""
    return f"{number(point[0])},{number(point[1])}"


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """The data of a path that leads through *points*."""
    return f"M{'L'.join(at(point) for point in points)}{'Z' if closed else ''}"


def curve(points: Sequence[Point], *, closed: bool = False) -> str:
    """The data of a smooth path through *points* (Catmull and Rom, 1974)."""
    found = [f"M{at(points[0])}"]
    first, last = (points[-1], points[0]) if closed else (points[0], points[-1])
    ends = [*points, points[0]] if closed else [*points]
    line_of = [first, *ends, points[1] if closed else last]
    for before, start, end, after in zip(line_of, line_of[1:], line_of[2:], line_of[3:], strict=False):
        one = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        other = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        found.append(f"C{at(one)} {at(other)} {at(end)}")
    return "".join(found) + ("Z" if closed else "")


def path(data: str, **style: str | float) -> str:
    """A path; names of attributes are written with `_` for `-`."""
    return f'<path d="{data}"{_attributes(style)}/>'


def stroke(data: str, colour: str, width: float, **style: str | float) -> str:
    """A line without a ground."""
    return path(data, fill="none", stroke=colour, stroke_width=width, **style)


def circle(middle: Point, radius: float, **style: str | float) -> str:
    """A circle."""
    return f'<circle cx="{number(middle[0])}" cy="{number(middle[1])}" r="{number(radius)}"{_attributes(style)}/>'


def rectangle(box: Rect, **style: str | float) -> str:
    """A rectangle."""
    where = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
    return f"<rect {where}{_attributes(style)}/>"


def document(frame: Rect, title: str, paper: str, *inside: str, defs: str = "") -> str:
    """A whole drawing: what is *inside* the *frame*, on *paper*; *defs* is what it refers to."""
    box = f"{number(frame.x)} {number(frame.y)} {number(frame.width)} {number(frame.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{round(frame.width)}" height="{round(frame.height)}">'
        f"<title>{plain(title)}</title>{f'<defs>{defs}</defs>' if defs else ''}"
        f"{rectangle(frame, fill=paper)}{''.join(inside)}</svg>"
    )


def star(middle: Point, radius: float, points: int) -> str:
    """The data of a star with so many *points*."""
    x, y = middle
    corners = []
    for i in range(2 * points):
        far, turn = radius * (0.62 if i % 2 else 1), math.pi * i / points
        corners.append((x + far * math.sin(turn), y - far * math.cos(turn)))
    return line(corners, closed=True)


def words(
    where: Point,
    text: str,
    size: float,
    face: Face | None = None,
    *,
    fill: str = INK,
    anchor: str = "",
    halo: str = "",
    spacing: float = 0,
) -> str:
    """A line of text whose base begins at a point, or has its *anchor* there; a *halo* has a colour."""
    style: Style = dict(haloed(halo)) if halo else {}
    if anchor:
        style["text_anchor"] = anchor
    if spacing:
        style["letter_spacing"] = spacing
    x, y = number(where[0]), number(where[1])
    faced = f" {face}" if face else ""
    look: Style = {"font_size": size, "fill": fill, **style}
    return f'<text x="{x}" y="{y}"{faced}{_attributes(look)}>{plain(text)}</text>'


def haloed(colour: str) -> Mapping[str, str | float]:
    """What draws a halo of a colour around texts."""
    return {"stroke": colour, "stroke_width": HALO, "stroke_linejoin": "round", "paint_order": "stroke"}


def with_halo(face: Face, colour: str) -> Callable[[str], str]:
    """What writes texts in a face, around them a halo of a colour."""
    return lambda texts: f"<g {face}>{group([texts], **haloed(colour))}</g>"


def group(parts: Iterable[str], **style: str | float) -> str:
    """Parts together, with a style that they share; nothing without parts."""
    inside = "".join(parts)
    return f"<g{_attributes(style)}>{inside}</g>" if inside else ""


def thing(kind: str, identifier: str, inside: str, middle: Point | None = None) -> str:
    """What shows the thing with an id, of its kind of name in the lexicon; a mark of its own has its *middle*."""
    where = f' data-x="{number(middle[0])}" data-y="{number(middle[1])}"' if middle else ""
    return f'<g data-thing="{plain(kind)} {plain(identifier)}"{where}>{inside}</g>'


def shifted(shift: Point, *parts: str) -> str:
    """Parts moved by *shift*."""
    return group(parts, transform=f"translate({at(shift)})")


def window(box: Rect, part: Rect, inside: str) -> str:
    """What is in *part* of another drawing, shown in *box*; nothing outside is seen."""
    of = f'viewBox="{number(part.x)} {number(part.y)} {number(part.width)} {number(part.height)}"'
    where = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
    return f"<svg {where} {of}>{inside}</svg>"


def _attributes(style: Mapping[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in style.items()
    )
