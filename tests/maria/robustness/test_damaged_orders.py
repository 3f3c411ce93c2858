"""What an email may have lost, or run together, is never read as an order of less."""

from typing import Any

import pytest

from pbem.sheet.reader import read_sheet
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.stage import CombatOrders, StageOrders
from pbem_maria.orders.statecraft import ComebackOrders, WithdrawOrders
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings

STATE = start(MariaSettings())
NAMES = lexicon(STATE, "louis")


def refused(text: str, wanted: type[Any]) -> list[str]:
    sheet = read_sheet(text, wanted, NAMES)
    assert sheet.order is None
    return [each.problem.code for each in sheet.faults]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("combat: {play: lowest, at most: 37cards}", "not-a-limit"),
        ("combat: {play: lowest, at most: 3 7cards}", "not-a-limit"),
        ("combat: {play: lowest, stop: losing 27or less}", "not-a-stop"),
        ("combat: {play: lowest, stop: losing 2 orless}", "not-a-stop"),
        ("combat: lowest that leads, at most 37cards", "not-a-limit"),
        ("combat: ♥7, lowest,", "part-missing"),
        ("combat: ♥7,, lowest", "part-missing"),
        ("combat: lowest, at most 3 cards,", "part-missing"),
        ("combat: {play: lowest, drive: 'to Linz, '}", "part-missing"),
        ("combat: {Belle-Isle >: lowest}", "part-missing"),
        ("combat:", "no-value"),
        ("combat: {all: }", "not-a-plan"),
        ("standing:\n  defence:", "no-value"),
        ("standing: {defence: {play: }}", "not-a-plan"),
        ("standing: {defence: {play: lowest, at most: }}", "not-a-plan"),
        ("standing: {withdraw: 'Berlin or Breslau,'}", "part-missing"),
    ],
)
def test_11_1_a_plan_that_may_lack_something_is_refused(text: str, code: str) -> None:
    assert refused(text, CombatOrders) == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("moves: [Broglie: Weiden > Mies >]", "part-missing"),
        ("moves: [Broglie: Weiden > > Mies]", "part-missing"),
        ("moves: [Broglie: → Mies]", "part-missing"),
        ("moves:\n  - Broglie: Weiden, Mies,\n", "part-missing"),
        ("moves:\n  - Broglie: force march to Weiden >\n", "part-missing"),
        ("moves:\n  - train 1: re-enter Mies with ♥4 +\n", "part-missing"),
        ("moves:\n  - Broglie:\n", "no-goal"),
        ("moves:\n", "no-value"),
        ("supply: {pay: }\n", "no-value"),
        ("attacks:\n", "no-value"),
    ],
)
def test_10_1_a_stage_that_may_lack_something_is_refused(text: str, code: str) -> None:
    assert refused(text, StageOrders) == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("place: ♥7 or ♠3,\n", "part-missing"),
        ("place:\n", "no-value"),
        ("take:\n  - Turin:\n", "no-value"),
        ("take:\n  - Turin: Italy right 2,\n", "part-missing"),
    ],
)
def test_17_politics_that_may_lack_something_are_refused(text: str, code: str) -> None:
    assert refused(text, PoliticsOrders)[0] == code


def test_19_withdrawals_and_returns_that_may_lack_something_are_refused() -> None:
    assert refused("withdraw: {Broglie: }", WithdrawOrders) == ["no-value"]
    assert refused("returns: {Rutowski: Dresden for ♥4 +}", ComebackOrders)[-1] == "part-missing"
