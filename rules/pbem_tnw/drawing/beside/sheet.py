"""Rows below each other on a picture, and the shapes that they share."""

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect
from pbem_tnw.drawing.layers.tags import panel
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.edition.edition import TnwEdition

LEFT, TEXT, ROW = 16, 20, 32


class Sheet:
    """What is drawn so far, and where the next row begins."""

    def __init__(self, top: float, width: float, measure: Measure) -> None:
        self.y, self.width, self.measure = top, width, measure
        self.drawn: list[str] = []

    def heading(self, text: str) -> None:
        """A heading with a rule above it."""
        rule = svg.line([(LEFT, self.y + 4), (self.width - LEFT, self.y + 4)])
        self.drawn.append(svg.stroke(rule, theme().link, 1.2))
        self.drawn.append(svg.words((LEFT, self.y + 28), text, TEXT + 1, Face.serif_bold))
        self.y += 38

    def words(self, x: float, text: str, face: Face = Face.serif, *, anchor: str = "", fill: str = svg.INK) -> None:
        """Words in the row that begins here."""
        self.drawn.append(svg.words((x, self.y + 22), text, TEXT, face, anchor=anchor, fill=fill))

    def paragraph(self, first: str, text: str) -> None:
        """*text* after a *first* word in bold, in as many rows as it needs."""
        x = LEFT + self.measure(first, TEXT, Face.serif_bold) + 8
        self.words(LEFT, first, Face.serif_bold)
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}".strip()
            if line and x + self.measure(longer, TEXT, Face.serif) > self.width - LEFT:
                self.words(x, line)
                self.y, x, line = self.y + 26, LEFT + 20, word
            else:
                line = longer
        self.words(x, line)
        self.y += 30


def nation_panel(edition: TnwEdition, nation: str, box: Rect, camp: str = "", text: str = "") -> str:
    """The letter of a nation, or another text, on its colour, in the form of its Camp."""
    look = look_of(edition, nation)
    size = box.height * 0.74
    return svg.path(
        panel(camp, box), fill=look.ground, stroke=theme().ink, stroke_width=1.5, stroke_linejoin="round"
    ) + svg.words(
        (box.middle[0] + 1, box.middle[1] + size * 0.36), text or look.letter, size, Face.sans_bold, fill=look.text,
        anchor="middle",
    )  # fmt: skip


def pointer(tip: Point, colour: str) -> str:
    """A marker that points down at *tip*."""
    x, y = tip
    return svg.path(
        svg.line([(x, y), (x - 9, y - 13), (x + 9, y - 13)], closed=True),
        fill=colour,
        stroke=theme().ink,
        stroke_width=1.3,
    )
