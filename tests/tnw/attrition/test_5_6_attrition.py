"""Attrition, the Flags of the survivors, ports and shipbuilding (5.6 to 5.62, 6.17)."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.attrition.events import AttritionSuffered
from pbem_tnw.chapters.attrition.steps import AttritionPhase
from pbem_tnw.chapters.attrition.suffering import Attrition
from pbem_tnw.chapters.attrition.tolls import toll
from pbem_tnw.options import TnwOptions
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.position.control import friendly
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.places import REGROUP
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


def test_5_6_forces_in_friendly_duchies_suffer_nothing() -> None:
    assert phase(START, []).told(AttritionSuffered) == []


def test_5_6_h1_two_units_of_five_are_lost_and_the_rest_flag_vienna() -> None:
    state = with_forces(START, {"vienna": {"france": 5}}, {"napoleon": "vienna", "lannes": "vienna"})
    table = phase(state, [1, 3, 1, 6, 2, 5, 4])
    assert table.state.units["vienna"] == {"france": 3}
    assert table.state.generals["napoleon"] == "vienna"
    assert table.state.flags["vienna"] == "france"


def test_5_6_h2_a_general_goes_to_the_regroup_box_when_no_unit_is_left() -> None:
    state = with_forces(START, {"vienna": {"france": 1}}, {"lannes": "vienna"})
    table = phase(state, [1, 1])
    assert "vienna" not in table.state.units
    assert table.state.generals["lannes"] == REGROUP
    assert "vienna" not in table.state.flags


def test_6_19_h3_typhus_takes_pieces_on_a_two() -> None:
    typhus = LastingCard(card="typhus", nation="france", since=0, temporary=True)
    state = replace(with_forces(START, {"vienna": {"france": 4}}), lasting=(typhus,))
    assert phase(state, [2, 1, 3, 6]).state.units["vienna"] == {"france": 2}


def test_7_44_h4_without_flags_none_is_placed_unless_the_seat_gives_one_up() -> None:
    limit = START.board.nations["france"].limits.flags
    foreign = [one for one, duchy in START.board.duchies.items() if duchy.nation in ("russia", "austria")]
    out = dict.fromkeys([one for one in foreign if one != "vienna"][:limit], "france")
    assert len(out) == limit
    state = with_forces(START, {"vienna": {"france": 4}}, flags=out)
    state = replace(state, units={"vienna": {"france": 4}}, generals=dict.fromkeys(state.generals, "yard"))
    assert "vienna" not in phase(state, [2, 2, 2, 2]).state.flags
    given = phase(with_standing(state, "france", old_flags=("paris", min(out))), [2, 2, 2, 2])
    assert given.state.flags["vienna"] == "france"
    assert min(out) not in given.state.flags


def test_5_6_an_option_loses_pieces_on_two() -> None:
    state = replace(with_forces(START, {"vienna": {"france": 4}}), options=TnwOptions(attrition_loss="2"))
    assert phase(state, [2, 2, 3, 3]).state.units["vienna"] == {"france": 2}


@pytest.mark.parametrize(("commander", "flag"), [("kutuzov", "russia"), ("mack", "austria"), ("", "austria")])
def test_5_6_d17_d18_the_commander_s_nation_flags_else_the_first_on_the_track(commander: str, flag: str) -> None:
    generals = {commander: "munich"} if commander else {}
    state = with_forces(START, {"munich": {"russia": 2, "austria": 2}}, generals, {})
    state = replace(state, flags={one: nation for one, nation in state.flags.items() if one != "munich"})
    table = phase(state, [2] * (4 + bool(commander)))
    assert table.state.flags["munich"] == flag


def test_5_6_d19_a_fortress_is_not_flagged() -> None:
    table = phase(with_forces(START, {"olmutz": {"france": 3}}, {"kutuzov": "vienna"}), [2, 2, 2])
    assert "olmutz" not in table.state.flags


def test_5_6_an_enemy_flag_comes_off_a_duchy_of_one_s_own_or_an_ally_s() -> None:
    state = with_forces(START, {"ulm": {"spain": 1}}, {"mack": "vienna"}, {"ulm": "austria"})
    assert "ulm" not in phase(state, [2]).state.flags


def test_9_7_losses_of_several_seats_are_borne_in_turn() -> None:
    state = with_forces(START, {"paris": {"russia": 2, "austria": 3}})
    assert phase(state, [1, 1, 1, 2, 2]).state.units["paris"] == {"russia": 1, "austria": 1}


def test_5_61_enemy_squadrons_put_to_sea_from_a_port_that_is_flagged() -> None:
    state = with_forces(START, {"trieste": {"france": 2}})
    ships = (Squadron(nation="britain"), Squadron(nation="britain"))
    state = replace(state, squadrons={**state.squadrons, "trieste": ships})
    table = phase(state, [2, 2])
    zone = state.board.duchies["trieste"].port[0]
    assert table.state.flags["trieste"] == "france"
    assert "trieste" not in table.state.squadrons
    assert all(one in table.state.squadrons[zone] for one in ships)


def test_5_62_d20_build_markers_are_turned_to_refit() -> None:
    new = Squadron(nation="france", build=True)
    state = replace(START, squadrons={"brest": (Squadron(nation="france"), new)})
    fleet = phase(state, []).state.squadrons["brest"]
    assert fleet == (Squadron(nation="france"), Squadron(nation="france", refit=1))
    assert [one.sails for one in fleet] == [True, False]


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
