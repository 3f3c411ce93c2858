"""What a shell offers at the Tab key: games where a command takes one, and their seats."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

GAME = "pbem.game"
"""Where the context stores the value of `pbem --game`."""
_DEEPER = 2
"""How many folders below the one typed so far games are looked for."""


class FolderParam(click.ParamType[Path]):
    """The folder of a game, which may be completed."""

    name = "path"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The games whose path begins like that; without any, the shell's own folders."""
        from pbem.settings.game_folders import game_folders

        typed = Path(incomplete or ".")
        top = typed if incomplete.endswith("/") or not incomplete else typed.parent
        found = game_folders(top, _DEEPER) if top.is_dir() else ()
        items = [CompletionItem(str(game)) for game in found if str(game).startswith(incomplete) and game != top]
        return items or [CompletionItem(incomplete, type="dir")]


class SeatParam(click.ParamType[str]):
    """A seat of the game that the command line names so far, which may be completed."""

    name = "seat"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The seats that begin like that."""
        return [CompletionItem(seat) for seat in seats_in(_folder(ctx)) if seat.startswith(incomplete)]


def completing(command: click.Command) -> click.Command:
    """*command* with completion where it takes a game or a seat."""
    for one in _commands(command):
        for parameter in one.params:
            if parameter.name == "seat":
                parameter.type = SeatParam()
            elif parameter.name in ("folder", "folders"):
                parameter.type = FolderParam()
    return command


def seats_in(folder: Path) -> tuple[str, ...]:
    """The seats in a game.yaml, read without the rules of its game; none if it cannot be read."""
    import yaml

    try:
        found = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8", errors="replace"))
    except (OSError, yaml.YAMLError):
        return ()
    seats = found.get("seats") if isinstance(found, dict) else None
    return tuple(map(str, seats)) if isinstance(seats, dict) else ()


def _commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        yield from _commands(one)


def _folder(ctx: click.Context) -> Path:
    """The game that the command line names so far."""
    before: tuple[Path, ...] = ctx.meta.get(GAME, ())
    named = ctx.params.get("folder")
    if isinstance(named, tuple):
        named = named[0] if named else None
    if named:
        return Path(str(named))
    return before[0] if before else Path(os.environ.get("PBEM_GAME") or ".")
