"""What a sheet may leave out where only one thing can be meant; what can be meant in two ways is refused with both."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Problem
from pbem.engine.position import Position
from pbem.engine.table import Step
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from tests.sheet.orders import LEXICON, Move, Plan, Turn

TROOPS = Turn(troops={"belle-isle": 5, "karl": 3})
MOVES = Turn(moves=(Move(("prag", "wien")), Move(("wien", "prag"))))


def read(text: str) -> ReadSheet[Any]:
    return read_sheet(text, Turn, LEXICON)


def codes(sheet: ReadSheet[Any]) -> list[str]:
    return [each.problem.code for each in sheet.faults]


@pytest.mark.parametrize(
    ("text", "order", "told"),
    [
        ("troops: Belle-Isle 5, Karl 3", TROOPS, ["read-as"]),
        ("troops: Belle-Isle 5 Karl 3", TROOPS, ["read-as"]),
        ("troops: 5 Belle-Isle / 3 Karl", TROOPS, ["read-as"]),
        ("troops: 5 Belle-Isle 3 Karl", TROOPS, ["read-as"]),
        ("troops: Belle-Isle = 5; Karl (3)", TROOPS, ["read-as"]),
        ("troops: Belle-Isle: 5 / Karl: 3", TROOPS, ["read-as"]),
        ("troops: Belle-Isle: 5, Karl 3", TROOPS, ["read-as"]),
        ("troops:\n  Belle-Isle: 5 / Karl: 3", TROOPS, []),
        ("| Karl | 3 |\n|---|---|\n| Belle-Isle | 5 |", TROOPS, ["key-understood"]),
        ("| General | Troops |\n|---|---|\n| Karl | 3 |\n| Belle-Isle | 5 |", TROOPS, ["key-understood"]),
        ("troops:\n  Belle-Isle 5\n  Karl 3", TROOPS, ["read-as"]),
        ("troops:\n  - Belle-Isle 5\n  - Karl 3", TROOPS, ["read-as"]),
        ("troops: {Belle-Isle 5, Karl: 3}", TROOPS, []),
        ("troops:\nBelle-Isle: 5\nKarl: 3", TROOPS, ["indent-understood"]),
        ("Belle-Isle: 5\nKarl: 3", TROOPS, ["key-understood"]),
        ("Belle-Isle 5, Karl 3", TROOPS, ["key-understood", "read-as"]),
        ("troops Belle-Isle 5, Karl 3", TROOPS, ["key-understood", "read-as"]),
        ("- Prag > Wien\n- Wien > Prag", MOVES, ["key-understood"]),
        ("Prag > Wien\nWien > Prag", MOVES, ["key-understood"]),
        ("moves:\n  Prag > Wien\n  Wien > Prag", MOVES, []),
        ("moves:\n  1. Prag > Wien\n  2. Wien > Prag", MOVES, ["text-mended"]),
        ("troops:\n  Belle-Isle: 5\n  Karl 3", TROOPS, ["read-as"]),
        ("Belle-Isle: 5\nKarl 3", TROOPS, ["key-understood"]),
        (
            "Troops\n------\nBelle-Isle +5\nKarl 3\n\nTags\n====\n- one",
            Turn(troops=TROOPS.troops, tags=("one",)),
            ["read-as"],
        ),
        ("Prag > Wien\nWien > Prag\ntags: [one]", Turn(moves=MOVES.moves, tags=("one",)), ["key-understood"]),
        ("tags [one]\nmoves Prag > Wien; Wien > Prag", Turn(moves=MOVES.moves, tags=("one",)), []),
        ("tags: [one]\nKarl 3\nBelle-Isle 5", Turn(troops=TROOPS.troops, tags=("one",)), ["key-understood"]),
        ("troops: 5 for Belle-Isle, 3 for Karl", TROOPS, ["read-as"]),
        ("troops: Belle-Isle +5, Karl +3", TROOPS, ["read-as"]),
        ("Belle-Isle gets 5, Karl 3", TROOPS, ["key-understood", "read-as"]),
        ("plan:\n  - play: highest\n  - at most: 3", Turn(plan=Plan(play="highest", at_most=3)), []),
        ("moves: none\ntags: [one]", Turn(tags=("one",)), []),
        ("My orders:\nPrag > Wien\nWien > Prag", MOVES, ["heading-left-out", "key-understood"]),
        ("plan: play: highest", Turn(plan=Plan(play="highest")), []),
        ("moves: Prag > Wien; Wien > Prag", MOVES, []),
        ("moves: Prag > Wien, Wien > Prag", MOVES, []),
        ("moves: Prag > Wien and Wien > Prag", MOVES, []),
        ("moves\nPrag > Wien\nWien > Prag", MOVES, []),
        ("moves\n- Prag > Wien\n- Wien > Prag", MOVES, []),
        ("moves:\nPrag > Wien\nWien > Prag\ntags: [one]", Turn(moves=MOVES.moves, tags=("one",)), []),
        ("troops:\nBelle-Isle 5\nKarl: 3\ntags: [one]", Turn(troops=TROOPS.troops, tags=("one",)), ["read-as"]),
        ("hold: Karl Neuhaus", Turn(hold=frozenset({"karl", "neuhaus"})), []),
        ("plan:\nplay: highest\nat most: 3", Turn(plan=Plan(play="highest", at_most=3)), ["indent-understood"]),
        ("plan: {play: highest!, at most: 3 please}", Turn(plan=Plan(play="highest", at_most=3)), []),
        ("passes", Turn(passes=True), []),
        ("Ich passe!", Turn(passes=True), []),
    ],
)
def test_what_is_left_out_and_can_only_be_one_thing_is_read_and_told(text: str, order: Turn, told: list[str]) -> None:
    sheet = read(text)
    assert (sheet.order, sorted(codes(sheet))) == (order, told)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Prag > Wien\nsome words\nWien > Prag", [("wrong-shape", 2)]),
        ("Prag > Wien\nWien > Prag\nsome words\nmore of them", [("wrong-shape", 3), ("wrong-shape", 4)]),
        ("Prag > Nowhere\nWien > Prag", [("unknown-name", 1)]),
        ("Prag > Wien\nWien > Nowhere\nsome words", [("unknown-name", 2), ("wrong-shape", 3)]),
        ("some words\nmore of them", [("wrong-shape", 1)]),
    ],
)
def test_each_line_of_a_list_without_a_key_that_cannot_be_read_has_its_own_fault(
    text: str, faults: list[tuple[str, int]]
) -> None:
    sheet = read(text)
    assert [(each.problem.code, each.place.line) for each in sheet.faults if each.problem.stops] == faults
    assert sheet.order is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("troops: Belle-Isle, Karl 3", "wrong-shape"),
        ("troops: Belle-Isle 5, 3", "wrong-shape"),
        ("troops: Belle-Isle5 Karl 3", "wrong-shape"),
        ("troops: Belle-Isle 5, Karl 3,", "wrong-shape"),
        ("note: Belle-Isle: 5", "colon-unexpected"),
        ("note: troops: {Belle-Isle: 5}", "colon-unexpected"),
        ("hold: Linz Karl", "unknown-name"),
        ("some words", "wrong-shape"),
        ("moves:\n  Prag > Wien\n  Wien: Prag\nnote: x", "not-a-move"),
        ("highest", "wrong-shape"),
        ("Wien", "two-meanings"),
        ("moves:\n  Prag > Wien\n  Nowhere", "unknown-name"),
        ("moves: Prag > Wien\nWien > Prag", "colon-expected"),
        ("tags: [one]\nWien", "two-meanings"),
        ("tags: [one]\nPrag > Nowhere", "unknown-name"),
        ("tags: [one]\nand then Prag > Wien", "colon-expected"),
        ("tags: [one]\nhold on", "unknown-name"),
    ],
)
def test_what_may_be_more_than_one_thing_or_lack_something_is_refused(text: str, code: str) -> None:
    sheet = read(text)
    assert sheet.order is None
    assert code in codes(sheet), codes(sheet)


def test_two_meanings_are_both_named() -> None:
    sheet = read("Wien")
    assert [each.problem.args for each in sheet.faults] == [{"meanings": ("moves: Wien", "hold: Wien")}]


def test_a_value_never_goes_to_a_key_that_is_there_already() -> None:
    assert codes(read("troops: {Karl: 3}\nBelle-Isle: 5")) == ["unknown-key"]


def test_of_a_sheet_that_lacks_lines_nothing_is_guessed() -> None:
    assert "key-understood" not in codes(read("note: 'a\nBelle-Isle: 5\nKarl: 3"))


def test_the_places_are_those_of_the_words_as_written() -> None:
    for text, column in (("troops: Belle-Isle 5, Kaarlo 3", 23), ("troops: Belle-Isle: 5 / Kaarlo: 3", 25)):
        assert read(text).faults[0].place.column == column
    assert read("troops: {Belle-Isle: 5, Kaarlo: 3}").faults[0].place.column == 25


def test_an_unclear_name_is_settled_by_what_is_wrong_with_its_other_meanings() -> None:
    class Roads(Step, frozen=True):
        """No way leads to one Frankfurt; where *closed*, none leads anywhere."""

        closed: bool = False

        def check(self, view: Any, decision: Decision, order: Any) -> Iterator[Problem]:
            for number, move in enumerate(order.moves):
                for at, city in enumerate(move.path):
                    if city == "frankfurt-oder" or (self.closed and city == "wien"):
                        yield Problem("closed", ("moves", number, "path", at), "1")

    decision = Decision(key="1.turn", seat="anna", takes=Turn)

    def checked(text: str, step: Step) -> ReadSheet[Any]:
        return check_sheet(text, step, decision, Position(), LEXICON)

    sheet = checked("moves: [Frankfurt > Wien]", Roads())
    assert sheet.order == Turn(moves=(Move(("frankfurt-main", "wien")),))
    assert [each.problem.code for each in sheet.faults] == ["name-settled"]
    blocked = checked("moves: [Frankfurt > Wien]", Roads(closed=True))
    assert [each.problem.code for each in blocked.faults] == ["name-settled", "closed"]
    unclear = checked("moves: [Frankfurt > Wien]", Step())
    assert (unclear.order, [each.problem.code for each in unclear.faults]) == (None, ["unclear-name"])


HEADED = msgspec.structs.replace(
    LEXICON,
    kinds={**LEXICON.kinds, "side": {"north": ("North",), "south": ("South",)}},
    keys={"moves": ("marches",)},
    units=frozenset({"men"}),
    heads={"north": frozenset({"karl", "frankfurt-oder"}), "south": frozenset({"belle-isle", "frankfurt-main"})},
    head_kind="side",
    groups={"moves": {"the north": ("karl",)}},
)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("North:\n  Karl: 3\nSouth:\n  Belle-Isle: 5", TROOPS),
        ("North:\n  - Karl 3\nSouth: Belle-Isle 5", TROOPS),
        ("North: Karl 3, Prag > Wien", Turn(troops={"karl": 3}, moves=(Move(("prag", "wien")),))),
        ("NORTH\nKarl 3\n\nSOUTH\nBelle-Isle 5", TROOPS),
        ("North:\n  troops: {Karl: 3}\nSouth:\n  troops: {Belle-Isle: 5}", TROOPS),
        ("Marches:\n  - Prag > Wien\n  - Wien > Prag", MOVES),
        ("troops: {Karl: 3 men, Belle-Isle: +5 men}", TROOPS),
        ("North:\n  Frankfurt > Wien\nSouth:\n  - Frankfurt > Prag", Turn(moves=(
            Move(("frankfurt-oder", "wien")), Move(("frankfurt-main", "prag")),
        ))),
        ("South:\n  moves: [Wien > Prag]\nNorth: pass", Turn(moves=(Move(("wien", "prag")),))),
    ],
)  # fmt: skip
def test_what_is_below_the_heading_of_a_side_is_read_without_it(text: str, order: Turn) -> None:
    assert read_sheet(text, Turn, HEADED).order == order


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("moves: [Frankfurt > Wien]", "unclear-name"),
        ("South:\n  troops: {Belle-Isle: 5}\nmoves: [Frankfurt > Wien]", "unclear-name"),
        ("North:\n  highest", "not-below-heading"),
        ("North: perhaps", "not-below-heading"),
        ("North:", "no-value"),
        ("Orders for North:", "no-value"),
        ("North: pass\nSouth:", "no-value"),
        ("East:\n  Karl: 3", "unknown-key"),
        ("troops: {Karl: 3 ships}", "not-a-number"),
        ("North:\n  Belle-Isle: 3", "not-below-heading"),
        ("North:\n  troops: {Belle-Isle: 3}", "not-below-heading"),
        ("North:\n  plan: {play: lowest}\nSouth:\n  plan: {play: highest}", "not-below-heading"),
        ("North:\n  play: lowest", "not-below-heading"),
        ("North:\n  Prag > Nowhere", "unknown-name"),
        ("Orders of last turn:\n  troops: {Karl: 3}", "unknown-key"),
    ],
)
def test_a_heading_says_nothing_of_other_lines_and_excuses_none(text: str, code: str) -> None:
    sheet = read_sheet(text, Turn, HEADED)
    assert (sheet.order, code in codes(sheet)) == (None, True), codes(sheet)
