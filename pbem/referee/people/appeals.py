"""Appeals: a player asks the moderator to decide something.

That a clock stands because of an appeal everyone is told, but not whose it is or what it says: that may give away what
its player alone knows.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from pbem.engine.decision import RULING
from pbem.engine.order import Problem
from pbem.engine.play import faults
from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.edited_rules import AgendaSource
from pbem.referee.deadlines.moving import resume_clock, stop_clock
from pbem.referee.game import Clock, Game
from pbem.referee.stage import SeatStage
from pbem.store.facts import AppealEnd, AppealMade, AppealSettled, ClockStopped, SheetNoLongerLegal, WordsAnswered

BY = "appeals"
"""What a stop of the clock says of its source: the setting."""
MOST_STOPS = 3
"""Appeals of one seat in a year that stop the clock; the moderator reads further ones all the same."""
LONGEST = 4000
"""Characters of an appeal that the log keeps; the inbox keeps all of it."""
_YEAR = timedelta(days=365)


class NoAppeal(Refusal):
    """There is no such appeal, or it is settled."""

    code = "no-appeal"


class OpenAppeal(msgspec.Struct, frozen=True):
    """An appeal that the moderator has not settled, and when it was made."""

    made: AppealMade
    at: datetime


def open_appeals(game: Game) -> tuple[OpenAppeal, ...]:
    """The appeals that wait for the moderator, the oldest first. A reply to its email settles one, too."""
    found: dict[int, OpenAppeal] = {}
    for line in game.log.facts:
        fact = line.fact
        if isinstance(fact, AppealMade):
            found[fact.item] = OpenAppeal(fact, line.at)
        elif isinstance(fact, AppealSettled | WordsAnswered):
            found.pop(fact.item, None)
    return tuple(found.values())


def appeal(game: Game, seat: str, item: int, text: str, clock: Clock) -> bool:
    """Note the appeal of *seat* in inbox item *item*, once, and stop the clock if the game wants that.

    Returns whether the clock stands because of it.
    """
    pause = game.last_letter(seat)
    if _made(game, item) is None:
        said = "" if game.settings.mail.sealed is not None else text[:LONGEST]
        game.note(AppealMade(item=item, seat=seat, round=pause.round if pause else 0, text=said), clock())
    if game.settings.appeals != "stop the clock" or _stops(game, seat, item) >= MOST_STOPS:
        return False
    if any(one.made.item == item for one in open_appeals(game)):
        stop_clock(game, clock, by=BY)
    return True


def settle(game: Game, item: int, how: AppealEnd, reason: str, clock: Clock) -> AppealSettled:
    """Settle the appeal *item* and let the clock go on if no other waits; raises `NoAppeal`.

    Settling it again just so changes nothing.
    """
    wanted = AppealSettled(item=item, how=how, reason=reason)
    must_be_known(game, item)
    if wanted not in game.facts:
        if not any(one.made.item == item for one in open_appeals(game)):
            raise NoAppeal(f"appeal {item} is settled already; `pbem appeal` lists those that wait")
        game.note(wanted, clock())
    go_on(game, clock())
    return wanted


def was_made(game: Game, item: int) -> bool:
    """Whether inbox item *item* is an appeal, open or settled."""
    return _made(game, item) is not None


def must_be_known(game: Game, item: int) -> AppealMade:
    """The appeal *item*, open or settled; raises `NoAppeal`."""
    found = _made(game, item)
    if found is None:
        raise NoAppeal(f"there is no appeal {item}; `pbem appeal` lists those that wait")
    return found


def go_on(game: Game, at: datetime) -> bool:
    """Let the clock run again if an appeal stopped it and none waits; whether it stood because of one."""
    if open_appeals(game):
        return False
    stood = [
        line.seq
        for line in deadlines.stops(game.log.facts).values()
        if isinstance(line.fact, ClockStopped) and line.fact.by == BY
    ]
    for stop in stood:
        resume_clock(game, lambda: at, by=BY, stop=stop)
    return bool(stood)


def _made(game: Game, item: int) -> AppealMade | None:
    return next((one for one in game.facts if isinstance(one, AppealMade) and one.item == item), None)


def _stops(game: Game, seat: str, item: int) -> int:
    """How many appeals *seat* made in the year before *item*."""
    made = [(line.at, line.fact) for line in game.log.facts if isinstance(line.fact, AppealMade)]
    now = next((at for at, fact in made if fact.item == item), None)
    earlier = (at for at, fact in made if fact.seat == seat and fact.item < item)
    return sum(now is not None and now - at < _YEAR for at in earlier)


APPEALS = AgendaSource(lambda game, at: (), go_on)
"""Lets the clock go on after a reply that settled the last appeal."""


def overtaken(game: Game) -> Iterator[tuple[SheetNoLongerLegal, list[Problem]]]:
    """The sheets that would count if a ruling had not made them illegal, with what is wrong in them now."""
    ruled = max(
        (entry.number for entry in game.table.entries if any(one.by == RULING for one in entry.answers)), default=0
    )
    for seat in game.titles:
        for stage in game.stages(seat):
            if stage.pending and stage.asked < ruled and (found := _overtaken(game, stage)):
                yield found


def _overtaken(game: Game, stage: SeatStage) -> tuple[SheetNoLongerLegal, list[Problem]] | None:
    counts = submissions.counting(game, stage.seat, *stage.put)
    order = submissions.opened(game, counts).order if counts and counts.by == "sheet" else None
    if counts is None or order is None:
        return None
    wrong = faults(stage.step, game.view(stage.seat), stage.decision, order)
    fact = SheetNoLongerLegal(seat=stage.seat, key=stage.decision.key, asked=stage.asked, item=counts.item)
    return (fact, wrong) if wrong else None


def _note(game: Game, at: datetime) -> bool:
    told = [fact for fact in game.facts if isinstance(fact, SheetNoLongerLegal)]
    new = [fact for fact, _ in overtaken(game) if fact not in told]
    for fact in new:
        game.note(fact, at)
    return bool(new)


OVERTAKEN_SHEETS = AgendaSource(lambda game, at: (), _note)
"""Notes such sheets in the turn after the ruling."""
