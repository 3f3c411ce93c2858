"""Steps: what they cost and what forbids them (9.1, 9.2, 9.4, 9.5)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.formations import cost_of_step, wrong_with_step
from pbem_tnw.chapters.land.paths import after_step, riding, way_to, ways
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Armistice, LastingCard, WarState
from tests.tnw.movement.moving import formation_of, formed
from tests.tnw.positions import active, at_start, codes, emptied, with_forces


def costs(state: WarState, *path: str) -> list[int]:
    found = []
    for to in path:
        assert codes(wrong_with_step(state, formation_of(state), to)) == []
        found.append(cost_of_step(state, formation_of(state), to))
        state = after_step(state, formation_of(state), to)
    return found


def wrong(state: WarState, to: str) -> list[str]:
    return codes(wrong_with_step(state, formation_of(state), to))


START = at_start(4)


def test_9_2_h7_an_army_pays_1_cp_a_step() -> None:
    state = with_forces(START, {"mainz": {"france": 5}, "nuremberg": {}, "ratisbon": {}})
    assert costs(formed(active(state, "france"), "davout", own=5), "nuremberg", "ratisbon") == [1, 1]


def test_9_1_h9_an_army_group_pays_2_cp_a_step_over_rough_and_plain_alike() -> None:
    state = with_forces(emptied(START, "ulm", "munich"), {"strasbourg": {"france": 12}}, {"davout": "strasbourg"})
    state = formed(active(state, "france"), "napoleon", "davout", own=12)
    assert costs(state, "stuttgart", "ulm", "munich") == [2, 2, 2]


def test_9_1_h10_a_pass_costs_1_cp_more() -> None:
    state = with_forces(emptied(START, "munich"), {"innsbruck": {"austria": 6}}, {"liechtenstein": "innsbruck"})
    austrian = active(state, "austria")
    assert costs(formed(austrian, "john", own=2), "munich") == [2]
    assert costs(formed(austrian, "john", "liechtenstein", own=6), "munich") == [3]


def test_9_1_h11_h12_a_detachment_goes_only_where_it_is_safe() -> None:
    state = with_forces(START, {"prague": {"austria": 3}}, {}, {"ratisbon": "france"})
    state = formed(active(state, "austria"), None, own=2, at="prague")
    assert costs(state, "vienna") == [1]
    assert wrong(state, "ratisbon") == ["detachment-only-friendly"]
    besieged = with_forces(state, {"vienna": {"france": 1}})
    assert wrong(besieged, "vienna") == ["detachment-only-friendly"]


def test_9_2_h14_a_fifth_step_is_refused() -> None:
    state = formed(active(with_forces(START, {"paris": {"france": 2}}, {"ney": "paris"}), "france"), "ney", own=2)
    assert costs(state, "metz", "strasbourg", "mainz", "nuremberg") == [1, 1, 1, 1]
    for to in ("metz", "strasbourg", "mainz", "nuremberg"):
        state = after_step(state, formation_of(state), to)
    assert wrong(state, "ratisbon") == ["four-steps"]


@pytest.mark.parametrize(("ships", "found"), [(("britain",), ["strait-closed"]), (("britain", "france"), []), ((), [])])
def test_9_2_h15_a_strait_is_closed_while_the_enemy_controls_its_zone(ships: tuple[str, ...], found: list[str]) -> None:
    sea = tuple(Squadron(nation=nation) for nation in ships)
    state = with_forces(START, {"antwerp": {"france": 2}}, {"ney": "antwerp"})
    state = replace(state, squadrons={**state.squadrons, "north-sea": sea})
    state = formed(active(state, "france"), "ney", own=2)
    assert wrong(state, "flushing") == found
    assert cost_of_step(state, formation_of(state), "flushing") == 2


def test_9_2_h18_neutral_land_is_closed() -> None:
    state = formed(active(START, "france"), "davout", own=4)
    problems = list(wrong_with_step(state, formation_of(state), "erfurt"))
    assert codes(problems) == ["may-not-enter"]
    assert (problems[0].args["other"], problems[0].args["why"]) == ("prussia", "neutral")


def test_17_2_h71_an_armistice_closes_what_a_nation_controls() -> None:
    state = replace(START, armistices=(Armistice(powers=("france", "austria"), turn=1),))
    state = with_forces(state, {"munich": {"france": 3}}, {"ney": "munich"}, {"munich": "france"})
    state = formed(active(state, "france"), "ney", own=3)
    problems = list(wrong_with_step(state, formation_of(state), "linz"))
    assert [(problem.code, problem.rule) for problem in problems] == [("may-not-enter", "17.2")]


def test_8_5_a_neutral_power_moves_in_its_own_land_only() -> None:
    state = formed(active(at_start(5), "prussia"), "brunswick", own=3)
    assert wrong(state, "magdeburg") == []
    assert wrong(state, "dresden") == (["may-not-enter"] if START.board.duchies["dresden"].nation != "prussia" else [])


def test_9_5_h17_a_unit_stays_before_an_enemy_fortress() -> None:
    state = emptied(START, "olmutz", "cracow", "vienna")
    state = with_forces(state, {"olmutz": {"france": 6}}, {"davout": "olmutz"}, {"vienna": "france"})
    french = active(state, "france")
    assert wrong(formed(french, "davout", own=6), "cracow") == ["mask-missing"]
    assert wrong(formed(french, "davout", own=5), "cracow") == []
    assert wrong(formed(french, "davout", own=6), "vienna") == []


def test_9_2_only_along_links() -> None:
    assert wrong(formed(active(START, "france"), "ney", own=2), "vienna") == ["not-next-to"]


def test_9_1_cards_change_the_cost_of_a_step() -> None:
    card = next(
        name
        for name, card in START.board.cards.items()
        if any(getattr(effect, "what", "") == "step_cost" and getattr(effect, "links", ()) for effect in card.effects)
    )
    lasting = (LastingCard(card=card, nation="austria", since=1, temporary=True),)
    state = formed(active(replace(START, lasting=lasting), "france"), "ney", own=2)
    assert cost_of_step(state, formation_of(state), "stuttgart") == 2
    assert cost_of_step(state, formation_of(state), "mainz") == 1


def test_9_1_h13_riders_go_any_distance_through_friendly_land() -> None:
    state = formed(active(START, "france"), None, "ney")
    there = riding(state, formation_of(state))
    assert there["paris"][-1] == "paris"
    assert {"paris", "milan", "bayonne", "madrid"} <= set(there)
    assert not {"ulm", "vienna", "berlin", "london"} & set(there)
    assert ways(state)["paris"].cost == 1


def test_9_1_riders_pass_no_enemies() -> None:
    cut = with_forces(START, {place: {"austria": 1} for place in ("bayonne", "toulouse")})
    there = riding(state := formed(active(cut, "france"), None, "ney"), formation_of(state))
    assert "bordeaux" in there
    assert not {"bayonne", "madrid"} & set(there)


@pytest.mark.parametrize(
    ("nation", "general", "start", "to", "cps"),
    [
        ("france", "ney", "strasbourg", "vienna", 5),
        ("france", "ney", "bayonne", "madrid", 3),
        ("britain", "moore", "lisbon", "madrid", 2),
    ],
)
def test_9_2_the_cheapest_way_is_found(nation: str, general: str, start: str, to: str, cps: int) -> None:
    state = emptied(START, *START.board.duchies)
    state = with_forces(state, {start: {nation: 2}}, {general: start})
    way = way_to(formed(active(state, nation, 20), general, own=2), to)
    assert way is not None
    assert (way.cost, way.path[-1]) == (cps, to)
