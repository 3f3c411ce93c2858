"""Lines that a mail program folded in the plain part of an email, as its HTML part has them."""

import re

from pbem.mail.extraction import line_classifier, marks

_BLANKS = re.compile(r"\s+")
_QUOTES = re.compile(r"[> ]*>[ \u00a0]?|")
_LEAST = 30
"""The fewest characters of a line that a program folds."""
_MOST_FOLDS = 12
"""The most lines into which a line is folded."""
_MOST_LINES = 10_000
"""The longest text that is changed."""


def unfolded_by(plain: str, page: str) -> str:
    """*plain* with those lines joined that are one line of *page*, which says the same."""
    lines = plain.split("\n")
    if len(lines) > _MOST_LINES or page.count("\n") > _MOST_LINES:
        return plain
    known = {smooth for line in page.split("\n") if len(smooth := _smooth(line)) > _LEAST}
    known.difference_update(map(_smooth, lines))
    if not known:
        return plain
    joined: list[str] = []
    at = 0
    while at < len(lines):
        count = _folds(lines[at : at + _MOST_FOLDS], known)
        rest = (_rest(line, lines[at]) for line in lines[at + 1 : at + count])
        joined.append(" ".join([lines[at], *rest]))
        at += count
    return "\n".join(joined)


def _folds(lines: list[str], known: set[str]) -> int:
    """How many of the first of *lines* are one line; 1 if none belongs to it."""
    whole = _smooth(lines[0])
    if len(whole) < _LEAST:
        return 1
    for count, line in enumerate(lines[1:], 2):
        rest = _BLANKS.sub(" ", _rest(line, lines[0]))
        if not rest or _begins(_rest(line, lines[0])):
            break
        whole = f"{whole} {rest}"
        if whole in known:
            return count
    return 1


def _begins(line: str) -> bool:
    """Whether *line* begins something: a page that runs lines together says nothing of how they were written."""
    return line_classifier.sheetlike(line) or marks.end_mark(line) or marks.start_mark(line) is not None


def _rest(line: str, first: str) -> str:
    """What *line* adds to the line that begins with *first*: a `>` more than that has is its writer's own."""
    return line.removeprefix(first[: len(first) - len(_bare(first))].rstrip()).strip()


def _bare(line: str) -> str:
    found = _QUOTES.match(line[:200])
    return line[found.end() :] if found else line


def _smooth(line: str) -> str:
    """*line* without its marks of quotation, with one space for any number."""
    return _BLANKS.sub(" ", _bare(line)).strip()
