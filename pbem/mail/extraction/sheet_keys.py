"""The keys of a sheet, by which orders without marks are told from other lines with a colon."""

import re
from collections.abc import Iterable
from functools import lru_cache

from pbem.mail.mime.text import plain

_KEY = re.compile(r"[\s\W\d_]*([^\W\d_][^:：#>\n]{0,40}?)[\s\W_]*[:：]")
_WITHIN = re.compile(r"([^\W\d_][^\s:：]{0,60}(?: [^\s:：]{1,60})?)[*_\"']*[:：]")
_NEAR = 0.8
"""How similar to a key a misspelt word must be: one letter of five may differ."""
_ROUNDING = 0.001
"""What the search for similar keys may be wrong by."""
_FEWEST = 4
"""A shorter word is similar to too many, unless only a number follows."""
_NUMBER = re.compile(r"\s*\d+\s*")
_MOST_LINE = 2000
"""How many characters of a line are examined."""


def folded(keys: Iterable[str]) -> frozenset[str]:
    """*keys* as they are compared: without case, spaces and hyphens."""
    return frozenset(_fold(key) for key in keys)


def has_key(line: str, keys: frozenset[str]) -> bool:
    """Whether *line* begins with one of *keys*, or with a slip of one, and a colon."""
    return _begins_with_key(line[:_MOST_LINE], keys)


@lru_cache(maxsize=1024)  # several readers ask it of each line
def _begins_with_key(line: str, keys: frozenset[str]) -> bool:
    text = plain(line)
    found = _KEY.match(text)
    if found is None:
        return False
    word = _fold(found[1])
    return _known(word, keys) or (_NUMBER.fullmatch(text, found.end()) is not None and _one_letter_off(word, keys))


def names_key(line: str, keys: frozenset[str]) -> bool:
    """Whether *line* has one of *keys* and a colon anywhere, as when several lines ran together."""
    return any(
        _known(_fold(word), keys) for found in _WITHIN.findall(plain(line)) for word in (found, found.split()[-1])
    )


def _fold(key: str) -> str:
    return re.sub(r"[\s_-]+", "", key).casefold()


def _one_letter_off(word: str, keys: frozenset[str]) -> bool:
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    return any(DamerauLevenshtein.distance(word, key) == 1 for key in keys)


def _known(word: str, keys: frozenset[str]) -> bool:
    return word in keys or (len(word) >= _FEWEST and _near(word, keys))


@lru_cache(maxsize=4096)
def _near(word: str, keys: frozenset[str]) -> bool:
    """Whether *word* is similar to one of *keys*; each word of a text is asked about many times."""
    from rapidfuzz import process  # noqa: PLC0415 - only a slip needs it
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    similar = DamerauLevenshtein.normalized_similarity
    found = process.extractOne(word, _long(keys), scorer=similar, score_cutoff=_NEAR - _ROUNDING)
    return found is not None and found[1] >= _NEAR


@lru_cache(maxsize=64)
def _long(keys: frozenset[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if len(key) >= _FEWEST)
