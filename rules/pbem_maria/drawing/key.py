"""Which signs a scene has, for the legend: each is shown by a piece that is there."""

from collections.abc import Callable, Iterator

from pbem.engine.kit.drawing.legend import Sign
from pbem_maria.drawing import titles
from pbem_maria.drawing.layers import legend, pieces, roads
from pbem_maria.drawing.layers.pieces import GeneralCounter
from pbem_maria.drawing.scene import Scene
from pbem_maria.drawing.since import ALONG, RETREAT


def signs(one: Scene) -> Iterator[Sign]:
    """The signs that need to be told, the ground first."""
    view, cities = one.view, roads.cities_of(one.view, one.crop)
    yield from (legend.sign(kind) for kind in ("main", "minor", "fortress"))
    if any(city.is_major_fortress for city in cities):
        yield legend.sign("major")
    if any(city.elector for city in cities):
        yield legend.sign("elector")
    holders = (roads.foreign_holder(view, view.board.cities[label]) for label in one.placed.labels)
    for power in sorted({power for power in holders if power})[:1]:
        yield legend.holder(power, titles.power(view, one.seat, power))
    yield from _pieces(one)
    if any(one.crop.shows(view.board.cities[city]) for city in view.questions):
        yield legend.sign("question")
    ways = {move.how for move in one.since.moves}
    if ways - {RETREAT, ALONG}:
        yield legend.sign("move")
    if RETREAT in ways:
        yield legend.sign("retreat")
    if any(one.crop.shows(view.board.cities[city]) for city, _ in one.since.lost):
        yield legend.sign("lost")
    if one.marks:
        yield legend.sign("combat")
    yield from _reach(one)


def _pieces(one: Scene) -> Iterator[Sign]:
    view = one.view
    every = [piece for some in one.groups.values() for piece in some]
    shown = [pieces.general_of(view, one.seat, piece) for piece in every if view.theatre.is_general(piece)]
    tests: dict[str, Callable[[GeneralCounter], bool]] = {
        "own": lambda piece: piece.own,
        "other": lambda piece: piece.troops == "?",
        "range": lambda piece: "–" in piece.troops,
        "sighted": lambda piece: len(piece.troops) > 1 and piece.troops.endswith("?"),
        "known": lambda piece: piece.troops.isdigit() and not any(each.own for each in shown),
        "down": lambda piece: piece.face_down,
    }
    for kind, fits in tests.items():
        yield from [legend.general(piece, kind) for piece in shown if fits(piece)][:1]
    trains = [view.power_of(piece) for piece in every if not view.theatre.is_general(piece)]
    yield from [legend.train(power) for power in trains][:1]
    if one.hussars:
        yield legend.sign("hussar")


def _reach(one: Scene) -> Iterator[Sign]:
    if one.reach is None:
        return
    ways = {each.how for each in one.reach.destinations}
    kinds = {"march": "steps", "main": "fourth", "force": "force", "re-enter": "re-enter"}
    yield from (legend.sign(kind) for way, kind in kinds.items() if way in ways)
    if any(each.attacks for each in one.reach.destinations):
        yield legend.sign("attack")
    if any(one.crop.shows(one.view.board.cities[city]) for city in one.barred):
        yield legend.sign("barred")
    if one.reach.supply and one.reach.supply.path:
        yield legend.sign("supply")
