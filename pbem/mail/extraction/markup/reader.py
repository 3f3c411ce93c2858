"""The one reader of markup: BBCode, Markdown, HTML, and a rendered page that was copied out of a browser."""

import re
from collections.abc import Collection

import msgspec

from pbem.extras import NotInstalled
from pbem.mail.extraction.markup.lines import MarkedLine, rendered
from pbem.mail.extraction.markup.markdown import with_markdown
from pbem.mail.extraction.markup.page import with_page
from pbem.mail.extraction.markup.tags import has_tags, untagged
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.mime.markup import MOST_TAGS
from pbem.mail.mime.text import MailNote

_HTML = re.compile(r"<br\s{0,3}/?>|</(?:p|div|li|tr|ul|ol|blockquote|article|table)>", re.IGNORECASE)


class Markup(msgspec.Struct, frozen=True):
    """The *lines* of a text, whether it had any markup, and notes on what of it was not read."""

    lines: tuple[MarkedLine, ...]
    marked: bool
    notes: tuple[MailNote, ...] = ()


def read_markup(text: str, people: Correspondents = Correspondents(), keys: Collection[str] = ()) -> Markup:  # noqa: B008
    """The lines of *text*, which was copied from a forum or written for one, each with what it is.

    *people* are those whom it may quote, *keys* those of the sheet that may be in it.
    """
    notes: list[MailNote] = []
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    page = _of_html(source)
    lines = with_page(with_markdown(untagged(page, notes)), people, keys)
    seen = not any(not line.own or line.code for line in lines) and rendered(lines).strip() == source.strip()
    marked = not seen or has_tags(page)
    return Markup(tuple(lines), marked, tuple(notes))


def _of_html(text: str) -> str:
    """The lines of *text* if it is HTML, as its reader sees them; otherwise itself."""
    if not _HTML.search(text) or text.count("<") > MOST_TAGS:
        return text
    try:
        from pbem.mail.mime.html import text_of  # noqa: PLC0415 - what reads HTML is not always installed
    except NotInstalled:
        return text
    return text_of(text)
