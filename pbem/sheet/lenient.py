"""What people leave out: keys, colons, hyphens, which name."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, islice, zip_longest
from typing import Any, Protocol

import msgspec
from msgspec import inspect as types

from pbem.engine.languages import COLUMN, either
from pbem.engine.reading import ListNode, MappingNode, Misread, Node, Place, TextNode, bare, heads, late_pattern
from pbem.sheet.lost import said_plainly
from pbem.sheet.names import (
    COLLECTIONS,
    begins_of,
    folded,
    holds_keys,
    is_free_text,
    key_of,
    keys_within,
    may_be_alone,
    may_hold,
    names_things,
    one_letter_off,
    own_first,
    text_of,
)
from pbem.sheet.nodes import WITHIN, Colons, NothingNode
from pbem.sheet.repair import RepairedText
from pbem.sheet.words import PASS_FIELD, says_pass, says_yes_or_no

BETWEEN_ITEMS = ((",", ";"), (",", ";", " and ", " und ", " et "))
"""What may be between the items of a list in one line, the surest first."""


def slipped_key(text: str, fields: Iterable[types.Field], others: Iterable[str]) -> str:
    """The key of *fields* that *text* is but for one letter; empty if there is none, or another that is as near.

    Also if it is a key within one of them, whose line may only have lost its indent, or one of the *others* that sheets
    have at other times. No key by which something is taken back is guessed.
    """
    found = tuple(fields)
    within = {key for field in found for key in keys_within(field.type)}
    if folded(text) in within.union(map(folded, others)):
        return ""
    near_by = one_letter_off(text, [*map(key_of, found), *within])
    exact = {key_of(f) for f in found if f.name == PASS_FIELD or (getattr(f.type, "extra", None) or {}).get("exact")}
    return near_by[0] if len(near_by) == 1 and near_by[0] in {*map(key_of, found)} - exact else ""


KeyAndValue = tuple[TextNode, Node]
_FEW = 3
"""The most keys of a sheet to which a bare no can be the answer."""
MOST_LOOSE = 40
"""The most pairs without a key that are tried; a sheet of orders has a few."""


class KeyReader(Protocol):
    """What is asked of the reader of the sheet."""

    @property
    def meant(self) -> Mapping[str, tuple[str, ...]]: ...

    def read(self, node: Node, wanted: Any, *path: str | int) -> Any: ...

    def can(self, read: Callable[[], object]) -> bool: ...

    def wrong_behind(self, key: TextNode, entry: Node, field: types.Field) -> bool: ...

    def blame(self, node: Node, code: str, *, rule: str = "", **args: object) -> Misread: ...

    def tell(self, node: Node, code: str, **args: object) -> None: ...

    def alike(self, text: str, words: tuple[str, ...]) -> tuple[str, ...]: ...

    def things_of(self, head: TextNode) -> frozenset[str]: ...

    def heads_a_kind(self, head: TextNode, value: Node) -> bool: ...

    def like_own(self, text: TextNode) -> tuple[str, ...]: ...

    def put_below(self, head: TextNode, entry: Node, *nodes: Node) -> None: ...


class WithKeys:
    """Puts every part of a sheet for a *wanted*, with its *fields* by folded key, below the key that it belongs to.

    The *wanted* may read sentences as the pairs that they mean, `in_words`.
    """

    def __init__(self, reader: KeyReader, fields: Mapping[str, types.Field], wanted: type[Any]) -> None:
        self._reader, self._fields, self._wanted, self._keys = reader, fields, wanted, own_first(wanted)
        self._heads: dict[Place, TextNode] = {}
        """What has things of its own and heads an entry, by the place of that."""

    def sheet(self, root: Node) -> Node:
        """The sheet at *root* as it would be with all its keys; raises `Misread` if it may be several."""
        root = self._by_keys(root) if hasattr(self._wanted, "in_words") else root
        if isinstance(root, ListNode) and (pairs := self._listed(root)):
            root = MappingNode(root.place, pairs)
        if isinstance(root, MappingNode):
            below = self._without_headings(root)
            return self._mapping(below) if below.pairs or not self._passes(root) else TextNode(root.place, "pass")
        said = bare(root) if isinstance(root, TextNode) else None
        if said is not None and isinstance(self._type_of(said.text), types.BoolType):
            return MappingNode(root.place, ((said, TextNode(root.place, "yes")),))
        readings: dict[str, KeyAndValue] = {}
        for head, rest in heads(said) if said is not None else ():
            if self._fits(self._fields.get(folded(head.text)), rest):
                readings[_label(head.text, rest)] = head, rest
        if len(self._fields) <= _FEW or not says_yes_or_no(root):
            readings |= {
                _label(key, root): (TextNode(root.place, key), root) for key in self._homes(root, self._fields)
            }
        found = self._one(root, readings)
        if found is None and isinstance(root, TextNode) and 1 < len(root.rows) <= MOST_LOOSE:
            self._blame_rows(root.rows)
        return root if found is None else MappingNode(root.place, (found,))

    def _by_keys(self, root: Node) -> Node:
        """*root* with its sentences as the keys and values that they mean."""
        items = root.items if isinstance(root, ListNode) else _rows(root)
        pairs = root.pairs if isinstance(root, MappingNode) else tuple(two for each in items for two in _as_pairs(each))
        said = self._wanted.in_words(pairs, self._reader) if len(pairs) <= MOST_LOOSE else pairs
        for key, _ in said:
            if folded(key.text) in self._fields and all(key is not other for other, _ in pairs):
                self._reader.tell(key, "key-understood", key=key.text)
        return root if said == pairs else MappingNode(root.place, said)

    def _blame_rows(self, rows: Sequence[Node]) -> None:
        """Raise `Misread` with what is wrong with each of *rows* that cannot be read, if another one can be."""
        homes = [self._homes(row, self._fields) for row in rows]
        if not any(homes):
            return
        shared = {each[0] for each in homes if len(each) == 1}
        field = self._fields[folded(shared.pop())] if len(shared) == 1 else None
        for row in (row for row, home in zip(rows, homes, strict=True) if not home):
            if isinstance(row, TextNode) and field and self._reader.wrong_behind(row, row, field):
                with suppress(Misread):
                    self._reader.read(row, field.type, field.name)
            else:
                self._reader.blame(row, "wrong-shape", wanted="mapping", got=row.kind, keys=self._keys)
        raise Misread

    def _passes(self, root: MappingNode) -> bool:
        """Whether *root*, which holds nothing but headings, says `pass` below each; an empty one may be cut off."""
        said = [pair for pair in root.pairs if says_pass(pair[1]) or not _HEADING.fullmatch(pair[0].text)]
        empty = next((key for key, value in said or root.pairs if not says_pass(value)), None)
        if empty is not None:
            self._reader.blame(empty, "no-value", key=empty.text)
        return bool(said) and empty is None

    def _without_headings(self, root: MappingNode) -> MappingNode:
        """*root* with what is below a heading, such as `Orders for France` or a power, in its place.

        What a name below that of a power means is first of all one of its things.
        """
        pairs: list[KeyAndValue] = []
        head: TextNode | None = None
        last: TextNode | None = None  # which may head lines of keys that lost their indent
        for number, (key, value) in enumerate(root.pairs):
            below = self._headed(key, value) if number < MOST_LOOSE else None
            if below is None:
                head = head if folded(key.text) not in self._fields else None
                below = ((key, value),)
            else:
                self._reader.tell(key, "heading-left-out", text=key.text)
                head = last = key if self._reader.things_of(key) else None
            for entry in map(self._after_key, below):
                named = self._named_by(last, entry)
                if named is not entry or self._may_be_below(head, entry):
                    begun = named is not entry or all(entry is not each for each in below)
                    self._add(pairs, named, headed=head is not None or begun)
        return MappingNode(root.place, tuple(pairs))

    def _named_by(self, head: TextNode | None, pair: KeyAndValue) -> KeyAndValue:
        """*pair* with the name of what is above it if its value is by such names and has none: cards of a power."""
        key, value = pair
        field = self._fields.get(folded(key.text))
        named = MappingNode(value.place, ((head, value),)) if head is not None else None
        able = field is not None and named is not None and _is_by_names(field.type) and self._fits(field, named)
        return (key, named) if able and named is not None else pair

    def _after_key(self, pair: KeyAndValue) -> KeyAndValue:
        """A pair whose key has its first entry behind it: `combat Törring: lowest` as `combat: {Törring: lowest}`."""
        key, value = pair
        if folded(key.text) in self._fields or self._reader.things_of(key):
            return pair
        for head, rest in heads(key):
            field = self._fields.get(folded(head.text))
            entry = _as_entry(rest, value)
            if field is not None and self._fits(field, entry):
                self._reader.tell(key, "key-understood", key=head.text)
                return head, entry
        return pair

    def _may_be_below(self, head: TextNode | None, pair: KeyAndValue) -> bool:
        """Whether *pair* may be below *head*, and not what would be for all: a key must hold what names its thing."""
        key, value = pair
        field = self._fields.get(folded(key.text))
        if head is None:
            return True
        if field is None:
            self._heads[key.place] = head
            self._reader.put_below(head, key, value)
        elif names_things(field.type):
            for entry in value.items if isinstance(value, ListNode) else (value,):
                for first, rest in _as_pairs(entry):
                    self._reader.put_below(head, first, rest)
        else:
            self._reader.blame(key, "not-below-heading", text=key.text, under=head.text)
        return field is None or names_things(field.type)

    def _headed(self, key: TextNode, value: Node) -> tuple[KeyAndValue, ...] | None:
        """What is below *key* if that is a heading: none where that is in the lines that follow it."""
        heads_things = self._reader.things_of(key) or self._reader.heads_a_kind(key, value)
        if folded(key.text) in self._fields or not (_HEADING.fullmatch(key.text) or heads_things):
            return None
        if isinstance(value, NothingNode):
            return None if value.lost else ()
        if says_pass(value):
            return ()
        if isinstance(value, Colons) or self._homes(MappingNode(key.place, ((key, value),)), self._fields):
            return None
        if isinstance(value, MappingNode):
            return value.pairs
        if self._reader.things_of(key):
            self._reader.put_below(key, value)
        items = value.items if isinstance(value, ListNode) else self._parted(value)
        return tuple(pair for item in items for pair in _as_pairs(item))

    def _parted(self, value: Node) -> tuple[Node, ...]:
        """The lines of a text, or of one line the parts that each are an entry: `Karl to Linz, Traun to Wien`."""
        rows = _rows(value)
        for marks in BETWEEN_ITEMS:
            parts = rows[0].split(*marks) if len(rows) == 1 and isinstance(rows[0], TextNode) else ()
            if len(parts) > 1 and all(self._homes(MappingNode(p.place, _as_pairs(p)), self._fields) for p in parts):
                return parts
        return rows

    def _add(self, pairs: list[KeyAndValue], pair: KeyAndValue, *, headed: bool) -> None:
        """Add *pair* to *pairs*; a key of the sheet that is below several headings has what is below all of them."""
        key, value = pair
        at = next((n for n, (other, _) in enumerate(pairs) if folded(other.text) == folded(key.text)), None)
        if at is None or folded(key.text) not in self._fields:
            pairs.append(pair)
            return
        first, before = pairs[at]
        wanted = self._fields[folded(key.text)].type
        both = isinstance(before, MappingNode) and isinstance(value, MappingNode)
        if not headed or not (both or type(wanted) in COLLECTIONS or _is_by_names(wanted)):
            self._reader.blame(key, "doubled-key", key=key.text, line=first.place.line)
            return
        items = [item for each in (before, value) for item in (each.items if isinstance(each, ListNode) else (each,))]
        whole: Node = ListNode(before.place, tuple(items))
        if isinstance(before, MappingNode) and isinstance(value, MappingNode):
            whole = MappingNode(before.place, (*before.pairs, *value.pairs))
        pairs[at] = first, whole

    def _listed(self, root: ListNode) -> tuple[KeyAndValue, ...]:
        """The pairs of a sheet whose keys are the items of a list; none if something else is in it."""
        items = [item for item in root.items if isinstance(item, MappingNode)]
        pairs = tuple(pair for item in items for pair in item.pairs)
        own = len(items) == len(root.items) and all(folded(key.text) in self._fields for key, _ in pairs)
        return pairs if own else ()

    def _mapping(self, root: MappingNode) -> MappingNode:
        """The pairs of *root* with those that have no key of the sheet below the one that they belong to."""
        pairs: list[KeyAndValue] = []
        groups: dict[str, list[KeyAndValue]] = {}
        given = {folded(key.text) for key, _ in root.pairs}
        free = {name: field for name, field in self._fields.items() if name not in given}
        above: types.Field | None = None
        shared = self._shared_home(root.pairs[:MOST_LOOSE])
        for number, (key, value) in enumerate(root.pairs):
            field = self._fields.get(folded(key.text))
            if field is None and above is not None and self._is_member(key, value, above):
                self._put_below(pairs, (key, value), above)
            elif field is None and number < MOST_LOOSE and (home := self._begun_home(key, value, groups, free)):
                groups[home].append((key, value))
            elif field is None and number < MOST_LOOSE and (home := self._home(key, value, free, shared)):
                groups.setdefault(home, []).append((key, value))
            elif field is None and key.place in self._heads:
                self._reader.blame(key, "not-below-heading", text=key.text, under=self._heads[key.place].text)
            else:
                self._unless_either(key, field, above)
                pairs.append((key, value))
                above = field if field and isinstance(value, NothingNode) and holds_keys(field.type) else None
        for home, members in groups.items():
            first = members[0][0]
            self._reader.tell(first, "key-understood", key=home)
            pairs.append((TextNode(first.place, home), _together(members, self._fields[folded(home)].type)))
        return MappingNode(root.place, tuple(pairs))

    def _begun_home(
        self, key: TextNode, value: Node, groups: Mapping[str, list[KeyAndValue]], free: Mapping[str, types.Field]
    ) -> str:
        """The only key that loose pairs were put below, if this one, which has no home of its own, goes on there."""
        if len(groups) != 1 or self._homes(MappingNode(key.place, ((key, value),)), free):
            return ""
        ((home, members),) = groups.items()
        field = free[folded(home)]
        return (
            home if begins_of(field.type) and self._fits(field, _together((*members, (key, value)), field.type)) else ""
        )

    def _is_member(self, key: TextNode, value: Node, above: types.Field) -> bool:
        """Whether a pair belongs to the key *above* that has no value, and not to one that is misspelt."""
        return self._fits(above, MappingNode(key.place, ((key, value),))) or not self._reader.alike(
            key.text, self._keys
        )

    def _put_below(self, pairs: list[KeyAndValue], member: KeyAndValue, above: types.Field) -> None:
        key, value = pairs[-1]
        if isinstance(value, MappingNode):
            pairs[-1] = key, MappingNode(value.place, (*value.pairs, member))
            return
        self._reader.tell(member[0], "indent-understood", key=member[0].text, under=key_of(above))
        pairs[-1] = key, MappingNode(member[0].place, (member,))

    def _unless_either(self, key: TextNode, field: types.Field | None, above: types.Field | None) -> None:
        """Note that *key* may be one of the sheet or one that belongs to the key *above* it."""
        if field is not None and above is not None and folded(key.text) in keys_within(above.type):
            both = (f"{key_of(above)}: {{{key.text}: ...}}", f"{key.text}: ...")
            self._reader.blame(key, "two-meanings", meanings=both)

    def _shared_home(self, pairs: Sequence[KeyAndValue]) -> str:
        """The one key for all of *pairs* that have no key of the sheet and can be below one only."""
        loose = (
            MappingNode(key.place, ((key, value),)) for key, value in pairs if folded(key.text) not in self._fields
        )
        homes = {found[0] for each in loose if len(found := self._homes(each, self._fields)) == 1}
        return homes.pop() if len(homes) == 1 else ""

    def _home(self, key: TextNode, value: Node, free: Mapping[str, types.Field], shared: str) -> str:
        """The key below which a pair can stand: the only one, or that of its neighbours; else `Misread` is raised."""
        if len(self._fields) > _FEW and isinstance(value, NothingNode) and says_yes_or_no(key):
            return ""
        if key.place in self._heads:
            free = {name: field for name, field in free.items() if names_things(field.type)}
        homes = self._homes(MappingNode(key.place, ((key, value),)), free)
        if homes:  # what is below a key that is given may lack its indent
            homes = self._homes(MappingNode(key.place, ((key, value),)), self._fields)
        elif isinstance(value, NothingNode) and not value.lost:
            homes = self._homes(key, {name: each for name, each in free.items() if may_be_alone(each.type)})
        if len(homes) > 1 and shared in homes:
            return shared
        if len(homes) > 1:
            meanings = tuple(_label(home, _as_entry(key, value)) for home in homes)
            self._reader.blame(key, "two-meanings", meanings=meanings)
            return homes[0]
        return homes[0] if homes else self._named_home(key, value, free)

    def _named_home(self, key: TextNode, value: Node, free: Mapping[str, types.Field]) -> str:
        """The one key of *free* that holds orders by a name such as *key*: what is wrong is then within them."""
        entry, near_a_key = _as_entry(key, value), self._reader.alike(key.text, self._keys)
        begun = [
            key_of(field)
            for field in free.values()
            if names_things(field.type) and not near_a_key and self._reader.wrong_behind(key, entry, field)
        ]
        if len(begun) == 1:
            return begun[0]
        if not near_a_key and (misspelt := self._home_of_name(key, value, free)):
            return misspelt
        homes = [key_of(field) for field in free.values() if may_hold(field.type, key, self._is_named)]
        return homes[0] if len(homes) == 1 else ""

    def _is_named(self, key: TextNode, wanted: types.Type) -> bool:
        return self._reader.can(lambda: self._reader.read(key, wanted))

    def _home_of_name(self, key: TextNode, value: Node, free: Mapping[str, types.Field]) -> str:
        """The one key of *free* for a pair if its *key* is the name of one's own misspelt, as which it is then told."""
        for name in self._reader.like_own(key):
            homes = self._homes(MappingNode(key.place, ((TextNode(key.place, name), value),)), free)
            if len(homes) == 1:
                return homes[0]
        return ""

    def _homes(self, node: Node, fields: Mapping[str, types.Field]) -> tuple[str, ...]:
        """The keys of *fields* of which *node* can be the value, and if it is known whose that is, of one of these."""
        fit = [field for field in fields.values() if self._fits(field, node)]
        likely = [field for field in fit if not self._is_of_others(field, node)] if len(fit) > 1 else fit
        return tuple(map(key_of, likely or fit))

    def _is_of_others(self, field: types.Field, node: Node) -> bool:
        """Whether *node*, which can be the value of *field*, names what that cannot be for."""
        names: list[str] = []
        meant = self._reader.meant.get(key_of(field))
        if meant is not None and isinstance(field.type, types.DictType):
            self._reader.can(lambda: names.extend(self._reader.read(node, field.type, field.name)))
        return not {*names} <= {*(names if meant is None else meant)}

    def _fits(self, field: types.Field | None, node: Node) -> bool:
        wanted = field.type if field else None
        if field is None or wanted is None or isinstance(wanted, types.BoolType) or is_free_text(wanted):
            return False
        if isinstance(node, MappingNode):
            node = _together(node.pairs, wanted)
        return self._reader.can(lambda: self._reader.read(node, wanted, field.name))

    def _one(self, root: Node, readings: Mapping[str, KeyAndValue]) -> KeyAndValue | None:
        if len(readings) > 1:
            raise self._reader.blame(root, "two-meanings", meanings=tuple(readings))
        for words, (key, value) in readings.items():
            self._reader.tell(root, "key-understood", key=key.text, text=words)
            return key, value
        return None

    def _type_of(self, key: str) -> types.Type | None:
        field = self._fields.get(folded(key))
        return field.type if field else None


def _is_by_names(wanted: types.Type) -> bool:
    """Whether a value is a mapping by names, or of a type that may be one: it says so in `BY_NAMES`."""
    members = wanted.types if isinstance(wanted, types.UnionType) else (wanted,)
    return any(
        isinstance(each, types.DictType) or (isinstance(each, types.StructType) and hasattr(each.cls, "BY_NAMES"))
        for each in members
    )


def _rows(value: Node) -> tuple[Node, ...]:
    return value.rows if isinstance(value, TextNode) else (value,)


def _as_pairs(item: Node) -> tuple[KeyAndValue, ...]:
    """An item of a list as pairs: a text is a key without a value."""
    if isinstance(item, MappingNode):
        return item.pairs
    return ((item, NothingNode(item.place, "")),) if isinstance(item, TextNode) else ((TextNode(item.place, ""), item),)


def _as_entry(key: TextNode, value: Node) -> Node:
    """A pair as an item of a list: a key without a value is a text."""
    return key if isinstance(value, NothingNode) and not value.lost else MappingNode(key.place, ((key, value),))


def _together(pairs: Sequence[KeyAndValue], wanted: types.Type) -> Node:
    """*pairs* as the value of a key that wants a list or a mapping; in a list, one without a value is a text."""
    place = pairs[0][0].place if pairs else Place(1, 1)
    if type(wanted) in COLLECTIONS and any(isinstance(value, NothingNode) for _, value in pairs):
        return ListNode(place, tuple(_as_entry(key, value) for key, value in pairs))
    if len(pairs) == 1 and isinstance(pairs[0][1], NothingNode) and may_be_alone(wanted):
        return pairs[0][0]
    return MappingNode(place, tuple(pairs))


def _label(key: str, value: Node) -> str:
    return f"{key}: {text_of(value)}"


_HEADING = late_pattern(
    r"(?:(?:my|our|the|these are|here are)\s+){0,2}(?:orders|sheet|moves(?=,))"
    r"(?:,?\s+in\s+(?:this|that)\s+order)?(?:,?\s+please)?"
    r"(?:\s+(?:for|of)\s+(?!.{0,60}\b(?:last|previous|former|old|next|later|if|not|no|another|unless|in\s+case|when|after|winter|turns?|rounds?|stages?|weeks?|\d+)\b).{1,60})?",
    re.IGNORECASE,
)
"""What some write above their orders and then indent these below it."""
_COLUMNS = 2
"""Of a table whose rows are a name and a value."""
_COLUMN = late_pattern(either(COLUMN), re.IGNORECASE)
"""What is above the names; any other first row is an entry."""
_KEY = late_pattern(r":(?:\s|$)")
_KEY_AND_VALUE = late_pattern(r":\s+[^\s#]")
_KEY_AND_WORD = late_pattern(r":\s+\w")
_GAP = late_pattern(r"(?<=\S)\s+(?=\S)")
_COMMENT = late_pattern(r"(?<=\s)#")
_MOST_WORDS_IN_KEY = 3


def with_marks(
    repaired: RepairedText, keys: Collection[str], heads: Collection[str] = (), *, nested: bool = False
) -> RepairedText | None:
    """The text with the colons and hyphens that lines lack; None if it lacks none. *keys* are the sheet's, folded.

    A key, or one of the *heads* of groups of entries, gets its colon, alone on its line or with a value behind it. The
    lines below a key, and those of a block, become a list if some of them have a colon and others none. A list that
    is where keys are belongs to the heading with a value above it, or is entries without a key. Any other line
    beside the keys that has no colon becomes a key without a value. The rows of a table are a name and a value each.
    What is *nested* is the value of the heading above it, not an entry by itself.
    """
    editor = _Editor(repaired)
    editor.open_tables()
    editor.complete_keys(keys, heads)
    if nested:
        editor.nest(keys, heads)
    editor.indent_lists(keys, heads)
    for block in (*_below_keys(editor.lines, keys), *_blocks(editor.lines, keys)):
        if not all(_KEY.search(editor.lines[at]) for at in block):
            editor.make_items(block)
    editor.complete_lines()
    return editor.text() if tuple(editor.lines) != repaired.lines else None


class _Editor:
    """Lines that are changed; each character knows where it came from."""

    def __init__(self, repaired: RepairedText) -> None:
        self._repaired = repaired
        self.lines = list(repaired.lines)
        self.columns = list(repaired.columns)

    def text(self) -> RepairedText:
        return msgspec.structs.replace(self._repaired, lines=tuple(self.lines), columns=tuple(self.columns))

    def open_tables(self) -> None:
        """`| Broglie | Linz |` as `Broglie: Linz`, without the heads of the columns and the rule below them."""
        for at, line in enumerate(self.lines):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.lstrip().startswith("|") and len(cells) == _COLUMNS:
                rule, *below = (not set(row.strip()) - set("|-: ") and "-" in row for row in self.lines[at : at + 2])
                heads = any(below) and (not any(cells) or _COLUMN.fullmatch(cells[0].strip("* ")) is not None)
                self._replace(at, 0, len(line), "" if rule or heads else f"{cells[0]}: {cells[1]}")

    def complete_keys(self, keys: Collection[str], heads: Collection[str]) -> None:
        for at in _margin(self.lines):
            for start, behind, new in said_plainly(self.lines[at], keys):
                self._replace(at, start, behind, new)
            if PASS_FIELD in keys and self._passes(at):
                self._replace(at, 0, len(self.lines[at]), f"{PASS_FIELD}: yes")
            if not _KEY.search(line := self.lines[at]):
                gaps = [*(gap.start() for gap in islice(_GAP.finditer(line), _MOST_WORDS_IN_KEY)), len(line.rstrip())]
                end = next((end for end in reversed(gaps) if folded(line[:end]) in keys), None)
                end = len(line.rstrip()) if end is None and folded(line) in heads else end
                self._replace(at, end or 0, end or 0, ":" if end else "")

    def _passes(self, at: int) -> bool:
        """Whether line *at* says `pass` of the whole sheet, and not of what is above it without a value."""
        before = (self.lines[other] for other in range(at - 1, -1, -1))
        above = next((line for line in before if _is_filled(line)), "")
        return not above.rstrip().endswith(":") and says_pass(TextNode(Place(at + 1, 1), self.lines[at].strip()))

    def nest(self, keys: Collection[str], heads: Collection[str]) -> None:
        """Make the lines below a heading the rest of its value: in whatever column, or deeper than one below a key."""
        filled = _filled(self.lines)
        margin = headed = _indent(self.lines[filled[0]]) if filled else 0
        inside = False
        for at, below in zip_longest(filled, filled[1:]):
            line, depth = self.lines[at], _indent(self.lines[at])
            bare = line.strip().replace("*", "")
            first = folded(bare.partition(":")[0])
            plain = below is None or _indent(self.lines[below]) <= depth
            if depth == margin and (first in keys or self._is_head(bare, heads)):
                inside, headed = first in heads, margin
                inside = inside and ((plain and below is not None) or _KEY_AND_VALUE.search(line) is not None)
                if not plain and line.rstrip()[-1].isalnum() and self._is_head(bare, heads):  # `France plays a card`
                    self._replace(at, len(line.rstrip()), len(line.rstrip()), ":" if not _KEY.search(line) else "")
            elif inside and (headed == margin or depth > headed):
                for colon in reversed(list(_KEY.finditer(line))):
                    self._replace(at, colon.start(), colon.start() + 1, WITHIN)
                self._replace(at, 0, 0, "  ")
            else:
                inside, headed = first in heads and not plain and _KEY_AND_WORD.search(line) is not None, depth

    @staticmethod
    def _is_head(line: str, heads: Collection[str]) -> bool:
        """Whether *line* begins with one of the *heads*."""
        words = line.replace(":", " ").split()[:_MOST_WORDS_IN_KEY]
        return any(folded(" ".join(words[:count])) in heads for count in range(1, len(words) + 1))

    def indent_lists(self, keys: Collection[str], heads: Collection[str]) -> None:
        """Put lines below the heading with a value that they follow; take entries without a key out of their list."""
        filled, beside = _filled(self.lines), bool(_margin(self.lines))
        above = ""
        for at in filled:
            line = self.lines[at]
            listed, deeper = line.lstrip().startswith("- "), _indent(line) > _indent(self.lines[filled[0]])
            own, value = (folded(part) for part in above.partition(":")[::2])  # which may only head what follows
            if not (listed or deeper):
                above = line
            elif _KEY_AND_VALUE.search(above) and (not deeper or own not in keys or value in heads):
                for colon in reversed(list(_KEY.finditer(line))):
                    self._replace(at, colon.start(), colon.start() + 1, WITHIN)
                self._replace(at, _indent(line), _indent(line), "" if deeper else "  ")
            elif listed and not deeper and not above and beside:
                self._replace(at, _indent(line), len(line) - len(line.lstrip("- \t")), "")

    def complete_lines(self) -> None:
        for at in _margin(self.lines):
            line = _COMMENT.split(self.lines[at])[0].rstrip()
            if line[0].isalnum() and not _KEY.search(line):
                self._replace(at, len(line), len(line), ":")

    def make_items(self, block: list[int]) -> None:
        for at in block:
            self._replace(at, _indent(self.lines[at]), _indent(self.lines[at]), "  - ")

    def _replace(self, at: int, start: int, end: int, new: str) -> None:
        line, moved = self.lines[at], self.columns[at] or tuple(range(len(self.lines[at]) + 1))
        self.columns[at] = (*moved[:start], *(moved[start] for _ in new), *moved[end:])
        self.lines[at] = f"{line[:start]}{new}{line[end:]}"


def _filled(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if _is_filled(line)]


def _is_filled(line: str) -> bool:
    bare = line.lstrip()
    return bool(bare) and not bare.startswith(("#", "---", "..."))


def _margin(lines: list[str]) -> list[int]:
    """The lines that begin where the first one does, without those of a list."""
    filled = _filled(lines)
    return [at for at in filled if _indent(lines[at]) == _indent(lines[filled[0]]) and lines[at].lstrip()[0] != "-"]


def _below_keys(lines: list[str], keys: Collection[str]) -> Iterator[list[int]]:
    """The lines that follow a key without a value and are neither indented below it nor keys themselves."""
    block: list[int] = []
    margin = -1
    for at in _filled(lines):
        head, colon, value = lines[at].strip().partition(":")
        if folded(head) in keys and colon:
            if block:
                yield block
            block, margin = [], -1 if value.strip() else _indent(lines[at])
        elif _indent(lines[at]) == margin and not lines[at].lstrip().startswith("-"):
            block.append(at)
        else:
            margin = margin if block else -1
    if block:
        yield block


def _blocks(lines: list[str], keys: Collection[str]) -> Iterator[list[int]]:
    """The lines of each block that is all that is below a key, and has no list and no key alone."""
    filled = _filled(lines)
    for margin, run in groupby(filled, lambda at: _indent(lines[at])):
        block = list(run)
        before = next((lines[at] for at in reversed(filled) if at < block[0]), "")
        after = next((lines[at] for at in filled if at > block[-1]), "")
        alone = before.rstrip().endswith(":") and _indent(before) < margin
        plain = not any(lines[at].lstrip().startswith("-") or lines[at].rstrip().endswith(":") for at in block)
        heads = [lines[at].partition(":")[0] for at in block if _KEY.search(lines[at])]
        mixed = bool(heads) and not any(folded(head) in keys for head in heads)
        if alone and plain and mixed and (not after or _indent(after) < margin):
            yield block


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
