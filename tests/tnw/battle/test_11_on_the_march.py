"""Battles and assaults in the middle of a march (9.4, 11.6, 11.7, 12.3)."""

from collections.abc import Iterable

from pbem_tnw.chapters.turn.card_play import line_problems
from pbem_tnw.orders.lines import AssaultLine, OrderLine
from pbem_tnw.position.forces import beaten_at
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.state import WarState
from tests.tnw.battle.fighting import FIELD, ended, misses
from tests.tnw.movement.marching import MarchTable, march, move
from tests.tnw.positions import active, at_start, codes, emptied, with_forces

START = emptied(at_start(4), *FIELD, "strasbourg", "olmutz", "prague", "vienna", "linz")
ULM = with_forces(
    START, {"strasbourg": {"france": 8}, "ulm": {"austria": 5}}, {"napoleon": "strasbourg", "mack": "ulm"}
)


def marched(state: WarState, faces: Iterable[int], *lines: OrderLine) -> MarchTable:
    table = march(active(state, "france"), lines, faces)
    assert not table.faces, f"{table.faces} were not rolled"
    return table


def formation(table: MarchTable) -> WarFormation:
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    return table.state.impulse.formation


def test_9_4_a_won_battle_ends_the_march() -> None:
    table = marched(ULM, [6, 5, *misses(12), *misses(8)], move("stuttgart", "ulm", "munich", commander="napoleon"))
    assert table.state.units["ulm"] == {"france": 8}
    assert table.state.generals["mack"] == "innsbruck"
    assert formation(table).stopped


def test_11_6_after_an_overrun_the_march_goes_on() -> None:
    dice = [6] * 5 + misses(9) + misses(8) + [4, 4]
    table = marched(ULM, dice, move("stuttgart", "ulm", "munich", commander="napoleon"))
    assert ended(table).overrun
    assert formation(table).place == "munich"
    assert table.state.units["munich"] == {"france": 8}
    assert table.state.generals["napoleon"] == "munich"


def test_11_6_after_an_overrun_an_army_that_lost_units_goes_on_with_the_rest() -> None:
    dice = [6] * 5 + misses(9) + [6, 5] + misses(6) + [4, 4]
    table = marched(ULM, dice, move("stuttgart", "ulm", "munich", commander="napoleon"))
    assert table.state.units["munich"] == {"france": 7}
    assert formation(table).pieces.units == {"france": 7}


def test_11_4_a_lost_battle_leads_back_and_ends_the_march() -> None:
    table = marched(ULM, [*misses(14), 6, *misses(7)], move("stuttgart", "ulm", "munich", commander="napoleon"))
    assert table.state.units["stuttgart"] == {"france": 7}
    assert beaten_at(table.state, "stuttgart") == formation(table).pieces
    assert codes(line_problems(table.state, "france", move("nuremberg"))) == ["formation-stopped"]


def test_11_4_an_attacker_that_is_destroyed_leaves_no_formation() -> None:
    state = with_forces(ULM, {"strasbourg": {"france": 1}})
    table = marched(state, [*misses(7), 6, *misses(7), 4], move("stuttgart", "ulm", "munich", commander="napoleon"))
    assert "ulm" not in table.state.units or table.state.units["ulm"] == {"austria": 5}
    assert table.state.impulse is not None
    assert table.state.impulse.formation is None


def test_12_3_an_overrun_of_a_fortress_lets_the_army_go_on() -> None:
    state = with_forces(START, {"vienna": {"france": 8}}, {"napoleon": "vienna"}, {"vienna": "france"})
    lines = (move("olmutz", commander="napoleon"), AssaultLine(), move("vienna"))
    table = marched(state, [6, 6, 6, *misses(11), 1, 1], *lines)
    assert table.state.flags["olmutz"] == "france"
    assert formation(table).place == "vienna"


def test_9_4_h16_a_fortress_that_holds_keeps_the_army() -> None:
    state = with_forces(START, {"vienna": {"france": 8}}, {"napoleon": "vienna"}, {"vienna": "france"})
    table = marched(state, [*misses(14), 1, 1], move("olmutz", commander="napoleon"), AssaultLine())
    assert codes(line_problems(table.state, "france", move("vienna"))) == ["formation-stopped"]
