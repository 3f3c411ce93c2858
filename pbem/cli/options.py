"""What commands share: the game they work on, the clock, and the options for both."""

import functools
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from pbem.cli import GAME
from pbem.engine.playtest import NoPlaytest, Playtest, playtest_of
from pbem.engine.ruleset import GROUP, Ruleset, installed
from pbem.referee import opening
from pbem.referee.game import Clock, Game, NoRules, now, ruleset_called, usual_folder
from pbem.store.log import Pause

C = TypeVar("C", bound=Callable[..., Any])
Fit = Callable[[Ruleset], float]
"""How well a game fits what a command is given."""


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
    option = click.option("--rules", help="The name of the rules (default: those that fit, or else the first by name).")
    return option(command)


def rules_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add RULES and --rules: the name of a ruleset, said either way; the command gets it as `rules`."""

    @functools.wraps(command)
    def named(*args: Any, name: str | None, rules: str | None, **rest: Any) -> Any:
        if name and rules and name != rules:
            raise click.UsageError(f"Name one game, not both {name} and {rules}.")
        return command(*args, rules=name or rules, **rest)

    return click.argument("name", metavar="[RULES]", required=False)(rules_option(named))


def rules_called(name: str | None, fit: Fit | None = None) -> Ruleset:
    """The ruleset called *name*, with all its phrases; raises `NoRules`.

    Without a name it is the one for which *fit* gives most. Of several that fit alike it is the first by name, and a
    note says how to choose another.
    """
    from pbem.report.words import BadPhrase, MissingPhrase, check_phrases

    ruleset = ruleset_called(name, host().rulesets) if name is not None else _fitting(fit)
    try:
        check_phrases(ruleset)
    except (BadPhrase, MissingPhrase) as why:
        raise NoRules(str(why)) from why
    return ruleset


def _fitting(fit: Fit | None) -> Ruleset:
    known = sorted({*host().rulesets, *installed(GROUP)})
    if not known:
        raise NoRules("no rules are installed")
    if fit is not None and len(known) > 1:
        fits = {name: _fit(name, fit) for name in known}
        known = [name for name in known if fits[name] == max(fits.values())]
    first, *others = known
    ruleset = ruleset_called(first, host().rulesets)
    if others:
        _note(f"Several games are installed; this is {ruleset.title}. For another add --rules {' or '.join(others)}.")
    return ruleset


def _fit(name: str, fit: Fit) -> float:
    """How well the ruleset called *name* fits; worst of all if it cannot be used."""
    try:
        return fit(ruleset_called(name, host().rulesets))
    except NoRules:
        return -math.inf


def _note(text: str) -> None:
    """Write *text* to the error output, once in a command."""
    noted = click.get_current_context().meta.setdefault(f"{__name__}.noted", set())
    if text not in noted:
        noted.add(text)
        click.echo(text, err=True)


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
    named = [seat for seat in game.titles if wanted in (each.casefold() for each in game.settings.seats[seat].accounts)]
    if len(named) == 1:
        return named[0]
    if named:
        raise click.UsageError(f"{name!r} holds {' and '.join(named)}: name the seat.")
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
