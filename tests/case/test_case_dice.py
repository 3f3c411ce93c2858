"""Dice in cases, with the toy game that rolls them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from pbem.engine.playtest import registered
from pbem.engine.reading import Named
from pbem.engine.table import Table
from pbem.playtest.case_file import BadCase, read_cases
from pbem.playtest.case_run import run_case
from tests.toy.islands import ISLANDS
from tests.toy.islands.playtest import PLAYTEST
from tests.toy.islands.ruleset import Settings
from tests.toy.islands.state import Dealt, Hand, Islands
from tests.toy.islands.steps import Turn

CASE = """
- case: 2.2-the-reef
  silent: all
  given: {players: 5, hands: {red: [3, 4], blue: [1, 2]}}
  sheets:
    ann: {to: reef}
    ben: {to: reef}
    cid: {to: rock}
    dora: {to: cove}
    eve: {to: cove}
"""


class Given(msgspec.Struct, frozen=True):
    """The only turn of a game about to begin, the hands as given."""

    players: int = 2
    hands: Mapping[Annotated[str, Named("power")], tuple[int, ...]] = {}

    def settings(self) -> Settings:
        return Settings(self.players, turns=1)

    def lay_out(self, table: Table[Islands]) -> None:
        table.leave()
        for power, seat in table.state.control.items():
            table.emit(Dealt(power=power, seat=seat, hand=Hand(self.hands.get(power, ()))))
        table.enter(Turn(turn=1))


def facts(state: Islands) -> Mapping[str, Any]:
    return {"at": dict(state.at), "points": dict(state.points)}


@pytest.fixture(autouse=True)
def _islands(monkeypatch: pytest.MonkeyPatch) -> None:
    playtest = msgspec.structs.replace(PLAYTEST, fixture=Given, facts=facts)
    monkeypatch.setitem(registered, ISLANDS.name, playtest)


def differences(folder: Path, rest: str) -> tuple[str, ...]:
    """What a case with *rest* comes to: two battles of two ships each, with a die a ship, the reef first."""
    path = folder / "islands.yaml"
    path.write_text(CASE.lstrip("\n") + rest, encoding="utf-8")
    (case,) = read_cases(path)
    return run_case(ISLANDS, path, case).differences


def test_dice_show_the_faces_in_the_order_in_which_they_are_rolled(tmp_path: Path) -> None:
    then = "  then: {events: [{fought: {strength: {red: 6, blue: 2}}}, {fought: {strength: {gold: 3, white: 4}}}]}\n"
    assert differences(tmp_path, f"  dice: [6, 2, 3, 4]\n{then}") == ()


def test_dice_may_be_grouped(tmp_path: Path) -> None:
    rest = "  dice:\n    - [6, 2]  # the reef\n    - [3, 3]\n  then: {facts: {points: {red: 1, gold: 0}}}\n"
    assert differences(tmp_path, rest) == ()


def test_dice_that_are_not_given_fail_with_the_roll_that_lacks_them(tmp_path: Path) -> None:
    assert differences(tmp_path, "  dice: [6, 2, 3]\n") == (
        "line 1: dice: 1 are rolled for 'turn 1, cove, white', and of these the case gives none",
    )


def test_a_case_without_dice_cannot_roll_any(tmp_path: Path) -> None:
    (found,) = differences(tmp_path, "")
    assert found == "line 1: dice: 1 are rolled for 'turn 1, reef, red', and of these the case gives none"


def test_dice_that_are_left_over_fail(tmp_path: Path) -> None:
    assert differences(tmp_path, "  dice: [6, 2, 3, 4,\n    5, 1]\n") == ("line 11: dice: 5, 1 were not rolled",)


def test_a_face_that_the_dice_do_not_have(tmp_path: Path) -> None:
    (found,) = differences(tmp_path, "  dice: [6,\n    7, 3, 4]\n")
    assert found == "line 11: dice: 7, but the dice for 'turn 1, reef, blue' have 6 sides"


@pytest.mark.parametrize(("dice", "code"), [("[six]", "not-a-number"), ("{reef: 6}", "wrong-shape")])
def test_dice_are_numbers(tmp_path: Path, dice: str, code: str) -> None:
    with pytest.raises(BadCase) as bad:
        differences(tmp_path, f"  dice: {dice}\n")
    assert [fault.problem.code for fault in bad.value.faults] == [code]


def test_each_part_of_a_course_has_its_own_dice(tmp_path: Path) -> None:
    path = tmp_path / "islands.yaml"
    head = CASE.lstrip("\n").replace("  silent: all\n", "").partition("  sheets:\n")[0]
    path.write_text(f"{head}  course:\n    - until: 1.sail.red\n      dice: [6]\n    - silent: all\n", encoding="utf-8")
    (case,) = read_cases(path)
    assert run_case(ISLANDS, path, case).differences == ("course 1, line 5: dice: 6 were not rolled",)
