"""Words to other players in an email: what is below a line such as `to louis: ...`, up to the next one of its kind.

They end at the marks of a sheet, at the signature, and at the end of what their writer wrote: nothing quoted is in
them. None of their lines is an order, whatever it looks like.
"""

import re
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from pbem.mail.extraction import command, line_classifier
from pbem.mail.extraction.block import own_blocks
from pbem.mail.extraction.line_classifier import has_key
from pbem.mail.extraction.quoting import QuotedLine
from pbem.mail.mime.text import DAMAGED, plain

_START = re.compile(r"[ \t*_]*to[ \t]+([^:：\s][^:：\n]{0,79}?)[ \t*_]*[:：][*_]*(.*)", re.IGNORECASE)
_HEADER = re.compile(r"[ \t*_]*(?:from|sent|date|subject|cc|bcc|reply-to)[ \t*_]*:", re.IGNORECASE)
_SAID = re.compile(r"[ \t]*[\"“”„«»‘']")
_MOVES = re.compile(r"[^\W_][^:]*:.*\S[ \t]*(?:->|[>→➔])[ \t]*\S")
_BLANK_ENDS = " \t"

Addressee = Literal["player", "other", ""]
"""Who a name in a line `to ...:` is: players, anyone else by which words before it end, or no one."""


class AddressedWords(msgspec.Struct, frozen=True):
    """Words to whom *name* names, with the number of their first line.

    If one of their lines looks like an order, *orders* is the number of the first: it may not be meant for others.
    """

    name: str
    line: int
    text: str
    orders: int = 0


class _Found(msgspec.Struct):
    name: str
    line: int
    lines: list[str]
    orders: int = 0


def named_in(line: str) -> str:
    """The name in a line `to NAME: ...`; empty if it is another line."""
    found = _START.fullmatch(plain(line))
    return found[1].strip(_BLANK_ENDS) if found else ""


def split(
    lines: Sequence[QuotedLine],
    who: Callable[[str], Addressee],
    keys: frozenset[str],
    asks: command.Asks = frozenset(),
    own_name: str = "",
) -> tuple[tuple[AddressedWords, ...], frozenset[int]]:
    """The words to players in *lines*, and the numbers of the lines that they take.

    *keys* and *asks* tell orders, *own_name* is that of the writer, who may have signed with it.
    """
    in_blocks = {number for block in own_blocks(lines) for number in range(block.first, block.last + 1)}
    found: list[_Found] = []
    taken: set[int] = set()
    current: _Found | None = None
    for at, line in enumerate(lines):
        if line.number in in_blocks or line.kind == "signature":
            current = None
            continue
        if not line.own:
            continue
        start = _START.fullmatch(plain(line.raw))
        kind = who(start[1].strip(_BLANK_ENDS)) if start and not _among_headers(lines, at) else ""
        if start and kind:
            current = _Found(start[1].strip(_BLANK_ENDS), line.number, [start[2].strip()]) if kind == "player" else None
            found += [current] if current else []
        elif current is not None:
            if not current.orders and _orders(line.raw, keys, asks):
                current.orders = line.number
            current.lines.append(line.raw)
        if current is not None:
            taken.add(line.number)
    said = (AddressedWords(one.name, one.line, _said(one.lines, own_name), one.orders) for one in found)
    return tuple(said), frozenset(taken)


def written_to(name: str, text: str, keys: frozenset[str], asks: command.Asks = frozenset()) -> AddressedWords:
    """All of *text* as words to *name*, as a form of their own has them."""
    lines = text.split("\n")
    orders = next((number for number, line in enumerate(lines, 1) if _orders(line, keys, asks)), 0)
    return AddressedWords(name, 1, text, orders)


def _among_headers(lines: Sequence[QuotedLine], at: int) -> bool:
    """Whether a line stands among the headers of an email that was copied."""
    beside = [lines[near].raw for near in (at - 1, at + 1) if 0 <= near < len(lines)]
    return any(_HEADER.match(plain(line)) for line in beside)


def _orders(line: str, keys: frozenset[str], asks: command.Asks) -> bool:
    """Whether a line may order something; one that begins with a quotation mark is said to be words."""
    if _SAID.match(line) or not line.strip():
        return False
    keyed = has_key(line, keys) and not line_classifier.explains(line)
    return keyed or command.exact(line, asks) or _MOVES.match(line) is not None


def _said(lines: Sequence[str], own_name: str) -> str:
    """The text of *lines* without the farewell, the name and whatever a mail program puts below an email."""
    texts = [plain(line).replace(DAMAGED, "\ufffd").rstrip() for line in lines]
    while texts and not texts[0]:
        texts.pop(0)
    end = len(texts)
    while end:
        text = texts[end - 1]
        if text.strip() and not (line_classifier.signs_off(text) or line_classifier.is_contact(text)):
            break
        end -= 1
    end = _farewell(texts[:end])
    while end and (not texts[end - 1].strip() or _is_own(texts[end - 1], own_name)):
        end -= 1
    return "\n".join(texts[:end])


def _farewell(texts: Sequence[str]) -> int:
    """Where a farewell begins, below which there are only names and what a card has; else the end."""
    for at in range(len(texts) - 1, 0, -1):
        text = texts[at]
        if line_classifier.closes(text):
            return at
        if text.strip() and not (line_classifier.is_name(text) or line_classifier.on_a_card(text)):
            break
    return len(texts)


def _is_own(text: str, own_name: str) -> bool:
    """Whether *text* is the name of its writer, or a part of it."""
    words = set(re.findall(r"\w+", text.casefold()))
    return bool(words) and words <= set(re.findall(r"\w+", own_name.casefold()))
