"""The texts of an email, before they are searched for orders."""

import re
from typing import Any, Literal

import msgspec

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_SEALED = "-----BEGIN PGP MESSAGE-----"
_SEALED_END = "-----END PGP MESSAGE-----"


def is_sealed(text: str) -> bool:
    """Whether *text* is encrypted, with only spaces around it."""
    return text.lstrip().startswith(_SEALED) and not text.partition(_SEALED_END)[2].strip()


def unarmoured(text: str) -> str:
    """A signed text without its signature; any other text unchanged."""
    if _BEGIN not in text:
        return text
    lines = text.split("\n")
    bare = [line.rstrip() for line in lines]
    if _BEGIN not in bare:
        return text
    begin = bare.index(_BEGIN)
    if _PGP_SIGNATURE not in bare[begin:]:
        return text
    signature = bare.index(_PGP_SIGNATURE, begin)
    end = bare.index(_END, signature) if _END in bare[signature:] else len(bare) - 1
    blank = next((number for number in range(begin + 1, signature) if not bare[number]), begin)
    return "\n".join([*lines[:begin], *_unescaped(lines[blank + 1 : signature]), *lines[end + 1 :]])


def _unescaped(lines: list[str]) -> list[str]:
    """Lines without dash-escaping; an unescaped bullet stays."""
    return [line[2:] if line.startswith(("- -", "- From ")) else line for line in lines]


_QUOTES = re.compile(r">*")
_SIGNATURE = "-- "
_MARK = re.compile(r"(?:---|\.\.\.)\s*")
_LABELLED = re.compile(r"---\s+#.*")
_WRAPPED = 50
"""The fewest characters of a line that a program breaks."""


def unflowed(text: str, *, delete_blank: bool = False) -> str:
    """*text* without its soft line ends; *delete_blank* is RFC 3676's DelSp.

    The opening and closing lines of a sheet stay on lines of their own: otherwise the next line would become part of
    the comment of an opening line.
    """
    lines: list[str] = []
    joined: list[str] = []
    depth_before, soft = 0, False
    for raw in text.split("\n"):
        depth, line = _unstuffed(raw) if raw[:1] in (">", " ") else (0, raw)
        alone = line[:1] in ("-", ".") and _stands_alone(line)
        if soft and depth == depth_before and not alone:
            if delete_blank:
                joined[-1] = joined[-1][:-1]
            joined.append(line)
        else:
            lines.append("".join(joined))
            joined = [">" * depth + " ", line] if depth and line else [">" * depth, line]
        soft = line[-1:] == " " and not alone
        depth_before = depth
    return "\n".join([*lines, "".join(joined)][1:])


def _unstuffed(raw: str) -> tuple[int, str]:
    """The depth of quotation and the line without it and without the space that protects it (RFC 3676, 4.4)."""
    found = _QUOTES.match(raw)
    depth = found.end() if found else 0
    line = raw[depth:]
    return depth, line.removeprefix(" ")


def _stands_alone(line: str) -> bool:
    return line == _SIGNATURE or bool(_MARK.fullmatch(line)) or (len(line) < _WRAPPED and bool(_LABELLED.match(line)))


_INVISIBLE = re.compile("[\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f]")

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
    return line if line.isascii() else _INVISIBLE.sub("", line).replace("\xa0", " ")
