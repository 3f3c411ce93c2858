"""Pieces: for each place a tag with a row for the land forces of each nation, and for its fleet."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.drawing import svg
from pbem.drawing.geometry import Point, Rect
from pbem.engine.picture import Face, Measure
from pbem_tnw.drawing.labels import BoardScale
from pbem_tnw.drawing.theme import look_of, said, theme
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.control import camp_of, nations_of
from pbem_tnw.position.forces import generals_of, squadrons_at, units_at
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import COALITION, IMPERIAL, WarState

_PAD = 6
_SHIP = 1.5
"""The width of a ship, in sizes of type."""
_LINE = 1.06


class TagRow(msgspec.Struct, frozen=True, kw_only=True):
    """The forces of one nation at a place: what is on its colour, and lines beside that, of *generals* one each."""

    nation: str
    number: str
    lines: tuple[str, ...] = ()
    generals: tuple[str, ...] = ()
    ship: bool = False
    general: bool = False
    """Whether a general is there that no line names."""
    camp: str = ""
    own: bool = False
    left: float = 0
    right: float = 0
    """The widths of what is on its colour, and of its lines."""
    height: float = 0


class Tag(msgspec.Struct, frozen=True, kw_only=True):
    """All pieces at a *place*, or what they look like."""

    rows: tuple[TagRow, ...]
    size: int
    place: str = ""

    @property
    def width(self) -> float:
        return max(row.left + row.right for row in self.rows)

    @property
    def height(self) -> float:
        return sum(row.height for row in self.rows)


def occupied(view: WarState) -> tuple[str, ...]:
    """The duchies and zones with pieces, in the order of the edition."""
    generals = set(view.generals.values())
    places = (*view.board.duchies, *view.board.zones)
    return tuple(one for one in places if view.units.get(one) or one in generals or view.squadrons.get(one))


def tag_of(view: WarState, seat: str, place: str, scale: BoardScale, measure: Measure, most: int) -> Tag:
    """The tag of a place at a scale, with so many generals named for a nation at *most*."""
    own = nations_of(view, seat) if seat else ()
    rows = [*_land(view, place, most), *_fleets(view, place)]
    return Tag(
        place=place, rows=tuple(_measured(_of(view, row, own), scale.tag, measure) for row in rows), size=scale.tag
    )


def _of(view: WarState, row: TagRow, own: Sequence[str]) -> TagRow:
    return msgspec.structs.replace(row, camp=camp_of(view, row.nation), own=row.nation in own)


def _land(view: WarState, place: str, most: int) -> Iterator[TagRow]:
    units = units_at(view, place)
    for nation in view.board.sequence:
        generals = generals_of(view, place, (nation,))
        if nation not in units and not generals:
            continue
        lines = [general_said(view, one) for one in generals[:most]]
        if lines and len(generals) > most:
            lines[-1] = said("tag.more", general=lines[-1], n=len(generals) - most)
        unnamed = bool(generals) and not lines
        named = tuple(generals[: len(lines)])
        number = str(units.get(nation, ""))
        yield TagRow(nation=nation, number=number, lines=tuple(lines), generals=named, general=unnamed)


def general_said(view: WarState, general: str) -> str:
    """A general with Command and Rating."""
    leader = view.board.leaders[general]
    return said(
        "tag.general", name=lexicon(view, "").name("general", general), command=leader.command, rating=leader.battle
    )


def _fleets(view: WarState, place: str) -> Iterator[TagRow]:
    there = squadrons_at(view, place)
    for nation in view.board.sequence:
        ships = [one for one in there if one.nation == nation]
        if ships:
            lines = tuple(_markers(ships))
            yield TagRow(nation=nation, number=str(len(ships)), lines=lines, ship=True)


def _markers(ships: Sequence[Squadron]) -> Iterator[str]:
    """How many of some Squadrons are under which markers."""
    refits: dict[int, int] = {}
    for one in ships:
        if one.refit:
            refits[one.refit] = refits.get(one.refit, 0) + 1
    for markers, number in sorted(refits.items()):
        yield said("tag.refit" if markers == 1 else "tag.refits", n=number, markers=markers)
    if building := sum(one.build for one in ships):
        yield said("tag.build", n=building)


def _measured(row: TagRow, size: int, measure: Measure) -> TagRow:
    letters = measure(_sign(row), size, Face.sans_bold) + 2 * _PAD + 3
    left = letters + (size * _SHIP if row.ship else 0)
    right = max((measure(line, size, Face.serif_bold) for line in row.lines), default=-2 * _PAD) + 2 * _PAD
    height = max(1, len(row.lines)) * size * _LINE + 5
    return msgspec.structs.replace(row, left=left, right=right, height=height)


def _sign(row: TagRow) -> str:
    return f"{theme().letter(row.nation)} {row.number}".rstrip()


def draw(edition: TnwEdition, tag: Tag, box: Rect) -> str:
    """A tag in its box."""
    y, parts = box.y, []
    for row in tag.rows:
        parts.append(_row(edition, row, tag.size, (box.x, y)))
        y += row.height
    drawn = "".join(parts)
    return svg.thing("place", tag.place, drawn) if tag.place else drawn


def _row(edition: TnwEdition, row: TagRow, size: int, at: Point) -> str:
    """Letter and strength on the nation's colour, the generals beside them; the form of the left end is the Camp's."""
    look, (x, y) = look_of(edition, row.nation), at
    h = row.height
    rim: svg.Style = {"stroke": theme().ink, "stroke_width": 3 if row.own else 1.5, "stroke_linejoin": "round"}
    base = y + h / 2 + size * 0.36
    parts = []
    if row.right:
        parts.append(svg.rectangle(Rect(x + row.left - 4, y, row.right + 4, h), fill=theme().white, **rim))
    parts.append(svg.path(panel(row.camp, Rect(x, y, row.left, h)), fill=look.ground, **rim))
    letters = x + row.left - _PAD
    parts.append(svg.words((letters, base), _sign(row), size, Face.sans_bold, fill=look.text, anchor="end"))
    if row.ship:
        parts.append(ship((x + _PAD + size * 0.62, y + h / 2), size * 0.62, look.text))
    if row.general:
        parts.append(_plume((x + row.left - 3, y)))
    for number, line in enumerate(row.lines):
        middle = y + h / 2 + (number - (len(row.lines) - 1) / 2) * size * _LINE
        said = svg.words((x + row.left + _PAD, middle + size * 0.33), line, size, Face.serif_bold)
        spot = x + row.left + row.right / 2, middle
        parts.append(svg.thing("general", row.generals[number], said, spot) if row.generals else said)
    return "".join(parts)


def panel(camp: str, box: Rect) -> str:
    """Round at the left for the Imperial Camp, pointed for the Coalition, straight for others."""
    n, notch = svg.number, min(8, box.height / 2 - 2)
    right, low, middle = n(box.right), n(box.bottom), n(box.y + box.height / 2)
    start = f"M{n(box.x + notch)},{n(box.y)}H{right}V{low}H{n(box.x + notch)}"
    if camp == IMPERIAL:
        return f"{start}Q{n(box.x)},{low} {n(box.x)},{middle}Q{n(box.x)},{n(box.y)} {n(box.x + notch)},{n(box.y)}Z"
    if camp == COALITION:
        return f"{start}L{n(box.x - 2)},{middle}Z"
    return svg.line([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)], closed=True)


def ship(middle: Point, size: float, colour: str) -> str:
    """A ship: a hull and two sails."""
    x, y = middle
    hull = [
        (x - size, y + size * 0.35),
        (x + size, y + size * 0.35),
        (x + size * 0.65, y + size * 0.95),
        (x - size * 0.7, y + size * 0.95),
    ]
    sails = [
        [(x - size * 0.1, y - size), (x - size * 0.1, y + size * 0.15), (x - size * 0.95, y + size * 0.15)],
        [(x + size * 0.1, y - size * 0.85), (x + size * 0.95, y + size * 0.15), (x + size * 0.1, y + size * 0.15)],
    ]
    return svg.path("".join(svg.line(each, closed=True) for each in (hull, *sails)), fill=colour)


def _plume(at: Point) -> str:
    """A general who is not named: a small star at the corner."""
    return svg.path(svg.star(at, 6.5, 5), fill=theme().gold, stroke=theme().ink, stroke_width=1.2)


def unnamed(view: WarState, tags: Mapping[str, Tag]) -> Mapping[str, tuple[str, ...]]:
    """By place: the generals there whom its tag does not name."""
    found = {}
    for place, tag in tags.items():
        rows = [row for row in tag.rows if not row.ship]
        others = tuple(one for row in rows for one in generals_of(view, place, (row.nation,))[len(row.lines) :])
        if others:
            found[place] = others
    return found
