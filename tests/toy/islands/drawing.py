"""The chart of Islands: who is where."""

from collections.abc import Sequence
from html import escape

from pbem.drawing.svg import thing
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Face, Measure, Picture
from tests.toy.islands.state import ISLANDS, Islands

SIZE, LINE, WIDTH = 20, 30, 400
SEA, INK = "#d5e3e8", "#2b2118"
CHART = Picture(name="chart", kind="chart")


def pictures(view: Islands, seat: str, seen: Sequence[object], asked: Sequence[object]) -> tuple[Picture, ...]:
    return (CHART,) if view.at else ()


def named(view: Islands, seat: str, word: str, identifier: str) -> Picture | Problem:
    return CHART


def draw(view: Islands, seat: str, picture: Picture, measure: Measure) -> Drawn:
    texts, height = "", LINE * (len(ISLANDS) + 1)
    for row, island in enumerate(ISLANDS, 1):
        said = f"{island}: {', '.join(power for power, place in view.at.items() if place == island)}"
        left = (WIDTH - measure(said, SIZE, Face.serif)) / 2
        text = f'<text x="{left:.1f}" y="{row * LINE}" {Face.serif} font-size="{SIZE}">{escape(said)}</text>'
        texts += thing("island", island, text, (WIDTH / 2, row * LINE))
    box = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box} fill="{INK}">'
    svg += f'<rect width="100%" height="100%" fill="{SEA}"/>{texts}</svg>'
    alt = "A chart of the islands and the ships at each, as the letter says."
    return Drawn(svg=svg, width=WIDTH, height=height, title="The islands", alt=alt, colours=(SEA, INK))


DRAWING = Drawing(pictures=pictures, named=named, words={"map": ()}, whole=lambda view, seat: (CHART,), draw=draw)
