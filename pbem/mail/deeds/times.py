"""What the moderator does about time, and what became of it and of holds in whole sentences for a page."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache

import msgspec

from pbem.engine.reading import NO_NAMES
from pbem.errors import Refusal
from pbem.mail.deeds.fields import NEVER, Decided, moment
from pbem.mail.extraction.dates import time_said
from pbem.mail.outgoing import to_moderator
from pbem.mail.outgoing.told import readers_of, tell_facts
from pbem.referee.deadlines import allowances, moving
from pbem.referee.deadlines.account import account
from pbem.referee.deadlines.allowances import ExtensionRequest
from pbem.referee.deadlines.moving import MovedDeadline, TimeChange
from pbem.referee.game import Clock, Game
from pbem.report.letter import question
from pbem.report.words import Plain, Words
from pbem.settings.times import Duration, UntilTime, after

_GROUP = "moderating"


def of_moved(game: Game, moved: Sequence[MovedDeadline]) -> Iterator[str]:
    """Which deadlines are others now: one line for a seat, or one for each question if they differ."""
    words = to_moderator.words_of(game)
    for seat in dict.fromkeys(one.seat for one in moved):
        own = [one for one in moved if one.seat == seat]
        asked = {stage.decision.key: question(words, stage.decision, seat) for stage in game.stages(seat)}
        alike = len({(one.before, one.after) for one in own}) == 1
        zone = game.settings.zone_of(seat).name
        for one in own[:1] if alike else own:
            before, after = (words.moment(due, zone) if due else "" for due in (one.before, one.after))
            about = "" if alike else asked.get(one.key, one.key)
            was = before if before != after else ""
            yield say("moved", title=game.titles[seat], question=about, before=was, after=after)


def of_hold(game: Game, seat: str, *, release: bool, lasting: bool, until: datetime | None = None) -> str:
    """That *seat* holds what it is asked now, or does so no longer; *until* a time, or *lasting* without an end."""
    ends = to_moderator.words_of(game).moment(until, game.settings.moderators_zone.name) if until else ""
    return say("released" if release else "held", title=game.titles[seat], lasting=lasting, until=ends)


def of_message(game: Game, ident: str, phrase: str) -> str:
    """That a message goes out again, or does not, as the *phrase* says."""
    envelope = game.outbox.envelope(ident)
    return say(phrase, to=envelope.recipient if envelope else ident)


def say(phrase: str, **args: Plain) -> str:
    """A sentence on what became of something."""
    return _words().phrase(_GROUP, phrase, args)


@cache
def _words() -> Words:
    return Words((), NO_NAMES)


EXAMPLES = "`24h`, `2 days`, `until Fri 20:00`, `until 2026-12-03 20:00`"


class UnclearTime(Refusal):
    """What was typed is not a time, or may be two."""


class WhoseTime(msgspec.Struct, frozen=True, kw_only=True):
    """Whose time is changed, and how: for *seats* alone, for a *reason* that whoever is told reads, too.

    Only if the game is still at *this_round*; even if it becomes more than 60 days (*far*). It may be only *tried*.
    """

    seats: tuple[str, ...] = ()
    reason: str = ""
    this_round: int | None = None
    far: bool = False
    tried: bool = False


def extend(game: Game, clock: Clock, length: str, whose: WhoseTime, *, again: bool = False) -> Decided:
    """Move the deadline to a later time: by a *length* such as `24h`, or `until Fri 20:00`."""
    change = moving.extend(
        game,
        clock,
        _meant(game, clock, length),
        reason=whose.reason,
        seats=whose.seats,
        this_round=whose.this_round,
        far=whose.far,
        again=again,
        tried=whose.tried,
    )
    unchanged = "Nothing has changed: that was done already. To extend it again, add --again."
    return _changed(game, change, whose, "", unchanged)


def set_deadline(game: Game, clock: Clock, when: str, whose: WhoseTime) -> Decided:
    """Set the deadline to a time such as `Fri 20:00`."""
    meant = _meant(game, clock, when)
    if isinstance(meant, Duration):
        raise UnclearTime(f"{meant} is a length; `pbem deadline extend {meant}` adds it, or name a time: Fri 20:00")
    change = moving.set_to(
        game,
        clock,
        meant,
        reason=whose.reason,
        seats=whose.seats,
        this_round=whose.this_round,
        far=whose.far,
        tried=whose.tried,
    )
    return _changed(game, change, whose, "", "Nothing has changed: it is so already.")


def pause(game: Game, clock: Clock, whose: WhoseTime, *, plays: bool = False) -> Decided:
    """Stop the clock; the game *plays* on as soon as all sheets are in, or waits all the same."""
    change = moving.stop_clock(game, clock, reason=whose.reason, seats=whose.seats, plays=plays, tried=whose.tried)
    return _changed(game, change, whose, "The clock is stopped.", "Nothing has changed: the clock is stopped.")


def resume(game: Game, clock: Clock, whose: WhoseTime) -> Decided:
    """Let the clock run again."""
    change = moving.resume_clock(game, clock, reason=whose.reason, seats=whose.seats, tried=whose.tried)
    return _changed(game, change, whose, "The clock runs again.", "Nothing has changed: the clock is running.")


def grant(game: Game, clock: Clock, seat: str, reason: str = "") -> Decided:
    """Grant the extension that the player of *seat* asks for."""
    return _settle(game, clock, seat, reason, allowances.grant_extension, "Granted")


def refuse(game: Game, clock: Clock, seat: str, reason: str = "") -> Decided:
    """Refuse the extension that the player of *seat* asks for."""
    return _settle(game, clock, seat, reason, allowances.refuse_extension, "Refused")


def _settle(
    game: Game, clock: Clock, seat: str, reason: str, how: Callable[..., ExtensionRequest], said: str
) -> Decided:
    request = allowances.extension_asked_by(game, seat, clock())
    how(game, request, clock, reason=reason)
    told = tell_facts(game)
    found = account(game, clock)
    dues = (f"{one.seat}, {one.key}: {moment(one.due, found.zone) if one.due else NEVER}." for one in found.questions)
    says = [f"{said}.", *dues]
    if told:
        says.append(readers_of(told))
    data = {"seat": request.asked.seat, "granted": said == "Granted"}
    moved = [MovedDeadline(one.seat, one.key, one.due, one.due) for one in found.questions]
    page = (f"{said}.", *of_moved(game, moved))
    return Decided(says=tuple(says), page=page, data=data, goes=bool(told))


def instant_said(game: Game, clock: Clock, text: str) -> datetime:
    """The time to come that *text* names, such as `10 minutes` or `until Fri 20:00`, in the game's zone."""
    found = after(clock(), _meant(game, clock, text), game.settings.deadlines.zone.name)
    if found is None:
        raise UnclearTime(f"{text!r} is over already; write it like {EXAMPLES}")
    return found


def _meant(game: Game, clock: Clock, text: str) -> Duration | UntilTime:
    zone = game.settings.deadlines.zone
    said = time_said(text, clock().astimezone(zone.info).date(), zone.name)
    if said.clear is not None:
        return said.clear
    if said.ways:
        raise UnclearTime(f"{text!r} may be {' or '.join(map(str, said.ways))}; write which")
    raise UnclearTime(f"{text!r} is neither a length nor a time; write it like {EXAMPLES}")


def _changed(game: Game, change: TimeChange, whose: WhoseTime, done: str, unchanged: str) -> Decided:
    """Queue what tells those whom a change concerns, and say what it is."""
    told = tell_facts(game) if change.changed and not whose.tried else []
    data = {"round": change.round, "changed": change.changed, "tried": whose.tried, "moved": change.moved}
    says = tuple(_lines(game, change, told, done if change.changed else unchanged, tried=whose.tried))
    done_says = done if change.changed else unchanged
    page = (*filter(None, (done_says,)), *of_moved(game, change.moved))
    return Decided(says=says, page=page, data=data, goes=bool(told))


def _lines(game: Game, change: TimeChange, told: list[str], done: str, *, tried: bool) -> Iterator[str]:
    zone = game.settings.deadlines.zone.name
    if tried and change.changed:
        yield "This would change; nothing has changed so far:"
    elif done:
        yield done
    for one in change.moved:
        yield f"{one.seat}, {one.key}: {_to(one, zone)}."
    if told:
        yield readers_of(told)


def _to(one: MovedDeadline, zone: str) -> str:
    before, after = (moment(due, zone) if due else NEVER for due in (one.before, one.after))
    return after if one.before == one.after else f"{after} (before: {before})"
