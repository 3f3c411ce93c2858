"""pbem send: send the mail that waits."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option, opened
from pbem.mail import post
from pbem.mail.message import recipient_of
from pbem.mail.post import Sent
from pbem.roads.smtp import Fate
from pbem.store.game import Game

_SAYS = {
    Fate.taken: "sent",
    Fate.later: "not taken now, it will be tried again",
    Fate.refused: "refused by the server",
    Fate.unknown: "the line broke, it is not known whether it arrived",
}


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be sent.")
@click.option("--again", metavar="ID", help="Send this message again: you know that it did not arrive.")
@click.option("--settled", metavar="ID", help="Take this message for done: you know that it arrived.")
@game_option
@json_option
def command(dry_run: bool, again: str | None, settled: str | None, folder: Path, as_json: bool) -> None:
    """Send the mail that waits in the outbox."""
    if dry_run:
        _dry_run(opened(folder), as_json)
        return
    with Game.held(folder, host().rulesets) as game:
        if settled:
            post.settled(game, settled)
        if again:
            post.again(game, again)
        sent = [] if settled and not again else post.send(game, host().clock)
        left = game.outbox.listed("queued")
    if as_json:
        output.data({"sent": sent, "queued": left})
    else:
        tell(sent, left)


def tell(sent: Sequence[Sent], left: Sequence[str]) -> None:
    """Say what became of the mail."""
    if not sent and not left:
        output.text("Nothing waits to be sent.")
    for one in sent:
        output.text(f"{one.ident}: {_SAYS[one.fate]}{f' ({one.said})' if one.said else ''}.")
    if left and not sent:
        output.text(f"{len(left)} messages wait, but game.yaml names no way out (mail: out:).")


def _dry_run(game: Game, as_json: bool) -> None:
    waiting = {
        ident: recipient_of(game.outbox.path(ident, "queued").read_bytes()) for ident in game.outbox.listed("queued")
    }
    if as_json:
        output.data([{"id": ident, "to": recipient} for ident, recipient in waiting.items()])
        return
    if not waiting:
        output.text("Nothing waits to be sent.")
    for ident, recipient in waiting.items():
        output.text(f"{ident} would go to {recipient}.")
