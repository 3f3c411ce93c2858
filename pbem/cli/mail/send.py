"""pbem send: send the mail that waits."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.moderating import progress
from pbem.referee import opening
from pbem.referee.game import Game

if TYPE_CHECKING:
    from pbem.mail.send import SendResult


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be sent.")
@click.option("--full", is_flag=True, help="With --dry-run: show the headers and the text of each message.")
@click.option("--now", is_flag=True, help="Also try messages that are waiting after a failed attempt.")
@click.option("--again", metavar="ID", help="Send this message again: you know that it did not arrive.")
@click.option("--settled", metavar="ID", help="Treat this message as done: it arrived, or is not needed.")
@game_option
@json_option
def command(
    dry_run: bool, full: bool, now: bool, again: str | None, settled: str | None, folder: Path, as_json: bool
) -> None:
    """Send the messages in the outbox."""
    if dry_run:
        _dry_run(opened(folder), full=full, as_json=as_json)
        return
    from pbem.mail import send
    from pbem.mail.deeds import sending

    with opening.held(folder, host().rulesets) as game:
        done = sending.settled(game, settled) if settled else None
        if again:
            sending.again(game, again)
        sent = [] if settled and not again else send.send(game, host().clock, now=now)
        left = game.outbox.listed("queued")
        doubts = len(game.outbox.listed("trying"))
        waits = {ident: reply.due for ident in left if (reply := game.outbox.reply(ident)) and reply.due}
    if as_json:
        output.data({"sent": sent, "queued": left, "due": waits})
    elif done is not None and not again:
        output.lines(done.says)
    else:
        tell(sent, left, doubts)
        tried = {one.ident for one in sent}
        for ident, due in waits.items():
            if ident not in tried:
                output.text(f"{ident} waits until {due:%Y-%m-%d %H:%M} UTC; `pbem send --now` tries it at once.")


def tell(sent: "Sequence[SendResult]", left: Sequence[str], uncertain: int) -> None:
    """Print the result for each message; *uncertain* is how many may or may not have arrived."""
    output.lines(progress.of_sending(sent, left, uncertain))


def _dry_run(game: Game, *, full: bool, as_json: bool) -> None:
    from pbem.mail.send_plan import plans

    planned = plans(game)
    if as_json:
        output.data(planned)
        return
    if not planned:
        output.text("Nothing waits to be sent.")
    for plan in planned:
        when = f", not before {plan.due:%Y-%m-%d %H:%M} UTC" if plan.due else ""
        output.text(f"{plan.id} would go to {plan.to or 'no one'}{when}.")
        if plan.said:
            tried = f"tried {plan.tries} times; the last time: " if plan.to else ""
            output.text(f"    {tried}{plan.said}")
        if full:
            output.text(f"\nMAIL FROM:<{plan.sender}>\nRCPT TO:<{plan.to}>\n{plan.headers}\n\n{plan.text}")
        else:
            output.text(f"    from {plan.sender}, {plan.size} bytes: {plan.subject}")
