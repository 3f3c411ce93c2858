"""The names after the word of an enquiry, with nothing between them but spaces or what people put there.

The problems, and their arguments:

    enquiry-name    word, name, near, several   a name of nothing, or of several things
    enquiry-absent  word, name                  a name of what takes no part in the game
    enquiry-short   word, least                 too few names
"""

import re
from collections.abc import Iterator, Sequence

from pbem.engine.kit.enquiry import EnquiryRead
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.problem import Problem
from pbem.sheet.names import Names, absent_names_of, names_of

_BETWEEN = re.compile(r"\s*(?:[>→,;|+]+|\s(?:to|and|nach|vers|via)\s|\s-\s)\s*", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:from|of|for|to)\s+", re.IGNORECASE)
MOST_WORDS = 16
"""A longer text is not a list of names."""


def read_names(word: str, text: str, kinds: Sequence[Sequence[str]], least: int, lexicon: Lexicon) -> EnquiryRead:
    """The things that *text* names, which comes after *word*: of *kinds*, one after the other, and at least so many."""
    text = _BEFORE.sub("", text.strip())
    if not text and least == 0:
        return EnquiryRead()
    if not text or not kinds or len(text.split()) > MOST_WORDS:
        return EnquiryRead(problem=Problem("enquiry-short", args={"word": word, "least": least, "text": text}))
    names = names_of(lexicon)
    tried = list(_splits(text, len(kinds), least))
    found = {ids: None for parts in tried if (ids := _meant(names, parts, kinds))}
    if len(found) == 1:
        return EnquiryRead(next(iter(found)))
    return EnquiryRead(problem=_problem(word, text, tried, kinds, least, lexicon))


def _splits(text: str, most: int, least: int) -> Iterator[tuple[str, ...]]:
    """*text* in up to *most* names: by the signs between them, otherwise at any of its spaces."""
    signed = tuple(part for part in _BETWEEN.split(text) if part)
    if len(signed) > 1:
        yield signed
        return
    words = text.split()
    for count in range(most, max(1, least) - 1, -1):
        yield from _cut(words, count)


def _cut(words: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    if count == 1:
        yield (" ".join(words),)
        return
    for first in range(1, len(words) - count + 2):
        yield from ((" ".join(words[:first]), *rest) for rest in _cut(words[first:], count - 1))


def _meant(names: Names, parts: tuple[str, ...], kinds: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What *parts* mean, if each of them means one thing."""
    if len(parts) > len(kinds):
        return ()
    found = [names.find(part, *kind) for part, kind in zip(parts, kinds, strict=False)]
    return tuple(ids[0] for ids in found) if all(len(ids) == 1 for ids in found) else ()


def _problem(
    word: str,
    text: str,
    tried: Sequence[tuple[str, ...]],
    kinds: Sequence[Sequence[str]],
    least: int,
    lexicon: Lexicon,
) -> Problem:
    """What is wrong, by the reading in which most names are understood."""
    names, absent = names_of(lexicon), absent_names_of(lexicon)
    fitting = [parts for parts in tried if len(parts) <= len(kinds)]
    if not fitting:
        return Problem("enquiry-short", args={"word": word, "least": least, "text": text})

    def wrong(parts: tuple[str, ...]) -> list[tuple[str, Sequence[str]]]:
        both = zip(parts, kinds, strict=False)
        return [(part, kind) for part, kind in both if len(names.find(part, *kind)) != 1]

    best = min(fitting, key=lambda parts: (len(wrong(parts)) - len(parts), len(parts)))
    if not wrong(best):
        return Problem("enquiry-short", args={"word": word, "least": least, "text": text})
    part, kind = wrong(best)[0]
    several = tuple(names.name(each, *kind) for each in names.find(part, *kind))
    if not several and absent.find(part, *kind):
        return Problem("enquiry-absent", rule=lexicon.absent_rule, args={"word": word, "name": part})
    near = names.nearest(part, *kind) if not several else ()
    return Problem("enquiry-name", args={"word": word, "name": part, "near": near, "several": several})
