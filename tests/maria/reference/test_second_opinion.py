"""The engine against the second opinion: supply, conquest and retreat on thousands of random positions."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters import duel, supply
from pbem_maria.chapters.combat import CannotRetreat, finish
from pbem_maria.chapters.conquest import Conquered, Questioned, protectors
from pbem_maria.chapters.pieces import Moved
from pbem_maria.chapters.supply import HussarsPaid
from pbem_maria.orders.movement import Move
from pbem_maria.orders.stage import Supply
from pbem_maria.position.powers import controller
from pbem_maria.position.state import Fight, Pair, State
from pbem_maria.sequence.supply import RetroactiveConquests, settle_supply
from tests.maria.drill import moved, table_of
from tests.maria.reference import ROAMING, enemies, generals, owner, steps
from tests.maria.reference import protection as control
from tests.maria.reference import retreat as flight
from tests.maria.reference import supply as bread
from tests.maria.reference.positions import STAGES, around, beside, historical, questioned, small


def positions(seed: int, real: int, maps: int, on_each: int, crowd: int = 10) -> Iterator[State]:
    """So many crowded positions on the historical map, and so many on each of some small maps."""
    chance = Random(seed)
    for _ in range(real):
        yield historical(chance)
    for _ in range(maps):
        key = small(chance)
        for _ in range(on_each):
            yield around(chance, key, 12, crowd)


@pytest.mark.slow
def test_9_who_is_supplied_and_what_hussars_take() -> None:
    seen: Counter[str] = Counter()
    for state in positions(9, 150, 40, 25):
        for general in generals(state):
            found = tuple(bread.paths(state, general))
            price = bread.price(state, general, found)

            line = supply.line(state, general)

            where = f"{general} of {state}"
            assert (None if line is None else line.points) == price, where
            assert line is None or not line.path or line.path in found, where
            away = steps(state.board, state.at[general])
            direct = min((away[city] for city in bread.trains(state, general)), default=7)
            shortest = min(map(len, found), default=0)
            seen["paid"] += bool(price)
            seen["blocked"] += price is None and direct <= 6
            seen["too far"] += price is None and direct > 6
            seen["round a piece"] += bool(found) and shortest > direct
            seen["round a hussar"] += line is not None and len(line.path) > shortest
    assert min(seen.values()) > 20, seen


@pytest.mark.slow
def test_9_what_a_power_pays_and_its_hungry_generals_lose() -> None:
    seen: Counter[str] = Counter()
    for state in positions(99, 50, 50, 60, 12):
        prices = {g: bread.price(state, g, tuple(bread.paths(state, g))) for g in generals(state)}
        for power in dict.fromkeys(owner(state, general) for general in prices):
            own = {g: price for g, price in prices.items() if owner(state, g) == power}
            bills = {g: price for g, price in own.items() if price}
            hand, due = state.hands[power].known, sum(bills.values())
            table = table_of(state)

            settle_supply(table, power, Supply())

            after: State = table.state
            where = f"{power} in {state}"
            paid = {event.general: event.points for event in table._events if isinstance(event, HussarsPaid)}
            left = bread.worth(after.hands[power].known)
            if due <= bread.worth(hand):
                assert paid == bills, where
                assert left == bread.worth(hand) - bread.least(hand, due), where
            else:
                cover = bread.worth(hand) - sum(paid.values())
                assert paid.items() <= bills.items(), where
                assert 0 <= cover < min(points for g, points in bills.items() if g not in paid), where
                assert left == 0, where
            hungry = {g for g, price in own.items() if price is None or (price and g not in paid)}
            for city in {state.at[general] for general in own}:
                stack = [general for general in own if state.at[general] == city]
                lost = {g: 2 if g in state.face_down else 1 for g in stack if g in hungry}
                still = [after.troops[g] for g in stack if g in after.at]
                expected = bread.hunger({g: state.troops[g] for g in stack}, lost)
                assert (sum(still), len(still)) == expected, where
                assert 0 not in still, where
                seen["handed over"] += len(still) == len(stack) and any(state.troops[g] <= n for g, n in lost.items())
                seen["part of a stack starves"] += 0 < len(lost) < len(stack)
                seen["removed"] += len(still) < len(stack)
            assert {g for g in own if g in after.at and g in after.face_down} == hungry & set(after.at), where
            assert set(state.at) - set(after.at) <= hungry | _partners(state, hungry), where
            seen["falls short"] += due > bread.worth(hand)
            seen["several bills"] += len(bills) > 1
            seen["turned up"] += bool(state.face_down & set(own) - hungry)
    assert min(seen.values()) > 5, seen


def _partners(state: State, some: set[str]) -> set[str]:
    return {g for g, city in generals(state).items() if city in {state.at[one] for one in some}}


def walk(chance: Random, state: State, general: str) -> tuple[str, ...]:
    """A march of at most three cities through empty ones and enemy trains; it may go back and forth."""
    power, start = owner(state, general), state.at[general]
    path: list[str] = []
    for _ in range(chance.randint(1, 3)):
        here = path[-1] if path else start
        free = [city for city in state.board.roads[here] if _may_enter(state, general, power, city)]
        if not free:
            break
        path.append(chance.choice(free))
    return tuple(path)


def _may_enter(state: State, general: str, power: str, city: str) -> bool:
    place = state.board.cities[city]
    if power not in ROAMING and place.board != state.board.cities[state.at[general]].board:
        return False
    if "saxony" in state.neutral and power != "saxony" and place.home == "saxony":
        return False
    there = [piece for piece, where in state.at.items() if where == city and piece != general]
    return all(
        piece not in state.theatre.edition.generals and enemies(state.saxony, power, owner(state, piece))
        for piece in there
    )


@pytest.mark.slow
def test_10_3_what_a_march_conquers_and_flags() -> None:
    chance, seen = Random(103), Counter[str]()
    for position in positions(10, 800, 40, 25):
        state = replace(position, questions=questioned(chance, position))
        for general in generals(state):
            path = () if owner(state, general) in state.neutral else walk(chance, state, general)
            if not path:
                continue
            expected = control.takings(state, general, path)

            after, problems, events = moved(
                replace(state, stage=_stage(state, general)), Move(pieces=(general,), path=path)
            )

            where = f"{general} along {path} in {state}"
            assert not [problem for problem in problems if problem.stops], where
            assert _taken(events) == expected, where
            power = owner(state, general)
            for city in (taken.city for taken in expected if taken.conquered):
                marker = control.laid(state, city, power)
                assert after.electors.get(city, after.markers.get(city)) == marker, where
                assert controller(after, city) == control.controller(after, city), where
                seen["marker laid"] += marker is not None and city not in state.electors
                seen["marker taken off"] += marker is None
                seen["elector turned"] += city in state.electors
            unchanged = set(state.board.cities) - {taken.city for taken in expected if taken.conquered}
            assert all(after.markers.get(city) == state.markers.get(city) for city in unchanged), where
            seen["conquered"] += any(taken.conquered for taken in expected)
            seen["flagged"] += any(not taken.conquered for taken in expected)
            seen["several"] += len(expected) > 1
            seen["back and forth"] += len(set(path)) < len(path) and bool(expected)
            hostile = {city for city in (state.at[general], *path[:-1]) if control.hostile(state, city, power)}
            seen["face down"] += general in state.face_down and bool(hostile)
            seen["another's question mark"] += bool(hostile & set(state.questions) - {taken.city for taken in expected})
    assert min(seen.values()) > 10, seen


def _stage(state: State, general: str) -> str:
    power = owner(state, general)
    return "austria" if power == "saxony" and state.saxony != "prussian-ally" else STAGES[power]


def _taken(events: list[Event]) -> list[control.Taking]:
    return [
        control.Taking(event.city, isinstance(event, Conquered))
        for event in events
        if isinstance(event, (Conquered, Questioned))
    ]


def test_10_3_which_fortresses_are_protected_and_what_becomes_of_question_marks() -> None:
    chance, seen = Random(1030), Counter[str]()
    for state in positions(11, 300, 40, 15, 5):
        questions = questioned(chance, state)
        for place in state.board.fortresses:
            if min((state.board.distance(city, place.id) for city in generals(state).values()), default=9) <= 5:
                assert bool(protectors(state, place.id)) == control.protected(state, place.id), f"{place.id} in {state}"
        table = table_of(replace(state, questions=questions, flow=(RetroactiveConquests(),)))

        RetroactiveConquests().run(table, {})

        assert not table.state.questions
        for city, question in questions.items():
            falls = control.hostile(state, city, question.power) and not control.protected(state, city)
            laid = control.laid(state, city, question.power) if falls else state.markers.get(city)
            now = table.state.electors if city in state.electors else table.state.markers
            expected = laid if falls or city not in state.electors else state.electors[city]
            assert now.get(city) == expected, f"{city} of {question} in {state}"
            seen["taken" if falls else "kept"] += 1
            seen["protected"] += not falls and control.hostile(state, city, question.power)
    assert min(seen.values()) > 100, seen


def test_11_2_where_the_losers_may_be_driven() -> None:
    chance, seen = Random(112), Counter[str]()
    for state in positions(12, 300, 40, 30, 8):
        fight = beside(chance, state)
        if fight is None:
            continue
        losers, winners = (tuple(g for g in stack if g in generals(state)) for stack in fight)
        winner = state.at[winners[0]]
        distance = chance.randint(1, 5 if len(state.board.cities) > 99 else 8)
        found = tuple(flight.ways(state, losers, distance))
        ends = flight.farthest(state, found, winner)
        where = f"{losers} by {distance} from {winner} in {state}"

        assert set(duel.ends(state, losers, distance, winner)) == ends, where

        for end in ends:
            assert duel.way(state, losers, end, distance, owner(state, winners[0])) in found, where
        seen["several ends"] += len(ends) > 1
        seen["nowhere to go"] += not found
        seen["nearer ends refused"] += len({path[-1] for path in found}) > len(ends)
        maps = {state.board.cities[city].board for path in found for city in path}
        beyond = {state.board.cities[city].board for city in state.board.roads[state.at[losers[0]]]}
        seen["changes maps"] += len(maps) > 1
        seen["may not change maps"] += len(beyond) > 1 and bool(found) and len(maps) < 2
        away = steps(state.board, winner)
        seen["not as far as it went"] += any(away[end] < distance for end in ends)
    assert min(seen.values()) > 10, seen


def test_11_2_the_losers_of_a_combat_retreat_or_are_lost() -> None:
    chance, seen = Random(1120), Counter[str]()
    for state in positions(13, 200, 60, 60, 8):
        fight = beside(chance, state)
        if fight is None or not enemies(state.saxony, *(owner(state, stack[0]) for stack in fight)):
            continue
        beaten, winners = sorted(fight, key=len, reverse=True)
        before = sum(state.troops[general] for general in beaten)
        loss = min(6, chance.randint(1, before + 1))
        left = flight.survivors(state, beaten, loss)
        found = tuple(flight.ways(state, left, loss)) if left else ()
        table = table_of(replace(state, stage=_stage(state, beaten[0])))

        finish(table, Fight(Pair(beaten, winners), -loss), "attacker")

        after: State = table.state
        where = f"{beaten} lose {loss} to {winners} in {state}"
        there = {after.at[general] for general in beaten if general in after.at}
        troops = sum(after.troops.get(general, 0) for general in beaten)
        others = [{p: city for p, city in each.at.items() if p not in beaten} for each in (state, after)]
        assert others[0] == others[1], where
        assert not [event for event in table._events if isinstance(event, (Conquered, Questioned))], where
        if found:
            (end,) = there
            paths = {event.path for event in table._events if isinstance(event, Moved)}
            assert end in flight.farthest(state, found, state.at[winners[0]]), where
            assert paths <= set(found), where
            assert (troops, len(left)) == (before - loss, len(set(beaten) & set(after.at))), where
            assert not {city for path in paths for city in path} & set(after.hussars), where
        else:
            assert (there, troops) == (set(), 0), where
            assert any(isinstance(event, CannotRetreat) for event in table._events) == bool(left), where
        seen["retreats"] += bool(found)
        seen["annihilated"] += not left
        seen["cannot"] += bool(left) and not found
        seen["drives off hussars"] += after.hussars != state.hussars
        seen["stacks"] += bool(found) and len(left) == 2
        seen["one of a stack"] += bool(found) and len(left) < len(beaten)
    assert min(seen.values()) > 5, seen
