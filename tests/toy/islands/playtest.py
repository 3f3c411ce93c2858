"""What tests and tools want of Islands."""

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.playtest import Playtest
from pbem.engine.table import Chance
from tests.toy.islands.rulings import broken
from tests.toy.islands.state import ISLANDS, Islands, Reinforce, Sail


def guess(view: Islands, decision: Decision, chance: Chance) -> Order:
    if decision.takes is Sail:
        return Sail(to=chance.choice(ISLANDS))
    card = chance.choice([None, *view.hands[decision.power].known])
    return Reinforce(card=card) if card else Reinforce(passes=True)


PLAYTEST = Playtest(guess=guess, bot=guess, invariants=broken)
