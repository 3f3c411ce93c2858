"""A game as one file, packed and unpacked.

    manifest.json     what the package is
    game/...          the files, by their paths in the game's folder

Of a public package only what everyone may read is there, and it cannot be played on.
"""

import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from pbem.errors import Refusal
from pbem.referee import copies, opening
from pbem.referee.copies import HandedOver
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.snapshot import NAME as SNAPSHOT
from pbem.settings import game
from pbem.store import files
from pbem.store.editions import HEARTBEAT
from pbem.store.facts import EpochBegun

FORMAT = 1
MANIFEST = "manifest.json"
_MOST_MANIFEST = 50_000_000
_PART = 1 << 20
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The oldest time that a ZIP file can name; the manifest has the right ones."""


class BadPackage(Refusal):
    """A file that is not a package, or is damaged."""


class PackedFile(msgspec.Struct, frozen=True):
    """A file of a package: its size in bytes, its SHA-256, and when it was last changed, in nanoseconds."""

    size: int
    sha256: str
    changed: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a package holds: the *game* by its name, with the *epoch* of the copy that was packed."""

    format: int
    game: str
    rules: str
    packed: datetime
    public: bool
    epoch: int
    files: Mapping[str, PackedFile]
    folders: tuple[str, ...] = ()


def write_package(path: Path, folder: Path, names: tuple[str, ...], manifest: Manifest) -> None:
    """Write the files *names* of *folder* to *path*, and the manifest with what was really read."""
    found: dict[str, PackedFile] = {}
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as package:
        for name in names:
            source = folder / name
            with source.open("rb") as file, package.open(_info(f"game/{name}"), "w", force_zip64=True) as target:
                size, sha256 = _copied(file, target)
            found[name] = PackedFile(size, sha256, source.stat().st_mtime_ns)
        whole = msgspec.structs.replace(manifest, files=found)
        package.writestr(_info(MANIFEST), msgspec.json.format(msgspec.json.encode(whole)))


def read_manifest(package: zipfile.ZipFile, path: Path) -> Manifest:
    """The manifest of an open package; raises `BadPackage`."""
    try:
        with package.open(MANIFEST) as file:
            raw = file.read(_MOST_MANIFEST)
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (KeyError, zipfile.BadZipFile, msgspec.DecodeError, OSError, EOFError) as error:
        raise BadPackage(f"{path} is not a package of a game: {error}") from error
    if manifest.format != FORMAT:
        raise BadPackage(f"{path} is in form {manifest.format}, and this pbem reads form {FORMAT}; use a newer pbem")
    for name in (*manifest.files, *manifest.folders):
        if not _is_safe(name):
            raise BadPackage(f"{path} names the file {name!r}, which would lie outside the game's folder")
    return manifest


def opened(path: Path) -> zipfile.ZipFile:
    """The package at *path*; raises `BadPackage`."""
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError) as error:
        raise BadPackage(f"{path} is not a package of a game: {error}") from error


def content(package: zipfile.ZipFile, path: Path, name: str, packed: PackedFile) -> Iterator[bytes]:
    """The bytes of file *name*, in parts; raises `BadPackage` at the end unless they are what the manifest says."""
    wrong = BadPackage(f"{path} is damaged: the file {name} is not as it was packed; pack the game again")
    digest, size = hashlib.sha256(), 0
    try:
        with package.open(f"game/{name}") as file:
            while part := file.read(_PART):
                digest.update(part)
                size += len(part)
                if size > packed.size:
                    raise wrong
                yield part
    except (KeyError, zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
        raise wrong from error
    if (size, digest.hexdigest()) != (packed.size, packed.sha256):
        raise wrong


def verify(path: Path) -> Manifest:
    """Read all of a package and compare it with its manifest; raises `BadPackage`."""
    with opened(path) as package:
        manifest = read_manifest(package, path)
        for name, packed in manifest.files.items():
            for _ in content(package, path, name, packed):
                pass
    return manifest


def _is_safe(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or "\\" in name or "\0" in name or ":" in parts[0]:
        return False
    return all(part not in ("..", ".") for part in parts) and str(PurePosixPath(name)) == name


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _OLDEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _copied(source: IO[bytes], target: IO[bytes]) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    while part := source.read(_PART):
        digest.update(part)
        size += len(part)
        target.write(part)
    return size, digest.hexdigest()


_OWN = frozenset({files.NAME, SNAPSHOT, HEARTBEAT, copies.NAME})
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
            copies.mark(folder, HandedOver(clock(), str(path.absolute()), sha256))
    return PackResult(path=path, sha256=sha256, files=len(names), lacks=lacks)


def _files(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All files of a game, and what is a link or no file, which is left out."""
    names, lacks = [], []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.partition("/")[0] == game.FOLDER:
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            lacks.append(name)
        elif path.is_file() and name not in _OWN and path.name != files.NAME and not path.name.endswith(files.PART):
            names.append(name)
    return tuple(names), tuple(lacks)


def _folders(folder: Path) -> tuple[str, ...]:
    """All folders of a game: empty ones too, as mail may come in by one."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_dir() and not path.is_symlink())
    names = (path.relative_to(folder).as_posix() for path in found)
    return tuple(name for name in names if name.partition("/")[0] != game.FOLDER)


def _public_files(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The reports of all rounds, the pictures that they show, and the edition."""
    reports = sorted(path for path in (game.folder / "letters").glob("[0-9]*/public.*") if path.is_file())
    pages = [path.read_text(encoding="utf-8") for path in reports if path.suffix == ".html"]
    pictures = sorted({name for page in pages for name in _PICTURE.findall(page)})
    edition = sorted(path for path in (game.folder / "edition").rglob("*") if path.is_file() and not path.is_symlink())
    there = [path.relative_to(game.folder).as_posix() for path in (*reports, *edition)]
    return (*there, *(name for name in pictures if (game.folder / name).is_file())), ()


class CannotUnpack(Refusal):
    """The game cannot be put there."""


class UnpackResult(msgspec.Struct, frozen=True):
    """What was unpacked, with the *epoch* that began; none if it is public."""

    manifest: Manifest
    epoch: int | None


def unpack(path: Path, folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> UnpackResult:
    """Unpack the package at *path* into the new *folder*; a game begins its next epoch there.

    Every file is compared with its SHA-256, and the game is opened, which checks its log, its secret and what it began
    with, before *folder* is there. Raises `BadPackage`, `CannotUnpack`, and what opening a game raises.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotUnpack(f"{folder} is there already; name a new folder")
    beside = folder.with_name(f".{folder.name}{files.PART}")
    shutil.rmtree(beside, ignore_errors=True)
    files.make_folder(beside)
    try:
        manifest = _extracted(path, beside)
        epoch = None
        if not manifest.public:
            with opening.held(beside, rulesets) as game:
                epoch = game.epoch + 1
                game.note(EpochBegun(epoch=epoch), clock())
        if folder.exists():
            folder.rmdir()
        files.move(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return UnpackResult(manifest, epoch)


def _extracted(path: Path, folder: Path) -> Manifest:
    """Write the files of the package into *folder*, with their times."""
    with opened(path) as package:
        manifest = read_manifest(package, path)
        for name in manifest.folders:
            files.make_folder(folder / name)
        for name, packed in manifest.files.items():
            target = folder / name
            files.make_folder(target.parent)
            with os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, files.FILE), "wb") as file:
                for part in content(package, path, name, packed):
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            os.utime(target, ns=(packed.changed, packed.changed))
    return manifest
