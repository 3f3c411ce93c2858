"""What the moderator of Islands may rule, and what must be true of every position."""

from collections.abc import Iterable

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.ruleset import BrokenInvariant, Rulings
from pbem.engine.table import Step, Table
from tests.toy.islands.state import CARDS, HAND, Dealt, Hand, Islands, Ruling


class Rule(Step[Islands, Ruling], frozen=True):
    """Takes a ruling: it is never on the flow."""

    rule = "3"

    def ask(self, state: Islands, so_far: SoFar[Ruling]) -> tuple[Decision[Ruling], ...]:
        return (Decision(key="ruling", seat=MODERATOR, takes=Ruling),)

    def run(self, table: Table[Islands], answers: Answers[Ruling]) -> None:
        (order,) = answers.values()
        for power, cards in order.cards.items():
            table.emit(Dealt(power=power, seat=table.state.control[power], hand=Hand(known=cards)))


def broken(state: Islands) -> Iterable[BrokenInvariant]:
    held = [card for hand in state.hands.values() for card in hand.known]
    for power, hand in state.hands.items():
        if len(hand.known) + hand.unknown > HAND:
            yield BrokenInvariant("hands", "hand-too-big", {"power": power})
    for card in sorted(set(held)):
        if card not in CARDS or held.count(card) > 1:
            yield BrokenInvariant("cards", "no-such-card-left", {"card": card})


def rule(state: Islands) -> Rule | None:
    return Rule() if state.hands and state.flow else None


RULINGS: Rulings[Islands] = Rulings(step=rule, broken=broken)
