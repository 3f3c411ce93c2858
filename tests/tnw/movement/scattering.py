"""Positions made by chance."""

import random

from pbem_tnw.chapters.land.paths import distance
from pbem_tnw.position.state import WarState
from tests.tnw.positions import active, at_start, emptied, with_forces

START = at_start(4)
POINTS = 5
FAR = 99


def scattered(number: int) -> WarState:
    """A position with units, generals and Flags where chance has put them, and France Active."""
    chance = random.Random(number)
    board = START.board
    duchies = list(board.duchies)
    state = emptied(START, *duchies)
    flags: dict[str, str] = {}
    for duchy in chance.sample(duchies, 30):
        nation = chance.choice(["france", "austria", "russia", "britain", "spain"])
        if board.duchies[duchy].nation != nation:
            flags[duchy] = nation
    units = {
        duchy: {chance.choice(["france", "austria", "russia"]): chance.randint(1, 5)}
        for duchy in chance.sample(duchies, 70)
    }
    here = chance.choice([duchy for duchy, there in units.items() if "france" in there])
    generals = {}
    for name in ("mack", "charles", "kutuzov", "bagration"):
        own = [duchy for duchy, there in units.items() if board.leaders[name].nation in there]
        generals[name] = min(own, key=lambda duchy: (distance(state, here, duchy) or FAR, duchy)) if own else "yard"
    generals |= dict.fromkeys(chance.sample(["napoleon", "lannes", "ney", "davout"], 2), here)
    return active(with_forces(state, units, generals, flags), "france", POINTS)
