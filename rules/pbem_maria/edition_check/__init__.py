"""What is wrong with an edition that somebody typed in from a printed board: file, line, what was expected."""

from collections.abc import Iterator
from pathlib import Path

from pbem_maria.edition_check import armies, board, politics
from pbem_maria.edition_check.source import EditionFault, Source

__all__ = ["EditionFault", "check"]


def check(folder: Path) -> Iterator[EditionFault]:
    """Every fault of the edition in *folder*, by file and line."""
    source = Source(folder)
    faults = list(source.faults)
    if source.readable:
        for part in (board, armies, politics):
            faults += part.check(source)
    yield from sorted(faults, key=lambda fault: (fault.file, fault.line, fault.code))
