"""Nodes, readers and spellers of orders.

A sheet is a tree of nodes; every scalar is text until a type says what the text must be.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache, wraps
from itertools import pairwise
from typing import Any, ClassVar, Protocol, TypeVar, cast

import msgspec
import msgspec.inspect

from pbem.engine.languages import FORCE, PLEASE, THEN, TITLE, TO, either


class _LatePattern:
    def __init__(self, text: str, flags: int) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(*self._made_of)
        vars(self).update({each: getattr(made, each) for each in dir(made) if not each.startswith("_")})
        return getattr(made, name)


def late_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is compiled when it is first used: a command uses few of all that its modules name."""
    return cast("re.Pattern[str]", _LatePattern(text, flags))


_EMOJI = late_pattern("[\U0001f300-\U0001faff\u263a\u2705\u2713\u2714\ufe0f\u200d]+|[:;]-?[)D](?=\\s|$)")
"""Emoji; neither game symbols nor arrows, which orders have."""
_COURTESIES_BEFORE = late_pattern(rf"\A\s*(?:(?:{either(PLEASE)})\b[\s,:]*)+(?=\S)", re.IGNORECASE)
_COURTESY_LAST = late_pattern(rf"\b(?:{either(PLEASE)})\Z", re.IGNORECASE)
_LONGEST_COURTESY = 40
_TITLES = late_pattern(rf"\A\s*(?:(?:{either(TITLE)})\s+){{1,2}}(?=\S)", re.IGNORECASE)
_FORCE = late_pattern(rf"(?<=\S)['’]s?\s++(?:{either(FORCE)})\Z", re.IGNORECASE)


def fold(text: str) -> str:
    """A key or a word as it is compared: `End_war`, `end war` and `end-war` are one."""
    return " ".join(re.split(r"[\s_-]+", text.casefold().strip(" .:!")))


class Lexicon(msgspec.Struct, frozen=True, eq=False):
    """Spellings by kind of thing and id; the first spelling is the one that letters use.

    Each lexicon is distinct, whatever it contains: what is derived from it may be cached under it.
    """

    kinds: Mapping[str, Mapping[str, tuple[str, ...]]]
    absent: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """Spellings of things that the game knows but that take no part in this one."""
    absent_rule: str = ""
    """The section of the rulebook that excludes them."""

    words: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """By key of a sheet, what else means the same as a word that may be there; what means several is unclear."""
    numbers: Mapping[str, int] = {}
    """Numbers in words."""
    groups: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """By key of a sheet, the words that stand for several ids where a list of them is wanted."""
    remarks: Mapping[str, re.Pattern[str]] = {}
    """By kind of thing, what may be in brackets behind its name and orders nothing, in small letters."""
    remarks_of: Mapping[str, re.Pattern[str]] = {}
    """By id, which of these are true of it; of others any may be."""
    keys: Mapping[str, tuple[str, ...]] = {}
    """By key of a sheet, what else it may be called where no other key is."""
    units: frozenset[str] = frozenset()
    """Words behind a number that say what is counted where nothing else is."""
    counted: frozenset[str] = frozenset()
    """Words before a number that say what it is the number of where nothing else is."""
    heads: Mapping[str, frozenset[str]] = {}
    """By id of what may be the heading of a group of entries, the things that a name in them means first."""
    head_kind: str = ""
    """The kind of these."""
    headings: Mapping[str, str] = {}
    """Words above entries that all begin with a thing of one kind, in small letters, with that kind: `generals`."""
    ambiguous: frozenset[str] = frozenset()
    """Kinds of which a word in a sentence may be meant otherwise: a player, a letter."""

    def name(self, kind: str, identifier: str) -> str:
        """The name that letters use; an unknown id stands for itself."""
        spellings = self.kinds.get(kind, {}).get(identifier)
        return spellings[0] if spellings else identifier


NO_NAMES = Lexicon({})
"""For what names nothing of a game."""


T = TypeVar("T")
_WORD = late_pattern(r"\S+")
_MOST_WORDS, _MOST_IN_NAME, _MOST_HEADS = 40, 6, 9
_GAP = late_pattern(r"(?<=\S)\s+(?=\S)")
_NUMBERS = late_pattern(r"(\D*)(\d[\d\s]*)")
_RUN = late_pattern(r"\D+\d[\d\s]*")
_NUMBER_OF = late_pattern(r"(?:the\s)?\d+(\D+)", re.IGNORECASE)
_THE = late_pattern(r"the\s+(?=\d)", re.IGNORECASE)


class Place(msgspec.Struct, frozen=True, order=True):
    """A spot in a sheet, counted from 1 as editors do; *width* is how far the caret reaches."""

    line: int
    column: int
    width: int = 1


class Node(msgspec.Struct, frozen=True):
    """A piece of a sheet: a text, a list or a mapping, and where it stands."""

    kind: ClassVar[str]
    """The word for this kind of node in messages."""
    place: Place


@lru_cache(maxsize=512)
def _any_of(marks: tuple[str, ...]) -> re.Pattern[str]:
    """What finds the first of *marks*."""
    return re.compile("|".join(map(re.escape, marks)) or r"(?!)")


class TextNode(Node, frozen=True):
    """A scalar, always text."""

    kind: ClassVar[str] = "text"
    text: str

    @property
    def rows(self) -> "tuple[TextNode, ...]":
        """The texts of its lines, if it is written in several."""
        return (self,)

    def split(self, *marks: str) -> "tuple[TextNode, ...]":
        """The parts between *marks*, trimmed, each with its own place; empty parts are kept."""
        ends = [each.span() for each in _any_of(marks).finditer(self.text)]
        begins = (0, *(end for _, end in ends))
        return tuple(self.part(*span) for span in zip(begins, (*(at for at, _ in ends), None), strict=True))

    def part(self, start: int, end: int | None = None) -> "TextNode":
        """The trimmed text from *start* to *end*, with its own place."""
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip())
        words = raw.strip()
        place = Place(self.place.line, self.place.column + start + lead, max(1, len(words)))
        return TextNode(place, words)


class ListNode(Node, frozen=True):
    """A sequence of nodes."""

    kind: ClassVar[str] = "list"
    items: tuple[Node, ...]


class MappingNode(Node, frozen=True):
    """Pairs of nodes in the order of the sheet; a key is always a text."""

    kind: ClassVar[str] = "mapping"
    pairs: tuple[tuple[TextNode, Node], ...]
    again: tuple[tuple[TextNode, Node], ...] = ()
    """Those whose key was there before: a fault, unless each is said to count (`repeat-understood`)."""


def pair(node: Node) -> tuple[TextNode, Node] | None:
    """The key and the value of a mapping of one pair, or of such a line as a whole in quotation marks."""
    if isinstance(node, MappingNode) and len(node.pairs) == 1:
        return node.pairs[0]
    if isinstance(node, TextNode) and (colon := node.text.find(": ")) > 0:
        return node.part(0, colon), node.part(colon + 1)
    return None


def pairs_of(node: Node) -> tuple[tuple[TextNode, Node], ...] | None:
    """The pairs of a mapping, or of a list of mappings; a pair may be a text in quotation marks. None for others."""
    if isinstance(node, MappingNode):
        return node.pairs
    items = node.items if isinstance(node, ListNode) else (node,)
    found: list[tuple[TextNode, Node]] = []
    for item in items:
        said = item.pairs if isinstance(item, MappingNode) else (pair(item),)
        if None in said:
            return None
        found += [each for each in said if each is not None]
    return tuple(found)


class Misread(Exception):
    """Raised to give up one value, after its problem was noted; the reader continues with the next."""


@contextmanager
def every_part() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Read every part before one that could not be read is given up with the whole, so that all problems are found.

    Gives a context in which to read a part; raises `Misread` at the end if one was.
    """
    failed = False

    @contextmanager
    def part() -> Iterator[None]:
        nonlocal failed
        try:
            yield
        except Misread:
            failed = True

    yield part
    if failed:
        raise Misread


class Reader(Protocol):
    """What a type's own `read` may ask of the reader that calls it."""

    def name(self, text: TextNode, *kinds: str) -> str:
        """The id of the thing of one of *kinds* that *text* names; otherwise the problem is noted."""

    def knows(self, text: TextNode, *kinds: str) -> bool:
        """Whether *text* names exactly one thing of *kinds*; notes nothing."""

    def may_name(self, text: TextNode, *kinds: str) -> bool:
        """Whether *text* names one or several things of *kinds*; notes nothing."""

    def says_whose(self, text: TextNode) -> bool:
        """Whether *text* names one that has pieces, such as a power; before another name it may say whose that is."""

    def whose(self, node: Node, *kinds: str, several: bool = False) -> str:
        """Whom of *kinds* *node*, which names no one, is for, if that can be one only; otherwise empty.

        With *several* it is empty, too, if whoever reads it has no more than that one.
        """

    def number(self, text: TextNode, least: int | None = None) -> int:
        """A whole number, in digits or as a word, and at *least* so much."""

    def is_number(self, text: TextNode) -> bool:
        """Whether *text* is a whole number; notes nothing."""

    def choice(self, text: TextNode, *words: str, under: str = "") -> str:
        """The one of *words* that *text* is, or means *under* a key, which unless said is the one that is read."""

    def chooses(self, text: TextNode, *words: str, under: str = "") -> bool:
        """Whether *text* is one of *words* or means one or several of them; notes nothing."""

    def read(self, node: Node, wanted: object, *path: str | int) -> Any:
        """Read *node* as *wanted*; *path* is where the value will be in the order."""

    def fields(self, node: Node, wanted: type[T]) -> T:
        """Read *node* as the keys of the struct *wanted*, at the present path, though that has a `read` of its own."""

    def mark(self, node: Node, *path: str | int) -> None:
        """Remember where the value at *path* below the present one was written."""

    def blame(self, node: Node, code: str, *, rule: str = "", **args: object) -> Misread:
        """Note a problem at *node* and return the exception to raise.

        With a *rule*, the words are understood and that section forbids them.
        """

    def tell(self, node: Node, code: str, **args: object) -> None:
        """Note at *node*, as a warning, that it was read as something other than it says."""

    def parted(self, node: Node) -> None:
        """Remember that the rows of *node* were read apart, not as one text."""

    def attempt(self, read: Callable[[], T]) -> tuple[T, ...]:
        """What *read* gives, alone in a tuple; nothing, with nothing noted, if anything in it cannot be read."""

    def noted(self, read: Callable[[], T]) -> tuple[tuple[T, ...], bool]:
        """What *read* gives, alone in a tuple or nothing, and whether all of it could be read; else that is noted."""

    def agreed(self, node: Node, readings: Mapping[str, Callable[[], T]]) -> tuple[T, ...]:
        """What all of the *readings* of *node* that make sense come to; nothing if none does.

        If they come to several things, the problem is noted, with the readings in words, which are their keys.
        """


def without_title(text: str) -> str:
    """*text* without an article or a rank before the name that it may be."""
    return _TITLES.sub("", text)


def without_force(text: str) -> str:
    """`Karl` for `Karl's army`; any other *text* as it is."""
    found = _FORCE.search(text)
    return text[: found.start()] if found else text


def without_courtesies(text: str) -> str:
    """*text* without emoji, exclamation marks and words such as `please` before and behind it."""
    said = _COURTESIES_BEFORE.sub("", _EMOJI.sub("", text))
    return said[: _end_before_courtesies(said)].strip()


def _end_before_courtesies(text: str) -> int:
    """Where what *text* orders ends: looked for from its end, so that a long one takes no longer than it is."""
    end = _back_over(text, len(text), ".!")
    while found := _COURTESY_LAST.search(text[max(0, end - _LONGEST_COURTESY) : end]):
        word = end - len(found[0])
        before = _back_over(text, word, ".!,")
        if before in (0, word):
            break
        end = before
    return end


def _back_over(text: str, end: int, signs: str) -> int:
    """Where the spaces and *signs* begin that end at *end*."""
    while end and (text[end - 1].isspace() or text[end - 1] in signs):
        end -= 1
    return end


def bare(text: TextNode) -> TextNode:
    """*text* without courtesies around it, unless it is nothing else."""
    said = without_courtesies(text.text)
    start = text.text.find(said) if said else -1
    return text.part(start, start + len(said)) if start >= 0 else text


def heads(text: TextNode) -> Iterator[tuple[TextNode, TextNode]]:
    """Each way to part *text* between two of its words, the longest first part first.

    Of a long text only the words near its ends are tried: a name is there or nowhere.
    """
    gaps = list(_GAP.finditer(text.text))
    for gap in reversed([*gaps[:_MOST_HEADS], *gaps[max(_MOST_HEADS, len(gaps) - _MOST_HEADS) :]]):
        yield text.part(0, gap.start()), text.part(gap.end())


def side_by_side(text: TextNode, reader: Reader, *kinds: str) -> tuple[TextNode, ...]:
    """The names in *text* with only spaces between them, `S3 S7`; *text* alone if it is one name, none or unclear.

    In `Austrian Karl` one name only says whose the other is.
    """
    words = list(_WORD.finditer(text.text))
    if not 1 < len(words) <= _MOST_WORDS or reader.knows(text, *kinds):
        return (text,)
    ways: list[list[tuple[TextNode, ...]]] = [[()]]
    for first in reversed(range(len(words))):
        found: list[tuple[TextNode, ...]] = []
        for last, rests in zip(range(first, min(len(words), first + _MOST_IN_NAME)), reversed(ways), strict=False):
            part = text.part(words[first].start(), words[last].end())
            if rests and reader.knows(part, *kinds):
                found += [(part, *rest) for rest in rests]
        ways.append(found[:2])
    names = ways[-1][0] if len(ways[-1]) == 1 else (text,)
    whose = [reader.says_whose(part) for part in names]
    return (text,) if any(of and not what for of, what in pairwise(whose)) else names


def names_in(text: TextNode, reader: Reader, marks: tuple[str, ...], *kinds: str) -> tuple[str, ...]:
    """The things of *kinds* named in *text*, with *marks* or only spaces between their names."""
    return tuple(reader.name(part, *kinds) for part in names_apart(text, reader, marks, *kinds))


def names_apart(text: TextNode, reader: Reader, marks: tuple[str, ...], *kinds: str) -> tuple[TextNode, ...]:
    """The names of *kinds* in *text*, with *marks* or only spaces between them; a name may itself hold a mark.

    A word may be said once for several numbers: `red 3, 6 and 8`, `3 and 6 of red`.
    """
    if reader.knows(text, *kinds):
        return (text,)
    parts = _whole_names(text, parts_of(text, reader, *marks), reader, kinds)
    found = tuple(each for part in parts for each in side_by_side(part, reader, *kinds))
    return tuple(with_words(found, reader, *kinds))


def with_words(parts: tuple[TextNode, ...], reader: Reader, *kinds: str) -> Iterator[TextNode]:
    """The names in *parts*; a number alone is one with the word of the number before it, or behind the next."""
    tails: list[str] = []
    for part in reversed(parts):
        found = _NUMBER_OF.fullmatch(part.text)
        tails.append(found[1] if found else tails[-1] if tails and _NUMBERS.fullmatch(_THE.sub("", part.text)) else "")
    lead = behind = ""
    for whole, tail in zip(parts, reversed(tails), strict=True):
        article = _THE.match(whole.text) if tail else None  # `red 5 and the 7` may be of another word
        part = whole.part(article.end()) if article else whole
        found = _NUMBERS.fullmatch(part.text)
        head = found[1].strip() if found else ""
        lead = (head or lead) if found else ""
        of = _NUMBER_OF.fullmatch(part.text)
        behind = of[1] if of else "" if lead or not found else behind
        runs = [part.part(*each.span()) for each in _RUN.finditer(part.text)] if not found else []
        if len(runs) > 1 and "".join(_RUN.findall(part.text)) == part.text and not reader.knows(part, *kinds):
            each = tuple(with_words(tuple(runs), reader, *kinds))
            yield from each if all(reader.knows(name, *kinds) for name in each) else (whole,)
            lead = runs[-1].text.rstrip("0123456789 ")
            continue
        numbers = [part.part(*each.span()) for each in _WORD.finditer(part.text, found.start(2))] if found else []
        ways = [[f"{lead} {number.text}" for number in numbers]] if lead else []
        tails_of = dict.fromkeys(each for each in (tail, behind) if each and not head)
        ways += [[number.text + each for number in numbers] for each in tails_of]
        able = [way for way in ways if all(reader.knows(TextNode(part.place, name), *kinds) for name in way)]
        if not numbers or len(able) != 1 or reader.knows(part, *kinds):
            yield whole
        else:
            yield from (TextNode(number.place, name) for number, name in zip(numbers, able[0], strict=True))


def _whole_names(
    text: TextNode, parts: tuple[TextNode, ...], reader: Reader, kinds: tuple[str, ...]
) -> Iterator[TextNode]:
    """*parts* of *text*, with those in one that are a name only together: `Kattegat and Skagerrak`."""
    spans: list[tuple[int, int]] = []
    for part in parts:
        start = text.text.index(part.text, spans[-1][1] if spans else 0)
        spans.append((start, start + len(part.text)))
    at = 0
    while at < len(parts):
        ends = range(min(len(parts), at + _MOST_IN_NAME) - 1, at, -1)
        wholes = ((end, text.part(spans[at][0], spans[end][1])) for end in ends)
        last, whole = next((found for found in wholes if reader.knows(found[1], *kinds)), (at, parts[at]))
        yield whole
        at = last + 1


def parts_of(text: TextNode, reader: Reader, *marks: str) -> tuple[TextNode, ...]:
    """The texts between *marks*, none of them empty: where one is, a name may be lost, or the line cut off there."""
    if not text.text:
        raise reader.blame(text, "no-value", key="")
    parts = text.split(*marks)
    gap = next((at for at, part in enumerate(parts) if not part.text), None)
    if gap is None:
        return parts
    bare = [mark.strip() for mark in marks]
    first = next((mark for mark in bare if text.text.startswith(mark)), "")
    last = next((mark for mark in bare if text.text.endswith(mark)), "")
    where = "before" if gap == 0 else "after" if gap == len(parts) - 1 else "between"
    raise reader.blame(parts[gap], "part-missing", where=where, mark={"before": first, "after": last}.get(where, ""))


Ways = tuple[str | tuple[str, Mapping[str, Any]], ...]
"""How a struct is written, as its `WAYS`: patterns with fields in their slots, `{attacker} > {defender}`.

The first counts that says all of a value. One may say fields by itself, `("stay", {"how": "stay"})`. Between the items
of a list is the first mark of their `Named`. What no way says is written by its keys.
"""


class NameSpeller(Protocol):
    """What a type's own `spell` asks for if it needs no more than names."""

    def name(self, kind: str, identifier: str) -> str:
        """How a person writes the thing *identifier* of *kind*."""


class Speller(NameSpeller, Protocol):
    """What a type's own `spell` may ask for in order to write itself into a sheet."""

    def fields(self, value: msgspec.Struct) -> dict[str, Any]:
        """The keys of *value* that differ from their defaults, as plain data, though it has a `spell` of its own."""

    def struct(self, value: msgspec.Struct) -> Any:
        """*value* as a sheet has it."""


def Named(kinds: str, *between: str) -> msgspec.Meta:  # noqa: N802 it reads as the type that it marks
    """The mark of a text that is a name; an order type annotates `str` with it.

    Several kinds may be given, separated by spaces. Where a list of such names is wanted, one text may hold
    several with one of the marks *between* them.
    """
    return msgspec.Meta(extra={"kinds": kinds, "between": between})


def Most(count: int) -> msgspec.Meta:  # noqa: N802 it reads as the type that it marks
    """The mark of a list of which a sheet may hold no more than *count* entries: one that others have to read."""
    return msgspec.Meta(extra={"most": count})


def Least(number: int) -> msgspec.Meta:  # noqa: N802 it reads as the type that it marks
    """The mark of a number that a sheet may give from *number* on; what is stored already is not looked at."""
    return msgspec.Meta(extra={"least": number})


def OneOf(*words: str) -> msgspec.Meta:  # noqa: N802 it reads as the type that it marks
    """The mark of a text that is one of some words, for forms; its type reads them itself."""
    return msgspec.Meta(extra={"words": words})


TOTAL = msgspec.Meta(extra={"total": True})
"""The mark of a number that says how many there will be, not how many come to them: none that is written `+2`."""
EXACT = msgspec.Meta(extra={"exact": True})
"""The mark of a field whose key is never guessed from a misspelt one: one by which a player takes something back."""

ARROWS = (
    "==>", "-->", "–>", "—>", "->", "=>", ">", "→", "⇒", "➔", "➜", "➡", "⟶", "»",
    " - ", " -- ", " = ", "–", "—", ",",
)  # fmt: skip
ARROW = late_pattern(rf"\s*(?:{'|'.join(re.escape(arrow) for arrow in ARROWS if arrow != ',')})\s*")
"""An arrow, and the spaces around it."""
_THEN = late_pattern(rf"(?:{either(THEN)})\s+(?:(?:{either(TO)})\s+)?", re.IGNORECASE)
AND = ("+", "&", " and ", " und ", " et ")
"""What is written between two pieces that move together."""


def along(text: TextNode, reader: Reader, *kinds: str) -> tuple[TextNode, ...]:
    """The names of *kinds* in *text*, with arrows between them, or with hyphens if no name is parted by that."""
    parts = (_behind_then(part) for part in parts_of(text, reader, *ARROWS))
    return tuple(piece for part in parts for piece in _hyphenated(part, reader, *kinds))


def _behind_then(part: TextNode) -> TextNode:
    """The place in `then Munich`."""
    found = _THEN.match(part.text)
    return part.part(found.end() if found else 0)


def _hyphenated(part: TextNode, reader: Reader, *kinds: str) -> tuple[TextNode, ...]:
    """`Passau-Schärding` in two, if both are names and the whole is none."""
    pieces = part.split("-")
    parted = len(pieces) > 1 and not reader.knows(part, *kinds) and all(reader.knows(each, *kinds) for each in pieces)
    return pieces if parted else (part,)


def tried(text: TextNode, reader: Reader, *kinds: str) -> str | None:
    """The name, or None once its problem is noted, so that what follows is read as well."""
    with suppress(Misread):
        return reader.name(text, *kinds)
    return None


F = TypeVar("F", bound=Callable[..., Any])


def of_position(most: int) -> Callable[[F], F]:
    """Keep the last results, at most *most*, of a function of a position, or a part of one, and of plain values.

    The position is known by its identity, which is quick to compare and lasts as long as it is kept here. What the
    function returns must not be changed by whoever gets it.
    """

    def remembering(function: F) -> F:
        known: OrderedDict[tuple[Any, ...], tuple[Any, Any]] = OrderedDict()

        @wraps(function)
        def remembered(position: Any, *args: Any) -> Any:
            key = (id(position), *args)
            found = known.get(key)
            if found is None or found[0] is not position:
                found = known[key] = position, function(position, *args)
                if len(known) > most:
                    known.popitem(last=False)
            return found[1]

        return cast("F", remembered)

    return remembering


_CARD = late_pattern(r"(?P<card>.+?)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+)$", re.IGNORECASE)
_NOTHING = frozenset({"none", "no one", "nobody", "no", "home", "removed", "remove", "off", "off the map"})

CardPlaces = Mapping[str, frozenset[str]]
"""Where cards may be beside hands: by the name of the place, the words for it."""


def read_name(node: Node, reader: Reader, kind: str) -> str:
    """The name of a *kind* in a text; empty for one of the words for nothing, such as `none`."""
    if not isinstance(node, TextNode):
        raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
    return "" if fold(node.text) in _NOTHING else reader.name(node, kind)


def read_card(node: Node, reader: Reader, holder: str, places: CardPlaces, *, code: str) -> tuple[str, str, str]:
    """The card in a text such as `H7 from Prussia to Austria`, where it is, and where it goes.

    A hand has a name of the kind *holder*. A text of another shape is refused with the *code*.
    """
    found = _CARD.match(node.text) if isinstance(node, TextNode) else None
    if not isinstance(node, TextNode) or found is None:
        raise reader.blame(node, code)

    def place(text: TextNode) -> str:
        said = fold(text.text)
        return next((place for place, words in places.items() if said in map(fold, words)), "") or reader.name(
            text, holder
        )

    card, start, end = (node.part(*found.span(part)) for part in ("card", "start", "end"))
    return reader.name(card, "card"), place(start), place(end)


def spell_card(speller: NameSpeller, holder: str, places: CardPlaces, card: str, *ends: str) -> str:
    """A card with where it is and where it goes."""
    start, end = (place.replace("-", " ") if place in places else speller.name(holder, place) for place in ends)
    return f"{speller.name('card', card)} from {start} to {end}"


def type_info(wanted: Any) -> msgspec.inspect.Type:
    """What `msgspec.inspect.type_info` says of a type; since that looks at all parts of it, only once for each type."""
    return _looked_at(wanted)


@lru_cache(maxsize=512)
def _looked_at(wanted: Any) -> msgspec.inspect.Type:
    return msgspec.inspect.type_info(wanted)
