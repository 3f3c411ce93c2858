"""A list of order lines in a sheet, each in one of the ways that people write it.

    - move: [stuttgart, ulm]
      if_intercepted: halt
    - Napoleon: stuttgart > ulm
    - flag here if enemy_units(munich) = 0
    - {build: {unit: 1, at: mainz}, if: cp_left >= 2}

The problems and their arguments, besides those of keys, names and choices:

    two-lines      word, other    two lines in one: a dash is missing
    not-a-line                    a list where a line should be
    no-goal                       a move to nowhere
    move-without-commander        a move that names pieces, but not who leads them
    alone-with-units              generals that ride alone, and units
    nothing-more   text           something behind a word that stands alone
    not-a-piece    text           neither a kind of piece nor a general
    not-a-count    number         pieces are counted from 1
"""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from typing import Any, Self

import msgspec

from pbem.engine.kit.paths import AND, ARROWS
from pbem.engine.kit.reading import ListNode, MappingNode, Node, Reader, Speller, TextNode, bare, heads
from pbem_tnw.orders.lines.consuls import consul_keys
from pbem_tnw.orders.lines.lines import ConsulLine, ImpulseLine, MoveLine, OrderLine, RefitLine
from pbem_tnw.orders.lines.marching import keys_of_move, led, marchers, marchers_first, way_of
from pbem_tnw.orders.lines.pieces import Strengths, in_pieces
from pbem_tnw.orders.lines.spelling import spelled_line
from pbem_tnw.orders.lines.verbs import BY_WORD, VERBS, Verb
from pbem_tnw.orders.lines.wording import KeyedNode, fold, keyed, mapping, renamed, without_condition

_BESIDE = frozenset({"if", "if intercepted", "if met", "only if odds", "battle"})
_WORDS = tuple(verb.word for verb in VERBS)
_MOST_WORDS = 4


class OrderLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines in the order in which they are carried out; the path of a problem has the line's number after the key.

    A line that cannot be read has left its number to the next: the rest of a refused sheet is checked all the same.
    """

    lines: tuple[ImpulseLine, ...] = ()
    gaps: tuple[int, ...] = ()
    """The numbers of the lines that could not be read, or not whole, or were before those; no order has any."""

    def __iter__(self) -> Iterator[ImpulseLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, number: int) -> ImpulseLine:
        return self.lines[number]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        lines, gaps = list[ImpulseLine](), list[int]()
        for each in _apart(node):
            number = len(lines)
            reader.mark(each, number)
            found, whole = reader.noted(partial(reader.read, each, _OneLine, number))
            lines += found
            if not whole:
                gaps.append(number)  # the rest can still be checked
        return cls(tuple(lines), tuple(gaps))

    def spell(self, speller: Speller) -> list[Any]:
        return [spelled_line(line, speller) for line in self.lines]


class _OneLine(msgspec.Struct, frozen=True):
    """Stands for the union of all lines, which reads none of them by its keys alone."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> OrderLine:
        if isinstance(node, MappingNode):
            return _from_keys(node, reader)
        if isinstance(node, TextNode):
            return _from_words(bare(node), reader)
        raise reader.blame(node, "not-a-line")


def _apart(node: Node) -> tuple[Node, ...]:
    """The lines in *node*: of a list, of a mapping without dashes, of one text with semicolons."""
    if isinstance(node, ListNode):
        return node.items
    if isinstance(node, TextNode):
        return tuple(part for part in node.split(";") if part.text)
    found: list[list[KeyedNode]] = []
    for pair in node.pairs if isinstance(node, MappingNode) else ():
        if found and fold(pair[0].text) in _BESIDE:
            found[-1].append(pair)
        else:
            found.append([pair])
    return tuple(mapping(pairs[0][0], pairs) for pairs in found)


def _from_keys(node: MappingNode, reader: Reader) -> OrderLine:
    verbs = [pair for pair in node.pairs if fold(pair[0].text) in BY_WORD]
    if len(verbs) > 1:
        words = [verb.text for verb, _ in verbs]
        raise reader.blame(verbs[1][0], "two-lines", word=words[0], other=words[1])
    if verbs:
        key, value = verbs[0]
        beside = tuple(pair for pair in node.pairs if pair is not verbs[0])
        return _line(key, BY_WORD[fold(key.text)], value, beside, reader)
    for pair in node.pairs:
        key, value = pair
        if fold(key.text) not in _BESIDE:
            beside = tuple(other for other in node.pairs if other is not pair)
            return _unnamed(key, value, beside, reader)
    raise reader.blame(node, "not-a-line")


def _unnamed(key: TextNode, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """A line without a word for it: `Napoleon: stuttgart, ulm`, or `build 2 units: mainz`."""
    if who := marchers(key, reader):
        return _move(key, (*_way(who, value, reader), *beside), reader)
    if (found := _verb_first(key)) is not None and isinstance(value, TextNode):
        verb, rest = found
        if verb.main == "pieces":
            return _line(key, verb, mapping(key, ((value, rest),)), beside, reader)
        return _line(key, verb, rest, (keyed(value, "at"), *beside), reader)
    misspelt = get_close_matches(fold(key.text), BY_WORD, 1, 0.7)
    if (
        not misspelt
        and isinstance(value, TextNode)
        and all(reader.knows(part, "duchy") for part in value.split(*ARROWS))
    ):
        return _move(key, (*_way(led(key.split(*AND)), value, reader), *beside), reader)
    reader.choice(key, *_WORDS, under="do")
    raise reader.blame(key, "not-a-line")


def _way(who: tuple[KeyedNode, ...], value: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move of *who* along *value*, which may begin with a verb."""
    return way_of(who, _after_verb(value) if isinstance(value, TextNode) else value, reader)


def _after_verb(text: TextNode) -> TextNode:
    """`move to ulm` without its verb."""
    found = _verb_first(text)
    return found[1] if found is not None and found[0].line is MoveLine and found[1].text else text


def _verb_first(text: TextNode) -> tuple[Verb, TextNode] | None:
    """The word for a line that *text* begins with, the longest, and the rest."""
    if fold(text.text) in BY_WORD:
        return BY_WORD[fold(text.text)], text.part(len(text.text))
    for head, rest in heads(text):
        if len(head.text.split()) <= _MOST_WORDS and fold(head.text) in BY_WORD:
            return BY_WORD[fold(head.text)], rest
    return None


def _from_words(text: TextNode, reader: Reader) -> OrderLine:
    said, condition = without_condition(text)
    found = _verb_first(said)
    moves = found is not None and found[0].line is MoveLine
    if not moves and (moved := marchers_first(said, reader)) is not None:
        return _move(text, (*_way(*moved, reader), *condition), reader)
    if found is not None:
        verb, rest = found
        return _line(said, verb, rest, condition, reader)
    first = next((head for head, _ in reversed(list(heads(said)))), said)
    reader.choice(first, *_WORDS, under="do")
    raise reader.blame(text, "not-a-line")


def _line(key: TextNode, verb: Verb, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """The line of a *verb* with its value and the keys beside it."""
    if isinstance(value, TextNode):
        given = any(fold(other.text) == "if" for other, _ in beside)
        said, condition = (value, ()) if given else without_condition(value)
        pairs = (*verb.words(said, reader), *condition)
    elif verb.main in ("pieces", "items"):
        pairs = (keyed(in_pieces(value, reader) if verb.main == "pieces" else _as_list(value), verb.main),)
    elif verb.line is ConsulLine and isinstance(value, MappingNode):
        said_of = consul_keys(renamed(value, verb.aliases), reader)
        pairs = said_of.pairs if isinstance(said_of, MappingNode) else ()
    elif isinstance(value, MappingNode) and not (verb.line is RefitLine and _is_by_place(value)):
        pairs = renamed(value, verb.aliases).pairs
    elif verb.main:
        pairs = (keyed(value, verb.main),)
    else:
        raise reader.blame(value, "wrong-shape", wanted="mapping", got=value.kind)
    if verb.line is MoveLine:
        return _move(key, (*pairs, *beside), reader)
    removing = (keyed(TextNode(key.place, "yes"), "remove"),) if verb.word == "unflag" else ()
    return reader.fields(mapping(key, (*pairs, *removing, *beside)), verb.line)


def _move(at: TextNode, pairs: tuple[KeyedNode, ...], reader: Reader) -> MoveLine:
    """A move if what it names goes together."""
    line = reader.fields(mapping(at, keys_of_move(pairs, reader)), MoveLine)
    if not line.commander and (line.riders or line.units != Strengths() or line.alone):
        raise reader.blame(at, "move-without-commander")
    if line.alone and line.units != Strengths():
        raise reader.blame(at, "alone-with-units")
    return line


def _as_list(value: Node) -> Node:
    return ListNode(value.place, (value,)) if isinstance(value, MappingNode) else value


def _is_by_place(value: MappingNode) -> bool:
    """Whether *value* is `{brest: 2}`, not keys of a line."""
    return all(fold(key.text) not in ("at", "n") for key, _ in value.pairs)
