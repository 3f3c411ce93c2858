"""What commands share: the game they work on, the clock, and the options for both."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from pbem.cli.completion import GAME
from pbem.engine.kit.installed import installed
from pbem.engine.playtest import NoPlaytest, Playtest, playtest_of
from pbem.engine.ruleset import GROUP, Ruleset
from pbem.referee import opening
from pbem.referee.game import Clock, Game, NoRules, now, ruleset_called, usual_folder
from pbem.store.pause import Pause

C = TypeVar("C", bound=Callable[..., Any])


class Host(msgspec.Struct, frozen=True):
    """The clock and rulesets that commands use; tests pass their own."""

    clock: Clock = now
    rulesets: Mapping[str, Ruleset] = {}


def host() -> Host:
    """The host of the running command, or the usual one where none runs."""
    ctx = click.get_current_context(silent=True)
    found = ctx.find_object(Host) if ctx else None
    return found if found is not None else Host()


def game_option(command: C) -> C:
    """Add --game: the game's folder, which may also be given before the name of the command."""
    option = click.option(
        "--game",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        multiple=True,
        callback=_one_game,
        show_default="PBEM_GAME, or else the current folder",
        help="The game's folder.",
    )
    return option(command)


def names_game(ctx: click.Context) -> bool:
    """Whether the command line has --game, before or after the command."""
    return GAME in ctx.meta or ctx.get_parameter_source("folder") is ParameterSource.COMMANDLINE


def _one_game(ctx: click.Context, _option: click.Parameter, folders: tuple[Path, ...]) -> Path:
    """The only folder given, or the default."""
    before: tuple[Path, ...] = ctx.meta.get(GAME, ())
    named = tuple(dict.fromkeys((*before, *folders)))
    if len(named) > 1:
        raise click.UsageError(f"--game names several games: {', '.join(map(str, named))}; name one.", ctx)
    return named[0] if named else usual_folder()


def json_option(command: C) -> C:
    """Add --json: the answer as data, refusals too."""
    option = click.option("--json", "as_json", is_flag=True, callback=_remember, help="Print JSON.")
    return option(command)


def identity_option(command: C) -> C:
    """Add --identity: the file with the key of sealed sheets."""
    option = click.option(
        "--identity",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The key file for sealed sheets (default: the one named by PBEM_IDENTITY or game.yaml).",
    )
    return option(command)


def opened(folder: Path) -> Game:
    """The game in *folder*, to read."""
    return opening.look(folder, host().rulesets)


def rules_option(command: C) -> C:
    """Add --rules: the name of a ruleset."""
    option = click.option("--rules", help="The name of the rules; needed only if several are installed.")
    return option(command)


def rules_called(name: str | None) -> Ruleset:
    """The ruleset called *name*, with all its phrases; without a name, the only one there is; raises `NoRules`."""
    from pbem.report.words import BadPhrase, MissingPhrase, check_phrases

    known = sorted({*host().rulesets, *installed(GROUP)})
    if name is None and len(known) != 1:
        raise click.UsageError(f"Name the rules with --rules; there are: {', '.join(known) or 'none'}.")
    ruleset = ruleset_called(name or known[0], host().rulesets)
    try:
        check_phrases(ruleset)
    except (BadPhrase, MissingPhrase) as why:
        raise NoRules(str(why)) from why
    return ruleset


def playtest_called(ruleset: Ruleset, *parts: str) -> Playtest:
    """The playtest of *ruleset*; a usage error if there is none, or if it lacks one of the *parts*."""
    try:
        return playtest_of(ruleset.name, *parts)
    except NoPlaytest as missing:
        says = str(missing)
        raise click.UsageError(f"{says[0].upper()}{says[1:]}.") from missing


def seat_called(game: Game, name: str) -> str:
    """The seat called *name*; a usage error lists the seats."""
    wanted = name.casefold()
    for seat, title in game.titles.items():
        if wanted in (seat.casefold(), title.casefold()):
            return seat
    raise click.UsageError(f"There is no seat {name!r}; there are: {', '.join(game.titles)}.")


def pause_called(game: Game, number: int | None) -> Pause:
    """The pause of round *number*, by default the latest; a usage error says which there are."""
    pauses = game.log.pauses
    if not pauses:
        raise click.UsageError("There is no round yet; `pbem turn` writes the letters of the first.")
    chosen = next((pause for pause in pauses if pause.round == number), pauses[-1] if number is None else None)
    if chosen is None:
        raise click.UsageError(f"There is no round {number}; the latest is {pauses[-1].round}.")
    return chosen


def _remember(ctx: click.Context, _option: click.Parameter, value: bool) -> bool:
    ctx.find_root().meta["pbem.json"] = value
    return value
