"""What players may ask of time: absences, what follows from them, stand-ins; extensions and their budgets.

A deadline moves as soon as it is known that it falls into an absence of a player who must answer by it: with the
question, or when the absence is told. It does so whatever came from that player, so that no one learns that. What the
moderator has said of a deadline since the absence was told stays.

Each request for more time is a fact, known by its line in the inbox item that brought it, and so is what became of it:
repeating either changes nothing. Nothing here depends on what other seats have sent.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines, edited_rules, moving
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.game import Clock, Game
from pbem.referee.people import changes
from pbem.referee.people.holders import HandOver
from pbem.referee.submissions import RequestOrigin
from pbem.settings.allowances import ExtensionSettings
from pbem.settings.ladder import has_grace
from pbem.settings.times import Duration, UntilTime, Zone
from pbem.store.facts import (
    AbsenceCharge,
    DeadlineMoved,
    ExtensionAsked,
    ExtensionRefused,
    OwnDeadline,
    SeatTaken,
    StandInEnded,
)
from pbem.store.log import LogLine, OpenQuestion, Pause
from pbem.store.outbox import MessageId

_DAY = timedelta(days=1)


class Away(msgspec.Struct, frozen=True):
    """A time for which *seat* is away, in UTC; *told* is when the first of its days was told."""

    seat: str
    begins: datetime
    ends: datetime
    told: datetime


def absences_of(game: Game, seat: str, at: datetime) -> tuple[Away, ...]:
    """The absences of *seat* that are not over *at* a time, the earliest first."""
    info = _zone_of(game, seat).info

    def midnight(day: date) -> datetime:
        return datetime.combine(day, time(), info).astimezone(at.tzinfo)

    found: list[Away] = []
    for one in submissions.absences(game, seat, at.astimezone(info).date()):
        if one.start is None or one.end is None:
            continue
        begins, ends = midnight(one.start), midnight(one.end + _DAY)
        if found and begins <= found[-1].ends:
            last = found[-1]
            found[-1] = Away(seat, last.begins, max(last.ends, ends), min(last.told, one.received))
        else:
            found.append(Away(seat, begins, ends, one.received))
    return tuple(found)


def told_in_time(game: Game, seat: str, due: datetime) -> bool:
    """Whether *seat* is away when something is *due*, and that was told before."""
    day = due.astimezone(_zone_of(game, seat).info).date()
    known = submissions.absences(game, seat, day)
    return any(one.start is not None and one.start <= day and one.received < due for one in known)


def away_at(game: Game, seat: str, time_: datetime, at: datetime) -> Away | None:
    """The absence of *seat* that a time falls into, as known *at* another."""
    return next((one for one in absences_of(game, seat, at) if one.begins <= time_ < one.ends), None)


def _zone_of(game: Game, seat: str) -> Zone:
    """The zone of the seat's own player, also while a stand-in plays it."""
    regular = game.holders[seat].regular
    return game.settings.zone_of(seat) if regular is None else regular.zone or game.settings.deadlines.zone


BY_ABSENCE = "absence"
"""What moved a deadline, if an absence did."""


def move_deadlines(game: Game, at: datetime) -> bool:
    """Move the deadlines of the present round that fall into absences; whether any was."""
    moved = False
    while game.pause is not None and (fact := _needed(game, game.pause, at)) is not None:
        game.note(fact, at)
        moved = True
    return moved


def _shifts_coming(_game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """Nothing: a deadline moves as soon as its absence is known."""
    yield from ()


SHIFTS = AgendaSource(_shifts_coming, move_deadlines)


def with_the_question(game: Game, pause: Pause, at: datetime) -> Pause:
    """*pause*, which is not in the log yet, with its deadlines out of absences; that they moved is noted before it."""
    pause = deadlines.underlying(pause, game.log.facts)  # a kill may have come after the facts
    while (fact := _needed(game, pause, at)) is not None:
        fact = replace(fact, in_letters=True)
        game.note(fact, at)
        pause = deadlines.underlying(pause, game.log.facts)
    return pause


def moved_to(game: Game, pause: Pause, away: Away, question: OpenQuestion) -> datetime | None:
    """When *question* would be due if its deadline moved because of an absence; None if it cannot move so far."""
    due = pause.due(question)
    new = game.settings.deadlines.due(away.ends, edited_rules.rule_of(game, question))
    if due is None or new is None or new <= due:
        return None
    return new if whole_days(new - due) <= days_left(game, away.seat, year_of(game, due)) else None


def _needed(game: Game, pause: Pause, at: datetime) -> DeadlineMoved | None:
    """The next deadline that has to move: that of everything due then, once the last of those away is back."""
    if game.settings.absence.follows != "shift" or game.outcome is not None:
        return None
    for due in pause.dues():
        moves = [
            (new, one.seat)
            for one in pause.waits
            if due > at and pause.due(one) == due and _answers(game, one)
            if (away := away_at(game, one.seat, due, at)) and not _said_since(game, pause, away)
            if (new := moved_to(game, pause, away, one)) is not None
        ]
        if moves:
            return _moved(game, pause, due, *max(moves))
    return None


def _moved(game: Game, pause: Pause, due: datetime, new: datetime, seat: str) -> DeadlineMoved:
    """The fact by which all that was *due* is due at a *new* time, because *seat* is away."""
    to = new if pause.deadline == due else pause.deadline
    after = {(one.seat, one.key): new if pause.due(one) == due else pause.due(one) for one in pause.waits}
    own = tuple(OwnDeadline(who, key, time) for (who, key), time in after.items() if time != to)
    charge = AbsenceCharge(seat, year_of(game, due), whole_days(new - due))
    return DeadlineMoved(round=pause.round, to=to, by=BY_ABSENCE, own=own, away=charge)


def _answers(game: Game, question: OpenQuestion) -> bool:
    """Whether the player of the seat has to answer *question*: no bot does, and someone holds the seat."""
    return not (question.bot or game.settings.seats[question.seat].bot or game.holders[question.seat].vacant)


def _said_since(game: Game, pause: Pause, away: Away) -> bool:
    """Whether the moderator has moved the deadline since the absence was told."""
    return any(
        isinstance(line.fact, DeadlineMoved)
        and (line.fact.by, line.fact.round) == (MODERATOR, pause.round)
        and line.at >= away.told
        for line in game.log.facts
    )


STAND_IN_BEGINS = "stand-in-begins"


def named_stand_in(game: Game, seat: str) -> str:
    """The player who takes *seat* over while its own is away; empty if no one can."""
    held, written = game.holders[seat], changes.stand_in_of(game, seat)
    player, address = written.player, written.address
    if held.vacant or not player or (held.stand_in is None and game.settings.seats[seat].bot):
        return ""
    try:
        changes.check(game, seat, player, address)
    except changes.NotHandedOver:
        now = held.stand_in
        return player if now and (now.player, now.address) == (player, address) else ""
    return player


def stand_ins_coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The absences to come in which a stand-in will take over."""
    for seat in _seats(game):
        if game.holders[seat].stand_in is None and named_stand_in(game, seat):
            found = (one for one in absences_of(game, seat, at) if not _ended_since(game, one))
            yield from (AgendaItem(max(one.begins, at), STAND_IN_BEGINS, (seat,)) for one in found)


def let_stand_in(game: Game, at: datetime) -> bool:
    """Let stand-ins take over for players who are away now, and give back what they hold for one who is back."""
    before = len(game.log.lines)
    for seat in _seats(game):
        away, now = away_at(game, seat, at, at), game.holders[seat].stand_in
        if away is None:
            if now and now.by == BY_ABSENCE:
                changes.end_stand_in(game, seat, lambda: at, by=BY_ABSENCE)
        elif _free(game, away) if now is None else now.by == BY_ABSENCE and named_stand_in(game, seat) == now.player:
            changes.begin_stand_in(game, seat, lambda: at, until=away.ends, by=BY_ABSENCE)
    return len(game.log.lines) > before


STAND_INS = AgendaSource(stand_ins_coming, let_stand_in)


def _seats(game: Game) -> tuple[str, ...]:
    """The seats that the rule is about."""
    goes = game.settings.absence.follows == "stand-in" and game.outcome is None and game.table.state.flow
    return tuple(game.titles) if goes else ()


def _free(game: Game, away: Away) -> bool:
    """Whether a stand-in may take the seat over."""
    return bool(named_stand_in(game, away.seat)) and not _ended_since(game, away) and not _reply_waits(game, away.seat)


def _reply_waits(game: Game, seat: str) -> bool:
    """Whether a reply to the player is still to be sent, which would be dropped if the seat changed hands now."""
    holder = (seat, game.tenure(seat).generation)
    replies = (ident for ident in game.outbox.listed("queued") if MessageId.parse(ident).kind == "receipt")
    return any(found.meant == holder for ident in replies if (found := game.outbox.envelope(ident)))


def _ended_since(game: Game, away: Away) -> bool:
    """Whether the moderator or the stand-in has ended it since the absence began."""
    changed = [one for one in game.log.facts if isinstance(one.fact, HandOver) and one.fact.seat == away.seat]
    last = changed[-1] if changed else None
    by_someone = last is not None and isinstance(last.fact, StandInEnded) and last.fact.by in ("moderator", "player")
    return by_someone and last is not None and last.at >= max(away.begins, away.told)


class AbsenceEffect(msgspec.Struct, frozen=True):
    """Something that follows: the code of its phrase, and its details."""

    code: str
    args: Mapping[str, Any] = {}


def carry_out_absence(game: Game, seat: str, at: datetime, *, back: bool = False) -> tuple[AbsenceEffect, ...]:
    """Do what follows at once from an absence of *seat* told *at* a time, and say what does.

    It may be that its player is *back*, so that there is none any more.
    """
    before = game.pause.due_for(seat) if game.pause else None
    move_deadlines(game, at)
    if back:
        moved = game.settings.absence.follows == "shift" and before is not None
        return (AbsenceEffect("back", {"due": before}),) if moved else ()
    return tuple(_effects(game, seat, at, before))


def _effects(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    follows = game.settings.absence.follows
    if follows == "nothing":
        yield AbsenceEffect("nothing")
    elif follows == "shift":
        yield from _shifted(game, seat, at, before)
    elif follows == "standing orders":
        yield _standing_orders(game, seat, at)
    elif follows == "stand-in":
        yield _stand_in(game, seat, at)


def _stand_in(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """Who takes the seat over, and from when until when."""
    player = named_stand_in(game, seat)
    if not player:
        return AbsenceEffect("no-stand-in")
    times = [(one.begins if one.begins > at else None, one.ends) for one in absences_of(game, seat, at)]
    return AbsenceEffect("stand-in", {"player": player, "times": times})


def _standing_orders(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """When the default counts for what the seat is asked now, if that is due while its player is away."""
    pause = game.pause
    asked = [one for one in pause.waits if one.seat == seat and not one.bot] if pause else []
    dues = ((pause.due(one), pause.closes(one)) for one in asked) if pause else ()
    ends = [end for due, end in dues if due and end and due > at and away_at(game, seat, due, at)]
    return AbsenceEffect(
        "standing-orders", {"at": min(ends, default=None), "grace": has_grace(game.settings.deadlines)}
    )


def _shifted(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    pause = game.pause
    due = pause.due_for(seat) if pause else None
    asked = bool(pause and any(one.seat == seat and not one.bot for one in pause.waits))
    if due is not None and due != before:
        yield AbsenceEffect("moved", {"before": before, "due": due})
    elif due is not None and asked and due > at and away_at(game, seat, due, at):
        yield AbsenceEffect("stays", {"due": due})
    years = {year_of(game, time) for one in absences_of(game, seat, at) for time in (one.begins, one.ends)}
    left = [{"year": year, "days": days_left(game, seat, year)} for year in sorted(years)]
    yield AbsenceEffect("shift", {"left": left})


class ExtensionsLeft(msgspec.Struct, frozen=True):
    """How often a player may still ask for an extension, and by how much it may be; None where nothing limits it."""

    times: int | None = None
    length: timedelta | None = None


def extensions_left(game: Game, allowed: ExtensionSettings, seat: str, at: datetime) -> ExtensionsLeft:
    """What whoever holds *seat* has left of extensions in the period of *at*."""
    granted = ((line, fact) for line, fact in _moves(game, seat) if fact.request and fact.by == seat)
    spent = [gained(game, line) for line, fact in granted if _same_period(game, allowed, line, fact, at)]
    return ExtensionsLeft(
        None if allowed.times is None else max(0, allowed.times - len(spent)),
        None if allowed.in_all is None else max(timedelta(), allowed.in_all.length - sum(spent, timedelta())),
    )


def days_left(game: Game, seat: str, year: int) -> int:
    """By how many days deadlines of a *year* may still move because whoever holds *seat* is away."""
    charges = (fact.away for _, fact in _moves(game, seat) if fact.away)
    spent = sum(one.days for one in charges if (one.seat, one.year) == (seat, year))
    return max(0, game.settings.absence.days - spent)


def year_of(game: Game, time: datetime) -> int:
    """The year of *time* on the clocks of the game."""
    return time.astimezone(game.settings.deadlines.zone.info).year


def whole_days(length: timedelta) -> int:
    """The days that *length* takes from a budget: each begun one counts, but not the hour of a changed clock."""
    return max(1, -(-(length - timedelta(hours=1)) // _DAY))


def gained(game: Game, line: LogLine) -> timedelta:
    """By how much the fact in *line* moved a deadline, at most."""
    return max((after - before for before, after in _dues(game, line)), default=timedelta())


def _dues(game: Game, line: LogLine) -> list[tuple[datetime, datetime]]:
    """The deadlines that the fact in *line* moved, before and after."""
    before, after = (deadlines.as_of(game.log.lines, number) for number in (line.seq - 1, line.seq))
    if before is None or after is None:
        return []
    pairs = ((before.due(one), after.due(other)) for one, other in zip(before.waits, after.waits, strict=True))
    return [(was, now) for was, now in pairs if was and now and was != now]


def _moves(game: Game, seat: str) -> Iterator[tuple[LogLine, DeadlineMoved]]:
    """The deadlines that were moved since the player of *seat* took it; a stand-in has the player's budget."""
    lines = game.log.facts
    taken = next((one.seq for one in lines[::-1] if isinstance(one.fact, SeatTaken) and one.fact.seat == seat), 0)
    for line in lines:
        if line.seq > taken and isinstance(line.fact, DeadlineMoved):
            yield line, line.fact


def _same_period(game: Game, allowed: ExtensionSettings, line: LogLine, fact: DeadlineMoved, at: datetime) -> bool:
    """Whether an extension that was granted is of the period in which the game is now."""
    if allowed.per == "year":
        return year_of(game, line.at) == year_of(game, at)
    if allowed.per == "turn" and game.pause is not None:
        asked = next((pause for pause in game.log.pauses if pause.round == fact.round), game.pause)
        return game.turn(asked.entry) == game.turn(game.pause.entry)
    return True


GRANTED, REFUSED, ASKED = "granted", "refused", "asked"


class NoRequest(Refusal):
    """The player of the seat asks for no extension now."""

    code = "no-request"


class ExtensionReply(msgspec.Struct, frozen=True):
    """What became of a request: `granted`, `asked` if someone must agree first, or why not; *args* are its details."""

    code: str
    args: Mapping[str, Any] = {}


class ExtensionRequest(msgspec.Struct, frozen=True):
    """A request for an extension in *line* of the log, and what became of it by the line *settled*."""

    line: LogLine
    asked: ExtensionAsked
    settled: LogLine | None = None

    @property
    def granted(self) -> bool:
        return self.settled is not None and isinstance(self.settled.fact, DeadlineMoved)


def extension_requests(game: Game) -> tuple[ExtensionRequest, ...]:
    """All requests, in their order."""
    lines = game.log.facts
    asked = [(line, line.fact) for line in lines if isinstance(line.fact, ExtensionAsked)]
    settled = {line.fact.request: line for line in lines if isinstance(line.fact, DeadlineMoved | ExtensionRefused)}
    return tuple(ExtensionRequest(line, fact, settled.get(line.seq)) for line, fact in asked)


def open_requests(game: Game, at: datetime) -> tuple[ExtensionRequest, ...]:
    """Those that are not settled, of questions that are still to be answered and whose deadline has not passed."""
    pause = game.pause
    if pause is None or game.outcome is not None:
        return ()
    return tuple(
        one
        for one in extension_requests(game)
        if one.settled is None and one.asked.round == pause.round and _runs(pause, one.asked.seat, at)
    )


def ask_extension(
    game: Game, seat: str, by_how_much: Duration | UntilTime, origin: RequestOrigin, arrived: datetime, clock: Clock
) -> ExtensionReply:
    """Ask for *seat* to extend the deadline, in an email that *arrived* at a time; it may be repeated."""
    before = next(
        (one for one in extension_requests(game) if _origin(one.asked) == (seat, origin.item, origin.line)), None
    )
    if before is not None:
        return _reply(game, _settled_by_rule(game, before, clock), clock())
    refused = _refused(game, seat, by_how_much, arrived, clock)
    if refused is not None:
        return refused
    allowed, pause = game.settings.extensions, game.pause
    due = pause.due_for(seat) if pause else None
    if allowed is None or pause is None or due is None:
        return ExtensionReply("nothing-due")
    fact = ExtensionAsked(
        round=pause.round,
        seat=seat,
        item=origin.item,
        line=origin.line,
        length=str(by_how_much) if isinstance(by_how_much, Duration) else "",
        until=None if isinstance(by_how_much, Duration) else by_how_much.after(max(due, clock()), due),
        granted=allowed.granted,
    )
    game.note(fact, clock())
    return _reply(game, _settled_by_rule(game, extension_requests(game)[-1], clock), clock())


def grant_extension(game: Game, asked: ExtensionRequest, clock: Clock, *, reason: str = "") -> ExtensionRequest:
    """Grant a request, if it is still open; its player's budget pays for it. Raises what `moving.extend` does."""
    if asked.settled is None:
        fact = asked.asked
        moving.extend(game, clock, _meant(fact), by=fact.seat, reason=reason, request=asked.line.seq, again=True)
    return next(one for one in extension_requests(game) if one.line.seq == asked.line.seq)


def refuse_extension(game: Game, asked: ExtensionRequest, clock: Clock, *, reason: str = "") -> ExtensionRequest:
    """Refuse a request, if it is still open."""
    if asked.settled is None:
        game.note(ExtensionRefused(request=asked.line.seq, reason=reason), clock())
    return next(one for one in extension_requests(game) if one.line.seq == asked.line.seq)


def extension_asked_by(game: Game, seat: str, at: datetime) -> ExtensionRequest:
    """The open request of *seat* that the moderator may settle; raises `NoRequest`."""
    found = next((one for one in open_requests(game, at) if one.asked.seat == seat), None)
    if found is None:
        raise NoRequest(f"{seat} asks for no extension now; `pbem status` lists the requests that wait for you")
    return found


def granted_by_rule(game: Game, fact: DeadlineMoved) -> bool:
    """Whether *fact* grants a request at once, so that the reply to it told it."""
    asked = game.log.lines[fact.request - 1].fact if fact.request else None
    return isinstance(asked, ExtensionAsked) and asked.granted == "by rule"


def _settled_by_rule(game: Game, asked: ExtensionRequest, clock: Clock) -> ExtensionRequest:
    """*asked*, granted at once if no one has to agree."""
    if asked.settled is None and asked.asked.granted == "by rule":
        return grant_extension(game, asked, clock)
    return asked


def _refused(
    game: Game, seat: str, by_how_much: Duration | UntilTime, arrived: datetime, clock: Clock
) -> ExtensionReply | None:
    """Why the seat cannot have the extension, if it cannot."""
    allowed, pause = game.settings.extensions, game.pause
    if allowed is None:
        return ExtensionReply("not-here")
    if pause is None or not _asked_now(game, pause, seat):
        return ExtensionReply("nothing-due")
    if deadlines.standing_still(game.log.facts, seat):
        return ExtensionReply("stopped")
    due = pause.due_for(seat)
    if due is None:
        return ExtensionReply("nothing-due")
    if arrived >= due:
        return ExtensionReply("late")
    if any(one.asked.seat == seat for one in open_requests(game, arrived)):
        return ExtensionReply("waits-already")
    if _same_as_last(game, pause, seat, by_how_much):
        return ExtensionReply("already", {"due": due})
    return _beyond(game, allowed, seat, by_how_much, clock)


def _beyond(
    game: Game, allowed: ExtensionSettings, seat: str, by_how_much: Duration | UntilTime, clock: Clock
) -> ExtensionReply | None:
    """Why an extension goes beyond what is allowed, if it does."""
    left = extensions_left(game, allowed, seat, clock())
    if left.times == 0 or (left.length is not None and not left.length):
        return ExtensionReply("used-up", {"per": allowed.per})
    try:
        change = moving.extend(game, clock, by_how_much, by=seat, again=True, tried=True)
    except moving.NotLater:
        return ExtensionReply("not-later")
    except Refusal:
        return ExtensionReply("too-long", {"most": _told(allowed.each.length)})
    if not change.changed:
        return ExtensionReply("already", {"due": game.pause.due_for(seat) if game.pause else None})
    longest = max((one.after - one.before for one in change.moved if one.after and one.before), default=timedelta())
    most = min(allowed.each.length, left.length) if left.length is not None else allowed.each.length
    if longest > most + _changed_clocks(by_how_much):
        return ExtensionReply("too-long", {"most": _told(most)})
    return None


def _changed_clocks(by_how_much: Duration | UntilTime) -> timedelta:
    """By how much days may be longer when clocks are changed."""
    exact = isinstance(by_how_much, Duration) and by_how_much.unit != "day"
    return timedelta() if exact else timedelta(hours=1)


def _same_as_last(game: Game, pause: Pause, seat: str, by_how_much: Duration | UntilTime) -> bool:
    """Whether the last thing that moved the deadline was this very request: a second one is a slip."""
    moves = [fact for fact in game.facts if isinstance(fact, DeadlineMoved) and fact.round == pause.round]
    last = moves[-1] if moves else None
    return last is not None and bool(last.request) and (last.by, last.asked) == (seat, f"extend {by_how_much}")


def _reply(game: Game, asked: ExtensionRequest, at: datetime) -> ExtensionReply:
    """What the player is told of a request."""
    allowed = game.settings.extensions
    left = extensions_left(game, allowed, asked.asked.seat, at) if allowed else None
    args = {
        "times": left.times if left else None,
        "length": _told(left.length) if left and left.length is not None else "",
        "per": allowed.per if allowed else "game",
        "named": allowed is not None and allowed.asker == "named",
    }
    if not asked.granted or asked.settled is None:
        return ExtensionReply(ASKED if asked.settled is None else REFUSED, args)
    before, after = (deadlines.as_of(game.log.lines, asked.settled.seq - each) for each in (1, 0))
    was, now = (pause.due_for(asked.asked.seat) if pause else None for pause in (before, after))
    return ExtensionReply(GRANTED, {**args, "before": was, "due": now})


def _told(length: timedelta) -> str:
    """A length in words: in days if it has only whole ones."""
    hours = int(length.total_seconds() // 3600)
    if not hours:
        return str(Duration(int(length.total_seconds() // 60), "minute"))
    return str(Duration(hours // 24, "day") if hours % 24 == 0 and hours > 24 else Duration(hours, "hour"))


def _meant(fact: ExtensionAsked) -> Duration | UntilTime:
    if fact.until is not None:
        until = fact.until.astimezone(UTC)
        return UntilTime("UTC", day=until.date(), at=until.time())
    count, _, unit = fact.length.partition(" ")
    return Duration(int(count), unit.removesuffix("s"))


def _origin(asked: ExtensionAsked) -> tuple[str, int, int]:
    return asked.seat, asked.item, asked.line


def _asked_now(game: Game, pause: Pause, seat: str) -> bool:
    """Whether *seat* has something to answer, which no bot does for it."""
    bots = {(one.seat, one.key) for one in pause.waits if one.bot}
    return any(stage.pending and (seat, stage.decision.key) not in bots for stage in game.stages(seat))


def _runs(pause: Pause, seat: str, at: datetime) -> bool:
    due = pause.due_for(seat)
    return due is None or at < due
