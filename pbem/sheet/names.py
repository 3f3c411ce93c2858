"""Find the thing that a player means by a name."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from pbem.engine.kit.lexicon import Lexicon

MOST_NEAR = 4
SHORT_WORD = 4
"""A shorter word (von, der, sur) never stands for a whole name."""

_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"})
_DROPPED = frozenset("'’‘‚‛ʼ´`\"“”„‟.,_·")


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """*text* without case, accents, spaces, hyphens, apostrophes and dots; other signs stay."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(c for c in letters if c not in _DROPPED and unicodedata.category(c) not in ("Mn", "Zs", "Pd", "Cc"))


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """*text* as it sounds: `plain`, with ae, oe, ue as a, o, u and double letters as single ones."""
    return re.sub(r"([^\W\d_])\1+", r"\1", re.sub(r"([aou])e", r"\1", plain(text)))


MOST_NAME = 100
"""Characters; nothing longer is the name of anything, or near to one."""


_MOST_REMEMBERED = 4096
"""Words whose nearest names are remembered: those of a few sheets in which nothing is spelt right."""


def near(text: str, words: Iterable[str], most: int | None = MOST_NEAR) -> tuple[str, ...]:
    """Those of *words* that look like *text*, the likeliest first; to be suggested, never assumed."""
    if len(text) > MOST_NAME:
        return ()
    from rapidfuzz import process  # noqa: PLC0415 - only a slip needs it
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415

    sought = fold(text)
    if not sought:
        return ()
    known, least = tuple(words), _cut_off(len(sought))
    alike = dict.fromkeys(
        (at for at, word in enumerate(known) if len(sought) >= 3 and fold(word).startswith(sought)), 1.0
    )
    for heard in (fold, plain):  # two letters swapped may fold into one
        spelt, similarity = [heard(word) for word in known], DamerauLevenshtein.normalized_similarity
        for _, score, at in process.extract(heard(text), spelt, scorer=similarity, score_cutoff=least, limit=None):
            alike[at] = max(score, alike.get(at, 0.0))
    ranked = sorted((-score, known[at]) for at, score in alike.items())
    return tuple(dict.fromkeys(word for _, word in ranked))[:most]


def close(text: str, word: str) -> bool:
    """Whether *text* is *word* but for one letter, or two of a long word."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    sought = plain(text)
    if len(sought) > MOST_NAME or _digits(text) != _digits(word):
        return False
    slips = min(DamerauLevenshtein.distance(each(text), each(word)) for each in (plain, fold))
    return bool(slips <= (1 if len(sought) < _LONG else 2))


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


_FEWEST_LETTERS, _LONG = 5, 8
"""What is shorter than the first has too many others near it to be assumed; a long word may have two slips."""


def _cut_off(length: int) -> float:
    """How alike a name must be; the shorter, the more, as a short one is near to many."""
    return 0.75 if length < 5 else 0.7 if length < 8 else 0.62


class Clash(msgspec.Struct, frozen=True):
    """Several things of one kind that some spelling does not tell apart."""

    kind: str
    spelling: str
    ids: tuple[str, ...]


class _Known(msgspec.Struct, frozen=True):
    """One spelling of one thing; its id counts as the last of its spellings."""

    kind: str
    id: str
    spelling: str
    name: str
    by_id: bool = False


class Names:
    """The names of a lexicon, found in any usual spelling; ask `names_of`, which makes those of a lexicon once."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._known: dict[str, tuple[_Known, ...]] = {
            kind: tuple(_spellings(kind, ids)) for kind, ids in lexicon.kinds.items()
        }
        self._spellings: dict[tuple[str, tuple[str, ...]], str] = {}
        self._near: dict[tuple[str, tuple[str, ...]], tuple[_Known, ...]] = {}
        self._indexes: dict[tuple[str, str], dict[str, list[_Known]]] = {}

    def find(self, text: str, *kinds: str) -> tuple[str, ...]:
        """The ids that *text* may mean: one when it is clear, several when it is not; otherwise none.

        The most exact way of reading it that finds something decides: as written, without accents,
        as one hears it, as an id, as some of the words of a longer name.
        """
        text = text.strip()
        if len(text) > MOST_NAME:
            return ()
        heard = fold(text)
        ways = (("written", text), ("plain", plain(text)), ("heard", heard), ("id", heard))
        for way, sought in ways:
            if ids := tuple(dict.fromkeys(each.id for each in self._spelled(way, sought, kinds))):
                return ids
        longer = self._spelled("word", next(iter(_words(text)), ""), kinds)
        return tuple(dict.fromkeys(each.id for each in longer if _shortened(text, each.spelling)))

    def nearest(self, text: str, *kinds: str) -> tuple[str, ...]:
        """The names, as letters write them, of the things whose spelling is near to *text*."""
        return tuple(dict.fromkeys(each.name for each in self._alike(text, kinds)[:MOST_NEAR]))

    def slip(self, text: str, *kinds: str) -> str:
        """The id of what *text* names but for a slip, if no second reading is as close; otherwise empty."""
        readings = self._readings(text, kinds)
        long = any(len(plain(one.spelling)) >= _FEWEST_LETTERS and close(text, one.spelling) for one in readings)
        ids = {each.id for each in readings}
        return ids.pop() if long and len(ids) == 1 else ""

    def near_to(self, text: str, *kinds: str) -> bool:
        """Whether *text* may be something of *kinds*, spelt with a slip or not to its end."""
        return bool(self._readings(text, kinds))

    def _readings(self, text: str, kinds: tuple[str, ...]) -> tuple[_Known, ...]:
        heard, alike = fold(text), self._alike(text, kinds)
        return tuple(one for one in alike if close(text, one.spelling) or fold(one.spelling).startswith(heard))

    def _alike(self, text: str, kinds: tuple[str, ...]) -> tuple[_Known, ...]:
        """What is spelt nearly as *text* is, once for each spelling; a sheet is read over and over."""
        if (found := self._near.get((text, kinds))) is None:
            known = {each.spelling: each for each in reversed(tuple(self._of(kinds)))}
            if len(self._near) >= _MOST_REMEMBERED:
                self._near.clear()
            found = self._near[text, kinds] = tuple(known[word] for word in near(text, known, None))
        return found

    def name(self, identifier: str, *kinds: str) -> str:
        """The name that letters use for *identifier*, which is of one of *kinds*."""
        return next(
            (self._lexicon.name(k, identifier) for k in kinds if identifier in self._lexicon.kinds.get(k, {})),
            identifier,
        )

    def spell(self, identifier: str, *kinds: str) -> str:
        """The first spelling of *identifier* that can mean nothing else of *kinds*."""
        if (found := self._spellings.get((identifier, kinds))) is None:
            own = (each.spelling for each in self._of(kinds) if each.id == identifier)
            found = next((spelling for spelling in own if self.find(spelling, *kinds) == (identifier,)), identifier)
            self._spellings[identifier, kinds] = found
        return found

    def clashes(self) -> tuple[Clash, ...]:
        """Every spelling that means several things of one kind: a lexicon should have none."""
        found: list[Clash] = []
        for kind, known in self._known.items():
            heard: dict[str, dict[str, str]] = {}
            for each in known:
                heard.setdefault(fold(each.spelling), {}).setdefault(each.id, each.spelling)
            found += [Clash(kind, next(iter(ids.values())), tuple(ids)) for ids in heard.values() if len(ids) > 1]
        return tuple(found)

    def _spelled(self, way: str, sought: str, kinds: Iterable[str]) -> Iterator[_Known]:
        """What is spelled *sought* in one *way* of reading it; nothing is if that is empty."""
        for kind in kinds if sought else ():
            if (way, kind) not in self._indexes:
                index: dict[str, list[_Known]] = {}
                for each in self._known.get(kind, ()):
                    if each.by_id == (way == "id"):
                        for key in dict.fromkeys(_WAYS[way](each.spelling)):
                            index.setdefault(key, []).append(each)
                self._indexes[way, kind] = index
            yield from self._indexes[way, kind].get(sought, ())

    def _of(self, kinds: Iterable[str]) -> Iterator[_Known]:
        for kind in kinds:
            yield from self._known.get(kind, ())


@lru_cache(maxsize=64)
def names_of(lexicon: Lexicon) -> Names:
    """The names of *lexicon*."""
    return Names(lexicon)


@lru_cache(maxsize=64)
def absent_names_of(lexicon: Lexicon) -> Names:
    """The names of what *lexicon* knows but what takes no part in the game."""
    return Names(Lexicon(lexicon.absent))


def _spellings(kind: str, ids: Mapping[str, tuple[str, ...]]) -> Iterator[_Known]:
    for identifier, spellings in ids.items():
        name = spellings[0] if spellings else identifier
        for spelling in spellings:
            yield _Known(kind, identifier, spelling, name)
        yield _Known(kind, identifier, identifier, name, by_id=True)


def _shortened(text: str, name: str) -> bool:
    """Whether *text* is some of the words of *name*, in their order, one of them a full word."""
    sought, words = _words(text), _words(name)
    if not sought or len(sought) >= len(words) or all(len(word) < SHORT_WORD for word in sought):
        return False
    rest = iter(words)
    return all(word in rest for word in sought)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """The words of *text*, each as one hears it."""
    return tuple(folded for word in re.split(r"[\s/()-]+", text) if (folded := fold(word)))


_WAYS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "written": lambda spelling: (spelling,),
    "plain": lambda spelling: (plain(spelling),),
    "heard": lambda spelling: (fold(spelling),),
    "id": lambda spelling: (fold(spelling),),
    "word": _words,
}
"""By what a spelling is found in each way of reading it."""
