"""From the fixed lines of a sheet to a tree of texts, lists and mappings, each with its place.

Every scalar is a text. A sheet is one document without tags, anchors or aliases. Where the syntax is
broken, the fault is noted, the broken lines are left out, and the rest is looked at all the same.

The faults and their arguments:

    alias, anchor, tag  text              a word that starts with *, & or !
    reserved-start      character         a word that starts with a mark reserved by YAML
    hash-comment        text              a value that is gone because its # starts a comment
    folded-text                           a value that starts with >, which means text over several lines
    lines-joined        first, last       unwise: lines read as one text
    doubled-key         key, line         a key that was there before; `repeat-understood` (key) of one that counts, too
    key-not-text                          a list or mapping where a key should be, or no key at all
    second-document                       a second `---` with more below it
    quote-unclosed      quote             a quotation mark without its partner
    bracket-unclosed    bracket           a bracket without its partner, or lacking a comma before what follows
    colon-expected      text              a line that lacks its colon
    colon-unexpected                      a second colon in one line
    wrong-indent                          a line that starts further left or right than its neighbours
    broken-syntax       problem           anything else, in the parser's own words
    too-deep            limit             lists within lists within lists
    too-long            limit             a text in which patterns would be looked for without end
    too-many-parts      limit             more keys and values than any order has
"""

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
import yaml

from pbem.engine.order import Weight
from pbem.engine.reading import ListNode, MappingNode, Node, Place, TextNode, late_pattern
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.repair import MOST_DEPTH, RepairedText, in_quotes, repair, second_colon

YamlEvent = Any
"""An event of the parser: its marks are always there, though its type says that they may be None."""
WITHIN = "\ue03a"
"""What stands for a colon in a line that is a part of the text above it, until that is read."""
MOST_BREAKS = 6
"""How many syntax errors are reported before the rest is given up."""
FAR = 3
"""How many lines are searched for the next character of a text, which may be all escapes."""
MOST_LENGTH = 1000
"""The most characters of one text."""
_BRACKETED = late_pattern(r"[^\s:][^:]{0,40}: +[\[{].*[\]}]")
_GAP = late_pattern(r"\s{9,}")
"""White space that is read as one: the patterns of a game try each way to divide it, and may take hours."""
MOST_PARTS = 2000
"""The most keys, values and containers: a sheet of orders has some dozens."""
LARGE = 16 * 1024
"""A sheet with more characters is parsed no more than twice."""


class NothingNode(TextNode, frozen=True):
    """The text of a value that is not there: `key:` and no more.

    *commented* if a comment is in the next line, *lost* if what is there could not be read.
    """

    commented: bool = False
    lost: bool = False


class Colons(TextNode, frozen=True):
    """The rest of a line with more than one colon: `troops: Friedrich: 8`."""


class Spread(TextNode, frozen=True):
    """A text whose characters do not stand side by side as written, with the spot of each."""

    spots: tuple[Place, ...]

    def part(self, start: int, end: int | None = None) -> TextNode:
        raw = self.text[start:end]
        words = raw.strip()
        first = start + len(raw) - len(raw.lstrip())
        spots = self.spots[first : first + len(words)]
        spot = self.spots[min(first, len(self.spots) - 1)]
        return Spread(Place(spot.line, spot.column, max(1, len(words))), words, spots or (spot,))


class Lines(Spread, frozen=True):
    """A text in several lines, which may be several texts."""

    lines: tuple[TextNode, ...]

    @property
    def rows(self) -> tuple[TextNode, ...]:
        return self.lines


class SheetTree(msgspec.Struct, frozen=True):
    """The root of a sheet, None when it has none; *broken* when lines had to be left out.

    *parsed* is the text as it was parsed in the end, with lines left empty that are broken, and *events* are what the
    parser said of it.
    """

    root: Node | None
    faults: tuple[SheetFault, ...]
    broken: bool = False
    parsed: RepairedText | None = None
    events: tuple[YamlEvent, ...] = ()


class _TooMuch(Exception):
    """More than any order needs: the rest is not read."""

    def __init__(self, mark: yaml.Mark, code: str, limit: int) -> None:
        super().__init__()
        self.mark, self.code, self.limit = mark, code, limit


@lru_cache(maxsize=16)
def parsed(text: str) -> tuple[RepairedText, SheetTree]:
    """A sheet fit for parsing, and its tree; a text that is read for several ends is parsed once."""
    repaired = repair(text)
    return repaired, compose(repaired)


def compose(repaired: RepairedText) -> SheetTree:
    """The tree of a sheet; never raises."""
    if not repaired.parsable:
        return SheetTree(None, (), broken=True)
    lines = list(repaired.lines)
    faults: list[SheetFault] = []
    tries = MOST_BREAKS if sum(map(len, lines)) <= LARGE else 2
    colons: set[int] = set()
    while len(faults) < tries and len(colons) < tries:
        builder = _Builder(repaired, lines, colons)
        try:
            root = builder.document()
        except yaml.YAMLError as error:
            found, line = _syntax(error, repaired, lines)
            if found.problem.code == "colon-unexpected" and (start := second_colon(lines[line])):
                colons.add(line)
                lines[line], repaired = in_quotes(repaired, lines[line], line, start)
                continue
            faults.append(found)
            _leave_out(lines, line)
        except _TooMuch as error:
            place = repaired.place(error.mark.line, error.mark.column)
            return SheetTree(None, (*faults, fault(place, error.code, limit=error.limit)), broken=True)
        except (RecursionError, ValueError, OverflowError) as error:
            faults.append(fault(Place(1, 1), "broken-syntax", problem=type(error).__name__))
            break
        else:
            read = msgspec.structs.replace(repaired, lines=tuple(lines))
            told = (*faults, *builder.faults)
            return SheetTree(root, told, broken=bool(faults), parsed=read, events=tuple(builder.passed))
    return SheetTree(None, tuple(faults), broken=True)


class _Builder:
    def __init__(self, repaired: RepairedText, lines: list[str], colons: Container[int]) -> None:
        self.repaired, self.lines, self.colons = repaired, lines, colons
        self.passed: list[YamlEvent] = []
        self.events = self._noted(yaml.parse("\n".join(lines) + "\n", Loader=yaml.SafeLoader))
        self.faults: list[SheetFault] = []
        self.parts = 0

    def _noted(self, events: Iterable[YamlEvent]) -> Iterator[YamlEvent]:
        for event in events:
            self.passed.append(event)
            yield event

    def document(self) -> Node | None:
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        root = self.node(next(self.events), 0)
        next(self.events)
        more = next(self.events)
        start = more.start_mark
        if isinstance(more, yaml.DocumentStartEvent):
            first = next(self.events)
            if not (isinstance(first, yaml.ScalarEvent) and not first.value):
                self.blame(start, 3, "second-document")
            for _ in self.events:  # the parser must see the end, or say what is wrong before it
                pass
        return None if isinstance(root, NothingNode) else root

    def blame(self, mark: yaml.Mark, width: int, code: str, **args: Any) -> None:
        self.faults.append(fault(self.repaired.place(mark.line, mark.column, width), code, **args))

    def node(self, event: YamlEvent, depth: int) -> Node:
        start = event.start_mark
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise _TooMuch(start, "too-many-parts", MOST_PARTS)
        if isinstance(event, yaml.AliasEvent):
            text = f"*{event.anchor}"
            self.blame(start, len(text), "alias", text=text)
            return TextNode(self.repaired.place(start.line, start.column), text)
        self.refuse(event)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if depth == MOST_DEPTH:
            raise _TooMuch(event.start_mark, "too-deep", MOST_DEPTH)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(event, depth + 1)
        return self.list(event, depth + 1)

    def refuse(self, event: YamlEvent) -> None:
        """Note a tag or an anchor: words that start with a mark that their writer took for plain."""
        word = re.match(r"\S+", self.rest(event.start_mark))
        text = word.group() if word else ""
        if getattr(event, "anchor", None) is not None:
            self.blame(event.start_mark, len(text), "anchor", text=text)
        elif getattr(event, "tag", None) is not None:
            self.blame(event.start_mark, len(text), "tag", text=text)

    def list(self, event: YamlEvent, depth: int) -> ListNode:
        items: list[Node] = []
        while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(inner, depth))
        return ListNode(self.span(event, inner), tuple(items))

    def mapping(self, event: YamlEvent, depth: int) -> MappingNode:
        pairs: list[tuple[TextNode, Node]] = []
        again: list[tuple[TextNode, Node]] = []
        seen: dict[str, int] = {}
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key = self.node(inner, depth)
            value = self.with_brackets(self.node(next(self.events), depth))
            if not isinstance(key, TextNode) or not key.text:
                self.faults.append(fault(key.place, "key-not-text"))
                continue
            plain = " ".join(key.text.casefold().split())
            if plain in seen:
                self.faults.append(fault(key.place, "doubled-key", key=key.text, line=seen[plain]))
                again.append((key, value))
                continue
            seen[plain] = key.place.line
            if isinstance(value, NothingNode):  # below a heading a name may come again, for another thing
                seen = {plain: key.place.line}
            pairs.append((key, value))
        return MappingNode(self.span(event, inner), tuple(pairs), tuple(again))

    def with_brackets(self, value: Node) -> Node:
        """A text in lines of which one is a key with brackets behind it, as a list in which that is what it says."""
        rows = value.rows if isinstance(value, Lines) else ()
        found = {at: node for at, row in enumerate(rows) if (node := self.bracketed(row)) is not None}
        if not found:
            return value
        self.faults = [
            each for each in self.faults if each.problem.code != "lines-joined" or each.place.line != value.place.line
        ]
        return ListNode(value.place, tuple(found.get(at, row) for at, row in enumerate(rows)))

    def bracketed(self, row: TextNode) -> Node | None:
        """What a *row* such as `plus: {card: Senate}` says as a line of its own; None if it is only a text."""
        at = row.place.line - 1
        line = self.lines[at].replace(WITHIN, ":")
        if not _BRACKETED.fullmatch(row.text):
            return None
        alone = ["" if number != at else line for number in range(len(self.lines))]
        builder = _Builder(self.repaired, alone, ())
        try:
            node = builder.document()
        except (yaml.YAMLError, _TooMuch):
            return None
        self.faults += builder.faults
        return node

    def span(self, first: YamlEvent, last: YamlEvent) -> Place:
        start, end = first.start_mark, last.end_mark
        width = end.column - start.column if start.line == end.line else len(self.rest(start).rstrip())
        return self.repaired.place(start.line, start.column, width)

    def rest(self, mark: yaml.Mark) -> str:
        """The line from *mark* on; past the last line there is none."""
        return self.lines[mark.line][mark.column :] if mark.line < len(self.lines) else ""

    def scalar(self, event: YamlEvent) -> TextNode:
        start, end, text = event.start_mark, event.end_mark, event.value
        if len(text) > MOST_LENGTH:
            raise _TooMuch(start, "too-long", MOST_LENGTH)
        text = _GAP.sub(lambda gap: "\n" if "\n" in gap[0] else " ", text)
        if event.style == ">":
            self.blame(start, 1, "folded-text")
        if event.style is None and not text:
            if gone := re.match(r"\s*(#\S+)", self.rest(start)):
                hidden = start.column + gone.start(1)
                place = self.repaired.place(start.line, hidden, len(gone[1]))
                self.faults.append(fault(place, "hash-comment", text=gone[1]))
            below = "".join(self.lines[start.line + 1 : start.line + 2])
            lost = not below and any(
                _indent(line) > _indent(self.lines[start.line]) or line.lstrip().startswith("- ")
                for line in self.repaired.lines[start.line + 1 : start.line + 2]
            )
            place = self.repaired.place(start.line, start.column)
            return NothingNode(place, "", commented=below.lstrip().startswith("#"), lost=lost)
        quoted = event.style in ("'", '"')
        if start.line != end.line and event.style != "|":
            place = self.repaired.place(start.line, start.column, len(self.rest(start)))
            args: dict[str, Any] = {"first": start.line + 1, "last": end.line + 1}
            self.faults.append(fault(place, "lines-joined", weight=Weight.unwise, **args))
        column = start.column + quoted
        place = self.repaired.place(start.line, column, len(text))
        if quoted and start.line in self.colons:
            return Colons(place, text)
        moved = self.repaired.columns[start.line] is not None
        if self.lines[start.line].startswith(text, column) and not moved:
            return TextNode(place, text)
        spots, text = self.spots(text, start.line, column, end), text.replace(WITHIN, ":")
        if start.line != end.line and event.style is None:
            return Lines(place, text, spots, tuple(self.texts(start, end)))
        return Spread(place, text, spots)

    def texts(self, start: yaml.Mark, end: yaml.Mark) -> Iterator[TextNode]:
        """The lines of a text that is not quoted, each by itself."""
        for number in range(start.line, min(end.line + 1, len(self.lines))):
            first = start.column if number == start.line else 0
            line = self.lines[number][first : end.column if number == end.line else None]
            text = re.split(r"(?:^|\s)#", line)[0].strip()
            if text:
                column = first + line.index(text)
                yield TextNode(self.repaired.place(number, column, len(text)), text.replace(WITHIN, ":"))

    def spots(self, text: str, line: int, column: int, end: yaml.Mark) -> tuple[Place, ...]:
        """For each character of *text* the place where it was written, as near as can be told."""
        spots: list[Place] = []
        for character in text:
            line, column = self.following(line, column, end, character)
            spots.append(self.repaired.place(line, column))
            column += 1
        return (*spots, self.repaired.place(line, column))

    def following(self, line: int, column: int, end: yaml.Mark, character: str) -> tuple[int, int]:
        """Where *character* stands next; a space may be a line's end, an escape may stand for anything."""
        if character.isspace():
            return line, column
        at, start = line, column
        while at <= min(end.line, line + FAR, len(self.lines) - 1):
            found = self.lines[at].find(character, start)
            if found >= 0:
                return at, found
            at, start = at + 1, 0
        return line, column


def _syntax(error: yaml.YAMLError, repaired: RepairedText, lines: list[str]) -> tuple[SheetFault, int]:
    """The fault for what the parser says, and the line that is to blame."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    context = str(getattr(error, "context", None) or "")
    mark: yaml.Mark | None = getattr(error, "problem_mark", None)
    first: yaml.Mark | None = getattr(error, "context_mark", None)
    if mark is None:
        return fault(Place(1, 1), "broken-syntax", problem=problem), 0
    code, at, args = _reason(problem, context, mark, first, lines)
    line = min(at.line, max(0, len(lines) - 1))
    column = at.column if line == at.line else len(lines[line])
    return fault(repaired.place(line, column), code, **args), line


def _reason(
    problem: str, context: str, mark: yaml.Mark, first: yaml.Mark | None, lines: list[str]
) -> tuple[str, yaml.Mark, dict[str, Any]]:
    """The code, the spot and the arguments for what the parser says in *problem* and *context*."""
    start = first or mark
    lines = [*lines, "", ""]  # the parser may point behind the last line
    character = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
    if "quoted scalar" in context:
        return "quote-unclosed", start, {"quote": lines[start.line][start.column]}
    if "flow" in context:
        start = _open_bracket(lines, mark) or start
        for number in range(start.line, min(mark.line + 1, len(lines))):
            if hidden := re.search(r"(?:^|[\s\[{,])(#[^\s,\]}]+)", lines[number]):
                spot = yaml.Mark("", 0, number, hidden.start(1), None, 0)
                return "hash-comment", spot, {"text": hidden[1]}
    written = lines[start.line].strip() if start.line < len(lines) else ""
    if problem == "could not find expected ':'":
        return "colon-expected", start, {"text": written}
    if problem == "mapping values are not allowed here":
        return _stray_colon(lines, mark)
    if re.search(r"cannot start any token", problem):
        return "reserved-start", mark, {"character": character}
    if re.search(r"scanning an? (alias|anchor)|parsing a node|scanning a tag|scanning a directive", context):
        return "reserved-start", start, {"character": lines[start.line][start.column : start.column + 1]}
    if "block scalar" in context:
        return "folded-text", start, {}
    if "flow" in context:
        return "bracket-unclosed", start, {"bracket": lines[start.line][start.column : start.column + 1]}
    if "expected <block end>" in problem:
        return "wrong-indent", mark, {}
    return "broken-syntax", mark, {"problem": problem}


def _stray_colon(lines: list[str], mark: yaml.Mark) -> tuple[str, yaml.Mark, dict[str, Any]]:
    """Why no colon may be at *mark*: it is the second on its line, or what is above takes its line for more text."""
    above = next((at for at in reversed(range(mark.line)) if lines[at].split("#")[0].strip()), None)
    if above is None or re.search(r":\s", lines[mark.line][: mark.column]):
        return "colon-unexpected", mark, {}
    if re.search(r":(\s|$)", lines[above]):
        return "wrong-indent", _begins(lines, mark.line), {}
    return "colon-expected", _begins(lines, above), {"text": lines[above].strip()}


def _begins(lines: list[str], line: int) -> yaml.Mark:
    return yaml.Mark("", 0, line, _indent(lines[line]), None, 0)


def _open_bracket(lines: list[str], mark: yaml.Mark) -> yaml.Mark | None:
    """The last bracket before *mark* that was not closed, as far as brackets alone can tell."""
    opened: list[yaml.Mark] = []
    for number, line in enumerate(lines[: mark.line + 1]):
        read = re.split(r"(?:^|(?<=[\s\[{,]))#", line[: mark.column] if number == mark.line else line)[0]
        for bracket in re.finditer(r"[\[\]{}]", read):
            if bracket.group() in "[{":
                opened.append(yaml.Mark("", 0, number, bracket.start(), None, 0))
            elif opened:
                opened.pop()
    return opened[-1] if opened else None


def _leave_out(lines: list[str], line: int) -> None:
    """Empty *line* and what belongs to it by its indentation."""
    if line >= len(lines):
        return
    indent, item = _indent(lines[line]), lines[line].lstrip().startswith("-")
    lines[line] = ""
    for number in range(line + 1, len(lines)):
        below = lines[number]
        deeper = _indent(below) > indent or (not item and _indent(below) == indent and below.lstrip().startswith("- "))
        if below.strip() and not deeper:
            return
        lines[number] = ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
