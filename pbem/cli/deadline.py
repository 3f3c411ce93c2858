"""pbem deadline: show when answers are due and why, move that, stop the clock and let it run again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pbem.cli import GAME, output
from pbem.cli.options import game_option, host, json_option, names_game, opened, seat_called
from pbem.cli.status import by_whom, stopped_clock
from pbem.mail.deeds import times
from pbem.mail.deeds.fields import NEVER, Decided, moment
from pbem.mail.deeds.times import WhoseTime
from pbem.mail.exchange import up_to_date
from pbem.mail.send import send
from pbem.referee.deadlines.account import DeadlineAccount, QuestionAccount, WhyDue, account
from pbem.referee.game import Game

seat_option = click.option("--as", "seat", metavar="SEAT", help="For this seat alone; no other is told.")
reason_option = click.option("--reason", default="", help="Why; whoever is told of it reads this, too.")
round_option = click.option("--round", "this_round", type=int, help="Only if the game is still at this round.")
far_option = click.option("--far", is_flag=True, help="Even if it is more than 60 days ahead.")
try_option = click.option("--try", "tried", is_flag=True, help="Only say what would change.")


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def deadline_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
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


@deadline_command.command()
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
        done = times.extend(
            game, host().clock, " ".join(length), _whose(game, far=far, tried=tried, **more), again=again
        )
        _done(game, done, as_json=as_json)


@deadline_command.command(name="set")
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
        done = times.set_deadline(game, host().clock, " ".join(when), _whose(game, far=far, tried=tried, **more))
        _done(game, done, as_json=as_json)


@deadline_command.command()
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
        done = times.pause(game, host().clock, _whose(game, seat, reason, tried=tried), plays=plays)
        _done(game, done, as_json=as_json)


@deadline_command.command()
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
        _done(game, times.resume(game, host().clock, _whose(game, seat, reason, tried=tried)), as_json=as_json)


@deadline_command.command()
@click.argument("seat")
@reason_option
@game_option
@json_option
def grant(seat: str, reason: str, folder: Path, as_json: bool) -> None:
    """Grant the extension that the player of SEAT asks for; everyone concerned is told, and the budget pays for it."""
    with up_to_date(folder, host().clock, host().rulesets) as game:
        _done(game, times.grant(game, host().clock, seat_called(game, seat), reason), as_json=as_json)


@deadline_command.command()
@click.argument("seat")
@reason_option
@game_option
@json_option
def refuse(seat: str, reason: str, folder: Path, as_json: bool) -> None:
    """Refuse the extension that the player of SEAT asks for; only that player is told, with your reason."""
    with up_to_date(folder, host().clock, host().rulesets) as game:
        _done(game, times.refuse(game, host().clock, seat_called(game, seat), reason), as_json=as_json)


def _whose(
    game: Game,
    seat: str | None,
    reason: str,
    this_round: int | None = None,
    *,
    far: bool = False,
    tried: bool = False,
) -> WhoseTime:
    seats = (seat_called(game, seat),) if seat else ()
    return WhoseTime(seats=seats, reason=reason, this_round=this_round, far=far, tried=tried)


def _done(game: Game, done: Decided, *, as_json: bool) -> None:
    """Tell those whom it concerns, and say what changed."""
    if done.goes:
        send(game, host().clock)
    output.data(done.data) if as_json else output.lines(done.says)


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
