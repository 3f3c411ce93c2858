"""pbem fetch: fetch the mail."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.moderating import progress
from pbem.mail.transport.waiting_files import shown
from pbem.report.layout import printable

if TYPE_CHECKING:
    from pbem.mail.intake.verdicts import HandledMail
    from pbem.mail.transport.trouble import TransportTrouble


@click.command()
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Fetch mail, check each sheet and reply to it.

    If one transport fails, mail is still fetched by the others, and the exit code is 1.
    """
    from pbem.mail.exchange import fetch_and_judge

    done = fetch_and_judge(folder, host().clock, host().rulesets)
    if as_json:
        strange = [shown(path) for path in done.strange]
        output.data({"verdicts": [one.verdict for one in done.handled], "strange": strange, "troubles": done.troubles})
    else:
        tell(done.handled, done.strange, done.waiting)
        tell_troubles(done.troubles)
    if done.troubles:
        ctx.exit(1)


def tell(handled: "Sequence[HandledMail]", strange: Sequence[Path], left: int = 0) -> None:
    """Print the result for each email, and how many emails are *left* unprocessed."""
    output.lines(progress.of_mail(handled, strange, left))


def tell_troubles(troubles: "Sequence[TransportTrouble]") -> None:
    """Print on standard error which transports failed."""
    for one in troubles:
        end = "" if one.says.endswith((".", "?")) else "."
        click.echo(printable(f"Some mail could not be fetched. {one.says}{end}"), err=True)
