"""What the log says: pauses, what a seat saw, whether a backup was put back.

With even pauses advance orders of a seat count at the deadline, as if its sheet had come in time. Otherwise the missing
pause would reveal that its standing orders cover the question.

An email shows it by the Message-ID of a letter not written yet, which no one can invent.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import msgspec

from pbem.engine.decision import RULING, Decision
from pbem.engine.event import Event, Rewound
from pbem.engine.play import Source, asked
from pbem.engine.position import Position
from pbem.engine.table import Answer, Entry
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after, standing_answer
from pbem.store.inbox import InboxItem
from pbem.store.log import OpenQuestion


def concerned(game: Game, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The seats that a pause for *decisions* concerns, in their order; none named means everyone.

    It concerns everyone if one of its questions does, or if something happened that everyone is to read of at once:
    since the last letters to all an answer was given to a question that concerns everyone, or the moderator acted.
    """
    if not decisions or not all(one.concerns for one in decisions) or _news_for_all(game):
        return ()
    seats = {seat for one in decisions for seat in (one.seat, *one.concerns)}
    return tuple(seat for seat in game.titles if seat in seats)


def _news_for_all(game: Game) -> bool:
    """Whether something was played since the last letters to all that is news for everyone; before the first it is."""
    for line in reversed(game.log.lines):
        if line.pause and not line.pause.to:
            return False
        if line.entry is None or line.cause:
            continue
        acted = any(isinstance(event, Rewound) for event in line.entry.events)
        if acted or any(answer.by == RULING for answer in line.entry.answers):
            return True
        if line.entry.answers and not all(one.concerns for one in asked(game.table.at(line.entry.number - 1)[0])):
            return True
    return True


def evenly(game: Game, source: Source, at: datetime) -> Source:
    """*source*, the standing orders; if pauses are even, it answers only after the deadline of the letters that asked.

    For a seat played by a bot it answers at once: the game never waits for that, whatever its advance orders.
    """
    if not game.even:
        return source
    due = over(game, at)

    def answer(decision: Decision, view: Position) -> Answer | None:
        if game.settings.seats[decision.seat].bot:
            return source(decision, view)
        return source(decision, view) if due(decision) else None

    return answer


def in_advance(game: Game, stage: SeatStage, view: Position) -> bool:
    """Whether the letter that asks a seat must say that its advance orders answer already."""
    if not game.even or not stage.pending or game.settings.seats[stage.seat].bot:
        return False
    return standing_answer(game.ruleset, stage, view) is not None


def wait_after_last_sheet(game: Game) -> Mapping[OpenQuestion, datetime]:
    """Until when each question of the last letters waits after the newest sheet for any of them.

    So that sheet can be replaced, too. Never longer than until it is due; empty if the game has no such grace.
    """
    grace, pause = game.settings.grace_after_the_last_sheet, game.pause
    if grace is None or pause is None:
        return {}
    asked = [one for one in pause.waits if not one.bot]
    counting = (submissions.counting(game, one.seat, one.key, one.asked) for one in asked)
    newest = max((one.received for one in counting if one and one.by == "sheet"), default=None)
    if newest is None:
        return {}
    ends = newest + grace.length
    return {one: min(ends, pause.due(one) or ends) for one in asked}


def plays_if_last(game: Game, due: datetime | None, at: datetime) -> datetime | None:
    """When play continues if a sheet that came *at* a time, for what is *due* then, is the last one.

    None if that is at once. It is the same whether others have sent theirs, of which no one is to learn.
    """
    grace = game.settings.grace_after_the_last_sheet
    if grace is None or (due is not None and at >= due):
        return None
    ends = at + grace.length
    return min(ends, due) if due else ends


def grace_in_words(game: Game) -> str:
    """How long play waits after the last sheet: `10 minutes`; empty if it does not."""
    grace = game.settings.grace_after_the_last_sheet
    return str(grace) if grace else ""


def in_time(game: Game, source: Source, at: datetime) -> Source:
    """*source* without answers to questions of the last letters that may not be played yet, by the rules of time."""
    pause = game.pause
    waits = wait_after_last_sheet(game)
    shut = {
        (one.seat, one.key): one.asked
        for one in (pause.waits if pause else ())
        if (pause and pause.shuts_out(one, at)) or (one in waits and at < waits[one])
    }
    if not shut:
        return source

    def answer(decision: Decision, view: Position) -> Answer | None:
        told = shut.get(decision.name)
        is_shut = told is not None and told == asked_after(game.table, decision.key)
        return None if is_shut else source(decision, view)

    return answer


def over(game: Game, at: datetime) -> Callable[[Decision], bool]:
    """Whether the deadline of the letters that put a decision has passed, and the grace after it.

    It has not for what players cannot know of: where mail cannot be fetched, it is as late as when it last could.
    """
    at = min(at, deadlines.known_until(game.folder) or at)
    pause = game.pause
    questions = [(one, pause.closes(one)) for one in pause.waits] if pause else []
    found = {(one.seat, one.key): one.asked for one, due in questions if due is not None and at >= due}

    def is_over(decision: Decision) -> bool:
        told = found.get(decision.name)
        return told is not None and told == asked_after(game.table, decision.key)

    return is_over


_KIND = "shown"


class ShownProgress(msgspec.Struct, frozen=True):
    """The newest round whose letter an email names."""

    round: int


def keep_shown(game: Game, item: InboxItem, newest: int) -> None:
    """Record that *item* names the letter of round *newest*."""
    game.inbox.keep_beside(item, _KIND, msgspec.json.encode(ShownProgress(newest)))


def shown_by(game: Game, item: InboxItem) -> int:
    """The newest round later than the present one that *item* shows was reached; 0 if none."""
    note = game.inbox.beside(item, _KIND, ShownProgress, "the mail is read again")
    return note.round if note and note.round > present(game) else 0


def waiting_behind(game: Game) -> list[InboxItem]:
    """The emails that wait because they show a later round, in their order; none once the game is over."""
    if not game.table.state.flow:
        return []
    return [item for item in game.inbox.waiting() if game.inbox.verdict(item) is None and shown_by(game, item)]


def behind(game: Game) -> int:
    """The newest round that waiting emails show was reached; 0 if the game is not behind."""
    return max((shown_by(game, item) for item in waiting_behind(game)), default=0)


def present(game: Game) -> int:
    """The round of the last letters."""
    return game.pause.round if game.pause else 0


class SeenEntry(msgspec.Struct, frozen=True):
    """The events of an entry of the log that someone saw, and the step that led to them."""

    step: str
    events: Sequence[Event]


def seen_log(game: Game, who: str) -> list[SeenEntry]:
    """The log as *who* saw it: no answers, for they are told by events if at all.

    What it saw nothing of is left out and not counted either: that someone sent a sheet out of turn is a secret.
    """
    return [SeenEntry(entry.step, events) for entry in game.log.entries if (events := seen_events(entry, who))]


def seen_events(entry: Entry, who: str) -> list[Event]:
    """The events of an entry as *who* saw them."""
    return [seen for event in entry.events if (seen := event.seen_by(who)) is not None]
