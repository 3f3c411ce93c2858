"""What the desk offers for a Round is let pass by the check of its sheet."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.menu import GONE, DeskChoice, applied
from pbem.engine.order import Order, OrderPath
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Step
from pbem.playtest.recorded import table_for
from pbem.report.words import Words, words_of
from pbem.sheet.check import check_sheet
from pbem.sheet.edit import Edit, edit_sheet
from pbem.sheet.pieces import Wanted
from pbem.sheet.puts import edits
from pbem_tnw.chapters.land.paths import reach
from pbem_tnw.guess import guess
from pbem_tnw.letters import reach_points
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings
from tests.long import tries

MOST = tries(5, 10)
EVERY = 5


class WarQuestion(msgspec.Struct, frozen=True):
    """A question of a game for the sheet of a Round or an Impulse."""

    view: WarState
    decision: Decision
    step: Step


def questions(seed: str, players: str, *kinds: type[Order]) -> Iterator[WarQuestion]:
    table = table_for(TNW, {"players": players, "edition": "demo"}, seed)  # whose cards never change
    guesses = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    number = 0
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(TNW.policies))):
        answers.clear()
        step = table.state.flow[-1]
        for decision in waiting:
            view = table.views[decision.seat]
            if decision.takes in (kinds or (RoundOrders, ImpulseSheet)):
                number += 1
                if kinds or number % EVERY == 0:
                    assert isinstance(step, Step)
                    yield WarQuestion(view, decision, step)
            answers[decision.seat, decision.key] = Answer(guess(view, decision, guesses), "sheet")


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [("5", "one"), ("2", "two")])
def test_every_choice_is_let_pass(players: str, seed: str) -> None:
    assert TNW.desk is not None
    chance, seen = Random(seed), Counter[str]()
    for number, question in enumerate(questions(seed, players)):
        if number == MOST:
            break
        view, decision, seat = question.view, question.decision, question.decision.seat
        names = TNW.lexicon(view, seat)
        words = words_of(TNW, names).knowing(view, seat)
        text = chance.choice(["", "# mine\n"])
        for _ in range(3):
            order = check_sheet(text, question.step, decision, view, names).draft
            offered = [*TNW.desk.choices(question.step, view, decision, order)]
            for subject in TNW.desk.subjects(view, decision, order):
                assert words.phrase("desk", subject.now.code, subject.now.args)
                offered += TNW.desk.choices(question.step, view, decision, order, subject.id)
                for fact in TNW.desk.facts(view, seat, subject.kind, subject.id):
                    assert words.phrase("desk", fact.code, fact.args)
            one_of_each = {each.said.code: each for each in chance.sample(offered, len(offered))}
            chosen = [*one_of_each.values(), *chance.sample(offered, min(2, len(offered)))]
            seen.update(each.said.code for each in chosen)
            texts = [passing(question, words, text, each) for each in chosen]
            text = chance.choice(texts) if texts else text
    assert {"play-card", "march", "stay", "build"} <= set(seen), seen


def passing(question: WarQuestion, words: Words, text: str, choice: DeskChoice) -> str:
    """The sheet after *choice*, which must not be refused for what it writes."""
    view, decision = question.view, question.decision
    names = TNW.lexicon(view, decision.seat)
    assert words.phrase("desk", choice.said.code, choice.said.args)
    assert words.phrase("desk", choice.group.code, choice.group.args)
    wanted = Wanted(takes=decision.takes, lexicon=names, passing=decision.default)
    draft = check_sheet(text, question.step, decision, view, names).draft
    made = edit_sheet(text, edits(choice, decision, draft, wanted), wanted)
    assert not made.unmade, (made.unmade, text)
    read = check_sheet(made.text, question.step, decision, view, names)
    own = {put.path for put in choice.puts if put.value is not GONE}
    wrong = [
        fault.problem
        for fault in read.faults
        if fault.problem.stops and any(_about(fault.problem.path, each) for each in own)
    ]
    assert not wrong, (made.text, choice, wrong)
    assert read.draft == applied(decision, draft, choice), "a click is the choice"
    return made.text


def _about(path: OrderPath, own: OrderPath) -> bool:
    return path[: len(own)] == own


@pytest.mark.slow
def test_what_can_be_played_in_a_hold_is_offered() -> None:
    assert TNW.desk is not None
    seen = Counter[str]()
    for number, question in enumerate(questions("7", "2", HoldAnswer)):
        if number == 3 * MOST:
            break
        view, decision, text = question.view, question.decision, "no more: no\n"
        words = words_of(TNW, TNW.lexicon(view, decision.seat)).knowing(view, decision.seat)
        for _ in range(2):
            order = check_sheet(text, question.step, decision, view, TNW.lexicon(view, decision.seat)).draft
            offered = [*TNW.desk.choices(question.step, view, decision, order)]
            texts = [passing(question, words, text, each) for each in offered]
            seen.update(each.said.code for each in offered)
            text = texts[0]
    assert set(seen) == {"play-now", "play-nothing", "no-more"}, seen


@pytest.mark.slow
def test_a_general_is_offered_all_that_it_can_reach() -> None:
    assert TNW.desk is not None
    found = Counter[bool]()
    for number, question in enumerate(questions("three", "5")):
        if number == MOST // 2:
            break
        view, decision = question.view, question.decision
        for subject in TNW.desk.subjects(view, decision, None):
            if subject.kind != "general":
                continue
            nation = view.board.leaders[subject.id].nation
            found_all = TNW.desk.choices(question.step, view, decision, None, subject.id)
            offered = {each.place for each in found_all}
            points = reach_points(view, subject.id)
            led = [each for each in reach(view, nation, subject.id, points) if each.kind != "detachment"]
            reached = {duchy for each in led for duchy in each.duchies}
            assert offered == reached, (subject.id, offered ^ reached)
            found[bool(offered)] += 1
    assert found[True] > 5


LAID_OUT = """\
# Round 3
impulses:
  France:  # mine
    play: conscripts as cp
    do:
      - Napoleon: stuttgart > ulm  # go
      - rest: [regroup, unit]
  Austria:
    try:
      - play: talleyrand as cp
      - ask
preempt: ask
"""


def test_lines_are_written_into_the_layout_of_their_player() -> None:
    wanted = Wanted(takes=RoundOrders, lexicon=TNW.lexicon(TNW.start(TnwSettings()), ""))
    france, austria = (("impulses", nation, "alternatives", 0) for nation in ("france", "austria"))
    edits = (
        Edit(path=(*france, "do", 1), text="build: 1 unit at Paris", how="insert"),
        Edit(path=(*france, "do", 0), text="Napoleon: munich"),
        Edit(path=(*austria, "do", 0), text="Charles: munich"),
        Edit(path=(*france, "play"), text="talleyrand as event"),
    )
    made = edit_sheet(LAID_OUT, edits, wanted)
    assert (made.unmade, made.rewritten) == ((), ())
    assert (
        made.text
        == """\
# Round 3
impulses:
  France:  # mine
    play: talleyrand as event
    do:
      - Napoleon: munich  # go
      - build: 1 unit at Paris
      - rest: [regroup, unit]
  Austria:
    try:
      - play: talleyrand as cp
        do:
          - Charles: munich
      - ask
preempt: ask
"""
    )
