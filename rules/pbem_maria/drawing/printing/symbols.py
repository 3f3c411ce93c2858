"""The page of what the symbols on the board, the counters and the tracks mean."""

from collections.abc import Callable

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect, around
from pbem.engine.kit.printing import Poster
from pbem_maria.drawing.layers import legend, roads
from pbem_maria.drawing.printing import counters
from pbem_maria.drawing.printing.paper import MM, lines, sheet
from pbem_maria.drawing.theme import theme
from pbem_maria.drawing.words import said
from pbem_maria.position.powers import FRANCE
from pbem_maria.position.state import AUSTRIA, State

WIDTH, HEIGHT = 184.0, 270.0
_WIDE, _HIGH = WIDTH * MM, HEIGHT * MM
_ROW, _TEXT, _SIZE = 46.0, 84.0, 17.0
_SIGNS = ("main", "minor", "fortress", "major")

Draw = Callable[[Point], str]


def symbols(view: State, measure: Measure) -> Poster:
    """One page with every symbol and its meaning."""
    title = said("print.symbols")
    parts, y = [svg.words((0, 26), title, 26, Face.serif_bold)], 70.0
    for draw, text in _rows(view, measure):
        parts.append(draw((36, y)))
        said_in = lines(text, _WIDE - _TEXT - 10, _SIZE, Face.serif, measure)
        parts += [
            svg.words((_TEXT, y + 6 + (n - (len(said_in) - 1) / 2) * _SIZE * 1.2), line, _SIZE, Face.serif)
            for n, line in enumerate(said_in)
        ]
        y += max(_ROW, _SIZE * 1.2 * len(said_in) + 14)
    return Poster(title=title, svg=sheet(_WIDE, _HIGH, parts), width=WIDTH, height=HEIGHT)


def _rows(view: State, measure: Measure) -> list[tuple[Draw, str]]:
    edition = view.theatre.edition
    found: list[tuple[Draw, str]] = [(_town, said("print.town"))]
    found += [(legend.sign(kind).draw, said(f"print.{kind}")) for kind in _SIGNS]
    found.append((legend.sign("elector").draw, said("print.elector-city")))
    for suit, look in theme().suits.items():
        name = next((each.name for each in edition.tactical_cards.suits if each.id == suit), suit)
        found.append((_suit(look.tint, look.sign, look.colour), said("print.suit", suit=name)))
    for power in edition.powers.values():
        found.append((_home(power.id), said("print.home", power=power.name)))
    one = next(iter(edition.generals.values()))
    city = next((each.name for each in edition.map.cities if each.elector and each.home is None), "")
    shown = {
        "general": counters.general_front(view, one, measure),
        "train": counters.train_front(AUSTRIA, ""),
        "hussar": counters.hussar_front(),
        "marker": counters.victory_marker(one.power),
        "vote": counters.elector_marker(city, FRANCE, measure),
    }
    found += [(_counter(drawn), said(f"print.{kind}")) for kind, drawn in shown.items()]
    return found


def _counter(drawn: str) -> Draw:
    return lambda at: counters.shown(drawn, around(at, 21))


def _town(at: Point) -> str:
    return svg.circle(at, 7, fill=theme().white, stroke=theme().ink, stroke_width=2)


def _suit(tint: str, sign: str, colour: str) -> Draw:
    def draw(at: Point) -> str:
        x, y = at
        ground = svg.rectangle(Rect(x - 26, y - 17, 52, 34), fill=tint, stroke=theme().faint, stroke_width=1)
        return ground + svg.words((x, y + 9), sign, 25, Face.signs, fill=colour, anchor="middle")

    return draw


def _home(power: str) -> Draw:
    look = theme().power(power)

    def draw(at: Point) -> str:
        ribbon = svg.stroke(svg.line([(at[0] - 30, at[1]), (at[0] + 8, at[1])]), look.border, 14)
        return ribbon + roads.holder_box(Rect(at[0] + 12, at[1] - 11, 22, 22), power)

    return draw
