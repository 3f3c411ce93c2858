"""pbem letters: write the letters that are due."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.moderating import progress
from pbem.referee import opening

if TYPE_CHECKING:
    from pbem.mail.outgoing.letters import MadeLetter


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Write the letters that are due and put them in the outbox; existing ones stay as they are."""
    from pbem.mail.outgoing.letters import make_letters

    with opening.held(folder, host().rulesets) as game:
        made = make_letters(game)
    if as_json:
        output.data(
            [{"round": one.round, "seat": one.seat, "path": str(one.path), "mail": one.message} for one in made]
        )
    else:
        tell(made)


def tell(made: "Sequence[MadeLetter]") -> None:
    """Say which letters were written."""
    output.lines(progress.of_letters(made))
