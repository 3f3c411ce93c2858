"""Attrition, the Flags of the survivors, ports and shipbuilding (5.6 to 5.62, 6.17)."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem_tnw.chapters.nation.attrition import Attrition, AttritionPhase, AttritionSuffered, toll
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.position.control import friendly
from pbem_tnw.position.state import LastingCard, WarState
from tests.tnw.positions import DiceTable, active, at_start, emptied, with_forces, with_standing


def peaceful() -> WarState:
    """The set-up of four seats without the forces in duchies that are not Friendly to them."""
    state = at_start(4)
    away = [
        place for place, there in state.units.items()
        if place in state.board.duchies and not all(friendly(state, one, place) for one in there)
    ]  # fmt: skip
    return emptied(state, *away, "vienna", "salzburg", "linz", "innsbruck", "venice")


START = peaceful()


def phase(state: WarState, faces: Iterable[int]) -> DiceTable:
    table = DiceTable(state, faces)
    table.enter(AttritionPhase())
    table.play()
    assert not table.faces, f"{table.faces} were not rolled"
    return table


def test_6_17_an_event_strikes_flags_too_and_units_bear_it_first() -> None:
    state = active(
        with_forces(START, {"innsbruck": {"france": 1}}, {"lannes": "innsbruck"}, {"innsbruck": "france"}), "austria"
    )
    due = toll(state, "innsbruck", ("france",), 3, flags=True)
    assert due is not None
    table = DiceTable(state, [1, 3, 4])
    table.enter(Attrition(toll=due))
    table.play()
    assert "innsbruck" not in table.state.units
    assert "innsbruck" not in table.state.flags
    assert table.state.generals["lannes"] == "innsbruck"


def test_6_17_a_flag_alone_is_struck_and_nothing_is_where_nothing_is() -> None:
    state = active(with_forces(START, flags={"innsbruck": "france"}), "austria")
    due = toll(state, "innsbruck", ("france",), 3, flags=True)
    assert due is not None
    table = DiceTable(state, [3])
    table.enter(Attrition(toll=due))
    table.play()
    assert "innsbruck" not in table.state.flags
    assert toll(state, "salzburg", ("france",), 3, flags=True) is None


def test_6_19_winter_in_russia_strikes_foreigners_only() -> None:
    winter = LastingCard(card="russian-winter", nation="russia", since=0, temporary=True)
    state = active(with_forces(START, {"moscow": {"russia": 2, "austria": 2}}), "france")
    due = toll(replace(state, lasting=(winter,)), "moscow", ("russia", "austria"), 1)
    assert due is not None
    table = DiceTable(replace(state, lasting=(winter,)), [3, 4, 2, 3])
    table.enter(Attrition(toll=due))
    table.play()
    (event,) = table.told(AttritionSuffered)
    assert isinstance(event, AttritionSuffered)
    assert event.lost_on == (1, 3)
    assert table.state.units["moscow"] == {"russia": 2}


def test_5_6_a_seat_may_name_the_generals_it_loses_first() -> None:
    state = with_forces(START, {"vienna": {"france": 1}}, {"lannes": "vienna", "ney": "vienna"})
    assert phase(state, [1, 1, 2]).state.generals["ney"] == REGROUP
    named = with_standing(state, "france", generals=PieceNames(rule="named", names=("lannes",)))
    assert phase(named, [1, 1, 2]).state.generals["lannes"] == REGROUP
