"""Open a game: to read, or to change, which only one program does at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.referee.game import Game, Rulesets, refuse_gone_on, ruleset_called, settings_file
from pbem.settings import beginnings, game
from pbem.settings.game import GameSettings
from pbem.store import files


def look(folder: Path, rulesets: Rulesets | None = None) -> Game:
    """The game in *folder*, to read; raises `NoGame`, `NoRules`, `BadSettings` or `Broken`."""
    return Game(folder, rulesets)


def settings_in(folder: Path, rulesets: Rulesets | None = None) -> GameSettings:
    """The settings of the game in *folder*, without the game; raises `NoGame`, `NoRules`, `BadSettings` or `GoneOn`."""
    file = settings_file(folder)
    refuse_gone_on(folder)
    rules = game.rules_of(file)
    return game.read_settings(file, ruleset_called(rules, rulesets))


@contextmanager
def held(folder: Path, rulesets: Rulesets | None = None, identity: Path | None = None) -> Iterator[Game]:
    """The game in *folder*, to change; waits for the lock, and raises `Busy` too.

    What a killed program left behind is cleaned up first. Sheets that must be sealed are sealed when the game is
    closed;
    *identity* is the file with their key.
    """
    from pbem.referee import sealing  # noqa: PLC0415 - who only looks at a game seals nothing

    settings_file(folder)
    refuse_gone_on(folder)
    with files.held(folder):
        files.sweep(folder)
        game = Game(folder, rulesets, identity)
        game.torn = game.log.repair()
        if opening := game.log.opening:
            beginnings.note(folder, opening.choices, opening.commitment)
        sealing.sweep(game)
        try:
            yield game
        finally:
            sealing.sweep(game)
