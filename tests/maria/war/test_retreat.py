"""Retreats (11.2): the full distance, far from the winner, past every piece, as the winner wants."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem_maria.chapters import duel
from pbem_maria.chapters.combat import CannotRetreat
from pbem_maria.chapters.pieces import GeneralRemoved, Moved, StackFormed, TroopsLost
from pbem_maria.orders.plan import Drive
from pbem_maria.position.state import State
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings
from tests.maria.arena import events, facing, field, fought, with_plans
from tests.maria.drill import ground, position

BEATEN = ("khevenhueller",)


def beaten(roads: str, at: dict[str, str] | None = None, **given: Any) -> State:
    """Khevenhüller in b, beaten by Belle-Isle in a."""
    return position(field(roads), {"khevenhueller": "b", "belle-isle": "a", **(at or {})}, **given)


def ends(state: State, distance: int) -> tuple[str, ...]:
    return duel.ends(state, BEATEN, distance, state.at["belle-isle"])


def naive(state: State, distance: int) -> tuple[str, ...]:
    """Every way there is, written out; then the farthest ends."""
    ways: list[tuple[str, ...]] = [(state.at["khevenhueller"],)]
    for _ in range(distance):
        ways = [
            (*way, city)
            for way in ways
            for city in state.board.roads[way[-1]]
            if city not in way and city not in state.at.values()
        ]
    reached = {way[-1] for way in ways}
    far = {city: state.board.distance(state.at["belle-isle"], city) for city in reached}
    return tuple(sorted(city for city in reached if far[city] == max(far.values())))


def test_11_2_a_retreat_has_the_full_distance() -> None:
    assert ends(beaten("a b c d e f"), 3) == ("e",)
    assert ends(beaten("a b c d e f"), 4) == ("f",)
    assert ends(beaten("a b c d e f"), 5) == ()


def test_11_2_no_city_is_visited_twice_nor_the_one_that_was_left() -> None:
    assert ends(beaten("a b c d"), 3) == ()
    assert ends(beaten("a b c d e b"), 3) == ("c", "e")
    assert ends(beaten("a b c d e b"), 4) == ()


@pytest.mark.parametrize("piece", ["neipperg", "broglie", "austria-t1", "france-t1"])
def test_11_2_no_piece_is_passed_friend_or_foe(piece: str) -> None:
    assert ends(beaten("a b c d e", {piece: "d"}), 2) == ()
    assert ends(beaten("a b c d e, b x y z", {piece: "d"}), 2) == ("y",)


def test_11_2_only_the_ends_farthest_from_the_winner_are_allowed() -> None:
    state = beaten("a b c d, b x y, y a")
    assert ends(state, 2) == ("d",)
    assert ends(beaten("a b c d, b x y"), 2) == ("d", "y")


def test_11_2_the_distance_from_the_winner_is_by_road_whatever_stands_in_between() -> None:
    state = beaten("a b c d e, a p q e, b x y z", {"broglie": "p"})
    assert state.board.distance("a", "e") == 3
    assert ends(state, 3) == ("z",)


def test_11_2_most_powers_stay_on_their_map() -> None:
    key = ground("a b c d, b x y", flanders="c d")
    at = {"khevenhueller": "b", "belle-isle": "a", "friedrich": "x"}
    assert duel.ends(position(key, at), BEATEN, 2, "a") == ("d",)
    assert duel.ends(position(key, {**at, "friedrich": "b", "khevenhueller": "x"}), ("friedrich",), 2, "a") == ()


HISTORICAL = start(MariaSettings())
CITIES = sorted(HISTORICAL.board.cities)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(CITIES), min_size=2, max_size=20, unique=True), st.integers(1, 6))
def test_11_2_the_ends_are_those_of_all_ways_written_out(cities: list[str], distance: int) -> None:
    names = ["khevenhueller", "belle-isle", *sorted(HISTORICAL.theatre.trains), *sorted(HISTORICAL.theatre.generals)]
    state = replace(HISTORICAL, at=dict(zip(dict.fromkeys(names), cities, strict=False)))
    found = duel.ends(state, BEATEN, distance, state.at["belle-isle"])
    assert tuple(sorted(found)) == naive(state, distance)
    for end in found:
        way = duel.way(state, BEATEN, end, distance, "france")
        walked = (state.at["khevenhueller"], *way)
        assert (len(way), way[-1]) == (distance, end)
        assert len(set(walked)) == distance + 1
        assert all(state.board.adjacent(one, other) for one, other in pairwise(walked))


FORK = "a b c d, b x y, b p q, d m n k, q k"


def test_11_2_the_winner_chooses_among_equals() -> None:
    state = beaten(FORK, {"austria-t1": "n"})
    possible = ends(state, 2)
    assert possible == ("d", "q", "y")
    assert duel.choose_end(state, "khevenhueller", possible, Drive()) == "y"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(("k", "q", "d"))) == "q"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(("k",), "m")) == "d"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(toward="k")) == "q"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(toward="a")) == "d"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(away="k")) == "y"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(away="y")) == "d"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(("q",), away="q")) == "q"
    assert duel.choose_end(state, "khevenhueller", possible, Drive(away="a")) == "d"


def test_11_2_hussars_do_not_bar_the_way_and_the_winner_uses_it() -> None:
    state = beaten("a b c d e, b x y e, b p q e", hussars=("x", "q"))
    assert "e" in ends(state, 3)
    assert duel.way(state, BEATEN, "e", 3, "austria") == ("c", "d", "e")
    assert duel.way(state, BEATEN, "e", 3, "france") == ("p", "q", "e")
    both = beaten("a b c d e, b x y e, y c", hussars=("x", "d"))
    assert duel.way(both, BEATEN, "e", 5, "france") == ("x", "y", "c", "d", "e")


def test_11_2_the_loser_goes_and_sweeps_hussars_on_his_way() -> None:
    state = facing((8, ""), (4, ""), troops={"khevenhueller": 5}, hussars=("d", "f"))
    table = fought(with_plans(state, "none", "none"))
    (moved,) = events(table, Moved)
    assert moved == Moved(piece="khevenhueller", start="b", path=("c", "d", "e"), how="retreat")
    assert table.state.at["khevenhueller"] == "e"
    assert table.state.hussars == (None, "f")
    assert table.state.troops["khevenhueller"] == 2
    assert table.state.retreated == {"khevenhueller"}


def test_11_2_a_stack_retreats_together_and_its_chosen_commander_stays() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "karl": "b"}
    troops = {"belle-isle": 8, "khevenhueller": 3, "karl": 4}
    state = facing(at=at, troops=troops, commanders={"b": "khevenhueller"})
    table = fought(with_plans(state, "none", "none"))
    assert [(m.piece, m.path) for m in events(table, Moved)] == [
        (general, ("c",)) for general in state.generals_at("b")
    ]
    kept = [event.commander for event in events(table, StackFormed)]
    assert kept == [state.generals_at("b")[0]]


def test_11_2_without_a_way_all_troops_are_lost() -> None:
    key = field("a b c, a z y")
    state = facing((8, ""), (5, ""), key=key)
    table = fought(with_plans(state, "none", "none"))
    assert events(table, CannotRetreat) == [CannotRetreat(generals=BEATEN, distance=3)]
    assert [lost.number for lost in events(table, TroopsLost)] == [3, 2]
    assert events(table, GeneralRemoved) == [GeneralRemoved(general="khevenhueller", why="retreat")]
    assert "khevenhueller" not in table.state.at
    assert table.state.totals["austria"] == 0


def test_11_2_fortresses_are_not_conquered_by_a_retreat() -> None:
    key = ground("a b c d e f", home={"france": "c d"}, fortress="c d")
    state = position(key, {"khevenhueller": "b", "belle-isle": "a"}, troops={"belle-isle": 7})
    table = fought(with_plans(state, "none", "none"))
    assert events(table, Moved)[0].path == ("c", "d", "e")
    assert table.state.markers == state.markers
    assert table.state.questions == {}
