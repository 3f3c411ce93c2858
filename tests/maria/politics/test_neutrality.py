"""Neutrality (19.4): its three limits, at every place where pieces move or supply is traced."""

import pytest
from msgspec.structs import replace

from pbem_maria.chapters import duel, movement, paths, supply, winter
from pbem_maria.chapters.duel import may_fight, pairs
from pbem_maria.chapters.paths import ways
from pbem_maria.menu.offers import neighbours
from pbem_maria.orders.movement import FORCE_MARCH, MARCH
from pbem_maria.position.powers import allied, cooperating, enemies, home_of
from pbem_maria.position.state import AUSTRIAN_ALLY, NEUTRAL, PRUSSIAN_ALLY
from pbem_maria.sequence.stage import piece_reach
from tests.maria.advanced import laid


@pytest.mark.parametrize(
    ("piece", "city", "how"),
    [
        ("karl", "teplitz", MARCH),
        ("austria-t3", "teplitz", MARCH),
        ("friedrich", "cottbus", MARCH),
        ("toerring", "eger", MARCH),
        ("belle-isle", "hof", MARCH),
        ("belle-isle", "hof", FORCE_MARCH),
        ("friedrich", "halle", FORCE_MARCH),
    ],
)
def test_19_4_no_way_of_a_foreign_piece_leads_into_it(piece: str, city: str, how: str) -> None:
    state = laid(saxony=NEUTRAL, pieces={piece: (city, 3)}).state
    found = list(ways(state, piece, how))
    assert found
    assert not [path for path in found if any(home_of(state, each) == "saxony" for each in path)]
    friendly = laid(pieces={piece: (city, 3)}).state
    assert any(home_of(friendly, each) == "saxony" for path in ways(friendly, piece, how) for each in path)


@pytest.mark.parametrize("how", [MARCH, FORCE_MARCH])
def test_19_4_no_way_of_its_own_leads_out(how: str) -> None:
    state = laid(saxony=NEUTRAL, pieces={"rutowski": ("pirna", 5)}).state
    found = list(ways(state, "rutowski", how))
    assert found
    assert all(home_of(state, city) == "saxony" for path in found for city in path)


def test_19_4_neutral_prussias_country_is_silesia_too() -> None:
    state = laid(turn=3, neutral_until=4, pieces={"friedrich": ("glatz", 5), "karl": ("nachod", 3)}).state
    assert {home_of(state, path[-1]) for path in ways(state, "friedrich", MARCH)} == {"prussia"}
    assert "prussia" not in {home_of(state, path[-1]) for path in ways(state, "karl", MARCH)}


def test_19_4_even_an_ally_keeps_out_of_neutral_prussia() -> None:
    state = laid(turn=3, neutral_until=4, pieces={"rutowski": ("senftenberg", 5)}).state
    assert paths.barred(state, "rutowski", "cottbus", MARCH, last=True) is not None


def test_19_4_no_supply_path_leads_through_it() -> None:
    pieces = {"friedrich": ("rumburg", 5), "prussia-t1": ("cottbus", 1)}
    assert supply.line(laid(pieces=pieces).state, "friedrich") is not None
    assert supply.line(laid(saxony=NEUTRAL, pieces=pieces).state, "friedrich") is None


def test_19_4_at_home_it_is_supplied() -> None:
    assert supply.line(laid(saxony=NEUTRAL, pieces={"rutowski": ("pirna", 5)}).state, "rutowski") is not None


def test_19_4_no_retreat_leads_into_it() -> None:
    pieces = {"karl": ("teplitz", 5)}
    open_land = duel.ends(laid(pieces=pieces).state, ("karl",), 1, "leitmeritz")
    shut = duel.ends(laid(saxony=NEUTRAL, pieces=pieces).state, ("karl",), 1, "leitmeritz")
    assert "pirna" in open_land
    assert shut
    assert "pirna" not in shut


@pytest.mark.parametrize(("saxony", "fights"), [(PRUSSIAN_ALLY, True), (NEUTRAL, False), (AUSTRIAN_ALLY, False)])
def test_19_4_its_generals_never_fight_austria(saxony: str, fights: bool) -> None:
    state = laid(saxony=saxony, pieces={"rutowski": ("pirna", 5), "karl": ("teplitz", 5)}).state
    assert may_fight(state, ("karl",), ("rutowski",)) is fights
    assert bool(pairs(state, ("austria",))) is fights
    assert bool(pairs(state, ("saxony",))) is fights


@pytest.mark.parametrize(("saxony", "fights"), [(PRUSSIAN_ALLY, False), (NEUTRAL, False), (AUSTRIAN_ALLY, True)])
def test_19_4_nor_prussia(saxony: str, fights: bool) -> None:
    state = laid(saxony=saxony, pieces={"rutowski": ("senftenberg", 5), "friedrich": ("cottbus", 5)}).state
    assert bool(pairs(state, ("prussia",))) is fights


def test_19_4_a_neutral_prussia_keeps_friends_and_foes() -> None:
    state = laid(turn=3, neutral_until=4).state
    assert enemies(state, "prussia", "austria")
    assert allied(state, "prussia", "france")
    assert cooperating(state, "prussia", "saxony")


def test_19_4_a_neutral_saxony_has_neither() -> None:
    state = laid(saxony=NEUTRAL).state
    for power in ("austria", "prussia", "france", "pragmatic"):
        assert not enemies(state, "saxony", power)
        assert not allied(state, "saxony", power)
        assert not cooperating(state, "saxony", power)


@pytest.mark.parametrize(
    ("saxony", "power", "sites"),
    [
        (PRUSSIAN_ALLY, "prussia", {"berlin", "magdeburg", "dresden"}),
        (NEUTRAL, "prussia", {"berlin", "magdeburg"}),
        (AUSTRIAN_ALLY, "prussia", {"berlin", "magdeburg"}),
        (NEUTRAL, "saxony", {"dresden"}),
    ],
)
def test_19_4_re_entry_sites(saxony: str, power: str, sites: set[str]) -> None:
    assert set(movement.sites(laid(saxony=saxony).state, power)) == sites


def test_19_3_dresden_is_a_re_entry_site_of_its_ally_austria() -> None:
    assert "dresden" in movement.sites(laid(saxony=AUSTRIAN_ALLY).state, "austria")
    assert "dresden" not in movement.sites(laid(saxony=NEUTRAL).state, "austria")


def test_19_4_a_neutral_prussia_re_enters_and_returns_at_home_alone() -> None:
    state = laid(turn=3, neutral_until=4, markers={"breslau": "prussia"}).state
    assert set(movement.sites(state, "prussia")) == {"berlin", "magdeburg", "breslau"}
    assert set(winter.return_sites(state, "prussia")) == {"berlin", "magdeburg", "breslau"}
    assert set(winter.return_sites(laid(saxony=NEUTRAL).state, "saxony")) == {"dresden"}


def test_19_4_no_letter_names_a_neutral_power_as_the_enemy_to_attack() -> None:
    pieces = {"karl": ("nachod", 3), "friedrich": ("glatz", 5), "toerring": ("pilsen", 3)}
    war = replace(laid(pieces=pieces).state, stage="austria")
    peace = replace(laid(pieces=pieces, turn=3, neutral_until=4).state, stage="austria")
    assert [neighbours(state, war.seat_of("austria"))[1:] for state in (war, peace)] == [("friedrich",), ("toerring",)]
    found = [piece_reach(state, "karl").enemy for state in (war, peace)]
    assert [enemy and enemy.general for enemy in found] == ["friedrich", "toerring"]
