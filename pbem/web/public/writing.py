"""The public pages of games as files on a disk: for any web space, and to be opened where they are.

Every file is written whole or not at all, and anyone may read it. A manifest tells which files are ours: nothing that
is not is ever overwritten or removed.
"""

import hashlib
import os
import re
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from pbem.settings import game_settings
from pbem.store import records
from pbem.store.refusal import Refusal
from pbem.web.asset_files import assets
from pbem.web.public.kept import tidy

MANIFEST = ".pbem-site.json"
ASSETS = ("icon.svg", "desk.css", "site.css", "panzoom.js", "site.js", "verify.js")
FILE, FOLDER = 0o644, 0o755
"""The modes of everything that is written, whatever the umask says."""
Make = Callable[[], bytes]
_TYPEFACE = re.compile(rb"url\(([A-Za-z0-9_-]+)\.[0-9a-f]+\.ttf\)")


class NoSite(Refusal):
    """The pages cannot be written where they were to go."""


class SiteManifest(msgspec.Struct, frozen=True):
    """The files that were written, with the SHA-256 of each; empty for one whose writing was begun."""

    files: Mapping[str, str] = {}


class SiteWritten(msgspec.Struct, frozen=True):
    """What was done: how many files there are, were *written* because they are new or changed, and were *removed*."""

    files: int
    written: int
    removed: int


def check_place(out: Path, games: Sequence[Path]) -> None:
    """Raise `NoSite` if *out* is a game's folder, or in one, or has one of *games* in it."""
    place = out.absolute().resolve()
    for folder in (place, *place.parents):
        if (folder / game_settings.NAME).is_file():
            raise NoSite(f"{out} is in the folder of a game, {folder}; what is there is secret: name another place")
    for game in games:
        if place in game.absolute().resolve().parents:
            raise NoSite(f"{out} has a game in it, {game}; what is there is secret: name another place")
    if out.exists() and not out.is_dir():
        raise NoSite(f"{out} is a file; name a folder")


def write_site(
    out: Path, pages: Mapping[str, Make], each: Callable[[list[str]], Iterator[str]] = iter, *, complete: bool = True
) -> SiteWritten:
    """Write *pages*, by their paths below *out*, and what they need.

    Pages that lead to others come last in *pages*. If these are *complete*, files of earlier runs that are not among
    them are removed. Raises `NoSite`.
    """
    _make_folder(out)
    before = _manifest(out)
    wanted = {**_assets(), **pages}
    for name in wanted:
        if name not in before and (out / name).exists():
            raise NoSite(f"{out / name} is there already, and pbem did not write it; name another place, or remove it")
    _write(out / MANIFEST, _encoded(SiteManifest({name: before.get(name, "") for name in (*before, *wanted)})))
    done: dict[str, str] = {}
    written = 0
    for name in each(list(wanted)):
        content = wanted[name]()
        done[name] = hashlib.sha256(content).hexdigest()
        if done[name] != before.get(name) or _digest(out / name) != done[name]:
            _write(out / name, content)
            written += 1
    rest = {name: digest for name, digest in before.items() if name not in done}
    removed = sum(_remove(out, name, digest) for name, digest in rest.items()) if complete else 0
    _write(out / MANIFEST, _encoded(SiteManifest(done if complete else {**rest, **done})))
    tidy()
    return SiteWritten(len(done), written, removed)


def _assets() -> dict[str, Make]:
    """The styles and scripts of public pages."""
    found = (one for one in assets().values() if one.name in ASSETS)
    return {f"assets/{one.published}": partial(_TYPEFACE.sub, _inside, one.content) for one in found}


def _inside(found: re.Match[bytes]) -> bytes:
    """A typeface within a style: from a disk some browsers load none."""
    typeface = assets()[f"{found[1].decode()}.ttf"].content
    return b"url(data:font/ttf;base64," + b64encode(typeface) + b")"


def _manifest(out: Path) -> Mapping[str, str]:
    path = out / MANIFEST
    if not path.exists():
        return {}
    found = records.read(path, SiteManifest, "pbem does not know which files there are its own").files
    return {
        name: digest for name, digest in found.items() if ".." not in Path(name).parts and not Path(name).is_absolute()
    }


def _encoded(manifest: SiteManifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _remove(out: Path, name: str, digest: str) -> bool:
    """Remove a file of an earlier run, unless someone has changed it, and folders that are empty then."""
    path = out / name
    if digest and _digest(path) != digest:
        return False
    with suppress(FileNotFoundError):
        path.unlink()
    for folder in path.parents:
        if folder == out:
            break
        with suppress(OSError):
            folder.rmdir()
    return True


def _write(path: Path, content: bytes) -> None:
    """Write a file in one step, for anyone to read."""
    _make_folder(path.parent)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), FILE)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(FOLDER)
