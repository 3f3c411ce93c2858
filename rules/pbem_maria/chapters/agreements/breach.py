"""How the moves of a seat can break an agreement (21), found in the position before and after them."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.agreements.orders import KEEP_OUT, NO_AGGRESSION, NO_COMBAT, NO_PROTECTION
from pbem_maria.chapters.combat.plans import pairs
from pbem_maria.chapters.conquest import conquest
from pbem_maria.chapters.conquest.events import Conquered, Questioned
from pbem_maria.chapters.pieces.events import Moved, TrainLost, TrainReEntered
from pbem_maria.chapters.supply import supply
from pbem_maria.drawing.areas import areas_around
from pbem_maria.position.powers import CORE_AUSTRIA, controller, holders, home_of, in_area
from pbem_maria.position.state import Agreement, State


class Bond(msgspec.Struct, frozen=True):
    """An agreement from the side of one seat: its own powers that are bound, and those of the other parties."""

    agreement: Agreement
    own: frozenset[str]
    others: frozenset[str]

    def binds(self, state: State, piece: str) -> bool:
        """Whether *piece* is one of the seat's own to which the agreement applies."""
        return state.power_of(piece) in self.own and piece not in self.agreement.except_for

    def shields(self, state: State, piece: str) -> bool:
        """Whether *piece* is one of another party to which the agreement applies."""
        return state.power_of(piece) in self.others and piece not in self.agreement.except_for

    def holder(self, state: State, city: str, power: str) -> str:
        """The party among those that hold *city* if *power* controls it; empty if none does (3.2)."""
        return next((one for one in holders(state, city, power) if one in self.others), "")

    def covers(self, state: State, city: str) -> bool:
        """Whether it holds in *city*."""
        around = {city, home_of(state, city), *areas_around(state.theatre, city)}
        around |= {CORE_AUSTRIA} if in_area(state, city, CORE_AUSTRIA) else set()
        apart = around & set(self.agreement.except_for)
        return not apart and (not self.agreement.areas or bool(around & set(self.agreement.areas)))


class Moves(msgspec.Struct, frozen=True):
    """What a sheet's moves do: the position before them and after them, and what happens in between."""

    seat: str
    before: State
    after: State
    events: tuple[Event[State], ...]


class Breach(msgspec.Struct, frozen=True):
    """What *piece* does that is agreed not to be done, and to what: the name of a phrase and its things."""

    what: str
    piece: str
    city: str
    other: str = ""


def _combats(bond: Bond, moves: Moves) -> Iterator[Breach]:
    """Adjacent generals that must fight in this stage (11.1)."""
    after = moves.after
    own = tuple(power for power in after.stage_powers() if after.seats[power] == moves.seat)
    for pair in pairs(after, own):
        ours = [general for general in pair.attackers if bond.binds(after, general)]
        theirs = [general for general in pair.defenders if bond.shields(after, general)]
        where = {after.at[pair.attackers[0]], after.at[pair.defenders[0]]}
        if ours and theirs and any(bond.covers(after, city) for city in where):
            arrived = [general for general in pair.attackers if after.at[general] != moves.before.at.get(general)]
            piece = next((general for general in reversed(arrived) if general in ours), ours[0])
            yield Breach("combat", piece, after.at[theirs[0]], theirs[0])


def _seizures(bond: Bond, moves: Moves) -> Iterator[Breach]:
    """Trains destroyed, fortresses conquered or marked to be (10)."""
    state = moves.before
    for event in moves.events:
        match event:
            case TrainLost() if bond.binds(state, event.by) and bond.shields(state, event.train):
                if bond.covers(state, event.city):
                    yield Breach("train", event.by, event.city, event.train)
            case Conquered() if bond.binds(state, event.general):
                holder = bond.holder(state, event.city, event.former or "")
                if holder and bond.covers(state, event.city):
                    yield Breach("conquest", event.general, event.city, holder)
            case Questioned() if bond.binds(state, event.general):
                holder = bond.holder(state, event.city, controller(state, event.city) or "")
                if holder and bond.covers(state, event.city):
                    yield Breach("question", event.general, event.city, holder)


def _blockades(bond: Bond, moves: Moves) -> Iterator[Breach]:
    """Generals that the moved pieces cut off from supply: without those moves they would be supplied (9)."""
    before, after = moves.before, moves.after
    moved = [p for p in after.at if after.at[p] != before.at.get(p) and bond.binds(after, p)]
    if not moved:
        return
    unblocked = _put_back(before, after, moved)
    for general in [piece for piece in after.at if after.theatre.is_general(piece) and bond.shields(after, piece)]:
        cut_off = not supply.is_supplied(after, general) and supply.is_supplied(unblocked, general)
        if cut_off and bond.covers(after, after.at[general]):
            alone = [p for p in moved if supply.is_supplied(_put_back(before, after, [p]), general)]
            yield Breach("supply", (alone or moved)[-1], after.at[general], general)


def _put_back(before: State, after: State, pieces: list[str]) -> State:
    """The position after the moves, but for those of *pieces*."""
    at = {piece: city for piece, city in after.at.items() if piece not in pieces}
    return replace(after, at={**at, **{piece: before.at[piece] for piece in pieces if piece in before.at}})


def _protections(bond: Bond, moves: Moves) -> Iterator[Breach]:
    """Fortresses in reach of a general that are not to be protected (10.3); moving further away breaks nothing."""
    before, after = moves.before, moves.after
    for city in bond.agreement.areas:
        if not bond.covers(after, city):
            continue
        already = conquest.protectors(before, city)
        for general in conquest.protectors(after, city):
            gone = general in already and _distance(after, general, city) > _distance(before, general, city)
            if bond.binds(after, general) and not gone:
                yield Breach("protection", general, city)


def _distance(state: State, general: str, city: str) -> int:
    return state.board.distance(state.at[general], city)


def _entries(bond: Bond, moves: Moves) -> Iterator[Breach]:
    """Pieces that come into an area, or that act in it and stay; leaving it through itself breaks nothing."""
    state = moves.before
    for event in moves.events:
        match event:
            case Moved() if bond.binds(state, event.piece):
                inside = [city for city in event.path if bond.covers(state, city)]
                if bond.covers(state, event.path[-1]):
                    yield Breach("entry", event.piece, event.path[-1])
                elif inside and not bond.covers(state, event.start):
                    yield Breach("entry", event.piece, inside[0])
            case TrainReEntered() if bond.binds(state, event.train) and bond.covers(state, event.city):
                yield Breach("entry", event.train, event.city)


BREACHES: dict[str, tuple[Callable[[Bond, Moves], Iterator[Breach]], ...]] = {
    NO_COMBAT: (_combats,),
    NO_AGGRESSION: (_combats, _seizures, _blockades),
    NO_PROTECTION: (_protections,),
    KEEP_OUT: (_entries,),
}
"""What moves must not do under an agreement of each kind that is about moves."""
