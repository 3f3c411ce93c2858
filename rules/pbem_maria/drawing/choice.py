"""Which pictures there are: those of a letter, and those that people ask for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pbem.drawing.geometry import fits
from pbem.drawing.page import MOVES, TRACKS, Happened, moves_pictures, not_undone, together
from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.order import Problem
from pbem.engine.picture import Picture
from pbem_maria.chapters.combat import CardPlayed, FightBegan, FightEnded, combats
from pbem_maria.chapters.duel import may_fight
from pbem_maria.chapters.pieces import GeneralRemoved, Moved, TrainLost
from pbem_maria.chapters.reach import Reach
from pbem_maria.drawing.areas import Area, area, areas, rivers
from pbem_maria.drawing.labels import AREA
from pbem_maria.drawing.theme import said, strength
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.movement import MARCH
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State

RETREAT, ALONG = "retreat", "along"
"""How pieces move that have no choice, and a way on which no piece moved."""


class Arrow(msgspec.Struct, frozen=True):
    """A piece went along *path*, which begins where it was; *how* is `march`, `force-march`, `retreat` or `along`.

    A way *along* a path is one that a piece, or no piece, could take.
    """

    piece: str
    path: tuple[str, ...]
    how: str = MARCH


class CombatMark(msgspec.Struct, frozen=True):
    """The combat with a *number* in the story, and where both sides were, as far as that is told."""

    number: int
    attacker: str | None = None
    defender: str | None = None


class Since(Happened, frozen=True):
    """What a picture of moves shows; *lost* are the cities in which a piece was lost, with its power."""

    moves: tuple[Arrow, ...] = ()
    combats: tuple[CombatMark, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()

    @property
    def cities(self) -> tuple[str, ...]:
        """Every city that it is about."""
        ways = (city for move in self.moves for city in move.path)
        fights = (city for each in self.combats for city in (each.attacker, each.defender) if city)
        return tuple(dict.fromkeys((*ways, *fights, *(city for city, _ in self.lost))))

    def each(self) -> Iterator["Since"]:
        """Each thing that happened by itself, combats first."""
        yield from (Since(combats=(combat,)) for combat in self.combats if combat.attacker or combat.defender)
        yield from (Since(moves=(move,)) for move in self.moves)
        yield from (Since(lost=(one,)) for one in self.lost)

    def joined(self, other: "Since") -> "Since":
        """Both together."""
        return Since((*self.moves, *other.moves), (*self.combats, *other.combats), (*self.lost, *other.lost))


NOTHING = Since()


def since(view: State, seen: Sequence[Event[State]]) -> Since:
    """The moves and combats among the events *seen*; combats have the numbers that they have in the story.

    What was before a rewind is left out, as it is undone.
    """
    events = not_undone(seen)
    at = _before(view, events)
    moves: list[Arrow] = []
    marks: list[CombatMark] = []
    lost: list[tuple[str, str]] = []
    fought = combats(events)
    for n, event in enumerate(events):
        match event:
            case Moved():
                moves.append(Arrow(event.piece, (event.start, *event.path), event.how))
                at[event.piece] = event.path[-1]
            case FightBegan() | CardPlayed() | FightEnded() if (begun := len(combats(events[: n + 1]))) > len(marks):
                pair = fought[begun - 1].pair or (view.fight.pair if view.fight else None)
                sides = (pair.attackers, pair.defenders) if pair else ((), ())
                marks.append(CombatMark(begun, *(_where(at, side) for side in sides)))
            case GeneralRemoved() if event.general in at:
                lost.append((at.pop(event.general), view.power_of(event.general)))
            case TrainLost():
                lost.append((event.city, view.power_of(event.train)))
                at.pop(event.train, None)
    known = set(view.board.cities)
    return Since(
        tuple(move for move in moves if known >= set(move.path)),
        tuple(marks),
        tuple(each for each in lost if each[0] in known),
    )


def _where(at: Mapping[str, str], generals: Iterable[str]) -> str | None:
    return next((at[general] for general in generals if general in at), None)


def _before(view: State, events: Iterable[Event[State]]) -> dict[str, str]:
    """Where pieces were before *events*: where their first move began, or where they still are."""
    first = {event.piece: event.start for event in reversed([*events]) if isinstance(event, Moved)}
    return {**view.at, **first}


BOARD, HALF, PART, PLACE, REACH, WAY = "board", "half", "area", "place", "reach", "way"
"""Kinds of pictures beside those of every game: both maps below each other, one of them, an area, the surroundings of a
city or piece, where a piece can go, a way by road."""
_NEAR = 5
"""A general that is further than so many cities from every enemy has no picture of its own in a letter."""
_THEATRE = 5
"""Generals within so many cities of each other are in one theatre."""
_CLOSE_UPS = 4
"""The most close-ups in a letter, and below the most pictures of what moved."""
_MOVES = 3


def pictures(view: State, seat: str, seen: Sequence[Event[State]], asked: Sequence[Decision]) -> tuple[Picture, ...]:
    """Those for a letter, the most useful first.

    What moved comes first: where most of it did, if it is too far apart for one picture. For a stage one close-up for
    each theatre follows in which the seat has generals: of the one that is nearest to an enemy. After these are the
    maps, and close-ups of other generals that an enemy is near to. Any other question has the tracks and victory
    markers beside it, and the maps if nothing moved.
    """
    moved = tuple(_moves(view, since(view, seen)))
    acting = [power for power in view.stage_powers() if view.seats.get(power) == seat]
    orders = any(issubclass(one.takes, StageOrders) for one in asked)
    first, others = _close_ups(view, acting) if orders else ((), ())
    maps = tuple(_half(area) for area in _halves(view, seat)) if asked and not view.result else ()
    tracks = (Picture(name="tracks", kind=TRACKS),) if asked and view.tracks and not orders else ()
    return (*moved[:1], *first, *moved[1:], *tracks, *(maps if orders or not moved else ()), *others)


def named(view: State, seat: str, word: str, identifier: str) -> Picture | Problem:
    """The picture that a word and an id stand for.

    `board` is both maps, too large for a letter; `map` alone is the map on which the seat has most pieces.
    """
    if word == "board":
        return Picture(name="board", kind=BOARD)
    if word == "tracks":
        return Picture(name="tracks", kind=TRACKS) if view.tracks else Problem("no-tracks", rule="14")
    if word == "reach":
        if identifier not in view.at and identifier not in view.theatre.trains:
            return Problem(
                "reach-of-one" if not identifier else "reach-off-map", rule="10.1", args={"piece": identifier}
            )
        return reach_of(view, identifier)
    if not identifier:
        return _half(_halves(view, seat)[0])
    area = {**areas(view.theatre), **rivers(view.theatre)}.get(identifier)
    if area is not None:
        return _half(area) if area.half else _area(view, area)
    city = view.at.get(identifier, identifier)
    if city not in view.board.cities:
        return Problem("map-off-map", args={"piece": identifier})
    return Picture(name=f"map-{identifier}", kind=PLACE, of=identifier)


def choices(view: State, seat: str, word: str) -> tuple[str, ...]:
    """What pictures are best asked of: areas, or the seat's own pieces."""
    if word == "reach":
        powers = view.powers_of(seat) if seat != PUBLIC else tuple(view.theatre.powers)
        return tuple(piece for power in powers for piece in (*view.generals_of(power), *view.trains_of(power)))
    every = areas(view.theatre)
    parts = {part.id for area in every.values() for part in area.parts}
    return tuple(area for area in every if area not in parts)


def reach_of(view: State, piece: str) -> Picture:
    """The picture of where a piece can go; that of a stack is of its commander."""
    return Picture(name=f"reach-{piece}", kind=REACH, of=piece, beside="options")


def way_of(piece: str, path: tuple[str, ...]) -> Picture:
    """The picture of a way, which begins where *piece* is, if one is named."""
    name = "-".join(filter(None, ("way", piece, path[0], path[-1])))  # an email may ask for several
    return Picture(name=name, kind=WAY, shows=Since(moves=(Arrow(piece, path, ALONG),)).as_data())


def _half(area: Area) -> Picture:
    return Picture(name=area.id, kind=HALF, of=area.id)


def _area(view: State, area: Area) -> Picture:
    """An area; of one that is too large the part with the most pieces."""
    if area.parts:
        where = set(view.at.values())
        area = max(area.parts, key=lambda part: len(where & {*part.cities}))
    return Picture(name=f"map-{area.id}", kind=PART, of=area.id)


def _halves(view: State, seat: str) -> list[Area]:
    """The maps on which a seat has pieces, that with the most first; all of them for one that has none."""
    halves = [area for area in areas(view.theatre).values() if area.half]
    own = [city for piece, city in view.at.items() if view.seats.get(view.power_of(piece)) == seat]
    counted = {area.id: sum(city in area.cities for city in own) for area in halves}
    busy = [area for area in halves if counted[area.id]]
    return sorted(busy or halves, key=lambda area: -counted[area.id])


def _moves(view: State, found: Since) -> Iterator[Picture]:
    """One picture of what moved, or some if that is too far apart: what fits a picture each, the fullest first."""

    def joined(group: Since, one: Since) -> Since | None:
        both = group.joined(one)
        return both if fits([view.board.cities[city] for city in both.cities], AREA) else None

    groups = sorted(together(found.each(), joined), key=lambda group: (-len(group.combats), -len(group.cities)))
    return moves_pictures(groups[:_MOVES])


def _close_ups(view: State, powers: Iterable[str]) -> tuple[tuple[Picture, ...], tuple[Picture, ...]]:
    """For each theatre the general that is nearest to an enemy, and the others that are near to one."""
    generals = {general: _nearest_enemy(view, general) for power in powers for general in _movable(view, power)}
    first: list[str] = []
    others: list[str] = []
    for general in sorted(generals, key=lambda one: generals[one]):
        here = view.at[general]
        if all(view.board.distance(here, view.at[one]) > _THEATRE for one in first):
            first.append(general)
        elif generals[general] <= _NEAR:
            others.append(general)
    room = max(0, _CLOSE_UPS - len(first))
    return tuple(reach_of(view, one) for one in first[:_CLOSE_UPS]), tuple(reach_of(view, one) for one in others[:room])


def _movable(view: State, power: str) -> Iterator[str]:
    """The generals of *power* that can still move in this stage, of a stack its commander."""
    for general in view.generals_of(power):
        if general not in view.moved and view.generals_at(view.at[general])[0] == general:
            yield general


def _nearest_enemy(view: State, general: str) -> int:
    foes = (one for one in view.at if view.theatre.is_general(one) and may_fight(view, (one,), (general,)))
    return min((view.board.distance(view.at[general], view.at[foe]) for foe in foes), default=10**6)


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
        names = [piece(view, seat, one) for one in _stack_of(view, picture.of)]
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
            "piece": said("and").join(piece(view, seat, one) for one in _stack_of(view, picture.of)),
            "city": lexicon(view, seat).name("city", city) if city else "",
        }
    kind = "moves-of-all" if picture.kind == MOVES and seat == PUBLIC else picture.kind
    return f"{said(f'alt.{kind}', **args)} {said('alt.same')}"


def _ends(view: State, seat: str, picture: Picture) -> dict[str, str]:
    path = Since.from_data(picture.shows).moves[0].path
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


def _stack_of(view: State, of: str) -> tuple[str, ...]:
    """The piece, or both generals of its stack."""
    city = view.at.get(of)
    return view.generals_at(city) if city and view.theatre.is_general(of) else (of,)


def _troops(view: State, found: Reach) -> str:
    known = [strength(view, general) for general in _stack_of(view, found.piece)]
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
