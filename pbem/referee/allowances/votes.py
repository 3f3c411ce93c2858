"""Votes about extensions that players ask for: more than half of the seats asked must say yes.

A vote is a fact, known by its line in the inbox item that brought it. What half of the seats or more do not want is
refused at once; silence counts as neither, and what is undecided at the deadline lapses.
"""

from datetime import datetime

from pbem.referee.allowances import extensions
from pbem.referee.allowances.extensions import ExtensionReply, ExtensionRequest
from pbem.referee.game import Clock, Game
from pbem.referee.requests import RequestOrigin
from pbem.store.facts.allowances import VoteCast
from pbem.store.refusal import Refusal

YES, NO = "yes", "no"
VOTES = frozenset({YES, NO})
"""The words by which players vote."""


def put_to(game: Game, seat: str, arrived: datetime) -> ExtensionRequest | None:
    """The newest request of this round that had been put to *seat* when an email *arrived*, be it settled or not."""
    pause = game.pause
    if pause is None or game.outcome is not None:
        return None
    found = (
        one
        for one in reversed(extensions.requests(game))
        if one.asked.round == pause.round and seat in one.asked.voters and one.line.at <= arrived
    )
    return next(found, None)


def words_of(game: Game, seat: str, arrived: datetime) -> frozenset[str]:
    """The words in an email of *seat* that are votes: none unless it was asked for its vote."""
    return VOTES if put_to(game, seat, arrived) is not None else frozenset()


def awaited(game: Game, seat: str, item: int, arrived: datetime) -> bool:
    """Whether a yes or no in *item* of *seat* is its vote: it is undecided, and no earlier email has voted."""
    request = put_to(game, seat, arrived)
    if request is None:
        return False
    cast_by = [
        fact.item
        for fact in game.facts
        if isinstance(fact, VoteCast) and fact.seat == seat and fact.request == request.line.seq
    ]
    undecided = any(one.line.seq == request.line.seq for one in extensions.open_requests(game, arrived))
    return item in cast_by or (undecided and not cast_by)


def cast(game: Game, seat: str, origin: RequestOrigin, arrived: datetime, clock: Clock, *, yes: bool) -> ExtensionReply:
    """Count the vote of *seat* in an email that *arrived* at a time, and settle the request if that decides it.

    It may be repeated.
    """
    request = put_to(game, seat, arrived)
    if request is None:
        return ExtensionReply("vote-over")
    fact = VoteCast(seat=seat, request=request.line.seq, yes=yes, item=origin.item, line=origin.line)
    if fact not in game.facts:
        if all(one.line.seq != request.line.seq for one in extensions.open_requests(game, arrived)):
            return ExtensionReply("vote-over")
        game.note(fact, clock())
    _settle(game, request, clock)
    return ExtensionReply("vote-yes" if yes else "vote-no")


def _settle(game: Game, request: ExtensionRequest, clock: Clock) -> None:
    """Grant or refuse a request if the votes decide it."""
    cast_votes = (fact for fact in game.facts if isinstance(fact, VoteCast) and fact.request == request.line.seq)
    said = {fact.seat: fact.yes for fact in cast_votes}
    count, agreed = len(request.asked.voters), sum(said.values())
    if 2 * agreed > count:
        try:
            extensions.grant(game, request, clock)
        except Refusal:  # the deadline was moved or stopped since
            extensions.refuse(game, request, clock, by="vote")
    elif 2 * (len(said) - agreed) >= count:
        extensions.refuse(game, request, clock, by="vote")
