"""The unions as which a log is read have every event, step and order of the game; no one lists them."""

from collections.abc import Iterator
from importlib import import_module
from typing import get_args, get_origin

import pytest

import pbem_maria
import pbem_tnw
from pbem.engine.event import Event, Left, union_of
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem_maria.unions import MariaEvents, MariaOrders, MariaSteps
from pbem_tnw.unions import TnwEvents, TnwOrders, TnwSteps
from tests.toy.islands import state, steps
from tests.toy.islands.ruleset import EVENTS, STEPS

NEVER_IN_A_LOG = {
    *("AnyTimeSheet", "RuleWar"),
    *("CardsOfPower", "TakenAsGone", "TakenAsMoved", "AnyTime", "Rule", "InAdvance"),
}
"""What only others inherit, steps that are never on the flow, events of a draft."""


def below(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for one in subclasses:
        yield one
        yield from below(one)


@pytest.mark.parametrize(
    ("game", "kind", "union"),
    [
        (pbem_maria, Event, MariaEvents),
        (pbem_maria, Box, MariaSteps),
        (pbem_maria, Order, MariaOrders),
        (pbem_tnw, Event, TnwEvents),
        (pbem_tnw, Box, TnwSteps),
        (pbem_tnw, Order, TnwOrders),
    ],
)
def test_every_type_that_a_game_makes_is_in_its_union(game: object, kind: type, union: object) -> None:
    name = getattr(game, "__name__", "")
    import_module(f"{name}.playtest")
    made = {one for one in below(kind) if one.__module__.startswith(f"{name}.")}
    listed = {one for one in get_args(union) if one.__module__.startswith(f"{name}.")}
    assert {one.__name__ for one in made - listed} <= NEVER_IN_A_LOG
    assert not {one.__name__ for one in listed} & NEVER_IN_A_LOG
    assert made >= listed


def test_a_union_has_what_its_modules_make_and_not_what_they_import() -> None:
    assert set(get_args(STEPS)) == {steps.Deal, steps.Turn, steps.SetSail, steps.Battle}
    own = {state.Dealt, state.TurnBegan, state.Sailed, state.CardPlayed, state.Fought}
    assert {one for one in get_args(EVENTS) if one.__module__ == state.__name__} == own
    assert Left in {get_origin(one) or one for one in get_args(EVENTS)}


def test_a_union_of_one_type_is_that_type() -> None:
    assert union_of(Box, steps, but=(steps.Deal, steps.Turn, steps.SetSail)) is steps.Battle


def test_the_order_of_a_union_does_not_depend_on_that_of_its_modules() -> None:
    assert get_args(union_of(Event, state)) == get_args(union_of(Event, steps, state))
