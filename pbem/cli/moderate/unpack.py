"""pbem unpack: a game from a package, verified."""

from pathlib import Path

import click

from pbem.cli import output, progress
from pbem.cli.options import host, json_option
from pbem.referee.transfer.unpack import unpack


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@json_option
def command(file: Path, target: Path, as_json: bool) -> None:
    """Unpack the game in FILE into the new FOLDER, and verify it.

    Every file is compared with what was packed, and the game's log, secret and beginning are checked; if anything is
    wrong FOLDER is not made.
    """
    with progress.busy("Unpacking"):
        done = unpack(file, target, host().clock, host().rulesets)
    manifest = done.manifest
    if as_json:
        output.data(
            {"game": manifest.game, "files": len(manifest.files), "epoch": done.epoch, "public": manifest.public}
        )
        return
    when = f"{manifest.packed:%Y-%m-%d %H:%M} UTC"
    output.text(f"Unpacked and verified: {manifest.game}, {len(manifest.files)} files, packed on {when}.")
    if done.epoch is None:
        output.text("It is public: reports and pictures to read, no game to play on.")
    else:
        output.text(f"Check paths and passwords in {target / 'game.yaml'}, then: pbem doctor --game {target}")
        output.text("Only one copy may run. If mail shows that the other still does, this one stops and says so.")
