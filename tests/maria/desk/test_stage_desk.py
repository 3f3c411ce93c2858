"""Property: what the desk offers for a piece is exactly what the check of a sheet lets pass (10.1)."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import GONE, DeskChoice, drafted
from pbem.engine.order import OrderPath
from pbem.engine.table import Scratch
from pbem.playtest.recorded import table_for
from pbem.report.words import words_of
from pbem_maria.chapters import movement
from pbem_maria.chapters.paths import Effects, effects, ways
from pbem_maria.menu.draft import StageDraft, stage_draft
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, RE_ENTER, Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import Agreement, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.turn import StageSheet
from tests.long import tries
from tests.maria.desk.drafts import SCENARIOS, Question, choices_of, questions, random_draft
from tests.maria.drill import ground, position

STAGE: StageSheet = StageSheet(stage="france")
GAMES = [(scenario, seed) for scenario in SCENARIOS for seed in tries(("one",), ("one", "two"))]
EVERY = 7
"""Of so many stages of a game one is looked at."""


def drafts(scenario: str, seed: str, most: int) -> Iterator[tuple[Question, str, StageDraft]]:
    chance = Random(f"{scenario} {seed}")
    asked = islice(questions(seed, StageOrders, scenario=scenario), chance.randrange(EVERY), None, EVERY)
    for question in islice(asked, most):
        text = random_draft(question, chance, chance.randrange(6))
        order = question.read(text).draft
        yield question, text, stage_draft(question.view, question.decision, drafted(question.decision, order))


def own_entries(choice: DeskChoice) -> set[OrderPath]:
    return {put.path for put in choice.puts if put.value is not GONE}


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_every_choice_is_let_pass(scenario: str, seed: str) -> None:
    chance = Random(seed)
    seen = set[str]()
    words = None
    for question, text, draft in drafts(scenario, seed, 8):
        assert MARIA.desk is not None
        words = words_of(MARIA, question.names).knowing(question.view, question.seat)
        for each in choices_of(question, draft.order):
            made = question.read(question.chosen(text, each))
            wrong = [f.problem for f in made.faults if f.problem.stops and _about(f.problem.path, own_entries(each))]
            assert not wrong, (text, each, wrong)
            assert words.phrase("desk", each.said.code, each.said.args)
        for subject in MARIA.desk.subjects(question.view, question.decision, draft.order):
            assert words.phrase("desk", subject.now.code, subject.now.args)
            offered = choices_of(question, draft.order, subject.id)
            assert len({(each.puts) for each in offered}) == len(offered)
            one_of_each = {each.group.code: each for each in chance.sample(offered, len(offered))}
            for each in (*one_of_each.values(), *chance.sample(offered, min(2, len(offered)))):
                made = question.read(question.chosen(text, each))
                paths = own_entries(each)
                wrong = [f.problem for f in made.faults if f.problem.stops and _about(f.problem.path, paths)]
                assert not wrong, (text, each, wrong)
                assert made.draft is not None
                assert words.phrase("desk", each.said.code, each.said.args)
                assert words.phrase("desk", each.group.code, each.group.args)
                seen.add(each.group.code)
    assert "marches" in seen, seen


def _about(path: OrderPath, paths: set[OrderPath]) -> bool:
    return any(path[: len(each)] == each for each in paths) or not path or path == ("passes",)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_all_that_is_let_pass_is_offered(scenario: str, seed: str) -> None:
    chance = Random(seed)
    for question, text, draft in drafts(scenario, seed, 6):
        assert MARIA.desk is not None
        for subject in MARIA.desk.subjects(question.view, question.decision, draft.order):
            lines = draft.lines(subject.id)
            state = draft.before(lines[0] if lines else len(draft.order.moves))
            offered = choices_of(question, draft.order, subject.id)
            alone = [each for each in offered if each.said.args.get("pieces") == (subject.id,)]
            found = {(each.place, each.said.args["does"]) for each in alone}
            paths = legal(state, draft, subject.id)
            if question.view.agreements:
                paths = {end: move for end, move in paths.items() if not refused(question, draft, lines, move)}
            assert found == set(paths), (text, subject.id, found ^ set(paths))
            ends = {end for end, _ in found}
            rest = [city for city in question.view.board.cities if city not in ends]
            for city in chance.sample(rest, 3):
                for how in (MARCH, FORCE_MARCH, RE_ENTER):
                    move = Move(pieces=(subject.id,), how=how, path=(city,))
                    assert refused(question, draft, lines, move), (text, move)


def refused(question: Question, draft: StageDraft, lines: tuple[int, ...], move: Move) -> bool:
    """Whether the check finds fault with *move* in place of *lines*."""
    at = lines[0] if lines else len(draft.order.moves)
    rest = [each for number, each in enumerate(draft.order.moves) if number not in lines]
    order = replace(draft.order, passes=False, moves=(*rest[:at], move, *rest[at:]))
    problems = question.step.check(question.view, question.decision, order)
    return any(problem.stops and problem.path[:2] == ("moves", at) for problem in problems)


Ends = dict[tuple[str, Effects], Move]


def legal(state: State, draft: StageDraft, piece: str) -> Ends:
    """The ends of all legal paths of *piece*, with what they do; of force marches those that no march reaches."""
    if state.result is not None or piece in state.moved:
        return {}
    found: Ends = {}
    if piece in state.theatre.trains:
        for city in movement.sites(state, state.power_of(piece)):
            move = Move(pieces=(piece,), how=RE_ENTER, path=(city,))
            if not any(problem.stops for problem in movement.carry_out(Scratch(state), draft.powers, move)):
                found[city, ()] = move
    if piece not in state.at:
        return found
    marches = ends(state, draft, piece, MARCH)
    reached = {end for end, _ in marches}
    force = ends(state, draft, piece, FORCE_MARCH) if state.theatre.is_general(piece) else {}
    return {**found, **marches, **{end: move for end, move in force.items() if end[0] not in reached}}


def ends(state: State, draft: StageDraft, piece: str, how: str) -> Ends:
    """Where *piece* can go; only where it cannot otherwise, it counts on pieces of another player to leave first."""
    hoped = movement.all_gone(state, piece) if draft.powers else state
    found: Ends = {}
    for now in (state, hoped):
        before = {end for end, _ in found} if now is hoped else set()
        for path in ways(now, piece, how):
            if path[-1] not in before:
                found[path[-1], effects(now, piece, path, how)] = Move(pieces=(piece,), how=how, path=path)
    return found


def test_21_what_an_agreement_forbids_is_not_offered() -> None:
    agreement = Agreement(
        number=3, kind="no combat", parties=("louis", "maria-theresa"), first=1, last=9, status="in force"
    )
    at = {"belle-isle": "a", "khevenhueller": "d"}
    asked = Decision(key="1.france", seat="louis", takes=StageOrders, default=StageOrders(passes=True))
    free, bound = position(ground("a b c d"), at), position(ground("a b c d"), at, agreements=(agreement,))

    assert MARIA.desk is not None
    marches = [
        {each.place for each in MARIA.desk.choices(STAGE, state, asked, None, "belle-isle")} for state in (free, bound)
    ]

    assert marches == [{"b", "c"}, {"b"}]


def test_a_move_that_meets_an_enemy_is_marked() -> None:
    at = {"belle-isle": "a", "khevenhueller": "d"}
    asked = Decision(key="1.france", seat="louis", takes=StageOrders, default=StageOrders(passes=True))
    assert MARIA.desk is not None
    found = {
        each.place: (each.said.args["attacks"], each.signs)
        for each in MARIA.desk.choices(STAGE, position(ground("a b c d"), at, troops={}), asked, None, "belle-isle")
    }
    assert found["c"] == (("khevenhueller",), ("fight", "no-supply"))
    assert found["b"] == ((), ("no-supply",))


def test_10_1_a_stack_goes_together_only_where_both_may_go() -> None:
    """Bavaria's general stays on its map, though France's may leave it."""
    start = table_for(MARIA, {"scenario": "advanced", "players": "3"}, "border").state
    board = start.board.cities
    inland = (city for city in board if board[city].board == "bohemia" and not board[city].is_fortress)
    border = next(city for city in inland if _crosses(start, city))
    at = {"moritz": border, "toerring": border}
    hands = {power: Pile() for power in start.hands or start.theatre.powers}
    state = replace(
        start, at=at, troops=dict.fromkeys(at, 4), stage="france", turn=1, hands=hands, commanders={border: "moritz"}
    )
    asked = Decision(key="1.france", seat="louis", takes=StageOrders, default=StageOrders(passes=True))

    assert MARIA.desk is not None
    found = list(MARIA.desk.choices(STAGE, state, asked, None, "moritz"))
    maps = {
        pieces: {board[each.place].board for each in found if each.said.args.get("pieces") == pieces}
        for pieces in (("moritz",), ("moritz", "toerring"))
    }

    assert maps == {("moritz",): {"bohemia", "flanders"}, ("moritz", "toerring"): {"bohemia"}}


def _crosses(state: State, city: str) -> bool:
    return any(state.board.cities[other].board == "flanders" for other in state.board.roads[city])
