"""What follows by itself when a seat has changed hands, and what ends by itself.

the plans of its earlier holder are dropped, if what it had sent became void
its deadline moves, so that a new player has the notice of the usual rule
a stand-in whose time is over gives the seat back
an invitation that no one accepted expires
"""

from collections.abc import Iterator
from datetime import datetime

from pbem.engine.coming import replace_plans
from pbem.referee.game import Game
from pbem.referee.seats import changes, invitations
from pbem.referee.seats.holders import HandOver
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.referee.timekeeping.by_rule import rule_of
from pbem.store.facts.seats import SeatTaken
from pbem.store.facts.time import DeadlineMoved
from pbem.store.log import LogLine

BY = "seat"
"""What moved a deadline, if a new player did."""


def coming(game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """The ends of stand-ins and of invitations."""
    if not game.table.state.flow:
        return
    for seat, held in game.holders.items():
        if held.stand_in and held.stand_in.until:
            yield AgendaItem(held.stand_in.until, "stand-in-ends", (seat,))
        invited = invitations.open_for(game, seat)
        if invited:
            yield AgendaItem(invited.until, "invitation-expires", (seat,))


def act(game: Game, at: datetime) -> bool:
    """End what is over, and complete what a change of hands leads to."""
    before = len(game.log.lines)
    for seat, held in game.holders.items():
        if held.stand_in and held.stand_in.until and held.stand_in.until <= at:
            changes.end_stand_in(game, seat, lambda: at, by="time")
        invitations.expire(game, seat, at)
    finish(game, at)
    return len(game.log.lines) > before


SOURCE = AgendaSource(coming, act)


def finish(game: Game, at: datetime) -> None:
    """Complete what the changes of hands so far lead to; once for each, however often it is called."""
    if not game.table.state.flow:
        return
    for seat in game.titles:
        line = _last_change(game, seat)
        if line is not None and isinstance(line.fact, HandOver):
            _drop_plans(game, line, line.fact, at)
            if isinstance(line.fact, SeatTaken):
                _give_notice(game, line, line.fact, at)


def _last_change(game: Game, seat: str) -> LogLine | None:
    number = game.tenure(seat).line
    return game.log.lines[number - 1] if number else None


def _drop_plans(game: Game, line: LogLine, fact: HandOver, at: datetime) -> None:
    """Drop the plans for coming decisions that were made before the seat changed hands."""
    cause = f"seat-{line.seq}"
    if fact.orders == "keep" or not game.view(fact.seat).kept or game.log.caused(cause):
        return
    game.append(replace_plans(game.table, fact.seat, ()), at, cause)


def _give_notice(game: Game, line: LogLine, fact: SeatTaken, at: datetime) -> None:
    """Move the deadline of the seat's open questions, unless a new player has the usual notice, or it was moved since.

    For this seat alone: the others have had theirs.
    """
    pause, wanted = game.pause, dict.fromkeys(fact.open)
    if pause is None or any(_moves(one, pause.round, fact.seat) for one in game.log.lines[line.seq :]):
        return
    found = [one for one in pause.waits if one.seat == fact.seat and (one.key, one.asked) in wanted]
    times = [(pause.due(one), game.settings.deadlines.due(line.at, rule_of(game, one))) for one in found]
    later = [after for due, after in times if due is not None and after is not None and after > due]
    if later:
        game.note(DeadlineMoved(round=pause.round, to=max(later), by=BY, seats=(fact.seat,)), at)


def _moves(line: LogLine, number: int, seat: str) -> bool:
    fact = line.fact
    return isinstance(fact, DeadlineMoved) and fact.round == number and seat in (fact.seats or (seat,))
