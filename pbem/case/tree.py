"""A case file as nodes with their places: plain YAML, with nothing repaired."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.engine.kit.reading import ListNode, MappingNode, Node, Place, TextNode
from pbem.sheet.data import tree
from pbem.sheet.fault import SheetFault, fault


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
