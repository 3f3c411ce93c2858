"""The files that browsers fetch beside pages: styles, scripts and typefaces.

Each is named after its content, so that a browser may keep it for ever and still gets a new one at once.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pbem.report.pictures import typefaces

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
    files = [path for path in (*FOLDER.iterdir(), *typefaces.files()) if path.suffix in _TYPES]
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
