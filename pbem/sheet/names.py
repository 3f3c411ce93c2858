"""Names that players write, and the shapes of the types that they are for."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Mapping as MappingOf
from functools import lru_cache, partial
from inspect import get_annotations
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.languages import COMMON, GO, JOIN, STAY, words_of
from pbem.engine.reading import Lexicon, ListNode, MappingNode, Node, TextNode, late_pattern, type_info
from pbem.sheet.nodes import NothingNode

MOST_NEAR = 4
SHORT_WORD = 4
"""A shorter word (von, der, sur) never stands for a whole name."""
_BEGUN_WORD = 3
"""Of a name of which all words are only begun, one must have so many letters."""
_BEGUN_BEFORE_DOT, _BEGUN_ALONE, _BEGUN_OF_FEW, _FEW = 4, 6, 3, 80
"""So many letters must a word have that is only begun, with a dot behind it, without, or where there are few names."""

_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"})
_DROPPED = frozenset("'’‘‚‛ʼ´`\"“”„‟.,_·*")


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """*text* without case, accents, spaces, hyphens, apostrophes, dots and stars; other signs stay."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(c for c in letters if c not in _DROPPED and unicodedata.category(c) not in ("Mn", "Zs", "Pd", "Cc"))


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """*text* as it sounds: `plain`, with ae, oe, ue as a, o, u and double letters as single ones."""
    return re.sub(r"([^\W\d_])\1+", r"\1", _without_umlauts(text))


def _without_umlauts(text: str) -> str:
    return re.sub(r"([aou])e", r"\1", plain(text))


_LIST_MARK = late_pattern(r",\s*|(?<=\w{3})\.\s+|\s[-–—]\s")
"""What may be between names of a list, though spelling does not tell it from a space."""
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
    return _slips(text, word) <= (1 if len(plain(text)) < _LONG else 2)


def drops_a_word(text: str, name: str) -> bool:
    """Whether *name* lacks a number of *text*, or is nearer to it without one of its words: `Dresden 5`."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    words = text.split() if len(text) <= MOST_NAME else []
    rests = ("".join(words[:at] + words[at + 1 :]) for at in range(len(words)) if len(words) > 1)
    slips = DamerauLevenshtein.distance(plain(text), plain(name))
    lacks = _digits(text) not in ("", _digits(name))
    return lacks or any(DamerauLevenshtein.distance(plain(rest), plain(name)) < slips for rest in rests)


def one_letter_off(text: str, words: Iterable[str]) -> tuple[str, ...]:
    """Those of *words* that *text* is but for one letter: too many, missing, another, or two of them swapped."""
    long = (word for word in dict.fromkeys(words) if len(plain(word)) >= _FEWEST_LETTERS)
    return tuple(word for word in long if _slips(text, word) <= 1)


def _slips(text: str, word: str) -> int:
    """How many letters of *text* are not those of *word*; no number may differ."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    if len(plain(text)) > MOST_NAME or _digits(text) != _digits(word):
        return MOST_NAME
    return min(int(DamerauLevenshtein.distance(each(text), each(word))) for each in (plain, fold))


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


_NO_NAMES = frozenset(words_of(GO) + words_of(JOIN) + words_of(STAY) + words_of(COMMON))
_SHORT = 4
_FEWEST_LETTERS, _LONG = 5, 8
"""What is shorter than the first has too many others near it to be assumed; a long word may have two slips."""


def _without_an_end(text: str) -> tuple[str, ...]:
    """*text* without its first word, and without its last, where that is a short one beside others."""
    words = text.split() if len(text) <= MOST_NAME else []
    ways = ((words[0], words[1:]), (words[-1], words[:-1])) if len(words) > 1 else ()
    return tuple(" ".join(rest) for word, rest in ways if len(word) <= _SHORT)


def _sure(text: str, name: str) -> bool:
    """Whether *name* is long enough for *text* to be that with a slip; few make one in the first letter."""
    sought, length = plain(text), len(plain(name))
    return length >= _LONG or (length >= _FEWEST_LETTERS and sought[:1] in plain(name)[:2])


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
        self._found: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._near: dict[tuple[str, tuple[str, ...]], tuple[_Known, ...]] = {}
        self._own: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
        self._indexes: dict[tuple[str, str], dict[str, list[_Known]]] = {}

    def find(self, text: str, *kinds: str) -> tuple[str, ...]:
        """The ids that *text* may mean: one when it is clear, several when it is not; otherwise none.

        The most exact way of reading it that finds something decides: as written, without accents,
        as one hears it, as an id, as some of the words of a longer name, as these cut short, as a word begun.
        What is an id in words may as well be some of the words of another name.
        """
        asked = (text.strip(), kinds)
        if len(asked[0]) > MOST_NAME:
            return ()
        if (found := self._found.get(asked)) is None:
            if len(self._found) >= _MOST_REMEMBERED:
                self._found.clear()
            found = self._found[asked] = self._find(*asked)
        return found

    def _find(self, text: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        parts = _LIST_MARK.split(text)
        named = {self.find(part, *kinds) for part in parts} if len(parts) > 1 else ()
        if len(named) > 1 and all(len(ids) == 1 for ids in named):  # a list, though some name has all its words
            return ()
        heard = fold(text)
        ways = (("written", text), ("plain", plain(text)), ("heard", heard), ("id", heard))
        for way, sought in ways:
            if found := tuple(self._spelled(way, sought, kinds)):
                in_words = " " in text and all(each.spelling == each.id for each in found)
                longer = self._longer(text, kinds) if in_words else ()
                return tuple(dict.fromkeys((*(each.id for each in found), *longer)))
        if ids := self._longer(text, kinds):
            return ids
        alike = tuple(self._spelled("letter", next(iter(_words(text)), "")[:1], kinds))
        begun = self._begun(kinds)
        for fits in (_cut_short, begun):
            ids = tuple(dict.fromkeys(each.id for each in alike if fits(text, each.spelling)))
            if ids and not (fits is begun and self._is_whole(text.rstrip("."))):
                return ids
        return ()

    def _begun(self, kinds: tuple[str, ...]) -> Callable[[str, str], bool]:
        """What tells whether a text is a name of *kinds* but for its end: the fewer there are, the fewer letters do."""
        few = sum(len(self._lexicon.kinds.get(kind, ())) for kind in kinds) <= _FEW
        return partial(_begun, few=few)

    def _is_whole(self, word: str) -> bool:
        """Whether *word* stands for itself: a common one, or a word of some name of whatever kind."""
        kinds = tuple(self._known)
        return word.casefold() in _NO_NAMES or bool(
            self._longer(word, kinds) or any(self._spelled("heard", fold(word), kinds))
        )

    def _longer(self, text: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of names of which *text* is some of the words."""
        longer = self._spelled("word", next(iter(_words(text)), ""), kinds)
        return tuple(dict.fromkeys(each.id for each in longer if _shortened(text, each.spelling)))

    def nearest(self, text: str, *kinds: str) -> tuple[str, ...]:
        """The names, as letters write them, of the things whose spelling is near to *text*."""
        return tuple(dict.fromkeys(each.name for each in self._alike(text, kinds)[:MOST_NEAR]))

    def slip(self, text: str, *kinds: str) -> str:
        """The id of what *text* names but for a slip, if no second reading is as close; otherwise empty.

        A word of orders, such as `follow`, or any other common word, such as `halt`, is not a misspelt name, and in
        `Traun not` a name has a word beside it; a name with a question mark behind it is asked about, not misspelt.
        """
        no_name = text.endswith("?") or text.casefold() in _NO_NAMES
        if no_name or any(self.find(rest, *kinds) for rest in _without_an_end(text)):
            return ""
        readings = self._readings(text, kinds)
        near_ones = (one.spelling for one in readings if _sure(text, one.spelling) and close(text, one.spelling))
        long = any(not drops_a_word(text, spelling) for spelling in near_ones)
        ids = {found for each in readings for found in self.find(each.spelling, *kinds)}
        return ids.pop() if long and len(ids) == 1 else ""

    def misheard(self, ways: Collection[str], found: str, *kinds: str) -> bool:
        """Whether all *ways* of writing a name are only begun, or sound like one of *found* without its letters."""
        heard = {way for way in ways if any(one.id == found for one in self._spelled("heard", fold(way), kinds))}
        if not heard:
            own = [one.spelling for one in self._of(kinds) if one.id == found]
            return any(self._begun(kinds)(way, spelling) for spelling in own for way in ways)
        return self._written(found, kinds).isdisjoint(map(_without_umlauts, heard))

    def _written(self, found: str, kinds: tuple[str, ...]) -> frozenset[str]:
        """How *found* may be written, without umlauts; a sheet is read over and over."""
        if (own := self._own.get((found, kinds))) is None:
            own = frozenset(_without_umlauts(one.spelling) for one in self._of(kinds) if one.id == found)
            self._own[found, kinds] = own
        return own

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
    if _digits(text) not in ("", _digits(name)):  # of `Lannes 4/3` the 3 may be a number of units
        return False
    if not sought or len(sought) >= len(words) or all(len(word) < SHORT_WORD for word in sought):
        return False
    rest = iter(words)
    return all(word in rest for word in sought)


def _cut_short(text: str, name: str) -> bool:
    """Whether *text* is all words of *name*, though only begun: `Western Med`, `W. Mediterranean`, `W. Med`."""
    sought, words = _words(text), _words(name)
    if len(sought) < 2 or len(sought) != len(words):
        return False
    return any(len(one) >= _BEGUN_WORD for one in sought) and all(
        other.startswith(one) for one, other in zip(sought, words, strict=True)
    )


def _begun(text: str, name: str, *, few: bool) -> bool:
    """Whether *text* is one word, the first of *name* but for its end: `Liechtenst.`; without a dot half of it.

    Where there are *few* names, a third of it is enough: `Leo`.
    """
    dot, word = text.endswith("."), fold(text)
    first = next(iter(_words(name)), "")
    alone = max(_BEGUN_OF_FEW, len(first) // 3) if few else max(_BEGUN_ALONE, len(first) // 2)
    least = min(_BEGUN_BEFORE_DOT, alone) if dot else alone
    begins = first.startswith(word) and (not few or plain(name).startswith(plain(text).rstrip(".")))
    return " " not in text and word.isalpha() and least <= len(word) < len(first) and begins


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """The words of *text*, each as one hears it, and what someone has as if no one had it: `An Ambassador Gift`."""
    parts = re.split(r"[\s/()-]+", re.sub(r"(?<=\w)['’]s(?=\s)", "", text))
    return tuple(folded for word in parts if (folded := fold(word)))


_WAYS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "written": lambda spelling: (spelling,),
    "plain": lambda spelling: (plain(spelling),),
    "heard": lambda spelling: (fold(spelling),),
    "id": lambda spelling: (fold(spelling),),
    "word": _words,
    "letter": lambda spelling: (word[:1] for word in _words(spelling)[:1]),
}
"""By what a spelling is found in each way of reading it."""


COLLECTIONS: MappingOf[type[types.Type], Any] = {
    types.VarTupleType: tuple, types.ListType: list, types.FrozenSetType: frozenset, types.SetType: set,
}  # fmt: skip
SHAPES: MappingOf[type[Node], tuple[type[types.Type], ...]] = {
    ListNode: (types.VarTupleType, types.ListType, types.FrozenSetType, types.SetType),
    MappingNode: (types.DictType, types.StructType),
}


def text_of(node: Node) -> str:
    """A piece of a sheet as it would be written in one line."""
    if isinstance(node, ListNode):
        return f"[{', '.join(map(text_of, node.items))}]"
    if isinstance(node, MappingNode):
        return f"{{{', '.join(f'{key.text}: {text_of(value)}' for key, value in node.pairs)}}}"
    return node.text if isinstance(node, TextNode) else "..."


def parts_within(node: Node) -> tuple[Node, ...]:
    """The nodes of which *node* is made, or its lines."""
    if isinstance(node, ListNode):
        return node.items
    if isinstance(node, MappingNode):
        return tuple(each for pair in node.pairs for each in pair)
    rows = node.rows if isinstance(node, TextNode) else ()
    return rows if len(rows) > 1 else ()


def key_of(field: types.Field) -> str:
    """A key as people write it."""
    return field.encode_name.replace("_", " ")


def keys_as_written(wanted: Any) -> tuple[str, ...]:
    """The keys of a struct, in their order, as people write them."""
    found = type_info(wanted)
    return tuple(key_of(field) for field in found.fields) if isinstance(found, types.StructType) else ()


def own_first(wanted: type[Any]) -> tuple[str, ...]:
    """The keys of a struct as people write them, those that it has from another last."""
    own = get_annotations(wanted)
    fields = sorted(type_info(wanted).fields, key=lambda field: field.name not in own)  # type: ignore[attr-defined]
    return tuple(map(key_of, fields))


def is_left_open(value: NothingNode, wanted: types.Type) -> bool:
    """Whether a value may be missing, as in a form: all keys that may be below are remarks, and none is needed."""
    if isinstance(wanted, types.UnionType):
        return any(is_left_open(value, each) for each in wanted.types)
    if not isinstance(wanted, types.StructType) or hasattr(wanted.cls, "read"):
        return False
    return value.commented and not any(field.required for field in wanted.fields)


def holds_keys(wanted: types.Type) -> bool:
    """Whether a value of this type may be in lines of its own, each with a key."""
    if isinstance(wanted, types.UnionType):
        return any(map(holds_keys, wanted.types))
    if isinstance(wanted, types.Metadata):
        return not kinds_of(wanted) and holds_keys(wanted.type)
    return isinstance(wanted, (types.DictType, types.StructType, *COLLECTIONS))


def is_free_text(wanted: types.Type) -> bool:
    """Whether any text would do: then a text without its key says nothing about where it belongs."""
    if isinstance(wanted, types.UnionType):
        return any(map(is_free_text, wanted.types))
    if isinstance(wanted, types.Metadata):
        return not kinds_of(wanted) and is_free_text(wanted.type)
    if isinstance(wanted, types.VarTupleType | types.ListType | types.FrozenSetType | types.SetType):
        return is_free_text(wanted.item_type)
    return isinstance(wanted, types.StrType)


def keys_within(wanted: types.Type) -> frozenset[str]:
    """The keys, folded, of a struct that is wanted; none for anything else."""
    if isinstance(wanted, types.UnionType):
        return frozenset().union(*map(keys_within, wanted.types))
    if not isinstance(wanted, types.StructType) or hasattr(wanted.cls, "read"):
        return frozenset()
    return frozenset(folded(field.encode_name) for field in wanted.fields)


def may_hold(wanted: types.Type, key: TextNode, can: Callable[[TextNode, types.Type], bool]) -> bool:
    """Whether *key* is one of a wanted struct, not of things by name, or *can* be a name in a mapping of such."""
    if isinstance(wanted, types.UnionType):
        return any(may_hold(each, key, can) for each in wanted.types)
    if isinstance(wanted, types.DictType):
        return isinstance(wanted.value_type, types.StructType) and can(key, wanted.key_type)
    keys = wanted.fields if isinstance(wanted, types.StructType) else ()
    return folded(key.text) in {folded(each.encode_name) for each in keys if not names_things(each.type)}


def keys_of_one(wanted: types.Type) -> tuple[str, ...]:
    """The keys of a value that may be a text alone, which is then that of the first."""
    if isinstance(wanted, types.UnionType):
        return next(filter(None, map(keys_of_one, wanted.types)), ())
    return tuple(map(folded, getattr(wanted.cls, "WITHIN", ()))) if isinstance(wanted, types.StructType) else ()


def folded(name: str) -> str:
    """A key as it is compared: `at_most`, `at most` and `At-Most` are one."""
    return plain(name.replace("_", " "))


def kinds_of(wanted: types.Metadata) -> tuple[str, ...]:
    """The kinds of things of which a text is the name; none if it is not a name."""
    named = wanted.extra.get("kinds") if wanted.extra else None
    return tuple(named.split()) if isinstance(named, str) else ()


def begins_of(wanted: types.Type) -> frozenset[str]:
    """The keys, folded, with which a value of a mapping by names may begin without its name; none if there is none."""
    value = wanted.value_type if isinstance(wanted, types.DictType) else None
    begins: frozenset[str] = (
        getattr(value.cls, "BEGINS", frozenset()) if isinstance(value, types.StructType) else frozenset()
    )
    return begins


def may_be_alone(wanted: types.Type) -> bool:
    """Whether a text without its key beside other keys may be one of this type: that says so in `ALONE`."""
    members = wanted.types if isinstance(wanted, types.UnionType) else (wanted,)
    return any(isinstance(each, types.StructType) and hasattr(each.cls, "ALONE") for each in members)


def names_things(wanted: types.Type) -> bool:
    """Whether each entry of a value of this type names the thing that it is about: moves, troops by general."""
    while isinstance(wanted, types.Metadata):
        wanted = wanted.type
    if isinstance(wanted, types.DictType):
        return isinstance(wanted.key_type, types.Metadata)
    item = getattr(wanted, "item_type", None) if type(wanted) in COLLECTIONS else None
    return isinstance(item, types.StructType) and hasattr(item.cls, "read")
