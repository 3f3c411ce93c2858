"""The moderator's word on what the ladder proposes."""

from datetime import datetime

from pbem.referee.game import Clock, Game
from pbem.referee.ladder import rungs
from pbem.referee.ladder.record import proposals
from pbem.store.facts.ladder import RungDeclined, RungProposed, RungTaken
from pbem.store.refusal import Refusal


class NothingProposed(Refusal):
    """The ladder proposes nothing for the seat, or it has no answer of its own."""


def approve(game: Game, seat: str, clock: Clock, reason: str = "") -> RungTaken:
    """Agree to what the ladder proposes for *seat*, and do it; the *reason* is told to everyone.

    Raises `NothingProposed`, and what `guard` does.
    """
    game.guard()
    proposed = proposed_for(game, seat)
    if proposed.rung == "ask the moderator":
        raise NothingProposed(
            f"the ladder proposes nothing for {seat}, it asks you: `pbem deadline extend 24h --as {seat}`, "
            f"`pbem play --default {seat} --reason WHY`, `pbem submit FILE --as {seat}`, or "
            f"`pbem ladder decline {seat} --wait`"
        )
    at = clock()
    taken = rungs.possible(game, proposed, proposed.rung, by="moderator", reason=reason)
    if taken is None:
        raise NothingProposed(
            f"`{proposed.rung}` cannot be done for {seat} now; `pbem ladder decline {seat}` goes on to what is next, "
            f"or `pbem play --default {seat} --reason WHY`"
        )
    return rungs.take(game, taken, at)


def decline(game: Game, seat: str, clock: Clock, *, wait: bool = False, reason: str = "") -> RungDeclined:
    """Do not agree to what the ladder proposes for *seat*: it goes on to what is next, or lets the game *wait*.

    Raises `NothingProposed`, and what `guard` does.
    """
    game.guard()
    at: datetime = clock()
    one = proposed_for(game, seat)
    declined = RungDeclined(
        round=one.round, seat=seat, keys=one.keys, due=one.due, rung=one.rung, wait=wait, reason=reason
    )
    game.note(declined, at)
    return declined


def proposed_for(game: Game, seat: str) -> RungProposed:
    """What the ladder proposes for *seat*; raises `NothingProposed`."""
    found = next((one for one in proposals(game) if one.seat == seat), None)
    if found is None:
        raise NothingProposed(f"the ladder proposes nothing for {seat} now; `pbem ladder` says what comes when")
    return found
