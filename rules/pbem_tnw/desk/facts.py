"""What a seat knows of a general, a duchy or zone, a card."""

from collections.abc import Iterator

from pbem.engine.desk import Said
from pbem_tnw.position.control import controller
from pbem_tnw.position.forces import general as leader_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.state import WarState


def facts(view: WarState, seat: str, kind: str, thing: str) -> Iterator[Said]:
    """The facts of *thing*, which is of a *kind* of name."""
    board = view.board
    if kind == "general" and thing in board.leaders:
        found = leader_of(view, thing)
        yield Said("general-of", {"nation": found.nation, "command": found.command})
        if (place := view.generals.get(thing, "")) in board.duchies:
            yield Said("in-place", {"place": place})
            yield Said("units-here", {"units": dict(units_at(view, place))})
    elif kind in ("place", "duchy") and thing in board.duchies:
        yield Said("held-by", {"nation": controller(view, thing), "fortress": board.duchies[thing].is_fortress})
        yield from _there(view, thing)
    elif kind == "place" and thing in board.zones:
        yield from _there(view, thing)
    elif kind == "card" and thing in board.cards:
        yield Said("card-points", {"cp": board.cards[thing].cp})
        if board.cards[thing].text:
            yield Said("card-text", {"text": board.cards[thing].text})


def _there(view: WarState, place: str) -> Iterator[Said]:
    if units := dict(units_at(view, place)):
        yield Said("units-here", {"units": units})
    if generals := generals_at(view, place):
        yield Said("generals-here", {"generals": generals})
    if squadrons := squadrons_at(view, place):
        yield Said("squadrons-here", {"nations": tuple(each.nation for each in squadrons)})
