"""What the signs of a picture mean: only those that it has."""

from collections.abc import Callable, Iterator

import msgspec

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import marks, svg
from pbem.engine.kit.drawing.arrow import arrow
from pbem.engine.kit.drawing.legend import Sign
from pbem.engine.kit.drawing.rect import Point, Rect, around
from pbem_tnw.drawing.layers import arrows, duchies, links, tags
from pbem_tnw.drawing.layers import reach as reaches
from pbem_tnw.drawing.layers.tags import Tag, TagRow
from pbem_tnw.drawing.scene import BoardScene
from pbem_tnw.drawing.theme import theme
from pbem_tnw.drawing.words import said
from pbem_tnw.edition.board import Duchy, LinkKind
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.state import COALITION, IMPERIAL

_CAMPS = {IMPERIAL: "camp-imperial", COALITION: "camp-coalition", "": "camp-neutral"}


def signs(one: BoardScene) -> Iterator[Sign]:
    """The signs that need to be told, the ground first."""
    yield from _links(one)
    yield from _duchies(one)
    if any(one.crop.shows(zone) for zone in one.view.board.zones.values()):
        yield _sign("zone", 18, lambda at: links.zone_sign(at, 8))
        yield from _narrows(one)
    yield from _flags(one)
    yield from _pieces(one)
    yield from _events(one)
    yield from _reach(one)


def _sign(kind: str, width: float, draw: Callable[[Point], str], **args: object) -> Sign:
    return Sign(width, draw, said(f"legend.{kind}", **args))


def _link(kind: LinkKind) -> Callable[[Point], str]:
    return lambda at: links.link_of(kind, [((at[0] - 22, at[1]), (at[0] + 22, at[1]))], 2.6)


def _duchy(one: BoardScene, duchy: Duchy, radius: float, *, besieged: bool = False) -> Callable[[Point], str]:
    def draw(at: Point) -> str:
        ring = duchies.siege(at, radius + 5) if besieged else ""
        return ring + duchies.sign(one.view.board, duchy, at, radius)

    return draw


def _arrow(*, back: bool) -> Callable[[Point], str]:
    return lambda at: arrow([(at[0] - 30, at[1]), (at[0] + 38, at[1])], theme().alarm, 6, retreat=back)


def _links(one: BoardScene) -> Iterator[Sign]:
    board, crop = one.view.board, one.crop
    seen = {
        link.kind
        for here, other, link in board.map.links.each()
        if crop.shows(board.duchies[here]) or crop.shows(board.duchies[other])
    }
    kinds: tuple[LinkKind, ...] = ("plain", "rough", "pass", "marsh", "strait")
    for kind in kinds:
        if kind in seen:
            yield _sign(kind, 44, _link(kind))


def _duchies(one: BoardScene) -> Iterator[Sign]:
    board, view = one.view.board, one.view
    seen = [duchy for duchy in board.duchies.values() if one.crop.shows(duchy)]
    tests: dict[str, Callable[[Duchy], bool]] = {
        "open": lambda duchy: duchy.kind == "open" and duchy.is_home,
        "key": lambda duchy: duchy.kind == "key" and duchy.is_home and not duchy.capital,
        "fortress": lambda duchy: duchy.is_fortress and not duchy.key,
        "key-fortress": lambda duchy: duchy.is_fortress and duchy.key and not duchy.capital,
        "capital": lambda duchy: duchy.capital,
        "associated": lambda duchy: duchy.tie == "associated" and duchy.kind == "open",
        "double": lambda duchy: duchy.tie == "double",
    }
    for kind, fits in tests.items():
        for duchy in [each for each in seen if fits(each)][:1]:
            radius = 13 if duchy.is_fortress else 9.5
            yield _sign(kind, 30, _duchy(one, duchy, radius))
    if any(duchy.is_port for duchy in seen):
        yield _sign("port", 18, lambda at: links.anchor(at, 8))
    if any(besieging(view, nation) for nation in board.sequence):
        sieges = {place for nation in board.sequence for place in besieging(view, nation)}
        for duchy in [each for each in seen if each.id in sieges][:1]:
            yield _sign("siege", 40, _duchy(one, duchy, 12, besieged=True))


def _narrows(one: BoardScene) -> Iterator[Sign]:
    if links.narrows_in_sight(one.view, one.crop):
        yield _sign("narrows", 26, lambda at: links.narrows_sign(at, (1, 0), 11))


def _flags(one: BoardScene) -> Iterator[Sign]:
    board = one.view.board
    flags = [place for place in one.view.flags if one.crop.shows(board.duchies[place])]
    if not flags:
        return
    nation = one.view.flags[flags[0]]
    box = Rect(-12, -11, 23, 23)
    name = lexicon(one.view, "").name("nation", nation)
    yield _sign("flag", 24, lambda at: svg.shifted(at, duchies.flag(board, box, nation)), nation=name)


def _pieces(one: BoardScene) -> Iterator[Sign]:
    rows = [row for tag in one.tags.values() for row in tag.rows]
    land, fleets = ([row for row in rows if row.ship == ship] for ship in (False, True))
    for row in land[:1]:
        nation = lexicon(one.view, "").name("nation", row.nation)
        yield _piece(one, "units", _bare(row), nation=nation)
    if any(row.lines for row in land):
        yield _general(next(row for row in land if row.lines), one.crop.scale.tag)
    for row in [row for row in land if row.general][:1]:
        yield _piece(one, "unnamed", row)
    for row in fleets[:1]:
        yield _piece(one, "fleet", _bare(row))
    for row in [row for row in rows if row.own][:1]:
        yield _piece(one, "own", _bare(row, own=True))
    for camp, kind in _CAMPS.items():
        for row in [row for row in rows if row.camp == camp and not row.ship][:1]:
            yield _piece(one, kind, _bare(row))


def _piece(one: BoardScene, kind: str, row: TagRow, **args: object) -> Sign:
    board, tag = one.view.board, Tag(rows=(row,), size=one.crop.scale.tag)
    height = row.height
    return _sign(
        kind,
        row.left + 4,
        lambda at: tags.draw(board, tag, Rect(at[0] - row.left / 2, at[1] - height / 2, row.left, height)),
        **args,
    )


def _general(row: TagRow, size: int) -> Sign:
    """The first general of a piece."""
    text = row.lines[0].split(" +")[0]
    width = size * 0.5 * len(text)
    return Sign(
        width,
        lambda at: svg.words((at[0], at[1] + size * 0.36), text, size, Face.serif_bold, anchor="middle"),
        said("legend.general"),
    )


def _bare(row: TagRow, *, own: bool = False) -> TagRow:
    """The same without what is beside its colour."""
    return msgspec.structs.replace(row, lines=(), right=0, height=26, general=False, own=own)


def _events(one: BoardScene) -> Iterator[Sign]:
    ways = {move.back for move in one.since.moves}
    for back, kind in ((False, "move"), (True, "retreat")):
        if back in ways:
            yield _sign(kind, 64, _arrow(back=back))
    if one.marks:
        yield _sign(
            "fight", 44,
            lambda at: svg.group(
                [marks.swords(around((0, 0), 22), 1, theme().alarm)], transform=f"translate({svg.at(at)}) scale(0.8)"
            ),
        )  # fmt: skip
    if one.since.lost:
        yield _sign("lost", 22, lambda at: marks.cross(at, theme().alarm))
    if any(one.crop.shows(one.view.board.duchies[duchy]) for duchy in one.since.flags):
        yield _sign("changed", 26, lambda at: arrows.ring(at, 10))


def _reach(one: BoardScene) -> Iterator[Sign]:
    if one.reach is None or not one.reach.duchies:
        return
    found = one.reach.duchies.values()
    yield _sign("cost", 30, lambda at: reaches.sign(at, "close", "3"))
    if any(each.enemies for each in found):
        yield _sign("attack", 30, lambda at: reaches.sign(at, "close", "3", attack=True))
    if any(each.stops for each in found):
        yield _sign("stops", 30, lambda at: reaches.sign(at, "close", "3", stops=True))
    if any(each.intercepted for each in found):
        yield _sign("intercepted", 40, lambda at: reaches.sign(at, "close", "3", intercepted=True))
