"""Plain text as a screen shows it: widths, folding, one tidy layout for everything that is sent."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from pbem.report.content import marks

WIDTH = 76
_MOST_SAID = 60

_BREAK = re.compile(r"\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile(r"[ \t]+")
_LEAD = re.compile(r" *(?:(?:[-*] |\d{1,3}[.)] )\s*)?")


def width(text: str) -> int:
    """The number of columns that *text* takes on a screen."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def lines(text: str) -> list[str]:
    """The lines of a sheet, broken where its reader breaks them."""
    return _BREAK.split(text)


def inline(text: str) -> str:
    """A person's text on one line, without control characters."""
    return one_line(marks.plain(str(text)))


def one_line(text: str) -> str:
    """*text* on one line, without control characters; its marks stay."""
    return _BLANKS.sub(" ", printable(text)).strip()


def printable(text: str) -> str:
    """*text* with a space for every control character."""
    if text.isprintable():
        return text
    return "".join(" " if steers(character) else character for character in text)


def visible(name: str) -> str:
    """*name* with what steers a screen, or is not seen at all, as such: `[U+202E]` could turn all that follows."""
    if name.isprintable():
        return name
    return "".join(f"[U+{ord(character):04X}]" if steers(character) else character for character in name)


def steers(character: str) -> bool:
    """Whether *character* controls a screen instead of being shown."""
    return unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp"}


def wrapped(text: str, columns: int = WIDTH) -> str:
    """*text* in lines of at most *columns*; later lines hang under the indent or the bullet."""
    return "\n".join(part for line in text.split("\n") for part in _fold(line, columns))


def _fold(line: str, columns: int) -> Iterator[str]:
    line = line.rstrip()
    if width(line) <= columns:
        yield line
        return
    lead = _LEAD.match(line)
    start = lead.group() if lead else ""
    hang = " " * width(start)
    current, taken = start, width(start)
    for word in line[len(start) :].split(" "):
        begun = bool(current.strip()) and current != start
        wider = taken + begun + width(word)
        if begun and wider > columns:
            yield current.rstrip()
            current, taken = hang + word, len(hang) + width(word)
        else:
            current, taken = f"{current}{' ' if begun else ''}{word}", wider
    yield current.rstrip()


def said(text: str) -> str:
    """A person's text in quotation marks, cut if it is long."""
    words = inline(text)
    return f"“{words if len(words) <= _MOST_SAID else words[: _MOST_SAID - 1].rstrip() + '…'}”"


def quoted(text: str) -> str:
    """A person's lines, each after a bar and without control characters."""
    shown = (line.expandtabs(4).rstrip() for line in lines(text.strip("\n")))
    return "\n".join(f"    | {printable(marks.plain(line))}".rstrip() for line in shown)


def heading(text: str) -> str:
    """*text* in capitals over a double rule of its own width."""
    capitals = text.upper()
    return f"{capitals}\n{'=' * width(capitals)}"


def column(text: object, columns: int, side: str = "left") -> str:
    """*text* padded with spaces to *columns*, by its width on a screen."""
    words = str(text)
    blanks = " " * (columns - width(words))
    return blanks + words if side == "right" else words + blanks


def one_stop(text: str) -> str:
    """*text* without a second full stop where a name (Friedrich II.) or a quotation (“We wait.”) ends in one."""
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", re.sub(r"([.!?…]”)\.(?!\.)", r"\1", text))


def sentence(text: str) -> str:
    """*text* as it begins a sentence: with a capital, unless its first word is a path, a file or an address."""
    first = text.split(maxsplit=1)[0].rstrip(".,:;") if text.strip() else ""
    is_name = any(sign in first for sign in "/\\.@")
    return text if is_name else text[:1].upper() + text[1:]
