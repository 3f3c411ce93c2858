"""Words in a sheet: names, numbers, choices; what is noted of them while it is read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from msgspec import inspect as types

from pbem.engine.languages import PASS, words_of
from pbem.engine.order import OrderPath, Problem, Weight
from pbem.engine.reading import (
    Lexicon,
    ListNode,
    MappingNode,
    Misread,
    Node,
    Place,
    TextNode,
    heads,
    late_pattern,
    without_courtesies,
    without_force,
    without_title,
)
from pbem.sheet.fault import SheetFault, fault, stopped
from pbem.sheet.names import absent_names_of, key_of, kinds_of, names_of, near, one_letter_off, parts_within, plain
from pbem.sheet.nodes import NothingNode

YES_OR_NO = {
    "yes": True, "true": True, "y": True, "on": True, "ja": True, "oui": True,
    "no": False, "false": False, "n": False, "off": False, "nein": False, "non": False,
}  # fmt: skip
PASS_FIELD = "passes"  # noqa: S105 a player passes, no word is secret
PASS_WORDS = tuple(dict.fromkeys(("pass", *words_of(PASS))))
T = TypeVar("T")
SheetSpot = tuple[int, int]
"""A line and a column."""
Settled = Mapping[SheetSpot, str]
"""What names mean that could mean several things, by where they are written."""
_SEVERAL = late_pattern(r"\d+s")
"""What may be one name, or the plural of a number."""
MOST_DIGITS = 12
MOST_UNKNOWN = 100
"""The most unknown names in one sheet for which similar ones are searched, as that is slow."""


def says_pass(root: Node | None) -> bool:
    """Whether a whole sheet is the word `pass`, in some language."""
    return isinstance(root, TextNode) and without_courtesies(root.text).casefold() in PASS_WORDS


def says_yes_or_no(root: Node) -> bool:
    """Whether a whole sheet is no more than a word for yes, no or nothing, which answers what someone asked."""
    words = (*YES_OR_NO, "none", "nothing", "never")
    return isinstance(root, TextNode) and plain(without_courtesies(root.text).strip(" .!")) in words


def only_item(node: Node) -> Node:
    """What is in a list of one; any other *node* itself."""
    return node.items[0] if isinstance(node, ListNode) and len(node.items) == 1 else node


def says_none(node: Node, wanted: types.Type) -> bool:
    """Whether *node* says that a mapping, or a list of orders or cards, of which one is *wanted*, is empty.

    A list of that word alone is empty whatever is wanted.
    """
    if (item := only_item(node)) is not node:
        return isinstance(item, TextNode) and plain(item.text) in ("none", "nothing")
    cards = isinstance(wanted, types.Metadata) and "card" in kinds_of(wanted)
    said = isinstance(node, TextNode) and plain(node.text) in ("none", "nothing", "no")
    return said and (cards or isinstance(wanted, types.StructType | types.DictType))


def _remark(said: str) -> str:
    """What is in brackets behind a name, in small letters; empty if nothing is."""
    start = said.rfind("(") if said.endswith(")") else 0
    return " ".join(said[start + 1 : -1].casefold().split()) if start > 0 else ""


def spot_of(what: Node | SheetFault) -> SheetSpot:
    """Where *what* stands."""
    return what.place.line, what.place.column


class WordReader:
    """What is found while a sheet is read, and the words in it; the base of `SheetReader`.

    One that *guesses* reads a key, or a word of a choice, that is misspelt by a letter.
    """

    def __init__(self, lexicon: Lexicon, settled: Settled = MappingProxyType({}), *, guesses: bool = True) -> None:
        self._guesses = guesses
        self.faults: list[SheetFault] = []
        self.places: dict[OrderPath, Place] = {}
        self._lexicon = lexicon
        self._names = names_of(lexicon)
        self._absent, self._absent_rule = absent_names_of(lexicon), lexicon.absent_rule
        self._path: OrderPath = ()
        self._unknown_names = 0
        self._attempts = 0
        self._settled = settled
        self.unclear: dict[SheetSpot, tuple[str, ...]] = {}
        """The names that may mean several things, by their spot, and the ids of these."""
        self._parted: set[tuple[int, int]] = set()
        self._below: set[OrderPath] = set()
        self._headed: dict[int, tuple[TextNode, SheetSpot]] = {}
        """By line, what heads it, and where the entry begins that it is a part of."""

    def name(self, text: TextNode, *kinds: str) -> str:
        if self._unknown_names >= MOST_UNKNOWN and not self._attempts:
            raise Misread
        found = self._found(text, kinds)
        if len(found) == 1 and (head := self._other_head(text, found[0])):
            raise self.blame(text, "not-below-heading", text=text.text, under=head)
        if len(found) == 1:
            name = self._names.name(found[0], *kinds)
            if self._settled.get(spot_of(text)) == found[0]:
                self.tell(text, "name-settled", text=text.text, name=name)
            elif (
                not self._called(text, kinds) or self._misheard(text, found[0], kinds) or _SEVERAL.fullmatch(text.text)
            ):
                self._unless_false(text, found[0], name)
                self.tell(text, "read-as", text=text.text, meant=name)
            return found[0]
        if found:
            self.unclear[spot_of(text)] = found
            candidates = tuple(self._names.name(each, *kinds) for each in found)
            raise self.blame(text, "unclear-name", text=text.text, kinds=kinds, candidates=candidates)
        if absent := self._absent.find(text.text, *kinds):
            name = self._absent.name(absent[0], *kinds)
            raise self.blame(text, "not-in-this-game", rule=self._absent_rule, text=text.text, name=name)
        self._unknown_names += not self._attempts
        said = without_title(without_courtesies(text.text))
        slip = "" if self._attempts or self._absent.near_to(said, *kinds) else self._names.slip(said, *kinds)
        if slip:
            self.tell(text, "read-as", text=text.text, meant=self._names.name(slip, *kinds))
            return slip
        nearest = () if self._attempts else self._names.nearest(text.text, *kinds)
        raise self.blame(text, "unknown-name", text=text.text, kinds=kinds, nearest=nearest)

    def _unless_false(self, text: TextNode, found: str, name: str) -> None:
        """Note that what is in brackets behind a name is not true of what it means, if so."""
        true, remark = self._lexicon.remarks_of.get(found), _remark(without_courtesies(text.text))
        if true and remark and not self._attempts and not true.fullmatch(remark):
            raise self.blame(text, "false-remark", text=text.text, name=name)

    def knows(self, text: TextNode, *kinds: str) -> bool:
        return self._unknown_names < MOST_UNKNOWN and len(self._found(text, kinds)) == 1

    def may_name(self, text: TextNode, *kinds: str) -> bool:
        return self._unknown_names < MOST_UNKNOWN and bool(self._found(text, kinds))

    def says_whose(self, text: TextNode) -> bool:
        return bool(self._lexicon.head_kind) and self.may_name(text, self._lexicon.head_kind)

    def number(self, text: TextNode, least: int | None = None, *, total: bool = False) -> int:
        if total and text.text.startswith("+"):
            raise self.blame(text, "not-a-total", text=text.text)
        if (found := self._number(text)) is None:
            raise self.blame(text, "not-a-number", text=text.text)
        if least is not None and found < least:
            raise self.blame(text, "too-low", number=found, least=least)
        return found

    def is_number(self, text: TextNode) -> bool:
        return self._number(text) is not None

    def yes_or_no(self, text: TextNode) -> bool:
        """Whether *text* is yes."""
        if (word := without_courtesies(text.text).casefold()) in YES_OR_NO:
            return YES_OR_NO[word]
        raise self.blame(text, "not-yes-or-no", text=text.text)

    def choice(self, text: TextNode, *words: str, under: str = "") -> str:
        found = self._chosen(text, words, under)
        if len(found) == 1:
            return found[0]
        if found:
            raise self.blame(text, "unclear-word", text=text.text, words=found)
        if (slip := self._slip(text, words, under)) and not self._attempts:
            self.tell(text, "read-as", text=text.text, meant=slip)
            return slip
        raise self.blame(text, "not-a-choice", text=text.text, words=words, nearest=self.alike(text.text, words))

    def chooses(self, text: TextNode, *words: str, under: str = "") -> bool:
        return bool(self._chosen(text, words, under))

    def alike(self, text: str, words: Iterable[str]) -> tuple[str, ...]:
        """Those of *words* that look like *text*; not searched, as it is slow, where it could not be told."""
        return () if self._attempts else near(text, words)

    def things_of(self, head: TextNode) -> frozenset[str]:
        """What belongs to the one thing that *head* names, if that can be the heading of orders; otherwise nothing."""
        found = self._called(head, (self._lexicon.head_kind,))
        return self._lexicon.heads.get(found[0], frozenset()) if len(found) == 1 else frozenset()

    def heads_a_kind(self, head: TextNode, value: Node) -> bool:
        """Whether *head* is a word for things of a kind, and each entry in *value* begins with one of these."""
        kind = self._lexicon.headings.get(plain(head.text), "")
        return bool(kind) and all(self._begins(entry, kind) for entry in entries_in(value))

    def _begins(self, entry: TextNode, kind: str) -> bool:
        return self.may_name(entry, kind) or any(self.may_name(first, kind) for first, _ in heads(entry))

    def like_own(self, text: TextNode) -> tuple[str, ...]:
        """The names of what belongs to any heading that look like *text*."""
        own = frozenset().union(*self._lexicon.heads.values())
        spelt = (of.get(each, ()) for each in sorted(own) for of in self._lexicon.kinds.values())
        return self.alike(text.text, dict.fromkeys(name for names in spelt for name in names))

    def put_below(self, head: TextNode, entry: Node, *nodes: Node) -> None:
        """Let names in the lines of *nodes*, which are of *entry*, mean things of *head* first.

        The name that the entry begins with means one of these or of nothing that can have a heading.
        """
        for node in (entry, *nodes):
            self._headed.setdefault(node.place.line, (head, spot_of(entry)))
        for node in nodes:
            self.put_below(head, entry, *parts_within(node))

    def _other_head(self, text: TextNode, found: str) -> str:
        """What heads an entry that begins with *text*, if what that means, *found*, belongs below another heading."""
        head, begins = self._headed.get(text.place.line, (text, None))
        others = (things for things in self._lexicon.heads.values() if things != self.things_of(head))
        return head.text if begins == spot_of(text) and any(found in things for things in others) else ""

    def mark(self, node: Node, *path: str | int) -> None:
        self.places[(*self._path, *path)] = node.place

    def blame(self, node: Node, code: str, *, rule: str = "", **args: object) -> Misread:
        weight = Weight.illegal if rule else Weight.unreadable
        self.faults.append(SheetFault(Problem(code, self._path, rule, args, weight), node.place))
        return Misread()

    def tell(self, node: Node, code: str, **args: object) -> None:
        self.faults.append(SheetFault(Problem(code, self._path, "", args, Weight.unwise), node.place))

    def parted(self, node: Node) -> None:
        self._parted.add(spot_of(node))

    def attempt(self, read: Callable[[], T]) -> tuple[T, ...]:
        before, path, count = dict(self.places), self._path, len(self.faults)
        self._attempts += 1
        try:
            found = read()
            if not stopped(self.faults[count:]):
                return (found,)
        except Misread:
            pass
        finally:
            self._attempts -= 1
            self._path = path
        self._forget(before, count)
        return ()

    def noted(self, read: Callable[[], T]) -> tuple[tuple[T, ...], bool]:
        """What *read* gives, alone in a tuple or nothing, and whether all of it could be read."""
        count = len(self.faults)
        try:
            found = (read(),)
        except Misread:
            return (), False
        return found, not stopped(self.faults[count:])

    def can(self, read: Callable[[], object]) -> bool:
        """Whether *read* reads everything; notes nothing."""
        before, count = dict(self.places), len(self.faults)
        good = bool(self.attempt(read))
        self._forget(before, count)
        return good

    def agreed(self, node: Node, readings: Mapping[str, Callable[[], T]]) -> tuple[T, ...]:
        before, count = dict(self.places), len(self.faults)
        good: dict[str, T] = {}
        for words, read in readings.items():
            if (found := self.attempt(read)) and found[0] not in good.values():
                good[words] = found[0]
            self._forget(before, count)
        if len(good) > 1:
            raise self.blame(node, "two-meanings", meanings=tuple(good))
        return self.attempt(readings[next(iter(good))]) if good else ()

    def told(self, faults: Iterable[SheetFault]) -> list[SheetFault]:
        """*faults* of the form of the sheet and those found since; but not those of what was read apart or again."""
        more = {(f.place.line, f.place.column) for f in self.faults if f.problem.code == "repeat-understood"}
        good = {"lines-joined": self._parted, "doubled-key": more}
        kept = (f for f in faults if (f.place.line, f.place.column) not in good.get(f.problem.code, ()))
        return [*kept, *self.faults]

    def _miss(self, empty: Mapping[str, tuple[TextNode, Node]]) -> None:
        """Note that fields have a key, as it is written, but no value, unless that could not be read."""
        for name, (key, value) in empty.items():
            if not (isinstance(value, NothingNode) and value.lost):
                self.faults.append(fault(value.place, "no-value", path=(*self._path, name), key=key.text))

    def _unknown(self, key: TextNode, words: tuple[str, ...], above: types.Field | None) -> types.Field | None:
        """Note that there is no such *key*; that some may belong to the one *above*, which is returned, but once."""
        said = plain(key.text).split()
        words = tuple(word for word in words if word != PASS_FIELD)
        alike = tuple(word for word in words if plain(word) in said) or self.alike(key.text, words)
        if above is None or alike:
            self.blame(key, "unknown-key", key=key.text, nearest=alike, keys=words)
            return None
        if (*self._path, above.name) not in self._below:
            self._below.add((*self._path, above.name))
            self._path = (*self._path, above.name)
            self.blame(key, "not-indented", key=key.text, under=key_of(above), keys=words)
            self._path = self._path[:-1]
        return above

    def _forget(self, places: Mapping[OrderPath, Place], count: int) -> None:
        """Forget what was noted since there were *count* faults and these *places*."""
        self.places.clear()
        self.places.update(places)
        del self.faults[count:]

    def _found(self, text: TextNode, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids that *text* may mean, with what may be around a name and orders nothing."""
        found = self._called(text, kinds) or self._called_besides(text, kinds)
        own = self.things_of(self._headed[text.place.line][0]) if text.place.line in self._headed else found
        found = tuple(each for each in found if each in own) or found
        return tuple(each for each in found if each == self._settled.get(spot_of(text), each)) or found

    def _called(self, text: TextNode, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids that *text* may mean, with whatever courtesies are around it and titles before it."""
        said = without_courtesies(text.text)
        ways = dict.fromkeys((text.text, said, without_title(said)))
        return next(filter(None, (self._names.find(way, *kinds) for way in ways)), ())

    def _misheard(self, text: TextNode, found: str, kinds: tuple[str, ...]) -> bool:
        """Whether *text* is a name of *found* only with letters doubled, or not doubled, that it is not spelt with."""
        said = without_courtesies(text.text)
        return self._names.misheard({text.text, said, without_title(said)}, found, *kinds)

    def _called_besides(self, text: TextNode, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of a name with a remark in brackets behind it that its kind allows, or `Karl's army`."""
        said = without_title(without_courtesies(text.text))
        ways = [(without_force(said), kinds)]
        if remark := _remark(said):
            start = said.rfind("(")
            of = tuple(kind for kind in kinds if (words := self._lexicon.remarks.get(kind)) and words.fullmatch(remark))
            ways.append((without_force(said[:start].strip()), of))
        return next(filter(None, (self._names.find(way, *of) for way, of in ways if way != said)), ())

    def _number(self, text: TextNode) -> int | None:
        for said in (text.text, without_courtesies(text.text)):
            digits = said.removeprefix("+")
            if digits.removeprefix("-").isdecimal() and len(digits) < MOST_DIGITS:
                return int(digits)
            if (number := self._lexicon.numbers.get(plain(said))) is not None:
                return number
            what, _, rest = said.partition(" ")
            if rest and plain(what) in self._lexicon.counted:
                return self._number(TextNode(text.place, rest))
            head, _, unit = said.rpartition(" ")
            if head and plain(unit) in self._lexicon.units:
                return self._number(TextNode(text.place, head))
        return None

    def _chosen(self, text: TextNode, words: tuple[str, ...], under: str) -> tuple[str, ...]:
        """The one of *words* that *text* is; otherwise all that it means under a key."""
        known = self._lexicon.words.get(under or self._key(), {})
        for written in dict.fromkeys((text.text, without_courtesies(text.text))):
            said = plain(written)
            own = tuple(word for word in words if plain(word) == said)
            if found := own or tuple(word for word in words if said in map(plain, known.get(word, ()))):
                return found
        return ()

    def _slip(self, text: TextNode, words: tuple[str, ...], under: str) -> str:
        """The one of *words* that *text* is, or means *under* a key, but for one letter; empty if none or several."""
        if not self._guesses:
            return ""
        known = self._lexicon.words.get(under or self._key(), {})
        spelt = {spelling: word for word in words for spelling in (*known.get(word, ()), word)}
        near_by = {spelt[each] for each in one_letter_off(without_courtesies(text.text), spelt)}
        return near_by.pop() if len(near_by) == 1 else ""

    def _key(self) -> str:
        """The key whose value is read, as people write it."""
        keys = [step for step in self._path if isinstance(step, str)]
        return keys[-1].replace("_", " ").strip() if keys else ""


def entries_in(value: Node) -> Iterator[TextNode]:
    """What the entries of *value* begin with: its keys, and its lines without one."""
    if isinstance(value, MappingNode):
        yield from (key for key, _ in value.pairs)
    elif isinstance(value, ListNode):
        yield from (each for item in value.items for each in entries_in(item))
    elif isinstance(value, TextNode) and not isinstance(value, NothingNode):
        yield from value.rows
