"""What a careless player writes: all problems are told at once, each where it is, with what would be right."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.engine.order import Order
from pbem.report.returned_sheet import as_data
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.turn import EntryOrders, RoundOrders, StandingSheet, TurnEndOrders
from tests.tnw.orders.spellings import WORDS, read

KINDS: dict[str, type[Order]] = {
    kind.__name__: kind for kind in (RoundOrders, StandingSheet, TurnEndOrders, EntryOrders, HoldAnswer)
}
CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "careless.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[str(case["sheet"]) for case in CASES])
def test_a_careless_sheet_is_answered(case: dict[str, Any]) -> None:
    sheet = read(case["sheet"], KINDS[case["kind"]])
    assert (sheet.order is None) == any(each.problem.stops for each in sheet.faults)
    assert [_told(as_data(WORDS, each)) for each in sheet.faults] == case["told"]


def _told(fault: dict[str, Any]) -> dict[str, str]:
    remedy = {"try": fault["right"]} if fault["right"] else {}
    return {"at": f"{fault['line']}:{fault['column']}", "says": fault["says"], **remedy}
