"""Play on; bots; what the rules of time let happen."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbem.engine.bot import BY, BY_LADDER, BotAnswer, try_bot
from pbem.engine.decision import NEVER, USUAL, Decision
from pbem.engine.event import Rewound
from pbem.engine.play import Source, lacking, plans, play, policies, silence, waiting
from pbem.engine.playtest import bot_of
from pbem.engine.position import Position
from pbem.engine.table import Answer, Entry
from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.deadlines import absences, deadlines, edited_rules
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.ladder_record import bot_of_ladder
from pbem.referee.game import Clock, Game
from pbem.referee.history import concerned, evenly, in_time, over
from pbem.referee.keys import new_salt
from pbem.referee.people import changes
from pbem.referee.stage import NotAsked, asked_after
from pbem.store.facts import PlayAnyway
from pbem.store.log import LogLine, OpenQuestion, Pause


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
        return asked(game, decision)
    taken = bot_of_ladder(game, decision)
    if taken is None:
        return BotAnswer()
    found = asked(game, decision)
    if found.answer is None:
        return found
    by, note = (BY, taken.reason) if taken.by == "moderator" else (BY_LADDER, taken.at)
    return BotAnswer(replace(found.answer, by=by, note=note))


def asked(game: Game, decision: Decision) -> BotAnswer:
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
    pause = absences.with_the_question(game, pause, at)
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
    from pbem.referee.history import wait_after_last_sheet  # noqa: PLC0415 - play itself asks for what is here
    # moved

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
