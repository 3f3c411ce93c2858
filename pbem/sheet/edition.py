"""The files of an edition, read and checked: every fault with its file and its place.

Beside the faults of `sheet.data`: `no-file` for one that is missing, `empty-file` for one without a word in it, and
`not-utf8` with `at`, the first bad byte.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.kit.edition import EditionType
from pbem.engine.kit.reading import MappingNode as Pairs
from pbem.engine.kit.reading import Node, Place, TextNode
from pbem.engine.problem import OrderPath
from pbem.sheet.data import Data, read_data, tree
from pbem.sheet.fault import SheetFault, fault

_START = Place(1, 1)


class FileFault(msgspec.Struct, frozen=True):
    """A fault, and the file of the edition that it is in."""

    file: str
    fault: SheetFault


class EditionRead(msgspec.Struct, frozen=True):
    """What the files of an edition say, in the type for them, and every fault in them; None if that cannot be read."""

    files: Any
    faults: tuple[FileFault, ...]

    @property
    def sound(self) -> bool:
        """Whether the edition can be played; warnings do not count."""
        return self.files is not None and not any(each.fault.problem.stops for each in self.faults)


def check_edition(raw: Mapping[str, bytes | None], wanted: EditionType) -> tuple[FileFault, ...]:
    """Every fault of an edition, given as to `read_edition`."""
    return read_edition(raw, wanted).faults


def read_edition(raw: Mapping[str, bytes | None], wanted: EditionType) -> EditionRead:
    """Read and check an edition, given the bytes of its files by their names without `.yaml`; None for a missing one.

    What may only follow from something that could not be read is not told; so labels are checked only if all is sound.
    """
    read = {name: _nodes(raw.get(name)) for name in wanted.files.__struct_fields__}
    faults = [FileFault(f"{name}.yaml", each) for name, (_, found) in read.items() for each in found]
    nodes = {name: root for name, (root, _) in read.items() if root is not None}
    whole = Pairs(_START, tuple((TextNode(_START, name), root) for name, root in nodes.items()))
    data = read_data(whole, wanted.files)
    faults += _read(data, wanted)
    told = {(each.file, each.fault.place, each.fault.problem.code): each for each in faults}
    found = EditionRead(data.draft, tuple(sorted(told.values(), key=lambda each: (each.file, each.fault.place))))
    if wanted.labels is None or not found.sound:
        return found
    worse = wanted.labels.check(found.files, raw.get(wanted.labels.file))
    labels = (FileFault(f"{wanted.labels.file}.yaml", SheetFault(each, _START)) for each in worse)
    return EditionRead(found.files, (*found.faults, *labels))


def _read(data: Data, wanted: EditionType) -> Iterator[FileFault]:
    """The faults of the files that could be parsed; those that concern several only if all could be read."""
    gaps = [each for each in data.faults if each.problem.stops]
    yield from (FileFault(f"{each.problem.path[0]}.yaml", each) for each in data.faults if each.problem.path)
    for problem in wanted.check(data.draft, data.unread) if data.draft is not None else ():
        found = SheetFault(problem, _place(data.places, problem.path))
        if not any(_holds(part, gap, found) for part in (problem.path, *problem.rests_on) for gap in gaps):
            yield FileFault(f"{problem.path[0]}.yaml", found)


def _holds(part: OrderPath, gap: SheetFault, found: SheetFault) -> bool:
    """Whether the *part* that *found* is about, or rests on, holds the *gap*.

    An entry that could not be read has left its number in a list to the next, which is behind it.
    """
    same = gap.problem.path[: len(part)] == part
    return same and (part != found.problem.path or gap.place >= found.place)


def _place(places: Mapping[OrderPath, Place], path: OrderPath) -> Place:
    while path not in places:
        path = path[:-1]
    return places[path]


def _nodes(raw: bytes | None) -> tuple[Node | None, tuple[SheetFault, ...]]:
    if raw is None:
        return None, (fault(_START, "no-file"),)
    try:
        root, faults = tree(raw.decode())
    except UnicodeDecodeError as error:
        return None, (fault(Place(raw.count(b"\n", 0, error.start) + 1, 1), "not-utf8", at=error.start),)
    if root is None and not faults:
        faults = (fault(_START, "empty-file"),)
    return root, faults
