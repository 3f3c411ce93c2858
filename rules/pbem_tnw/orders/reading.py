"""Lines as people write them: verbs and clauses.

form: Napoleon with Lannes, Murat and 7 units at Strasbourg
move: stuttgart > ulm            also: Napoleon: stuttgart, ulm; Napoleon + Lannes to Ulm
sail: 2 squadrons from Brest > Bay of Biscay
flag: here                       also: flag Ulm, Munich; remove flag Ulm
build: 2 units in Mainz, 1 in Paris
consul: prussia right 2 in france
declare war on Prussia

    - move: [stuttgart, ulm]
      if_intercepted: halt
    - Napoleon: stuttgart > ulm
    - flag here if enemy_units(munich) = 0
    - {build: {unit: 1, at: mainz}, if: cp_left >= 2}

The problems and their arguments, besides those of keys, names and choices:

    two-lines      word, other    two lines in one: a dash is missing
    no-dashes      first, second   rows without dashes that are not sure to be a line each, nor one together
    not-a-line                    a list where a line should be
    no-goal                       a move to nowhere
    move-without-commander        a move that names pieces, but not who leads them
    alone-with-units              generals that ride alone, and units
    of-standing    key, text      a wish for what others do, not for this Impulse; with the card that it names
    else-of-line                  one line or another, or several under one condition, which only ways to play can be
    not-a-piece    text           neither a kind of piece nor a general
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, Self

import msgspec

from pbem.engine.reading import (
    AND,
    ARROWS,
    ListNode,
    MappingNode,
    Node,
    Reader,
    Speller,
    TextNode,
    along,
    bare,
    fold,
    heads,
    late_pattern,
    pair,
)
from pbem_tnw.orders.joined import (
    is_lone,
    lines_in,
    names_no_one,
    orders_nothing,
    refuse_cards,
    refuse_other_goals,
    refuse_what_is_no_line,
    stands_for_two,
    with_place_named,
)
from pbem_tnw.orders.lines import (
    AssaultLine,
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    DropLine,
    EmbarkLine,
    EndWarLine,
    FlagLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    OrderLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
    spelled_line,
)
from pbem_tnw.orders.marching import (
    keys_of_move,
    led,
    marchers,
    marchers_first,
    moved_alone,
    refuse_condition_of_step,
    way_behind,
    way_of,
)
from pbem_tnw.orders.names import (
    KeyedNode,
    condition_first,
    is_here,
    keyed,
    mapping,
    otherwise,
    pieces_of,
    refuse_condition,
    renamed,
    under_condition,
    without_condition,
    without_cost,
)
from pbem_tnw.orders.pieces import Strengths, consul_keys, consul_said, in_pieces
from pbem_tnw.orders.verbs import AGAIN, BY_WORD, VERBS, Verb, verb_first

_OF_LISTS = (BuildLine, RegroupLine, RefitLine, FlagLine, RestLine)
"""Lines of several things, of which one may have a condition."""
_CONSUL = late_pattern(r"\s(?:left|right)(?:\s+\d{1,2})?$", re.IGNORECASE)
_BUILT = late_pattern(
    r"(?:\d{1,2}\s*|(?:an?|one|two|three|four|five|six)\s+)?(?:u|units?|sp|squadrons?)(?:\s+|,\s*)(?!(?:to|into|from)\b)\S",
    re.IGNORECASE,
)
_OF_PIECES = (FormLine, DropLine, TakeLine, EmbarkLine, LandLine, RegroupLine, RefitLine)
_UNCOUNTED = late_pattern(r"(?:units|squadrons)\s+(?:at|in)\s+(?P<where>[^;]+)$", re.IGNORECASE)
"""As many as the CPs allow."""
_BESIDE = frozenset({"if", "if intercepted", "if met", "only if odds", "battle"})
_OF_REST = (BuildLine, RegroupLine, RefitLine, FlagLine)
_LEFT = r"with\s+(?:the\s+(?:rest|remainder|remaining\s+cps?)|what(?:ever)?\s+(?:is\s+left|remains))"
_WITH_REST = late_pattern(rf"{_LEFT}[,:]?\s+(?=\S)", re.IGNORECASE)
_WITH_REST_BEHIND = late_pattern(rf",?\s+{_LEFT}$", re.IGNORECASE)
_WORDS = tuple(verb.word for verb in VERBS)
_AND_FIRST = late_pattern(r"(?:and\s+then|and|then)\s+(?=\S)", re.IGNORECASE)
_IN_SEQUENCE = late_pattern(
    r"(?:and\s+then|and|then|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|after\s+that|afterwards|finally|lastly|also)(?:,\s*|\s+)(?=\S)",
    re.IGNORECASE,
)
"""Before a line, and no more than its place among others says."""
_GOES_ON = late_pattern(r"(?:[,+&>-]|\b(?:and|or|with|to|from|in|at|if))$", re.IGNORECASE)
"""At the end of a row that the next one goes on with."""
_OUT_OF_BOX = late_pattern(
    r"(?P<who>\S.*?)\s+(?:from|out\s+of)\s+the\s+regroup\s+box(?:\s+(?:to|at|in|into)\s+(?P<at>\S.*))?", re.IGNORECASE
)
_BROUGHT = late_pattern(
    r"(?:bring|regroup)\s+(?P<who>\S.*?)\s+back(?:\s+(?:to|at|in|into)\s+(?P<at>\S.*))?", re.IGNORECASE
)
_AT_SEA = late_pattern(
    r"(?P<who>\S.{0,80}?)\s+(?P<verb>embark|board|land|disembark|sail|attack)s?(?:\s+(?P<rest>\S.*))?",
    re.IGNORECASE,
)
_ASSAULTS = late_pattern(r"(?P<who>\S.{0,80}?)\s+(?:assault|besiege|storm)s?\s+(?P<rest>\S.*)", re.IGNORECASE)
_FLEET = late_pattern(
    r"(?:the\s+)?(?P<number>\d{1,2}\s+)?(?:fleets?|squadrons?|ships?|armada)\s+(?:in|at|from|of|off)\s+(?P<at>\S.*)",
    re.IGNORECASE,
)


class OrderLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines in the order in which they are carried out; the path of a problem has the line's number after the key.

    A line that cannot be read has left its number to the next: the rest of a refused sheet is checked all the same.
    """

    LINES: ClassVar[bool] = True
    """It is written as a list."""

    BEGINS: ClassVar = frozenset({
        "build", "builds", "raise", "recruit", "regroup", "refit", "rest", "bring", "unit", "units", "squadron",
        "squadrons", "a", "one", "two", "three", *"123456789",
    })  # fmt: skip
    """Of lines of the Interphase, below a nation."""
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
        lines, gaps, lone = list[ImpulseLine](), list[int](), dict[int, Node]()
        for each in _apart(_by_rows(node, reader), reader):
            if orders_nothing(each, reader):
                reader.tell(each, "line-left-out")
                continue
            parts = lines_in(each, reader)
            for part in parts:
                number = len(lines)
                reader.mark(part, number)
                found, whole = reader.noted(partial(reader.read, part, _OneLine, number))
                lines += found
                if not whole:
                    gaps.append(number)  # the rest can still be checked
            lone |= {len(lines): each} if is_lone(parts) else {}
        for number, each in lone.items():
            if names_no_one(lines[number:]):
                raise reader.blame(each, "lone-units-go-on")
        return cls(tuple(lines), tuple(gaps))

    def spell(self, speller: Speller) -> list[Any]:
        return [spelled_line(line, speller) for line in self.lines]


class _OneLine(msgspec.Struct, frozen=True):
    """Stands for the union of all lines, which reads none of them by its keys alone."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> OrderLine:
        node = with_place_named(node, reader)
        refuse_other_goals(node, reader)
        if isinstance(node, MappingNode):
            return _from_keys(node, reader)
        if isinstance(node, TextNode):
            return _from_words(bare(node), reader)
        raise reader.blame(node, "not-a-line")


def with_repeated(node: Node, reader: Reader) -> Node:
    """*node* with lines whose word is there more than once, `flag: Ulm` and `flag: Metz`, all in their order."""
    again = node.again if isinstance(node, MappingNode) else ()
    if not isinstance(node, MappingNode) or not again or any(fold(key.text) not in BY_WORD for key, _ in again):
        return node
    for key, _ in again:
        reader.tell(key, "repeat-understood", key=key.text)
    return mapping(node, sorted((*node.pairs, *again), key=lambda each: each[0].place))


def _by_rows(node: Node, reader: Reader) -> Node:
    """*node* as a list of its rows without dashes, if each is a line and all together are not; else as it is."""
    if not isinstance(node, TextNode) or len(node.rows) == 1:
        return node
    parts = _lines_of_rows(node, reader)
    if len(parts) > 1 and any(
        not without_condition(row)[0].text and not any(part.text.startswith(row.text) for part in parts)
        for row in node.rows
    ):
        # a condition on a row of its own may be of all the lines above it
        reader.parted(node)
        raise reader.blame(node, "no-dashes", first=node.rows[0].text)
    whole, apart = node.part(0), ListNode(node.place, parts)
    together = reader.attempt(partial(OrderLines.read, whole, reader))
    if len(parts) == 1 and together:
        return whole
    each = reader.attempt(partial(OrderLines.read, apart, reader)) if len(parts) > 1 else ()
    unsure = together and each and together != each
    if unsure or (not together and not each and len(parts) < len(node.rows)):
        reader.parted(node)
        raise reader.blame(node, "no-dashes", first=node.rows[0].text)
    if together and not each:
        return whole
    reader.parted(node)
    return apart


def _lines_of_rows(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The rows of *text*, with each that does not begin a line as a part of the one before it."""
    spans: list[tuple[int, int]] = []
    end = 0
    for row in text.rows:
        start = text.text.find(row.text, end)
        if start < 0:
            return (text.part(0),)
        end = start + len(row.text)
        before = text.part(*spans[-1]) if spans else None
        if before is None or _ends_line(before, row, reader):
            spans.append((start, end))
        else:
            spans[-1] = spans[-1][0], end
    return tuple(text.part(*span) for span in spans)


def _ends_line(line: TextNode, row: TextNode, reader: Reader) -> bool:
    """Whether *row*, which is below a *line*, begins another one."""
    if _GOES_ON.search(line.text):
        return False
    said = row.part(found.end()) if (found := _IN_SEQUENCE.match(row.text)) else row
    return _begins(said) or orders_nothing(row, reader) or not _goes_on(line, said, reader, listed=False)


def _apart(node: Node, reader: Reader) -> tuple[Node, ...]:
    """The lines in *node*: of a list, of a mapping without dashes, of one text with semicolons or commas."""
    if isinstance(node, ListNode):
        return tuple(line for item in _with_keys_beside(node.items) for line in _conditional(item, reader))
    if isinstance(node, TextNode):
        return tuple(line for part in node.split(";") if part.text for line in _at_commas(part, reader))
    found: list[list[KeyedNode]] = []
    node = with_repeated(node, reader)
    for each in node.pairs if isinstance(node, MappingNode) else ():
        if found and fold(each[0].text) in _BESIDE:
            found[-1].append(each)
        else:
            found.append([each])
    return tuple(line for pairs in found for line in _conditional(mapping(pairs[0][0], pairs), reader))


def _with_keys_beside(items: tuple[Node, ...]) -> Iterable[Node]:
    """*items* with each that is a key beside a line, such as `if met: attack`, in the line above it."""
    lines: list[Node] = []
    for item in items:
        said, above = pair(item), pair(lines[-1]) if lines else None
        if said is None or above is None or fold(said[0].text) not in _BESIDE - {"if"}:
            lines.append(item)
        else:
            own = lines[-1].pairs if isinstance(lines[-1], MappingNode) else (above,)
            lines[-1] = mapping(above[0], (*own, said))
    return lines


def _conditional(node: Node, reader: Reader) -> tuple[Node, ...]:
    """The lines in *node*, each with the condition that is said first: `if Mack is in Ulm: Napoleon > Ulm`."""
    if otherwise(node) is not None:
        raise reader.blame(node, "else-of-line")
    if isinstance(node, TextNode) and (found := _IN_SEQUENCE.match(node.text)):
        rest = node.part(found.end())
        node = rest if _begins(rest) or _is_line(rest, reader) else node
    if (said := condition_first(node)) is None:
        return _at_commas(node, reader, listed=True) if isinstance(node, TextNode) else _moves_apart(node)
    test, lines = said[0], _apart(said[1], reader)
    if len(lines) != 1:  # the first may change whether it holds for the next
        raise reader.blame(node, "else-of-line")
    return (under_condition(test, _in_arrows(lines[0], reader)),)


def _in_arrows(line: Node, reader: Reader) -> Node:
    """A march with arrows between its places, so that a condition behind it is of all of it."""
    found = marchers_first(line, reader) if isinstance(line, TextNode) else None
    if found is None or not isinstance(line, TextNode) or not line.text.endswith(found[1].text):
        return line
    way = " > ".join(stop.text for stop in along(found[1], reader, "duchy"))
    return TextNode(line.place, f"{line.text.removesuffix(found[1].text)}{way}")


def _at_commas(text: TextNode, reader: Reader, *, listed: bool = False) -> tuple[TextNode, ...]:
    """*text* in the lines between its commas, if a line begins behind each: `flag Ulm, regroup Masséna`.

    In an item of a list, which is a line already, only what surely is another one begins one.
    """
    if found := _WITH_REST.match(text.text) or _WITH_REST_BEHIND.search(text.text):
        rest = text.part(found.end()) if not found.start() else text.part(0, found.start())
        verb = verb_first(rest)
        text = TextNode(text.place, f"rest {rest.text}") if verb and verb[0].line in _OF_REST else rest
    for mark in () if consul_said(text, reader) else (";", ",") if listed else (",", ". ", " then "):
        first, *others = map(_without_and, text.split(mark))
        if not others or not all(part.text for part in (first, *others)):
            continue
        lines = [first]
        for part in others:
            start, end = (each.place.column - text.place.column for each in (lines[-1], part))
            whole = text.part(start, end + len(part.text))
            if stands_for_two(whole, reader) or _goes_on(lines[-1], part, reader, listed=listed and mark == ","):
                lines[-1] = whole
            else:
                lines.append(part)
        if len(lines) > 1 and (all(map(_begins, lines[1:])) or all(_is_line(line, reader) for line in lines)):
            if mark == ";":
                return tuple(one for line in lines for one in _at_commas(line, reader, listed=True))
            after = re.match(r"(?:and\s+)?then\b", text.split(mark)[-1].text, re.IGNORECASE)
            if mark == "," and not after and not any(without_condition(line)[1] for line in lines[:-1]):
                refuse_condition(*without_condition(text), reader)
            if mark == ",":
                _refuse_between(lines, reader)
            return tuple(lines)
    return (text,)


def _refuse_between(lines: list[TextNode], reader: Reader) -> None:
    """Refuse a condition that has commas before and behind it, as it may be of the line before or of the next."""
    for line, behind in pairwise(lines):
        said, condition = without_condition(line)
        if condition and line.text[len(said.text) :].lstrip().startswith(","):
            test = line.text[len(said.text) :].lstrip(", ")
            meanings = (f"{said.text} {test}; {behind.text}", f"{said.text}; {behind.text} {test}")
            raise reader.blame(line, "two-meanings", meanings=meanings)


def _begins(text: TextNode) -> bool:
    return verb_first(text) is not None or _BROUGHT.fullmatch(text.text) is not None


def _goes_on(line: TextNode, part: TextNode, reader: Reader, *, listed: bool) -> bool:
    """Whether *part* is one more thing of the *line* before it, not a line itself; what may be either is refused."""
    if _begins(part) or not _is_line(part, reader):
        return not _begins(part)
    found, box = verb_first(line), _OUT_OF_BOX.fullmatch(line.text)
    back = box or _BROUGHT.fullmatch(line.text)
    verb = BY_WORD["regroup"] if back else found[0] if found is not None else BY_WORD["move"]
    built = _BUILT.match(part.text)
    if _is_consul(part, reader) or (box and built):  # what is built behind who comes back comes from nowhere
        return False
    if built and verb.line in (BuildLine, RestLine):
        return verb.line is RestLine or not _is_uncounted(part, reader)
    lists = _OF_PIECES if built else (RegroupLine, BuildLine, RestLine) if listed else (RegroupLine,)
    if verb.line in lists and (back or not listed or not (built or verb.line is RegroupLine)):
        meant = f"build {part.text}" if built else f"move {part.text}"
        raise reader.blame(part, "two-meanings", meanings=(f"{verb.word} {part.text}", meant))
    return listed and (verb.line in lists or built is not None)


def _is_consul(text: TextNode, reader: Reader) -> bool:
    return bool(consul_said(text, reader)) or (verb_first(text) is None and _CONSUL.search(text.text) is not None)


def _without_and(text: TextNode) -> TextNode:
    """*text* without the `and` before the last of several lines."""
    found = _AND_FIRST.match(text.text)
    return text.part(found.end()) if found else text


def _is_line(text: TextNode, reader: Reader) -> bool:
    """Whether *text* is a line by itself: a verb and more, or who marches and where."""
    found = verb_first(text)
    if _BROUGHT.fullmatch(text.text) or _OUT_OF_BOX.fullmatch(text.text) or _assault_said(text, reader):
        return True
    if found is not None and found[0].line is not MoveLine:
        return bool(found[1].text)
    said = found[1] if found is not None else text
    built = found is None and _BUILT.match(said.text)
    return bool(built) or _is_consul(text, reader) or marchers_first(said, reader) is not None


def _moves_apart(node: Node) -> tuple[Node, ...]:
    """The moves that are a list below one word: `move: [Charles: Vienna, Mack: Ulm]`."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    verb = BY_WORD.get(fold(pairs[0][0].text)) if len(pairs) == 1 else None
    value = pairs[0][1] if verb is not None and verb.line is MoveLine else None
    moves = value.items if isinstance(value, ListNode) else ()
    return moves if moves and all(isinstance(move, MappingNode) for move in moves) else (node,)


def _from_keys(node: MappingNode, reader: Reader) -> OrderLine:
    verbs = [pair for pair in node.pairs if fold(pair[0].text) in BY_WORD]
    if len(verbs) > 1:
        words = [verb.text for verb, _ in verbs]
        raise reader.blame(verbs[1][0], "two-lines", word=words[0], other=words[1])
    if verbs:
        key, value = verbs[0]
        beside = tuple(pair for pair in node.pairs if pair is not verbs[0])
        return _line(key, BY_WORD[fold(key.text)], value, beside, reader)
    for each in node.pairs:
        key, value = each
        if fold(key.text) not in _BESIDE:
            beside = tuple(other for other in node.pairs if other is not each)
            return _unnamed(key, value, beside, reader)
    raise reader.blame(node, "not-a-line")


def _unnamed(key: TextNode, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """A line without a word for it: `Napoleon: stuttgart, ulm`, or `build 2 units: mainz`."""
    verb, rest = verb_first(key) or (None, key)
    moves = verb is not None and verb.line is MoveLine
    if moves and isinstance(value, TextNode) and (moved := moved_alone(rest, value, reader)):
        return _move(key, (*_way(*moved, reader), *beside), reader)
    said = verb_first(value) if isinstance(value, TextNode) and not beside else None
    if said and said[0].line is AssaultLine and said[1].text and marchers(key, reader):
        return _from_words(TextNode(key.place, f"{key.text} assaults {said[1].text}"), reader)
    if who := marchers(rest if moves else key, reader):
        return _move(key, (*_way(who, value, reader), *beside), reader)
    if verb is not None and isinstance(value, TextNode):
        if verb.main == "pieces":
            return _line(key, verb, mapping(key, ((value, rest),)), beside, reader)
        return _line(key, verb, rest, (keyed(value, "at"), *beside), reader)
    known = isinstance(value, TextNode) and all(reader.knows(part, "duchy") for part in value.split(*ARROWS))
    if known and not get_close_matches(fold(key.text), BY_WORD, 1, 0.7):
        return _move(key, (*_way(led(key.split(*AND)), value, reader), *beside), reader)
    return _line(key, _meant(key, reader), value, beside, reader)


def _way(who: tuple[KeyedNode, ...], value: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move of *who* along *value*, which may begin with a verb."""
    return way_of(who, _after_verb(value) if isinstance(value, TextNode) else value, reader)


def _after_verb(text: TextNode) -> TextNode:
    """`move to ulm` without its verb."""
    found = verb_first(text)
    return found[1] if found is not None and found[0].line is MoveLine and found[1].text else text


def _without_verb(text: TextNode, condition: tuple[KeyedNode, ...], reader: Reader) -> OrderLine | None:
    """The line that *text* can only be though it lacks its first word: `1 unit Milan`, `Turkey left 1`."""
    consul = consul_said(text, reader)
    word = "consul" if consul or _CONSUL.search(text.text) else "build" if _BUILT.match(text.text) else ""
    if not word:
        return None
    said = (
        " ".join(f"{'in ' if key.text == 'in' else ''}{getattr(value, 'text', '')}" for key, value in consul)
        or text.text
    )
    for line in reader.attempt(partial(_line, text, BY_WORD[word], text, condition, reader)):
        reader.tell(text, "read-as", text=text.text, meant=f"{word} {said}")
        return line
    return None


def _assault_said(text: TextNode, reader: Reader) -> str:
    """The line that `Stuart assaults Mantua again` is: all units there assault; none if *text* is none."""
    found = _ASSAULTS.fullmatch(text.text)
    generals = text.part(*found.span("who")).split(*AND, ",") if found else ()
    if found and is_here(text.part(*found.span("rest"))):  # where the Formation is, which may be another's
        return ""
    alone = generals and all(part.text and reader.knows(part, "general") for part in generals)
    return f"assault {AGAIN.sub('', found['rest'])}" if found and alone else ""


def _verb_in_front(text: TextNode, reader: Reader) -> TextNode:
    """*text* with its verb first, which is noted: `Stuart embarks`, `Fleet in Cadiz sails to Brest`."""
    found = _BROUGHT.fullmatch(text.text) or _OUT_OF_BOX.fullmatch(text.text)
    who = re.sub(r"^both\s+(?=units|squadrons)", "2 ", found["who"], flags=re.IGNORECASE) if found else ""
    meant = f"regroup {who}" + (f" at {found['at']}" if found["at"] else "") if found else ""
    meant = meant or _assault_said(text, reader)
    if not meant and verb_first(text) is None and (found := _AT_SEA.fullmatch(text.text)):
        verb, rest, fleet = found["verb"].casefold(), found["rest"] or "", _FLEET.fullmatch(found["who"])
        if fleet and verb in ("sail", "attack"):
            squadrons = f"{fleet['number']}squadrons " if fleet["number"] else ""
            meant = f"{verb} {squadrons}from {fleet['at']} {rest if verb == 'sail' else f'at {rest}'}"
        elif verb not in ("sail", "attack") and marchers(text.part(*found.span("who")), reader):
            meant = f"{verb} {found['who']} {rest}"
    if not meant:
        return text
    reader.tell(text, "read-as", text=text.text, meant=meant.strip())
    return TextNode(text.place, meant.strip())


def _from_words(text: TextNode, reader: Reader) -> OrderLine:
    refuse_what_is_no_line(text, reader)
    said, condition = without_condition(text)
    said = _verb_in_front(said, reader)
    found = verb_first(said)
    moves = found is not None and found[0].line is MoveLine
    if moves and consul_said(said, reader):
        found, moves = None, False
    if not moves and (moved := marchers_first(said, reader)) is not None:
        refuse_condition_of_step(moved[1], text.text[len(said.text) :] if condition else "", reader)
        return _move(text, (*_way(*moved, reader), *condition), reader)
    if found is not None and found[0].line is AssaultLine:  # `Storm at Sea` is a card
        refuse_cards(said, reader)
    if found is not None:
        verb, rest = found
        if verb.line in _OF_LISTS:
            refuse_condition(rest, condition, reader, verb.word)
        elif verb.line is SailLine:
            refuse_condition_of_step(rest, text.text[len(said.text) :] if condition else "", reader, verb.word)
        return _line(said, verb, rest, condition, reader)
    if line := _without_verb(said, condition, reader):
        return line
    refuse_cards(said, reader)
    first, rest = next(reversed(list(heads(said))), (said, said.part(len(said.text))))
    if (way := way_behind(rest)) is not None and not get_close_matches(fold(first.text), BY_WORD, 1, 0.7):
        return _move(text, (*_way(led((first,)), way, reader), *condition), reader)  # a general, though misspelt
    return _line(said, _meant(first, reader), rest, condition, reader)


def _meant(word: TextNode, reader: Reader) -> Verb:
    """The verb that a misspelt *word* is; no one surrenders by a slip."""
    verb = BY_WORD[reader.choice(word, *_WORDS, under="do")]
    if verb.line in (SurrenderLine, CapitulateLine, DeclareLine):
        raise reader.blame(word, "not-a-line")
    return verb


def _is_uncounted(text: TextNode, reader: Reader) -> bool:
    """Whether *text* is of as many pieces as the CPs allow: `units in Paris, Metz and Ulm`."""
    found = _UNCOUNTED.match(without_condition(text)[0].text)
    where = text.part(*found.span("where")) if found else None
    return where is not None and (
        "," not in where.text or all(reader.knows(p, "place") for p in pieces_of(where, reader))
    )


def _line(key: TextNode, verb: Verb, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """The line of a *verb* with its value and the keys beside it."""
    uncounted = isinstance(value, TextNode) and _is_uncounted(value, reader)
    if verb.line is RegroupLine and isinstance(value, TextNode) and uncounted:
        raise reader.blame(value, "two-meanings", meanings=tuple(f"regroup {n} {value.text}" for n in (2, 3)))
    if verb.line is BuildLine and isinstance(value, TextNode) and uncounted:
        reader.tell(value, "read-as", text=f"build {value.text}", meant=f"rest: {value.text}")
        verb = BY_WORD["rest"]
    if isinstance(value, TextNode):
        given = any(fold(other.text) == "if" for other, _ in beside)
        said, condition = (value, ()) if given else without_condition(value)
        if verb.line in _OF_LISTS:
            refuse_condition(said, condition, reader, verb.word)
        elif verb.line is SailLine:
            refuse_condition_of_step(said, value.text[len(said.text) :], reader, verb.word)
        said = said if verb.line is EndWarLine else without_cost(said, reader)
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
