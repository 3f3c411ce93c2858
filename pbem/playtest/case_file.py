"""The format of a case file: given, dice, then."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from pathlib import Path
from typing import Any, Generic

import msgspec
import yaml

from pbem.engine.event import ChanceDrawn
from pbem.engine.playtest import find_playtest
from pbem.engine.position import S
from pbem.engine.reading import Lexicon, ListNode, MappingNode, Node, Place, TextNode
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem.sheet.data import tree
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.reader import SheetReader


class BadCase(ValueError):
    """A case file that cannot be read; says where."""

    def __init__(self, path: Path, faults: tuple[SheetFault, ...]) -> None:
        self.path = path
        self.faults = faults
        super().__init__("; ".join(self.told()))

    def told(self) -> Iterator[str]:
        """Each problem on a line: file, line, column, what is wrong and where."""
        for each in self.faults:
            args = ", ".join(f"{key}: {value}" for key, value in each.problem.args.items())
            yield f"{self.path}:{each.place.line}:{each.place.column}: {each.problem.code} ({args})"


class CaseFileError(Exception):
    """What is wrong with a node."""

    def __init__(self, node: Node, code: str, **args: Any) -> None:
        super().__init__(code)
        self.fault = fault(node.place, code, **args)


def read_tree(path: Path) -> Node:
    """The nodes of the file *path*; raises `BadCase`."""
    try:
        root, faults = tree(path.read_text(encoding="utf-8"), aliases=True)
    except UnicodeDecodeError as error:
        raise BadCase(path, (fault(Place(1, 1), "broken-syntax", problem="it is not UTF-8"),)) from error
    if faults:
        raise BadCase(path, faults)
    return root or ListNode(Place(1, 1), ())


def plain(node: Node) -> Any:
    """A node as texts, lists and dicts."""
    if isinstance(node, MappingNode):
        return {key.text: plain(value) for key, value in node.pairs}
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return node.text if isinstance(node, TextNode) else ""


def pairs(node: Node | None) -> tuple[tuple[TextNode, Node], ...]:
    """The keys and values of a mapping; of no node there are none."""
    if node is None:
        return ()
    if not isinstance(node, MappingNode):
        raise CaseFileError(node, "wrong-shape", wanted="mapping", got=node.kind)
    return node.pairs


def parts(node: Node, *keys: str) -> dict[str, Node]:
    """The values of a mapping by their keys, which must be among *keys*."""
    for key, _ in pairs(node):
        if key.text not in keys:
            raise CaseFileError(key, "unknown-key", key=key.text, nearest=(), keys=keys)
    return {key.text: value for key, value in pairs(node)}


def text_of(node: Node) -> str:
    """The text that *node* must be."""
    if not isinstance(node, TextNode):
        raise CaseFileError(node, "wrong-shape", wanted="text", got=node.kind)
    return node.text


class GivenDie(msgspec.Struct, frozen=True):
    """A face, and where the case gives it."""

    place: Place
    face: int


class WrongDice(Exception):
    """A roll for which the case gives too few dice, or at *place* a face that its dice do not have."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class GivenDice(Table[S], Generic[S]):
    """A table whose dice show what a case gives, and nothing else."""

    dice: Sequence[GivenDie] = ()
    """Those that are still to be rolled."""

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        self._chance(name)  # raises what any table raises
        rolled, self.dice = self.dice[:dice], self.dice[dice:]
        if len(rolled) < dice:
            given = ", ".join(str(die.face) for die in rolled) or "none"
            raise WrongDice(f"dice: {dice} are rolled for {name!r}, and of these the case gives {given}")
        for die in rolled:
            if not 1 <= die.face <= sides:
                raise WrongDice(f"dice: {die.face}, but the dice for {name!r} have {sides} sides", die.place)
        faces = tuple(die.face for die in rolled)
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*faces], public=True))
        return faces


def read_dice(node: Node) -> tuple[GivenDie, ...]:
    """The faces in *node*: numbers in a list, grouped in lists as one likes; raises `CaseFileError`."""
    if isinstance(node, ListNode):
        return tuple(die for item in node.items for die in read_dice(item))
    if not isinstance(node, TextNode):
        raise CaseFileError(node, "wrong-shape", wanted="list", got=node.kind)
    if not node.text.isdecimal():
        raise CaseFileError(node, "not-a-number", text=node.text)
    return (GivenDie(node.place, int(node.text)),)


def not_rolled(dice: Sequence[GivenDie]) -> str:
    """What there is to say of dice that are left over; empty if none are."""
    faces = ", ".join(str(die.face) for die in dice)
    return f"line {dice[0].place.line}: dice: {faces} were not rolled" if dice else ""


NOTHING = ("none", "nothing", "")
"""The words for an empty list."""


class ExpectedText(msgspec.Struct, frozen=True):
    """An expectation, as plain data, and its place in the file."""

    place: Place
    value: Any


class Letter(msgspec.Struct, frozen=True):
    """Text that must be in a letter, and text that must not."""

    place: Place
    says: tuple[ExpectedText, ...] = ()
    says_not: tuple[ExpectedText, ...] = ()


class Then(msgspec.Struct, frozen=True):
    """What a case expects; all of it is compared, but of each thing only what is named."""

    events: tuple[ExpectedText, ...] = ()
    never: tuple[ExpectedText, ...] = ()
    facts: MappingOf[str, ExpectedText] = {}
    refused: tuple[ExpectedText, ...] = ()
    warned: tuple[ExpectedText, ...] | None = None
    """Warnings that must be given; an empty list: there must be none."""
    waits_for: MappingOf[str, ExpectedText] = {}
    sees: MappingOf[str, ExpectedText] = {}
    """By seat the facts as it knows them."""
    letter: MappingOf[str, Letter] = {}
    """By seat what its letter says."""


THEN_KEYS = tuple(name.replace("_", " ") for name in Then.__struct_fields__)


def read_then(node: Node) -> Then:
    """What *node* says is expected; raises `CaseFileError`."""
    given = parts(node, *THEN_KEYS)
    warned = given.get("warned")
    return Then(
        events=_events(given.get("events")),
        never=_events(given.get("never")),
        facts=_by_key(given.get("facts")),
        refused=_faults(given.get("refused")),
        warned=None if warned is None else _faults(warned),
        waits_for=_by_key(given.get("waits for")),
        sees=_by_key(given.get("sees"), of=_by_key),
        letter=_letters(given.get("letter")),
    )


def _items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, be it an empty one or a text that says so."""
    if node is None or (isinstance(node, TextNode) and node.text in NOTHING):
        return ()
    if not isinstance(node, ListNode):
        raise CaseFileError(node, "wrong-shape", wanted="list", got=node.kind)
    return node.items


def _events(node: Node | None) -> tuple[ExpectedText, ...]:
    """Events, each one word or one word with its fields."""
    for item in (items := _items(node)):
        if isinstance(item, ListNode) or (isinstance(item, MappingNode) and len(item.pairs) != 1):
            raise CaseFileError(item, "not-an-event")
        for _, fields in pairs(item) if isinstance(item, MappingNode) else ():
            if not isinstance(fields, MappingNode) and plain(fields):
                raise CaseFileError(fields, "wrong-shape", wanted="mapping", got=fields.kind)
    return tuple(ExpectedText(item.place, plain(item)) for item in items)


def _faults(node: Node | None) -> tuple[ExpectedText, ...]:
    return tuple(
        ExpectedText(item.place, {key.text: plain(value) for key, value in pairs(item)}) for item in _items(node)
    )


def _by_key(node: Node | None, of: Callable[[Node], Any] = plain) -> dict[str, ExpectedText]:
    """What is said under each key of a mapping; *of* reads the values."""
    return {key.text: ExpectedText(key.place, of(value)) for key, value in pairs(node)}


def _letters(node: Node | None) -> dict[str, Letter]:
    found: dict[str, Letter] = {}
    for seat, value in pairs(node):
        said = parts(value, "says", "says not")
        found[seat.text] = Letter(seat.place, _words(said.get("says")), _words(said.get("says not")))
    return found


def _words(node: Node | None) -> tuple[ExpectedText, ...]:
    """Passages: one text, or a list of them."""
    items = (node,) if isinstance(node, TextNode) else _items(node)
    return tuple(ExpectedText(item.place, text_of(item)) for item in items)


ALL = "all"
"""Every seat, in a list of seats that send nothing."""


class Stretch(msgspec.Struct, frozen=True):
    """A part of the course of a case: its sheets, and what must have happened at its end."""

    place: Place
    sheets: MappingOf[str, tuple[str, ...]] = {}
    then: Then = Then()
    anytime: MappingOf[str, tuple[str, ...]] = {}
    """Sheets that answer no question, sent before anything is played."""
    silent: tuple[str, ...] = ()
    """Seats that send nothing: without a sheet the default answers for them."""
    dice: tuple[GivenDie, ...] = ()
    """The dice, in the order in which they are rolled."""
    until: str = ""
    """The key of the question at which it ends; unless said, it ends where no one answers."""
    about: str = ""
    seats: MappingOf[str, Place] = {}
    """Where each seat is named."""


class RuleCase(msgspec.Struct, frozen=True):
    """One case as written: `given` and the sheets are read when the game is known."""

    case: str
    place: Place
    given: MappingNode
    course: tuple[Stretch, ...]
    """What happens, stretch by stretch; usually there is one."""
    about: str = ""


STRETCH = ("anytime", "sheets", "silent", "dice", "until", "then")
KEYS = ("case", "about", "given", *STRETCH, "course")


def read_cases(path: Path) -> tuple[RuleCase, ...]:
    """The cases of a file; raises `BadCase` with every problem."""
    tree = read_tree(path)
    faults: list[SheetFault] = []
    cases = []
    for node in tree.items if isinstance(tree, ListNode) else (tree,):
        try:
            cases.append(_case(node))
        except CaseFileError as wrong:
            faults.append(wrong.fault)
    if faults:
        raise BadCase(path, tuple(faults))
    return tuple(cases)


def _case(node: Node) -> RuleCase:
    given = parts(node, *KEYS)
    name = given.get("case")
    if not isinstance(name, TextNode):
        raise CaseFileError(node, "missing-key", key="case")
    position = given.get("given", MappingNode(node.place, ()))
    if not isinstance(position, MappingNode):
        raise CaseFileError(position, "wrong-shape", wanted="mapping", got=position.kind)
    about = plain(given["about"]) if "about" in given else ""
    return RuleCase(case=name.text, place=name.place, given=position, course=_course(node, given), about=about)


def _course(node: Node, given: MappingOf[str, Node]) -> tuple[Stretch, ...]:
    """The stretches of a case: those of its `course`, or what it says itself."""
    course = given.get("course")
    if course is None:
        return (_stretch(node, given),)
    for key, _ in pairs(node):
        if key.text in STRETCH:
            raise CaseFileError(key, "beside-course", key=key.text)
    if not isinstance(course, ListNode) or not course.items:
        raise CaseFileError(course, "wrong-shape", wanted="list", got=course.kind)
    return tuple(_stretch(item, parts(item, "about", *STRETCH)) for item in course.items)


def _stretch(node: Node, given: MappingOf[str, Node]) -> Stretch:
    sheets, anytime = (pairs(given.get(key)) for key in ("sheets", "anytime"))
    silent = _names(given.get("silent"))
    return Stretch(
        place=node.place,
        sheets={seat.text: _sheets(value) for seat, value in sheets},
        then=read_then(given["then"]) if "then" in given else Then(),
        anytime={seat.text: _sheets(value) for seat, value in anytime},
        silent=tuple(name.text for name in silent),
        dice=read_dice(given["dice"]) if "dice" in given else (),
        until=text_of(given["until"]) if "until" in given else "",
        about=plain(given["about"]) if "about" in given else "",
        seats={name.text: name.place for name in (*silent, *(seat for seat, _ in (*sheets, *anytime)))},
    )


def _names(node: Node | None) -> tuple[TextNode, ...]:
    """One name, or a list of them."""
    items = () if node is None else node.items if isinstance(node, ListNode) else (node,)
    return tuple(item for item in items if text_of(item) and isinstance(item, TextNode))


def _sheets(node: Node) -> tuple[str, ...]:
    """One sheet, or several to be sent in order."""
    if isinstance(node, ListNode) and all(isinstance(item, (TextNode, MappingNode)) for item in node.items):
        return tuple(text for item in node.items for text in _sheets(item))
    if isinstance(node, TextNode):
        return (node.text,)
    return (yaml.dump(plain(node), allow_unicode=True, sort_keys=False),)


def read_given(path: Path, case: RuleCase, wanted: type[Any], lexicon: Lexicon, only: Collection[str] = ()) -> Any:
    """The position of a case, or of it *only* what these keys say; raises `BadCase`."""
    reader = SheetReader(lexicon, guesses=False)
    node = case.given
    if only:
        node = MappingNode(node.place, tuple(pair for pair in node.pairs if pair[0].text.strip().casefold() in only))
    given = reader.whole(node, wanted)
    if reader.faults or given is None:
        raise BadCase(path, tuple(reader.faults))
    return given


def fit(ruleset: Ruleset, cases: Iterable[RuleCase]) -> int:
    """How many keys of the given positions of *cases*, and how many names of seats, *ruleset* knows."""
    playtest = find_playtest(ruleset.name)
    if playtest is None or playtest.fixture is None:
        return -1
    keys = {SheetReader.key_for(field.encode_name) for field in msgspec.structs.fields(playtest.fixture)}
    seats = set(ruleset.seats(msgspec.convert({}, ruleset.settings)))
    return sum(
        sum(SheetReader.key_for(key.text) in keys for key, _ in case.given.pairs)
        + sum(seat in seats for stretch in case.course for seat in stretch.seats)
        for case in cases
    )
