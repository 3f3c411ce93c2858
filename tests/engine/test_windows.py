"""Steps that are asked again after each answer: windows that close, questions that follow, conditional answers."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
import pytest

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import PUBLIC, AnswerTaken, Event, NotNeeded
from pbem.engine.order import Order, Problem
from pbem.engine.play import Source, lacking, play, policies, recalled, silence, waiting
from pbem.engine.position import Position
from pbem.engine.table import LAST, Answer, Answered, Step, Table

SEATS = ("ann", "ben", "cid")


class State(Position, frozen=True, kw_only=True):
    said: tuple[str, ...] = ()


class Said(Event[State], frozen=True):
    said: tuple[str, ...]

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, said=self.said)


class React(Order, frozen=True):
    card: int = 0
    unless: int = 0
    """No card if one as high lies there already."""


class Window(Step[State, React], frozen=True):
    """Each may play a card; the first that does closes the window."""

    public: bool = False

    def ask(self, state: State, so_far: SoFar[React]) -> Iterable[Decision[React]]:
        if any(order.card for order in so_far.values() if order):
            return
        for seat in SEATS:
            yield Decision(key="react", seat=seat, takes=React, public=self.public, silence=React())

    def check(self, view: State, decision: Decision[React], order: React) -> Iterator[Problem]:
        if order.card > 9:
            yield Problem("no-such-card", ("card",))

    def run(self, table: Table[State], answers: Answers[React]) -> None:
        table.leave()
        table.emit(Said(said=tuple(f"{asked.seat} {order.card}" for asked, order in answers.items())))


class Followed(Window, frozen=True):
    """Whoever passes is asked again."""

    def ask(self, state: State, so_far: SoFar[React]) -> Iterable[Decision[React]]:
        yield from (Decision(key="react", seat=seat, takes=React, public=self.public) for seat in SEATS)
        for asked, order in so_far.items():
            if asked.key == "react" and order is not None and not order.card:
                yield Decision(key="sure", seat=asked.seat, takes=React, public=True)


class Bids(Window, frozen=True):
    """All answer in their order, each knowing what lies there."""

    def ask(self, state: State, so_far: SoFar[React]) -> Iterable[Decision[React]]:
        for place, seat in enumerate(SEATS):
            yield Decision(key="bid", seat=seat, takes=React, public=True, place=place)

    def resolve(self, view: State, decision: Decision[React], order: React, so_far: SoFar[React]) -> React:
        highest = max((before.card for before in so_far.values() if before), default=0)
        return React() if order.unless and highest >= order.unless else React(card=order.card)


def table(step: Step[State, React]) -> Table[State]:
    return Table(State(flow=(step,)), SEATS, "secret")


def sheets(sent: Mapping[tuple[str, str], tuple[React, float]]) -> Source:
    def source(asked: Decision, _view: object) -> Answer | None:
        order, at = sent.get(asked.name, (None, 0.0))
        return Answer(order, "sheet", at=at) if order else None

    return source


def test_the_first_to_answer_closes_a_public_window_whoever_is_asked_first() -> None:
    t = table(Window(public=True))

    assert play(t, [sheets({("cid", "react"): (React(card=7), 5.0), ("ann", "react"): (React(), 2.0)})]) == ()
    assert t.state.said == ("ann 0", "cid 7")


def test_an_answer_after_the_one_that_closed_the_window_does_not_count_and_its_player_alone_is_told() -> None:
    t = table(Window(public=True))
    sent = {("cid", "react"): (React(card=7), 5.0), ("ann", "react"): (React(card=9), 6.0)}

    assert play(t, [sheets(sent)]) == ()
    assert t.state.said == ("cid 7",)
    (told, *_) = t.entries[0].events
    assert told == NotNeeded(seat="ann", key="react")
    assert [seat for seat in (*SEATS, PUBLIC) if told.seen_by(seat)] == ["ann"]


def test_a_window_that_is_not_public_cannot_be_closed_by_what_was_answered() -> None:
    t = table(Window())

    waits = play(t, [sheets({("cid", "react"): (React(card=7), 5.0)})])
    assert [asked.seat for asked in waits] == ["ann", "ben"]


def test_an_illegal_answer_closes_nothing() -> None:
    t = table(Window(public=True))

    waits = play(t, [sheets({("cid", "react"): (React(card=10), 5.0)})])
    assert [asked.seat for asked in waits] == list(SEATS)


def test_in_which_order_secret_answers_came_is_told_by_nothing() -> None:
    t = table(Window())
    sent = {("cid", "react"): (React(card=7), 1.0), ("ann", "react"): (React(), 2.0), ("ben", "react"): (React(), 3.0)}

    assert play(t, [sheets(sent)]) == ()
    assert t.state.said == ("ann 0", "ben 0", "cid 7")
    assert [one.seat for one in t.entries[0].answers] == ["ann", "ben", "cid"]


def test_what_follows_from_an_answer_is_asked_after_an_entry_of_its_own() -> None:
    t = table(Followed(public=True))
    first = {("ann", "react"): (React(), 2.0), ("ben", "react"): (React(card=3), 4.0)}

    waits = play(t, [sheets(first)])
    assert [asked.name for asked in waits] == [("cid", "react"), ("ann", "sure")]
    there = [asked.name for asked in waiting(t)]
    assert there == [("ben", "react"), ("cid", "react"), ("ann", "sure")], "the host needs no sheets to know it"
    assert [entry.step for entry in t.entries] == ["answers-taken"]
    assert [(one.seat, one.key, one.by) for one in t.entries[0].answers] == [("ann", "react", "sheet")]

    assert lacking(t, [sheets(first)])[0].name == ("cid", "react")
    rest = {**first, ("cid", "react"): (React(card=4), 6.0), ("ann", "sure"): (React(card=1), 7.0)}
    assert play(t, [sheets(rest)]) == ()
    assert t.state.said == ("ann 0", "ben 3", "cid 4", "ann 1")
    assert t.state.taken == ()
    assert next((one.seat, one.by) for one in t.entries[1].answers) == ("ann", "taken")


@pytest.mark.parametrize("public", [True, False])
def test_an_answer_that_is_taken_is_shown_only_if_it_is_public(public: bool) -> None:
    taken: AnswerTaken[State, React] = AnswerTaken(seat="ann", key="react", order=React(card=5), public=public)

    assert taken.seen_by("ann") == taken
    for seat in ("ben", PUBLIC):
        seen = taken.seen_by(seat)
        assert isinstance(seen, AnswerTaken)
        assert (seen.order is not None) == public


def test_conditional_answers_count_in_the_order_of_the_question_in_one_round() -> None:
    t = table(Bids())
    ann, ben, cid = React(card=4), React(card=5, unless=5), React(card=6, unless=5)
    sent = {("cid", "bid"): (cid, 1.0), ("ben", "bid"): (ben, 2.0)}

    assert [asked.seat for asked in play(t, [sheets(sent)])] == ["ann"]
    assert play(t, [sheets({**sent, ("ann", "bid"): (ann, 3.0)})]) == ()
    assert t.state.said == ("ann 4", "ben 5", "cid 0")


def test_an_answer_of_the_program_closes_no_window_before_the_people_have_answered() -> None:
    t = table(Window(public=True))

    def bot(asked: Decision, _view: object) -> Answer | None:
        return Answer(React(card=9), "bot", at=LAST) if asked.seat == "ann" else None

    assert [asked.seat for asked in play(t, [bot])] == ["ben", "cid"]
    sent = {("ben", "react"): (React(), 3.0), ("cid", "react"): (React(card=2), 4.0)}
    assert play(t, [sheets(sent), bot]) == ()
    assert t.state.said == ("ben 0", "cid 2")


def test_silence_answers_what_is_due_and_nothing_else() -> None:
    t = table(Window(public=True))
    sent = sheets({("cid", "react"): (React(), 5.0)})

    assert [asked.seat for asked in play(t, [sent, silence(lambda asked: asked.seat == "ann")])] == ["ben"]
    assert play(t, [sent, silence(lambda _: True)]) == ()
    assert t.state.said == ("cid 0", "ann 0", "ben 0")
    assert [one.by for one in t.entries[0].answers] == ["sheet", "silence", "silence"]


def test_a_decision_without_silence_is_waited_for_however_late_it_is() -> None:
    t = table(Bids())

    assert len(play(t, [silence(lambda _: True)])) == 3


def test_a_replay_of_the_entries_needs_no_clock() -> None:
    t = table(Followed(public=True))
    first = {("ann", "react"): (React(), 2.0), ("ben", "react"): (React(card=3), 4.0)}
    play(t, [sheets(first)])
    again = table(Followed(public=True))

    for entry in t.entries:
        again.replay(entry)

    assert (again.state, again.views) == (t.state, t.views)
    assert waiting(again) == waiting(t)


def test_where_an_answer_leads_to_a_further_question_nothing_is_lacking_before_that_is_put() -> None:
    t = table(Followed(public=True))
    first = sheets({("ann", "react"): (React(), 2.0)})

    assert lacking(t, [first]) == ()
    play(t, [first])
    assert [asked.name for asked in lacking(t, [first])] == [("ben", "react"), ("cid", "react"), ("ann", "sure")]


def test_an_answer_is_resolved_by_what_its_seat_sees_and_for_its_own_question() -> None:
    seen: list[tuple[State, str]] = []

    class Watched(Bids, frozen=True):
        def resolve(self, view: State, decision: Decision[React], order: React, so_far: SoFar[React]) -> React:
            seen.append((view, decision.seat))
            return order

    t = table(Watched())
    views = dict(t.views)

    play(t, [sheets({("ann", "bid"): (React(card=4), 3.0)})])
    assert seen
    assert all(view is views[seat] for view, seat in seen)
    assert {seat for _, seat in seen} == {"ann"}


def test_a_standing_order_is_looked_for_by_its_seat() -> None:
    class Always:
        def answer(self, _view: State, _decision: Decision[React]) -> React:
            return React(card=2)

    t = table(Bids())
    source = policies(lambda _view, seat: [Always()] if seat == "ann" else [])

    assert [asked.seat for asked in play(t, [source])] == ["ben", "cid"]


def test_after_an_illegal_answer_the_next_source_is_asked() -> None:
    t = table(Window(public=True))
    sent = sheets({("cid", "react"): (React(card=10), 5.0)})

    assert play(t, [sent, silence(lambda _: True)]) == ()
    assert {one.seat: one.by for one in t.entries[0].answers}["cid"] == "silence"


def test_recorded_answers_find_the_questions_that_they_were_given_to() -> None:
    t = table(Followed(public=True))
    first = {("ann", "react"): (React(), 2.0), ("ben", "react"): (React(card=3), 4.0)}
    rest = {**first, ("cid", "react"): (React(card=4), 6.0), ("ann", "sure"): (React(card=1), 7.0)}
    play(t, [sheets(rest)])
    answers = [one for entry in t.entries for one in entry.answers if one.by == "sheet"]
    sights: list[str] = []

    def sight(seat: str) -> State:
        sights.append(seat)
        return table(Followed(public=True)).state

    found = list(recalled(Followed(public=True), sight, answers))

    assert [decision and decision.name for decision, _ in found] == [(one.seat, one.key) for one in answers]
    assert {one.key for one in answers} == {"react", "sure"}
    assert sights == [one.seat for one in answers]


def test_a_recorded_answer_without_a_key_is_for_the_first_question_of_its_seat_and_one_to_none_is_kept() -> None:
    t = table(Window())
    old = [Answered(React(card=1), seat="ben", key=""), Answered(React(card=2), seat="cid", key="gone")]

    found = list(recalled(Window(), lambda _: t.state, old))

    assert [(decision and decision.name, answer) for decision, answer in found] == [
        (("ben", "react"), old[0]),
        (None, old[1]),
    ]
