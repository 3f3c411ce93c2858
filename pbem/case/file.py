"""The format of a case file: a YAML list of cases."""

from collections.abc import Collection, Iterator
from collections.abc import Mapping as MappingOf
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.engine.lexicon import Lexicon
from pbem.engine.reading import List, Mapping, Node, Place, Text
from pbem.sheet.fault import Fault, fault
from pbem.sheet.reader import SheetReader


class Then(msgspec.Struct, frozen=True):
    """What a case expects; all of it is compared, and of each thing only what is named."""

    events: tuple[Any, ...] = ()
    never: tuple[Any, ...] = ()
    facts: MappingOf[str, Any] = {}
    refused: tuple[MappingOf[str, Any], ...] = ()
    warned: tuple[MappingOf[str, Any], ...] = ()
    waits_for: MappingOf[str, Any] = {}


class Case(msgspec.Struct, frozen=True):
    """One case as written: `given` and `sheets` are read when the game is known."""

    case: str
    place: Place
    given: Mapping
    sheets: MappingOf[str, tuple[str, ...]]
    then: Then
    anytime: MappingOf[str, tuple[str, ...]] = {}
    """Sheets that answer no question, sent before anything is played."""
    about: str = ""


class BadCase(ValueError):
    """A case file that cannot be read; says where."""

    def __init__(self, path: Path, faults: tuple[Fault, ...]) -> None:
        self.path = path
        self.faults = faults
        super().__init__("; ".join(self.told()))

    def told(self) -> Iterator[str]:
        """Each fault on a line: file, line, column, what is wrong and with what."""
        for each in self.faults:
            args = ", ".join(f"{key}: {value}" for key, value in each.problem.args.items())
            yield f"{self.path}:{each.place.line}:{each.place.column}: {each.problem.code} ({args})"


KEYS = ("case", "about", "given", "anytime", "sheets", "then")


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file; raises `BadCase` with every fault."""
    tree = _tree(path)
    faults: list[Fault] = []
    cases = []
    for node in tree.items if isinstance(tree, List) else (tree,):
        try:
            cases.append(_case(node))
        except _Wrong as wrong:
            faults.append(wrong.fault)
    if faults:
        raise BadCase(path, tuple(faults))
    return tuple(cases)


def _tree(path: Path) -> Node:
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
        return List(Place(1, 1), ()) if root is None else _node(root)
    except UnicodeDecodeError as error:
        raise BadCase(path, (fault(Place(1, 1), "broken-syntax", problem="it is not UTF-8"),)) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
        problem = getattr(error, "problem", "") or str(error)
        raise BadCase(path, (fault(place, "broken-syntax", problem=problem),)) from error
    except _Wrong as wrong:
        raise BadCase(path, (wrong.fault,)) from wrong


class _Wrong(Exception):
    def __init__(self, node: Node, code: str, **args: Any) -> None:
        super().__init__(code)
        self.fault = fault(node.place, code, **args)


def _node(node: yaml.Node) -> Node:
    """PyYAML's node as the engine's; nothing is mended, but no key is lost because it stands there twice."""
    mark = node.start_mark
    place = Place(mark.line + 1, mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        return Mapping(place, tuple(_pairs(node)))
    if isinstance(node, yaml.SequenceNode):
        return List(place, tuple(map(_node, node.value)))
    return Text(place, str(node.value))


def _pairs(node: yaml.MappingNode) -> Iterator[tuple[Text, Node]]:
    lines: dict[str, int] = {}
    for key, value in ((_node(key), value) for key, value in node.value):
        if not isinstance(key, Text):
            raise _Wrong(key, "key-not-text")
        if key.text in lines:
            raise _Wrong(key, "doubled-key", key=key.text, line=lines[key.text])
        lines[key.text] = key.place.line
        yield key, _node(value)


def plain(node: Node) -> Any:
    """A node as texts, lists and dicts."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.pairs}
    if isinstance(node, List):
        return [plain(item) for item in node.items]
    return node.text if isinstance(node, Text) else ""


def _case(node: Node) -> Case:
    if not isinstance(node, Mapping):
        raise _Wrong(node, "wrong-shape", wanted="mapping", got=node.kind)
    parts = {key.text: value for key, value in node.pairs}
    for key, _ in node.pairs:
        if key.text not in KEYS:
            raise _Wrong(key, "unknown-key", key=key.text, nearest=(), keys=KEYS)
    name = parts.get("case")
    if not isinstance(name, Text):
        raise _Wrong(node, "missing-key", key="case")
    given = parts.get("given", Mapping(node.place, ()))
    if not isinstance(given, Mapping):
        raise _Wrong(given, "wrong-shape", wanted="mapping", got=given.kind)
    return Case(
        case=name.text,
        place=name.place,
        given=given,
        sheets=_by_seat(parts.get("sheets")),
        anytime=_by_seat(parts.get("anytime")),
        then=_then(parts["then"]) if "then" in parts else Then(),
        about=plain(parts["about"]) if "about" in parts else "",
    )


def _by_seat(node: Node | None) -> dict[str, tuple[str, ...]]:
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        raise _Wrong(node, "wrong-shape", wanted="mapping", got=node.kind)
    return {seat.text: _sheets(value) for seat, value in node.pairs}


def _sheets(node: Node) -> tuple[str, ...]:
    """One sheet, or several to be sent one after the other."""
    if isinstance(node, List) and all(isinstance(item, (Text, Mapping)) for item in node.items):
        return tuple(text for item in node.items for text in _sheets(item))
    if isinstance(node, Text):
        return (node.text,)
    return (yaml.dump(plain(node), allow_unicode=True, sort_keys=False),)


def _then(node: Node) -> Then:
    fields = {name.replace("_", " "): name for name in Then.__struct_fields__}
    if not isinstance(node, Mapping):
        raise _Wrong(node, "wrong-shape", wanted="mapping", got=node.kind)
    for key, _ in node.pairs:
        if key.text not in fields:
            raise _Wrong(key, "unknown-key", key=key.text, nearest=(), keys=tuple(fields))
    given = {fields[key.text]: plain(value) for key, value in node.pairs}
    try:
        return msgspec.convert(given, Then)
    except msgspec.ValidationError as error:
        raise _Wrong(node, "broken-syntax", problem=str(error)) from error


def read_given(path: Path, case: Case, wanted: type[Any], lexicon: Lexicon, only: Collection[str] = ()) -> Any:
    """The position of a case, or of it *only* what these keys say; raises `BadCase`."""
    reader = SheetReader(lexicon)
    node = case.given
    if only and isinstance(node, Mapping):
        node = Mapping(node.place, tuple(pair for pair in node.pairs if pair[0].text.strip().casefold() in only))
    given = reader.whole(node, wanted)
    if reader.faults or given is None:
        raise BadCase(path, tuple(reader.faults))
    return given
