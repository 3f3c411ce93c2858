"""pbem solo: one player against bots, without mail."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import host, json_option, playtest_called, rules_called, rules_option
from pbem.cli.tools.playtest_options import fit, fitting, settings_options
from pbem.engine.kit.lexicon import NO_NAMES
from pbem.engine.ruleset import Ruleset
from pbem.referee import opening
from pbem.referee.game import SECRET
from pbem.referee.letters import wording
from pbem.referee.new_game import create
from pbem.report.content import marks
from pbem.report.words import words_of
from pbem.settings.game_settings import NAME
from pbem.solo.game import play_round, player


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seat", metavar="SEAT", help="Your seat, to begin the game.")
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
        _begin(folder, rules_called(rules, partial(fit, part="bot", chosen=chosen)), seat, chosen)
    elif seat or chosen or rules:
        raise click.UsageError(
            f"The game in {folder} keeps the rules and settings it began with; for another game name a new folder."
        )
    with opening.held(folder, host().rulesets) as game:
        played = play_round(game, player(game), clock, as_it_is=as_it_is)
        colours = wording.words_for(game, game.view(played.seat), played.seat).group("colours")
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
    words = words_of(ruleset, NO_NAMES)
    text = words.fill("settings/solo.yaml.j2", game=game, rules=ruleset.name, settings=settings, seats=seats, own=own)
    create(folder, marks.plain(text), host().rulesets)
