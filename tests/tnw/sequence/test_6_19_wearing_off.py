"""The removal roll for temporary events at the end of an Impulse (6.19)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.nation.pieces import DiceRolled
from pbem_tnw.orders.choices import PlusUse
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.state import LastingCard, WarState
from tests.tnw.positions import DiceTable
from tests.tnw.sequence.rounds import on_sheet, round_of

OLD = LastingCard(card="spring-floods", nation="austria", since=3, temporary=True)
NEWER = LastingCard(card="russian-winter", nation="russia", since=5, temporary=True)


def with_events(nation: str = "france", **changes: Any) -> WarState:
    """Two temporary events are in play when *nation* has the last Impulse of the Turn, the tenth of the game."""
    return round_of({nation: ("conscripts",)}, nation, **{"numbered": 9, "lasting": (NEWER, OLD), **changes})


def left(state: WarState, *faces: int) -> list[str]:
    table = DiceTable(state, faces)
    table.play()
    return [one.card for one in table.state.lasting]


def test_d32_on_a_6_the_oldest_ends_and_on_a_5_both_stay() -> None:
    assert left(with_events(), 6) == [NEWER.card]
    assert left(with_events(), 5) == [NEWER.card, OLD.card]


def test_d32_the_seat_may_name_another() -> None:
    named = {"france": WarStanding(wear_off=("conscripts", NEWER.card))}
    assert left(with_events(standing=named), 6) == [OLD.card]


def test_6_19_there_is_one_roll_with_its_purpose_and_its_event() -> None:
    table = DiceTable(with_events(), [3])
    table.play()
    (event,) = table.told(DiceRolled)
    assert (event.roll.purpose, event.roll.who, event.roll.faces) == ("wear-off", OLD.card, (3,))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "state",
    [
        with_events("spain"),
        with_events("sweden"),
        with_events(lasting=(replace(OLD, since=10), replace(NEWER, temporary=False))),
        with_events(lasting=()),
    ],
    ids=["a minor country", "a neutral Proxy", "not in play before", "none"],
)
def test_6_19_no_roll(state: WarState) -> None:
    assert left(state) == [one.card for one in state.lasting]


def test_6_19_a_power_that_has_played_no_card_does_not_roll() -> None:
    sheets = {"france": on_sheet("france", Alternative(plus=PlusUse(resource=True)))}
    state = round_of({"france": ("conscripts",), "sweden": ("godoy",)}, numbered=9, lasting=(OLD,), sheets=sheets)
    assert left(replace(state, resources={"france": 1})) == [OLD.card]
    assert left(replace(state, sheets={}), 6) == []
