"""pbem watchers: who gets the public report by email."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.deeds import watching
from pbem.mail.exchange import up_to_date
from pbem.mail.send import send
from pbem.referee.correspondence import watchers


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the people who get the public report by email, or add and remove some."""
    if ctx.invoked_subcommand:
        return
    found = watchers.watchers(opened(folder))
    if as_json:
        output.data([{"name": one.name, "address": one.address, "from_round": one.round} for one in found])
    elif found:
        output.table(("name", "address", "from report"), [(one.name, one.address, one.round) for one in found])
    else:
        output.text("No one watches; `pbem watchers add NAME ADDRESS` adds someone.")


@command.command()
@click.argument("name")
@click.argument("address")
@game_option
@json_option
def add(name: str, address: str, folder: Path, as_json: bool) -> None:
    """Send the public reports to ADDRESS from now on, the newest at once. Ask NAME first."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = watching.watch(game, clock, name, address)
        send(game, clock)
    output.data(done.data) if as_json else output.lines(done.says)


@command.command()
@click.argument("address")
@game_option
@json_option
def remove(address: str, folder: Path, as_json: bool) -> None:
    """Send no more public reports to ADDRESS."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = watching.unwatch(game, clock, address)
        send(game, clock)
    output.data(done.data) if as_json else output.lines(done.says)
