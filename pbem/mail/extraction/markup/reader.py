"""The one reader of markup: BBCode, Markdown, HTML, and a rendered page that was copied out of a browser."""

import re
from collections.abc import Collection

import msgspec

from pbem.mail.extraction.markup.lines import MarkedLine, rendered
from pbem.mail.extraction.markup.markdown import with_markdown
from pbem.mail.extraction.markup.page import with_page
from pbem.mail.extraction.markup.tags import has_tags, untagged
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.sheet_keys import folded
from pbem.mail.mime.markup import MOST_TAGS
from pbem.mail.mime.text import DAMAGED, MailNote

_LEVELS = re.compile(r"[ \t\u00a0]*(?:> ?)*>")
_HTML = re.compile(r"<br\s{0,3}/?>|</(?:p|div|li|tr|ul|ol|blockquote|article|table)>", re.IGNORECASE)


class Markup(msgspec.Struct, frozen=True):
    """The *lines* of a text, whether it had any markup, and notes on what of it was not read."""

    lines: tuple[MarkedLine, ...]
    marked: bool
    notes: tuple[MailNote, ...] = ()


def read_markup(
    text: str,
    people: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
    keys: Collection[str] = (),
    *,
    mailed: bool = False,
) -> Markup:
    """The lines of *text*, which was copied from a forum or written for one, each with what it is.

    *people* are those whom it may quote, *keys* those of the sheet that may be in it. Of one that was *mailed* the
    lines that mail programs write are left to those who know them.
    """
    notes: list[MailNote] = []
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    page = _of_html(source)
    lines = with_page(with_markdown(untagged(page, notes)), people, folded(keys), mailed=mailed)
    seen = not any(not line.own or line.code for line in lines) and rendered(lines).strip() == source.strip()
    marked = not seen or has_tags(page)
    return Markup(tuple(lines), marked, tuple(notes))


def as_mailed(text: str, people: Correspondents, keys: Collection[str]) -> str:
    """*text* as an email shows it, if it has markup that emails do not have."""
    if DAMAGED in text:
        return text
    found = read_markup(text, people, keys, mailed=True)
    return text if not found.marked or _same(rendered(found.lines), text) else rendered(found.lines)


def _same(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but empty lines, and spaces around marks of quotation."""

    def parts(text: str) -> list[tuple[int, str]]:
        found = [(line, _LEVELS.match(line)) for line in text.split("\n")]
        split = [(lead.group().count(">") if lead else 0, line[lead.end() if lead else 0 :]) for line, lead in found]
        return [(level, line.strip()) for level, line in split if line.strip()]

    return parts(one) == parts(other)


def _of_html(text: str) -> str:
    """The lines of *text* if it is HTML, as its reader sees them; otherwise itself."""
    tags = sum(1 for _ in _HTML.finditer(text))
    if not tags or 2 * tags < sum(1 for line in text.split("\n") if line.strip()) or text.count("<") > MOST_TAGS:
        return text
    from pbem.mail.mime.html import text_of  # noqa: PLC0415 - most texts have no HTML

    return text_of(text)
