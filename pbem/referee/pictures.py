"""The pictures of letters: which go with one, and their files, drawn anew only when something in one has changed.

    pictures/DIGEST.png    a picture, by the digest of its SVG: one that shows the same is the same file
    pictures/KEY.json      what was drawn of all that a picture follows from, so that it is not drawn again

A picture that cannot be made never keeps a letter from going; `pbem status` says why it went without.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.picture import Drawing, Drawn, Picture
from pbem.engine.position import Position
from pbem.referee.game import Game
from pbem.store import files
from pbem.store.kept import kept
from pbem.store.log import digest_of_position
from pbem.store.outbox import note_lacking

FOLDER = "pictures"
MOST_BYTES = 150_000
"""A picture larger than that is not sent, and below, no more than that goes with one letter."""
MOST_TOGETHER = 750_000
FEWER = 2
"""How many go with a letter to who wants fewer."""
_DIGITS = 32
"""Hexadecimal digits in the name of a file."""


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
        note_lacking(game.folder, "pictures", " ".join(str(error).split()) or type(error).__name__)
        return ()
    return found[:FEWER] if choice == "fewer" else found


def made(game: Game, view: Position, seat: str, pictures: Sequence[Picture]) -> tuple[LetterPicture, ...]:
    """The files of *pictures* for *seat*, drawn from its *view* where that is needed; without those that go too far."""
    drawing = game.ruleset.drawing
    if drawing is None or not pictures or game.settings.pictures_of(seat) == "none":
        return ()
    troubles: list[str] = []
    found = tuple(_within(_each(game, drawing, view, seat, pictures, troubles), troubles))
    note_lacking(game.folder, "pictures", "; ".join(troubles))
    return found


def _each(
    game: Game, drawing: Drawing, view: Position, seat: str, pictures: Sequence[Picture], troubles: list[str]
) -> Iterator[LetterPicture]:
    from pbem.report.pictures import NoPicture, drawn  # noqa: PLC0415 most letters have no pictures

    rests_on = (str(game.versions), game.versions.templates, *drawn_with(game), seat, digest_of_position(view, {}))
    for picture in {each.name: each for each in pictures}.values():
        try:
            note = _note(game, picture, rests_on)
            shown = _noted(note) or _to_note(note, _file(game, one := drawn(drawing, view, seat, picture)), one)
            yield LetterPicture(picture.name, note.parent / shown.file, shown.alt, shown.width, shown.height)
        except NoPicture as why:
            troubles.append(str(why))
        except Exception as error:  # noqa: BLE001 as above: no library, no typeface, no space
            said = " ".join(str(error).split()) or type(error).__name__
            troubles.append(f"the picture {picture.name} could not be made: {said}")


class _NotedPicture(msgspec.Struct, frozen=True):
    """What was drawn: the name of its *file*, its words, its size in pixels."""

    file: str
    alt: str
    width: int
    height: int


def drawn_with(game: Game) -> tuple[str, ...]:
    """The names, sizes and times of files that only pictures need."""
    found = game.ruleset.edition_files(game.settings.settings) if game.ruleset.edition_files else ()
    folders = sorted({path.parent for path in found})
    beside = (Path(folder, f"{name}.yaml") for folder in folders for name in game.ruleset.edition_beside)
    stats = ((path, path.stat()) for path in beside if path.is_file())
    return tuple(f"{path} {one.st_size} {one.st_mtime_ns}" for path, one in stats)


def _note(game: Game, picture: Picture, rests_on: tuple[str, ...]) -> Path:
    """Where it is noted what was drawn of a picture that follows from all this."""
    key = hashlib.sha256(msgspec.json.encode((rests_on, picture), order="deterministic")).hexdigest()[:_DIGITS]
    return game.folder / FOLDER / f"{key}.json"


def _noted(note: Path) -> _NotedPicture | None:
    with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        found = msgspec.json.decode(note.read_bytes(), type=_NotedPicture)
        if (note.parent / found.file).is_file():
            return found
    return None


def _to_note(note: Path, file: Path, shown: Drawn) -> _NotedPicture:
    made = _NotedPicture(file.name, shown.alt, shown.width, shown.height)
    with suppress(OSError):  # it is there all the same
        files.write(note, msgspec.json.encode(made), durable=False)
    return made


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

    path = game.folder / FOLDER / f"{hashlib.sha256(shown.svg.encode()).hexdigest()[:_DIGITS]}.png"
    if not path.exists():
        files.write(path, png(shown, kept))
    return path
