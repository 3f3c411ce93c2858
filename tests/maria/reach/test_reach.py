"""Where a piece can go, against the check of a move: each city in reach is accepted, every other one is refused."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Scratch
from pbem.playtest.recorded import table_for
from pbem_maria.chapters import movement
from pbem_maria.chapters.conquest import Conquered, Questioned
from pbem_maria.chapters.duel import pairs
from pbem_maria.chapters.pieces import TrainLost
from pbem_maria.chapters.reach import Destination, Reach, destinations, reach
from pbem_maria.guess import guess
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, RE_ENTER, Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.settings import Options
from tests.long import tries
from tests.maria.drill import ground, position
from tests.maria.reference.positions import historical

POSITIONS = tries(200, 2000)
DEEDS = Conquered, Questioned, TrainLost
KINDS: dict[type[Event], str] = {Conquered: "conquers", Questioned: "flags", TrainLost: "destroys"}
PACES = {"march": MARCH, "main": MARCH, "force": FORCE_MARCH, "re-enter": RE_ENTER}


def tried(state: State, piece: str, how: str, path: tuple[str, ...]) -> tuple[State, list[Problem], tuple[Event, ...]]:
    """What comes of one move of a sheet: the position after it, the problems, and its events."""
    table = Scratch(state)
    move = Move(pieces=(piece,), how=how, path=path)
    problems = list(movement.carry_out(table, (state.power_of(piece),), move))
    return table.state, problems, table.close("", {}).events


def stops(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems if problem.stops]


def random_positions(seed: int, number: int) -> Iterator[tuple[State, str]]:
    """Random positions of the printed map, with the power whose stage it is."""
    chance = Random(seed)
    for _ in range(number):
        state = historical(chance, crowd=chance.randint(6, 24))
        power = chance.choice([state.power_of(piece) for piece in state.at])
        options = Options(march_onto_train=chance.choice(("yes", "no")))
        moved = frozenset(piece for piece in state.at if chance.random() < 0.05)
        stage = next(lead for lead, powers in state.stages().items() if power in powers)
        yield replace(state, stage=stage, options=options, moved=moved), power


def moments(seed: str) -> Iterator[tuple[State, str]]:
    """The view of every seat that is asked for a stage's sheet in a random game, with each of its powers."""
    table = table_for(MARIA, {"scenario": "advanced", "players": "3"}, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            view: State = table.views[decision.seat]
            if decision.takes is StageOrders:
                yield from ((view, power) for power in view.stage_powers() if view.seat_of(power) == decision.seat)
            answers[decision.seat, decision.key] = Answer(guess(view, decision, chance), "sheet")


def pieces_of(state: State, power: str) -> list[str]:
    armies = state.theatre.edition
    return [piece for piece in (*armies.generals, *armies.trains) if state.power_of(piece) == power]


def _check_destination(state: State, piece: str, each: Destination) -> None:
    """Each way to the city is accepted as it is written; the city alone too, unless its routes differ."""
    how = PACES[each.how]
    where = f"{piece} from {state.at.get(piece)}: {each}"
    alone, problems, _ = tried(state, piece, how, (each.city,))
    if each.to_be_spelt_out:
        assert stops(problems) == ["which-path"], where
    else:
        assert not stops(problems), where
        told = {problem.args["other"] for problem in problems if problem.code == "other-must-leave"}
        assert told == set(each.leavers), where
        assert alone.at[piece] == each.city, where
        _check_attacks(alone, piece, each, where)
    for route in each.routes:
        after, problems, events = tried(state, piece, how, route.path)
        assert not stops(problems), where
        done = tuple(sorted((KINDS[type(event)], event.city) for event in events if isinstance(event, DEEDS)))
        assert done == route.effects, where
        _check_attacks(after, piece, each, where)


def _check_attacks(after: State, piece: str, each: Destination, where: str) -> None:
    due = [pair for pair in pairs(after, after.powers_in(after.stage)) if piece in pair.attackers]
    assert each.attacks == tuple(general for pair in due for general in pair.defenders), where
    others = [general for general in after.generals_at(each.city) if general != piece]
    if after.theatre.is_general(piece):
        assert others == ([each.joins] if each.joins else []), where


def _check(state: State, piece: str, chance: Random, seen: Counter[str]) -> Reach:
    found = reach(state, piece)
    assert found.start == state.at.get(piece)
    for each in chance.sample(found.destinations, min(8, len(found.destinations))):
        _check_destination(state, piece, each)
        seen[each.how] += 1
        seen["attacks"] += bool(each.attacks)
        seen["joins"] += each.joins is not None
        seen["leavers"] += bool(each.leavers)
        seen["spelt out"] += each.to_be_spelt_out
        start = state.board.cities[found.start or each.city]
        seen["crosses"] += start.board != state.board.cities[each.city].board
    if found.start is not None and piece not in state.moved:
        marched = {each.city for each in found.destinations if each.how in ("march", "main")}
        forced = {each.city for each in destinations(state, piece, FORCE_MARCH)}
        near = [city for city, far in state.board.distances(found.start).items() if 0 < far < 6]
        _check_others(state, piece, MARCH, marched, near, chance)
        if state.theatre.is_general(piece):
            assert forced - marched == {each.city for each in found.destinations if each.how == "force"}
            _check_others(state, piece, FORCE_MARCH, forced, list(state.board.distances(found.start)), chance)
    entered = {each.city for each in found.destinations if each.how == "re-enter"}
    _check_others(state, piece, RE_ENTER, entered, [c.id for c in state.board.fortresses], chance)
    return found


def _check_others(state: State, piece: str, how: str, found: set[str], near: list[str], chance: Random) -> None:
    """A city that is not in reach is refused."""
    others = [city for city in near if city not in found]
    for city in chance.sample(others, min(8, len(others))):
        _, problems, _ = tried(state, piece, how, (city,))
        assert stops(problems), f"{piece} from {state.at.get(piece)}: {how} to {city}"
        assert "which-path" not in stops(problems), f"{piece} from {state.at.get(piece)}: {how} to {city}"


def test_10_1_reach_is_what_the_check_of_moves_accepts() -> None:
    chance, seen = Random(10), Counter[str]()
    for state, power in random_positions(1741, POSITIONS):
        for piece in chance.sample(pieces_of(state, power), 2):
            _check(state, piece, chance, seen)

    expected = {"march", "main", "force", "re-enter", "attacks", "joins", "leavers", "spelt out", "crosses"}
    assert min(seen[kind] for kind in expected) > 5, seen


@pytest.mark.slow
def test_10_1_reach_is_what_the_check_of_moves_accepts_in_games() -> None:
    chance, seen = Random(11), Counter[str]()
    for state, power in moments("reach"):
        for piece in pieces_of(state, power):
            _check(state, piece, chance, seen)

    assert min(seen[kind] for kind in ("march", "main", "force", "attacks", "joins")) > 20, seen


def test_10_1_steps_last_main_road_and_force_march_are_told_apart() -> None:
    state = position(ground("a b c d e f", "a p q r s"), {"belle-isle": "a"})

    found = {each.city: (each.how, each.steps) for each in reach(state, "belle-isle").destinations}

    marches = {"b": ("march", 1), "c": ("march", 2), "d": ("march", 3), "e": ("main", 4), "f": ("force", 5)}
    assert found == {**marches, "p": ("march", 1), "q": ("march", 2), "r": ("march", 3)}


def test_10_1_who_blocks_whom_one_joins_and_whom_one_must_attack() -> None:
    at = {"belle-isle": "a", "broglie": "b", "khevenhueller": "q", "france-t1": "x"}
    state = position(ground("a b c, a p q, a x y"), at)

    found = reach(state, "belle-isle")

    assert {each.city: (each.joins, each.attacks) for each in found.destinations} == {
        "b": ("broglie", ()), "p": (None, ("khevenhueller",)),
    }  # fmt: skip
    assert {block.city: (block.piece, block.why) for block in found.blocks} == {
        "b": ("broglie", "no-jumping"),
        "q": ("khevenhueller", "no-jumping"),
        "x": ("france-t1", "no-jumping"),
    }


def test_10_1_a_piece_that_has_moved_goes_nowhere() -> None:
    state = position(ground("a b"), {"belle-isle": "a"}, moved=frozenset({"belle-isle"}))

    assert reach(state, "belle-isle").destinations == ()
