"""An `else` that is a way to play is the last alternative; anything else it may be is no way to play."""

import pytest

from pbem_tnw.orders.turn import RoundOrders
from tests.tnw.orders.spellings import read

FIRST = "{play: Conscripts as cp, if: enemy_units(Ulm) >= 4, do: [Napoleon: Ulm]}"
BESIDE = "play: Conscripts as cp, if: enemy_units(Ulm) >= 4, do: [Napoleon: Ulm]"


@pytest.mark.parametrize(
    "orders",
    [
        f"{{try: [{FIRST}, {{else: Talleyrand as event}}]}}",
        f"{{try: [{FIRST}, {{else: {{play: Talleyrand as event}}}}]}}",
        f"{{try: [{FIRST}], else: Talleyrand as event}}",
        f"{{{BESIDE}, else: {{play: Talleyrand as event}}}}",
        f"[{FIRST}, {{else: Talleyrand as event}}]",
    ],
)
def test_2_2_an_else_that_is_a_way_to_play_is_the_last_one(orders: str) -> None:
    order = read(f"impulses: {{France: {orders}}}", RoundOrders).order
    plain = read(f"impulses: {{France: {{try: [{FIRST}, Talleyrand as event]}}}}", RoundOrders).order
    assert plain is not None
    assert order == plain


@pytest.mark.parametrize("otherwise", ["ask", "lowest"])
def test_2_2_at_the_end_of_a_list_it_may_ask_or_play_the_lowest(otherwise: str) -> None:
    order = read(f"impulses: {{France: [{FIRST}, {{else: {otherwise}}}]}}", RoundOrders).order
    plain = read(f"impulses: {{France: {{try: [{FIRST}], else: {otherwise}}}}}", RoundOrders).order
    assert plain is not None
    assert order == plain


@pytest.mark.parametrize(
    "orders",
    [
        f"[{{else: Talleyrand as event}}, {FIRST}]",
        f"{{try: [{FIRST}, {{else: Talleyrand as event}}], else: ask}}",
        f"[{FIRST}, {{else: Talleyrand as event, if: turn >= 2}}]",
        f"[{FIRST}, {{else: flag Ulm}}]",
        f"[{FIRST}, {{else: }}]",
        f"{{{BESIDE}, else: Napoleon to Munich}}",
        f"{{{BESIDE}, else: if Talleyrand is held}}",
    ],
)
def test_2_2_anything_else_is_refused(orders: str) -> None:
    assert read(f"impulses: {{France: {orders}}}", RoundOrders).order is None
