"""pbem appeal: what players ask the moderator to decide."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.deeds.moments import moment
from pbem.mail.exchange import up_to_date
from pbem.mail.moderating import emails
from pbem.referee.correspondence import appeals


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the appeals that wait, or settle one.

    An appeal has the number of its email. A reply to it (`pbem answer N TEXT`) settles it, a ruling
    (`pbem rule FILE --appeal N`) and `pbem appeal dismiss N` do. If it stopped the clock, the clock then goes on.
    """
    if ctx.invoked_subcommand is not None:
        return
    game = opened(folder)
    found, zone = appeals.open_appeals(game), game.settings.deadlines.zone.name
    if as_json:
        output.data([{"number": one.made.item, "at": one.at, "seat": one.made.seat, "round": one.made.round,
                      "text": one.made.text} for one in found])  # fmt: skip
    elif not found:
        output.text("No appeal waits.")
    for one in () if as_json else found:
        about = f", about letter {one.made.round}" if one.made.round else ""
        output.text(f"{one.made.item}. {game.titles[one.made.seat]}{about}, {moment(one.at, zone)}:")
        output.text(one.made.text or f"`pbem mail {one.made.item}` shows it")


@command.command()
@click.argument("number", type=int)
@click.option("--reason", required=True, help="Why; its player is told.")
@game_option
@json_option
def dismiss(number: int, reason: str, folder: Path, as_json: bool) -> None:
    """Settle appeal NUMBER: all stays as it is."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = emails.dismiss_appeal(game, clock, number, reason)
    output.data(done.data) if as_json else output.lines(done.says)
