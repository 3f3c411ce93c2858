"""What is wrong with an edition that was typed in from a printed game, beyond what its types can say."""

from collections.abc import Collection, Iterator

from pbem.engine.problem import Problem
from pbem_tnw.edition.check import board, cards, effects, nations, set_up, spellings, tracks
from pbem_tnw.edition.check.known import KnownIds
from pbem_tnw.edition.edition import TnwEditionFiles


def check(files: TnwEditionFiles, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of *files*; what is *unread* is there but could not be read."""
    known = KnownIds(files, unread)
    yield from board.check(files.map, known)
    yield from spellings.check(files)
    yield from nations.check(files.armies, files.map)
    yield from set_up.check(files.armies, files.map, known)
    yield from tracks.check(files.armies.tracks)
    yield from cards.check(files, known)
    yield from effects.check(files, known)
