"""The imperial election (18): the votes and the candidates."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem_maria.orders.standing import InAdvance, KeptAnswers
from pbem_maria.orders.statecraft import CANDIDATES, CHARLES, FRANCIS, Votes
from pbem_maria.position.powers import FRANCE, PRAGMATIC, allied, controller
from pbem_maria.position.state import AUSTRIA, SAXONY, State

RULE = "18"
PENDING, HELD = "pending", "held"
CLOCKWISE = ("maria-theresa", "louis", "frederick", "coalition")
"""The order in which the seats vote: clockwise from Austria."""
BOX_OF = {FRANCIS: AUSTRIA, CHARLES: FRANCE}
"""The power that puts a marker into the Emperor box, by candidate."""


class Vote(msgspec.Struct, frozen=True):
    """One of the nine votes: the power that controls the fortress has it."""

    city: str
    power: str
    seat: str
    bound: bool
    """Whether it goes to Francis Stephen in any case."""


def votes(state: State) -> tuple[Vote, ...]:
    """Every vote, seat by seat in the order in which they vote."""
    electors = [city.id for city in state.board.fortresses if city.elector]
    held = [(city, controller(state, city)) for city in electors]
    found = [Vote(city, power, state.seat_of(power), _is_bound(state, power)) for city, power in held if power]
    return tuple(sorted(found, key=lambda vote: CLOCKWISE.index(vote.seat)))


def _is_bound(state: State, power: str) -> bool:
    return power in (AUSTRIA, PRAGMATIC) or (power == SAXONY and SAXONY in state.neutral)


def free_votes(state: State, seat: str) -> tuple[Vote, ...]:
    """The votes that *seat* may give to either candidate."""
    return tuple(vote for vote in votes(state) if vote.seat == seat and not vote.bound)


def usual(state: State, power: str) -> str:
    """The candidate of *power* unless its player says otherwise: Francis Stephen for Austria's allies."""
    return FRANCIS if allied(state, power, AUSTRIA) else CHARLES


def cast(vote: Vote, said: Votes) -> str | None:
    """The candidate that *said* gives the vote to: by its fortress, by its power, or by what is said for all."""
    return said.each.get(vote.city) or said.each.get(vote.power) or said.all


def in_short(cast_votes: Mapping[str, str]) -> Votes:
    """Votes by fortress as a player would say them: in one word if they all go to one candidate."""
    candidates = set(cast_votes.values())
    return Votes(all=candidates.pop()) if len(candidates) == 1 else Votes(each=cast_votes)


def check(view: State, seat: str, said: Votes) -> Iterator[Problem]:
    """What is wrong with the votes of a seat that is asked."""
    free = free_votes(view, seat)
    cities, powers = tuple(vote.city for vote in free), tuple(dict.fromkeys(vote.power for vote in free))
    for voter in said.each:
        if voter not in (*cities, *powers):
            args = {"voter": voter, "cities": cities}
            yield Problem("no-vote-there", ("vote", voter), RULE, args)
    for vote in free:
        if cast(vote, said) is None:
            args = {"city": vote.city, "power": vote.power, "candidates": CANDIDATES}
            yield Problem("vote-missing", ("vote",), RULE, args)


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with votes in standing orders: they count in the advanced game only."""
    if order.standing is not None and order.standing.vote is not None and not view.theatre.is_advanced:
        yield Problem("advanced-only", ("standing", "vote"), RULE, apart=(("standing", "vote"),))


def in_advance(view: State, seat: str, given: KeptAnswers) -> Votes | None:
    """The votes of *seat* by its standing orders, each by its fortress; nothing if one of them is open."""
    free = free_votes(view, seat)
    if given.vote is None:
        return None
    found = {vote.city: cast(vote, given.vote) for vote in free}
    each = {city: candidate for city, candidate in found.items() if candidate}
    return Votes(each=each) if len(each) == len(found) else None


def result(cast_votes: Mapping[str, str]) -> tuple[str, int]:
    """The candidate with the most votes, and how many; *cast_votes* holds the candidate by fortress."""
    tally = {candidate: list(cast_votes.values()).count(candidate) for candidate in CANDIDATES}
    winner = max(tally, key=lambda candidate: tally[candidate])
    return winner, tally[winner]


class ElectionCalled(Event[State], frozen=True):
    """The card of the imperial election was turned: the emperor is elected at the end of this turn."""

    def change(self, state: State) -> State:
        return replace(state, election="pending")


class Voted(Event[State], frozen=True):
    """The power that controls an electoral fortress cast its vote, of its own choice or not (*bound*)."""

    city: str
    power: str
    candidate: str
    bound: bool = False


class ElectionHeld(Event[State], frozen=True):
    """An emperor was elected with so many *votes*."""

    winner: str
    votes: int

    def change(self, state: State) -> State:
        return replace(state, election="held")
