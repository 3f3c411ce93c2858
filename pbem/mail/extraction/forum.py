"""A sheet that came without an email: alone in a file, or in a post that was copied out of a forum."""

from collections.abc import Callable, Collection, Sequence

import msgspec

from pbem.mail.extraction import posts
from pbem.mail.extraction.block import canonical, start_mark
from pbem.mail.extraction.find import MOST_LINES, comment_notes, find
from pbem.mail.extraction.markup import MarkedLine, rendered
from pbem.mail.extraction.page import read_markup
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.texts import MOST_TEXT
from pbem.mail.mime.text import FoundOrders, MailContents, MailText, shortened
from pbem.sheet.repair import MOST_BYTES

_OWN_QUOTED = ("quoted-sheet-not-read", "form-unchanged")
"""The notes on quotations of what the writer has sent or been sent."""


def bare(
    text: str,
    form: str = "",
    letter: str = "",
    known: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
    without_words: Callable[[str], str] = str,
    keys: Collection[str] = (),
) -> FoundOrders:
    """The content of a sheet submitted without an email: a sheet alone, or a forum post around it.

    *without_words* takes the words to other players out of its text before that is searched for orders, and for the
    *keys* of the sheet. What is longer than any text of an email that is read, or has more lines than a page of posts,
    is not looked at, and refused for that. A sheet alone that has a line too long to be read is passed on whole if it
    is too large for a sheet, and refused so.
    """
    if len(text) > MOST_TEXT:
        size = len(text.encode("utf-8", "surrogatepass"))
        return FoundOrders(problem="too-large", args={"size": size, "limit": MOST_BYTES})
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not text.strip():
        return FoundOrders(problem="empty-sheet")
    if text.count("\n") > posts.MOST_LINES:
        return FoundOrders(problem="too-many-lines", args={"limit": MOST_LINES})
    post = read_markup(text, known, keys)
    short = shortened(rendered(post.lines) if post.marked else text)
    if (rest := without_words(short)) != short:
        text = rest
    contents = MailContents((MailText(text=rest, source="plain"),))
    found = find(contents, form, keys=frozenset(keys), letter=letter, known=known)
    if found.what == "words" and not found.problem:  # orders may begin with names, not with keys
        found = find(contents, form, letter=letter, known=known)
    if not text.strip():  # it was nothing but words to players
        return found
    if post.marked and found.what in ("words", "nothing") and not found.problem:
        own = any(note.code in _OWN_QUOTED for note in found.notes)
        found = (None if own else _quoted(post.lines, keys)) or found
    large = found.problem == "line-too-long" and len(text) > MOST_BYTES
    if not post.marked and (large or (found.what in ("words", "nothing") and not found.problem)):
        notes = tuple(comment_notes(text, form))
        return FoundOrders(what="orders", sheet=text, how="shape", keyless=found.keyless, notes=notes)
    if found.problem == "sheet-cut" and not post.marked:  # a file is not cut off in transit, and seldom has that line
        above, sheet = _above_mark(text)
        return FoundOrders(what="orders", sheet=sheet, how="marks", words=above)
    whole = canonical(found.sheet) == canonical(text)
    kept = tuple(note for note in found.notes if not (whole and note.code == "found-by-shape"))
    return msgspec.structs.replace(found, notes=(*post.notes, *kept))


def _above_mark(text: str) -> tuple[str, str]:
    """What *text* has above the opening line of its sheet, and the rest."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if start_mark(line) is not None), 0)
    return "\n".join(lines[:first]), "\n".join(lines[first:])


def _quoted(lines: Sequence[MarkedLine], keys: Collection[str]) -> FoundOrders | None:
    """That a post has no orders but those that someone else is quoted with, if that is so."""
    quoted = [line for line in lines if line.depth and not line.forum and (line.by or line.open)]
    if not quoted:
        return None
    text = "\n".join(line.text for line in quoted)
    found = find(MailContents((MailText(text=text, source="plain"),)), keys=frozenset(keys))
    if found.what != "orders":
        return None
    first = next(line for line in quoted if line.text.strip())
    by = next((line.by for line in quoted if line.by), "")
    return FoundOrders(
        problem="quotation-open" if first.open else "orders-quoted", args={"line": first.number, "by": by}
    )
