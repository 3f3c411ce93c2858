"""The command `watchers`."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.deeds import add_deeds
from pbem.cli.options import game_option, json_option, opened
from pbem.referee.people import words


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def watchers_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the people who get the public report by email, or add and remove some."""
    if ctx.invoked_subcommand:
        return
    found = words.watchers(opened(folder))
    if as_json:
        output.data([{"name": one.name, "address": one.address, "from_round": one.round} for one in found])
    elif found:
        output.table(("name", "address", "from report"), [(one.name, one.address, one.round) for one in found])
    else:
        output.text("No one watches; `pbem watchers add NAME ADDRESS` adds someone.")


add_deeds(watchers_command, "watchers")
