"""The register of agreements (21): proposing, accepting, ending and expiring."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import OrderPath, Problem, Weight, standing_apart
from pbem.engine.table import Table
from pbem_maria.chapters.election import HELD
from pbem_maria.orders.standing import InAdvance
from pbem_maria.orders.statecraft import (
    CANDIDATES,
    CHARLES,
    KEEP_OUT,
    LEAVE,
    NO_PROTECTION,
    OTHER,
    SUBSIDY,
    VOTE,
    Proposal,
)
from pbem_maria.position.powers import PRAGMATIC, allied
from pbem_maria.position.state import AUSTRIA, Agreement, State


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


class AgreementAnsweredLate(SeatSecret[State], frozen=True):
    """An answer to a proposal that came when it was not open any more: only its writer is told."""

    number: int
    answer: str
    """`accept` or `decline`."""
    status: str
    """What had become of it."""


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


RULE = "21"
PROPOSED, IN_FORCE = "proposed", "in force"
OPEN = (PROPOSED, IN_FORCE)
OVER = ("declined", "lapsed", "ended", "expired")
LONGEST = 400
"""Characters of the text of an agreement; every letter repeats it."""
MOST_OPEN, MOST_STANDING = 6, 15
"""Proposals of one seat that may be open at a time, and such together with those of its agreements in force."""

_NEEDS = {
    KEEP_OUT: ("area",),
    NO_PROTECTION: ("area",),
    LEAVE: ("area", "by"),
    VOTE: ("to",),
    SUBSIDY: ("to",),
    OTHER: ("text",),
}
"""The keys that an agreement of a kind requires."""


def powers_of(state: State, party: str) -> tuple[str, ...]:
    """The powers of a party: itself, or all that a seat runs."""
    return (party,) if party in state.seats else state.powers_of(party)


def seats_of(state: State, agreement: Agreement) -> tuple[str, ...]:
    """The seats that must agree, each once."""
    return _seats(state, agreement.parties)


def _seats(state: State, parties: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(state.seats.get(party, party) for party in parties))


def numbered(state: State, number: int) -> Agreement | None:
    """The agreement with *number*, if there is one."""
    return next((each for each in state.agreements if each.number == number), None)


def in_force(state: State) -> tuple[Agreement, ...]:
    """The agreements in force whose matter is not past, as that of a promised vote is after the election (18)."""
    votes = state.election != HELD
    return tuple(each for each in state.agreements if each.status == IN_FORCE and (votes or each.kind != VOTE))


def take(table: Table[State], seat: str, order: InAdvance) -> None:
    """Carry out what a sheet says of agreements: ends, refusals and acceptances first, then its proposals.

    Of what is no longer open, because another sheet was quicker, only *seat* is told. What the seat has proposed
    already in this turn is skipped, as a sheet may come again whole; not so what renews an agreement.
    """
    for number in dict.fromkeys(order.end):
        if _open_to(table.state, seat, number, IN_FORCE):
            _agree_to_end(table, seat, number)
    for number in dict.fromkeys(order.decline):
        if _open_to(table.state, seat, number, PROPOSED):
            table.emit(AgreementDeclined(number=number, seat=seat))
        else:
            _tell_too_late(table, seat, number, "decline", IN_FORCE)
    for number in dict.fromkeys(order.accept):
        if _open_to(table.state, seat, number, PROPOSED):
            _accept(table, seat, number)
        else:
            _tell_too_late(table, seat, number, "accept", *OVER)
    for proposal in order.propose:
        if _proposed_already(table.state, seat, proposal) is None:
            propose(table, entry(table.state, seat, proposal))


def expire(table: Table[State]) -> None:
    """At the beginning of a turn: agreements that expired with the last one, and proposals that lapsed."""
    turn: int = table.state.turn
    for each in table.state.agreements:
        over = each.last is not None and each.last < turn
        if each.status == IN_FORCE and over:
            table.emit(AgreementExpired(number=each.number))
        elif each.status == PROPOSED and (over or each.proposed + 1 < turn):
            table.emit(ProposalLapsed(number=each.number))


def _open_to(state: State, seat: str, number: int, status: str) -> bool:
    found = numbered(state, number)
    return found is not None and found.status == status and seat in seats_of(state, found)


def _tell_too_late(table: Table[State], seat: str, number: int, answer: str, *fates: str) -> None:
    """Tell *seat* that its answer changes nothing, if one of *fates* is what became of the proposal before it."""
    found = numbered(table.state, number)
    if found is not None and found.status in fates and seat in seats_of(table.state, found):
        table.emit(AgreementAnsweredLate(number=number, seat=seat, answer=answer, status=found.status))


def _agree_to_end(table: Table[State], seat: str, number: int) -> None:
    state = table.state
    found = numbered(state, number)
    if found is None or seat in found.ending:
        return
    table.emit(AgreementEnding(number=number, seat=seat))
    if set(seats_of(state, found)) <= {*found.ending, seat}:
        table.emit(AgreementEnded(number=number))


def _accept(table: Table[State], seat: str, number: int) -> None:
    state = table.state
    found = numbered(state, number)
    if found is None or seat in found.accepted:
        return
    table.emit(AgreementAccepted(number=number, seat=seat))
    if set(seats_of(state, found)) <= {*found.accepted, seat}:
        make(table, number, first=max(state.turn, 1))


def propose(table: Table[State], agreement: Agreement) -> None:
    """Enter *agreement* in the register."""
    table.emit(AgreementProposed(agreement=agreement))


def make(table: Table[State], number: int, *, first: int) -> None:
    """Let agreement *number* come into force in turn *first*."""
    found = numbered(table.state, number)
    if found is not None:
        last = min(first + found.turns - 1, table.state.theatre.last_turn) if found.turns else found.last
        table.emit(AgreementMade(number=number, first=first, last=last))


def entry(state: State, seat: str, proposal: Proposal) -> Agreement:
    """The entry in the register that a proposal of *seat* leads to."""
    end = proposal.by or proposal.until
    return Agreement(
        number=len(state.agreements) + 1,
        kind=proposal.kind,
        parties=_parties(state, seat, proposal),
        who=proposal.who,
        to=proposal.to,
        text=proposal.text.strip(),
        areas=proposal.area,
        except_for=proposal.except_,
        proposed=max(state.turn, 1),
        turns=proposal.for_.number if proposal.for_ else 0,
        last=end.turn if end else None,
        proposed_by=seat,
        accepted=(seat,),
    )


def _proposed_already(state: State, seat: str, proposal: Proposal) -> Agreement | None:
    """What *seat* has proposed in this turn with the same terms, and is open or in force; a renewal is another."""
    new = entry(state, seat, proposal)
    return next(
        (
            each
            for each in state.agreements
            if each.status in OPEN
            and _terms(each) == _terms(new)
            and each.proposed_by == seat
            and not _can_be_renewed(state, each)
        ),
        None,
    )


def _can_be_renewed(state: State, agreement: Agreement) -> bool:
    """Whether *agreement* ends with this turn, and the same terms, once accepted in the next, would hold in that."""
    return agreement.status == IN_FORCE and agreement.turns > 0 and agreement.last == max(state.turn, 1)


def _terms(agreement: Agreement) -> Agreement:
    """What was proposed, and in which turn, without what has become of it."""
    last = None if agreement.turns else agreement.last
    return replace(agreement, number=0, status=PROPOSED, accepted=(), ending=(), first=0, last=last, suspended=False)


def _parties(state: State, seat: str, proposal: Proposal) -> tuple[str, ...]:
    """The parties: those named, and the proposer with all its powers unless it names some of its own."""
    named = tuple(dict.fromkeys(proposal.with_))
    return named if seat in _seats(state, named) else (seat, *named)


def check(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with what a sheet says of agreements; every entry stands apart."""
    for number, proposal in enumerate(order.propose):
        where = ("propose", number)
        yield from (standing_apart(each, *where) for each in check_proposal(view, seat, proposal, where))
        if (same := _proposed_already(view, seat, proposal)) is not None:
            yield Problem("proposed-already", where, RULE, {"number": same.number}, Weight.unwise)
    yield from _check_room(view, seat, order)
    for key, status in (("accept", PROPOSED), ("decline", PROPOSED), ("end", IN_FORCE)):
        for place, number in enumerate(getattr(order, key)):
            where = (key, place)
            yield from (standing_apart(each, *where) for each in _check_number(view, seat, number, status, where))
    for number in sorted(set(order.accept) & set(order.decline)):
        both = tuple(
            (key, place)
            for key in ("accept", "decline")
            for place, each in enumerate(getattr(order, key))
            if each == number
        )
        where = ("decline", order.decline.index(number))
        yield Problem("accepts-and-declines", where, RULE, {"number": number}, apart=both)


def _check_room(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """Whether there is room in the register for what *seat* proposes: every letter lists it."""
    off = {*order.decline, *order.end}
    own = [each for each in view.agreements if each.proposed_by == seat and each.number not in off]
    waiting = sum(each.status == PROPOSED for each in own)
    standing = waiting + sum(each.status == IN_FORCE for each in own)
    room = max(0, min(MOST_OPEN - waiting, MOST_STANDING - standing))
    new = [number for number, each in enumerate(order.propose) if _proposed_already(view, seat, each) is None]
    if len(new) > room:
        numbers = tuple(each.number for each in own if each.status == PROPOSED)
        args = {
            "open": waiting,
            "standing": standing,
            "most_open": MOST_OPEN,
            "most": MOST_STANDING,
            "proposals": numbers,
        }
        for number in new[room:]:
            yield Problem("register-full", ("propose", number), RULE, args, apart=(("propose", number),))


def _check_number(view: State, seat: str, number: int, status: str, path: OrderPath) -> Iterator[Problem]:
    found = numbered(view, number)
    if found is None:
        yield Problem("no-such-agreement", path, RULE, {"number": number})
    elif seat not in seats_of(view, found):
        yield Problem("not-your-agreement", path, RULE, {"number": number, "agreement": found})
    elif found.status != status:
        args = {"number": number, "agreement": found}
        yield Problem("agreement-not-open" if status == PROPOSED else "agreement-not-in-force", path, RULE, args)


def check_proposal(view: State, seat: str, proposal: Proposal, path: OrderPath) -> Iterator[Problem]:
    """What is wrong with an agreement that *seat* proposes, at *path* of its sheet."""
    parties = _parties(view, seat, proposal)
    if len(_seats(view, parties)) < 2:
        yield Problem("agrees-with-oneself", (*path, "with_"), RULE)
    yield from _check_terms(proposal, path)
    yield from _check_time(view, proposal, path)
    bound = {power for party in parties for power in powers_of(view, party)}
    for place, party in enumerate(proposal.who):
        if not bound & set(powers_of(view, party)):
            yield Problem("not-a-party", (*path, "who", place), RULE, {"party": party})
    if proposal.kind == NO_PROTECTION:
        for place, city in enumerate(proposal.area):
            if city not in view.board.cities or not view.board.cities[city].is_fortress:
                yield Problem("not-a-fortress", (*path, "area", place), RULE, {"city": city})
    if proposal.to:
        yield from _check_gift(view, _bound(view, parties, proposal.who), proposal, path)


def _check_terms(proposal: Proposal, path: OrderPath) -> Iterator[Problem]:
    other_end = proposal.until or proposal.for_
    for key in _NEEDS.get(proposal.kind, ()):
        if not getattr(proposal, key) and not (key == "by" and other_end):
            yield Problem("agreement-lacks", path, RULE, {"kind": proposal.kind, "key": key})
    if proposal.to and proposal.kind not in (VOTE, SUBSIDY):
        yield Problem("agreement-to-nobody", (*path, "to"), RULE, {"kind": proposal.kind})
    if len(proposal.text) > LONGEST:
        yield Problem("agreement-too-long", (*path, "text"), RULE, {"length": len(proposal.text), "limit": LONGEST})


def _check_time(view: State, proposal: Proposal, path: OrderPath) -> Iterator[Problem]:
    now, last = max(view.turn, 1), view.theatre.last_turn
    ends = {
        "by": proposal.by.turn if proposal.by else 0,
        "until": proposal.until.turn if proposal.until else 0,
        "for_": now + proposal.for_.number - 1 if proposal.for_ else 0,
    }
    wrong = [key for key, turn in ends.items() if turn and (key == "by") != (proposal.kind == LEAVE)]
    for key in wrong:
        yield Problem("wrong-end", (*path, key), RULE, {"kind": proposal.kind, "key": key.strip("_")})
    if not wrong and ends["until"] and ends["for_"]:
        yield Problem("two-durations", (*path, "for_"), RULE)
        return
    for key, turn in ends.items():
        if turn and key not in wrong and turn < now:
            yield Problem("agreement-over", (*path, key), RULE, {"number": turn, "turn": view.turn})
        elif turn > last and key not in wrong:
            yield Problem("agreement-beyond", (*path, key), RULE, {"number": turn, "last": last, "key": key.strip("_")})


def _bound(view: State, parties: tuple[str, ...], who: tuple[str, ...]) -> tuple[str, ...]:
    """The powers of *who* or, if it is empty, of all *parties*."""
    return tuple(power for party in who or parties for power in powers_of(view, party))


def _check_gift(view: State, bound: tuple[str, ...], proposal: Proposal, path: OrderPath) -> Iterator[Problem]:
    """Whether a vote or a subsidy is one that the rules allow (18, 20): nothing may be agreed on against a rule."""
    where = (*path, "to")
    if proposal.kind == VOTE:
        free = [power for power in bound if power not in (AUSTRIA, PRAGMATIC)]
        if not view.theatre.is_advanced or view.election == HELD:
            yield Problem("no-election-to-come", where, "18")
        elif proposal.to not in CANDIDATES or (proposal.to == CHARLES and not free):
            yield Problem("vote-not-free", where, "18", {"to": proposal.to})
    elif proposal.kind == SUBSIDY:
        givers = [power for power in bound if view.theatre.edition.powers[power].is_major and power != proposal.to]
        if not any(allied(view, giver, proposal.to) for giver in givers):
            yield Problem("subsidy-to-no-ally", where, "20", {"to": proposal.to})
