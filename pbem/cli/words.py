"""The commands `announce`, `tell`, `answer` and `watchers`."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.deeds import add_deeds, deed_command
from pbem.cli.options import game_option, json_option, opened
from pbem.referee.people import words

announce_command = deed_command(
    "announce",
    "announce-later",
    says="""Say something to all players, and in the public report.

    It is in each player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """,
)
tell_command = deed_command(
    "tell",
    "tell-later",
    says="""Say something to the player of SEAT alone.

    It is in that player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """,
)
answer_command = deed_command(
    "answer",
    says="""Reply to the player or watcher who wrote email NUMBER, at once, and close it.

    The reply quotes what was written. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """,
)


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


add_deeds(
    watchers_command,
    {
        ("watch",): "Send the public reports to ADDRESS from now on, the newest at once. Ask PLAYER first.",
        ("unwatch",): "Send no more public reports to ADDRESS.",
    },
)
