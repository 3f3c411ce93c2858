"""Several decisions of one seat, and what happens to the answers to them."""

from collections.abc import Iterable, Mapping

import msgspec
import pytest

from pbem.engine.decision import Answers, AskedTwice, Decision, SoFar, by_seat
from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.play import lacking, play, waiting
from pbem.engine.position import Position
from pbem.engine.table import Answer, Step, Table


class State(Position, frozen=True, kw_only=True):
    bids: tuple[tuple[str, int], ...] = ()


class Bids(Event, frozen=True):
    bids: tuple[tuple[str, int], ...]

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, bids=self.bids)


class Bid(Order, frozen=True):
    bid: int


POWERS = {"britain": "london", "spain": "london", "france": "paris"}


class Bidding(Step, frozen=True):
    """Each power bids; London runs two of them."""

    def ask(self, state: State, so_far: SoFar) -> tuple[Decision, ...]:
        return tuple(
            Decision(key=f"1.bid.{power}", seat=seat, power=power, takes=Bid, turn=1, label="bid")
            for power, seat in POWERS.items()
        )

    def run(self, table: Table, answers: Answers) -> None:
        table.leave()
        bids = ((asked.power, order.bid) for asked, order in answers.items() if isinstance(order, Bid))
        table.emit(Bids(bids=tuple(bids)))


class Muddled(Step, frozen=True):
    """Asks a seat two things by one name."""

    def ask(self, state: State, so_far: SoFar) -> tuple[Decision, ...]:
        return tuple(Decision(key="1.bid", seat=seat, takes=Bid) for seat in POWERS.values())


def table(step: Step) -> Table:
    return Table(State(flow=(step,)), ("london", "paris"), "secret")


def source(bids: Mapping[str, int]):  # type: ignore[no-untyped-def]
    return lambda asked, _: Answer(Bid(bid=bids[asked.power]), "sheet") if asked.power in bids else None


def test_both_answers_of_a_seat_count() -> None:
    t = table(Bidding())

    assert play(t, [source({"britain": 3, "spain": 5, "france": 4})]) == ()
    assert dict(t.state.bids) == {"britain": 3, "spain": 5, "france": 4}


def test_one_answer_of_a_seat_leaves_its_other_decision_open() -> None:
    t = table(Bidding())
    sources: Iterable[object] = [source({"britain": 3, "france": 4})]

    assert [one.power for one in lacking(t, sources)] == ["spain"]  # type: ignore[arg-type]
    assert [one.power for one in play(t, sources)] == ["spain"]  # type: ignore[arg-type]


def test_an_entry_keeps_each_answer_with_the_key_of_its_decision() -> None:
    t = table(Bidding())
    play(t, [source({"britain": 3, "spain": 5, "france": 4})])

    kept = [(one.seat, one.key, one.order.bid) for one in t.entries[0].answers]
    assert kept == [("london", "1.bid.britain", 3), ("london", "1.bid.spain", 5), ("paris", "1.bid.france", 4)]


def test_two_decisions_of_a_seat_with_one_key_are_an_error() -> None:
    t = table(Muddled())

    for look in (waiting, lambda t: lacking(t, []), lambda t: play(t, [])):
        with pytest.raises(AskedTwice, match=r"london has two open decisions with the key '1\.bid' at once"):
            look(t)


def test_answers_by_seat_are_refused_where_one_would_be_lost() -> None:
    britain, spain, france = waiting(table(Bidding()))

    assert by_seat({britain: Bid(bid=1), france: Bid(bid=2)}) == {"london": Bid(bid=1), "paris": Bid(bid=2)}
    with pytest.raises(AskedTwice, match="london was asked several decisions"):
        by_seat({britain: Bid(bid=1), spain: Bid(bid=3), france: Bid(bid=2)})


def test_the_words_of_chance_of_a_seat_are_the_first_of_its_answers() -> None:
    t = Table(State(flow=(Bidding(),)), ("london", "paris"), "secret", asks_words=True)
    said = {"britain": "", "spain": "three blind mice", "france": ""}

    play(t, [lambda asked, _: Answer(Bid(bid=1), "sheet", words=said[asked.power])])
    assert t.words == {"london": "three blind mice", "paris": ""}
