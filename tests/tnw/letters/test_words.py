"""Every event, problem and decision has its words, and real problems fill them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jinja2 import Environment, meta
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.order import Problem
from pbem.engine.reading import Lexicon
from pbem.report.words import Words, tag
from pbem_tnw import unions
from pbem_tnw.chapters.land.paths import as_active
from pbem_tnw.chapters.turn.card_play import card_problems, line_problems
from pbem_tnw.chapters.turn.events import AlternativeSkipped
from pbem_tnw.chapters.turn.interphase import AskTurnEnds
from pbem_tnw.chapters.turn.setup import EntrySheets
from pbem_tnw.chapters.turn.sheets import AnyTimeSheet, RoundSheets
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import Consul, WarState
from pbem_tnw.ruleset import TNW
from tests.long import examples
from tests.problem_codes import codes
from tests.tnw.letters.reading import RAW, in_round, words
from tests.tnw.orders.arbitrary import of_type

RULES = Path(__file__).parents[3] / "rules" / "pbem_tnw"
FILTERS = ("name", "names", "path", "listed", "plural", "counted", "ordinal", "tag", "inline", "said", "quoted")
"""What phrases pass their variables through."""
ONLY_OF_SOME = {
    ("flag-guarded", "problems", "any_army"),
    *(("regroup-not-there", group, name) for group in ("problems", "remedies") for name in ("left", "wanted")),
}
"""Arguments that are there only where their phrase says them."""
STEPS: dict[str, Any] = {
    "round": RoundSheets(nations=("france", "spain")),
    "any time": AnyTimeSheet(seat="france"),
    "turn end": AskTurnEnds(),
    "entry": EntrySheets(),
}


def all_codes() -> dict[str, str]:
    """The problem codes of the rules, each with a module that has it."""
    modules = [path for path in sorted(RULES.rglob("*.py")) if path.relative_to(RULES).parts[0] != "edition"]
    return {code: path.name for path in modules for code in codes(path.read_text(encoding="utf-8"))}


def known() -> Words:
    return words(in_round(), PUBLIC)


def test_every_event_has_a_phrase_and_no_other_thing_has() -> None:
    tags = {tag(getattr(kind, "__origin__", kind)) for kind in get_args(unions.TnwEvents)}
    assert set(known().keys("events")) == tags | set(Words((), Lexicon({})).keys("events"))


def test_every_decision_has_words() -> None:
    assert [tag(kind) for kind in get_args(unions.TnwOrders) if not known().has("decisions", tag(kind))] == []


def test_every_problem_has_a_phrase_and_no_phrase_is_for_another() -> None:
    found, phrases = all_codes(), known()
    assert {c: n for c, n in found.items() if not (phrases.has("problems", c) or phrases.has("edition", c))} == {}
    base = set(Words((), Lexicon({})).keys("problems"))
    assert set(phrases.keys("problems")) - base - found.keys() == set()
    assert set(phrases.keys("remedies")) - set(Words((), Lexicon({})).keys("remedies")) - found.keys() == set()


@pytest.mark.parametrize("step", STEPS)
@settings(
    deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_the_problems_of_any_sheet_are_said_with_names(step: str, data: st.DataObject) -> None:
    view = position()
    box = STEPS[step]
    for decision in box.ask(view, {}):
        if decision.seat == "france":
            for problem in box.check(view, decision, data.draw(of_type(decision.takes))):
                check_words(problem, view)


def position() -> WarState:
    view = in_round(france=("conscripts", "talleyrand"), spain=("metternich",))
    return replace(view, control={**view.control, "spain": "france"})


def check_words(problem: Problem, view: WarState) -> None:
    """The phrase of a problem, and its remedy, are sentences with names."""
    said = words(view, "france").phrase("problems", problem.code, {**problem.args, "problem": problem})
    assert said.endswith("."), said
    assert said[0].isupper() or said[0] in "“0123456789", said
    assert not RAW.search(said), (problem, said)
    assert "  " not in said, said
    if words(view, "france").has("remedies", problem.code):
        remedy = words(view, "france").phrase("remedies", problem.code, {**problem.args, "problem": problem})
        assert remedy.strip(), problem
        assert not RAW.search(remedy), (problem, remedy)


@settings(
    deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(lines=of_type(OrderLines), nation=st.sampled_from(["france", "austria", "britain", "spain"]))
def test_the_problems_of_any_line_are_said_with_names(lines: OrderLines, nation: str) -> None:
    view = as_active(position(), nation, 4)
    for line in lines:
        for problem in line_problems(view, nation, line):
            check_words(problem, view)


def test_why_any_card_cannot_be_played_is_said_with_names() -> None:
    start = position()
    for card in start.board.cards.values():
        for nation in (card.nation,) if card.nation else ("france", "austria", "britain", "turkey"):
            view = replace(start, hands={**start.hands, nation: CardHand(known=(card.id,))})
            for problem in card_problems(view, nation, CardUse(card=card.id, use="event")):
                check_words(problem, view)


def test_phrases_ask_for_no_more_than_their_problems_tell() -> None:
    phrases = known()
    lacking = [
        (call.code, group, name)
        for path in sorted(RULES.rglob("*.py"))
        for call in problems_in(path.read_text(encoding="utf-8"))
        for group in ("problems", "remedies")
        if phrases.has(group, call.code)
        for name in asked_for(phrases.raw(group, call.code)) - call.args - {"view", "me", "problem"}
    ]
    assert sorted(set(lacking) - ONLY_OF_SOME) == []


class ProblemCall(NamedTuple):
    """A problem in the source, with its arguments where they are written out."""

    code: str
    args: frozenset[str]


def problems_in(source: str) -> Iterator[ProblemCall]:
    """The problems of a module whose code and arguments are literals, or names for literals of the same function."""
    tree = ast.parse(source)
    for scope in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        named = {
            target.id: node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem"):
                continue
            words = {word.arg: word.value for word in node.keywords}
            code, args = node.args[0], node.args[3] if len(node.args) > 3 else words.get("args")
            if isinstance(args, ast.Name):
                args = named.get(args.id, args)
            if isinstance(code, ast.Constant) and (args is None or isinstance(args, ast.Dict)):
                keys = args.keys if isinstance(args, ast.Dict) else ()
                if all(isinstance(key, ast.Constant) for key in keys):
                    yield ProblemCall(str(code.value), frozenset(key.value for key in keys))  # type: ignore[union-attr]


def asked_for(phrase: str) -> set[str]:
    """The variables that a phrase needs."""
    environment = Environment()
    environment.filters.update(dict.fromkeys(FILTERS, str))
    needed = meta.find_undeclared_variables(environment.parse(phrase))
    optional = set(re.findall(r"(\w+) \| default", phrase)) | set(re.findall(r"(\w+) is defined", phrase))
    return needed - optional - {"phrase", "has_phrase", "army_said", "held_said", *TNW.tools}


def test_a_skipped_alternative_is_told_from_a_log_that_leaves_out_what_is_at_its_default() -> None:
    args = {"proxy": "turkey", "consul": Consul(column="unaligned"), "way": "left", "steps": 0}
    event = AlternativeSkipped(
        seat="france", nation="france", number=1, problem=Problem("consul-end-of-track", args=args)
    )
    read = msgspec.json.decode(msgspec.json.encode(event), type=AlternativeSkipped)
    said = known().say("events", tag(read), {"nation": read.nation, "number": read.number, "problem": read.problem})
    assert "in the Unaligned box, can go no boxes to the left" in said


def test_6_16_where_few_moves_of_consuls_are_possible_they_are_named() -> None:
    def said(count: int) -> str:
        moves = [("sweden", Consul(column="ally", row="britain"))] * count
        args = {"card": "talleyrand", "moves": moves}
        return words(position(), "france").phrase("problems", "event-which-consul", args)

    assert "can move now the consul of Sweden to Ally in the row of Britain; say whose" in said(1)
    assert "leaves several ways open; say whose" in said(4)
