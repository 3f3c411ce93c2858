"""pbem deadline: show when answers are due and why, move that, stop the clock and let it run again."""

from pathlib import Path

import click

from pbem.cli import GAME, output
from pbem.cli.deeds import add_deeds
from pbem.cli.options import game_option, host, json_option, names_game, opened
from pbem.cli.status import by_whom, stopped_clock
from pbem.mail.deeds.fields import NEVER, moment
from pbem.referee.deadlines.account import DeadlineAccount, QuestionAccount, WhyDue, account


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


add_deeds(deadline_command, "deadline")


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
