"""What the signs of a picture mean: only those that it has."""

from collections.abc import Callable

from pbem.drawing import svg
from pbem.drawing.geometry import Point, Rect, square_around
from pbem.drawing.signs import Sign, arrow_sign, fight_sign
from pbem_maria.drawing import arrows, ground, pieces
from pbem_maria.drawing.pieces import GeneralCounter
from pbem_maria.drawing.theme import said, theme


def sign(kind: str) -> Sign:
    """The sign of a *kind*, as words.en.yaml lists them."""
    width, draw = _DRAWN[kind]
    return Sign(width, draw, said(f"legend.{kind}"))


def holder(power: str, name: str) -> Sign:
    """The letter of a power, called *name*, that holds a fortress abroad."""
    box = Rect(-11, -11, 22, 22)
    return Sign(22, lambda at: svg.shifted(at, ground.holder_box(box, power)), said("legend.holder", power=name))


def general(one: GeneralCounter, kind: str) -> Sign:
    """The piece of a general, of which a *kind* of thing is told."""
    meaning = said(f"legend.{kind}", troops=one.troops.removesuffix("?"))
    return Sign(32, lambda at: pieces.shield(Rect(at[0] - 15, at[1] - 17, 30, 35), one), meaning)


def train(power: str) -> Sign:
    """The supply train of a power."""
    return Sign(36, lambda at: pieces.train(square_around(at, 18), power, ""), said("legend.train"))


def _main(at: Point) -> str:
    data = svg.line([(at[0] - 22, at[1]), (at[0] + 22, at[1])])
    return svg.stroke(data, theme().road, 8) + svg.stroke(data, theme().core, 4.2)


def _minor(at: Point) -> str:
    return svg.stroke(svg.line([(at[0] - 22, at[1]), (at[0] + 22, at[1])]), theme().road, 2.2)


def _star(points: int, radius: float) -> Callable[[Point], str]:
    def draw(at: Point) -> str:
        look: svg.Style = {
            "fill": theme().white,
            "stroke": theme().ink,
            "stroke_width": 1.8,
            "stroke_linejoin": "round",
        }
        return svg.path(svg.star(at, radius, points), **look)

    return draw


def _disc(digit: str, how: str = "march", *, attack: bool = False) -> Callable[[Point], str]:
    return lambda at: arrows.sign(at, "close", digit=digit, how=how, attack=attack)


_DRAWN: dict[str, tuple[float, Callable[[Point], str]]] = {
    "main": (44, _main),
    "minor": (44, _minor),
    "fortress": (26, _star(6, 12)),
    "major": (32, _star(8, 16)),
    "elector": (20, lambda at: ground.crown((at[0], at[1] + 1), 24)),
    "hussar": (30, lambda at: pieces.hussar(square_around(at, 14))),
    "steps": (28, _disc(digit="2")),
    "fourth": (36, _disc(digit="4", how="main")),
    "force": (28, _disc(digit="6", how="force")),
    "attack": (28, _disc(digit="2", attack=True)),
    "re-enter": (28, _disc(digit=arrows.RE_ENTERS)),
    "barred": (20, lambda at: arrows.bar(at, 9)),
    "supply": (44, lambda at: arrows.beads(svg.line([(at[0] - 20, at[1]), (at[0] + 21, at[1])]))),
    "move": (64, arrow_sign(theme().alarm, retreat=False)),
    "retreat": (64, arrow_sign(theme().alarm, retreat=True)),
    "combat": (44, fight_sign(theme().alarm)),
    "lost": (22, lambda at: arrows.cross(at, "austria")),
    "question": (26, lambda at: pieces.question(at, 12, "prussia")),
}
