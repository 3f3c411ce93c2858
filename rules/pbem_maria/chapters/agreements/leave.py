"""Agreements to leave an area by the end of a turn (21): the one kind that can be broken by staying.

In the last stage in which a piece can act before that, a sheet that lets it stay is refused, unless it cannot leave
without breaking another agreement: no sheet may be required to do what cannot be done.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem, Weight
from pbem.engine.table import Scratch
from pbem_maria.chapters.agreements.agreement_check import bonds, order_of, problem_of
from pbem_maria.chapters.agreements.agreements import RULE
from pbem_maria.chapters.agreements.breach import BREACHES, Bond, Breach, Moves
from pbem_maria.chapters.agreements.orders import LEAVE
from pbem_maria.chapters.movement import movement
from pbem_maria.chapters.movement.orders import FORCE_MARCH, MARCH, Move
from pbem_maria.chapters.movement.paths import FORCE, TRAIN_MAIN, ways
from pbem_maria.position.state import State


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
