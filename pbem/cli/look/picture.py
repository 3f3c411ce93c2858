"""Pictures of the board written to files, for `pbem show board` and `pbem report`."""

from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import output
from pbem.engine.drawing import Drawn, Picture
from pbem.engine.event import PUBLIC
from pbem.referee.game import Game
from pbem.referee.status import shortcomings
from pbem.store.pause import Pause


class PictureWanted(msgspec.Struct, frozen=True):
    """What the options ask for: files, and what the picture is of."""

    png: Path | None
    svg: Path | None
    area: str | None
    reach: str | None

    @property
    def word(self) -> str:
        """The word by which a game knows such pictures; none for the whole board."""
        return "reach" if self.reach else "map" if self.area else ""


def show_picture(game: Game, who: str, pause: Pause | None, wanted: PictureWanted, as_json: bool) -> None:
    """Write a picture to the files that are *wanted*, and say what it shows."""
    from pbem.referee.views import pictures

    if wanted.area and wanted.reach:
        raise click.UsageError("Name one of --area and --reach.")
    if not (wanted.png or wanted.svg):
        raise click.UsageError("Say where to write the picture: --png FILE or --svg FILE.")
    picture = pictures.named(game, who, wanted.word, wanted.reach or wanted.area or "", pause)
    if wanted.png:
        made = pictures.painted(game, who, picture, pause)
        drawn = made.drawn
        _write(wanted.png, made.png)
    else:
        drawn = pictures.drawn(game, who, picture, pause)
    if wanted.svg:
        _write(wanted.svg, drawn.svg.encode())
    _tell(game, [(path, drawn) for path in (wanted.png, wanted.svg) if path], as_json)


def write_pictures(game: Game, pause: Pause, folder: Path, as_json: bool) -> None:
    """Write the pictures of the public report of *pause* into *folder*: what moved, or else the whole board."""
    from pbem.referee.views import pictures

    found: list[Picture] = [*pictures.of_letter(game, pause, PUBLIC)]
    found = found or [pictures.named(game, PUBLIC, pause=pause)]
    told = []
    for picture in found:
        made = pictures.painted(game, PUBLIC, picture, pause)
        path = folder / f"{picture.name}.png"
        _write(path, made.png)
        told.append((path, made.drawn))
    _tell(game, told, as_json)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _tell(game: Game, files: list[tuple[Path, Drawn]], as_json: bool) -> None:
    if as_json:
        output.data([_as_data(path, drawn) for path, drawn in files])
        return
    for path, drawn in files:
        output.text(f"{path}: {drawn.title}, {drawn.width} x {drawn.height} pixels.")
    for note in shortcomings(game):
        output.text(note)


def _as_data(path: Path, drawn: Drawn) -> dict[str, Any]:
    shown = {"title": drawn.title, "alt": drawn.alt, "width": drawn.width, "height": drawn.height}
    return {"file": str(path), **shown}
