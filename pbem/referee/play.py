"""Play on, and what keeps play waiting: the letters that asked, their deadlines and graces; bots.

With even pauses advance orders of a seat count at the deadline, as if its sheet had come in time. Otherwise the missing
pause would reveal that its standing orders cover the question.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

from msgspec.structs import replace

from pbem.engine.bot import BY, BY_LADDER, BotAnswer, try_bot
from pbem.engine.decision import NEVER, RULING, USUAL, Decision
from pbem.engine.event import Rewound
from pbem.engine.play import Source, asked, lacking, plans, play, policies, silence, waiting
from pbem.engine.playtest import bot_of
from pbem.engine.position import Position
from pbem.engine.table import Answer, Entry
from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.deadlines import allowances, deadlines, edited_rules
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.game import Clock, Game
from pbem.referee.keys import new_salt
from pbem.referee.people import changes
from pbem.referee.stage import NotAsked, SeatStage, asked_after, standing_answer
from pbem.store.facts import DeadlineMissed, PlayAnyway, RungDeclined, RungProposed, RungTaken
from pbem.store.log import LogLine, OpenQuestion, Pause


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


def is_covered(game: Game, stage: SeatStage, view: Position) -> bool:
    """Whether play does not wait for a seat that is asked, as its standing orders answer already."""
    if game.even or not stage.pending or game.settings.seats[stage.seat].bot:
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


def plays(game: Game, seat: str) -> bool:
    """Whether a bot plays *seat*."""
    return game.settings.seats[seat].bot


def seats(game: Game) -> tuple[str, ...]:
    """The seats that bots play, in the order in which letters list them."""
    return tuple(seat for seat in game.titles if plays(game, seat))


def source(game: Game) -> Source:
    """The last source of answers: the bot, for the seats that it plays."""

    def answer(decision: Decision, _view: Position) -> Answer | None:
        return tried(game, decision).answer

    return answer


def tried(game: Game, decision: Decision) -> BotAnswer:
    """The bot's result for a pending decision; neither answer nor trouble if it does not play.

    It also plays what the ladder lets it answer for a seat that did not.
    """
    if plays(game, decision.seat):
        return bot_answer(game, decision)
    taken = bot_of_ladder(game, decision)
    if taken is None:
        return BotAnswer()
    found = bot_answer(game, decision)
    if found.answer is None:
        return found
    by, note = (BY, taken.reason) if taken.by == "moderator" else (BY_LADDER, taken.at)
    return BotAnswer(replace(found.answer, by=by, note=note))


def bot_answer(game: Game, decision: Decision) -> BotAnswer:
    """The bot's result for a pending decision, whoever plays its seat."""
    return try_bot(game.ruleset, bot_of(game.ruleset.name), game.table, decision)


class NoLogEntry(Refusal):
    """The log has no such entry."""

    code = "no-entry"


def play_on(game: Game, clock: Clock, *, anyway: bool = False) -> int:
    """Play until answers are missing and note the pause; return the number of entries played.

    Sheets come first, then plans and standing orders, then the bot if it plays; last, after a deadline, what the rules
    say about silence. A stage that a seat holds waits for its deadline, and so do plans and standing orders if pauses
    are even, and all that the rules of time do not let play early, unless the moderator continues *anyway*; one with a
    sealed sheet waits for the key. Nothing is played while the clock of the game is stopped. Without anything new
    since the last pause this does nothing. Raises what `guard` does.
    """
    game.guard()
    before = len(game.table.entries)
    anyway = anyway or _allowed(game)
    if anyway or not deadlines.waits_for_clock(game.log.facts):
        with suppress(submissions.Locked):
            play(game.table, _sources(game, clock, anyway=anyway), lambda entry: game.append(entry, clock()))
    if _something_new(game.log.lines):
        changes.keep_promises(game, clock())  # before the letters of a turn: they go to who holds a seat from then on
        _note_pause(game, clock)
    return len(game.table.entries) - before


def ready(game: Game, clock: Clock, *, anyway: bool = False) -> bool:
    """Whether `play_on` would play something now, or note a pause that a kill prevented."""
    anyway = anyway or _allowed(game)
    if not anyway and deadlines.waits_for_clock(game.log.facts):
        return _something_new(game.log.lines)
    try:
        return _something_new(game.log.lines) or (
            bool(game.table.state.flow) and not lacking(game.table, _sources(game, clock, anyway=anyway))
        )
    except submissions.Locked:
        return False


def let_play(game: Game, clock: Clock) -> None:
    """Let play continue whatever seats hold and rules of time say, once: `play_on` then does; raises `NotAsked`."""
    game.guard()
    if not game.table.state.flow:
        raise NotAsked("the game is over")
    missing = sorted({one.seat for one in lacking(game.table, _sources(game, clock, anyway=True))})
    if missing:
        raise NotAsked(f"the game waits for a sheet of {' and '.join(game.titles[seat] for seat in missing)}")
    if game.pause and not _allowed(game):
        game.note(PlayAnyway(round=game.pause.round), clock())


def _allowed(game: Game) -> bool:
    """Whether the moderator lets play continue all the same after the last letters."""
    pause = game.pause
    return pause is not None and any(line.fact == PlayAnyway(round=pause.round) for line in game.log.facts)


def _sources(game: Game, clock: Clock, *, anyway: bool) -> tuple[Source, ...]:
    """The sources of answers, in order."""
    standing, silent = (plans, policies(game.ruleset.policies)), silence(over(game, clock()))
    if anyway:
        return submissions.source(game), *standing, source(game), silent
    even = (evenly(game, source, clock()) for source in standing)
    sources = submissions.source(game), *even, source(game), silent
    return tuple(in_time(game, submissions.respecting(game, source, clock()), clock()) for source in sources)


def apply_default(game: Game, seat: str, reason: str, clock: Clock) -> None:
    """Answer for *seat* with the default of each of its decisions, where it has not answered: an act of the moderator.

    Raises `NotAsked` if one of them has no default.
    """
    game.guard()
    stages = [stage for stage in game.stages(seat) if stage.pending]
    if not stages:
        raise NotAsked(f"{seat} has nothing to answer now")
    lacking = [stage for stage in stages if submissions.counting(game, seat, *stage.put) is None] or stages
    bare = next((stage for stage in lacking if stage.decision.default is None), None)
    if bare is not None:
        raise NotAsked(f"the decision {bare.decision.key} has no default; submit a sheet for {seat} instead")
    for stage in stages:
        if stage.decision.default is not None:
            submissions.apply_default(game, stage, clock(), reason)


def rewind(game: Game, to: int, reason: str, clock: Clock) -> Entry:
    """Rewind the game, or move it forward again, to entry *to*; raises `NoLogEntry` if there is none.

    Repeating the last rewind word for word changes nothing. If the game is over its key of chance is public: from here
    on draws and tokens have other keys.
    """
    game.guard()
    entries = game.table.entries
    check_entry(game, to)
    if entries and entries[-1].events[:1] == (Rewound(to=to, reason=reason),):
        return entries[-1]
    salt = new_salt() if game.outcome is not None else ""
    entry = game.table.rewind(to, reason)
    game.append(entry, clock(), salt=salt)
    return entry


def check_entry(game: Game, number: int) -> None:
    """Raise `NoLogEntry` if the log has no entry with that *number*."""
    last = len(game.table.entries)
    if not 0 <= number <= last:
        raise NoLogEntry(f"there is no entry {number}: the log has {last}; `pbem show log --moderator` lists them")


def entry_of_round(game: Game, number: int) -> int:
    """The last entry before the letters of round *number*, for `rewind`; raises `NoLogEntry`."""
    for pause in game.log.pauses:
        if pause.round == number:
            return pause.entry
    raise NoLogEntry(f"there is no round {number}; the last is {len(game.log.pauses)}")


def _something_new(lines: Sequence[LogLine]) -> bool:
    """Whether an entry not caused by a single sheet came after the last pause: then letters are due."""
    for line in reversed(lines):
        if line.pause:
            return False
        if line.entry and not line.cause:
            return True
    return False


def _note_pause(game: Game, clock: Clock) -> None:
    at = clock()
    decisions = waiting(game.table)
    stopped = deadlines.stops(game.log.facts).values()

    def due(rule: str, seat: str) -> datetime | None:
        stands = any(deadlines.stopped_for(line, seat) for line in stopped)
        return None if stands else game.settings.deadlines.due(at, rule)

    dues = [due(decision.due, decision.seat) for decision in decisions]
    usual = due(USUAL, "")
    if dues and not any(decision.due == USUAL for decision in decisions):
        usual = max(filter(None, dues), default=None)
    pairs = zip(decisions, dues, strict=True)
    waits = tuple(_question(game, decision, at, due, differs=due != usual) for decision, due in pairs)
    number = len(game.log.pauses) + 1
    to = concerned(game, decisions)
    pause = Pause(number, len(game.table.entries), waits, usual if waits else None, to)
    pause = allowances.with_the_question(game, pause, at)
    game.stop(pause, at, edited_rules.to_record(game))


def _question(game: Game, decision: Decision, at: datetime, due: datetime | None, *, differs: bool) -> OpenQuestion:
    asked, answered = asked_after(game.table, decision.key), tried(game, decision).answer is not None
    named, own = (decision.due, due) if differs else ("", None)
    rule = game.settings.deadlines.rule_for(decision.due)
    return OpenQuestion(
        decision.key,
        decision.seat,
        asked,
        bot=answered,
        rule=named,
        due=own,
        early=rule.early.allowed,
        opens=rule.opens(at, due) if rule.early.allowed and decision.due != NEVER else None,
        grace=rule.closes(due) - due if due else timedelta(0),
    )


PLAY = "play"
GRACE = "grace"


def continues(game: Game, at: datetime) -> datetime | None:
    """When play continues by itself, where only time keeps it waiting; None if it does not wait for that alone.

    All answers are in, and no seat holds the stage longer than until then.
    """
    opens = game.pause.not_before(at) if game.pause else None
    waits = (end for end in wait_after_last_sheet(game).values() if end > at)
    times = sorted({*waits, *submissions.hold_ends(game, at), *((opens,) if opens else ())})

    def plays(then: datetime) -> bool:
        return ready(game, lambda: then)

    if not times or plays(at):
        return None
    return next(filter(plays, times), None)


def _coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    opens = continues(game, at)
    if opens is not None:
        yield AgendaItem(opens, PLAY)
    ends: dict[datetime, list[str]] = defaultdict(list)
    pause = game.pause
    for one in pause.waits if pause else ():
        closes = pause.closes(one) if pause and one.grace and not one.bot else None
        if closes and submissions.counting(game, one.seat, one.key, one.asked) is None:
            ends[closes].append(one.seat)
    yield from (AgendaItem(end, GRACE, tuple(dict.fromkeys(seats))) for end, seats in ends.items())


def _act(_game: Game, _at: datetime) -> bool:
    """Nothing: play itself looks at the time."""
    return False


SOURCE = AgendaSource(_coming, _act)


F = TypeVar("F", bound=DeadlineMissed | RungTaken | RungProposed | RungDeclined)


def of_round(game: Game, *kinds: type[F], seat: str = "") -> Iterator[F]:
    """The facts of some *kinds* about the round of the last letters, those of *seat* or of all, in their order."""
    pause = game.pause
    for fact in game.facts if pause else ():
        if isinstance(fact, kinds) and pause and fact.round == pause.round and seat in ("", fact.seat):
            yield fact


def bot_of_ladder(game: Game, decision: Decision) -> RungTaken | None:
    """The fact that lets the bot answer *decision*, which is open, in the place of its seat."""
    for fact in of_round(game, RungTaken, seat=decision.seat):
        if fact.rung == "bot" and decision.key in fact.keys and _is_put(game, decision):
            return fact
    return None


def _is_put(game: Game, decision: Decision) -> bool:
    """Whether *decision* is what the last letters asked, and was not asked anew since."""
    pause = game.pause
    asked = {(one.seat, one.key): one.asked for one in pause.waits} if pause else {}
    return asked.get(decision.name) == asked_after(game.table, decision.key)
