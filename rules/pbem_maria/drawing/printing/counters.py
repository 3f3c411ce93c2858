"""Counters: generals, supply trains, hussars, victory markers, electors, and the markers of the tracks."""

from collections.abc import Iterator

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Rect, around
from pbem.engine.kit.printing import Cutout, Cutouts
from pbem_maria.drawing.layers import pieces, roads
from pbem_maria.drawing.printing.maps import COUNTER
from pbem_maria.drawing.printing.paper import MM, fitting, lines, sheet
from pbem_maria.drawing.theme import theme
from pbem_maria.drawing.words import said
from pbem_maria.edition.armies import General
from pbem_maria.position.powers import FRANCE, PRAGMATIC
from pbem_maria.position.state import AUSTRIA, State

BLEED = 1.5
_SIDE = (COUNTER + 2 * BLEED) * MM
_MIDDLE = _SIDE / 2
_ROOM = (COUNTER - 2) * MM
"""What texts may take between both edges."""


def counters(view: State, measure: Measure) -> Cutouts:
    """Every counter of the game, both sides."""
    return Cutouts(
        title=said("print.counters"),
        width=COUNTER,
        height=COUNTER,
        bleed=BLEED,
        pieces=(*_pieces(view, measure), *_markers(view, measure)),
    )


def _pieces(view: State, measure: Measure) -> Iterator[Cutout]:
    edition = view.theatre.edition
    for power in edition.powers.values():
        for general in power.generals:
            yield Cutout(general_front(view, general, measure), _face_down(view, general))
        for train in power.trains:
            number = pieces.number_of(edition, train.id)
            yield Cutout(train_front(power.id, number), _plain(power.id))
        for _ in range(power.hussars):
            yield Cutout(hussar_front(), _plain(power.id))


def _markers(view: State, measure: Measure) -> Iterator[Cutout]:
    edition = view.theatre.edition
    for power in edition.powers.values():
        yield from (Cutout(victory_marker(power.id), question_mark(power.id)) for _ in range(power.pool))
    for city in edition.map.cities:
        if city.elector and city.home is None:
            yield Cutout(elector_marker(city.name, FRANCE, measure), elector_marker(city.name, PRAGMATIC, measure))
    names = (*(track.name for track in edition.tracks.tracks), said("print.turn"))
    yield from (Cutout(side, side) for side in (_named(name, measure) for name in names))


def shown(counter: str, box: Rect) -> str:
    """A counter without its bleed, in *box* of another drawing."""
    edge = BLEED * MM
    rim = svg.rectangle(box, fill="none", stroke=theme().ink, stroke_width=1)
    return svg.window(box, Rect(edge, edge, COUNTER * MM, COUNTER * MM), counter) + rim


def _counter(parts: list[str], ground: str) -> str:
    return sheet(_SIDE, _SIDE, parts, ground)


def general_front(view: State, general: General, measure: Measure) -> str:
    """A general: initials on the power's colour, name and rank on white below."""
    look = theme().power(general.power)
    half = _SIDE * 0.56
    size = fitting(general.name, _ROOM, 12, Face.sans_bold, measure)
    texts = [general.name] if size >= 8 else lines(general.name, _ROOM, 9, Face.sans_bold, measure)
    size = min(fitting(text, _ROOM, 12, Face.sans_bold, measure) for text in texts)
    parts = [svg.rectangle(Rect(0, 0, _SIDE, half), fill=look.ground)]
    if look.band:
        parts += [svg.rectangle(Rect(0, y, _SIDE, 3), fill=look.band) for y in (BLEED * MM + 1, half - 3)]
    parts += [
        svg.words((_MIDDLE, half * 0.8), pieces.initials(view.edition)[general.id], 24, Face.sans_bold,
                  fill=look.text, anchor="middle"),
        svg.words((_SIDE - BLEED * MM - 4, 18), str(general.rank), 10, Face.sans_bold, fill=look.text, anchor="end"),
        svg.words((BLEED * MM + 4, 18), look.letter, 10, Face.sans_bold, fill=look.text),
    ]  # fmt: skip
    top = half + (_SIDE - BLEED * MM - half) / 2 - (len(texts) - 1) * size / 2 + size * 0.36
    parts += [
        svg.words((_MIDDLE, top + number * size), text, size, Face.sans_bold, anchor="middle")
        for number, text in enumerate(texts)
    ]
    return _counter(parts, theme().white)


def _face_down(view: State, general: General) -> str:
    """A general without supply: hatched."""
    look = theme().power(general.power)
    initials = pieces.initials(view.edition)[general.id]
    parts = [
        svg.rectangle(Rect(0, 0, _SIDE, _SIDE), fill="url(#hatch)"),
        svg.rectangle(around((_MIDDLE, _MIDDLE), 17), fill=look.ground, stroke=theme().ink, stroke_width=1.5),
        svg.words((_MIDDLE, _MIDDLE + 8), initials, 22, Face.sans_bold, fill=look.text, anchor="middle"),
    ]
    return _counter(parts, theme().white)


def train_front(power: str, number: str) -> str:
    """A supply train: a wagon."""
    return _counter([pieces.train(Rect(_MIDDLE - 24, _MIDDLE - 20, 48, 40), power, number)], theme().paper)


def hussar_front() -> str:
    """Hussars: a horse's head."""
    return _counter([pieces.hussar(around((_MIDDLE, _MIDDLE), 24))], theme().paper)


def _plain(power: str) -> str:
    return _counter([], theme().power(power).ground)


def victory_marker(power: str) -> str:
    """A victory marker: the power's letter on its colour."""
    look = theme().power(power)
    return _counter(
        [svg.words((_MIDDLE, _MIDDLE + 12), look.letter, 34, Face.sans_bold, fill=look.text, anchor="middle")],
        look.ground,
    )


def question_mark(power: str) -> str:
    """The back of a victory marker."""
    look = theme().power(power)
    return _counter(
        [svg.words((_MIDDLE, _MIDDLE + 15), "?", 42, Face.sans_bold, fill=look.text, anchor="middle")], look.ground
    )


def elector_marker(name: str, power: str, measure: Measure) -> str:
    """The marker of an elector's vote, on the ground of the side that it is with."""
    look = theme().power(power)
    size = fitting(name, _ROOM, 14, Face.sans_bold, measure)
    letters = said("print.elector", austria=theme().power(AUSTRIA).letter, letter=look.letter)
    parts = [
        roads.crown((_MIDDLE, 22), 26),
        svg.words((_MIDDLE, 44), name, size, Face.sans_bold, fill=look.text, anchor="middle"),
        svg.words(
            (_MIDDLE, 60),
            letters if power == PRAGMATIC else look.letter,
            14,
            Face.sans_bold,
            fill=look.text,
            anchor="middle",
        ),
    ]
    return _counter(parts, look.ground)


def _named(name: str, measure: Measure) -> str:
    size = fitting(name, _ROOM, 15, Face.sans_bold, measure)
    star = svg.path(svg.star((_MIDDLE, 27), 12, 5), fill=theme().ink)
    return _counter([star, svg.words((_MIDDLE, 54), name, size, Face.sans_bold, anchor="middle")], theme().gold)
