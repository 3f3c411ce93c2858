"""What a picture is called and how it is described, in words."""

from pbem.engine.drawing import Picture
from pbem.engine.event import PUBLIC
from pbem_maria.chapters.movement.reach import Reach
from pbem_maria.drawing.areas import area
from pbem_maria.drawing.choice import HALF, MOVES, PART, PLACE, REACH, WAY
from pbem_maria.drawing.since import from_data
from pbem_maria.drawing.strength import strength
from pbem_maria.drawing.words import said
from pbem_maria.lexicon import lexicon
from pbem_maria.position.state import State


def general(view: State, seat: str, piece: str) -> str:
    """The name of a general."""
    return lexicon(view, seat).name("general", piece)


def power(view: State, seat: str, identifier: str) -> str:
    """The name of a power."""
    return lexicon(view, seat).name("power", identifier)


def piece(view: State, seat: str, identifier: str) -> str:
    """The name of a general or a train."""
    return lexicon(view, seat).name("general" if view.theatre.is_general(identifier) else "train", identifier)


def title(view: State, seat: str, picture: Picture) -> str:
    """The heading of a picture."""
    if picture.kind == MOVES:
        return said("title.moves" if seat != PUBLIC else "title.moves-of-all")
    if picture.kind == WAY:
        return said("title.way", **_ends(view, seat, picture))
    if picture.kind == REACH:
        city = view.at.get(picture.of)
        names = [piece(view, seat, one) for one in _together(view, picture.of)]
        if city is None:
            return names[0]
        return said("title.reach", piece=said("and").join(names), city=lexicon(view, seat).name("city", city))
    text = said(f"title.{picture.kind}", name=_name(view, seat, picture))
    return text[0].upper() + text[1:]


def subtitle(view: State, picture: Picture, found: Reach | None) -> str:
    """What is beside the heading: the turn, or of a general its troops and its supply, as its reach has it."""
    if found and found.start and view.theatre.is_general(picture.of):
        return _troops(view, found)
    if not view.turn:
        return said("set-up")
    return said("turn", turn=view.turn, last=view.theatre.last_turn)


def alt(view: State, seat: str, picture: Picture) -> str:
    """The description of a picture, for those who do not see it."""
    when = said("alt.when", turn=view.turn) if view.turn else ""
    args = {"when": when, "name": _name(view, seat, picture)}
    if picture.kind == WAY:
        args |= _ends(view, seat, picture)
    if picture.kind == REACH:
        city = view.at.get(picture.of)
        args |= {
            "piece": said("and").join(piece(view, seat, one) for one in _together(view, picture.of)),
            "city": lexicon(view, seat).name("city", city) if city else "",
        }
    kind = "moves-of-all" if picture.kind == MOVES and seat == PUBLIC else picture.kind
    return f"{said(f'alt.{kind}', **args)} {said('alt.same')}"


def _ends(view: State, seat: str, picture: Picture) -> dict[str, str]:
    path = from_data(picture.shows).moves[0].path
    start, goal = (lexicon(view, seat).name("city", city) for city in (path[0], path[-1]))
    return {"start": start, "goal": goal}


def _name(view: State, seat: str, picture: Picture) -> str:
    if picture.kind in (HALF, PART):
        return area(view.theatre, picture.of).name
    if picture.kind == PLACE:
        kinds = lexicon(view, seat)
        kind = "city" if picture.of in view.board.cities else ""
        return kinds.name(kind, picture.of) if kind else piece(view, seat, picture.of)
    return ""


def _together(view: State, of: str) -> tuple[str, ...]:
    """The piece, or both generals of its stack."""
    city = view.at.get(of)
    return view.generals_at(city) if city and view.theatre.is_general(of) else (of,)


def _troops(view: State, found: Reach) -> str:
    known = [strength(view, general) for general in _together(view, found.piece)]
    if not all(each.exact or each.bounded for each in known):
        number = said("subtitle.unknown")
    elif len(known) == 1 and known[0].most == 1:
        number = said("subtitle.one-troop")
    else:
        number = said("subtitle.troops", troops=said("and").join(str(each) for each in known))
    return f"{number}, {_supply(found)}"


def _supply(found: Reach) -> str:
    line = found.supply
    if line is None:
        return said("subtitle.unsupplied")
    if not line.path:
        return said("subtitle.at-home")
    if line.points:
        return said("subtitle.pays", points=line.points)
    return said("subtitle.supplied", cities=len(line.path))
