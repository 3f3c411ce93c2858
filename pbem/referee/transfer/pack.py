"""Pack a game into one file: all of it, or what everyone may read."""

import hashlib
import os
import re
from pathlib import Path

import msgspec

from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.snapshot import NAME as SNAPSHOT
from pbem.referee.transfer import handed_over
from pbem.referee.transfer.handed_over import HandedOver
from pbem.referee.transfer.package import FORMAT, Manifest, verify, write_package
from pbem.settings import desk
from pbem.store import files, lock
from pbem.store.refusal import Refusal
from pbem.store.stamp import HEARTBEAT

_OWN = frozenset({lock.NAME, SNAPSHOT, HEARTBEAT, handed_over.NAME})
"""What belongs to a copy, not to the game."""
_PICTURE = re.compile(r"\.\./\.\./(pictures/[\w.-]+)")


class CannotPack(Refusal):
    """The package cannot be written there."""


class PackResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was packed: the package's *path* and *sha256*, how many *files*, and those it *lacks*.

    These are files that game.yaml names and that lie outside the game's folder, and links.
    """

    path: Path
    sha256: str
    files: int
    lacks: tuple[str, ...] = ()


def pack(
    folder: Path,
    path: Path,
    clock: Clock,
    rulesets: Rulesets | None = None,
    *,
    public: bool = False,
    copy: bool = False,
) -> PackResult:
    """Pack the game in *folder* into the new file *path*; unless *public* or a mere *copy* it goes on elsewhere then.

    Raises `CannotPack`, and what opening a game raises. The package is read back and verified before the game is
    marked; a kill leaves a game that goes on here, and perhaps a file whose name ends in `.part`.
    """
    if path.exists():
        raise CannotPack(f"{path} is there already; name another file")
    with opening.held(folder, rulesets) as game:
        names, lacks = _public_files(game) if public else _files(folder)
        manifest = Manifest(
            format=FORMAT,
            game=game.name,
            rules=f"{game.ruleset.name} {game.ruleset.version}",
            packed=clock(),
            public=public,
            epoch=game.epoch,
            files={},
            folders=() if public else _folders(folder),
        )
        part = path.with_name(f"{path.name}{files.PART}")
        part.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, files.FILE))
        part.unlink()
        write_package(part, folder, names, manifest)
        part.chmod(files.FILE)
        verify(part)
        files.move(part, path)
        with path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        if not public and not copy:
            handed_over.mark(folder, HandedOver(clock(), str(path.absolute()), sha256))
    return PackResult(path=path, sha256=sha256, files=len(names), lacks=lacks)


def _files(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All files of a game, and what is a link or no file, which is left out."""
    names, lacks = [], []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.partition("/")[0] == desk.FOLDER:
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            lacks.append(name)
        elif path.is_file() and name not in _OWN and path.name != lock.NAME and not path.name.endswith(files.PART):
            names.append(name)
    return tuple(names), tuple(lacks)


def _folders(folder: Path) -> tuple[str, ...]:
    """All folders of a game: empty ones too, as mail may come in by one."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_dir() and not path.is_symlink())
    names = (path.relative_to(folder).as_posix() for path in found)
    return tuple(name for name in names if name.partition("/")[0] != desk.FOLDER)


def _public_files(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The reports of all rounds, the pictures that they show, and the edition."""
    reports = sorted(path for path in (game.folder / "letters").glob("[0-9]*/public.*") if path.is_file())
    pages = [path.read_text(encoding="utf-8") for path in reports if path.suffix == ".html"]
    pictures = sorted({name for page in pages for name in _PICTURE.findall(page)})
    edition = sorted(path for path in (game.folder / "edition").rglob("*") if path.is_file() and not path.is_symlink())
    there = [path.relative_to(game.folder).as_posix() for path in (*reports, *edition)]
    return (*there, *(name for name in pictures if (game.folder / name).is_file())), ()
