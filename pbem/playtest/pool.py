"""Many games at once, on as many cores as there are; their results come in order."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

R = TypeVar("R")


def cores() -> int:
    """How many games may well be played at once."""
    return os.cpu_count() or 1


def played(play: Callable[[int], R], games: int, jobs: int) -> Iterator[R]:
    """What *play* makes of the numbers from 0 to *games* - 1, in this order whatever the *jobs*.

    With more than one job *play* is sent to other processes, so it must be a function of a module or
    a `partial` of one. Games that were not begun when the iterator is closed are not played.
    """
    if jobs <= 1 or games <= 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, range(games))
