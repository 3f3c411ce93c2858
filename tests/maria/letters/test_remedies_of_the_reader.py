"""A remedy names what its reader has: pieces and cities of the position, and moves that would be accepted."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step
from pbem.report.returned_sheet import as_data
from pbem.sheet.fault import ReadSheet, SheetFault
from pbem.sheet.reader import read_sheet
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from tests.maria.casebook import FILES
from tests.maria.refusals import at_random, of_cases, sheets_of_cases

_LINE = re.compile(r"`([^`]+)`")


class Refused(msgspec.Struct, frozen=True):
    """A fault of a sheet, its remedy, and all that checks the sheet."""

    fault: SheetFault
    right: str
    sheet: ReadSheet[Any]
    step: Step
    decision: Decision
    view: State
    lexicon: Lexicon

    @property
    def strangers(self) -> list[str]:
        """The pieces that the remedy names and its reader neither has nor sees on the map, nor wrote of."""
        own = {piece for piece in self.pieces if self.view.power_of(piece) in self.view.powers_of(self.decision.seat)}
        known = {*own, *self.view.at} | {piece for piece in self.pieces if self._is_said(piece)}
        return [piece for piece, name in self.pieces.items() if name in self.right and piece not in known]

    @property
    def pieces(self) -> dict[str, str]:
        """The names of all pieces of the game."""
        present = {*self.view.theatre.generals, *self.view.theatre.trains}
        spelt = {**self.lexicon.kinds["general"], **self.lexicon.kinds["train"]}
        return {
            piece: names[0]
            for piece, names in spelt.items()
            if piece in present or piece in self.view.theatre.edition.generals
        }

    @property
    def foreign_cities(self) -> list[str]:
        """The cities that the remedy proposes to type and that are not on the map of the game."""
        absent = self.lexicon.absent.get("city", {})
        typed = " ".join(_LINE.findall(self.right))
        return [names[0] for names in absent.values() if re.search(rf"\b{re.escape(names[0])}\b", typed)]

    def is_refused_again(self) -> bool:
        """Whether the move that is proposed instead of a refused one is refused, too."""
        number, draft = int(self.fault.problem.path[1]), self.sheet.draft
        line = _LINE.findall(self.right)[0]
        read = read_sheet(f"moves:\n  - {line}\n", StageOrders, self.lexicon).order
        if read is None or not isinstance(draft, StageOrders):
            return True
        moves = (*draft.moves[:number], *read.moves, *draft.moves[number + 1 :])
        order = msgspec.structs.replace(draft, moves=moves)
        found = self.step.check(self.view, self.decision, order)
        return any(each.stops and each.path[:2] == ("moves", number) and not each.rests_on for each in found)

    def _is_said(self, piece: str) -> bool:
        return piece in str(self.fault.problem.args)


def refusals(path: Path) -> Iterator[Refused]:
    """What the sheets of a case file are refused for."""
    for each in sheets_of_cases(path):
        words = each.words()
        for fault in each.sheet.faults:
            right = as_data(words, fault)["right"]
            yield Refused(fault, right, each.sheet, each.step, each.decision, each.view, each.lexicon)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_remedy_names_pieces_that_its_reader_has_or_sees(path: Path) -> None:
    told = list(refusals(path))
    wrong = [(each.fault.problem.code, each.right, each.strangers) for each in told if each.strangers]
    assert wrong == []
    assert [(each.fault.problem.code, each.right) for each in told if each.foreign_cities] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_10_1_a_move_that_a_remedy_proposes_is_legal(path: Path) -> None:
    told = [
        each for each in refusals(path) if "nearest" in each.fault.problem.args and re.match(r"`[^`]+: ", each.right)
    ]
    again = [(each.fault.problem.code, each.right, each.sheet.text) for each in told if each.is_refused_again()]
    assert again == []


@pytest.mark.slow
def test_every_refusal_names_what_is_missing() -> None:
    told = [*of_cases(), *at_random("named")]
    assert [(each.code, each.says, each.right) for each in told if not each.names_what_is_missing] == []
