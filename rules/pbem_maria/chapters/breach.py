"""Agreements checked and broken (21).

In the last stage in which a piece can act before that, a sheet that lets it stay is refused, unless it cannot leave
without breaking another agreement: no sheet may be required to do what cannot be done.
"""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem, Weight, standing_apart
from pbem.engine.table import Scratch
from pbem_maria.chapters import conquest, election, hussars, movement, supply
from pbem_maria.chapters.agreements import IN_FORCE, RULE, powers_of
from pbem_maria.chapters.conquest import Conquered, Questioned
from pbem_maria.chapters.duel import pairs
from pbem_maria.chapters.election import Vote
from pbem_maria.chapters.paths import FORCE, TRAIN_MAIN, ways
from pbem_maria.chapters.pieces import Moved, TrainLost, TrainReEntered
from pbem_maria.drawing.areas import areas_around
from pbem_maria.orders.cards import OFFER, Bargain
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, Move
from pbem_maria.orders.standing import STAY, HussarWish
from pbem_maria.orders.statecraft import (
    KEEP_OUT,
    LEAVE,
    NO_AGGRESSION,
    NO_COMBAT,
    NO_HUSSARS,
    NO_PROTECTION,
    SUBSIDY,
    VOTE,
    Votes,
)
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


def bonds(state: State, seat: str, *kinds: str) -> Iterator[Bond]:
    """The agreements of *kinds* that bind *seat* now."""
    for each in state.agreements:
        if each.status != IN_FORCE or each.suspended or each.kind not in kinds:
            continue
        everybody = {power for party in each.parties for power in powers_of(state, party)} - set(each.except_for)
        bound = everybody & {power for party in each.who or each.parties for power in powers_of(state, party)}
        own = {power for power in bound if state.seats[power] == seat}
        if own:
            others = {power for power in everybody if state.seats[power] != seat}
            yield Bond(each, frozenset(own), frozenset(others))


HUSSARS = "hussars"
"""What an agreement names that does not hold for hussars."""
PARTS_OF_MOVE = ("pieces", "path", "joins", "commander", "cards")
"""What can be wrong with a move by itself."""


def check_moves(moves: Moves, orders: tuple[Move, ...]) -> Iterator[Problem]:
    """What in *moves*, which came of *orders*, breaks an agreement; for pieces that stay it is only a warning."""
    for bond in bonds(moves.before, moves.seat, *BREACHES):
        told: set[tuple[str, int | None]] = set()
        for breach in (found for find in BREACHES[bond.agreement.kind] for found in find(bond, moves)):
            number = order_of(breach.piece, orders)
            if (breach.what, number) in told:
                continue
            told.add((breach.what, number))
            if number is None:
                yield problem_of("strains-agreement", bond, breach, ("moves",), Weight.unwise)
            else:
                yield problem_of("breaks-agreement", bond, breach, ("moves", number))


def order_of(piece: str, orders: tuple[Move, ...]) -> int | None:
    """The number of the last order for *piece*."""
    return next((n for n in reversed(range(len(orders))) if piece in orders[n].pieces), None)


def check_hussars(view: State, seat: str, wishes: tuple[HussarWish, ...]) -> Iterator[Problem]:
    """What is wrong with hussars that, placed now as ordered, would stop the supply of a party to an agreement."""
    placed = _placed(view, wishes)
    moved = [number for number, city in enumerate(placed) if city != view.hussars[number]]
    left = tuple(None if number in moved else city for number, city in enumerate(placed))
    for bond in bonds(view, seat, NO_HUSSARS, NO_AGGRESSION):
        if hussars.HUSSAR_POWER not in bond.own or HUSSARS in bond.agreement.except_for or not moved:
            continue
        for general in [piece for piece in view.at if view.theatre.is_general(piece) and bond.shields(view, piece)]:
            if bond.covers(view, view.at[general]) and _bill(view, placed, general) > _bill(view, left, general):
                ways = supply.shortest(replace(view, hussars=placed), general, past_hussars=True) or ()
                number = next((n for n in moved if placed[n] in ways), moved[0])
                breach = Breach("hussar", "", placed[number] or "", general)
                yield problem_of("breaks-agreement", bond, breach, ("hussars", number))
                break


def promised_vote(state: State, vote: Vote) -> tuple[Bond, str] | None:
    """The candidate to whom a vote goes by agreement; if several agreements contradict each other, the oldest holds."""
    for bond in bonds(state, vote.seat, VOTE):
        if vote.power in bond.own and vote.city not in bond.agreement.except_for:
            return bond, bond.agreement.to
    return None


def check_votes(view: State, seat: str, said: Votes) -> Iterator[Problem]:
    """The votes of *seat* that do not go as was agreed."""
    for vote in election.free_votes(view, seat):
        promise, candidate = promised_vote(view, vote), election.cast(vote, said)
        if promise is not None and candidate not in (None, promise[1]):
            where = next((voter for voter in (vote.city, vote.power) if voter in said.each), None)
            path: OrderPath = ("vote",) if where is None else ("vote", where)
            yield problem_of("breaks-agreement", promise[0], Breach("vote", "", vote.city, candidate or ""), path)


def check_contracts(view: State, seat: str, bargains: tuple[Bargain, ...]) -> Iterator[Problem]:
    """Promised subsidies that are to be ended or withdrawn."""
    for number, bargain in enumerate(bargains):
        for bond in bonds(view, seat, SUBSIDY) if bargain.what != OFFER else ():
            if bargain.giver in bond.own and bargain.receiver == bond.agreement.to:
                breach = Breach("subsidy", "", "", bargain.giver)
                broken = problem_of("breaks-agreement", bond, breach, ("contracts", number))
                yield standing_apart(broken, "contracts", number)


def _placed(view: State, wishes: tuple[HussarWish, ...]) -> tuple[str | None, ...]:
    """Where the hussars will be."""
    placed = list(view.hussars)
    for number, wish in enumerate(wishes[: len(placed)]):
        place = hussars.choose(view, number, wish)
        if place is not None and place != STAY:
            placed[number] = place
    return tuple(placed)


def _bill(view: State, placed: tuple[str | None, ...], general: str) -> int:
    line = supply.line(replace(view, hussars=placed), general)
    return line.points if line else 0


def problem_of(code: str, bond: Bond, breach: Breach, path: OrderPath, weight: Weight = Weight.illegal) -> Problem:
    """The problem at *path* that an agreement is broken by what *breach* says, if that is not a move which is wrong."""
    agreement = bond.agreement
    args = {
        "number": agreement.number,
        "agreement": agreement,
        "kind": agreement.kind,
        "what": breach.what,
        "piece": breach.piece,
        "city": breach.city,
        "other": breach.other,
    }
    parts = tuple((*path, part) for part in PARTS_OF_MOVE) if path[:1] == ("moves",) and len(path) > 1 else ()
    return Problem(code, path, RULE, args, weight, rests_on=parts)


def check(moves: Moves, orders: tuple[Move, ...]) -> Iterator[Problem]:
    """What is wrong with *moves*, which came of *orders*, as they leave pieces inside an area that must be left."""
    before, after = moves.before, moves.after
    stayed = {piece for bond in _due(before, moves.seat) for piece in _inside(bond, after)}
    left = [piece for bond in _due(before, moves.seat) for piece in _inside(bond, before) if piece not in stayed]
    clear = replace(before, at={**before.at, **{piece: after.at[piece] for piece in left if piece in after.at}})
    for bond in bonds(before, moves.seat, LEAVE):
        for piece in _inside(bond, after):
            number = order_of(piece, orders)
            if number is not None and piece not in after.moved:
                continue  # its move is wrong, and reported
            if (problem := _stays(bond, moves, clear, piece)) is not None:
                yield replace(problem, path=("moves",) if number is None else ("moves", number))


def is_due(state: State, seat: str) -> bool:
    """Whether *seat* has agreed to leave an area by the end of this turn."""
    return any(True for _ in _due(state, seat))


def moves_out(state: State, seat: str) -> tuple[Move, ...]:
    """Moves by which the pieces of *seat* that must leave an area in this stage do so, as far as they can."""
    table, found = Scratch(state), list[Move]()
    waiting = list(dict.fromkeys(piece for bond in _due(state, seat) for piece in _inside(bond, state)))
    while True:
        tried = ((piece, way_out(table.state, seat, piece)) for piece in waiting)
        piece, move = next(((piece, move) for piece, move in tried if move is not None), ("", None))
        if move is None:
            return tuple(found)
        movement.march(table, piece, move.path, move)
        waiting.remove(piece)
        found.append(move)


def way_out(state: State, seat: str, piece: str) -> Move | None:
    """A move that brings *piece* out of all that must be left in this stage and breaks no other agreement, if any."""
    due = [bond for bond in _due(state, seat) if bond.binds(state, piece)]
    others = tuple(bonds(state, seat, *BREACHES))
    seen: set[str] = set()
    for how in (MARCH, FORCE_MARCH) if state.theatre.is_general(piece) else (MARCH,):
        for path in ways(state, piece, how):
            if path[-1] in seen or any(bond.covers(state, path[-1]) for bond in due):
                continue
            seen.add(path[-1])
            move = Move(pieces=(piece,), how=how, path=path)
            if not any(_breaches(others, state, seat, move)):
                return move
    return None


def _due(state: State, seat: str) -> Iterator[Bond]:
    """The agreements of *seat* to leave an area by the end of this turn."""
    return (bond for bond in bonds(state, seat, LEAVE) if _turns_left(bond, state) < 1)


def _inside(bond: Bond, state: State) -> Iterator[str]:
    """The pieces of this stage that the agreement binds and that are in the area."""
    for piece, city in state.at.items():
        acts = state.power_of(piece) in state.stage_powers()
        if acts and bond.binds(state, piece) and bond.covers(state, city):
            yield piece


def _turns_left(bond: Bond, state: State) -> int:
    return (bond.agreement.last or state.theatre.last_turn) - state.turn


def _stays(bond: Bond, moves: Moves, clear: State, piece: str) -> Problem | None:
    """What is wrong with *piece* being inside after the moves; in *clear* only those have moved that have left."""
    state, after = moves.before, moves.after
    left = _turns_left(bond, state)
    came = piece not in state.at or not bond.covers(state, state.at[piece])
    move = way_out(clear, moves.seat, piece) if left < 1 and not came else None
    if left < 1 and (came or move is not None):
        way = move.path[-1] if move is not None else ""
        return problem_of("breaks-agreement", bond, Breach("stay", piece, after.at[piece], way), ("moves",))
    roads = after.board.distances(after.at[piece])
    far = min((length for city, length in roads.items() if not bond.covers(after, city)), default=0)
    if left < 1 or far > left * (FORCE if state.theatre.is_general(piece) else TRAIN_MAIN):
        args = {"number": bond.agreement.number, "agreement": bond.agreement, "piece": piece, "city": after.at[piece]}
        return Problem("cannot-leave-in-time", ("moves",), RULE, args, Weight.unwise)
    return None


def _breaches(others: tuple[Bond, ...], state: State, seat: str, move: Move) -> Iterator[Breach]:
    """What *move* alone breaks of the other agreements."""
    table = Scratch(state)
    movement.march(table, move.pieces[0], move.path, move)
    done = Moves(seat, state, table.state, table.close("", {}).events)
    for bond in others:
        for find in BREACHES[bond.agreement.kind]:
            yield from (breach for breach in find(bond, done) if breach.piece in move.pieces)
