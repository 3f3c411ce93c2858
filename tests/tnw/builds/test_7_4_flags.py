"""Flags: where, by whom, and whose they are then (7.4-7.44)."""

from msgspec.structs import replace

from pbem_tnw.chapters.nation.returning import has_army
from pbem_tnw.chapters.turn.card_play import carry_out_line, line_problems
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.lines import FlagLine, FlagPlaces
from pbem_tnw.position.control import controller
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import Consul, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, emptied, with_forces, with_standing


def wrong(state: WarState, nation: str, *at: str, remove: bool = False) -> list[str]:
    return codes(line_problems(state, nation, FlagLine(at=FlagPlaces(at), remove=remove)))


def flagged(state: WarState, nation: str, *at: str, remove: bool = False) -> WarState:
    assert not wrong(state, nation, *at, remove=remove)
    table = DiceTable(state)
    carry_out_line(table, nation, FlagLine(at=FlagPlaces(at), remove=remove))
    return table.state


def test_7_41_a_formation_flags_the_duchy_where_it_stands_for_one_point() -> None:
    state = with_forces(at_start(), {"linz": {"france": 2}})
    after = flagged(active(state, "france"), "france", "linz")
    assert after.flags["linz"] == "france"
    assert left(after, "france") == 9
    assert wrong(active(at_start(), "france"), "france", "linz") == ["flag-no-formation"]


def test_7_42_fortresses_are_not_flagged_by_points() -> None:
    state = active(with_forces(at_start(), {"olmutz": {"france": 2}}), "france")
    assert wrong(state, "france", "olmutz") == ["flag-fortress"]


def test_7_41_an_army_in_a_friendly_duchy_flags_an_adjacent_one_but_not_beside_an_able_enemy() -> None:
    state = with_forces(
        emptied(at_start(), "ulm", "munich", "innsbruck", "nuremberg"),
        {"stuttgart": {"france": 2}},
        {"davout": "stuttgart"},
    )
    ours = active(state, "france")
    assert flagged(ours, "france", "ulm").flags.get("ulm") is None, "back to its original owner"
    guarded = with_forces(ours, {"munich": {"austria": 2}}, {"mack": "munich"})
    assert wrong(guarded, "france", "ulm") == ["flag-guarded"]
    without_general = with_forces(ours, {"munich": {"austria": 2}})
    assert not wrong(without_general, "france", "ulm")
    any_army = replace(without_general, options=replace(ours.options, interceptor="any-army"))
    assert wrong(any_army, "france", "ulm") == ["flag-guarded"]
    assert wrong(with_forces(ours, {"ulm": {"austria": 1}}), "france", "ulm") == ["flag-enemies"]
    no_general = with_forces(ours, generals={"davout": "paris"})
    assert wrong(no_general, "france", "ulm") == ["flag-no-formation"]


def test_7_41_never_across_a_marsh_or_a_strait() -> None:
    state = with_forces(emptied(at_start(), "hamburg"), {"groningen": {"france": 2}}, {"davout": "groningen"})
    state = replace(state, camps={**state.camps, "prussia": "coalition"})
    assert wrong(active(state, "france"), "france", "hamburg") == ["flag-across"]


def test_7_41_not_by_an_army_that_has_lost_a_battle_in_this_impulse() -> None:
    state = with_forces(
        emptied(at_start(), "ulm", "munich", "innsbruck", "nuremberg"),
        {"stuttgart": {"france": 2}},
        {"davout": "stuttgart"},
    )
    beaten = {"stuttgart": Pieces(units={"france": 2}, generals=("davout",))}
    assert wrong(active(state, "france", beaten=beaten), "france", "ulm") == ["flag-beaten"]


def test_7_4_removing_an_enemy_flag_gives_an_allys_duchy_back() -> None:
    state = with_forces(at_start(), {"vienna": {"russia": 2}}, flags={"vienna": "france"})
    after = flagged(active(state, "russia"), "russia", "vienna")
    assert controller(after, "vienna") == "austria"
    assert "vienna" not in after.flags


def test_7_43_hanover_is_the_lower_colours_until_the_upper_colour_flags_it() -> None:
    state = replace(at_start(), camps={**at_start().camps, "prussia": "imperial"})
    assert controller(state, "hanover") == "prussia"
    after = flagged(active(with_forces(state, {"hanover": {"britain": 2}}), "britain"), "britain", "hanover")
    assert controller(after, "hanover") == "britain"


def test_7_43_an_ally_of_the_lower_colour_gives_the_duchy_back_to_it() -> None:
    state = replace(at_start(), camps={**at_start().camps, "prussia": "coalition"})
    held = with_forces(state, {"warsaw": {"russia": 2}}, flags={"warsaw": "france"})
    after = flagged(active(held, "russia"), "russia", "warsaw")
    assert controller(after, "warsaw") == "prussia"
    britain = with_forces(at_start(), {"hanover": {"austria": 2}}, flags={"hanover": "france"})
    neutral = flagged(active(britain, "austria"), "austria", "hanover")
    assert controller(neutral, "hanover") == "austria", "Prussia is no ally: the Flag of Austria is placed"


def test_8_22_nothing_of_allies_or_neutrals_is_flagged() -> None:
    state = active(with_forces(at_start(), {"linz": {"russia": 2}, "berlin": {"france": 1}}), "russia")
    assert wrong(state, "russia", "linz") == ["flag-friendly"]
    assert wrong(active(state, "france"), "france", "berlin") == ["flag-no-war"]
    assert wrong(active(state, "prussia"), "prussia", "linz") == ["flag-neutral"]


def test_7_44_without_a_flag_left_an_old_one_is_moved_if_the_standing_orders_say_which() -> None:
    nation = at_start().board.nations["denmark"]
    held = dict.fromkeys(("malmo", "gothenburg", "stralsund"), "denmark")
    assert len(held) == nation.limits.flags
    state = replace(at_start(), consuls={**at_start().consuls, "denmark": Consul(column="ally", row="france")})
    state = replace(
        state, camps={**state.camps, "prussia": "coalition"}, control={**state.control, "denmark": "france"}
    )
    state = active(with_forces(state, {"hamburg": {"denmark": 1}}, flags=held), "denmark")
    assert wrong(state, "denmark", "hamburg") == ["flag-limit"]
    after = flagged(with_standing(state, "france", old_flags=("gothenburg",)), "denmark", "hamburg")
    assert "gothenburg" not in after.flags
    assert after.flags["hamburg"] == "denmark"


def test_7_4_a_flag_is_only_removed_where_it_is_not_the_original_owners() -> None:
    state = active(with_forces(at_start(), {"munich": {"russia": 1}, "vienna": {"france": 1}}), "france")
    assert wrong(state, "france", "vienna", remove=True) == ["flag-none-there"]


def test_5_1_flag_here_needs_a_formation() -> None:
    assert wrong(active(at_start(), "france"), "france", "here") == ["flag-no-place"]


def test_7_41_generals_of_one_seat_make_an_army_of_the_units_that_any_of_them_leads() -> None:
    """A Spanish general leads no French units, but one of France beside it does; another seat's general does not."""
    bare = emptied(at_start(), "ulm", "munich", "innsbruck", "nuremberg")
    alone = with_forces(bare, {"stuttgart": {"france": 2}}, {"castanos": "stuttgart"})
    assert not has_army(alone, "spain", "stuttgart")
    assert has_army(with_forces(alone, generals={"davout": "stuttgart"}), "spain", "stuttgart")
    assert has_army(with_forces(bare, {"stuttgart": {"spain": 2}}, {"davout": "stuttgart"}), "france", "stuttgart")
    two_seats = with_forces(bare, {"linz": {"austria": 2}}, {"kutuzov": "linz", "mack": "linz"})
    assert has_army(two_seats, "austria", "linz")
    assert not has_army(two_seats, "russia", "linz")
    french = with_forces(bare, {"stuttgart": {"france": 2}}, {"davout": "stuttgart"})
    assert not has_army(french, "spain", "stuttgart")
