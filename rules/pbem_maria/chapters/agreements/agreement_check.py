"""Sheets against the agreements in force (21): a sheet that breaks one of a known kind is refused."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem, Weight, standing_apart
from pbem_maria.chapters.agreements.agreements import IN_FORCE, RULE, powers_of
from pbem_maria.chapters.agreements.breach import BREACHES, Bond, Breach, Moves
from pbem_maria.chapters.agreements.orders import NO_AGGRESSION, NO_HUSSARS, SUBSIDY, VOTE
from pbem_maria.chapters.cards.contract_orders import OFFER, Bargain
from pbem_maria.chapters.election import election
from pbem_maria.chapters.election.election import Vote
from pbem_maria.chapters.election.orders import Votes
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.hussars.orders import STAY, HussarWish
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.chapters.supply import supply
from pbem_maria.position.state import State


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
        if hussars.OWNER not in bond.own or HUSSARS in bond.agreement.except_for or not moved:
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
