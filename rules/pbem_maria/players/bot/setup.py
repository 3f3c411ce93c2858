"""The division of the troops at the start (4): strong stacks where the fighting will be."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.setup.orders import SetUpOrders
from pbem_maria.edition.armies import General
from pbem_maria.position.state import MAXIMUM, State

FAR = 14
"""Generals farther from every enemy than this count as equally far from the front."""


def play_set_up(view: State, decision: Decision, chance: Chance) -> SetUpOrders:
    """The generals nearest to enemies and objectives are filled up first; absent ones get their minimum."""
    troops: dict[str, int] = {}
    for power in view.powers_of(decision.seat):
        army = view.theatre.powers[power]
        share = {general.id: general.minimum for general in army.generals}
        left = army.troops - sum(share.values())
        for general in sorted(army.generals, key=lambda g: _rank(view, g, chance)):
            more = min(left, MAXIMUM - share[general.id])
            if more and general.id in view.theatre.generals and left > more:
                more = max(0, more - chance.below(2))
            share[general.id] += more
            left -= more
        for general_id, number in tuple(share.items()):
            more = min(left, MAXIMUM - number)
            share[general_id] = number + more
            left -= more
        troops.update(share)
    return SetUpOrders(troops=troops)


def _rank(view: State, general: General, chance: Chance) -> tuple[bool, float, int]:
    """The order of filling up: generals that take part, those near the front, with a little chance."""
    if general.id not in view.theatre.generals or general.city is None:
        return True, 0.0, general.rank
    board = view.board
    foes = [
        g for g in view.theatre.generals.values() if g.city and (g.power == "austria") != (general.power == "austria")
    ]
    near = min((board.distance(general.city, foe.city) for foe in foes if foe.city), default=0)
    return False, min(near, FAR) + chance.below(5), general.rank
