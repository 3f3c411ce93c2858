"""A sheet is read as the answer to a decision, and then checked as far as it could be read."""

from collections.abc import Iterator, Mapping

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Node, Reader, TextNode
from pbem.engine.table import Step
from pbem.sheet.check import WordsWanted, check_sheet, keys_of
from pbem.sheet.fault import ReadSheet


class Market(Order, frozen=True):
    sell: tuple[int, ...] = ()
    buy: dict[str, int] = {}  # noqa: RUF012 a struct copies it
    note: str = ""
    wagons: tuple["Wagon", ...] = ()


class Rest(Order, frozen=True):
    rest_here: str = ""


PASSED = Market(note="the default")
ASKED = Decision(key="1.market", seat="ann", takes=Market, default=PASSED)
VIEW = Position()


class Wagon(msgspec.Struct, frozen=True):
    """A load and where it goes, `corn to Linz`; without a place it is kept in the draft."""

    load: str
    to: str = ""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Wagon":
        if not isinstance(node, TextNode):
            raise reader.blame(node, "no-load")
        load, _, to = node.text.partition(" to ")
        if not load:
            raise reader.blame(node, "no-load")
        if not to:
            reader.blame(node, "no-place")
        return cls(load, to)


def _wagons(order: Market) -> Iterator[Problem]:
    for at, wagon in enumerate(order.wagons):
        if wagon.load == "sand":
            yield Problem("no-sand", ("wagons", at), rests_on=tuple(("wagons", n) for n in range(at)))
        if wagon.load == "salt":
            yield Problem("no-salt", ("wagons", at), rests_on=(("wagons", ""),))


class Trade(Step[Position, Market], frozen=True):
    """Finds fault with numbers from 10, warns of those from 5, and wants no more than 3 in all."""

    def meant(self, view: Position, decision: Decision[Market]) -> Mapping[str, tuple[str, ...]]:
        return {"buy": ("wine",)} if view is VIEW and decision is ASKED else {}

    def check(self, view: Position, decision: Decision[Market], order: Market) -> Iterator[Problem]:
        for at, number in enumerate(order.sell):
            if number >= 10:
                yield Problem("too-many", ("sell", at))
            elif number >= 5:
                yield Problem("many", ("sell", at), weight=Weight.unwise)
        if len(order.sell) > 3:
            yield Problem("all-too-many", ("sell",))
        if set(order.buy) == {"corn"}:
            yield Problem("buys-too-little", ("buy",))
        if order.note == "misses" and not order.buy:
            yield Problem("nothing-bought", ("buy",))
        if order.note == "sums":
            yield Problem("wrong-sum", ("sell",), rests_on=(("sell",),))
            yield Problem("odd-sum", ("sell",), rests_on=(("sell",),), weight=Weight.unwise)
        if order.note == "nothing":
            yield Problem("says-nothing", ())
        yield from _wagons(order)
        if order.note == "warn":
            yield Problem("a-warning", ("note",), weight=Weight.unwise)


def checked(text: str, words: WordsWanted | None = None) -> ReadSheet[Market]:
    if words is None:
        return check_sheet(text, Trade(), ASKED, VIEW, Lexicon({}))
    return check_sheet(text, Trade(), ASKED, VIEW, Lexicon({}), words)


def codes(sheet: ReadSheet[Market]) -> list[str]:
    return [fault.problem.code for fault in sheet.faults]


def test_a_good_sheet_is_its_order() -> None:
    sheet = checked("sell: [1, 2]\nnote: hello\n")

    assert sheet.order == Market(sell=(1, 2), note="hello")
    assert codes(sheet) == []


def test_a_sheet_that_passes_is_the_default_of_its_decision() -> None:
    assert checked("pass\n").order == PASSED


def test_whom_an_order_may_be_for_comes_from_the_step() -> None:
    sheet = checked("buy: 3\n")

    assert sheet.order == Market(buy={"wine": 3})


def test_what_the_step_forbids_takes_the_order_away_and_a_warning_does_not() -> None:
    wrong, warned = checked("sell: [1, 11]\n"), checked("sell: [1, 6]\n")

    assert (wrong.order, codes(wrong)) == (None, ["too-many"])
    assert wrong.faults[0].place.column == 11
    assert warned.order == Market(sell=(1, 6))
    assert codes(warned) == ["many"]


def test_beside_what_cannot_be_read_only_what_is_forbidden_is_told() -> None:
    sheet = checked("sell: [11, 6]\nnote: warn\nbuy: nonsense here\n")

    assert sheet.order is None
    assert "too-many" in codes(sheet)
    assert not {"many", "a-warning"} & set(codes(sheet))


@pytest.mark.parametrize("note", ["nothing", "something"])
def test_of_a_whole_that_was_read_in_part_nothing_is_told(note: str) -> None:
    sheet = checked(f"sell: [1, 2, x, 3, 4]\nnote: {note}\n")

    assert codes(sheet) == ["not-a-number"]


@pytest.mark.parametrize("gap", ["  beer: 3", " beer: 3", "   beer: [3"])
def test_a_line_that_cannot_be_read_tears_what_it_is_indented_under(gap: str) -> None:
    sheet = checked(f"buy:\n   corn: 1\n{gap}\nsell: [1, 2, 3, 4]\n")

    assert "all-too-many" in codes(sheet)
    assert "buys-too-little" not in codes(sheet)
    assert codes(checked("buy:\n   corn: 1\n")) == ["buys-too-little"]


def test_a_whole_whose_parts_were_all_read_is_judged() -> None:
    assert codes(checked("sell: [1, 2, 3, 4]\n")) == ["all-too-many"]
    assert codes(checked("note: nothing\n")) == ["says-nothing"]


def test_what_may_only_follow_from_another_fault_is_told_without_that_one_alone() -> None:
    assert codes(checked("sell: [1]\nnote: sums\n")) == ["wrong-sum"]
    assert codes(checked("sell: [11]\nnote: sums\n")) == ["too-many"]


def test_words_of_chance_are_no_key_where_no_one_asks_for_them() -> None:
    for sheet in (checked("chance: a lucky word\n"), checked("chance: a lucky word\n", "never")):
        assert codes(sheet) == ["unknown-key"]


def test_words_of_chance_that_are_asked_for_are_read_and_do_not_touch_the_order() -> None:
    sheet = checked("chance: a lucky word\nsell: [1]\n", "asked")

    assert sheet.order == Market(sell=(1,))
    assert sheet.spoken.words == "a lucky word"
    assert codes(sheet) == []


def test_words_of_chance_that_are_late_are_told_as_late_and_forgotten() -> None:
    sheet = checked("sell: [1]\nchance: a lucky word\n", "late")

    assert sheet.order == Market(sell=(1,))
    assert not sheet.spoken.words
    assert [(fault.problem.code, fault.place.line) for fault in sheet.faults] == [("words-are-late", 2)]
    assert codes(checked("sell: [1]\n", "late")) == []


def test_the_keys_of_one_type_of_orders_and_of_several() -> None:
    assert keys_of(Rest) == {"rest here"}
    assert keys_of(Rest | Market) == {"rest here", "sell", "buy", "note", "wagons"}


def test_an_entry_that_was_read_in_part_is_at_fault_alone() -> None:
    assert codes(checked("wagons: [corn, salt to Linz]\n")) == ["no-place", "no-salt"]
    assert codes(checked("wagons: [' to Linz', salt to Linz]\n")) == ["no-load"]


def test_what_may_follow_from_it_is_not_judged_and_said_to_be_so() -> None:
    sheet = checked("wagons:\n- corn\n- sand to Linz\n- salt to Wien\n")
    assert codes(sheet) == ["no-place", "no-salt"]
    assert [place.line for place in sheet.unjudged] == [3]
    assert checked("wagons: [sand to Linz]\n").unjudged == ()


def test_a_key_that_cannot_be_read_may_be_the_one_that_is_missed() -> None:
    assert codes(checked("bye:\n  corn: 1\nnote: misses\n")) == ["unknown-key"]
    assert codes(checked("note: misses\n")) == ["nothing-bought"]
