"""Every way that dice can fall, where only a 6, a 5 and neither differ."""

from collections.abc import Iterator
from itertools import product
from math import prod

CHANCES = {6: 1 / 6, 5: 1 / 6, 0: 4 / 6}


def falls(dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """The faces of so many *dice* in each way that they can fall, and how likely that is."""
    for faces in product(CHANCES, repeat=dice):
        yield faces, prod(CHANCES[face] for face in faces)
