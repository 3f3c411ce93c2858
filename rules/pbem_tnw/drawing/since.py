"""What moved and fought since a seat's last letter, as the events that it saw tell it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.event import Event, Rewound
from pbem_tnw.chapters.battle.events import BattleBegan, BattleDecided
from pbem_tnw.chapters.fortresses.events import AssaultBegan, AssaultEnded
from pbem_tnw.chapters.movement.events import FormationMoved, FormationTurnedBack
from pbem_tnw.chapters.naval.events import FleetMoved, SeaBattleBegan, SeaBattleEnded
from pbem_tnw.chapters.pieces.events import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.places import KILLED, REGROUP, YARD
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


class WarSince(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
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
    last = max((n for n, event in enumerate(seen) if isinstance(event, Rewound)), default=-1)
    events = seen[last + 1 :]
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


def as_data(found: WarSince) -> Mapping[str, Any]:
    """The same as plain data."""
    data: Mapping[str, Any] = msgspec.to_builtins(found)
    return data


def from_data(data: Mapping[str, Any]) -> WarSince:
    """What `as_data` made of it."""
    return msgspec.convert(data, WarSince)
