"""Who can intercept, and what it needs (7.41, 10.1)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.interceptors import Interceptor, able_to_intercept, barring_flags, interceptor, interceptors
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import TnwOptions
from tests.tnw.positions import active, at_start, emptied, with_forces, with_standing

START = emptied(at_start(4), "linz", "salzburg", "munich", "innsbruck", "prague", "ratisbon", "vienna", "graz")
KUTUZOV = with_forces(START, {"linz": {"russia": 3}}, {"kutuzov": "linz"})


def places(state: WarState, into: str, nation: str = "france") -> list[str]:
    return [force.place for force in interceptors(active(state, nation), nation, into)]


def best(state: WarState, into: str, *wished: str, nation: str = "france") -> Interceptor:
    force = next(interceptors(active(state, nation), nation, into))
    found = interceptor(state, force, into, wished)
    assert found is not None
    return found


def test_10_1_h21_rating_friendly_and_pass() -> None:
    state = with_forces(START, {"prague": {"france": 4}}, {"davout": "prague"}, {"linz": "france", "prague": "france"})
    assert best(state, "linz", nation="austria").need == 6


def test_10_1_h22_kutuzov_into_salzburg_needs_5() -> None:
    assert best(KUTUZOV, "salzburg").need == 5
    assert places(KUTUZOV, "salzburg") == ["linz"]


def test_10_1_h25_not_over_a_marsh_or_a_strait() -> None:
    state = with_forces(
        START, {"hamburg": {"france": 4}, "flushing": {"france": 2}}, {"ney": "hamburg", "soult": "flushing"}
    )
    assert "hamburg" not in places(state, "groningen", "britain")
    assert places(state, "antwerp", "britain") == []


@pytest.mark.parametrize(
    "changed",
    [
        with_forces(KUTUZOV, {"linz": {}}),
        with_forces(KUTUZOV, {}, {"kutuzov": "vienna"}),
        with_forces(KUTUZOV, {"salzburg": {"france": 1}}),
        with_forces(KUTUZOV, {}, {"ney": "salzburg"}),
        with_forces(KUTUZOV, {"linz": {"russia": 3, "france": 1}}),
    ],
    ids=["no units", "no general", "units of the mover's Camp", "a general of it", "enemies beside it"],
)
def test_10_1_who_cannot_intercept(changed: WarState) -> None:
    assert places(changed, "salzburg") == []
    assert able_to_intercept(active(changed, "france"), "france", "salzburg") == ()


def test_10_1_each_force_tries_once_in_an_impulse() -> None:
    state = active(KUTUZOV, "france", tried=("kutuzov",))
    assert list(interceptors(state, "france", "salzburg")) == []
    assert able_to_intercept(state, "france", "salzburg") == ()


def test_10_1_in_the_order_of_the_track_then_of_the_alphabet() -> None:
    state = with_forces(
        KUTUZOV,
        {"munich": {"russia": 2}, "innsbruck": {"austria": 2}},
        {"bagration": "munich", "john": "innsbruck"},
    )
    assert places(state, "salzburg") == ["innsbruck", "linz", "munich"]


def test_10_1_it_brings_what_its_generals_may_lead() -> None:
    state = with_forces(START, {"linz": {"russia": 13, "austria": 4}}, {"kutuzov": "linz", "bagration": "linz"})
    everyone = best(state, "salzburg")
    assert (everyone.pieces.units, everyone.pieces.generals) == ({"russia": 10}, ("kutuzov", "bagration"))
    alone = best(state, "salzburg", "bagration")
    assert (alone.commander, alone.pieces.units) == ("bagration", {"russia": 4})
    mixed = with_forces(state, {}, {"mack": "linz"})
    assert best(mixed, "salzburg").pieces.units == {"russia": 13, "austria": 3}


def test_9_7_forces_that_refuse_each_other_intercept_apart() -> None:
    state = with_forces(KUTUZOV, {"linz": {"russia": 3, "austria": 3}}, {"mack": "linz"})
    assert places(state, "salzburg") == ["linz"]
    assert places(with_standing(state, "austria", refuse=("russia",)), "salzburg") == ["linz", "linz"]


def test_9_5_an_interceptor_leaves_a_unit_before_an_enemy_fortress() -> None:
    state = with_forces(emptied(START, "olmutz", "cracow"), {"olmutz": {"france": 4}}, {"davout": "olmutz"})
    assert best(state, "cracow", nation="austria").pieces.units == {"france": 3}
    friendly = with_forces(state, flags={"cracow": "france"})
    assert best(friendly, "cracow", nation="austria").pieces.units == {"france": 4}


def test_7_41_d36_an_army_beside_it_hinders_a_flag_only_with_a_general() -> None:
    french = active(KUTUZOV, "france")
    assert able_to_intercept(french, "france", "salzburg") == ("linz",)
    leaderless = with_forces(french, {}, {"kutuzov": "vienna"})
    assert able_to_intercept(leaderless, "france", "salzburg") == ()
    any_army = replace(leaderless, options=TnwOptions(interceptor="any-army"))
    assert able_to_intercept(any_army, "france", "salzburg") == ()
    assert barring_flags(any_army, "france", "salzburg") == ("linz",)
    assert barring_flags(leaderless, "france", "salzburg") == ()
