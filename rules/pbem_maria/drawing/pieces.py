"""Pieces: generals as shields, trains as wagons, hussars as horses, question marks."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

import msgspec

from pbem.drawing import svg
from pbem.drawing.geometry import Point, Rect
from pbem.engine.picture import Face
from pbem_maria.drawing.theme import strength, theme
from pbem_maria.edition.edition import Edition, known
from pbem_maria.position.powers import allied, enemies
from pbem_maria.position.state import AUSTRIA, State

ShieldShape = Literal["pointed", "round", "square"]
"""Of a shield: Austria's side, its enemies, neutral powers."""
OVERLAP = 0.84
"""How far apart the two generals of a stack are, in widths of a general."""


class GeneralCounter(msgspec.Struct, frozen=True, kw_only=True):
    """What the piece of a general shows."""

    id: str = ""
    initials: str
    troops: str
    power: str
    shape: ShieldShape
    face_down: bool = False
    own: bool = False


def shape_of(view: State, power: str) -> ShieldShape:
    """The shape of the shields of *power*."""
    if power == AUSTRIA or allied(view, power, AUSTRIA):
        return "pointed"
    return "round" if enemies(view, power, AUSTRIA) else "square"


def general_of(view: State, seat: str, general: str) -> GeneralCounter:
    """The piece of a general as *seat* may see it in its view."""
    power = view.power_of(general)
    return GeneralCounter(
        id=general,
        initials=initials(view.edition)[general],
        troops=str(strength(view, general)),
        power=power,
        shape=shape_of(view, power),
        face_down=general in view.face_down,
        own=view.seats.get(power) == seat,
    )


@cache
def initials(key: str) -> dict[str, str]:
    """Two letters for each general of an edition, no two alike."""
    edition = known(key)
    found: dict[str, str] = {}
    for general in edition.generals.values():
        choices = (one for one in _letters(general.name, general.id) if one not in found.values())
        found[general.id] = next(choices, str(len(found) + 1))
    return found


def _letters(name: str, identifier: str) -> Iterator[str]:
    """Two letters that may stand for a name: of its main word, which the id begins like."""
    words = [word for word in name.split() if word[0].isalpha()] or [name]
    main = max(words, key=lambda word: _alike(word.casefold(), identifier))
    parts = [part for part in main.split("-") if part]
    if len(parts) > 1:
        yield parts[0][0] + parts[1][0]
    yield from (main[0] + letter for letter in main[1:] if letter.isalpha())
    yield from (main[0] + str(number) for number in range(2, 10))


def _alike(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def stack(box: Rect, generals: Sequence[GeneralCounter]) -> str:
    """One general in *box*, or two beside each other: the commander, first, on top at the left."""
    width = box.width if len(generals) == 1 else box.width / (1 + OVERLAP)
    places = [Rect(box.x + width * OVERLAP * number, box.y, width, box.height) for number in range(len(generals))]
    shields = (
        svg.thing("general", one.id, shield(place, one), place.middle)
        for place, one in zip(places, generals, strict=True)
    )
    return "".join(reversed(list(shields)))


def shield(box: Rect, general: GeneralCounter) -> str:
    """A general: initials on the power's colour, troops on white below, the power's letter at the corner."""
    look, width, height = theme().power(general.power), box.width, box.height
    outline, half = _outline(general.shape, width, height), height / 2
    upper = Rect(-width / 2, 0, width, half)
    parts = [
        svg.path(outline, fill=theme().white, stroke=theme().paper, stroke_width=7),
        svg.rectangle(upper, fill=look.ground),
    ]
    if look.band:
        band = height * 0.07
        parts += [svg.rectangle(Rect(-width / 2, y, width, band), fill=look.band) for y in (0, half - band)]
    if general.face_down:
        parts.append(svg.path(outline, fill="url(#hatch)"))
    room = 0.5 if len(general.troops) == 1 else 0.42 if len(general.troops) == 2 else 0.36
    over, under = (look.ground, theme().white) if general.face_down else ("", "")
    parts += [
        svg.words((0, half * 0.5 + width * 0.17), general.initials, round(width * 0.46), fill=look.text, halo=over),
        svg.words((0, half * 1.4 + width * 0.14), general.troops, round(width * room), halo=under),
        svg.path(outline, fill="none", stroke=theme().ink, stroke_width=3.2 if general.own else 1.8),
        _badge((-width / 2 + 1, 1), width * 0.2, look.letter),
    ]
    where = svg.at((box.middle[0], box.y))
    return f'<g {Face.sans_bold} text-anchor="middle" transform="translate({where})">{"".join(parts)}</g>'


def _outline(shape: ShieldShape, width: float, height: float) -> str:
    half, n = width / 2, svg.number
    top = f"M{n(-half)},0H{n(half)}"
    if shape == "square":
        return f"{top}V{n(height)}H{n(-half)}Z"
    if shape == "pointed":
        low, turn = n(height * 0.56), n(height * 0.82)
        return f"{top}V{low}Q{n(half)},{turn} 0,{n(height)}Q{n(-half)},{turn} {n(-half)},{low}Z"
    low, side = n(height * 0.72), width * 0.12
    return (
        f"{top}V{low}Q{n(half)},{n(height)} {n(side)},{n(height)}H{n(-side)}Q{n(-half)},{n(height)} {n(-half)},{low}Z"
    )


def _badge(middle: Point, radius: float, letter: str) -> str:
    type_size = round(radius * (1.6 if len(letter) == 1 else 1.15))
    return svg.circle(middle, radius, fill=theme().ink) + svg.words(
        (middle[0], middle[1] + type_size * 0.36), letter, type_size, fill="#ffffff"
    )


def train(box: Rect, power: str, number: str) -> str:
    """A supply train: a wagon with the power's letter, and its *number* where the power has several."""
    look, scale = theme().power(power), box.width / 42
    text = look.letter + number
    type_size = (0, 16, 14, 11)[min(len(text), 3)]
    rim: svg.Style = {"stroke": theme().ink, "stroke_width": 2}
    parts = [
        svg.path("M-17,5Q-18,-15 0,-15Q18,-15 17,5Z", fill=look.ground, **rim),
        svg.stroke("M-20,5H20", theme().ink, 3),
        *(svg.circle((x, 8), 5.5, fill=theme().white, **rim) for x in (-10, 10)),
        svg.words((0, 2), text, type_size, Face.sans_bold, fill=look.text, anchor="middle"),
    ]
    x, y = box.middle
    return f'<g transform="translate({svg.at((x, y + 1))}) scale({scale:.2f})">{"".join(parts)}</g>'


def hussar(box: Rect) -> str:
    """A hussar: a horse's head in a ring."""
    radius = box.width / 2 - 1.5
    return (
        svg.circle(box.middle, radius, fill="#f7f3e8", stroke=theme().power(AUSTRIA).band, stroke_width=3)
        + svg.circle(box.middle, radius + 1.5, fill="none", stroke=theme().ink, stroke_width=1.2)
        + svg.words((box.middle[0], box.middle[1] + radius * 0.6), "♞", radius * 1.65, Face.signs, anchor="middle")
    )


def question(middle: Point, radius: float, power: str) -> str:
    """A question mark of *power*."""
    look, size = theme().power(power), round(radius * 1.7)
    return svg.circle(middle, radius, fill=look.ground, stroke=theme().white, stroke_width=2.5) + svg.words(
        (middle[0], middle[1] + size * 0.36), "?", size, Face.sans_bold, fill=look.text, anchor="middle"
    )


HATCH = (
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="2.6" height="7" fill="#8a8378"/></pattern>'
)
"""The pattern of what is face down; it belongs into the `defs` of a picture."""


def number_of(edition: Edition, train_id: str) -> str:
    """The number on a train, where its power has several."""
    one = edition.trains[train_id]
    return str(one.number) if len(edition.powers[one.power].trains) > 1 else ""
