"""Events of subsidy contracts (20); all of them are public (21)."""

from msgspec.structs import replace

from pbem.engine.event import Event
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
