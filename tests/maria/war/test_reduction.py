"""France reduces its objectives (19.2)."""

import pytest

from pbem_maria.chapters import conquest
from pbem_maria.chapters.conquest import Conquered
from pbem_maria.chapters.victory import MarkersSetAside
from pbem_maria.invariants import broken
from pbem_maria.settings import Options
from tests.maria.advanced import laid

TAKEN = {"linz": "france", "prag": "france", "eger": "france", "tournai": "france", "pilsen": "prussia"}


def test_19_2_only_its_markers_in_core_austria() -> None:
    assert set(conquest.markers(laid(markers=TAKEN).state)) == {"linz", "prag", "eger"}


@pytest.mark.parametrize(
    ("general", "city", "possible"),
    [
        ("belle-isle", "linz", False),
        ("belle-isle", "pressburg", False),
        ("belle-isle", "passau", True),
        ("moritz", "tournai", True),
        ("toerring", "linz", True),
        ("friedrich", "linz", True),
        ("france-t2", "linz", True),
    ],
)
def test_19_2_no_french_general_in_core_austria(general: str, city: str, possible: bool) -> None:
    state = laid(markers=TAKEN, pieces={general: (city, 3)}).state
    assert conquest.may_reduce(state) is possible


def test_19_2_once_in_the_game_and_not_for_nothing() -> None:
    assert conquest.may_reduce(laid(markers=TAKEN).state)
    assert not conquest.may_reduce(laid(markers=TAKEN, reduced=True).state)
    assert not conquest.may_reduce(laid(markers={"tournai": "france"}).state)


@pytest.mark.parametrize(("half", "aside", "pool"), [("up", 2, 8), ("down", 1, 9)])
def test_19_2_half_is_set_aside(half: str, aside: int, pool: int) -> None:
    table = laid(markers=TAKEN, options=Options(half=half))  # type: ignore[arg-type]
    conquest.reduce(table)

    assert table.state.aside == {"france": aside}
    assert table.state.pools["france"] == pool
    assert dict(table.state.markers) == {"tournai": "france", "pilsen": "prussia"}
    assert not list(broken(table.state))


@pytest.mark.parametrize(
    ("power", "city", "back"),
    [
        ("france", "linz", True),
        ("bavaria", "linz", True),
        ("bavaria", "muenchen", True),
        ("france", "tournai", False),
        ("prussia", "prag", False),
        ("austria", "muenchen", False),
    ],
)
def test_19_2_the_next_conquest_on_the_bohemia_map_brings_them_back(power: str, city: str, back: bool) -> None:
    table = laid(reduced=True, aside={"france": 3, "prussia": 2})
    event = Conquered(city=city, power=power, general="", former="austria")
    conquest.return_set_aside(table, event)

    assert table.state.aside == {"france": 0 if back else 3, "prussia": 2}


def test_19_2_nothing_comes_back_before_the_reduction() -> None:
    table = laid(aside={"france": 3})
    conquest.return_set_aside(table, Conquered(city="linz", power="france", general="", former="austria"))
    assert table.state.aside == {"france": 3}


def test_19_2_a_marker_that_came_from_no_pool_is_neither_set_aside_nor_returned() -> None:
    table = laid(markers={"prag": "france"}, options=Options(empty_pool="keeps"))
    left = table.state.pools["france"]
    table.emit(MarkersSetAside(power="france", number=left))
    table.emit(Conquered(city="eger", power="france", general="moritz", former="austria", marker="france"))
    assert (table.state.pools["france"], dict(table.state.unpooled)) == (0, {"eger": "france"})

    conquest.reduce(table)

    assert (table.state.pools["france"], table.state.aside["france"]) == (0, left + 1)
    assert (dict(table.state.markers), dict(table.state.unpooled)) == ({}, {})
    assert not list(broken(table.state))
