"""Battles from the first die to the end (11, 17.3)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_events import GeneralFell, RetreatMade
from pbem_tnw.edition.board import CAPTURED, KILLED, REGROUP, YARD
from tests.tnw.battle.fighting import decided, ended, entered, fight, met, misses, rounds
from tests.tnw.positions import DiceTable, active, at_start, emptied, with_forces, with_standing

MACK = met({"france": 8, "austria": 8}, ("napoleon", "mack"))
EVEN = met({"france": 6, "austria": 6}, ("soult", "liechtenstein"))
"""A general of Rating 2 on either side."""


def test_11_4_h32_two_ties_are_lost_by_the_attacker_who_goes_back() -> None:
    table = fight(EVEN, [6, 5, *misses(8), 6, 5, *misses(7), 6, *misses(7), 6, *misses(6)], origin="munich")
    assert [(len(one.attacker.faces), len(one.defender.faces)) for one in rounds(table)] == [(10, 9), (8, 7)]
    assert decided(table).winner == "defender"
    assert table.state.units["munich"] == {"france": 4}
    assert table.state.units["ulm"] == {"austria": 4}
    assert not ended(table).won


def test_11_7_a_fortress_is_not_flagged_by_an_overrun() -> None:
    state = met({"france": 6, "austria": 2}, ("soult", "mack"), "olmutz", emptied(at_start(4), "olmutz"))
    table = fight(state, [6, 6, 6, 6, *misses(6), *misses(4), 1, 4], place="olmutz", origin="prague")
    assert "olmutz" not in table.state.flags
    assert ended(table).overrun


def test_11_7_the_defender_flags_nothing() -> None:
    state = met({"france": 1, "austria": 6}, ("soult", "mack"), "munich")
    table = fight(state, [*misses(5), 6, 6, 6, 6, *misses(4), 1, 4], place="munich", origin="ulm")
    assert decided(table).flag
    assert table.state.flags["munich"] == "austria"


def test_11_4_h38_the_loser_goes_where_most_own_units_stand_and_never_to_ulm() -> None:
    state = met({"france": 6, "austria": 4}, ("soult", "mack"), "munich")
    win = [6, 5, *misses(8), *misses(6)]
    assert fight(state, win, place="munich", origin="ulm").state.generals["mack"] == "innsbruck"
    state = with_forces(state, {"salzburg": {"austria": 1}})
    assert fight(state, win, place="munich", origin="ulm").state.generals["mack"] == "salzburg"


def test_11_4_h39_a_loser_without_a_way_out_is_eliminated() -> None:
    state = met({"france": 6, "austria": 4}, ("soult", "mack"), "salzburg")
    state = with_forces(state, {"innsbruck": {"france": 1}, "linz": {"france": 1}})
    win = [6, 5, *misses(8), *misses(6)]
    for die, box in ((3, YARD), (4, REGROUP)):
        table = fight(state, [*win, die], place="salzburg", origin="munich")
        assert table.state.units["salzburg"] == {"france": 6}
        assert table.state.generals["mack"] == box
        assert ended(table).overrun


def test_11_4_an_interceptor_may_go_back_where_it_came_from() -> None:
    state = met({"france": 6, "austria": 4}, ("soult", "mack"), "salzburg")
    state = with_forces(state, {"innsbruck": {"france": 1}}, flags={"linz": "france", "innsbruck": "france"})
    win = [6, 5, *misses(8), *misses(6)]
    table = fight(state, win, place="salzburg", origin="munich", interceptors=("linz",), defended=False)
    assert table.state.generals["mack"] == "linz"
    assert table.told(RetreatMade) == [RetreatMade(place="salzburg", to="linz", nation="austria")]


@pytest.mark.parametrize(("box", "attacker", "defender"), [
    ({"origin": "stuttgart"}, 14, 11),
    ({"origin": "innsbruck"}, 14, 12),
    ({"origin": "munich"}, 14, 10),
    ({"origin": "innsbruck", "evasion_failed": True}, 15, 10),
    ({"origin": "innsbruck", "interceptors": ("munich",), "defended": False}, 14, 10),
    ({"origin": "innsbruck", "interceptors": ("munich",), "defended": True}, 14, 12),
    ({"origin": "innsbruck", "landed": True}, 14, 10),
])  # fmt: skip
def test_11_2_h29_h23_what_the_ground_is_worth(box: dict[str, object], attacker: int, defender: int) -> None:
    table = fight(MACK, [6, *misses(attacker - 1), *misses(defender)], **box)
    assert (len(rounds(table)[0].attacker.faces), len(rounds(table)[0].defender.faces)) == (attacker, defender)


def test_11_2_the_ground_counts_in_the_first_round_only() -> None:
    table = fight(MACK, [*misses(14), *misses(11), 6, *misses(13), *misses(10)])
    assert len(rounds(table)[1].defender.faces) == 10


def test_11_2_h73_two_subordinates_are_worth_a_die_each() -> None:
    state = met({"france": 7, "austria": 3}, ("napoleon", "lannes", "murat", "ney"))
    state = active(state, "austria")
    table = fight(state, [*misses(4), 6, *misses(14)], "austria", origin="munich")
    assert len(rounds(table)[0].defender.faces) == 15


def test_11_3_h74_the_second_round_has_rating_and_nationality() -> None:
    state = met({"france": 5, "austria": 12}, ("soult", "lannes", "murat", "charles"))
    state = with_standing(state, "france", commander={"ulm": "soult"})
    state = entered(active(state, "france"), "soult", {"france": 5}, "lannes", "murat")
    tie = [6, 6, 6, 6, 5, 5, 5]
    table = fight(state, [*tie, *misses(4), *tie, *misses(9), 1, 1, 1, 1, *misses(9)], origin="munich")
    assert [len(one.attacker.faces) for one in rounds(table)] == [11, 4]


def test_17_3_napoleon_gets_away_on_a_four() -> None:
    state = met({"france": 1, "russia": 8}, ("napoleon", "kutuzov"))
    table = fight(state, [*misses(7), 6, *misses(11), 4], origin="munich")
    assert table.state.generals["napoleon"] == REGROUP
    assert not table.state.captor
    assert table.state.resources.get("russia", 0) == 0


def test_17_3_a_capture_where_no_unit_is_left_brings_no_resource() -> None:
    state = met({"france": 1, "russia": 1}, ("napoleon",))
    table = fight(state, [6, *misses(6), 6, 1, 2], origin="munich")
    assert decided(table).desert
    assert table.state.generals["napoleon"] == CAPTURED
    assert table.state.captor == "russia"
    assert table.state.resources.get("russia", 0) == 0


def test_7_2_a_general_who_came_by_a_card_does_not_come_back() -> None:
    state = met({"france": 1, "russia": 8}, ("poniatowski", "kutuzov"))
    table = fight(state, [*misses(5), 6, *misses(11), 1], origin="munich")
    assert table.state.generals["poniatowski"] == KILLED
    (fell,) = table.told(GeneralFell)
    assert isinstance(fell, GeneralFell)
    assert fell.fate == "out-of-the-game"


def test_11_1_the_formation_s_commander_leads_whoever_is_better() -> None:
    state = met({"france": 6, "austria": 6}, ("soult", "napoleon", "mack"))
    state = entered(active(state, "france"), "soult", {"france": 6})
    table = fight(state, [6, *misses(10), *misses(8)], origin="munich")
    assert len(rounds(table)[0].attacker.faces) == 6 + 2 + 2 + 1


def test_9_6_generals_alone_are_not_fought() -> None:
    table = DiceTable(active(met({"france": 6}, ("soult", "mack")), "france"))
    table.enter(Battle(nation="france", place="ulm", origin="stuttgart"))
    table.play()
    assert rounds(table) == []


def test_13_7_h54_batteries_hit_before_the_battle_and_count_in_its_first_round() -> None:
    state = met({"britain": 3, "spain": 1}, ("moore",), "corunna")
    state = active(replace(state, control={**state.control, "spain": "france"}), "britain")
    box = {"place": "corunna", "origin": "bay-of-biscay", "landed": True, "batteries": 2, "disrupted": 1}
    table = fight(state, [6, 6, 6, *misses(3), 1], "britain", **box)
    (only,) = rounds(table)
    assert (len(only.attacker.faces), len(only.defender.faces)) == (6, 1)
    assert (only.attacker.casualties, only.defender.casualties) == (3, 2)


def test_13_7_a_landing_force_that_loses_goes_aboard_and_suffers_attrition() -> None:
    state = active(met({"britain": 3, "spain": 3}, ("moore", "castanos"), "corunna"), "britain")
    box = {"place": "corunna", "origin": "bay-of-biscay", "landed": True}
    table = fight(state, [*misses(7), 6, *misses(3), 1, 2, 2], "britain", **box)
    assert decided(table).winner == "defender"
    assert table.state.units["bay-of-biscay"] == {"britain": 1}
    assert table.state.generals["moore"] == "bay-of-biscay"


def test_11_6_after_an_overrun_the_formation_may_go_on() -> None:
    state = entered(active(met({"france": 6, "austria": 1}, ("soult",)), "france"), "soult", {"france": 6})
    table = fight(state, [6, *misses(9), 1, 1], origin="munich")
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    assert not table.state.impulse.formation.stopped
    assert table.state.impulse.won_last


def test_9_4_a_formation_that_won_without_overrun_is_stopped() -> None:
    state = entered(active(met({"france": 6, "austria": 3}, ("soult",)), "france"), "soult", {"france": 6})
    table = fight(state, [6, *misses(9), *misses(4)], origin="munich")
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    assert table.state.impulse.formation.stopped


def test_9_4_a_formation_that_lost_stands_where_it_came_from() -> None:
    state = entered(active(met({"france": 6, "austria": 6}, ("soult",)), "france"), "soult", {"france": 6})
    table = fight(state, [*misses(10), 6, *misses(6)], origin="munich")
    assert table.state.impulse is not None
    formation = table.state.impulse.formation
    assert formation is not None
    assert (formation.place, formation.pieces.units) == ("munich", {"france": 5})
    assert table.state.impulse.beaten["munich"] == formation.pieces
