"""Receipts say every order back in the words of the game."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.engine.order import Order
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.orders.round_orders import ImpulseSheet, RoundOrders, StandingSheet
from pbem_tnw.orders.turn_end import TurnEndOrders
from tests.tnw.letters.reading import RAW, in_round, said_back
from tests.tnw.orders.arbitrary import of_type

KINDS = (RoundOrders, ImpulseSheet, StandingSheet, TurnEndOrders, EntryOrders, HoldAnswer)
UNHURRIED = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


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
