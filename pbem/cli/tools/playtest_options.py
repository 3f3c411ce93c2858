"""Options of the commands that play complete games: the games' settings, and how many run at once."""

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
import msgspec

from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import Ruleset

CommandFunction = Callable[..., Any]
R = TypeVar("R")


def settings_options(command: CommandFunction) -> CommandFunction:
    """Add the options for the game's own settings; the command gets those that are given as `chosen`."""

    @functools.wraps(command)
    def packed(
        *args: Any, scenario: str | None, players: str | None, edition: str | None, more: tuple[str, ...], **rest: Any
    ) -> Any:
        given = {"scenario": scenario, "players": players, "edition": edition}
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        for each in more:
            _put(chosen, each)
        return command(*args, chosen=chosen, **rest)

    for option in (
        click.option(
            "--set", "more", multiple=True, metavar="KEY=VALUE", help="Any setting; `a.b=c` sets a nested one."
        ),
        click.option("--edition", help="The edition of the board."),
        click.option("--players", help="How many players."),
        click.option("--scenario", help="The scenario (default: that of the rules)."),
    ):
        packed = option(packed)
    return packed


def jobs_option(command: CommandFunction) -> CommandFunction:
    """Add --jobs: how many games are played at once."""
    option = click.option(
        "--jobs", type=click.IntRange(1), show_default="the cores", help="How many games to play at once."
    )
    return option(command)


def fit(ruleset: Ruleset, part: str, chosen: Mapping[str, Any]) -> int:
    """How many of the settings that are *chosen* the game knows, for `rules_called`; less than none without *part*."""
    playtest = find_playtest(ruleset.name)
    if playtest is None or getattr(playtest, part) is None:
        return -1
    return sum(name in ruleset.settings.__struct_fields__ for name in chosen)


def fitting(ruleset: Ruleset, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """*chosen*, if they are valid settings of *ruleset*; otherwise a usage error."""
    known = ruleset.settings.__struct_fields__
    for name in chosen:
        if name not in known:
            raise click.UsageError(f"The settings of {ruleset.title} have no {name!r}; there are: {', '.join(known)}.")
    try:
        msgspec.convert(chosen, ruleset.settings, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"{ruleset.title} is not played like this: {error}.") from error
    return chosen


def shown(chosen: Mapping[str, Any]) -> str:
    """*chosen* in brackets, to follow a title; empty if all are defaults."""
    said = ", ".join(f"{name} {value}" for name, value in chosen.items())
    return f" ({said})" if said else ""


def _put(chosen: dict[str, Any], setting: str) -> None:
    name, equals, value = setting.partition("=")
    if not equals:
        raise click.UsageError(f"--set {setting}: write KEY=VALUE.")
    *path, last = name.replace("-", "_").split(".")
    for part in path:
        chosen = chosen.setdefault(part, {})
    chosen[last] = value
