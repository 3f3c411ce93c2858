"""A part of the board with everything on it: what is there, where names and pieces go, and how it is drawn."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.drawing import signs, svg
from pbem.drawing.arrange import Arrangement, Piece, arrange
from pbem.drawing.geometry import Rect, square_around
from pbem.drawing.labels import BoardNames
from pbem.drawing.layers import Layer, layer, strokes
from pbem.drawing.stored import measured
from pbem.engine.picture import Measure
from pbem_maria.chapters.reach import Reach
from pbem_maria.drawing import arrows, ground, pieces
from pbem_maria.drawing import arrows as reaches
from pbem_maria.drawing.choice import NOTHING, CombatMark, Since
from pbem_maria.drawing.labels import CROWN, SPACE, BoardCrop, name_of, names_of
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

_ALONG_AN_ARROW = 400
"""What it costs a name or a piece to cover 40 pixels of an arrow."""
_INSIDE = 6
"""How far names and pieces are from the edge."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """All that is shown of a part of the board.

    *groups* are pieces by their cities: a general, a stack, a train; *hussars* are cities by the keys of their places.
    """

    view: State
    seat: str
    crop: BoardCrop
    since: Since = Since()
    reach: Reach | None = None
    groups: Mapping[str, tuple[str, ...]]
    hussars: Mapping[str, str]
    marks: Sequence[tuple[CombatMark, Rect]]
    placed: Arrangement

    @property
    def barred(self) -> tuple[str, ...]:
        """The cities next to the reach that cannot be entered, or not be passed."""
        if self.reach is None:
            return ()
        free = {each.city for each in self.reach.destinations}
        return tuple(dict.fromkeys(block.city for block in self.reach.blocks if block.city not in free))


def scene(
    view: State, seat: str, crop: BoardCrop, measure: Measure, *, shown: Since = NOTHING, reach: Reach | None = None
) -> Scene:
    """What *seat* may see of a part of the board: with what happened that is *shown*, and the reach of a piece."""
    scale = crop.scale
    groups = {
        city: view.pieces_at(city) for city in dict.fromkeys(view.at.values()) if crop.shows(view.board.cities[city], 4)
    }
    hussars = {
        f"hussar {n}": city for n, city in enumerate(view.hussars) if city and crop.shows(view.board.cities[city], 4)
    }
    marks = arrows.marks(view, crop, shown.combats)
    wanted = [_piece(view, crop, city, some) for city, some in groups.items()]
    wanted += [
        Piece(key=key, spot=city, width=scale.hussar[0], height=scale.hussar[1]) for key, city in hussars.items()
    ]
    lines = [(line, _ALONG_AN_ARROW) for line in arrows.lines(view, crop, shown.moves)]
    told = [*groups, *(city for arrow in shown.moves for city in (arrow.path[0], arrow.path[-1]))]
    told += [each.city for each in reach.destinations] if reach else []
    names = _with_signs(view, _with_towns(view, crop, told, measure))
    placed = arrange(names, crop.frame.grown(-_INSIDE), wanted, [box for _, box in marks], lines, told)
    return Scene(
        view=view, seat=seat, crop=crop, since=shown, reach=reach, groups=groups, hussars=hussars, marks=marks,
        placed=placed,
    )  # fmt: skip


def _with_towns(view: State, crop: BoardCrop, told: Sequence[str], measure: Measure) -> BoardNames:
    """The names of a scale, with those of towns that are *told* of where only fortresses have theirs."""
    names = names_of(view.theatre.edition, crop.scale, measure)
    if not names.codes:
        return names.among(view.board.cities)
    towns = [city for city in dict.fromkeys(told) if city not in names.names and crop.shows(view.board.cities[city])]
    widths = measured(measure)
    more = {city: name_of(view.board.cities[city], crop.scale, widths) for city in towns}
    every = msgspec.structs.replace(names, names={**names.names, **more})
    codes = {city: tuple(code for code, _, _ in every.candidates(city)) for city in more}
    return msgspec.structs.replace(every, codes={**names.codes, **codes}).among(view.board.cities)


def _with_signs(view: State, names: BoardNames) -> BoardNames:
    """The same names, with no more room for signs after them than is needed as things are."""
    found = {}
    for city, name in names.names.items():
        place = view.board.cities[city]
        room = name.size * (CROWN + SPACE) if place.elector else 0
        bare = name.signs and ground.foreign_holder(view, place) is None
        found[city] = msgspec.structs.replace(name, signs=room) if bare else name
    return msgspec.structs.replace(names, names=found)


def _piece(view: State, crop: BoardCrop, city: str, some: Sequence[str]) -> Piece:
    scale = crop.scale
    generals = sum(view.theatre.is_general(one) for one in some)
    width, height = scale.train if not generals else scale.piece if generals == 1 else scale.stack
    return Piece(key=city, spot=city, width=width, height=height)


def layers(one: Scene) -> list[Layer]:
    """Everything on a map, from the ground up."""
    view, crop, labels = one.view, one.crop, one.placed.labels.values()
    moves, found = one.since.moves, one.reach
    return [
        ground.ground(view, crop),
        ground.suit_signs(view.theatre.edition, crop),
        ground.country_names(crop, one.placed.countries),
        *([reaches.shade(view, crop, found)] if found else ()),
        ground.roads(view, crop),
        *([reaches.supply(view, crop, found)] if found else ()),
        arrows.arrows(view, crop, moves),
        _pins(one),
        ground.leaders(crop, labels, view),
        *ground.cities(view, crop),
        arrows.starts(view, crop, moves),
        *([reaches.discs(view, crop, found)] if found else ()),
        *ground.names(view, one.placed),
        ground.city_signs(view, one.placed),
        layer(_pieces(one)),
        reaches.bars(view, crop, one.barred),
        signs.combats(((combat.number, box) for combat, box in one.marks), theme().alarm),
    ]


def _pins(one: Scene) -> Layer:
    """Lines that tie pieces to their cities."""
    boxes = [(city, one.placed.pieces[city]) for city in one.groups]
    boxes += [(city, one.placed.pieces[key]) for key, city in one.hussars.items()]
    found = []
    for city, box in boxes:
        spot = one.crop.point(one.view.board.cities[city])
        found.append(svg.line((spot, box.grown(-6).nearest(spot))))
    return strokes(found, 4, lambda data: svg.stroke(data, theme().ink, 3))


def _pieces(one: Scene) -> Iterator[tuple[Rect, str]]:
    view = one.view
    for city, some in one.groups.items():
        box = one.placed.pieces[city]
        generals = [piece for piece in some if view.theatre.is_general(piece)]
        if generals:
            yield box.grown(12), pieces.stack(box, [pieces.general_of(view, one.seat, general) for general in generals])
        else:
            train = pieces.train(box, view.power_of(some[0]), pieces.number_of(view.theatre.edition, some[0]))
            yield box.grown(8), svg.thing("train", some[0], train, box.middle)
    for key in one.hussars:
        box = one.placed.pieces[key]
        drawn = svg.thing("hussar", str(int(key.removeprefix("hussar ")) + 1), pieces.hussar(box), box.middle)
        yield box.grown(4), drawn
    for city, question in view.questions.items():
        if one.crop.shows(view.board.cities[city]):
            x, y = one.crop.point(view.board.cities[city])
            far = ground.size(view.board.cities[city], one.crop)
            middle, radius = (x - far, y - far * 0.8), 8 + one.crop.scale.zoom * 2
            yield square_around(middle, radius + 4), pieces.question(middle, radius, question.power)
    for city, power in one.since.lost:
        middle = one.crop.point(view.board.cities[city])
        yield square_around(middle, signs.CROSS), arrows.cross(middle, power)
