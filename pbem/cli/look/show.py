"""pbem show: the board, the hands or the log as a seat sees them; or the rulebook."""

from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.look.picture import PictureWanted, show_picture
from pbem.cli.look.rulebook import show_rulebook
from pbem.cli.options import game_option, json_option, opened, pause_called, rules_called, rules_option, seat_called
from pbem.engine.event import PUBLIC
from pbem.engine.position import Position
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.views.seen_log import seen_events, seen_log
from pbem.report.letter import Occasion, part
from pbem.report.story import past_of, private, story
from pbem.store.pause import Pause
from pbem.store.versions import SHOWN

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("what", type=click.Choice(["board", "hands", "log"]), required=False)
@click.option("--seat", "--as", "seat", metavar="SEAT", help="As this seat sees it.")
@click.option("--public", "_public", is_flag=True, help="As everyone sees it (the default).")
@click.option("--moderator", is_flag=True, help="With every secret.")
@click.option("--rulebook", is_flag=True, help="List the sections of the rulebook, built or not, with their cases.")
@click.option("--cases", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Where the case files are (default: in the checkout).")  # fmt: skip
@click.option(
    "--round", "number", type=click.IntRange(min=1), help="As it was when the letters of this round were written."
)
@click.option("--png", type=_FILE, help="Write a picture of the board to this file.")
@click.option("--svg", type=_FILE, help="The same as SVG.")
@click.option("--area", metavar="NAME", help="A picture of this part of the board.")
@click.option("--reach", metavar="PIECE", help="A picture of where this piece can go.")
@rules_option
@game_option
@json_option
def command(
    what: str | None,
    seat: str | None,
    _public: bool,
    moderator: bool,
    rulebook: bool,
    cases: Path | None,
    number: int | None,
    png: Path | None,
    svg: Path | None,
    area: str | None,
    reach: str | None,
    rules: str | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Show the board, hands or log of a game, or the rulebook, which needs no game."""
    if rulebook:
        show_rulebook(rules_called(rules), cases, as_json)
        return
    if what is None:
        raise click.UsageError("Say what to show: board, hands, log, or --rulebook.")
    if (seat is not None) + _public + moderator > 1:
        raise click.UsageError("Name one of --seat, --public and --moderator.")
    game = opened(folder)
    who = seat_called(game, seat) if seat else PUBLIC
    pause = pause_called(game, number) if number else None
    wanted = PictureWanted(png, svg, area, reach)
    if any((png, svg, area, reach)):
        if what != "board" or moderator:
            raise click.UsageError("A picture is one of the board, as a seat or the public sees it.")
        show_picture(game, who, pause, wanted, as_json)
    elif what == "log":
        _log(game, who, moderator, as_json)
    elif as_json:
        output.data(_state(game, pause) if moderator else game.view(who, pause.entry if pause else None))
    else:
        for shown in _parts(game, what, who, moderator, pause):
            output.text(shown)


def _state(game: Game, pause: Pause | None) -> Position:
    found: Position = game.table.at(pause.entry)[0] if pause else game.table.state
    return found


def _parts(game: Game, what: str, who: str, moderator: bool, pause: Pause | None) -> Iterator[str]:
    entry = pause.entry if pause else None
    if what == "board":
        yield _part(game, "position", who, _state(game, pause) if moderator else game.view(who, entry))
        return
    seats = tuple(game.titles) if moderator else (who,)
    for seat in seats:
        if seat == PUBLIC:
            raise click.UsageError("Hands are not public; name --seat or --moderator.")
        yield f"{game.titles[seat]}\n"
        yield _part(game, "hand", seat, game.view(seat, entry))


def _part(game: Game, name: str, who: str, view: Position) -> str:
    occasion = Occasion(
        game=game.name,
        round=game.pause.round if game.pause else 0,
        seat=who,
        titles=game.titles,
        view=view,
        title=wording.title(game),
    )
    return part(wording.words_for(game, view, who), occasion, name)


def _log(game: Game, who: str, moderator: bool, as_json: bool) -> None:
    if as_json:
        lines = game.log.lines if moderator else seen_log(game, who)
        output.data(lines)
        return
    past = past_of(game.table, {pause.entry: pause.round for pause in game.log.pauses})
    for line in game.log.lines:
        if line.pause:
            named = game.ruleset.turn_named(game.turn(line.pause.entry))
            turn = f"{named}, " if named else ""
            output.text(f"     {line.at:%Y-%m-%d %H:%M} {turn}letters of round {line.pause.round}")
        if line.versions and moderator:
            templates = line.versions.templates[:SHOWN]
            output.text(f"     {line.at:%Y-%m-%d %H:%M} played with {line.versions}, templates {templates}")
        if line.entry is None or not (moderator or seen_events(line.entry, who)):
            continue
        number = f"{line.entry.number:4d} " if moderator else "     "
        sources = ", ".join(f"{one.seat} by {one.by}" for one in line.entry.answers) if moderator else ""
        output.text(f"{number}{line.at:%Y-%m-%d %H:%M} {line.entry.step}{f': {sources}' if sources else ''}")
        words = wording.words_for(game, game.view(who), who)
        told = story(words, [line.entry], who, past)
        if moderator:
            told += [f"({seat}) {one}" for seat in game.titles for one in private(words, [line.entry], seat, past)]
        for sentence in told:
            output.text(f"       {sentence}")
