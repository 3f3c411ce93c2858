"""pbem fetch: fetch the mail."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.transport.waiting_files import shown
from pbem.report.layout import printable

if TYPE_CHECKING:
    from pbem.mail.intake.verdicts import HandledMail
    from pbem.mail.transport.trouble import TransportTrouble

_NO_ANSWER = {"limit": "no reply: its address has had all replies of the day"}


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
    if not handled and not left:
        output.text("No new mail.")
    for one in handled:
        verdict = one.verdict
        nobody = "a bug in pbem" if verdict.state == "failed" else "an unclear sender"
        who = verdict.seat or verdict.sender or nobody
        problems = tuple(code for code in verdict.problems if code != verdict.state)
        codes = (*problems, *filter(None, (_NO_ANSWER.get(verdict.why, verdict.why), verdict.about)))
        why = f" ({', '.join(codes)})" if codes else ""
        beside = ", with a note to you" if verdict.beside else ""
        output.text(f"{verdict.item:04d} {verdict.state}: {who}{why}{beside}")
    if left:
        emails = "1 email is" if left == 1 else f"{left} emails are"
        output.text(f"{emails} not processed yet; `pbem turn` processes the rest, `pbem status` says more.")
    for path in strange:
        output.text(f"{shown(path)}: the name of this file does not start with a seat; it was left alone.")


def tell_troubles(troubles: "Sequence[TransportTrouble]") -> None:
    """Print on standard error which transports failed."""
    for one in troubles:
        end = "" if one.says.endswith((".", "?")) else "."
        click.echo(printable(f"Some mail could not be fetched. {one.says}{end}"), err=True)
