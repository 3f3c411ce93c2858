"""A sheet for several decisions: each part by itself."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Named
from pbem.engine.table import Step
from pbem.sheet.parts import Part, Parts, check_parts


class Bid(Order, frozen=True):
    bid: int


class Duel(Order, frozen=True):
    passes: bool = False
    card: Annotated[str, Named("card")] | None = None
    stake: int = 0


class Both(Step, frozen=True):
    def check(self, view: object, decision: Decision, order: Order) -> Iterator[Problem]:
        if isinstance(order, Bid) and order.bid > 4:
            yield Problem("bid-too-high", ("bid",), "2.1")


LEXICON = Lexicon({"card": {"c1": ("Cup 1",), "c2": ("Cup 2",)}})
STEP = Both()


def part(heading: str, takes: type[Order], default: Order | None = None) -> Part:
    return Part(heading, STEP, Decision(key=heading, seat="ann", takes=takes, default=default))


BID, DUEL, SECOND = part("bid", Bid, Bid(bid=0)), part("duel", Duel, Duel()), part("second duel", Duel, Duel())


def read(text: str, *parts: Part) -> Parts:
    return check_parts(text, parts or (BID, DUEL), Position(), LEXICON)


def orders(found: Parts) -> dict[str, Order | None]:
    return {part.heading: sheet.order for part, sheet in found.answers}


def codes(found: Parts) -> list[tuple[int, str]]:
    return [(each.place.line, each.problem.code) for each in found.every_fault]


def test_each_decision_is_answered_below_its_heading() -> None:
    found = read("bid:\n  bid: 3\nduel:\n  card: Cup 2\n")
    assert orders(found) == {"bid": Bid(bid=3), "duel": Duel(card="c2")}
    assert found.faultless


def test_one_decision_has_no_heading() -> None:
    found = check_parts("bid: 3\n", [BID], Position(), LEXICON)
    assert orders(found) == {"bid": Bid(bid=3)}
    assert codes(check_parts("bid:\n  bid: 3\n", [BID], Position(), LEXICON)) == [(2, "wrong-shape")]


def test_headings_may_be_missing_where_keys_belong_to_one_decision() -> None:
    found = read("bid: 3\ncard: Cup 1\nstake: 2\n")
    assert orders(found) == {"bid": Bid(bid=3), "duel": Duel(card="c1", stake=2)}


def test_a_key_of_several_decisions_needs_its_heading() -> None:
    found = read("card: Cup 1\nbid: 1\n", BID, DUEL, SECOND)
    assert orders(found) == {"bid": Bid(bid=1)}
    assert codes(found) == [(1, "unclear-heading")]
    assert found.faults[0].problem.args["headings"] == ("duel", "second duel")


def test_a_part_left_out_is_not_answered() -> None:
    found = read("Duel: pass\n")
    assert orders(found) == {"duel": Duel(passes=True)}
    assert found.faultless


def test_pass_alone_passes_all() -> None:
    assert orders(read("pass\n")) == {"bid": Bid(bid=0), "duel": Duel(passes=True)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bid:\n  bid: 9\nduel: {card: Cup 2}\n", [(2, "bid-too-high")]),
        ("bid:\n  bid: many\nduel: {card: Cup 2}\n", [(2, "not-a-number")]),
        ("bid:\n  bid: [3\nduel: {card: Cup 2}\n", [(2, "bracket-unclosed")]),
        ("bid:\n  bid: 3\n  bid: 2\nduel: {card: Cup 2}\n", [(3, "doubled-key")]),
        ("bid: {bid: 3}\nduel: {card: Cup 2}\nbid: {bid: 2}\n", [(3, "doubled-key")]),
        ("bid: {bid: 3}\nduel: {card: Cup 2}\nBid:\n  bid: 2\n", [(3, "doubled-key")]),
        ("bid: 3\nduel: {card: Cup 2}\nbid:\n  bid: 2\n", [(3, "doubled-key")]),
        ("bid:\nduel: {card: Cup 2}\n", [(1, "no-value")]),
    ],
)
def test_a_good_part_counts_though_another_is_faulty(text: str, told: list[tuple[int, str]]) -> None:
    found = read(text)
    assert orders(found) == {"bid": None, "duel": Duel(card="c2")}
    assert codes(found) == told
    assert not found.faultless


def test_a_part_whose_heading_is_lost_is_not_read_as_part_of_another() -> None:
    found = read("duel:\n  card: Cup 2\nbid\n  bid: 3\n")
    assert [sheet.order for _, sheet in found.answers if sheet.order] == []
    assert any(each.problem.stops for each in found.every_fault)


def test_a_misspelt_heading_leaves_the_others() -> None:
    found = read("duell: pass\nbid: {bid: 3}\n")
    assert orders(found) == {"bid": Bid(bid=3)}
    assert codes(found) == [(1, "unknown-heading")]
    assert found.faults[0].problem.args["nearest"] == ("duel",)


@pytest.mark.parametrize("text", ["- bid: 3\n", "bid: {bid: 1}\n---\nduel: pass\n", "hello there\n"])
def test_what_cannot_be_read_as_a_whole_counts_nowhere(text: str) -> None:
    found = read(text)
    assert not found.good
    assert found.faults


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}\n"])
def test_nothing_is_an_empty_sheet(text: str) -> None:
    assert [code for _, code in codes(read(text))] == ["empty-sheet"]


def test_words_of_chance_are_those_of_the_whole_sheet() -> None:
    found = check_parts("bid: 3\nchance: seven winds\nduel: pass\n", (BID, DUEL), Position(), LEXICON, "asked")
    assert found.spoken.words == "seven winds"
    assert orders(found) == {"bid": Bid(bid=3), "duel": Duel(passes=True)}
    told = check_parts("bid: 3\nchance: seven winds\n", (BID, DUEL), Position(), LEXICON, "late")
    assert codes(told) == [(2, "words-are-late")]
    assert told.good


def test_two_words_for_one_part_stop_it() -> None:
    parts = (part("duel of 1742", Duel, Duel()), BID)
    found = read("duel of 1742: pass\nDuel-of-1742: pass\nbid: 1\n", *parts)
    assert orders(found) == {"duel of 1742": None, "bid": Bid(bid=1)}
    assert codes(found) == [(2, "named-twice")]
    assert msgspec.structs.asdict(found.every_fault[0].problem)["args"] == {"text": "Duel-of-1742", "line": 1}
