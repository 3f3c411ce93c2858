"""A letter of the game that came back without a sign of quotation, recognised by its own lines."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from pbem.mail.extraction import marks
from pbem.mail.extraction.block import TOKEN, canonical
from pbem.mail.extraction.quoting import QuotedLine
from pbem.mail.mime.text import plain

_BLANKS = re.compile(r"\s+")
_MOMENT = re.compile(r"\b\d{4}\b.*\b\d{1,2}[:.]\d\d\b|\b\d{1,2}[:.]\d\d\b.*\b\d{4}\b")
_FEWEST_TOGETHER = 4
"""How many lines of the letter, in order, cannot be a coincidence."""
_FEWEST = 8
"""How many lines besides the form show that the letter came back, and not the form alone."""
_MOST_PLACES = 20
"""How often a line may be in a letter and still be useful."""
_MOST_LINES = 3000
"""The most lines of an email that is searched for the letter."""
_MOST_ABOVE = 4
"""No line that introduces a quotation is folded into more."""


def without_letter(lines: list[QuotedLine], letter: str, form: str) -> list[QuotedLine]:
    """*lines* with those of the *letter*, and what introduces them, as quoted; a *form* that was changed stays own."""
    own = [at for at, line in enumerate(lines) if line.own and line.raw.strip()]
    if not letter or len(own) > _MOST_LINES or len(own) < _FEWEST:
        return lines
    changed = _changed_form(lines, own, form)
    texts = [_smooth(lines[at].raw) if at not in changed else "" for at in own]
    found = {own[n] for run in _runs(texts, _smooth(letter)) for n in run}
    of_form = _smooth(form)
    if sum(_smooth(lines[at].raw) not in of_form for at in found) < _FEWEST:
        return lines
    found |= _introduction(lines, min(found))
    return [
        msgspec.structs.replace(line, depth=line.base + 1, base=line.base + 1) if at in found else line
        for at, line in enumerate(lines)
    ]


def below_letter(lines: Sequence[QuotedLine], letter: str) -> str:
    """What is below the *letter* if it came back on top, without marks: its writer is unknown."""
    under = [at for at, line in enumerate(lines) if line.kind == "text" and line.depth == line.base > 0]
    filled = [at for at in under if lines[at].raw.strip()]
    if not letter or len(filled) > _MOST_LINES:
        return ""
    runs = [*_runs([_smooth(lines[at].raw) for at in filled], _smooth(letter))]
    if sum(map(len, runs)) < _FEWEST:
        return ""
    rest = filled[runs[-1].stop :]
    return "\n".join(lines[at].raw for at in under if rest and at >= rest[0]).strip()


def _changed_form(lines: Sequence[QuotedLine], own: Sequence[int], form: str) -> frozenset[int]:
    """The lines of a form that came back with something changed in it."""
    tokens = set(TOKEN.findall(form.split("\n", 1)[0]))
    start = next((at for at in own if tokens & set(TOKEN.findall(marks.start_mark(lines[at].raw) or ""))), None)
    end = None if start is None else next((at for at in own if at > start and marks.end_mark(lines[at].raw)), None)
    if start is None or end is None:
        return frozenset()
    text = "\n".join(line.raw for line in lines[start : end + 1])
    same = canonical(text) == canonical(form) or _smooth(text) == _smooth(form)  # its comments may be folded
    return frozenset() if same else frozenset(range(start, end + 1))


def _runs(texts: Sequence[str], letter: str) -> Iterator[range]:
    """Where lines together are a piece of the *letter*, be they folded otherwise than in it."""
    at = 0
    while at < len(texts):
        last = max((_end(texts, at, letter, start) for start in _places(texts[at], letter)), default=at)
        if last - at >= _FEWEST_TOGETHER:
            yield range(at, last)
        at = max(last, at + 1)


def _places(text: str, letter: str) -> Iterator[int]:
    """The first places where *text* is in the *letter*."""
    place = letter.find(text) if text else -1
    for _ in range(_MOST_PLACES):
        if place < 0:
            return
        yield place
        place = letter.find(text, place + 1)


def _end(texts: Sequence[str], at: int, letter: str, place: int) -> int:
    """The first line from *at* on that does not continue the *letter* at this *place*."""
    while at < len(texts) and texts[at] and letter.startswith(texts[at], place):
        place += len(texts[at]) + 1
        at += 1
    return at


def _introduction(lines: Sequence[QuotedLine], first: int) -> set[int]:
    """The lines right above the letter that say who wrote it, in whatever language."""
    above = first - 1
    while above >= 0 and not lines[above].raw.strip():
        above -= 1
    top = above
    while top >= 0 and lines[top].own and lines[top].raw.strip() and above - top < _MOST_ABOVE:
        top -= 1
    start = next((at for at in range(top + 1, above + 1) if "@" in lines[at].raw), above + 1)
    told = " ".join(plain(lines[at].raw) for at in range(start, above + 1)).rstrip()
    return {*range(start, above + 1)} if told.endswith((":", "：")) or _MOMENT.search(told) else set()


def _smooth(text: str) -> str:
    return _BLANKS.sub(" ", plain(text)).strip()
