"""Orders of random games, with whatever each game can say, for tests of forms."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import play, policies
from pbem.engine.playtest import OrderMaker, playtest_of
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Chance
from pbem.playtest.recorded import table_for


class AskedOrder(msgspec.Struct, frozen=True):
    """A question of a game, the view of its seat, and an order that answers it."""

    view: Position
    decision: Decision
    order: Order


def asked_orders(
    ruleset: Ruleset, settings: Mapping[str, Any], seed: str, most: int = 400, guess: OrderMaker | None = None
) -> Iterator[AskedOrder]:
    """The questions of a random game, at most so many of them; *guess* answers for a game that is not installed."""
    guess = guess or playtest_of(ruleset.name, "guess").guess
    assert guess is not None
    found: list[AskedOrder] = []

    def by_guess(decision: Decision, view: Position) -> Answer | None:
        if len(found) >= most:
            return None
        order = guess(view, decision, Chance(seed, f"{decision.seat} {decision.key}"))
        found.append(AskedOrder(view, decision, order))
        return Answer(order, "sheet")

    table = table_for(ruleset, settings, seed)
    play(table, (by_guess, policies(ruleset.policies)))
    yield from found
