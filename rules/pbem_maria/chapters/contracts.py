"""Subsidy contracts (20): made and ended by the sheets of both sides.

The subsidy from France to Bavaria is not such a contract: in every turn it is as section 8 says.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem, Weight, standing_apart, under
from pbem.engine.table import Table
from pbem_maria.chapters.cards import FIRST_CHOICE, cut_off, draw
from pbem_maria.orders.cards import END, OFFER, WITHDRAW, Bargain
from pbem_maria.position.powers import FRANCE, allied
from pbem_maria.position.state import Contract, ContractOffer, State


class ContractOffered(Event[State], frozen=True):
    """A seat offered, or asked for, a subsidy of *turns* turns; what it said earlier of that pair is void."""

    giver: str
    receiver: str
    turns: int
    seat: str

    def change(self, state: State) -> State:
        left = _without_offers(state, self.giver, self.receiver, self.seat)
        return replace(state, offers=(*left, ContractOffer(self.giver, self.receiver, self.turns, self.seat)))


class ContractWithdrawn(Event[State], frozen=True):
    """A seat withdrew what it had offered or asked for, or its wish to end a contract."""

    giver: str
    receiver: str
    seat: str

    def change(self, state: State) -> State:
        contracts = _ending(state, self.giver, self.receiver, self.seat, wished=False)
        left = _without_offers(state, self.giver, self.receiver, self.seat)
        return replace(state, contracts=contracts, offers=left)


class ContractMade(Event[State], frozen=True):
    """Both sides are agreed: the giver pays in its card phases of the turns from *first* to *last*."""

    giver: str
    receiver: str
    first: int
    last: int

    def change(self, state: State) -> State:
        contract = Contract(self.giver, self.receiver, self.first, self.last)
        left = _without_offers(state, self.giver, self.receiver)
        return replace(state, contracts=(*state.contracts, contract), offers=left)


class ContractEnding(Event[State], frozen=True):
    """A seat wishes to end a contract early; both sides must."""

    giver: str
    receiver: str
    seat: str

    def change(self, state: State) -> State:
        return replace(state, contracts=_ending(state, self.giver, self.receiver, self.seat, wished=True))


class ContractEnded(Event[State], frozen=True):
    """A contract is over; *why* is `over` (its last turn is paid), `agreed` or `no-ally` (19.3)."""

    giver: str
    receiver: str
    why: str

    def change(self, state: State) -> State:
        pair = (self.giver, self.receiver)
        return replace(state, contracts=tuple(c for c in state.contracts if (c.giver, c.receiver) != pair))


class SubsidyPaid(Event[State], frozen=True):
    """The giver passed on a card of its income, unseen."""

    giver: str
    receiver: str


class SubsidyKept(Event[State], frozen=True):
    """The giver kept its card this turn; *why* is `cut-off` (the receiver may get none, 8) or `no-income`."""

    giver: str
    receiver: str
    why: str


def _ending(state: State, giver: str, receiver: str, seat: str, *, wished: bool) -> tuple[Contract, ...]:
    """The contracts, one of them with the wish of *seat* to end it, or without that wish."""

    def changed(contract: Contract) -> Contract:
        others = tuple(other for other in contract.ending if other != seat)
        return replace(contract, ending=(*others, seat) if wished else others)

    return tuple(changed(c) if (c.giver, c.receiver) == (giver, receiver) else c for c in state.contracts)


def _without_offers(state: State, giver: str, receiver: str, seat: str | None = None) -> tuple[ContractOffer, ...]:
    """The open offers without those between two powers, in either direction, of *seat* or of all seats."""
    pair = {giver, receiver}
    return tuple(o for o in state.offers if {o.giver, o.receiver} != pair or seat not in (None, o.seat))


RULE = "20"
FIXED = (FRANCE, "bavaria")
"""The pair whose subsidy is settled by section 8."""


def between(state: State, one: str, other: str) -> Contract | None:
    """The contract of two powers, whichever gives; there is one at a time."""
    return next((each for each in state.contracts if {each.giver, each.receiver} == {one, other}), None)


def seats_of(state: State, giver: str, receiver: str) -> tuple[str, ...]:
    """The seats that must agree on a contract: the giver's and the receiver's, once if they are one."""
    return tuple(dict.fromkeys((state.seat_of(giver), state.seat_of(receiver))))


def take(table: Table[State], seat: str, bargains: tuple[Bargain, ...]) -> None:
    """Carry out what a sheet says of contracts; what another sheet has made void meanwhile is skipped."""
    carry_out = {OFFER: _offer, END: _end, WITHDRAW: _withdraw}
    for each in bargains:
        carry_out[each.what](table, seat, in_turns(table.state, each))


def _offer(table: Table[State], seat: str, said: Bargain) -> None:
    state = table.state
    if between(state, said.giver, said.receiver) is not None:
        return
    others = [other for other in seats_of(state, said.giver, said.receiver) if other != seat]
    if all(
        _offer_of(state, other, said) == ContractOffer(said.giver, said.receiver, said.turns, other) for other in others
    ):
        first = first_payment(state, said.giver)
        last = min(first + said.turns - 1, state.theatre.last_turn)
        if first <= last:
            table.emit(ContractMade(giver=said.giver, receiver=said.receiver, first=first, last=last))
    elif _offer_of(state, seat, said) != ContractOffer(said.giver, said.receiver, said.turns, seat):
        table.emit(ContractOffered(giver=said.giver, receiver=said.receiver, turns=said.turns, seat=seat))


def _end(table: Table[State], seat: str, said: Bargain) -> None:
    state = table.state
    found = _running(state, said)
    if found is None or seat in found.ending:
        return
    if set(seats_of(state, said.giver, said.receiver)) <= {*found.ending, seat}:
        table.emit(ContractEnded(giver=said.giver, receiver=said.receiver, why="agreed"))
    else:
        table.emit(ContractEnding(giver=said.giver, receiver=said.receiver, seat=seat))


def _withdraw(table: Table[State], seat: str, said: Bargain) -> None:
    if _said(table.state, seat, said):
        table.emit(ContractWithdrawn(giver=said.giver, receiver=said.receiver, seat=seat))


def _offer_of(state: State, seat: str, said: Bargain) -> ContractOffer | None:
    """What *seat* has offered or asked for between the two powers, in the same direction."""
    pair = (said.giver, said.receiver)
    return next((each for each in state.offers if each.seat == seat and (each.giver, each.receiver) == pair), None)


def _running(state: State, said: Bargain) -> Contract | None:
    found = between(state, said.giver, said.receiver)
    return found if found is not None and found.giver == said.giver else None


def _said(state: State, seat: str, said: Bargain) -> bool:
    """Whether there is something that *seat* can withdraw."""
    running = _running(state, said)
    return _offer_of(state, seat, said) is not None or (running is not None and seat in running.ending)


def in_turns(state: State, said: Bargain) -> Bargain:
    """The same bargain with its number of turns, where its last turn was said instead."""
    return replace(said, turns=said.until - first_payment(state, said.giver) + 1, until=0) if said.until else said


def first_payment(state: State, giver: str) -> int:
    """The turn of the giver's next card phase."""
    lead = next(lead for lead, powers in state.stages().items() if giver in powers)
    past = state.stage == lead or any(power in state.drawn for power in state.powers_in(lead))
    return state.turn + 1 if past or not state.turn else state.turn


def most_turns(state: State, giver: str) -> int:
    """For how many turns a contract made now could be paid before the game is over."""
    return state.theatre.last_turn - first_payment(state, giver) + 1


def pay(table: Table[State], giver: str, income: int) -> int:
    """Let *giver* give the cards that it owes from its *income*, and return how many those were."""
    paid = 0
    for contract in table.state.contracts:
        state = table.state
        if contract.giver != giver or not contract.first <= state.turn:
            continue
        pair = {"giver": giver, "receiver": contract.receiver}
        if cut_off(state, contract.receiver) or paid == income:
            why = "cut-off" if cut_off(state, contract.receiver) else "no-income"
            table.emit(SubsidyKept(**pair, why=why))
        else:
            paid += 1
            table.emit(SubsidyPaid(**pair))
            draw(table, contract.receiver, 1)
        if state.turn >= contract.last:
            table.emit(ContractEnded(**pair, why="over"))
    return paid


def end_broken(table: Table[State]) -> None:
    """End the contracts, and withdraw the offers, between powers that are no longer allies (19.3)."""
    state = table.state
    for each in state.contracts:
        if not allied(state, each.giver, each.receiver):
            table.emit(ContractEnded(giver=each.giver, receiver=each.receiver, why="no-ally"))
    for offer in state.offers:
        if not allied(state, offer.giver, offer.receiver):
            table.emit(ContractWithdrawn(giver=offer.giver, receiver=offer.receiver, seat=offer.seat))


def check(view: State, seat: str, bargains: tuple[Bargain, ...]) -> Iterator[Problem]:
    """What is wrong with what a sheet says of contracts.

    What another sheet can change at any moment is only a warning: it must not make this one invalid.
    """
    for number, each in enumerate(bargains):
        said = in_turns(view, each)
        problem = _forbidden(view, seat, said) or _in_vain(view, seat, said)
        if problem is not None:
            yield under(standing_apart(problem), "contracts", number)


def _forbidden(view: State, seat: str, said: Bargain) -> Problem | None:
    """What the rules forbid."""
    powers = view.theatre.powers
    pair = {"giver": said.giver, "receiver": said.receiver}
    if not view.theatre.is_advanced:
        return Problem("no-contracts", rule="14")
    if seat not in seats_of(view, said.giver, said.receiver):
        return Problem("not-your-contract", rule=RULE, args=pair)
    if (said.giver, said.receiver) == FIXED:
        return Problem("fixed-subsidy", rule="8", args={"first": FIRST_CHOICE, "turn": view.turn})
    if said.what != OFFER:
        return None
    if not powers[said.giver].is_major:
        return Problem("giver-not-major", rule=RULE, args=pair)
    if said.giver == said.receiver or not allied(view, said.giver, said.receiver):
        return Problem("receiver-not-allied", rule=RULE, args=pair)
    if view.two_players and powers[said.receiver].is_major:
        return Problem("receiver-not-minor", rule="24", args=pair)
    if said.turns < 1:
        return Problem("contract-turns", rule=RULE)
    return _beyond(view, seat, said)


def _beyond(view: State, seat: str, said: Bargain) -> Problem | None:
    """Why a contract is too long for the game; an offer that was not may be accepted while any of its turns is left."""
    most = most_turns(view, said.giver)
    others = [other for other in seats_of(view, said.giver, said.receiver) if other != seat]
    offered = [offer for other in others if (offer := _offer_of(view, other, said)) is not None]
    if said.turns <= most or (most > 0 and any(offer.turns == said.turns for offer in offered)):
        return None
    last = view.theatre.last_turn
    args = {"turns": said.turns, "most": most, "last": last, "first": last - most + 1}
    return Problem("contract-beyond", rule=RULE, args=args)


def _in_vain(view: State, seat: str, said: Bargain) -> Problem | None:
    """Why nothing will come of it as things stand."""
    pair = {"giver": said.giver, "receiver": said.receiver}
    runs = between(view, said.giver, said.receiver)
    if said.what == OFFER and runs is not None:
        return Problem("contract-runs", (), RULE, {"contract": runs}, Weight.unwise)
    if said.what == END and _running(view, said) is None:
        return Problem("no-such-contract", (), RULE, pair, Weight.unwise)
    if said.what == WITHDRAW and not _said(view, seat, said):
        return Problem("nothing-to-withdraw", (), RULE, pair, Weight.unwise)
    others = (other for other in seats_of(view, said.giver, said.receiver) if other != seat and said.what == OFFER)
    for offer in (_offer_of(view, other, said) for other in others):
        if offer is not None and offer.turns != said.turns:
            return Problem("other-terms", (), RULE, {**pair, "seat": offer.seat, "turns": offer.turns}, Weight.unwise)
    return None
