"""What the moderator does about time, and what became of it and of holds in whole sentences for a page."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

from pbem.engine.reading import NO_NAMES
from pbem.errors import Refusal
from pbem.mail.deeds.deed import DeedCase, deed
from pbem.mail.deeds.fields import BECAUSE, FOR, NEVER, REASON, SEAT, Decided, moment
from pbem.mail.extraction.dates import time_said
from pbem.mail.outgoing import to_moderator
from pbem.mail.outgoing.told import readers_of, tell_facts
from pbem.referee.deadlines import allowances, moving
from pbem.referee.deadlines.account import DeadlineAccount, account
from pbem.referee.deadlines.allowances import ExtensionRequest
from pbem.referee.deadlines.moving import MovedDeadline, TimeChange
from pbem.referee.game import Game
from pbem.report.letter import question
from pbem.report.words import Plain, Words
from pbem.settings.times import Duration, UntilTime, after

_GROUP = "moderating"


def of_moved(game: Game, moved: Sequence[MovedDeadline], *, by_mail: bool = False) -> Iterator[str]:
    """Which deadlines are others now: one line for a seat, or one for each question if they differ.

    By mail the times are on the moderator's clock; what they were before is not told there, as it is not known any more
    if the program died over it.
    """
    words = to_moderator.words_of(game)
    for seat in dict.fromkeys(one.seat for one in moved):
        own = [one for one in moved if one.seat == seat]
        asked = {stage.decision.key: question(words, stage.decision, seat) for stage in game.stages(seat)}
        alike = len({(one.before, one.after) for one in own}) == 1
        zone = (game.settings.moderators_zone if by_mail else game.settings.zone_of(seat)).name
        for one in own[:1] if alike else own:
            before, after = (words.moment(due, zone) if due else "" for due in (one.before, one.after))
            about = "" if alike else asked.get(one.key, one.key)
            was = before if before != after and not by_mail else ""
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
    return plain_words().phrase(_GROUP, phrase, args)


@cache
def plain_words() -> Words:
    """The words that name nothing of a game."""
    return Words((), NO_NAMES)


_NOTHING = re.compile(r"0+(?![\d:.])")
"""A length of no time, though a clock may show the same: `0h`."""
EXAMPLES = "`24h`, `2 days`, `until Fri 20:00`, `until 2026-12-03 20:00`"


class UnclearTime(Refusal):
    """What was typed is not a time, or may be two."""


_MAY_SAY = "[--far?far] [--try?tried]"


def _whose(case: DeedCase) -> dict[str, Any]:
    """Whose time is changed, for which reason, and whether that is only tried."""
    return {"seats": _seats(case), "reason": case.reason, "tried": bool(case.text("tried"))}


def _seats(case: DeedCase) -> tuple[str, ...]:
    return (case.seat,) if case.text("seat") else ()


def _bounds(case: DeedCase) -> dict[str, Any]:
    """At which round the game must still be, and whether the time may be far ahead."""
    return {"this_round": case.number_or_none("this_round", "a round"), "far": bool(case.text("far"))}


@deed(f"pbem deadline extend {{length}} --as={{seat}} --reason={{reason}} --round={{this_round}} {_MAY_SAY} "
      "[--again?again]", needs=("length",), may=("seat", "reason"), fixed=("again",), undone_by="set",
      line=rf"extend\s+(?P<length>[^:]*?\d.*?|until\s+.+?|to\s+.+?){FOR}{REASON}", settles=("ladder-asks", "deadline"),
      of_game=lambda game, _found: game.outcome is None, of_seat=lambda _game, one: bool(one.questions),
      helps={"again": "Extend it again by the same."})  # fmt: skip
def extend(case: DeedCase) -> Decided:
    """Move the deadline to a later time: by 24h, 2 days, or until Fri 20:00.

    Days keep the hour of the day, hours are exact. Of several questions each is extended by as much. If the deadline
    has passed and would still be over, LENGTH counts from now.
    """
    length = case.text("length")
    if _NOTHING.match(length):
        raise UnclearTime(f"{length} adds nothing to the deadline")
    extended = partial(moving.extend, case.game, case.clock, _meant(case, length), **_whose(case), **_bounds(case))
    change = extended(again=bool(case.text("again")) and case.retried is None)
    if case.retried is not None and not change.changed and change.line < case.retried:
        change = extended(again=True)  # that was the same request in an earlier email
    return _changed(case, change, "", "Nothing has changed: that was done already. To extend it again, add --again.")


@deed(f"pbem deadline set {{when}} --as={{seat}} --reason={{reason}} --round={{this_round}} {_MAY_SAY}", name="set",
      needs=("when",), may=("seat", "reason"), undone_by="set",
      line=rf"set\s+(?:the\s+)?(?:deadline\s+)?(?:to\s+)?(?P<when>[^:]*?\d.*?){FOR}{REASON}",
      of_game=lambda game, _found: game.outcome is None)  # fmt: skip
def set_deadline(case: DeedCase) -> Decided:
    """Set the deadline to a time: 2026-12-03 20:00, Fri 20:00, or tomorrow.

    Without an hour it is that of the deadline so far.
    """
    meant = _meant(case, case.text("when"))
    if isinstance(meant, Duration):
        raise UnclearTime(f"{meant} is a length; `pbem deadline extend {meant}` adds it, or name a time: Fri 20:00")
    change = moving.set_to(case.game, case.clock, meant, **_whose(case), **_bounds(case))
    return _changed(case, change, "", "Nothing has changed: it is so already.")


@deed("pbem deadline pause --as={seat} --reason={reason} [--play-on?play_on] [--try?tried]", may=("reason",),
      undone_by="resume", line=rf"(?:hold|pause|stop\s+the\s+clock){BECAUSE}",
      of_game=lambda game, found: game.outcome is None and all(one.seats for one in found.stopped),
      helps={"play_on": "Let play continue as soon as all sheets are in."})  # fmt: skip
def pause(case: DeedCase) -> Decided:
    """Stop the clock: nothing is due until `pbem deadline resume`.

    Sheets are still accepted. Play waits even if all of them are in, unless you say --play-on; with --as only that
    seat has no deadline, and play continues as ever.
    """
    change = moving.stop_clock(case.game, case.clock, plays=bool(case.text("play_on")), **_whose(case))
    return _changed(case, change, "The clock is stopped.", "Nothing has changed: the clock is stopped.")


@deed("pbem deadline resume --as={seat} --reason={reason} [--try?tried]", may=("seat", "reason"), undone_by="pause",
      line=rf"(?:go\s+on|resume){BECAUSE}",
      of_game=lambda game, found: game.outcome is None and not all(one.seats for one in found.stopped))  # fmt: skip
def resume(case: DeedCase) -> Decided:
    """Let the clock run again.

    Each question is then due at a time of its rule that leaves at least the time that was left, and at least a day or
    what the rule gives. A stop of less than an hour moves nothing.
    """
    change = moving.resume_clock(case.game, case.clock, **_whose(case))
    return _changed(case, change, "The clock runs again.", "Nothing has changed: the clock is running.")


@deed("pbem deadline grant {seat} --reason={reason}", needs=("seat",), may=("reason",), settles=("extension",),
      line=rf"grant\s+{SEAT}{BECAUSE}")  # fmt: skip
def grant(case: DeedCase) -> Decided:
    """Grant the extension that the player of SEAT asks for.

    Everyone concerned is told, and the budget pays for it.
    """
    return _settle(case, allowances.grant_extension, "Granted")


@deed("pbem deadline refuse {seat} --reason={reason}", needs=("seat",), may=("reason",), settles=("extension",),
      line=rf"refuse\s+{SEAT}{BECAUSE}")  # fmt: skip
def refuse(case: DeedCase) -> Decided:
    """Refuse the extension that the player of SEAT asks for.

    Only that player is told, with your reason.
    """
    return _settle(case, allowances.refuse_extension, "Refused")


def _settle(case: DeedCase, how: Callable[..., ExtensionRequest], said: str) -> Decided:
    game = case.game
    request = asked_extension(case) or allowances.extension_asked_by(game, case.seat, case.clock())
    how(game, request, case.clock, reason=case.reason)
    told = tell_facts(game)
    found = account(game, case.clock)
    dues = (f"{one.seat}, {one.key}: {moment(one.due, found.zone) if one.due else NEVER}." for one in found.questions)
    says = [f"{said}.", *dues]
    if told:
        says.append(readers_of(told))
    data = {"seat": request.asked.seat, "granted": said == "Granted"}
    page = (f"{said}.", *of_moved(game, _as_they_are(found)))
    return Decided(says=tuple(says), page=page, data=data, goes=bool(told))


def _as_they_are(found: DeadlineAccount) -> tuple[MovedDeadline, ...]:
    return tuple(MovedDeadline(one.seat, one.key, one.due, one.due) for one in found.questions)


def asked_extension(case: DeedCase) -> ExtensionRequest | None:
    """The extension that a seat asks for, or that was settled before the program died."""
    known = [one for one in allowances.extension_requests(case.game) if one.asked.seat == case.seat]
    settled = (one for one in known if case.retried and one.settled and one.settled.seq > case.retried)
    there = (one for one in allowances.open_requests(case.game, case.clock()) if one.asked.seat == case.seat)
    return next(settled, None) or next(there, None)


def instant_said(case: DeedCase, text: str) -> datetime:
    """The time to come that *text* names, such as `10 minutes` or `until Fri 20:00`."""
    found = after(case.at, _meant(case, text), case.zone.name)
    if found is None or found <= case.clock():
        raise UnclearTime(f"{text!r} is over already; write it like {EXAMPLES}")
    return found


def _meant(case: DeedCase, text: str) -> Duration | UntilTime:
    said = time_said(text, case.at.astimezone(case.zone.info).date(), case.zone.name)
    if said.clear is not None:
        return said.clear
    if said.ways:
        raise UnclearTime(f"{text!r} may be {' or '.join(map(str, said.ways))}; write which")
    raise UnclearTime(f"{text!r} is neither a length nor a time; write it like {EXAMPLES}")


def _changed(case: DeedCase, change: TimeChange, done: str, unchanged: str) -> Decided:
    """Queue what tells those whom a change concerns, and say what it is."""
    game, tried = case.game, bool(case.text("tried"))
    told = tell_facts(game) if change.changed and not tried else []
    data = {"round": change.round, "changed": change.changed, "tried": tried, "moved": change.moved}
    done_says = done if change.changed or case.retried is not None else unchanged
    says = tuple(_lines(game, change, told, done_says, tried=tried))
    moved = change.moved or (() if case.retried is None else _as_they_are(account(game, case.clock)))
    page = (*filter(None, (done_says,)), *of_moved(game, moved, by_mail=case.arrived is not None))
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
