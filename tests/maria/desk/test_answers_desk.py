"""What the desk offers for other questions than stages is let pass, and its words are there."""

from collections import Counter
from random import Random

import pytest

from pbem.engine.decision import Decision
from pbem.engine.menu import GONE, DeskChoice
from pbem.report.words import Words, words_of
from pbem_maria.orders.cards import RESERVE, RESERVE_VALUES
from pbem_maria.orders.plan import PlanItem
from pbem_maria.orders.stage import PlayOrders, StageOrders
from pbem_maria.position.state import Fight, Pair
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.combat import Duel
from tests.long import tries
from tests.maria.desk.drafts import Question, choices_of, questions
from tests.maria.drill import ground, position

GAMES = [("advanced", "3", "one"), ("advanced", "2", "two"), ("introductory", "3", "one")]
MOST = tries(2, 6)
"""Questions of a kind in a game that are looked at."""


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "players", "seed"), GAMES)
def test_every_choice_is_let_pass(scenario: str, players: str, seed: str) -> None:
    assert MARIA.desk is not None
    chance, seen = Random(seed), Counter[str]()
    for question in questions(seed, scenario=scenario, players=players):
        kind = question.decision.takes.__name__
        if question.decision.takes is StageOrders or seen[kind] == MOST:
            continue
        seen[kind] += 1
        words = words_of(MARIA, question.names).knowing(question.view, question.seat)
        text = ""
        for _ in range(4):
            order = question.read(text).draft
            subjects = tuple(MARIA.desk.subjects(question.view, question.decision, order))
            offered = [*choices_of(question, order)]
            for subject in subjects:
                assert words.phrase("desk", subject.now.code, subject.now.args)
                offered += choices_of(question, order, subject.id)
                for fact in MARIA.desk.facts(question.view, question.seat, subject.kind, subject.id):
                    assert words.phrase("desk", fact.code, fact.args)
            assert offered or kind in ("CombatOrders", "StandingOrders"), question
            chosen = chance.sample(offered, min(5, len(offered)))
            texts = [passing(question, words, text, each) for each in chosen]
            text = chance.choice(texts) if texts else text
    assert len(seen) > (3 if scenario == "advanced" else 1), seen


@pytest.mark.parametrize(("score", "stop"), [(-2, [True]), (0, [])])
def test_11_1_each_card_of_the_suit_can_be_played_and_a_reserve_with_each_value(score: int, stop: list[bool]) -> None:
    assert MARIA.desk is not None
    pair = Pair(("belle-isle",), ("khevenhueller",))
    at, hands = {"belle-isle": "a", "khevenhueller": "b"}, {"france": "H9.1 H9.2 S2.1 R.1"}
    state = position(ground("a b"), at, hands=hands, fight=Fight(pair, score))
    own = {"S": "S2", "H": "H9"}.get(state.board.cities["a"].suit[:1].upper())

    asked = Decision(key="1.play", seat="louis", takes=PlayOrders)
    found = [each.puts[-1].value for each in MARIA.desk.choices(Duel(stage="france"), state, asked, None)]

    values = [PlanItem(card=RESERVE, value=value) for value in RESERVE_VALUES]
    assert found == [*([PlanItem(card=own)] if own else []), *values, *stop]


def passing(question: Question, words: Words, text: str, choice: DeskChoice) -> str:
    """The sheet after *choice*, which must not be refused for what it writes."""
    assert words.phrase("desk", choice.said.code, choice.said.args)
    assert words.phrase("desk", choice.group.code, choice.group.args)
    after = question.chosen(text, choice)
    read = question.read(after)
    own = {put.path for put in choice.puts if put.value is not GONE}
    wrong = [
        fault.problem
        for fault in read.faults
        if fault.problem.stops
        and (fault.problem.path == ("passes",) or any(fault.problem.path[: len(path)] == path for path in own))
    ]
    assert not wrong, (after, choice, wrong)
    assert read.draft is not None, after
    return after
