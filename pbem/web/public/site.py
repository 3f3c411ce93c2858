"""All public pages as files.

Every file is written whole or not at all, and anyone may read it. A manifest tells which files are ours: nothing that
is not is ever overwritten or removed.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.referee.game import Game
from pbem.settings.game import NAME
from pbem.store import files
from pbem.store.kept import tidy
from pbem.web.public import sealed_page
from pbem.web.public.game_pages import FOLDER, GamePages, PublicStanding, title_of
from pbem.web.rendering import SafeHtml, assets, plain_words, render

ASSETS = "assets/"


def site_pages(games: Sequence[GamePages]) -> dict[str, Callable[[], bytes]]:
    """What makes each page, by its path; a page that leads to others comes after them."""
    found: dict[str, Callable[[], bytes]] = {}
    for each in games:
        made = each.files()
        ordered = sorted(made, key=lambda name: (name in ("index.html", "feed.xml"), not name.startswith("r"), name))
        found |= {f"{FOLDER}/{each.game.name}/{name}": made[name] for name in ordered}
    found[sealed_page.NAME] = sealed_page.sealed_page
    found["index.html"] = lambda: games_page([(each.game, each.standing) for each in games]).encode()
    return found


def games_page(games: Sequence[tuple[Game, PublicStanding]], *, assets_at: str = ASSETS, note: str = "") -> SafeHtml:
    """The page that lists *games*, with a *note*: those that are still played first, the newest report above others."""
    shown = sorted(games, key=lambda pair: pair[0].name)
    shown.sort(key=lambda pair: pair[1].latest.timestamp() if pair[1].latest else 0, reverse=True)
    shown.sort(key=lambda pair: pair[1].over)
    listed = [_listed(game, standing) for game, standing in shown]
    return render(plain_words(), "public/games.html.j2", assets_at=assets_at, games=listed, note=note)


def _listed(game: Game, standing: PublicStanding) -> dict[str, str]:
    words = plain_words()
    runs = not standing.over and not standing.stopped and standing.until
    return {
        "page": f"{FOLDER}/{game.name}/index.html",
        "feed": f"{FOLDER}/{game.name}/feed.xml",
        "title": title_of(game),
        "name": game.name,
        "rules": game.ruleset.title,
        "turn": standing.turn,
        "says": _says(standing),
        "until": words.moment(standing.until, standing.zone) if runs and standing.until else "",
        "due": standing.until.isoformat() if standing.until else "",
        "at": words.moment(standing.latest, standing.zone) if standing.latest else "",
    }


def _says(standing: PublicStanding) -> str:
    """One sentence on how a game stands."""
    words = plain_words()
    if standing.over:
        return words.phrase("site", "over-says")
    if standing.alone:
        return words.phrase("site", "asks-alone")
    if standing.waits:
        return words.phrase("site", "waits", {"seats": words.listed(standing.waits)})
    return words.phrase("site", "runs") if standing.latest else ""


MANIFEST = ".pbem-site.json"
ASSET_FILES = ("icon.svg", "desk.css", "site.css", "panzoom.js", "site.js", "verify.js")
FILE_MODE, FOLDER_MODE = 0o644, 0o755
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
        if (folder / NAME).is_file():
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
    files.make_folder(out, FOLDER_MODE)
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
    found = (one for one in assets().values() if one.name in ASSET_FILES)
    return {f"assets/{one.published}": partial(_TYPEFACE.sub, _inside, one.content) for one in found}


def _inside(found: re.Match[bytes]) -> bytes:
    """A typeface within a style: from a disk some browsers load none."""
    typeface = assets()[f"{found[1].decode()}.ttf"].content
    return b"url(data:font/ttf;base64," + b64encode(typeface) + b")"


def _manifest(out: Path) -> Mapping[str, str]:
    path = out / MANIFEST
    if not path.exists():
        return {}
    found = files.read(path, SiteManifest, "pbem does not know which files there are its own").files
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
    files.make_folder(path.parent, FOLDER_MODE)
    files.write(path, content, durable=False, mode=FILE_MODE)
