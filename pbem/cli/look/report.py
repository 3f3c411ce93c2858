"""pbem report: the public report of a round, ready to paste into a forum."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.look.picture import write_pictures
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.engine.event import PUBLIC
from pbem.referee.final_report import final_content, final_report
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
@click.option("--final", is_flag=True, help="The final report of a finished game instead.")
@click.option("--as", "seat", metavar="SEAT", help="With --final: with the answer times of this seat.")
@click.option("--moderator", is_flag=True, help="With --final: with the answer times of all seats.")
@game_option
@json_option
def command(
    number: int | None,
    kind: Format,
    most: int | None,
    into: Path | None,
    final: bool,
    seat: str | None,
    moderator: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Print the public report of a round, ready to paste into a forum; or the final report of a finished game."""
    game = opened(folder)
    if final:
        if number or into or (seat and moderator):
            raise click.UsageError(
                "--final goes with neither --round nor --picture, and with one of --as, --moderator."
            )
        times_of = tuple(game.titles) if moderator else (seat_called(game, seat),) if seat else ()
        if as_json:
            output.data(final_report(game, times_of))
            return
        _print(posts(final_content(game, times_of), kind, most or 0))
        return
    if seat or moderator:
        raise click.UsageError("--as and --moderator go with --final.")
    pause = _pause(game, number)
    if into:
        write_pictures(game, pause, into, as_json)
        return
    found = posts(written(game, pause, PUBLIC)[1], kind, most or 0)
    if as_json:
        output.data({"round": pause.round, "format": kind, "posts": found})
        return
    _print(found)


def _print(found: list[str]) -> None:
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
