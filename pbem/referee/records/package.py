"""A game as one file, to continue elsewhere: packed, unpacked and verified.

manifest.json     what the package is, and the SHA-256 of each file
game/...          the files, by their paths in the game's folder
"""

import hashlib
import os
import shutil
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from pbem.errors import Refusal
from pbem.referee import opening
from pbem.referee.game import HANDED_OVER, Clock, HandedOver, Rulesets, hand_over
from pbem.referee.snapshot import NAME as SNAPSHOT
from pbem.settings.game import FOLDER
from pbem.store import files
from pbem.store.editions import HEARTBEAT
from pbem.store.facts import EpochBegun

FORMAT = 1
MANIFEST = "manifest.json"
_OWN = frozenset({files.NAME, SNAPSHOT, HEARTBEAT, HANDED_OVER})
"""What belongs to a copy, not to the game."""
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The oldest time that a ZIP file can name; the manifest has the right ones, which say when mail arrived."""
_PART = 1 << 20


class BadPackage(Refusal):
    """A file that is not a package, or is damaged."""


class CannotPack(Refusal):
    """The package cannot be written there."""


class CannotUnpack(Refusal):
    """The game cannot be put there."""


class PackedFile(msgspec.Struct, frozen=True):
    """A file of a package: its SHA-256, and when it was last changed, in nanoseconds."""

    sha256: str
    changed: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a package holds: the *game* by its name, when it was *packed*, its *files* and *folders*, empty ones too."""

    format: int
    game: str
    packed: datetime
    files: Mapping[str, PackedFile]
    folders: tuple[str, ...] = ()


class PackResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was packed: the package's *path* and *sha256*, how many *files*, and the links that it *lacks*."""

    path: Path
    sha256: str
    files: int
    lacks: tuple[str, ...]


def pack(folder: Path, path: Path, clock: Clock, rulesets: Rulesets | None = None, *, copy: bool = False) -> PackResult:
    """Pack the game in *folder* into the new file *path*; unless that is a mere *copy*, the game continues elsewhere.

    Raises `CannotPack`, and what opening a game raises. The package is read back and verified before the game is
    marked; a kill leaves a game that continues here, and perhaps a file whose name ends in `.part`.
    """
    if path.exists():
        raise CannotPack(f"{path} is there already; name another file")
    part = path.with_name(f"{path.name}{files.PART}")
    with opening.held(folder, rulesets) as game:
        there = [one for one in sorted(folder.rglob("*")) if one.relative_to(folder).parts[0] != FOLDER]
        links = [one for one in there if one.is_symlink() or not (one.is_file() or one.is_dir())]
        packed = [one for one in there if one not in links and one.is_file() and is_the_games(one, folder)]
        manifest = Manifest(
            format=FORMAT,
            game=game.name,
            packed=clock(),
            files={_name(one, folder): _packed(one) for one in packed},
            folders=tuple(_name(one, folder) for one in there if one not in links and one.is_dir()),
        )
        files.write(part, b"")  # for its owner only, before anything is in it
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as package:
            for one in packed:
                with one.open("rb") as file, package.open(_info(f"game/{_name(one, folder)}"), "w") as target:
                    shutil.copyfileobj(file, target, _PART)
            package.writestr(_info(MANIFEST), msgspec.json.format(msgspec.json.encode(manifest)))
        _compared(part)
        files.move(part, path)
        sha256 = _sha256(path)
        if not copy:
            hand_over(folder, HandedOver(clock(), str(path.absolute()), sha256))
    return PackResult(path=path, sha256=sha256, files=len(packed), lacks=tuple(_name(one, folder) for one in links))


def is_the_games(path: Path, folder: Path) -> bool:
    """Whether the file *path* belongs to the game in *folder*, and not to this copy of it alone."""
    return _name(path, folder) not in _OWN and path.name != files.NAME and not path.name.endswith(files.PART)


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _packed(path: Path) -> PackedFile:
    return PackedFile(_sha256(path), path.stat().st_mtime_ns)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _OLDEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = files.FILE << 16
    return info


def unpack(path: Path, folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> tuple[Manifest, int]:
    """Unpack the package at *path* into the new *folder*, where the game's next epoch begins; the second value is that.

    Every file is compared with its SHA-256, and the game is opened, which checks its log, its secret and what it began
    with, before *folder* is there. Raises `BadPackage`, `CannotUnpack`, and what opening a game raises.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotUnpack(f"{folder} is there already; name a new folder")
    beside = folder.with_name(f".{folder.name}{files.PART}")
    shutil.rmtree(beside, ignore_errors=True)
    files.make_folder(beside)
    try:
        manifest = _compared(path, beside)
        with opening.held(beside, rulesets) as game:
            epoch = game.epoch + 1
            game.note(EpochBegun(epoch=epoch), clock())
        if folder.exists():
            folder.rmdir()
        files.move(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return manifest, epoch


def _compared(path: Path, folder: Path | None = None) -> Manifest:
    """Read all of a package, compare it with its manifest, and write its files into *folder*; raises `BadPackage`."""
    try:
        package = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError) as error:
        raise BadPackage(f"{path} is not a package of a game: {error}") from error
    with package:
        manifest = _manifest(package, path)
        if folder:
            for name in manifest.folders:
                files.make_folder(folder / name)
        for name, packed in manifest.files.items():
            target = folder / name if folder else None
            with _new(target) if target else nullcontext() as file:
                if _copied(package, f"game/{name}", file) != packed.sha256:
                    raise BadPackage(f"{path} is damaged: {name} is not as it was packed; pack the game again")
            if target:
                os.utime(target, ns=(packed.changed, packed.changed))
    return manifest


def _manifest(package: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(package.read(MANIFEST), type=Manifest)
    except (KeyError, zipfile.BadZipFile, zlib.error, msgspec.DecodeError, OSError, EOFError) as error:
        raise BadPackage(f"{path} is not a package of a game: {error}") from error
    if manifest.format != FORMAT:
        raise BadPackage(f"{path} is in form {manifest.format}, and this pbem reads form {FORMAT}; use a newer pbem")
    for name in (*manifest.files, *manifest.folders):
        if not _is_safe(name):
            raise BadPackage(f"{path} names the file {name!r}, which would lie outside the game's folder")
    return manifest


def _is_safe(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or "\\" in name or "\0" in name or ":" in parts[0]:
        return False
    return all(part not in ("..", ".") for part in parts) and str(PurePosixPath(name)) == name


def _new(path: Path) -> IO[bytes]:
    files.make_folder(path.parent)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, files.FILE), "wb")


def _copied(package: zipfile.ZipFile, name: str, target: IO[bytes] | None) -> str:
    """Write a file of *package* to *target*, if there is one; its SHA-256, or the reason why it cannot be read."""
    digest = hashlib.sha256()
    try:
        with package.open(name) as file:
            while part := file.read(_PART):
                digest.update(part)
                if target:
                    target.write(part)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        return str(error)
    if target:
        target.flush()
        os.fsync(target.fileno())
    return digest.hexdigest()
