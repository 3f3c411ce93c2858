from collections.abc import Iterator, Mapping

import msgspec
import pytest

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import PUBLIC, Entered, Event, Left, Rewound
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.play import Stuck, play, policies
from pbem.engine.position import Position
from pbem.engine.table import MOST_PLANS, Answer, Answered, Endless, Entry, Scratch, Step, Table


class State(Position, frozen=True, kw_only=True):
    told: Mapping[str, int] = {}
    sum: int = 0


class Whispered(Event, frozen=True):
    seat: str
    number: int

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None

    def change(self, state: State) -> State:
        told = {**state.told, self.seat: self.number}
        return msgspec.structs.replace(state, told=told, sum=state.sum + self.number)


class Say(Order, frozen=True):
    number: int


class Ask(Step, frozen=True):
    rule = "1"

    def ask(self, state: State, so_far: SoFar) -> tuple[Decision, ...]:
        return tuple(Decision(key="say", seat=seat, takes=Say) for seat in ("anna", "ben"))

    def check(self, view: State, decision: Decision, order: Say) -> Iterator[Problem]:
        if order.number < 0:
            yield Problem("negative", ("number",), "1")
        if order.number > 99:
            yield Problem("large", ("number",), "1", weight=Weight.unwise)

    def run(self, table: Table, answers: Answers) -> None:
        table.leave()
        for decision, order in answers.items():
            if isinstance(order, Say):
                table.emit(Whispered(seat=decision.seat, number=order.number))


class Loop(Step, frozen=True):
    def run(self, table: Table, answers: Answers) -> None:
        table.leave()
        table.enter(Loop())


class Broken(Step, frozen=True):
    """Fails after something has happened."""

    def run(self, table: Table, answers: Answers) -> None:
        table.leave()
        table.emit(Whispered(seat="anna", number=9))
        raise ZeroDivisionError


BEN = Decision(key="say", seat="ben", takes=Say)


def table(*steps: Step) -> Table:
    return Table(State(flow=steps[::-1]), ("anna", "ben"), "secret")


def say(numbers: Mapping[str, int]):  # type: ignore[no-untyped-def]
    def source(decision: Decision, view: State) -> Answer | None:
        return Answer(Say(number=numbers[decision.seat]), "sheet") if decision.seat in numbers else None

    return source


def test_the_game_waits_for_all_who_are_asked() -> None:
    waiting = play(table(Ask()), [say({"anna": 1})])

    assert [d.seat for d in waiting] == ["ben"]


def test_an_illegal_answer_is_no_answer_and_an_unwise_one_is() -> None:
    waiting = play(table(Ask()), [say({"anna": -1, "ben": 100})])

    assert [d.seat for d in waiting] == ["anna"]


def test_sources_are_asked_in_their_order() -> None:
    t = table(Ask())

    assert not play(t, [say({"anna": 1}), say({"anna": 5, "ben": 7})])
    assert t.state.told == {"anna": 1, "ben": 7}


def test_a_view_is_the_fold_of_what_the_seat_saw() -> None:
    t = table(Ask())
    play(t, [say({"anna": 1, "ben": 2})])

    assert t.state.sum == 3
    assert t.views["anna"].told == {"anna": 1}
    assert t.views["ben"].told == {"ben": 2}
    assert t.views[PUBLIC].told == {}


def test_of_a_step_that_fails_nothing_has_happened() -> None:
    t = table(Broken(), Ask())
    before, views = t.state, dict(t.views)

    with pytest.raises(ZeroDivisionError):
        t.run(Broken(), {})

    assert (t.state, t.views, t.entries) == (before, views, [])
    assert t.run(Ask(), {BEN: Answer(Say(number=1))}).number == 1
    assert t.views["anna"].told == {}


def test_entries_are_kept_before_the_next_step_runs() -> None:
    kept: list[Entry] = []
    t = table(Ask(), Ask())

    play(t, [say({"anna": 1, "ben": 2})], kept.append)

    assert [e.number for e in kept] == [1, 2]
    assert kept[0].step == "ask"
    assert kept[0].answers[0] == Answered(Say(number=1), "sheet", seat="anna", key="say")


def test_replaying_the_entries_gives_the_same_table() -> None:
    t = table(Ask(), Ask())
    play(t, [say({"anna": 1, "ben": 2})])
    again = table(Ask(), Ask())

    for entry in t.entries:
        again.replay(entry)

    assert (again.state, again.views) == (t.state, t.views)


def test_entries_cannot_be_left_out() -> None:
    t = table(Ask(), Ask())
    play(t, [say({"anna": 1, "ben": 2})])

    with pytest.raises(ValueError, match="entry 2 cannot follow entry 0"):
        table(Ask(), Ask()).replay(t.entries[1])


def test_a_rewind_goes_back_and_forth_and_cuts_nothing() -> None:
    t = table(Ask(), Ask())
    play(t, [say({"anna": 1, "ben": 2})])
    end = (t.state, dict(t.views))

    t.rewind(1, "a mistake")

    assert t.state.sum == 3
    assert len(t.state.flow) == 1
    assert t.entries[-1].events == (Rewound(to=1, reason="a mistake"),)

    t.rewind(2, "no mistake")

    assert (t.state, t.views) == end
    assert len(t.entries) == 4


def test_a_rewind_to_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no entry 1"):
        table(Ask()).rewind(1, "")


def test_a_flow_that_goes_in_circles_is_noticed() -> None:
    with pytest.raises(Stuck, match="without a question"):
        play(table(Loop()), [])


class Draw(Step, frozen=True):
    def run(self, table: Table, answers: Answers) -> None:
        while True:
            table.emit(Whispered(seat="anna", number=0))


def test_a_run_that_never_ends_is_stopped_and_leaves_nothing() -> None:
    t = table(Draw())
    with pytest.raises(Endless, match="10000 events in one run, the last 'whispered'"):
        play(t, [])
    assert not t.entries
    assert t.state.flow == (Draw(),)


def test_a_trial_that_never_ends_is_stopped() -> None:
    with pytest.raises(Endless, match="events in one run"):
        Draw().run(Scratch(State()), {})


def test_no_seat_has_plans_without_end() -> None:
    t = table()
    for _ in range(MOST_PLANS):
        t.keep("anna", "say", Say(number=1))
    with pytest.raises(Endless, match="plans of 'anna'"):
        t.keep("anna", "say", Say(number=1))


def test_policies_answer_from_the_seats_own_view() -> None:
    class Repeat:
        def answer(self, view: State, decision: Decision) -> Order | None:
            assert set(view.told) <= {decision.seat}
            return Say(number=view.told.get(decision.seat, 4))

    t = table(Ask(), Ask())
    play(t, [policies(lambda view, seat: [Repeat()])])

    assert t.state.told == {"anna": 4, "ben": 4}
    assert t.entries[0].answers[0].by == "policy"


def test_a_scratch_table_changes_one_view_and_keeps_no_other() -> None:
    t = Scratch(State(flow=(Ask(),)))
    t.emit(Left())
    t.emit(Entered(steps=(Ask(), Ask())))

    assert len(t.state.flow) == 2
    assert t.views == {}
