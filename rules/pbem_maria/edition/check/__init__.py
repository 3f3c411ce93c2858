"""What is wrong with an edition that was typed in from a printed board, beyond what its types can say."""

from collections.abc import Collection, Iterator

from pbem.engine.problem import Problem
from pbem_maria.edition.check import armies, board, politics
from pbem_maria.edition.edition import EditionFiles


def check(files: EditionFiles, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of *files*; what is *unread* is there but could not be read."""
    yield from board.check(files.map, unread)
    yield from armies.check(files.armies, files.map, unread)
    yield from politics.check(files)
