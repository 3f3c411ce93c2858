"""The pictures of letters: which go with one, and their files, drawn anew only when something in one has changed.

    pictures/DIGEST.png    a picture, by the digest of its SVG: one that shows the same is the same file

A picture that cannot be made never keeps a letter from going; `pbem status` says why it went without.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.picture import Drawing, Drawn, Picture
from pbem.engine.position import Position
from pbem.referee import need
from pbem.referee.game import Game
from pbem.store import files

FOLDER = "pictures"
MOST_BYTES = 150_000
"""A picture larger than that is not sent, and below, no more than that goes with one letter."""
MOST_TOGETHER = 750_000
FEWER = 2
"""How many go with a letter to who wants fewer."""


class LetterPicture(msgspec.Struct, frozen=True):
    """A picture that goes with a letter: the *name* by which it has it, its *file*, its words, its size in pixels."""

    name: str
    file: Path
    alt: str
    width: int
    height: int

    @property
    def png(self) -> bytes:
        """The picture itself."""
        return self.file.read_bytes()


def wanted(
    game: Game, view: Position, seat: str, seen: Sequence[Event], asked: Sequence[Decision]
) -> tuple[Picture, ...]:
    """The pictures for a letter to *seat*, the most useful first, as many as it wants; nothing is drawn here."""
    choice = game.settings.pictures_of(seat)
    if game.ruleset.drawing is None or choice == "none":
        return ()
    try:
        found = game.ruleset.drawing.pictures(view, seat, seen, asked)
    except Exception as error:  # noqa: BLE001 nothing that is wrong with pictures may keep a letter from going
        need.note_lacking(game.folder, "pictures", " ".join(str(error).split()) or type(error).__name__)
        return ()
    return found[:FEWER] if choice == "fewer" else found


def made(game: Game, view: Position, seat: str, pictures: Sequence[Picture]) -> tuple[LetterPicture, ...]:
    """The files of *pictures* for *seat*, drawn from its *view* where that is needed; without those that go too far."""
    drawing = game.ruleset.drawing
    if drawing is None or not pictures or game.settings.pictures_of(seat) == "none":
        return ()
    troubles: list[str] = []
    found = tuple(_within(_each(game, drawing, view, seat, pictures, troubles), troubles))
    need.note_lacking(game.folder, "pictures", "; ".join(troubles))
    return found


def _each(
    game: Game, drawing: Drawing, view: Position, seat: str, pictures: Sequence[Picture], troubles: list[str]
) -> Iterator[LetterPicture]:
    from pbem.report.pictures import NoPicture, drawn  # noqa: PLC0415 most letters have no pictures

    for picture in {each.name: each for each in pictures}.values():
        try:
            shown = drawn(drawing, view, seat, picture)
            yield LetterPicture(picture.name, _file(game, shown), shown.alt, shown.width, shown.height)
        except NoPicture as why:
            troubles.append(str(why))
        except Exception as error:  # noqa: BLE001 as above: no library, no typeface, no space
            said = " ".join(str(error).split()) or type(error).__name__
            troubles.append(f"the picture {picture.name} could not be made: {said}")


def _within(pictures: Iterator[LetterPicture], troubles: list[str]) -> Iterator[LetterPicture]:
    """*pictures* as long as they are small enough together."""
    left = MOST_TOGETHER
    for picture in pictures:
        size = picture.file.stat().st_size
        if size > MOST_BYTES:
            troubles.append(f"the picture {picture.name} has {size} bytes, and {MOST_BYTES} are the most")
        elif size > left:
            return
        else:
            left -= size
            yield picture


def _file(game: Game, shown: Drawn) -> Path:
    """The file with *shown*, made unless there is one."""
    from pbem.report.pictures import png  # noqa: PLC0415 as above

    path = game.folder / FOLDER / f"{hashlib.sha256(shown.svg.encode()).hexdigest()[:32]}.png"
    if not path.exists():
        files.write(path, png(shown))
    return path
