"""pbem pack: a game into one file, for another machine or moderator."""

from pathlib import Path

import click

from pbem.cli import output, progress
from pbem.cli.options import game_option, host, json_option
from pbem.referee import opening
from pbem.referee.transfer import copies, handed_over
from pbem.referee.transfer.pack import pack


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--public", is_flag=True, help="Only what everyone may read: the reports, their pictures, the edition.")
@click.option("--copy", is_flag=True, help="A backup: the game continues here.")
@click.option("--take-back", is_flag=True, help="The package was never unpacked: the game continues here after all.")
@click.option("--go-on", is_flag=True, help="Another copy that was noticed is stopped for good: this one continues.")
@click.option("--reason", default="", help="With --go-on: why; the log keeps it.")
@game_option
@json_option
def command(
    file: Path | None,
    public: bool,
    copy: bool,
    take_back: bool,
    go_on: bool,
    reason: str,
    folder: Path,
    as_json: bool,
) -> None:
    """Pack the game into FILE, to continue where it is unpacked; this copy then takes in no mail and plays nothing.

    FILE holds the game's secrets, all sheets, and passwords in its folder: pass it on safely. With --public it
    holds none of them.
    """
    if sum((file is not None, take_back, go_on)) != 1 or (file is None and (public or copy)):
        raise click.UsageError("Name the FILE to write, or one of --take-back and --go-on.")
    if take_back:
        back = handed_over.unmark(folder)
        said = {"taken back": back}
        words = "`pbem turn` continues the game here." if back else "The game had not been handed over."
    elif go_on:
        if not reason:
            raise click.UsageError("--go-on needs a --reason: which copy was stopped, and how.")
        with opening.held(folder, host().rulesets) as game:
            settled = copies.settle(game.log, reason, host().clock())
        said = {"goes on": settled}
        words = "This copy continues; `pbem turn` continues it." if settled else "No other copy had been noticed."
    else:
        _pack(folder, file or folder, public=public, copy=copy, as_json=as_json)
        return
    if as_json:
        output.data(said)
    else:
        output.text(words)


def _pack(folder: Path, file: Path, *, public: bool, copy: bool, as_json: bool) -> None:
    with progress.busy("Packing"):
        done = pack(folder, file, host().clock, host().rulesets, public=public, copy=copy)
    if as_json:
        output.data(
            {"file": str(done.path), "sha256": done.sha256, "files": done.files, "lacks": done.lacks, "public": public}
        )
        return
    output.text(f"Packed: {done.files} files into {done.path}")
    output.text(f"SHA-256: {done.sha256}")
    for name in done.lacks:
        output.text(f"Left out, since it is a link or no file: {name}")
    if public:
        output.text("It holds what everyone may read, and nothing else; it cannot be played on.")
        return
    output.text("It holds all secrets of the game: pass it on safely, and delete it once it is unpacked.")
    if copy:
        output.text("The game continues here.")
    else:
        output.text(f"This copy has stopped. Where it is to continue: `pbem unpack {done.path.name} FOLDER`.")
