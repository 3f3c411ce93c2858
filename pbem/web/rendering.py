"""Pages from the templates in `templates/base/web`.

Each is named after its content, so that a browser may keep it for ever and still gets a new one at once.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import msgspec

from pbem.engine.reading import NO_NAMES
from pbem.report import html, pictures, tree
from pbem.report.html import ShownPicture
from pbem.report.words import COMPILED, Words

FOLDER = Path(__file__).parent / "assets"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
}
_REFERENCE = re.compile(r"url\(([A-Za-z0-9_.-]+)\)")


class WebAsset(msgspec.Struct, frozen=True):
    """A file that pages refer to by *name*: what it is *published* as, its content *type* and its content."""

    name: str
    published: str
    type: str
    content: bytes


@cache
def assets() -> Mapping[str, WebAsset]:
    """All files by their names; styles refer to other files by the names under which these are published."""
    files = [path for path in (*FOLDER.iterdir(), *pictures.typeface_files()) if path.suffix in _TYPES]
    plain = {path.name: _made(path, path.read_bytes()) for path in sorted(files) if path.suffix != ".css"}
    styles = {path.name: _made(path, _referring(path, plain)) for path in sorted(files) if path.suffix == ".css"}
    return {**plain, **styles}


@cache
def published() -> Mapping[str, WebAsset]:
    """All files by the names under which they are published."""
    return {one.published: one for one in assets().values()}


def _made(path: Path, content: bytes) -> WebAsset:
    digest = hashlib.sha256(content).hexdigest()[:12]
    return WebAsset(path.name, f"{path.stem}.{digest}{path.suffix}", _TYPES[path.suffix], content)


def _referring(path: Path, others: Mapping[str, WebAsset]) -> bytes:
    text = path.read_text(encoding="utf-8")
    return _REFERENCE.sub(lambda found: f"url({others[found[1]].published})", text).encode()


SERVED = "/assets/"
"""Where a server has the files beside pages."""


_SIGN_BEFORE = re.compile(r"[&<](?=[#A-Za-z/!?])")
"""A sign with which HTML may begin something: a text of nothing but signs must not become many times as long."""
_ADDRESS = re.compile(r"(?<![^\s@<>\"'()\[\]{},;:&\\/])[^\s@<>\"'()\[\]{},;:&\\/]+@[^\s@<>\"'()\[\]{},;:&\\/]+")
_ESCAPED = {"&": "&amp;", "<": "&lt;"}


class SafeHtml(str):
    """HTML that templates put into pages as it is: all that people wrote is escaped in it."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


@cache
def plain_words() -> Words:
    """The words of pages that are about no game."""
    return Words((), NO_NAMES)


def render(words: Words, template: str, *, assets_at: str = SERVED, **names: Any) -> SafeHtml:
    """The page or part of one that *template* makes of *names*, in *words*; its assets are in the folder *assets_at*.

    A template may use `phrase(group, key, ...)`, `marked(text)` for what has the marks of letters, and `asset(name)`.
    """

    def phrase(group: str, key: str, **args: Any) -> str:
        return words.phrase(group, key, args)

    def asset(name: str) -> str:
        return f"{assets_at}{assets()[name].published}"

    found = _environment(words.folders).get_template(template)
    return SafeHtml(found.render(phrase=phrase, has_phrase=words.has, asset=asset, marked=marked, **names))


def marked(text: str, pictures: Mapping[str, ShownPicture] = {}, *, below: int = 2) -> SafeHtml:
    """*text* with the marks of letters as HTML whose headings are *below* those of a level of the page around it."""
    return SafeHtml(html.fragment(tree.parse(text), pictures, below=below))


def in_textarea(text: str) -> SafeHtml:
    """*text* as the content of a `textarea`, in which quotation marks and most other signs are only text."""
    return SafeHtml(_SIGN_BEFORE.sub(lambda found: _ESCAPED[found[0]], text))


@cache
def _environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    places = [place for folder in folders for place in (folder / "web",)]
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(places),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=COMPILED,
    )
    made.filters["in_textarea"] = in_textarea
    return made


def without_addresses(text: str) -> str:
    """*text* with a note in place of each email address that someone typed into it."""
    return _ADDRESS.sub("[address]", text)
