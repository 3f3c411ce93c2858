"""Pages from the templates in `templates/base/web`, in which everything that is filled in is escaped."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pbem.engine.kit.lexicon import NO_NAMES
from pbem.report.content import html, parse
from pbem.report.content.html import ShownPicture
from pbem.report.words import Words
from pbem.web.asset_files import assets

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
    return SafeHtml(html.fragment(parse.parse(text), pictures, below=below))


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
    )
    made.filters["in_textarea"] = in_textarea
    return made


def without_addresses(text: str) -> str:
    """*text* with a note in place of each email address that someone typed into it."""
    return _ADDRESS.sub("[address]", text)
