"""Begin a game in a folder, and open it: to read, or to change, which only one program does at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.engine.reading import NO_NAMES
from pbem.engine.ruleset import Ruleset
from pbem.errors import Refusal
from pbem.referee.game import SECRET, Game, Rulesets, refuse_gone_on, ruleset_called, settings_file
from pbem.report import tree
from pbem.settings import beginnings, game
from pbem.settings.game import GameSettings
from pbem.settings.mail import path_of
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


FOLDERS = ("inbox", "sheets", "letters", "outbox", "sent")


class Exists(Refusal):
    """There is already a game in the folder."""


def first_settings(ruleset: Ruleset, name: str, recipient: str = "") -> str:
    """A game.yaml for the game *name*, to be completed; with a *recipient* sheets are sealed for that key."""
    from pbem.report.words import words_of  # noqa: PLC0415 - a game that is opened needs no words

    seats = ruleset.seats(ruleset.settings())
    words = words_of(ruleset, NO_NAMES)
    text = words.fill("settings/game.yaml.j2", game=name, rules=ruleset.name, seats=seats, recipient=recipient)
    return tree.plain(text).rstrip("\n") + "\n"


def create(folder: Path, game_yaml: str, rulesets: Rulesets | None = None, secret: str | None = None) -> Game:
    """Begin a game in *folder*; the secret is random unless given. Raises `Exists`, `BadSettings`.

    The secret is written last: a folder without one is not a game yet, and `create` may be repeated.
    """
    from secrets import token_hex  # noqa: PLC0415 - a game that is opened draws no secret

    if (folder / SECRET).exists():
        raise Exists(f"there is a game in {folder} already")
    folder.parent.mkdir(parents=True, exist_ok=True)  # the folder that holds several games is not part of one
    files.make_folder(folder)
    with files.held(folder):
        files.sweep(folder)
        file = folder / game.NAME
        files.write_text(file, game_yaml)
        made = game.read_settings(file, ruleset_called(game.rules_of(file), rulesets))
        for name in FOLDERS:
            files.make_folder(folder / name)
        files.make_folder(path_of(folder, made.mail.intake.folder))
        files.write_text(folder / SECRET, f"{secret or token_hex(32)}\n")
    return look(folder, rulesets)
