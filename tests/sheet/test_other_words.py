"""Other words by place, several in one text, values without a name, and faults that only follow from another."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath, Problem, Weight
from pbem.engine.position import Position
from pbem.engine.reading import Named
from pbem.engine.table import Step
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from tests.sheet.orders import LEXICON

General = Annotated[str, Named("general")]
Both = tuple[Annotated[str, Named("general", "+", " and ")], ...]


class Camp(Order, frozen=True):
    fire: Literal["lit", "out", "low"] = "out"
    watch: Literal["lit", "double"] = "double"
    tents: int = 0
    guards: Both = ()
    guests: tuple[General, ...] = ()
    posts: Mapping[General, int] = {}


GENERALS = tuple(LEXICON.kinds["general"])
WORDS = replace(
    LEXICON,
    words={"fire": {"lit": ("yes", "warm"), "low": ("warm",)}},
    numbers={"three": 3},
    groups={"guests": {"all": GENERALS[:2]}},
)
ONE, OTHER = GENERALS[:2]


def read(text: str, meant: tuple[str, ...] = ()) -> ReadSheet[Any]:
    return read_sheet(text, Camp, WORDS, meant={"posts": meant})


def codes(sheet: ReadSheet[Any]) -> list[str]:
    return [fault.problem.code for fault in sheet.faults]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("fire: yes", Camp(fire="lit")),
        ("fire: Lit", Camp(fire="lit")),
        ("tents: three", Camp(tents=3)),
        (f"guards: {ONE} + {OTHER}", Camp(guards=(ONE, OTHER))),
        (f"guards: [{ONE} and {OTHER}]", Camp(guards=(ONE, OTHER))),
        ("guests: all", Camp(guests=(ONE, OTHER))),
        (f'posts: "{ONE}: 3"', Camp(posts={ONE: 3})),
    ],
)
def test_a_word_is_read_where_it_stands(text: str, order: Camp) -> None:
    sheet = read(text)
    assert (sheet.faults, sheet.order) == ((), order)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("watch: yes", "not-a-choice"),
        ("fire: warm", "unclear-word"),
        ("tents: thre", "not-a-number"),
        (f"guards: {ONE} or {OTHER}", "unknown-name"),
        (f"guards: {ONE} +", "part-missing"),
        (f"guests: {ONE} + {OTHER}", "unknown-name"),
        ("guards: all", "unknown-name"),
        ("posts: 3", "wrong-shape"),
    ],
)
def test_a_word_near_it_or_elsewhere_is_refused(text: str, code: str) -> None:
    assert codes(read(text)) == [code]


def test_a_value_without_a_name_is_for_the_only_one_that_can_be_meant() -> None:
    assert read("posts: 3", (ONE,)).order == Camp(posts={ONE: 3})
    assert codes(read("posts: 3", (ONE, OTHER))) == ["unclear-whose"]
    assert read("posts: 3", (ONE, OTHER)).faults[0].problem.args["text"] == "3"


class Judged(Step, frozen=True):
    """Finds what it is told to find."""

    found: tuple[Problem, ...] = ()

    def check(self, view: Any, decision: Decision, order: Any) -> Iterator[Problem]:
        yield from self.found


def told(text: str, *found: Problem) -> list[str]:
    decision = Decision(key="1.camp", seat="anna", takes=Camp)
    return codes(check_sheet(text, Judged(found=found), decision, Position(), WORDS))


def follows(*on: OrderPath, weight: Weight = Weight.illegal) -> Problem:
    return Problem("follows", ("tents",), "1", weight=weight, rests_on=on)


CAUSE = Problem("cause", ("posts", ONE), "1")


@pytest.mark.parametrize(
    ("on", "left"),
    [(("posts", ONE), []), (("posts",), []), (("posts", OTHER), ["follows"]), (("guests",), ["follows"])],
)
def test_what_rests_on_a_part_at_fault_is_not_told(on: OrderPath, left: list[str]) -> None:
    assert told(f"posts: {{{ONE}: 3}}\ntents: 2", CAUSE, follows(on)) == ["cause", *left]


def test_a_warning_is_no_cause() -> None:
    warning = replace(CAUSE, weight=Weight.unwise)
    assert told(f"posts: {{{ONE}: 3}}\ntents: 2", warning, follows(("posts",))) == ["cause", "follows"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("posts: {Nobody: 3}\ntents: 2", []),
        ("pzts: {}\ntents: 2", []),
        ("guests: [Nobody]\ntents: 2", ["follows"]),
    ],
)
def test_what_rests_on_what_could_not_be_read_is_not_told(text: str, left: list[str]) -> None:
    assert told(text, follows(("posts", "")))[1:] == left
