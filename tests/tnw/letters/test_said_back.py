"""Receipts say every order back in the words of the game, and all of it."""

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.order import Order
from pbem.sheet.writer import write_sheet
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.turn import EntryOrders, ImpulseSheet, RoundOrders, StandingSheet, TurnEndOrders
from tests.altered import altered
from tests.long import examples, tries
from tests.tnw.letters.reading import RAW, in_round, said_back
from tests.tnw.orders.arbitrary import of_type
from tests.tnw.orders.spellings import LEXICON

KINDS = (RoundOrders, ImpulseSheet, StandingSheet, TurnEndOrders, EntryOrders, HoldAnswer)
UNHURRIED = settings(
    deadline=None, max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
AS_WELL = {"RoundOrders.seat", "RoundOrders.round", "ImpulseOrders.otherwise", "PlaceAnswers.others"}
"""What may differ in a sheet without a difference in what it orders: whose it is, and a default that is written out."""
PASSES = ImpulseOrders()


@pytest.mark.parametrize("kind", KINDS)
@UNHURRIED
@given(data=st.data())
def test_any_order_is_said_back_with_names(kind: type[Order], data: st.DataObject) -> None:
    said = said_back(data.draw(of_type(kind)), in_round(france=("conscripts",)))
    assert not RAW.search(said), said
    for line in said.splitlines():
        assert not line.strip() or line.lstrip().startswith("- "), said
        assert not line.rstrip().endswith((" .", ",.", ";.", ":.", "..")), line
        assert "  " not in line.strip(), line


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(UNHURRIED, max_examples=tries(4, 12), phases=[Phase.explicit, Phase.generate], derandomize=True)
@given(data=st.data())
def test_sheets_that_say_different_things_are_said_back_differently(kind: type[Order], data: st.DataObject) -> None:
    order = data.draw(of_type(kind))
    view = in_round(france=("conscripts",))
    said = said_back(order, view)
    assume("ask: yes" not in _written(order))  # what else such an alternative says is not looked at
    others = {where: other for where, other in altered(order, LEXICON) if _written(other) != _written(order)}
    same = {where for where, other in others.items() if where not in AS_WELL and said_back(other, view) == said}
    assert not same, (_written(order), said)


def _written(order: Order) -> str:
    """A sheet with *order*, without what is empty and changes nothing: a nation without a card passes in any case."""
    if isinstance(order, RoundOrders):
        impulses = {nation: each for nation, each in order.impulses.items() if nation == "france" or each != PASSES}
        order = replace(order, impulses=impulses)
    lines = (line for line in write_sheet(order, LEXICON).split("\n") if line.strip() not in ("", "standing: {}"))
    return "\n".join(lines).strip(" {}\n")
