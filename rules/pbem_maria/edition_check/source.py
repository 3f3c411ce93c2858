"""An edition's files with the line of everything in them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem_maria.edition import FILES

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Spot = tuple[str | int, ...]


class EditionFault(msgspec.Struct, frozen=True):
    """Something wrong with an edition: where it stands and, in *args*, what was expected; the phrase *code* says it."""

    file: str
    line: int
    code: str
    args: Mapping[str, Any] = {}


class Source:
    """The content of the files, and the line of every value by its path."""

    def __init__(self, folder: Path) -> None:
        self.faults: list[EditionFault] = []
        self.data: dict[str, Any] = {}
        self._lines: dict[tuple[str, Spot], int] = {}
        for name in FILES:
            self.data[name] = self._load(folder, name)

    @property
    def readable(self) -> bool:
        """Whether every file could be read as a mapping."""
        return all(isinstance(content, dict) for content in self.data.values())

    def blame(self, name: str, spot: Spot, code: str, **args: Any) -> EditionFault:
        """The fault *code* at *spot* of the file *name*, or at the nearest thing above it."""
        while spot and (name, spot) not in self._lines:
            spot = spot[:-1]
        line = self._lines.get((name, spot), 1)
        return EditionFault(f"{name}.yaml", line, code, args)

    def items(self, name: str, key: str) -> Iterator[tuple[Spot, dict[str, Any]]]:
        """The mappings of a list, with their paths; what is no mapping is left to `shapes`."""
        content = self.data[name].get(key)
        for number, item in enumerate(content if isinstance(content, list) else ()):
            if isinstance(item, dict):
                yield (key, number), item

    def _load(self, folder: Path, name: str) -> Any:
        try:
            text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
            node = yaml.compose(text, Loader=_Loader)
        except OSError:
            self.faults.append(EditionFault(f"{name}.yaml", 1, "no-file"))
            return None
        except UnicodeDecodeError as error:
            self.faults.append(EditionFault(f"{name}.yaml", 1, "not-utf8", {"at": error.start}))
            return None
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = mark.line + 1 if mark else 1
            self.faults.append(
                EditionFault(f"{name}.yaml", line, "not-yaml", {"problem": getattr(error, "problem", "")})
            )
            return None
        value = self._plain(name, node, ()) if node is not None else None
        if not isinstance(value, dict):
            self.faults.append(EditionFault(f"{name}.yaml", 1, "not-a-mapping"))
        return value

    def _plain(self, name: str, node: yaml.Node, spot: Spot) -> Any:
        self._lines[name, spot] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            content: dict[Any, Any] = {}
            for key_node, value_node in node.value:
                key = self._scalar(key_node)
                if key in content:
                    line = key_node.start_mark.line + 1
                    self.faults.append(EditionFault(f"{name}.yaml", line, "doubled-key", {"key": key}))
                content[key] = self._plain(name, value_node, (*spot, key))
            return content
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(name, item, (*spot, number)) for number, item in enumerate(node.value)]
        return self._scalar(node)

    @staticmethod
    def _scalar(node: yaml.Node) -> Any:
        return yaml.constructor.SafeConstructor().construct_object(node)
