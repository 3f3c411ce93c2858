"""pbem solo: one player against bots, without mail."""

import re
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import host, json_option, playtest_called, rules_called, rules_option
from pbem.cli.tools.playtest_options import fitting, settings_options
from pbem.engine.lexicon import Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.mail.intake import process
from pbem.mail.intake.sender import claim_sheet
from pbem.mail.mime.charset import decoded
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.forms import sent_form
from pbem.mail.outgoing.letters import make_letters, occasion
from pbem.referee import bots
from pbem.referee.game import SECRET, Clock, Game, create
from pbem.referee.play import play_on
from pbem.referee.status import SeatStatus, status
from pbem.report.letter import letter
from pbem.report.words import words_of
from pbem.settings.game_settings import NAME
from pbem.store import files
from pbem.store.refusal import Refusal

SHEET = "sheet.yaml"


class NotAlone(Refusal):
    """The game has several players."""


class SoloRound(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the sheet, and where the game stands after it.

    *letter* is the newest letter without its form, which lies in the file *sheet* when the player is
    asked; *stuck* are the seats whose bot does not answer.
    """

    game: str
    folder: str
    seat: str
    title: str
    fate: Literal["none", "untouched", "outdated", "accepted", "refused"]
    answer: str
    round: int
    letter: str
    sheet: str
    asked: str
    over: bool
    stuck: tuple[SeatStatus, ...] = ()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seat", help="Your seat, to begin the game.")
@settings_options
@click.option("--as-it-is", is_flag=True, help="Submit the sheet even if you did not change it.")
@rules_option
@json_option
def command(
    folder: Path, seat: str | None, chosen: dict[str, Any], as_it_is: bool, rules: str | None, as_json: bool
) -> None:
    """Play alone against bots in FOLDER.

    Run it with --seat to begin the game. Each later run reads the sheet in FOLDER/sheet.yaml. If the sheet has
    problems, it lists them; otherwise it plays to your next letter and writes the next sheet for you to edit.
    """
    clock = host().clock
    if not (folder / SECRET).is_file():
        _begin(folder, rules_called(rules), seat, chosen)
    elif seat or chosen or rules:
        raise click.UsageError(
            f"The game in {folder} keeps the rules and settings it began with; for another game name a new folder."
        )
    with Game.held(folder, host().rulesets) as game:
        played = _play(game, _player(game), clock, as_it_is)
        colours = writing.words_for(game, game.view(played.seat), played.seat).group("colours")
    if as_json:
        output.data(played)
    else:
        from pbem.solo.screen import show

        show(played, colours)
    if played.fate == "refused" or played.stuck:
        click.get_current_context().exit(1)


def _begin(folder: Path, ruleset: Ruleset, name: str | None, chosen: dict[str, Any]) -> None:
    """Begin a game with a bot in each seat but the one called *name*."""
    playtest_called(ruleset, "bot")
    if folder.exists() and any(folder.iterdir()) and not (folder / NAME).exists():
        raise click.UsageError(f"{folder} is not empty.")
    settings = fitting(ruleset, chosen)
    seats = ruleset.seats(msgspec.convert(settings, ruleset.settings, strict=False))
    wanted = (name or "").casefold()
    own = next((seat for seat, title in seats.items() if wanted in (seat.casefold(), title.casefold())), None)
    if own is None:
        listed = ", ".join(f"{seat} ({title})" for seat, title in seats.items())
        raise click.UsageError(f"Choose your seat with --seat; there are: {listed}.")
    game = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-") or "solo"
    words = words_of(ruleset, Lexicon({}))
    text = words.render("settings/solo.yaml.j2", game=game, rules=ruleset.name, settings=settings, seats=seats, own=own)
    create(folder, text, host().rulesets)


def _player(game: Game) -> str:
    """The one seat that no bot plays."""
    own = [seat for seat in game.titles if not bots.plays(game, seat)]
    if len(own) != 1:
        raise NotAlone(f"in {game.folder} bots do not play all seats but yours; use `pbem submit` and `pbem turn`")
    return own[0]


def _play(game: Game, seat: str, clock: Clock, as_it_is: bool) -> SoloRound:
    """Take the sheet as far as it goes, and leave the next one."""
    process.clear(game, clock)
    _go_on(game, clock)
    file = game.folder / SHEET
    fate, answer = _hand_in(game, seat, file, clock, as_it_is) if file.exists() else ("none", "")
    if fate == "accepted":
        _go_on(game, clock)
        file.unlink()
    form = _form(game, seat)
    if form and fate in ("none", "outdated", "accepted"):
        files.write_text(file, form)
    stage = game.stage(seat)
    return SoloRound(
        game=game.name,
        folder=str(game.folder),
        seat=seat,
        title=game.titles[seat],
        fate=fate,
        answer=answer,
        round=game.pause.round if game.pause else 0,
        letter=_letter(game, seat),
        sheet=str(file) if form else "",
        asked=stage.decision.key if form and stage else "",
        over=game.outcome is not None,
        stuck=tuple(one for one in status(game, clock).missing if one.bot),
    )


def _go_on(game: Game, clock: Clock) -> None:
    play_on(game, clock)
    make_letters(game)


def _hand_in(
    game: Game, seat: str, file: Path, clock: Clock, as_it_is: bool
) -> tuple[Literal["none", "untouched", "outdated", "accepted", "refused"], str]:
    """What becomes of the sheet in *file*, and the answer to it."""
    raw = file.read_bytes()
    text, form, stage = decoded(raw, "").text, _form(game, seat), game.stage(seat)
    if not form or stage is None:
        return "none", ""
    if claim_sheet(game, seat, text).standing != "current":
        return "outdated", ""
    if text.split() == form.split() and not as_it_is:
        return "untouched", ""
    item, new = game.inbox.keep(raw, clock(), seat=seat, source=f"solo {stage.name}")
    handled = process.handle(game, item, clock) if new else process.known(game, item)
    return ("accepted" if handled.verdict.state == "accepted" else "refused"), handled.answer


def _form(game: Game, seat: str) -> str:
    """The sheet of the newest letter, if the game waits for the player; else nothing."""
    stage = game.stage(seat)
    if stage is None or not stage.pending or game.pause is None:
        return ""
    return sent_form(game, seat)


def _letter(game: Game, seat: str) -> str:
    """The newest letter, without the form that lies in a file of its own."""
    if game.pause is None:
        return ""
    words, about = occasion(game, game.pause, seat)
    return letter(words, msgspec.structs.replace(about, form="", subject=""))
