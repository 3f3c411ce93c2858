"""Distances, marches, supply and retreats on the real board, against the graph algorithms of networkx."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random
from typing import get_args

import networkx as nx
import pytest

from pbem_maria.chapters import duel, supply
from pbem_maria.chapters.paths import ways
from pbem_maria.edition.board import Half
from pbem_maria.edition.edition import named
from pbem_maria.orders.movement import FORCE_MARCH, MARCH
from pbem_maria.position.powers import is_enemy_fortress
from pbem_maria.position.state import State
from tests.long import tries
from tests.maria.reference import ROAMING, cooperating, country, enemies, generals, owner
from tests.maria.reference.positions import historical

EDITION = named("historical")


def drawn(*absent: str) -> nx.Graph:
    """The roads of the printed map as a graph, without the cities of the *absent* parts; a main road is `main`."""
    graph = nx.Graph()
    graph.add_nodes_from(city.id for city in EDITION.map.cities)
    graph.add_edges_from(EDITION.map.roads.minor, main=False)
    graph.add_edges_from(EDITION.map.roads.main, main=True)
    graph.remove_nodes_from([city.id for city in EDITION.map.cities if city.board in absent])
    return graph


GRAPH = drawn()
MAIN = GRAPH.edge_subgraph([(one, other) for one, other, main in GRAPH.edges(data="main") if main])


def without(graph: nx.Graph, cities: set[str], start: str) -> nx.Graph:
    """*graph* without *cities*, but with the *start*."""
    return graph.subgraph(set(graph) - (cities - {start}))


def positions(seed: int, number: int) -> Iterator[State]:
    chance = Random(seed)
    return (historical(chance) for _ in range(number))


def steps(graph: nx.Graph, start: str, most: int | None = None) -> dict[str, int]:
    """The length of the shortest way to every node within *most*."""
    return dict(nx.single_source_shortest_path_length(graph, start, cutoff=most)) if start in graph else {start: 0}


def closed(state: State, power: str) -> set[str]:
    """The cities that neutrality keeps *power* out of (19.4)."""
    homes = {city: country(state.board, city, annexed=state.annexed) for city in state.board.cities}
    neutral = state.neutral
    return {city for city, home in homes.items() if home != power and (home in neutral or power in neutral)}


def across(state: State, piece: str) -> set[str]:
    """The cities of the other map, for a piece that may not go there (10.1)."""
    if owner(state, piece) in ROAMING:
        return set()
    here = state.board.cities[state.at[piece]].board
    return {city.id for city in state.board.cities.values() if city.board != here}


@pytest.mark.parametrize("absent", [(), *((half,) for half in get_args(Half))], ids=str)
def test_3_every_distance_of_the_board(absent: tuple[str, ...]) -> None:
    board, graph = EDITION.board(absent), drawn(*absent)

    found = {city: dict(board.distances(city)) for city in board.cities}

    assert found == dict(nx.all_pairs_shortest_path_length(graph))
    assert {frozenset(pair) for city in board.cities for pair in ((city, near) for near in board.roads[city])} == {
        frozenset(edge) for edge in graph.edges
    }


def test_3_what_can_be_reached_past_blocked_cities() -> None:
    chance = Random(3)
    board = EDITION.board()
    for _ in range(300):
        start, *blocked = chance.sample(sorted(board.cities), 1 + chance.randint(0, 200))
        most = chance.randint(0, 30)

        found = board.reach(start, set(blocked).__contains__, most)

        open_roads = without(GRAPH, set(blocked), start)
        assert found == steps(open_roads, start, most), (start, blocked, most)


def _ends(state: State, piece: str) -> tuple[set[str], set[str]]:
    """The cities that a march of *piece* may pass, and those in which it may end (6, 10.1)."""
    power, cities = owner(state, piece), set(state.board.cities)
    free = cities - set(state.at.values()) - closed(state, power) - across(state, piece)
    if piece not in generals(state):
        return free, free
    others: dict[str, list[str]] = {}
    for other, city in state.at.items():
        if other != piece:
            others.setdefault(city, []).append(other)
    trains = {
        city
        for city, there in others.items()
        if there[0] not in generals(state) and enemies(state.saxony, power, owner(state, there[0]))
    }
    mates = {
        city
        for city, there in others.items()
        if len(there) == 1
        and there[0] in generals(state)
        and cooperating(state.saxony, power, owner(state, there[0]))
        and state.seats[power] == state.seats[owner(state, there[0])]
    }
    may_enter = cities - closed(state, power) - across(state, piece)
    through = free | (trains & may_enter)
    return through, through | (mates & may_enter)


def test_10_1_every_way_of_a_march() -> None:
    seen: Counter[str] = Counter()
    for state in positions(101, tries(10, 30)):
        for piece, start in state.at.items():
            far = 4 if piece in generals(state) else 3
            through, last = _ends(state, piece)
            inner = GRAPH.subgraph(through | {start})
            expected: set[tuple[str, ...]] = set()
            for goal in last - {start} & set(nx.ego_graph(GRAPH, start, far)):
                there = GRAPH.subgraph(set(inner) | {goal})
                for path in nx.all_simple_paths(there, start, goal, cutoff=far):
                    main = all(MAIN.has_edge(*road) for road in pairwise(path))
                    if len(path) - 1 <= far - (not main):
                        expected.add(tuple(path[1:]))

            assert set(ways(state, piece, MARCH)) == expected, f"{piece} in {state}"

            seen["long"] += any(len(path) == far for path in expected)
            seen["onto somebody"] += any(path[-1] in state.at.values() for path in expected)
            near = steps(GRAPH, start, far)
            shortest = {path[-1]: len(path) for path in sorted(expected, key=len, reverse=True)}
            seen["round somebody"] += any(number > near[city] for city, number in shortest.items())
    assert min(seen.values()) > 3, seen


def test_10_1_how_far_a_force_march_goes() -> None:
    seen: Counter[str] = Counter()
    for state in positions(102, tries(40, 150)):
        for general, start in generals(state).items():
            power = owner(state, general)
            foes = {city for other, city in state.at.items() if enemies(state.saxony, power, owner(state, other))}
            barred = closed(state, power) | across(state, general)
            barred |= set(chain.from_iterable(GRAPH[city] for city in foes))
            barred |= {city for city in state.board.cities if is_enemy_fortress(state, city, power)}
            taken = set(state.at.values())
            expected = steps(without(MAIN, barred | taken, start), start, 8)
            for mate in _ends(state, general)[1] & taken - barred - foes:
                onto = steps(without(MAIN, barred | taken - {mate}, start), start, 8)
                expected |= {mate: onto[mate]} if mate in onto else {}

            paths = list(ways(state, general, FORCE_MARCH))
            found = {path[-1]: len(path) for path in paths}

            assert len(found) == len(paths)
            assert {start: 0, **found} == expected, f"{general} in {state}"
            seen["far"] += 8 in found.values()
            seen["onto somebody"] += bool(found.keys() & taken)
            seen["round something"] += any(number > steps(MAIN, start)[city] for city, number in found.items())
    assert min(seen.values()) > 3, seen


def test_9_the_shortest_path_of_supply() -> None:
    seen: Counter[str] = Counter()
    for state in positions(9, tries(80, 250)):
        for general, start in generals(state).items():
            power = owner(state, general)
            foes = {city for other, city in state.at.items() if enemies(state.saxony, power, owner(state, other))}
            homes = {city: country(state.board, city, annexed=state.annexed) for city in state.board.cities}
            neutral = {city for city, home in homes.items() if home in state.neutral and home != power}
            feeding = {power, "pragmatic"} if general == "arenberg" else {power}
            carts = (piece for piece in state.at if piece not in generals(state))
            trains = {state.at[train] for train in carts if owner(state, train) in feeding}
            hussars = {city for city in state.hussars if city}
            lengths = {}
            for past, barred in ((True, foes | neutral), (False, foes | neutral | hussars)):
                found = steps(without(GRAPH, barred, start), start, 6)
                lengths[past] = min((found[city] for city in trains if city in found), default=None)

            for past, length in lengths.items():
                path = supply.shortest(state, general, past_hussars=past)
                assert (None if path is None else len(path)) == length, f"{general} past {past} in {state}"
                assert path is None or nx.is_path(GRAPH, [start, *path])
            seen["none"] += lengths[True] is None
            seen["longer for hussars"] += lengths[True] != lengths[False]
            seen["far"] += lengths[True] == 6
    assert min(seen.values()) > 3, seen


def test_11_2_where_a_retreat_ends() -> None:
    chance = Random(112)
    seen: Counter[str] = Counter()
    for state in positions(112, tries(50, 150)):
        for general, start in generals(state).items():
            distance, winner = chance.randint(1, 6), chance.choice(state.board.roads[start])
            barred = set(state.at.values()) | closed(state, owner(state, general)) | across(state, general)
            open_roads = without(GRAPH, barred, start)
            near = set(nx.ego_graph(open_roads, start, distance)) - {start}
            paths = nx.all_simple_paths(open_roads, start, near, cutoff=distance) if near else ()
            full = {tuple(path[1:]) for path in paths if len(path) == distance + 1}
            away = steps(GRAPH, winner)
            most = max((away[path[-1]] for path in full), default=0)

            ends = duel.ends(state, (general,), distance, winner)

            assert set(ends) == {path[-1] for path in full if away[path[-1]] == most}, f"{general} in {state}"
            for end in ends:
                assert duel.way(state, (general,), end, distance, owner(state, general)) in full
            seen["none"] += not ends
            seen["several"] += len(ends) > 1
            seen["not straight"] += bool(ends) and most <= distance
    assert min(seen.values()) > 3, seen
