"""Events of the register of agreements (21): all of them are public."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.position.state import Agreement, State


def _with(state: State, number: int, **changes: Any) -> State:
    """The state with agreement *number* changed."""
    register = tuple(replace(each, **changes) if each.number == number else each for each in state.agreements)
    return replace(state, agreements=register)


def _numbered(state: State, number: int) -> Agreement:
    return next(each for each in state.agreements if each.number == number)


class AgreementProposed(Event[State], frozen=True):
    """A seat offers an agreement, and accepts it by this."""

    agreement: Agreement

    def change(self, state: State) -> State:
        return replace(state, agreements=(*state.agreements, self.agreement))


class AgreementAccepted(Event[State], frozen=True):
    """A party agrees to what another proposed."""

    number: int
    seat: str

    def change(self, state: State) -> State:
        accepted = _numbered(state, self.number).accepted
        return _with(state, self.number, accepted=(*accepted, self.seat))


class AgreementMade(Event[State], frozen=True):
    """All parties have agreed: it is in force from turn *first*, to the end of turn *last* if it has one."""

    number: int
    first: int
    last: int | None = None

    def change(self, state: State) -> State:
        return _with(state, self.number, status="in force", first=self.first, last=self.last)


class AgreementDeclined(Event[State], frozen=True):
    """A party, or the proposer itself, refuses it."""

    number: int
    seat: str

    def change(self, state: State) -> State:
        return _with(state, self.number, status="declined")


class AgreementAnsweredLate(Event[State], frozen=True):
    """An answer to a proposal that came when it was not open any more: only its writer is told."""

    number: int
    seat: str
    answer: str
    """`accept` or `decline`."""
    status: str
    """What had become of it."""

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None


class ProposalLapsed(Event[State], frozen=True):
    """Not all parties agreed in time."""

    number: int

    def change(self, state: State) -> State:
        return _with(state, self.number, status="lapsed")


class AgreementEnding(Event[State], frozen=True):
    """A party agrees to end an agreement early."""

    number: int
    seat: str

    def change(self, state: State) -> State:
        ending = _numbered(state, self.number).ending
        return _with(state, self.number, ending=(*ending, self.seat))


class AgreementEnded(Event[State], frozen=True):
    """All parties have agreed to end it."""

    number: int

    def change(self, state: State) -> State:
        return _with(state, self.number, status="ended")


class AgreementExpired(Event[State], frozen=True):
    """Its last turn is over."""

    number: int

    def change(self, state: State) -> State:
        return _with(state, self.number, status="expired")


class AgreementSuspended(Event[State], frozen=True):
    """The moderator suspended an agreement: sheets are not checked against it."""

    number: int

    def change(self, state: State) -> State:
        return _with(state, self.number, suspended=True)


class AgreementRestored(Event[State], frozen=True):
    """The moderator restored a suspended agreement."""

    number: int

    def change(self, state: State) -> State:
        return _with(state, self.number, suspended=False)
