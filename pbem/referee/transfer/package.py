"""A package: a ZIP file with a game's files and a manifest that names each with its size, time and SHA-256.

    manifest.json     what the package is
    game/...          the files, by their paths in the game's folder

Of a public package only what everyone may read is there, and it cannot be played on.
"""

import hashlib
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from pbem.store.refusal import Refusal

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
