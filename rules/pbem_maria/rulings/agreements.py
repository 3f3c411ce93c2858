"""Rulings on agreements: suspended, restored, ended, or in force from now on."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem
from pbem.engine.table import Table
from pbem_maria.chapters.agreements.agreements import (
    IN_FORCE,
    RULE,
    check_proposal,
    entry,
    numbered,
    seats_of,
)
from pbem_maria.chapters.agreements.events import AgreementRestored, AgreementSuspended
from pbem_maria.chapters.agreements.orders import Proposal
from pbem_maria.position.state import Agreement, State
from pbem_maria.rulings.events import AgreementRuled, AgreementStopped
from pbem_maria.rulings.orders import RulingOrders


def check(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of agreements."""
    for key in ("suspend", "restore", "end"):
        for place, number in enumerate(getattr(order, key)):
            yield from _check(state, number, (key, place), key)
    for place, proposal in enumerate(order.agree):
        yield from check_proposal(state, _proposer(state, proposal), proposal, ("agree", place))


def _check(state: State, number: int, path: OrderPath, key: str) -> Iterator[Problem]:
    """Why agreement *number* cannot be suspended, restored or ended."""
    found = numbered(state, number)
    if found is None:
        yield Problem("no-such-agreement", path, RULE, {"number": number})
    elif found.status != IN_FORCE:
        yield Problem("agreement-not-in-force", path, RULE, {"number": number, "agreement": found})
    elif key != "end" and found.suspended != (key == "restore"):
        args = {"number": number}
        if key == "restore":
            yield Problem("agreement-not-suspended", path, RULE, args)
        else:
            yield Problem("agreement-suspended-already", path, RULE, args)


def carry_out(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of agreements."""
    for number in dict.fromkeys(order.suspend):
        table.emit(AgreementSuspended(number=number))
    for number in dict.fromkeys(order.restore):
        table.emit(AgreementRestored(number=number))
    for number in dict.fromkeys(order.end):
        table.emit(AgreementStopped(number=number))
    for proposal in order.agree:
        table.emit(AgreementRuled(agreement=_in_force(table.state, proposal)))


def _in_force(state: State, proposal: Proposal) -> Agreement:
    made = entry(state, _proposer(state, proposal), proposal)
    first = state.turn
    last = min(first + made.turns - 1, state.theatre.last_turn) if made.turns else made.last
    return replace(made, status=IN_FORCE, accepted=seats_of(state, made), first=first, last=last)


def _proposer(state: State, proposal: Proposal) -> str:
    """The seat of the first party, as which the register lists it."""
    first = proposal.with_[0] if proposal.with_ else next(iter(state.seats.values()))
    return state.seats.get(first, first)
