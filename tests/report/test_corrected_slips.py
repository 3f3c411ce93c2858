"""Slips that were read, in a sheet that is refused for something else: told, and corrected in the copy."""

from typing import Annotated

import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Named
from pbem.engine.table import Step
from pbem.report.returned_sheet import CorrectedSheet, corrected, remarks
from pbem.sheet.parts import Part, Parts, check_parts
from tests.sheet.orders import LEXICON
from tests.toy.state import Toy


class Ride(Order, frozen=True):
    """Who rides, directly at the key, and how far."""

    who: Annotated[str, Named("general")] = ""
    days: int = 0


class Rides(Step[Position, Ride], frozen=True):
    """Finds nothing wrong."""


PART = Part("", Rides(), Decision(key="1", seat="ann", takes=Ride, default=Ride()))


def check(text: str, lexicon: Lexicon = LEXICON) -> Parts:
    return check_parts(text, (PART,), Toy(seats=("ann",), rounds=1), lexicon)


def back(text: str, *, offered: bool = False) -> CorrectedSheet:
    return corrected(check(text), check, offered=offered)


def told(sheet: CorrectedSheet) -> list[tuple[str, str, int]]:
    found = remarks(sheet, sheet.found.every_fault)
    return [(each.kind, each.fault.problem.code if each.fault else "", each.place.line) for each in found]


def test_a_slip_directly_at_a_key_is_told_and_corrected_in_the_copy() -> None:
    text = "who: Beleile\ndays: x\n"
    assert back(text).text == "who: Belle-Isle\ndays: x\n"
    assert told(back(text)) == [("fixed", "read-as", 1), ("refused", "not-a-number", 2)]


def test_a_slip_that_is_not_corrected_is_told_however_short_the_path_to_it() -> None:
    text = "who: Beleile\ndays: x\n"
    assert ("warning", "read-as", 1) in told(CorrectedSheet(text, check(text)))


def test_a_sheet_that_counts_keeps_its_slip_and_is_told_of_it() -> None:
    sheet = back("who: Beleile\ndays: 2\n")
    assert (sheet.text, sheet.fixes) == ("who: Beleile\ndays: 2\n", ())


@pytest.mark.parametrize("offered", [False, True])
@pytest.mark.parametrize("text", ["Belle-Isle S5", "Beleile S5", "Belle-Isle 5", "Belle-Isle not", "Beleile nil"])
def test_no_word_and_no_number_is_dropped_as_a_slip(text: str, offered: bool) -> None:
    sheet = back(f"who: {text}\n", offered=offered)
    assert (sheet.text, sheet.fixes) == (f"who: {text}\n", ())
    assert check(sheet.text).every_fault[0].problem.stops


def test_a_word_that_is_not_sure_is_put_in_only_if_its_writer_agrees_to_what_was_offered() -> None:
    assert back("who: Kral\n").text == "who: Kral\n"
    assert back("who: Kral\n", offered=True).text == "who: Karl von Lothringen\n"
    assert back("who: Kral\n", offered=True).found.faultless
    assert back("who: Bertha\n", offered=True).text == "who: Bertha\n"
