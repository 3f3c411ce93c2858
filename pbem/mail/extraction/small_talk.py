"""Whether text beside a sheet is a note to a person; a greeting, a name or a company's disclaimer is not."""

import re

from pbem.mail.extraction import languages, line_classifier
from pbem.mail.mime.text import plain

_ANNOUNCING = languages.words(languages.ANNOUNCING)
_PARTICLES = languages.words(languages.PARTICLES)
_ADDITION = re.compile(
    rf"\W*(?:(?:{languages.either(languages.ADDITIONS)})\b[\w \t]{{0,40}}[*_]*\s*:|(?:edit|update|correction)\b)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\w\s*[>→⇒]\s*\w")
_PARTED = re.compile(r"\n(?:[ \t]*|[ \t]*[-_=*~]{5,}[ \t]*)(?:\n|$)")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OF_ONESELF = languages.words(languages.OF_ONESELF)
_FEWEST_WORDS = 5
"""Of thanks or a greeting with news in the same line: `Thanks for waiting, I was ill.`."""
_FEWEST_LETTERS = 6
"""Of a line in writing without capitals, which may be a name or a greeting."""
_MOST_ADDED = 400
"""The most characters of a line that adds something."""
_MOST_WORDS = 20_000
"""Text with more characters is a note."""


def says_something(words: str) -> bool:
    """Whether *words* have more than courtesies, names, contact details, announcements and disclaimers."""
    if len(words) > _MOST_WORDS:
        return True
    paragraphs = _PARTED.split(words)
    return any(_speaks(paragraph.split("\n")) for paragraph in paragraphs)


def adds_an_order(line: str) -> bool:
    """Whether *line* adds what may be an order to those above it: `EDIT: Karl: Linz`."""
    text = line_classifier.without_pictures(plain(line[:_MOST_ADDED])).strip(" *_~|>")
    found = _ADDITION.match(text)
    rest = text[found.end() :].strip(" *_:-") if found else ""
    ordered = line_classifier.shape(rest) == "key" or bool(_ARROW.search(rest))
    return ordered and not line_classifier.says_something(rest)


def spoken_lines(words: str) -> list[str]:
    """The lines of those paragraphs of *words* that say something."""
    paragraphs = (paragraph.split("\n") for paragraph in _PARTED.split(words[:_MOST_WORDS]))
    return [line.strip() for lines in paragraphs if _speaks(lines) for line in lines if plain(line).strip()]


def _speaks(lines: list[str]) -> bool:
    filled = [line for line in lines if plain(line).strip()]
    if not filled or line_classifier.disclaims(filled):
        return False
    return any(map(_tells, filled)) and not line_classifier.is_card(filled)


def _tells(line: str) -> bool:
    """Whether a line is more than the usual text around a letter."""
    text = line_classifier.without_pictures(plain(line)).strip(" *_~|>")
    if "?" in text or "？" in text or line_classifier.is_aside(text) or _ADDITION.match(text) or _ARROW.search(text):
        return True
    words = _WORD.findall(text)
    if line_classifier.courteous(line) and not line_classifier.signs_off(line):
        return not _OF_ONESELF.isdisjoint(map(str.casefold, words)) and len(words) >= _FEWEST_WORDS
    if line_classifier.courteous(line) or line_classifier.is_contact(line):
        return False
    if not any(word.lower() != word.upper() for word in words):
        return sum(map(len, words)) >= _FEWEST_LETTERS
    return not all(word[0].isupper() or word.casefold() in _ANNOUNCING or word in _PARTICLES for word in words)
