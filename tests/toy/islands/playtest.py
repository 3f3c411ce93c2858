"""What tests and tools want of Islands."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.kit.reading import Named
from pbem.engine.order import Order
from pbem.engine.playtest import Playtest
from pbem.engine.table import Table
from tests.toy.islands.ruleset import Settings
from tests.toy.islands.rulings import broken
from tests.toy.islands.state import ISLANDS, Dealt, Hand, Islands, Reinforce, Sail
from tests.toy.islands.steps import Turn


class Given(msgspec.Struct, frozen=True):
    """The only turn of a game about to begin, the hands as given."""

    players: int = 2
    hands: Mapping[Annotated[str, Named("power")], tuple[int, ...]] = {}

    def settings(self) -> Settings:
        return Settings(self.players, turns=1)

    def lay_out(self, table: Table[Islands]) -> None:
        table.leave()
        for power, seat in table.state.control.items():
            table.emit(Dealt(power=power, seat=seat, hand=Hand(self.hands.get(power, ()))))
        table.enter(Turn(turn=1))


def facts(state: Islands) -> Mapping[str, Any]:
    return {"at": dict(state.at), "points": dict(state.points)}


def guess(view: Islands, decision: Decision, chance: Chance) -> Order:
    if decision.takes is Sail:
        return Sail(to=chance.choice(ISLANDS))
    card = chance.choice([None, *view.hands[decision.power].known])
    return Reinforce(card=card) if card else Reinforce(passes=True)


PLAYTEST = Playtest(guess=guess, bot=guess, invariants=broken, fixture=Given, facts=facts)
