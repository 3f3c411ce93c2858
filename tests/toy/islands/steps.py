"""The sequence of play of Islands."""

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from tests.toy.islands.state import (
    CARDS,
    HAND,
    ISLANDS,
    CardPlayed,
    Dealt,
    Fought,
    Hand,
    Islands,
    Reinforce,
    Sail,
    Sailed,
    TurnBegan,
)

ROUT = 6
"""Whoever is beaten by as much serves the victor's seat from then on."""
PASS = Reinforce(passes=True)


class Deal(Step[Islands, Order], frozen=True):
    """Every power gets two cards."""

    rule = "1"

    def run(self, table: Table[Islands], answers: Answers[Order]) -> None:
        table.leave()
        deck = table.shuffle("deck", CARDS)
        for number, (power, seat) in enumerate(table.state.control.items()):
            table.emit(Dealt(power=power, seat=seat, hand=Hand(known=deck[HAND * number : HAND * (number + 1)])))
        table.enter(Turn(turn=1))


class Turn(Step[Islands, Order], frozen=True):
    """All sail, and fight where they meet."""

    rule = "2"
    turn: int

    def run(self, table: Table[Islands], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(TurnBegan(turn=self.turn))
        rest = [Turn(turn=self.turn + 1)] if self.turn < table.state.turns else []
        table.enter(SetSail(turn=self.turn), *rest)


class SetSail(Step[Islands, Sail], frozen=True):
    """Every power says in secret where its ship goes: a seat that runs several is asked for each."""

    rule = "2.1"
    turn: int

    def ask(self, state: Islands, so_far: SoFar[Sail]) -> Iterable[Decision[Sail]]:
        for power, seat in state.control.items():
            key, default = f"{self.turn}.sail.{power}", Sail(to=state.at.get(power, ISLANDS[0]))
            yield Decision(
                key=key, seat=seat, power=power, takes=Sail, default=default, turn=self.turn, label="sail",
                about={"power": power},
            )  # fmt: skip

    def run(self, table: Table[Islands], answers: Answers[Sail]) -> None:
        table.leave()
        table.emit(Sailed(at={asked.power: order.to for asked, order in answers.items()}))
        for island in reversed(ISLANDS):
            ships = tuple(power for power, place in table.state.at.items() if place == island)
            if len(ships) > 1:
                table.enter(Battle(turn=self.turn, island=island, powers=ships))


class Battle(Step[Islands, Reinforce], frozen=True):
    """Powers that have met roll a die each; the first to play a card, which all see, closes the window for others."""

    rule = "2.2"
    turn: int
    island: str
    powers: tuple[str, ...]

    def ask(self, state: Islands, so_far: SoFar[Reinforce]) -> Iterable[Decision[Reinforce]]:
        if any(order and order.card for order in so_far.values()):
            return
        for power in self.powers:
            key, about = f"{self.turn}.{self.island}.{power}", {"power": power, "island": self.island}
            yield Decision(
                key=key, seat=state.control[power], power=power, takes=Reinforce, turn=self.turn, label="reinforce",
                default=PASS, due="short", silence=PASS, public=True, about=about,
            )  # fmt: skip

    def check(self, view: Islands, decision: Decision[Reinforce], order: Reinforce) -> Iterator[Problem]:
        if order.card is not None and order.card not in view.hands[decision.power].known:
            yield Problem("not-in-hand", ("card",), self.rule, {"card": order.card, "power": decision.power})

    def run(self, table: Table[Islands], answers: Answers[Reinforce]) -> None:
        table.leave()
        strength = dict.fromkeys(self.powers, 0)
        for asked, order in answers.items():
            if order.card is not None:
                table.emit(CardPlayed(power=asked.power, card=order.card))
                strength[asked.power] = order.card
        for power in self.powers:
            strength[power] += sum(table.roll(f"turn {self.turn}, {self.island}, {power}", 1))
        first, second, *_ = sorted(strength.values(), reverse=True)
        winner = next(power for power in self.powers if strength[power] == first) if first > second else None
        table.emit(Fought(island=self.island, strength=strength, winner=winner))
        for power in self.powers:
            if winner is not None and strength[power] <= first - ROUT:
                self._serve(table, power, table.state.control[winner])

    def _serve(self, table: Table[Islands], power: str, seat: str) -> None:
        if table.state.control[power] != seat:
            table.hand_over(power, seat)
