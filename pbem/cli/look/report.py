"""pbem report: the public report of a round, ready to paste into a forum."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.look.picture import write_pictures
from pbem.cli.options import game_option, json_option, opened
from pbem.engine.event import PUBLIC
from pbem.referee.game import Game
from pbem.referee.letters.letter import written
from pbem.report.forum import LEAST, Format, posts
from pbem.store.pause import Pause

_BETWEEN = "~" * 40


@click.command()
@click.option("--round", "number", type=click.IntRange(min=1), help="The round (default: the latest).")
@click.option("--format", "kind", type=click.Choice(["text", "bbcode", "markdown"]), default="text", show_default=True,
              help="The forum's markup.")  # fmt: skip
@click.option("--most", type=click.IntRange(min=LEAST), help="The most characters in a post; longer reports are split.")
@click.option("--picture", "into", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write its pictures into this folder instead: what everyone may see.")  # fmt: skip
@game_option
@json_option
def command(number: int | None, kind: Format, most: int | None, into: Path | None, folder: Path, as_json: bool) -> None:
    """Print the public report of a round, ready to paste into a forum."""
    game = opened(folder)
    pause = _pause(game, number)
    if into:
        write_pictures(game, pause, into, as_json)
        return
    found = posts(written(game, pause, PUBLIC)[1], kind, most or 0)
    if as_json:
        output.data({"round": pause.round, "format": kind, "posts": found})
        return
    for place, post in enumerate(found):
        if place:
            output.text(f"\n{_BETWEEN}\n")
        output.text(post)


def _pause(game: Game, number: int | None) -> Pause:
    newest = game.last_letter(PUBLIC)
    if newest is None:
        raise click.UsageError("There is no report yet; `pbem turn` writes the first.")
    chosen = next((pause for pause in game.log.pauses if pause.round == number), newest if number is None else None)
    if chosen is None:
        raise click.UsageError(f"There is no round {number}; the latest is {game.log.pauses[-1].round}.")
    if not chosen.tells(PUBLIC):
        raise click.UsageError(f"Round {number} concerned some seats alone; the next report tells of it.")
    return chosen
