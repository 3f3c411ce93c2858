"""What a finished game came to for each power, from what everyone saw."""

from collections import Counter
from collections.abc import Sequence

from pbem.engine.event import Event
from pbem.engine.kit.tally import GameTally
from pbem_maria.chapters.combat.events import FightEnded
from pbem_maria.chapters.pieces.troop_events import TroopsLost
from pbem_maria.position.state import State

HEADS = ("combats-won", "combats-lost", "lost-in-combat", "lost-for-supply", "pool")
_IN_COMBAT = ("combat", "retreat")


def tally(view: State, events: Sequence[Event]) -> GameTally:
    """Combats won and lost, troops lost in combat (with those that could not retreat) and for lack of supply.

    Of a power with victory markers, also how many are left in its pool.
    """
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    combat: Counter[str] = Counter()
    supply: Counter[str] = Counter()
    for event in events:
        match event:
            case FightEnded(loser=str() as loser):
                sides = {"attacker": event.pair.attackers[0], "defender": event.pair.defenders[0]}
                lost[view.power_of(sides.pop(loser))] += 1
                won[view.power_of(*sides.values())] += 1
            case TroopsLost():
                (combat if event.why in _IN_COMBAT else supply)[event.power] += event.number
    fought = {*won, *lost, *combat, *supply, *view.pools}
    powers = [power for power in view.seats if power in fought]
    rows = {power: (won[power], lost[power], combat[power], supply[power], view.pools.get(power)) for power in powers}
    return GameTally("power", HEADS, rows)
