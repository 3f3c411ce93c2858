"""Orders without marks: the lines that look like a sheet, and whether anything parts them."""

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from pbem.mail.extraction import block, languages, line_classifier
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.line_classifier import has_key
from pbem.mail.extraction.quoting import QuotedLine
from pbem.mail.mime.text import plain

_TITLE = re.compile(rf"\b(?:{either(languages.TITLES)})\s*:", re.IGNORECASE)
"""What only a heading over a sheet says: any other key without a value may have lost what belongs to it."""


class SheetRegion(msgspec.Struct, frozen=True):
    """Lines that look like a sheet; *second* is where another one begins, if that is so."""

    first: int
    last: int
    texts: tuple[str, ...]
    second: int = 0
    joined: int = 0


def regions(
    own: Sequence[QuotedLine], keys: frozenset[str] = frozenset(), names: frozenset[str] = frozenset()
) -> list[SheetRegion]:
    """The runs of own lines that look like a sheet; its *keys* tell it from `Info: I am away.`, if known.

    A heading over it may have the words of *names*, which are those of its seat.
    """
    breaks = [at for at, (one, other) in enumerate(pairwise(own), 1) if other.number != one.number + 1]
    runs = [own[first:last] for first, last in pairwise([0, *breaks, len(own)])]
    return [region for run in runs if run and (region := _region(run, keys, names))]


def _region(run: Sequence[QuotedLine], known: frozenset[str], names: frozenset[str]) -> SheetRegion | None:
    """The part of a run of lines that looks like a sheet, without the words around it; None if no key is in it."""
    texts = [line.raw for line in run]
    joined = next((at for at, text in enumerate(texts) if block.collapsed(text)), None)
    shapes = [line_classifier.shape(text) for text in texts]
    keys = [at for at, each in enumerate(shapes) if each == "key" and _says(texts, shapes, at)]
    if not keys and joined is None:
        return None
    if joined is not None:
        number = run[joined].number
        return SheetRegion(number, number, (), joined=number)
    ended = next((at for at in range(keys[0], len(texts)) if block.end_mark(texts[at])), len(texts))
    first = min(line_classifier.words_before(texts[:ended]), keys[0])
    first = _past_heading(texts, shapes, _past_announcements(texts, first, known, names))
    last = max(first + line_classifier.words_after(texts[first:ended]), keys[0] + 1)
    first, last = _without_talk(texts, first, last, known)
    later = next((at for at in keys if at > ended), None)
    second = _parted(texts[first:last], shapes[first:last])
    parting = later if later is not None else first + second if second else None
    while not texts[last - 1].strip():
        last -= 1
    if last == first + 1 and _heading(texts[first]):
        return None
    return SheetRegion(
        run[first].number, run[last - 1].number, tuple(texts[first:last]), run[parting].number if parting else 0
    )


def _without_talk(texts: Sequence[str], first: int, last: int, known: frozenset[str]) -> tuple[int, int]:
    """Where a sheet begins and ends without paragraphs of sentences such as `Info: I am away.` around it."""
    blanks = [at for at in range(first, last) if not plain(texts[at]).strip()]
    paragraphs = [(one + 1, other) for one, other in pairwise([first - 1, *blanks, last]) if one + 1 < other]
    talk = [
        not any(has_key(text, known) for text in texts[one:other])
        and all(map(line_classifier.says_something, texts[one:other]))
        for one, other in paragraphs
    ]
    if not known or all(talk):
        return first, last
    while talk[0]:
        del talk[0], paragraphs[0]
    while talk[-1]:
        del talk[-1], paragraphs[-1]
    return paragraphs[0][0], paragraphs[-1][1]


def _heading(text: str) -> bool:
    return text.rstrip().endswith(":") and not text[:1].isspace()


def _past_announcements(texts: Sequence[str], first: int, known: frozenset[str], names: frozenset[str]) -> int:
    """Where the sheet begins if lines above its first key only say that it follows: `My orders`, `France, turn 1:`."""
    at = first
    while at < len(texts) and not has_key(texts[at], known):
        announced = line_classifier.announces(texts[at], names) or (at > first and line_classifier.courteous(texts[at]))
        if plain(texts[at]).strip() and (
            not announced or texts[at][:1].isspace() or line_classifier.is_item(texts[at])
        ):
            return first
        at += 1
    return at if at < len(texts) and not texts[at][:1].isspace() else first


def _past_heading(texts: Sequence[str], shapes: Sequence[line_classifier.Shape], first: int) -> int:
    """Where the sheet begins if a heading such as `My orders:` stands over it: a key without a value orders nothing."""
    at = first + 1
    while at < len(texts) and shapes[at] == "blank":
        at += 1
    titled = shapes[first] == "doubtful" or _TITLE.search(texts[first]) is not None
    heads = titled and _heading(texts[first])
    follows = first + 1 < at < len(texts) and shapes[at] == "key" and not texts[at][:1].isspace()
    follows = follows and not line_classifier.is_item(texts[at])
    return at if heads and follows else first


def _says(texts: Sequence[str], shapes: Sequence[line_classifier.Shape], at: int) -> bool:
    """Whether the key on line *at* has a value, behind it or below it: `Once more:` above nothing is not an order.

    Nor is `Two questions:` above a question.
    """
    if not plain(texts[at]).rstrip().endswith(":"):
        return True
    below = next((other for other in range(at + 1, len(shapes)) if shapes[other] != "blank"), None)
    return below is not None and shapes[below] in ("key", "part") and not plain(texts[below]).rstrip().endswith("?")


def _parted(texts: Sequence[str], shapes: Sequence[line_classifier.Shape]) -> int:
    """Where a second sheet begins, below words that are between two; 0 if it is one."""
    blanks = [at for at, each in enumerate(shapes) if each == "blank"]
    for first, last in pairwise([-1, *blanks, len(texts)]):
        paragraph, kinds = texts[first + 1 : last], shapes[first + 1 : last]
        if not paragraph or "key" in kinds or "part" in kinds:
            continue
        if first >= 0 and line_classifier.paragraph_of_words(list(paragraph)):
            return next((at for at in range(last, len(texts)) if shapes[at] in ("key", "part")), 0)
    return 0
