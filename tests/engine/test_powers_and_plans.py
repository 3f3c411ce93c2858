"""Powers that change seats with what is hidden, and plans for coming decisions."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
import pytest

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import PUBLIC, Event, PlanDropped, PlanKept, PlanUsed, PowerPassed
from pbem.engine.order import Order, Problem
from pbem.engine.play import Source, plans, play, waiting
from pbem.engine.position import Condition, Holdings, Position
from pbem.engine.table import Answer, Step, Table


class Hand(Holdings["State"], frozen=True):
    cards: tuple[int, ...] | int

    def hidden(self) -> "Hand":
        return Hand(cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def laid(self, state: "State", power: str) -> "State":
        return msgspec.structs.replace(state, hands={**state.hands, power: self.cards})


class State(Position, frozen=True, kw_only=True):
    hands: Mapping[str, tuple[int, ...] | int] = {}
    played: tuple[str, ...] = ()

    def holdings(self, power: str) -> Hand:
        return Hand(cards=self.hands[power])


class Dealt(Event[State], frozen=True):
    power: str
    seat: str
    cards: tuple[int, ...] | int

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, hands={**state.hands, self.power: self.cards})

    def seen_by(self, seat: str) -> Event[State]:
        if seat == self.seat or isinstance(self.cards, int):
            return self
        return msgspec.structs.replace(self, cards=len(self.cards))


class Played(Event[State], frozen=True):
    power: str
    card: int

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, played=(*state.played, f"{self.power} {self.card}"))


class Lead(Order, frozen=True):
    card: int


class After(Condition[State], frozen=True):
    """Once someone has played this card."""

    card: int

    def holds(self, view: State) -> bool:
        return any(one.endswith(f" {self.card}") for one in view.played)


class Impulse(Step[State, Lead], frozen=True):
    number: int
    power: str

    def ask(self, state: State, so_far: SoFar[Lead]) -> Iterable[Decision[Lead]]:
        seat = state.control[self.power]
        yield Decision(
            key=f"{self.number}.lead.{self.power}",
            seat=seat,
            power=self.power,
            takes=Lead,
            label="lead",
            turn=self.number,
        )

    def check(self, view: State, decision: Decision[Lead], order: Lead) -> Iterator[Problem]:
        hand = view.hands[decision.power]
        if isinstance(hand, int) or order.card not in hand:
            yield Problem("not-in-hand", ("card",))

    def run(self, table: Table[State], answers: Answers[Lead]) -> None:
        table.leave()
        for decision, order in answers.items():
            table.emit(Played(power=decision.power, card=order.card))


def table(*steps: Step[State, Lead]) -> Table[State]:
    control = {"france": "paris", "britain": "london", "spain": "london"}
    made = Table(State(flow=steps[::-1], control=control), ("paris", "london", "vienna"), "secret")
    for number, (power, seat) in enumerate(control.items()):
        made.emit(Dealt(power=power, seat=seat, cards=(10 * number + 1, 10 * number + 2)))
    made.close("deal")
    return made


def spain(t: Table[State]) -> dict[str, object]:
    return {seat: view.hands["spain"] for seat, view in t.views.items()}


def leads(card: int) -> Source:
    return lambda *_: Answer(Lead(card=card), "sheet")


def test_the_new_seat_sees_the_hand_and_the_old_one_only_what_is_public() -> None:
    t = table(Impulse(number=1, power="spain"))
    assert spain(t) == {"paris": 2, "london": (21, 22), "vienna": 2, PUBLIC: 2}

    t.hand_over("spain", "vienna")
    entry = t.close("hand-over")

    assert spain(t) == {"paris": 2, "london": 2, "vienna": (21, 22), PUBLIC: 2}
    assert t.state.hands["spain"] == (21, 22)
    assert {view.control["spain"] for view in t.views.values()} == {"vienna"}
    assert [asked.seat for asked in waiting(t)] == ["vienna"]
    (passed,) = entry.events
    assert isinstance(passed, PowerPassed)
    assert (passed.power, passed.start, passed.to) == ("spain", "london", "vienna")


def test_a_power_that_no_seat_runs_shows_its_hand_to_no_one() -> None:
    t = table(Impulse(number=1, power="spain"))

    t.hand_over("spain", "")
    t.close("hand-over")

    assert spain(t) == {"paris": 2, "london": 2, "vienna": 2, PUBLIC: 2}
    assert t.state.hands["spain"] == (21, 22)
    assert "spain" not in t.state.control


def test_a_rewind_and_a_replay_give_the_hand_back_where_it_was() -> None:
    t = table(Impulse(number=1, power="spain"))
    before = spain(t)
    t.hand_over("spain", "vienna")
    t.close("hand-over")
    t.rewind(1, "a slip")

    assert spain(t) == before
    assert t.state.control["spain"] == "london"
    again = table(Impulse(number=1, power="spain"))
    for entry in t.entries[1:]:
        again.replay(entry)
    assert (again.state, again.views) == (t.state, t.views)


def test_a_plan_is_known_to_its_seat_alone_and_answers_when_its_time_comes() -> None:
    t = table(Impulse(number=1, power="spain"), Impulse(number=2, power="spain"))
    t.keep("london", "lead", Lead(card=22), power="spain")
    entry = t.close("plans")

    assert isinstance(entry.events[0], PlanKept)
    assert [seat for seat, view in t.views.items() if view.kept] == ["london"]
    assert [asked.key for asked in play(t, [plans])] == ["2.lead.spain"]
    assert t.state.played == ("spain 22",)
    assert PlanUsed(seat="london", number=1) in t.entries[-1].events
    assert not t.state.kept
    assert not t.views["london"].kept


def test_a_plan_for_the_key_goes_before_one_for_the_label_and_one_that_stays_is_used_again() -> None:
    t = table(*(Impulse(number=number, power="spain") for number in (1, 2, 3)))
    t.keep("london", "lead", Lead(card=21), stays=True)
    t.keep("london", "2.lead.spain", Lead(card=22))

    assert play(t, [plans]) == ()
    assert t.state.played == ("spain 21", "spain 22", "spain 21")
    assert [plan.number for plan in t.state.kept] == [1]


def test_a_plan_answers_for_its_power_only() -> None:
    t = table(Impulse(number=1, power="britain"))
    t.keep("london", "lead", Lead(card=21), power="spain")

    assert [asked.power for asked in play(t, [plans])] == ["britain"]


def test_a_plan_waits_for_its_condition() -> None:
    t = table(Impulse(number=1, power="spain"), Impulse(number=2, power="spain"))
    t.keep("london", "lead", Lead(card=22), when=After(card=21))

    assert [asked.turn for asked in play(t, [plans])] == [1]
    assert play(t, [plans, leads(21)]) == ()
    assert t.state.played == ("spain 21", "spain 22")


def test_a_plan_that_does_not_fit_is_dropped_and_its_owner_alone_is_told_why() -> None:
    t = table(Impulse(number=1, power="france"), Impulse(number=2, power="spain"))
    t.keep("london", "lead", Lead(card=99), power="spain")
    t.keep("london", "lead", Lead(card=22), power="spain")
    t.close("plans")

    assert play(t, [plans, leads(1)]) == ()
    assert t.state.played == ("france 1", "spain 22")
    (dropped,) = [event for entry in t.entries for event in entry.events if isinstance(event, PlanDropped)]
    assert (dropped.number, dropped.on) == (1, "lead")
    assert [problem.code for problem in dropped.why] == ["not-in-hand"]
    assert [seat for seat in (*t.seats, PUBLIC) if dropped.seen_by(seat)] == ["london"]
    assert not t.state.kept


def test_that_a_plan_does_not_fit_makes_no_letters_of_its_own() -> None:
    """A letter that tells the others nothing would tell them that someone had planned."""
    t = table(Impulse(number=1, power="spain"))
    t.keep("london", "lead", Lead(card=99), power="spain")
    t.close("plans")
    before = len(t.entries)

    assert len(play(t, [plans])) == 1
    assert len(t.entries) == before


def test_its_owner_can_drop_a_plan() -> None:
    t = table(Impulse(number=1, power="spain"))
    t.keep("london", "lead", Lead(card=22))
    t.drop("london", 1)
    t.drop("london", 7)

    assert not t.state.kept
    assert len(play(t, [plans])) == 1


@pytest.mark.parametrize("power", ["spain", "britain"])
def test_plans_for_a_power_go_with_it_and_nobody_else_gets_them(power: str) -> None:
    t = table(Impulse(number=1, power="spain"))
    t.keep("london", "lead", Lead(card=22), power=power)
    t.hand_over("spain", "vienna")

    assert [plan.power for plan in t.state.kept] == [one for one in ("britain",) if one == power]
    assert not t.views["vienna"].kept
    assert [asked.seat for asked in play(t, [plans])] == ["vienna"]


def test_an_answer_that_a_plan_gave_says_so() -> None:
    t = table(Impulse(number=1, power="spain"))
    t.keep("london", "lead", Lead(card=22))

    assert play(t, [plans]) == ()
    assert [one.by for one in t.entries[-1].answers] == ["plan"]


def test_a_plan_of_another_seat_answers_nothing() -> None:
    t = table(Impulse(number=1, power="spain"))
    t.keep("paris", "lead", Lead(card=22), power="spain")
    (asked,) = waiting(t)

    assert plans(asked, t.state) is None
