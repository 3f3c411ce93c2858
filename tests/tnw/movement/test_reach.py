"""What a Formation can reach is what its lines can do, in positions made by chance (9.1, 9.2)."""

import random

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.events import FormationMoved
from pbem_tnw.chapters.land.movement import foreseen
from pbem_tnw.chapters.land.paths import GeneralReach, reach, reach_of
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import TnwOptions
from tests.long import tries
from tests.tnw.movement.marching import MarchTable, form, move
from tests.tnw.movement.moving import formation_of, formed
from tests.tnw.movement.scattering import POINTS, START, scattered
from tests.tnw.positions import with_forces


def of_army(state: WarState) -> tuple[str, GeneralReach]:
    """A French general who leads units, and what its Army can reach."""
    for name in ("napoleon", "lannes", "ney", "davout"):
        found = [each for each in reach(state, "france", name, POINTS) if each.kind == "army"]
        if found:
            return name, found[0]
    raise AssertionError


@pytest.mark.parametrize("number", range(12))
def test_9_2_what_is_in_reach_is_reached_at_the_cost_that_was_told(number: int) -> None:
    state = scattered(number)
    name, found = of_army(state)
    chance = random.Random(number)
    for duchy in chance.sample(sorted(found.duchies), min(6, len(found.duchies))):
        there = found.duchies[duchy]
        table = MarchTable(state, (1,) * 400)
        table.order(form(name, own=found.pieces.strength), move(*there.path))
        steps = [event for event in table.told(FormationMoved) if isinstance(event, FormationMoved)]
        assert [event.to for event in steps] == list(there.path)
        assert sum(event.cost for event in steps) == there.cost
        assert left(table.state, "france", "land") == POINTS - there.cost


@pytest.mark.parametrize("number", range(tries(4, 12)))
def test_9_2_the_checker_and_the_reach_agree_on_every_duchy(number: int) -> None:
    state = scattered(number)
    name, found = of_army(state)
    ready = formed(state, name, own=found.pieces.strength)
    for duchy in state.board.duchies:
        if duchy != found.start:
            legal = not any(problem.stops for problem in foreseen(ready, "france", move(duchy)))
            assert legal == (duchy in found.duchies), duchy


@pytest.mark.parametrize("number", range(6))
def test_9_2_no_walk_that_the_checker_allows_is_cheaper_or_leads_farther(number: int) -> None:
    state = scattered(number)
    name, found = of_army(state)
    ready = formed(state, name, own=found.pieces.strength)
    reached = reach_of(ready, POINTS)
    chance = random.Random(number)
    for _ in range(60):
        path = [formation_of(ready).place]
        for _step in range(chance.randint(1, 4)):
            path.append(chance.choice(list(state.board.links[path[-1]])))
        table = MarchTable(ready, (6,) * 400)
        line = move(*path)
        if path[-1] != path[0] and not any(problem.stops for problem in foreseen(ready, "france", line)):
            table.order(line)
            gone = [event for event in table.told(FormationMoved) if isinstance(event, FormationMoved)]
            for at, event in enumerate(gone):
                if event.to != path[0] and not any(each.to != path[0] and reached[each.to].stops for each in gone[:at]):
                    assert reached[event.to].cost <= sum(each.cost for each in gone[: at + 1])


def test_9_1_a_general_can_be_an_army_an_army_group_and_a_rider() -> None:
    state = with_forces(START, {"strasbourg": {"france": 9}})
    kinds = {each.kind: each for each in reach(state, "france", "ney", POINTS)}
    assert set(kinds) == {"army", "army-group", "riders"}
    assert kinds["army"].pieces.units == {"france": 4}
    assert kinds["army-group"].pieces.generals == ("ney", "napoleon", "lannes")
    assert kinds["army-group"].duchies["stuttgart"].cost == 2
    assert "paris" in kinds["riders"].duchies


def test_9_1_what_is_in_the_way_is_told() -> None:
    army = next(each for each in reach(START, "france", "ney", POINTS) if each.kind == "army")
    ulm = army.duchies["ulm"]
    assert (ulm.path, ulm.cost, ulm.enemies.strength, ulm.stops) == (("stuttgart", "ulm"), 2, 5, True)
    assert ulm.intercepted == ("ulm", "innsbruck")
    leaderless = with_forces(START, generals={"john": "vienna"})
    by_option = replace(leaderless, options=TnwOptions(interceptor="any-army"))  # of Flags alone (7.41)
    for state in (leaderless, by_option):
        army = next(each for each in reach(state, "france", "ney", POINTS) if each.kind == "army")
        assert army.duchies["ulm"].intercepted == ("ulm",)
    assert reach(START, "france", "mack", POINTS) == ()
    assert reach(START, "france", "suchet", POINTS) == ()
