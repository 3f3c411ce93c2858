"""Conquest: the test, what it brings, submission (15.1-15.3, 15.25)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.politics.conquest import ConquestPhase, submit, threat
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.invariants import broken
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.control import at_war, camp_of, controller, keys_held
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Consul, LastingCard, WarState
from tests.tnw.positions import DiceTable, at_start, emptied, with_forces, with_standing


def flagged(state: WarState, nation: str, *duchies: str) -> WarState:
    return with_forces(state, flags=dict.fromkeys(duchies, nation))


def phase(state: WarState, *faces: int) -> DiceTable:
    table = DiceTable(replace(state, flow=(ConquestPhase(),)), faces)
    table.play()
    assert not table.faces
    assert [each for each in broken(replace(table.state, turn=0)) if each.invariant != "cards"] == []
    return table


def fallen_austria() -> WarState:
    """H63: French Flags on Vienna, Prague, Linz, Venice, Innsbruck, Salzburg; Davout in Vienna."""
    state = emptied(at_start(), "vienna", "prague", "linz", "venice", "innsbruck", "salzburg")
    state = flagged(state, "france", "vienna", "prague", "linz", "venice", "innsbruck", "salzburg")
    return with_forces(state, {"vienna": {"france": 3}}, {"davout": "vienna"})


@pytest.mark.parametrize(
    ("nation", "lost", "modifier"),
    [
        ("austria", ("vienna",), 0), ("austria", ("vienna", "venice", "prague"), 2), ("france", ("paris",), 0),
        ("russia", ("st-petersburg", "moscow"), 1), ("spain", ("madrid",), -1),
    ],
)  # fmt: skip
def test_15_1_modifiers(nation: str, lost: tuple[str, ...], modifier: int) -> None:
    state = at_start()
    found = threat(flagged(state, "britain" if nation in ("france", "spain") else "france", *lost), nation)
    assert found is not None
    assert found.modifier == modifier


def test_15_1_munich_which_austria_holds_at_the_start_is_a_key_that_france_has_lost() -> None:
    found = threat(flagged(at_start(), "austria", "paris"), "france")
    assert found is not None
    assert found.keys == 2


def test_15_1_russia_has_two_capitals_and_a_nation_in_no_camp_is_not_tested() -> None:
    assert threat(flagged(at_start(), "france", "moscow"), "russia") is None
    assert threat(flagged(at_start(), "france", "berlin"), "prussia") is None


def test_15_2_the_results_of_a_conquest() -> None:
    start = with_standing(fallen_austria(), "france", spoils=("venice", "innsbruck"), march_to=("salzburg",))
    table = phase(start, 6)
    state = table.state
    french = {duchy for duchy, flag in state.flags.items() if flag == "france"}
    assert french == {"venice", "innsbruck", "salzburg"}, "two spoils, and Associated duchies"
    assert controller(state, "vienna") == "austria"
    assert controller(state, "munich") == "france", "its Flags abroad come off"
    assert state.generals["davout"] == "salzburg"
    assert state.units["salzburg"] == {"france": 3}
    assert state.resources["france"] == 1
    assert len(keys_held(state, "france")) == 15
    assert state.units[REGROUP]["austria"] == 6, "the units in Munich and Ulm"
    assert not at_war(state, "france", "austria")
    assert state.subjects["austria"].conqueror == "france"
    assert state.subjects["austria"].camp == "coalition"


def test_15_2_spoils_by_default_are_keys_then_fortresses_and_one_key_at_most() -> None:
    state = flagged(fallen_austria(), "france", "olmutz", "trieste")
    table = phase(state, 6)
    french = {duchy for duchy, flag in table.state.flags.items() if flag == "france"}
    assert french == {"prague", "olmutz", "salzburg"}


def test_15_2_the_conqueror_takes_the_resource_of_the_conquered_by_an_option_two() -> None:
    held = replace(fallen_austria(), resources={"austria": 2})
    assert phase(held, 6).state.resources == {"austria": 1, "france": 1}
    two = replace(held, options=replace(held.options, conquest_resource="2"))
    assert phase(two, 6).state.resources == {"austria": 0, "france": 2}


def test_15_2_pieces_of_the_conquered_at_sea_go_to_the_regroup_box() -> None:
    ship = (Squadron(nation="austria"),)
    start = with_forces(fallen_austria(), {"ionian-sea": {"austria": 1}})
    state = phase(replace(start, squadrons={**start.squadrons, "ionian-sea": ship}), 6).state
    assert "ionian-sea" not in state.units
    assert "ionian-sea" not in state.squadrons
    assert state.squadrons[REGROUP] == ship


def test_15_2_former_allies_go_home_from_the_duchies_of_the_conquered() -> None:
    start = with_forces(fallen_austria(), {"olmutz": {"russia": 3}, "buda": {"austria": 2}}, {"kutuzov": "olmutz"})
    state = phase(start, 6).state
    assert "russia" not in state.units.get("olmutz", {})
    assert state.generals["kutuzov"] in state.units
    assert camp_of(state, controller(state, state.generals["kutuzov"])) == "coalition"
    assert state.units["buda"] == {"austria": 2}, "its own stay"


def test_15_2_a_minor_country_is_a_client_of_the_conqueror_with_a_new_hand() -> None:
    state = at_start(consuls={**at_start().consuls, "denmark": Consul(column="ally", row="france")})
    state = replace(
        flagged(emptied(state, "copenhagen"), "britain", "copenhagen", "aarhus"),
        control={**state.control, "denmark": "france"},
        hands={**state.hands, "denmark": CardHand(known=("conscripts",))}, deck=CardPile(cards=("tilsit",)),
    )  # fmt: skip
    after = phase(state, 2).state
    assert after.consuls["denmark"] == Consul(column="client", row="britain")
    assert after.hands["denmark"].known == ("tilsit",)
    assert "denmark" not in after.control
    assert {duchy for duchy, flag in after.flags.items() if flag == "britain"} == {"aarhus"}
    assert not after.resources


def test_15_25_minor_pact_allies_stay_in_the_camp_and_leave_the_duchies_of_former_allies() -> None:
    start = fallen_austria()
    consuls = {**start.consuls, "turkey": Consul(column="ally", row="austria")}
    start = replace(start, consuls=consuls, control={**start.control, "turkey": "austria"})
    start = with_forces(start, {"buda": {"turkey": 2}, "kiev": {"turkey": 1}, "sofia": {"turkey": 1}})
    state = phase(start, 6).state
    assert camp_of(state, "turkey") == "coalition"
    assert at_war(state, "turkey", "france")
    assert state.control["turkey"] == "austria"
    assert state.units[REGROUP]["turkey"] == 3
    assert state.units["sofia"] == {"turkey": 1}


def test_15_1_after_a_conquest_only_the_keys_held_then_count() -> None:
    state = phase(fallen_austria(), 6).state
    assert set(state.keys_at_risk["austria"]) == {"vienna", "trieste", "venice", "buda", "lemberg"}


def test_15_1_a_proxy_conquers_for_its_power_and_its_flags_are_spoils() -> None:
    state = flagged(at_start(), "spain", "london", "plymouth", "york")
    found = threat(state, "britain")
    assert found is not None
    assert (found.holder, found.conqueror) == ("spain", "france")
    after = phase(state, 6).state
    assert after.subjects["britain"].conqueror == "france"
    assert {duchy for duchy, flag in after.flags.items() if flag == "spain"} == {"plymouth", "york"}


def test_15_3_a_nation_submits_to_the_enemy_with_most_flags_on_its_home_duchies() -> None:
    table = DiceTable(flagged(at_start(), "france", "york"))
    submit(table, "britain")
    assert table.state.subjects["britain"].conqueror == "france"
    assert controller(table.state, "york") == "france"
    alone = DiceTable(at_start(squadrons={"plymouth": (Squadron(nation="britain"),)}))
    submit(alone, "britain")
    assert alone.state.subjects["britain"].conqueror == ""
    assert not alone.state.resources


def test_5_7_lasting_events_end_in_the_conquest_phase_if_their_zones_say_so() -> None:
    blockade = LastingCard(card="continental-system", nation="france", since=1)
    assert phase(at_start(lasting=(blockade,))).state.lasting == (blockade,)
    zones = ("north-sea", "english-channel", "western-approaches", "bay-of-biscay", "iberian-coast", "gulf-of-cadiz")
    fleets = {zone: (Squadron(nation="britain"),) for zone in zones}
    assert phase(at_start(lasting=(blockade,), squadrons=fleets)).state.lasting == ()
