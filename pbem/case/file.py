"""The format of a case file: a YAML list of cases."""

from collections.abc import Collection
from collections.abc import Mapping as MappingOf
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.case.dice import GivenDie, read_dice
from pbem.case.then import Then, read_then
from pbem.case.tree import BadCase, CaseFileError, pairs, parts, plain, read_tree, text_of
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.kit.reading import ListNode, MappingNode, Node, Place, TextNode
from pbem.sheet.fault import SheetFault
from pbem.sheet.reader import SheetReader

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
    reader = SheetReader(lexicon)
    node = case.given
    if only:
        node = MappingNode(node.place, tuple(pair for pair in node.pairs if pair[0].text.strip().casefold() in only))
    given = reader.whole(node, wanted)
    if reader.faults or given is None:
        raise BadCase(path, tuple(reader.faults))
    return given
