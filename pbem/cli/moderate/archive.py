"""pbem archive: the public archive of a finished game."""

from pathlib import Path

import click

from pbem.cli import output, progress
from pbem.cli.options import game_option, json_option, opened
from pbem.referee.archive.build import archive


@click.command()
@click.argument("place", type=click.Path(path_type=Path))
@click.option("--names", is_flag=True, help="Say who held which seat; ask them first.")
@game_option
@json_option
def command(place: Path, names: bool, folder: Path, as_json: bool) -> None:
    """Make the public archive of a finished game at PLACE: a folder, or one file if it ends with .zip.

    It has the story with pictures, the log, all sheets that were played, and every draw with its key, so that anyone
    can replay the game; no addresses, no emails, and nothing that people wrote to each other.
    """
    game = opened(folder)
    made = archive(game, place, lambda rounds: progress.each(rounds, "Telling the story", len(rounds)), names=names)
    if as_json:
        output.data(made)
        return
    output.text(f"Archived: {made.files} files, {made.sheets} sheets among them, in {made.path}")
    output.text("Reasons that you gave and words that you announced are in it as you wrote them; read story.txt first.")
