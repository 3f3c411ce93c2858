"""What moved and fought since a seat's last letter, as the events that it saw tell it."""

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pbem.drawing.geometry import fits
from pbem.drawing.page import MOVES, TRACKS, Happened, moves_pictures, not_undone, together
from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.order import Problem
from pbem.engine.picture import Picture
from pbem_tnw.chapters.land.battle_events import AssaultBegan, AssaultEnded, BattleBegan, BattleDecided
from pbem_tnw.chapters.land.events import FormationMoved, FormationTurnedBack
from pbem_tnw.chapters.land.paths import GeneralReach, reach
from pbem_tnw.chapters.nation.pieces import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.events import FleetMoved, SeaBattleBegan, SeaBattleEnded
from pbem_tnw.drawing.areas import areas, front, theatres
from pbem_tnw.drawing.ground import place_of
from pbem_tnw.drawing.labels import AREA as AREA_SCALE
from pbem_tnw.drawing.theme import said
from pbem_tnw.edition.board import KILLED, REGROUP, YARD
from pbem_tnw.letters import reach_points
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState

RETREAT = "retreat"
_BACK = ("retreat", "withdrawn", "evasion", "broken", "evaded", "homeward", "returned", "beaten")
"""Causes of moves away from an enemy."""
_LOST = (YARD, REGROUP, KILLED)


class WarArrow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Forces of *nation* went along *path*, which begins where they were; *back* from an enemy."""

    nation: str
    path: tuple[str, ...]
    back: bool = False
    who: str = ""
    """The commander, while the same forces may go on."""
    fleet: bool = False


class FightMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The fight with a *number* at *place*, `battle`, `assault` or `sea-battle`, of these *nations* and perhaps others.

    It has a *winner* when it is over.
    """

    number: int
    kind: str
    place: str
    winner: str = ""
    nations: tuple[str, ...] = ()


class WarSince(Happened, frozen=True, kw_only=True, omit_defaults=True):
    """What a picture of moves shows; *lost* are places where a nation lost forces, *flags* where a Flag changed."""

    moves: tuple[WarArrow, ...] = ()
    fights: tuple[FightMark, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    area: str = ""
    """The area that a picture of it is about, if all is in one."""

    @property
    def places(self) -> tuple[str, ...]:
        """Every duchy and zone that it is about."""
        ways = (place for move in self.moves for place in move.path)
        fights = (each.place for each in self.fights)
        return tuple(dict.fromkeys((*fights, *ways, *(place for place, _ in self.lost), *self.flags)))

    def own(self, nations: Collection[str]) -> tuple[str, ...]:
        """The places where *nations* fought, moved or lost something, one for each time."""
        fought = [fight.place for fight in self.fights if not set(nations).isdisjoint(fight.nations)]
        moved = [move.path[-1] for move in self.moves if move.nation in nations]
        return (*fought, *moved, *(place for place, nation in self.lost if nation in nations))

    def each(self) -> Iterator["WarSince"]:
        """Each thing that happened by itself, fights first."""
        yield from (WarSince(fights=(fight,)) for fight in self.fights)
        yield from (WarSince(moves=(move,)) for move in self.moves)
        yield from (WarSince(lost=(one,)) for one in self.lost)
        yield from (WarSince(flags=(one,)) for one in self.flags)

    def joined(self, other: "WarSince") -> "WarSince":
        """Both together."""
        return msgspec.structs.replace(
            self,
            moves=(*self.moves, *other.moves),
            fights=(*self.fights, *other.fights),
            lost=tuple(dict.fromkeys((*self.lost, *other.lost))),
            flags=tuple(dict.fromkeys((*self.flags, *other.flags))),
        )


NOTHING = WarSince()


def since(view: WarState, seen: Sequence[Event[WarState]]) -> WarSince:
    """The moves and fights among the events *seen*; fights are numbered as they came.

    What was before a rewind is left out, as it is undone.
    """
    events = not_undone(seen)
    moves: list[WarArrow] = []
    lost: list[tuple[str, str]] = []
    for event in events:
        match event:
            case FormationMoved():
                _step(moves, event)
            case FormationTurnedBack():
                _turn_back(moves, event)
            case PiecesMoved():
                _moved(view, moves, lost, event)
            case FleetMoved():
                _sailed(moves, event, event.squadrons[:1], onward=event.onward)
            case SquadronsMoved() if event.start != event.to:
                _sailed(moves, event, event.squadrons[:1], back=event.cause in _BACK)
    flags = dict.fromkeys(event.duchy for event in events if isinstance(event, FlagChanged))
    there = {*view.board.duchies, *view.board.zones}
    return WarSince(
        moves=tuple(move for move in moves if len(move.path) > 1 and there >= set(move.path)),
        fights=tuple(each for each in _fights(events) if each.place in there),
        lost=tuple(dict.fromkeys(one for one in lost if one[0] in there)),
        flags=tuple(one for one in flags if one in there),
    )


def _fights(events: Iterable[Event[WarState]]) -> list[FightMark]:
    fights: list[FightMark] = []
    for event in events:
        match event:
            case BattleBegan(battle=battle):
                _begin(fights, "battle", battle.place, (*event.attacking, *event.defending))
            case AssaultBegan(siege=siege):
                _begin(fights, "assault", siege.place, (*siege.units, event.owner))
            case SeaBattleBegan(battle=battle):
                _begin(fights, "sea-battle", battle.place, (*battle.attacker.nations, *battle.defender.nations))
            case BattleDecided():
                _decide(fights, event.place, event.winner)
            case AssaultEnded():
                _decide(fights, event.place, event.nation if event.end in ("fallen", "overrun") else event.owner)
            case SeaBattleEnded():
                _decide(fights, event.place, next(iter(event.winners), ""))
    return fights


def _on_board(view: WarState, *places: str) -> bool:
    return all(place in view.board.duchies or place in view.board.zones for place in places)


def _step(moves: list[WarArrow], event: FormationMoved) -> None:
    who = event.commander or event.kind
    last = next((n for n, move in enumerate(moves) if move.who == who and move.path[-1] == event.start), None)
    if last is None or not event.onward:
        moves.append(WarArrow(nation=event.nation, path=(event.start, event.to), who=who))
    else:
        moves[last] = msgspec.structs.replace(moves[last], path=(*moves[last].path, event.to))


def _turn_back(moves: list[WarArrow], event: FormationTurnedBack) -> None:
    for n in reversed(range(len(moves))):
        if moves[n].nation == event.nation and moves[n].path[-2:] == (event.back, event.place):
            moves[n] = msgspec.structs.replace(moves[n], path=moves[n].path[:-1])
            return


def _moved(view: WarState, moves: list[WarArrow], lost: list[tuple[str, str]], event: PiecesMoved) -> None:
    nations = [*event.pieces.units, *(view.board.leaders[one].nation for one in event.pieces.generals)]
    if not nations:
        return
    if _on_board(view, event.start, event.to):
        moves.append(WarArrow(nation=nations[0], path=(event.start, event.to), back=event.cause in _BACK))
    elif event.to in _LOST and event.start != YARD:
        lost += [(event.start, nation) for nation in dict.fromkeys(nations)]


def _sailed(
    moves: list[WarArrow],
    event: FleetMoved | SquadronsMoved,
    ships: Sequence[Squadron],
    *,
    back: bool = False,
    onward: bool = False,
) -> None:
    last = moves[-1] if moves else None
    for ship in ships:
        if onward and last and last.fleet and (last.nation, last.path[-1]) == (ship.nation, event.start):
            moves[-1] = msgspec.structs.replace(last, path=(*last.path, event.to))
        else:
            moves.append(WarArrow(nation=ship.nation, path=(event.start, event.to), back=back, fleet=True))


def _begin(fights: list[FightMark], kind: str, place: str, nations: Iterable[str]) -> None:
    fights.append(FightMark(number=len(fights) + 1, kind=kind, place=place, nations=tuple(dict.fromkeys(nations))))


def _decide(fights: list[FightMark], place: str, winner: str) -> None:
    for n in reversed(range(len(fights))):
        if fights[n].place == place and not fights[n].winner:
            fights[n] = msgspec.structs.replace(fights[n], winner=winner)
            return


BOARD, AREA, PLACE, REACH = "board", "area", "place", "reach"
"""Kinds of pictures beside those of every game: the whole board with what is beside it, an area, the surroundings of a
place, where a general can go."""
_THEATRES, _REACHES, _MOVES = 3, 2, 3
"""The most theatres, reaches and pictures of what moved in a letter."""


def pictures(
    view: WarState, seat: str, seen: Sequence[Event[WarState]], asked: Sequence[Decision]
) -> tuple[Picture, ...]:
    """Those for a letter, the most useful first.

    What moved comes first, where the seat was concerned before all else. Whoever is asked something has the areas in
    which it fought and where its forces meet enemies or at least stand, what is beside the map once the first Turn has
    begun, and the reach of the generals that are nearest to an enemy.
    """
    found = since(view, seen)
    moved = tuple(_moves(view, seat, found))
    if not asked or view.result:
        return moved
    close_ups = [_area(one) for one in theatres(view, seat, found.own(nations_of(view, seat)))[:_THEATRES]]
    if not view.turn:
        return (*moved, *close_ups)
    reaches = [reach_of(view, seat, one) for one in front(view, seat)[:_REACHES] if _can_go(view, one)]
    return (*moved, *close_ups[:1], Picture(name="tracks", kind=TRACKS), *close_ups[1:], *reaches)


def named(view: WarState, seat: str, word: str, identifier: str) -> Picture | Problem:
    """The picture that a word and an id stand for; `map` alone is the theatre in which the seat has most to decide."""
    if word == "board":
        return Picture(name="board", kind=BOARD)
    if word == "tracks":
        return Picture(name="tracks", kind=TRACKS)
    if word == "reach":
        if view.generals.get(identifier, "") not in view.board.duchies:
            code = "reach-of-one" if not identifier else "reach-off-map"
            return Problem(code, rule="9.1", args={"general": identifier})
        return reach_of(view, seat, identifier)
    if not identifier:
        return next((_area(one) for one in theatres(view, seat)), Picture(name="board", kind=BOARD))
    if identifier in areas(view.board):
        return _area(identifier)
    place = view.generals.get(identifier, identifier)
    if place not in view.board.duchies and place not in view.board.zones:
        return Problem("map-off-map", args={"general": identifier})
    return Picture(name=f"map-{identifier}", kind=PLACE, of=identifier)


def choices(view: WarState, seat: str, word: str) -> tuple[str, ...]:
    """What pictures are best asked of: areas, or the seat's own generals on the map."""
    if word == "reach":
        nations = nations_of(view, seat) if seat != PUBLIC else view.board.sequence
        leaders = view.board.leaders
        return tuple(
            one for one in leaders if leaders[one].nation in nations and view.generals.get(one) in view.board.duchies
        )
    return tuple(areas(view.board))


def _can_go(view: WarState, general: str) -> bool:
    """Whether a picture of its reach shows anything: not of one that pins down a Fortress with all that it has."""
    nation = view.board.leaders[general].nation
    return any(found.duchies for found in reach(view, nation, general, reach_points(view, general))[:1])


def reach_of(view: WarState, seat: str, general: str) -> Picture:
    """The picture of where a general can go with the CPs of the best card that its nation is known to hold."""
    points = reach_points(view, general)
    return Picture(name=f"reach-{general}", kind=REACH, of=general, shows={"points": points}, beside="options")


def _area(identifier: str) -> Picture:
    return Picture(name=f"map-{identifier}", kind=AREA, of=identifier)


def _moves(view: WarState, seat: str, found: WarSince) -> Iterator[Picture]:
    """A picture of what moved for each area, those first in which the *seat* fought and moved, then the fullest.

    An area in which things are too far apart for its scale has several.
    """

    def joined(group: WarSince, one: WarSince) -> WarSince | None:
        both = group.joined(one)
        larger = len(both.places) > max(len(group.places), len(one.places))
        fitting = not larger or fits([place_of(view, each) for each in both.places], AREA_SCALE)
        return both if group.area == one.area and fitting else None

    groups = together((replace(one, area=_area_of(view, one)) for one in found.each()), joined)
    own = nations_of(view, seat) if seat != PUBLIC else ()
    groups.sort(key=lambda group: (-len(group.own(own)), -len(group.fights), -len(group.places)))
    return moves_pictures(groups[:_MOVES])


def _area_of(view: WarState, one: WarSince) -> str:
    """The area that holds the most of the places of something that happened; none if no area has any."""
    every = areas(view.board)
    counted = {area: sum(place in every[area].places for place in one.places) for area in every}
    best = max(counted, key=lambda area: counted[area], default="")
    return best if best and counted[best] else ""


def name(view: WarState, kind: str, identifier: str) -> str:
    """The name of a duchy, zone, general, nation or card."""
    return lexicon(view, "").name(kind, identifier)


def title(view: WarState, seat: str, picture: Picture) -> str:
    """The heading of a picture."""
    text = said(f"title.{_worded(seat, picture)}", **_args(view, picture))
    return text[0].upper() + text[1:]


def subtitle(view: WarState, picture: Picture, found: GeneralReach | None) -> str:
    """What is beside the heading: the Turn, or of a reach what moves, and for how many CPs."""
    if picture.kind == REACH:
        if found is None:
            return said("subtitle.nowhere")
        strength, points = _counted("unit", found.pieces.strength), _counted("point", picture.shows["points"])
        kind = said(f"kind.{found.kind}")
        return said(
            "subtitle.reach" if found.pieces.strength else "subtitle.reach-alone",
            kind=kind,
            strength=strength,
            points=points,
        )
    if not view.turn:
        return said("set-up")
    number = said("round", round=view.round) if view.round else ""
    return said("turn", year=view.year, turn=view.turn, round=number)


def _counted(what: str, number: int) -> str:
    return said(f"subtitle.{what}" if number == 1 else f"subtitle.{what}s", n=number)


def alt(view: WarState, seat: str, picture: Picture) -> str:
    """The description of a picture, for those who do not see it."""
    when = said("alt.when", year=view.year) if view.turn else ""
    what = said(f"alt.{_worded(seat, picture)}", when=when, **_args(view, picture))
    return f"{what} {said('alt.same')}"


def _worded(seat: str, picture: Picture) -> str:
    """The key of the words of a picture: its kind, and of what moved where that was, and for whom."""
    if picture.kind != MOVES:
        return picture.kind
    return f"{MOVES}{'-in' if picture.shows.get('area') else ''}{'-of-all' if seat == PUBLIC else ''}"


def _args(view: WarState, picture: Picture) -> dict[str, object]:
    if picture.kind == MOVES and picture.shows.get("area"):
        return {"name": areas(view.board)[picture.shows["area"]].name}
    if picture.kind == AREA:
        return {"name": areas(view.board)[picture.of].name}
    if picture.kind == PLACE:
        kind = "general" if picture.of in view.board.leaders else "place"
        return {"name": name(view, kind, picture.of)}
    if picture.kind == REACH:
        place = name(view, "place", view.generals[picture.of])
        return {"general": name(view, "general", picture.of), "place": place, "points": picture.shows["points"]}
    return {}
