"""What the moderator may rule in the toy game: a point out of turn, and cards that go from hand to hand."""

from collections.abc import Iterator
from typing import ClassVar

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.order import Problem
from pbem.engine.table import Step, Table
from tests.toy.state import Award, Hand, HandRuled, PointWon, Toy

MOST_POINTS = 3


class Jury(Step[Toy, Award], frozen=True):
    """Takes a ruling; it is never on the flow."""

    rule: ClassVar[str] = "4"

    def ask(self, state: Toy, so_far: SoFar[Award]) -> tuple[Decision[Award], ...]:
        return (Decision(key="award", seat=MODERATOR, takes=Award),)

    def check(self, view: Toy, decision: Decision[Award], order: Award) -> Iterator[Problem]:
        if order.point_to is None and not order.give:
            yield Problem("rules-nothing", (), "4")
        if order.point_to is not None and view.score.get(order.point_to, 0) >= MOST_POINTS:
            yield Problem("enough-points", ("point_to",), "4")
        for card in order.give:
            if _holder(view, card) is None:
                yield Problem("in-no-hand", ("give", card), "4", {"card": card})

    def run(self, table: Table[Toy], answers: Answers[Award]) -> None:
        (order,) = answers.values()
        if order.point_to is not None:
            table.emit(PointWon(seat=order.point_to))
        for card, to in order.give.items():
            start = _holder(table.state, card)
            if start is not None:
                table.emit(HandRuled(seat=start, hand=table.state.hands[start].without(card)))
            held = table.state.hands.get(to, Hand()).known
            table.emit(HandRuled(seat=to, hand=Hand(known=(*held, card))))


def _holder(state: Toy, card: str) -> str | None:
    return next((seat for seat, hand in state.hands.items() if card in hand.known), None)


def ruling(state: Toy) -> Step | None:
    return Jury() if state.flow else None
