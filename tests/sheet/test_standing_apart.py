"""A refused entry that stands apart costs no more than itself (`Problem.apart`)."""

from collections.abc import Iterator, Mapping

import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath, Problem, standing_apart, under, without
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step
from pbem.report.returned_sheet import corrected
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.parts import Part, check_parts
from tests.toy.state import Toy


class March(Order, frozen=True):
    """Moves, which need each other, and answers to letters, which nothing needs."""

    moves: tuple[int, ...] = ()
    decline: tuple[int, ...] = ()
    write: tuple[int, ...] = ()
    notes: Mapping[str, int] = {}
    posts: tuple[int, ...] | None = None


class Marches(Step[Position, March], frozen=True):
    """Odd numbers are wrong anywhere; a letter of 8 may be written only if none is declined."""

    def check(self, view: Position, decision: Decision[March], order: March) -> Iterator[Problem]:
        for number, each in enumerate(order.moves):
            if each % 2 or (each == 10 and 2 not in order.decline):
                yield Problem("odd-move", ("moves", number))
        for key in ("decline", "write"):
            for number, each in enumerate(getattr(order, key)):
                if each % 2:
                    yield under(standing_apart(Problem("odd-letter")), key, number)
        for name, each in order.notes.items():
            if each % 2:
                yield Problem("odd-note", ("notes", name), apart=(("notes", name),))
        for number, each in enumerate(order.write):
            if each == 8 and not order.decline:
                yield Problem("lone-letter", ("write", number), apart=(("write", number),))


STEP, VIEW, LEXICON = Marches(), Toy(seats=("ann",), rounds=1), Lexicon({})
DECISION = Decision(key="1", seat="ann", takes=March, default=March())


def checked(text: str) -> ReadSheet[March]:
    return check_sheet(text, STEP, DECISION, VIEW, LEXICON)


def told(text: str) -> list[tuple[str, OrderPath, int]]:
    return [(each.problem.code, each.problem.path, each.place.line) for each in checked(text).faults]


def test_a_wrong_entry_is_left_out_and_the_rest_is_ordered() -> None:
    sheet = checked("moves: [2, 4]\ndecline: [3, 6]\n")
    assert sheet.order == March(moves=(2, 4), decline=(6,))
    assert told("moves: [2, 4]\ndecline: [3, 6]\n") == [("odd-letter", ("decline", 0), 2)]


@pytest.mark.parametrize(
    "text",
    [
        "decline: [3]\n",  # without it the sheet says nothing, and an empty one would count
        "decline: [3]\nposts: []\n",
        "moves: [1]\ndecline: [3]\n",
        "moves: [x]\ndecline: [3]\n",
        "moves: [2\ndecline: [3]\n",
    ],
)
def test_nothing_counts_where_anything_else_is_wrong_or_nothing_is_left(text: str) -> None:
    assert checked(text).order is None


def test_what_needs_a_refused_entry_is_refused_with_the_sheet() -> None:
    assert checked("moves: [10]\ndecline: [2]\n").order is not None
    assert checked("moves: [10]\ndecline: [3]\n").order is None


def test_an_entry_that_is_wrong_without_another_is_left_out_and_told_where_it_was_written() -> None:
    sheet = checked("moves: [2]\ndecline:\n  - 3\nwrite:\n  - 5\n  - 8\n  - 4\n")
    assert sheet.order == March(moves=(2,), write=(4,))
    assert [(each.problem.code, each.place.line) for each in sheet.faults] == [
        ("odd-letter", 3),
        ("odd-letter", 5),
        ("lone-letter", 6),
    ]


def test_entries_of_a_mapping_are_left_out_by_their_key() -> None:
    assert checked("moves: [2]\nnotes: {a: 1, b: 2}\n").order == March(moves=(2,), notes={"b": 2})


def test_a_sheet_is_checked_again_only_so_often() -> None:
    class Endless(Marches, frozen=True):
        def check(self, view: Position, decision: Decision[March], order: March) -> Iterator[Problem]:
            if order.write:
                yield Problem("odd-letter", ("write", 0), apart=(("write", 0),))

    sheet = check_sheet("moves: [2]\nwrite: [1, 2, 3, 4, 5, 6]\n", Endless(), DECISION, VIEW, LEXICON)
    assert sheet.order is None


def test_without_takes_entries_out_and_puts_fields_at_their_default() -> None:
    order = March(moves=(1, 2, 3), decline=(4,), notes={"a": 1})
    assert without(order, [("moves", 0), ("moves", 2), ("decline",), ("notes", "a")]) == March(moves=(2,))
    assert without(order, []) == order


def test_without_leaves_no_empty_list_where_that_would_be_an_order() -> None:
    order = March(moves=(2,), posts=(7,))
    assert without(order, [("posts", 0)]) == March(moves=(2,))
    assert without(March(moves=(2,), posts=()), [("moves", 0)]) == March(posts=())


def test_the_copy_to_correct_keeps_what_counts_as_a_new_sheet_replaces_it() -> None:
    text = "moves: [2, 4]\ndecline: [3, 6]\n"

    found = check_parts(text, (Part("", STEP, DECISION),), VIEW, LEXICON)
    assert found.counts
    assert not found.faultless
    assert [each.problem.code for each in found.faults_of_bad] == ["odd-letter"]
    back = corrected(found, lambda changed: check_parts(changed, (Part("", STEP, DECISION),), VIEW, LEXICON))
    assert (back.text, back.done, back.wrong_lines) == (text, frozenset(), {2})
