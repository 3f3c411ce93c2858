"""The texts of an email, before they are searched for orders."""

from typing import Any, Literal

import msgspec

_ODD = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f"), None) | {0xA0: " "}

MOST_LINE = 10_000
"""The most characters of a line that is read: patterns would look at a longer one for too long."""

DAMAGED = "\x1a"
"""Where something of a text was lost on the way, or may be another: the control character SUB, made for it."""

STRIKE = "~~"
"""Put around text that is crossed out, or written in the colour of its ground: as an order it must not count, but must
not vanish silently either."""

TextSource = Literal["plain", "html", "sheet", "nested"]
"""The origin of a text: a readable part, an HTML part, an attached sheet, an email within the email."""


class MailNote(msgspec.Struct, frozen=True):
    """A note for the writer of an email on how it was read: a phrase code and its arguments."""

    code: str
    args: dict[str, Any] = {}


class MailText(msgspec.Struct, frozen=True, kw_only=True):
    r"""One text of an email, its lines ended by `\n` alone.

    In a text that was HTML each level of quotation is shown as `> ` before its lines. *name* is an attachment's file
    name. *twin* is what the other part of an alternative says, which its reader may see instead. *charset* is what the
    text was read as, *guessed* whether that was a guess. *problem* is the code of what makes the text unusable for
    orders, with *args* for its phrase. What was damaged on the way has `DAMAGED` in the text; *damaged* is the first
    such line of the email, *cut* the one at which it ends too early, within this text, or 0.
    """

    text: str
    source: TextSource
    name: str = ""
    twin: str = ""
    charset: str = "utf-8"
    guessed: bool = False
    problem: str = ""
    args: dict[str, Any] = {}
    damaged: int = 0
    cut: int = 0


class MailContents(msgspec.Struct, frozen=True):
    """The texts of an email in the order to try them, or a code that says why there are none.

    *unread* are the names of attached documents whose text cannot be read.
    """

    texts: tuple[MailText, ...] = ()
    problem: str = ""
    args: dict[str, Any] = {}
    unread: tuple[str, ...] = ()


class FoundOrders(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in an email.

    *sheet* is the text of the orders and *how* tells what they were found by. *command* is the line of the first
    command, *commands* are those of all. *words* is what its writer said beside orders, without what is quoted;
    *keyless* are the texts that words alone may be as a sheet that lacks its keys.
    Orders are a *trial* if `try` is beside them: they count for nothing. Its *doubts* say why a sheet is not plainly
    ordered: it is repeated in words, and counts once its writer says `yes`.
    *problem* is the code of why something that was meant as orders cannot be taken; the notes are for its writer.
    """

    what: Literal["orders", "command", "words", "nothing"] = "nothing"
    sheet: str = ""
    how: Literal["", "marks", "fence", "shape", "attachment", "quoted form"] = ""
    command: str = ""
    commands: tuple[str, ...] = ()
    words: str = ""
    keyless: tuple[str, ...] = ()
    trial: bool = False
    doubts: tuple[MailNote, ...] = ()
    problem: str = ""
    args: dict[str, Any] = {}
    notes: tuple[MailNote, ...] = ()


def shortened(text: str) -> str:
    """*text* with the first `MOST_LINE` characters of each line."""
    return "\n".join(line[:MOST_LINE] for line in text.split("\n")) if len(text) > MOST_LINE else text


def cut_line(text: str) -> int:
    """The number of the first line of *text* that `shortened` may have cut; 0 if there is none."""
    if len(text) < MOST_LINE:
        return 0
    return next((number for number, line in enumerate(text.split("\n"), 1) if len(line) >= MOST_LINE), 0)


def plain(line: str) -> str:
    """*line* without invisible characters, and with plain spaces."""
    return line if line.isascii() and line.isprintable() else line.translate(_ODD)
