"""pbem deadline: show when answers are due and why, move that, stop the clock and let it run again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.completion import GAME
from pbem.cli.options import game_option, host, json_option, names_game, opened, seat_called
from pbem.cli.time.clock import by_whom, moment, stopped_clock
from pbem.mail.exchange import up_to_date
from pbem.mail.extraction.words.times import time_said
from pbem.mail.outgoing.told import reader_of, tell_facts
from pbem.mail.send import send
from pbem.referee.allowances import extensions
from pbem.referee.allowances.extensions import ExtensionRequest
from pbem.referee.game import Game
from pbem.referee.timekeeping import moving
from pbem.referee.timekeeping.account import DeadlineAccount, QuestionAccount, WhyDue, account
from pbem.referee.timekeeping.moving import MovedDeadline, TimeChange
from pbem.settings.time.spans import UntilTime
from pbem.settings.time.times import Duration
from pbem.store.refusal import Refusal

NEVER = "no deadline"
EXAMPLES = "`24h`, `2 days`, `until Fri 20:00`, `until 2026-12-03 20:00`"

seat_option = click.option("--as", "seat", metavar="SEAT", help="For this seat alone; no other is told.")
reason_option = click.option("--reason", default="", help="Why; whoever is told of it reads this, too.")
round_option = click.option("--round", "this_round", type=int, help="Only if the game is still at this round.")
far_option = click.option("--far", is_flag=True, help="Even if it is more than 60 days ahead.")
try_option = click.option("--try", "tried", is_flag=True, help="Only say what would change.")


class UnclearTime(Refusal):
    """What was typed is not a time, or may be two."""


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Show when answers are due and why; the commands below move that.

    A deadline that is moved is a line of the log, with your reason. Everyone whose deadline it is gets an email at
    once. Times are those of the game's zone, unless you name another: `Fri 20:00 America/New_York`.
    """
    if ctx.invoked_subcommand is not None:
        if names_game(ctx):
            ctx.meta[GAME] = (folder,)
        return
    found = account(opened(folder), host().clock)
    output.data(found) if as_json else _show(found)


@command.command()
@click.argument("length", nargs=-1, required=True, metavar="LENGTH|until WHEN")
@seat_option
@reason_option
@round_option
@click.option("--again", is_flag=True, help="Extend it again by the same.")
@far_option
@try_option
@game_option
@json_option
def extend(
    length: Sequence[str], again: bool, far: bool, tried: bool, folder: Path, as_json: bool, **more: Any
) -> None:
    """Move the deadline to a later time: by 24h, 2 days, or until Fri 20:00.

    Days keep the hour of the day, hours are exact. Of several questions each is extended by as much. If the deadline
    has passed and would still be over, LENGTH counts from now.
    """
    with up_to_date(folder, host().clock, host().rulesets) as game:
        meant = _meant(game, " ".join(length))
        seats = _seats(game, more["seat"])
        change = moving.extend(
            game,
            host().clock,
            meant,
            reason=more["reason"],
            seats=seats,
            this_round=more["this_round"],
            far=far,
            again=again,
            tried=tried,
        )
        unchanged = "Nothing has changed: that was done already. To extend it again, add --again."
        _done(game, change, "extended", unchanged, tried=tried, as_json=as_json)


@command.command(name="set")
@click.argument("when", nargs=-1, required=True)
@seat_option
@reason_option
@round_option
@far_option
@try_option
@game_option
@json_option
def set_deadline(when: Sequence[str], far: bool, tried: bool, folder: Path, as_json: bool, **more: Any) -> None:
    """Set the deadline to a time: 2026-12-03 20:00, Fri 20:00, or tomorrow.

    Without an hour it is that of the deadline so far.
    """
    with up_to_date(folder, host().clock, host().rulesets) as game:
        meant = _meant(game, " ".join(when))
        if isinstance(meant, Duration):
            raise UnclearTime(f"{meant} is a length; `pbem deadline extend {meant}` adds it, or name a time: Fri 20:00")
        change = moving.set_to(
            game,
            host().clock,
            meant,
            reason=more["reason"],
            seats=_seats(game, more["seat"]),
            this_round=more["this_round"],
            far=far,
            tried=tried,
        )
        _done(game, change, "set", "Nothing has changed: it is so already.", tried=tried, as_json=as_json)


@command.command()
@click.option("--play-on", "plays", is_flag=True, help="Let play continue as soon as all sheets are in.")
@seat_option
@reason_option
@try_option
@game_option
@json_option
def pause(plays: bool, seat: str | None, reason: str, tried: bool, folder: Path, as_json: bool) -> None:
    """Stop the clock: nothing is due until `pbem deadline resume`.

    Sheets are still accepted. Play waits even if all of them are in, unless you say --play-on; with --as only that
    seat has no deadline, and play continues as ever.
    """
    with up_to_date(folder, host().clock, host().rulesets) as game:
        seats = _seats(game, seat)
        change = moving.stop_clock(game, host().clock, reason=reason, seats=seats, plays=plays, tried=tried)
        _done(game, change, "stopped", "Nothing has changed: the clock is stopped.", tried=tried, as_json=as_json)


@command.command()
@seat_option
@reason_option
@try_option
@game_option
@json_option
def resume(seat: str | None, reason: str, tried: bool, folder: Path, as_json: bool) -> None:
    """Let the clock run again.

    Each question is then due at a time of its rule that leaves at least the time that was left, and at least a day or
    what the rule gives. A stop of less than an hour moves nothing.
    """
    with up_to_date(folder, host().clock, host().rulesets) as game:
        change = moving.resume_clock(game, host().clock, reason=reason, seats=_seats(game, seat), tried=tried)
        _done(game, change, "resumed", "Nothing has changed: the clock is running.", tried=tried, as_json=as_json)


@command.command()
@click.argument("seat")
@reason_option
@game_option
@json_option
def grant(seat: str, reason: str, folder: Path, as_json: bool) -> None:
    """Grant the extension that the player of SEAT asks for; everyone concerned is told, and the budget pays for it."""
    _settle(folder, seat, reason, extensions.grant, "Granted", as_json=as_json)


@command.command()
@click.argument("seat")
@reason_option
@game_option
@json_option
def refuse(seat: str, reason: str, folder: Path, as_json: bool) -> None:
    """Refuse the extension that the player of SEAT asks for; only that player is told, with your reason."""
    _settle(folder, seat, reason, extensions.refuse, "Refused", as_json=as_json)


def _settle(
    folder: Path, seat: str, reason: str, how: Callable[..., ExtensionRequest], said: str, *, as_json: bool
) -> None:
    with up_to_date(folder, host().clock, host().rulesets) as game:
        request = extensions.asked_by(game, seat_called(game, seat), host().clock())
        how(game, request, host().clock, reason=reason)
        if told := tell_facts(game):
            send(game, host().clock)
        found = account(game, host().clock)
    if as_json:
        output.data({"seat": request.asked.seat, "granted": said == "Granted"})
        return
    output.text(f"{said}.")
    for one in found.questions:
        output.text(f"{one.seat}, {one.key}: {moment(one.due, found.zone) if one.due else NEVER}.")
    if told:
        output.text(f"Told by email: {', '.join(ident.rpartition('-')[2] for ident in told)}.")


def _seats(game: Game, seat: str | None) -> tuple[str, ...]:
    return (seat_called(game, seat),) if seat else ()


def _meant(game: Game, text: str) -> Duration | UntilTime:
    zone = game.settings.deadlines.zone
    said = time_said(text, host().clock().astimezone(zone.info).date(), zone.name)
    if said.clear is not None:
        return said.clear
    if said.ways:
        raise UnclearTime(f"{text!r} may be {' or '.join(map(str, said.ways))}; write which")
    raise UnclearTime(f"{text!r} is neither a length nor a time; write it like {EXAMPLES}")


def _done(game: Game, change: TimeChange, what: str, unchanged: str, *, tried: bool, as_json: bool) -> None:
    """Say what changed, and tell those whom it concerns."""
    told = tell_facts(game) if change.changed and not tried else []
    if told:
        send(game, host().clock)
    if as_json:
        output.data({"round": change.round, "changed": change.changed, "tried": tried, "moved": change.moved})
        return
    zone = game.settings.deadlines.zone.name
    if not change.changed:
        output.text(unchanged)
    elif tried:
        output.text("This would change; nothing has changed so far:")
    elif what in ("stopped", "resumed"):
        output.text("The clock is stopped." if what == "stopped" else "The clock runs again.")
    for one in change.moved:
        output.text(f"{one.seat}, {one.key}: {_to(one, zone)}.")
    if told:
        output.text(f"Told by email: {', '.join(reader_of(ident) for ident in told)}.")


def _to(one: MovedDeadline, zone: str) -> str:
    before, after = (moment(due, zone) if due else NEVER for due in (one.before, one.after))
    return after if one.before == one.after else f"{after} (before: {before})"


def _show(found: DeadlineAccount) -> None:
    if found.over:
        output.text("The game is over; nothing is due.")
        return
    for stop in found.stopped:
        output.text(stopped_clock(stop, found.zone))
    if not found.questions:
        output.text("Nothing is asked now, so nothing is due.")
    for one in found.questions:
        due = moment(one.due, found.zone) if one.due else NEVER
        output.text(f"{one.seat} ({one.title}), {one.key}: {due}; {_received(one)}.")
        if one.due and one.zone != found.zone:
            output.text(f"  On the player's clock: {moment(one.due, one.zone)}.")
        output.text(f"  Why: {_why(one.why, found.zone)}.")
        if one.awaited and one.due:
            output.text(f"  {'Now' if one.late else 'Then'}: {_then(one)}.")


def _received(one: QuestionAccount) -> str:
    late = ", and the deadline has passed" if one.late else ""
    return f"missing ({one.received}){late}" if one.awaited else one.received


def _why(why: WhyDue, zone: str) -> str:
    if why.what == "rule":
        return why.rule or "game.yaml gives it no deadline"
    reason = f": {why.reason}" if why.reason else ""
    return f"{why.what} by {by_whom(why.by)}, {moment(why.at, zone) if why.at else ''}{reason}"


def _then(one: QuestionAccount) -> str:
    if one.silence:
        return "what the rules of the game say about silence counts"
    if one.ladder:
        return f"the ladder decides; `pbem ladder --as {one.seat}` shows how"
    return f"you decide: wait, `pbem deadline extend 24h`, or `pbem play --default {one.seat} --reason WHY`"
