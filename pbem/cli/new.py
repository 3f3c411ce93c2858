"""pbem new: begin a game."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import host, json_option, rules_called, rules_option
from pbem.referee import keys
from pbem.referee.opening import create, first_settings
from pbem.settings.game import NAME
from pbem.settings.mail import SealedSettings
from pbem.store import encryption


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@rules_option
@click.option("--name", help="The name of the game in email subjects (default: the folder's name).")
@click.option(
    "--from", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Use this game.yaml."
)
@click.option("--sealed", is_flag=True, help="Seal the players' sheets, with a new key in FOLDER.")
@json_option
def new_command(
    folder: Path, rules: str | None, name: str | None, file: Path | None, sealed: bool, as_json: bool
) -> None:
    """Begin a game in FOLDER.

    Without --from, this writes a game.yaml for you to complete, with an empty entry for each player, unless
    FOLDER already has one.
    """
    there = folder / NAME
    if sealed and (file or there.exists()):
        raise click.UsageError("--sealed writes a new game.yaml; for one of yours see `pbem seal keygen --help`.")
    if file or there.exists():
        text = (file or there).read_text(encoding="utf-8")
    else:
        called = name or folder.resolve().name.lower()
        text = first_settings(rules_called(rules), called, _recipient(folder) if sealed else "")
    game = create(folder, text, host().rulesets)
    proof = game.keys.commitment
    if as_json:
        output.data({"game": game.name, "folder": str(folder), "rules": game.ruleset.name, "commitment": proof})
        return
    output.text(f"The game {game.name} is in {folder}.")
    output.text(f"Enter its players and its mail in {there}, then begin it with: pbem turn --game {folder}")
    if folder.stat().st_mode & 0o077:
        output.text(f"Other users of this computer can look into the folder; close it with: chmod 700 {folder}")
    if sealed:
        output.text(
            f"Sheets are sealed for the key in {folder / SealedSettings().identity_file}; "
            "without it none can ever be read."
        )
    output.text(f"The first letters show the SHA-256 of the key of its random draws: {proof}")


def _recipient(folder: Path) -> str:
    """Whom sheets are sealed for: the key in *folder*, or a new one."""
    key = folder / SealedSettings().identity_file
    return keys.recipient_of(SealedSettings(), folder) if key.exists() else encryption.keygen(key)
