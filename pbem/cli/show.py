"""The commands `show`, `report` and `story`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import output
from pbem.cli.cases import show_options, show_rulebook
from pbem.cli.options import game_option, json_option, opened, pause_called, rules_called, rules_option, seat_called
from pbem.engine.event import PUBLIC
from pbem.engine.picture import Drawn, Picture
from pbem.engine.position import Position
from pbem.engine.table import seen_events
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.letter import written
from pbem.referee.records.final_report import final_content, final_report
from pbem.referee.status import shortcomings
from pbem.referee.views import seen_log
from pbem.report.forum import LEAST, MARKUPS, posts
from pbem.report.letter import Occasion, part
from pbem.report.story import past_of, private, story
from pbem.store.log import SHOWN, Pause


class PictureWanted(msgspec.Struct, frozen=True):
    """What the options ask for: files, and what the picture is of."""

    png: Path | None
    svg: Path | None
    area: str | None
    reach: str | None

    @property
    def word(self) -> str:
        """The word by which a game knows such pictures; none for the whole board."""
        return "reach" if self.reach else "map" if self.area else ""


def show_picture(game: Game, who: str, pause: Pause | None, wanted: PictureWanted, as_json: bool) -> None:
    """Write a picture to the files that are *wanted*, and say what it shows."""
    from pbem.referee import views

    if wanted.area and wanted.reach:
        raise click.UsageError("Name one of --area and --reach.")
    if not (wanted.png or wanted.svg):
        raise click.UsageError("Say where to write the picture: --png FILE or --svg FILE.")
    picture = views.named(game, who, wanted.word, wanted.reach or wanted.area or "", pause)
    if wanted.png:
        made = views.painted(game, who, picture, pause)
        drawn = made.drawn
        _write(wanted.png, made.png)
    else:
        drawn = views.drawn(game, who, picture, pause)
    if wanted.svg:
        _write(wanted.svg, drawn.svg.encode())
    _tell(game, [(path, drawn) for path in (wanted.png, wanted.svg) if path], as_json)


def write_pictures(game: Game, pause: Pause, folder: Path, as_json: bool) -> None:
    """Write the pictures of the public report of *pause* into *folder*: what moved, or else the whole board."""
    from pbem.referee import views

    found: list[Picture] = [*views.of_letter(game, pause, PUBLIC)]
    found = found or [views.named(game, PUBLIC, pause=pause)]
    told = []
    for picture in found:
        made = views.painted(game, PUBLIC, picture, pause)
        path = folder / f"{picture.name}.png"
        _write(path, made.png)
        told.append((path, made.drawn))
    _tell(game, told, as_json)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _tell(game: Game, files: list[tuple[Path, Drawn]], as_json: bool) -> None:
    if as_json:
        output.data([_as_data(path, drawn) for path, drawn in files])
        return
    for path, drawn in files:
        output.text(f"{path}: {drawn.title}, {drawn.width} x {drawn.height} pixels.")
    for note in shortcomings(game):
        output.text(note)


def _as_data(path: Path, drawn: Drawn) -> dict[str, Any]:
    shown = {"title": drawn.title, "alt": drawn.alt, "width": drawn.width, "height": drawn.height}
    return {"file": str(path), **shown}


_BETWEEN = "~" * 40


@click.command()
@click.option("--round", "number", type=click.IntRange(min=1), help="The round (default: the latest).")
@click.option("--format", "kind", type=click.Choice(list(MARKUPS)), default=next(iter(MARKUPS)), show_default=True,
              help="The forum's markup.")  # fmt: skip
@click.option("--most", type=click.IntRange(min=LEAST), help="The most characters in a post; longer reports are split.")
@click.option("--picture", "into", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write its pictures into this folder instead: what everyone may see.")  # fmt: skip
@click.option("--final", is_flag=True, help="The final report of a finished game instead.")
@click.option("--as", "seat", metavar="SEAT", help="With --final: with the answer times of this seat.")
@click.option("--moderator", is_flag=True, help="With --final: with the answer times of all seats.")
@game_option
@json_option
def report_command(
    number: int | None,
    kind: str,
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
        _print(posts(final_content(game, times_of), MARKUPS[kind], most or 0))
        return
    if seat or moderator:
        raise click.UsageError("--as and --moderator go with --final.")
    pause = _pause(game, number)
    if into:
        write_pictures(game, pause, into, as_json)
        return
    found = posts(written(game, pause, PUBLIC)[1], MARKUPS[kind], most or 0)
    if as_json:
        output.data({"round": pause.round, "format": kind, "posts": found})
        return
    if number is None and pause.round < (last := game.log.pauses[-1].round):
        alone = f"the rounds up to {last} concerned some seats alone, and the next report tells of them"
        click.echo(f"This is still the report of round {pause.round}: {alone}.", err=True)
    _print(found)


_HTML = "html"
_BY_NAME = {".html": _HTML, ".htm": _HTML, ".md": "markdown", ".markdown": "markdown"}


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--format", "kind", type=click.Choice([_HTML, *MARKUPS]),
              help="By default what the name of FILE says, or the markup of the game's forum, or text.")  # fmt: skip
@click.option("--most", type=click.IntRange(min=LEAST), help="The most characters in a post; it is split if longer.")
@click.option("--names", is_flag=True, help="Say who held which seat, by name; in a forum, accounts are always named.")
@click.option("--no-pictures", "plain", is_flag=True, help="Leave the pictures out.")
@game_option
def story_command(
    file: Path | None, kind: str | None, most: int | None, names: bool, plain: bool, folder: Path
) -> None:
    """Write the public story of the whole game into FILE, or print it: who played, and what each report told.

    As a page (.html) it has its pictures in it; for one in Markdown (.md) they are in a folder beside it. Other formats
    have none, but the links of the reports that were posted.
    """
    from pbem.web.public.story import story_beside, story_page, story_posts

    game = opened(folder)
    in_forum = game.settings.channel == "forum"
    usual = game.settings.forum.markup if in_forum else next(iter(MARKUPS))
    kind = kind or (_BY_NAME.get(file.suffix.lower()) if file else None) or usual
    if kind == _HTML:
        found = [story_page(game, names=names, drawn=not plain)]
    elif file and kind == "markdown" and not (plain or most):
        beside = file.with_name(f"{file.stem}-pictures")
        said, pictures = story_beside(game, beside.name, names=names)
        found = [said]
        for name, picture in pictures.items():
            _write(beside / name, picture.png)
    else:
        longest = game.settings.forum.longest if in_forum and kind == usual and not file else 0
        found = story_posts(game, kind, most or longest, names=names)
    if file:
        _write(file, f"\n\n{_BETWEEN}\n\n".join(found).encode())
        output.text(f"The story is in {file}.")
    else:
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


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("what", type=click.Choice(["board", "hands", "log"]), required=False)
@click.option("--seat", "--as", "seat", metavar="SEAT", help="As this seat sees it.")
@click.option("--public", "_public", is_flag=True, help="As everyone sees it (the default).")
@click.option("--moderator", is_flag=True, help="With every secret.")
@click.option("--rulebook", is_flag=True, help="List the sections of the rulebook, built or not, with their cases.")
@click.option("--options", is_flag=True, help="List the options of the rules, first the usual value of each.")
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
def show_command(
    what: str | None,
    seat: str | None,
    _public: bool,
    moderator: bool,
    rulebook: bool,
    options: bool,
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
    """Show the board, hands or log of a game; or its rulebook or the options of its rules, which need no game."""
    if rulebook:
        show_rulebook(rules_called(rules), cases, as_json)
        return
    if options:
        show_options(rules_called(rules), as_json)
        return
    if what is None:
        raise click.UsageError("Say what to show: board, hands, log, --rulebook or --options.")
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
        title=letter.title(game),
    )
    return part(letter.words_for(game, view, who), occasion, name)


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
        words = letter.words_for(game, game.view(who), who)
        told = story(words, [line.entry], who, past)
        if moderator:
            told += [f"({seat}) {one}" for seat in game.titles for one in private(words, [line.entry], seat, past)]
        for sentence in told:
            output.text(f"       {sentence}")
