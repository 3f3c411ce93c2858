"""Whole sheets: the sample of house rules 2.2, and any sheet written and read back."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.engine.order import Order
from pbem.sheet.writer import write_sheet
from pbem_tnw.orders.choices import CardUse, ConsulChoice, HoldAnswer, NextCard, PlusMoment, PlusUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.turn import EntryOrders, HandRule, ImpulseSheet, RoundOrders, StandingSheet, TurnEndOrders
from tests.tnw.orders.arbitrary import of_type
from tests.tnw.orders.spellings import LEXICON, ordered, read, told

SAMPLE = """\
seat: france
round: 3
impulses:
  france:
    try:                                    # the first alternative whose `if` holds is played
      - if: enemy_units(ulm) <= 5
        play: {card: marching-season, as: event}
        do:
          - form: {at: strasbourg, commander: napoleon, with: [lannes, murat], units: {france: 7}}
          - move: [stuttgart, ulm]
            if_intercepted: fight           # fight or halt
            only_if_odds: 1.2
            battle: {cards: [grand-battery, {card: res-napoleon, if: margin < 1}], losses: [france]}
          - flag: here
          - build: {unit: 1, at: mainz}
          - rest: [regroup, {unit: paris}]
      - play: {card: conscripts, as: cp}
        plus: {resource: 1, when: first}
        do:
          - build: {unit: 1, at: strasbourg}
    else: ask
  spain: {try: [], else: lowest}
standing: {}
"""


def test_2_2_the_sample_is_read() -> None:
    sheet = ordered(SAMPLE, RoundOrders)
    france = sheet.impulses["france"]
    first, second = france.alternatives
    assert (sheet.seat, sheet.round, france.otherwise) == ("france", 3, "ask")
    assert first.play == CardUse(card="marching-season", use="event")
    assert len(first.do) == 5
    assert second.play == CardUse(card="conscripts", use="cp")
    assert second.plus == PlusUse(resource=True)
    assert sheet.impulses["spain"] == ImpulseOrders(otherwise="lowest")


def test_2_2_the_sample_is_written_shorter() -> None:
    sheet = ordered(SAMPLE, RoundOrders)
    text = write_sheet(sheet, LEXICON)
    assert ordered(text, RoundOrders) == sheet
    assert len(text) < len(SAMPLE)
    assert "- move: Stuttgart > Ulm\n" in text
    assert "play: Conscripts as cp\n" in text


PLAYS: dict[str, CardUse] = {
    "conscripts as cp": CardUse(card="conscripts", use="cp"),
    "Conscripts as event": CardUse(card="conscripts", use="event"),
    "Conscripts for CPs": CardUse(card="conscripts", use="cp"),
    "conscripts (event)": CardUse(card="conscripts", use="event"),
    "conscripts, event": CardUse(card="conscripts", use="event"),
    "{event: conscripts}": CardUse(card="conscripts", use="event"),
    "{cp: conscripts}": CardUse(card="conscripts", use="cp"),
    "{card: conscripts, as: points}": CardUse(card="conscripts", use="cp"),
    "{card: talleyrand, as: event, consul: prussia right 2 in france}": CardUse(
        card="talleyrand", use="event", consul=(ConsulChoice(who="prussia", way="right", steps=2, row="france"),)
    ),
    "{card: metternich, as: event, consul: [prussia left, {who: spain, way: left}]}": CardUse(
        card="metternich",
        use="event",
        consul=(ConsulChoice(who="prussia", way="left"), ConsulChoice(who="spain", way="left")),
    ),
    "{card: conscripts, as: event, place: 2 units at Paris}": CardUse(
        card="conscripts", use="event", place=(PiecesWanted(n=2, at="paris"),)
    ),
    "{card: conscripts, as: event, place: {unit: 2, at: paris}}": CardUse(
        card="conscripts", use="event", place=(PiecesWanted(n=2, at="paris"),)
    ),
    "{card: rothschild, as: event, then: conscripts as event}": CardUse(
        card="rothschild", use="event", then=(NextCard(card="conscripts", use="event"),)
    ),
    "{card: rothschild, as: event, then: {card: conscripts, as: cp}}": CardUse(
        card="rothschild", use="event", then=(NextCard(card="conscripts", use="cp"),)
    ),
    "{card: godoy, as: event, option: 2}": CardUse(card="godoy", use="event", option=2),
    "{card: subsidy-treaty, as: event, nation: austria, cards: [rally, squares]}": CardUse(
        card="subsidy-treaty", use="event", nation=("austria",), cards=("rally", "squares")
    ),
}


@pytest.mark.parametrize("text", PLAYS)
def test_6_how_a_card_is_played_is_read(text: str) -> None:
    sheet = ordered(f"impulses: {{france: {{play: {text if text[0] == '{' else repr(text)}}}}}", RoundOrders)
    assert sheet.impulses["france"].alternatives == (Alternative(play=PLAYS[text]),)


def test_6_the_choices_of_a_card_may_be_beside_it() -> None:
    text = "impulses:\n  france:\n    play: talleyrand as event\n    consul: prussia right\n    if: turn > 1805\n"
    (found,) = ordered(text, RoundOrders).impulses["france"].alternatives
    assert found.play == CardUse(card="talleyrand", use="event", consul=(ConsulChoice(who="prussia", way="right"),))
    assert found.condition.words == {"turn"}


PLUSES: dict[str, PlusUse] = {
    "resource": PlusUse(resource=True),
    "a resource": PlusUse(resource=True),
    "{resource: 1, when: last}": PlusUse(resource=True, when=PlusMoment(None)),
    "{resource: yes, when: after line 2}": PlusUse(resource=True, when=PlusMoment(2)),
    "resource, last": PlusUse(resource=True, when=PlusMoment(None)),
    "res-senate as cp": PlusUse(card="res-senate", use="cp"),
    "res-senate": PlusUse(card="res-senate"),
    "{reserve: res-senate, as: event, place: 3 units at paris}": PlusUse(
        card="res-senate", place=(PiecesWanted(n=3, at="paris"),)
    ),
}


@pytest.mark.parametrize("text", PLUSES)
def test_5_12_what_is_used_besides_the_card_is_read(text: str) -> None:
    sheet = ordered(f"impulses:\n  france:\n    plus: {text}\n", RoundOrders)
    assert sheet.impulses["france"].alternatives == (Alternative(plus=PLUSES[text]),)


IMPULSES: dict[str, ImpulseOrders] = {
    "ask": ImpulseOrders(otherwise="ask"),
    "lowest": ImpulseOrders(otherwise="lowest"),
    "conscripts as cp": ImpulseOrders(alternatives=(Alternative(play=CardUse(card="conscripts", use="cp")),)),
    "[conscripts as cp, ask]": ImpulseOrders(
        alternatives=(Alternative(play=CardUse(card="conscripts", use="cp")), Alternative(ask=True))
    ),
    "{play: none}": ImpulseOrders(),
    "{try: {play: conscripts as cp}, else: ask}": ImpulseOrders(
        alternatives=(Alternative(play=CardUse(card="conscripts", use="cp")),), otherwise="ask"
    ),
}


@pytest.mark.parametrize("text", IMPULSES)
def test_2_2_an_impulse_is_read_in_its_short_forms(text: str) -> None:
    found = ordered(f"impulses:\n  france: {text}\n", RoundOrders).impulses["france"]
    assert found in (IMPULSES[text], ImpulseOrders(alternatives=(Alternative(),)))


def test_2_5_preemption_is_read() -> None:
    text = "preempt: {before: britain, round: 4, if: enemy_units(munich) >= 4, with: {play: conscripts as cp}}"
    (line,) = ordered(text, RoundOrders).preempt
    assert (line.before, line.round) == (("britain",), 4)
    assert line.condition.words == {"enemy_units"}
    assert line.play == IMPULSES["conscripts as cp"]
    assert [code for code, _, _ in told(read("preempt: [" + "{before: spain, ask: yes}, " * 4 + "]", RoundOrders))] == [
        "too-many"
    ]


def test_2_5_a_seat_may_ask_to_be_asked() -> None:
    assert [line.ask for line in ordered("preempt: ask", RoundOrders).preempt] == [True]
    assert [line.before for line in ordered("preempt: ask before Britain", RoundOrders).preempt] == [("britain",)]
    (line,) = ordered("preempt: before Britain if turn >= 1806", RoundOrders).preempt
    assert (line.before, line.ask) == (("britain",), False)


def test_4_5_rules_for_first_hands_are_read() -> None:
    rule = HandRule(
        keep_if=ordered("hand: {keep_if: cp_sum >= 14}", EntryOrders).hand.others.keep_if,  # type: ignore[union-attr]
        or_holds=("talleyrand",),
        at_most=2,
    )
    every = ordered("bid: 2\nhand: {keep_if: cp_sum >= 14, or_holds: [talleyrand], at_most: 2 times}", EntryOrders)
    assert (every.bid, every.hand.get("spain")) == (2, rule)
    text = "hand: {france: {keep_if: cp_sum >= 14, or_holds: [talleyrand], at_most: 2}, others: cp_sum >= 8}"
    by_nation = ordered(text, EntryOrders).hand
    assert by_nation.get("france") == rule
    assert by_nation.get("spain") not in (None, rule)


def test_2_4_the_answer_to_a_hold_is_read() -> None:
    answer = ordered("play: {card: rally, option: 2}\nno more: yes", HoldAnswer)
    assert [(card.card, card.option) for card in answer.play] == [("rally", 2)]
    assert answer.no_more
    assert [card.card for card in ordered("play: rally, squares", HoldAnswer).play] == ["rally", "squares"]
    assert ordered("play: nothing", HoldAnswer) == HoldAnswer()
    assert [code for code, _, _ in told(read("play: {card: rally, optn: 2}", HoldAnswer))] == ["unknown-key"]


KINDS = (RoundOrders, ImpulseSheet, StandingSheet, TurnEndOrders, EntryOrders, HoldAnswer)


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_any_sheet_is_read_as_it_is_written(kind: type[Order], data: st.DataObject) -> None:
    order: Any = data.draw(of_type(kind))
    sheet = read(write_sheet(order, LEXICON), kind)
    assert not sheet.faults, (told(sheet), write_sheet(order, LEXICON))
    assert sheet.order == order
    assert msgspec.json.decode(msgspec.json.encode(order), type=kind) == order


SPOTS = """\
impulses:
  france:
    try:
    - play: conscripts as cp
      do:
      - flag: here
      - move: stuttgart > ulm
  spain:
    play: {card: rally, as: cp}
    do: [build: 2 units at Madrid]
preempt: [{before: britain, with: {play: conscripts as cp}}]
standing:
  respond: [bridges-blown, {card: rally, if: margin < 1}]
  battle: {where: ulm, cards: [rally]}
turn end:
  reinforce: {france: [refit, build: 2 units at Paris]}
"""
PATHS: dict[tuple[str | int, ...], tuple[int, int]] = {
    ("impulses", "france"): (2, 3),
    ("impulses", "france", "alternatives", 0): (4, 7),
    ("impulses", "france", "alternatives", 0, "play", "card"): (4, 13),
    ("impulses", "france", "alternatives", 0, "do", 1): (7, 9),
    ("impulses", "france", "alternatives", 0, "do", 1, "path", 1): (7, 27),
    ("impulses", "spain", "alternatives", 0, "play", "card"): (9, 12),
    ("impulses", "spain", "alternatives", 0, "do", 0, "pieces", 0, "at"): (10, 28),
    ("preempt", 0, "play", "alternatives", 0, "play", "card"): (11, 42),
    ("standing", "respond", 0, "card"): (13, 13),
    ("standing", "respond", 1, "condition"): (13, 42),
    ("standing", "battle", 0, "cards", 0, "card"): (14, 32),
    ("turn_end", "reinforce", "france", 1, "pieces", 0): (16, 38),
}


def test_the_path_of_a_problem_leads_to_where_its_part_is_written() -> None:
    places = read(SPOTS, RoundOrders).places
    assert {path: (places[path].line, places[path].column) for path in PATHS if path in places} == PATHS


def test_an_impulse_in_one_line_with_semicolons_is_the_card_and_its_lines() -> None:
    short = "impulses: {France: Conscripts as cp; Masséna > Venice; rest 1 unit Paris}"
    lines = "do: [Masséna > Venice, rest 1 unit Paris]"
    assert ordered(short, RoundOrders) == ordered(
        f"impulses: {{France: {{play: Conscripts as cp, {lines}}}}}", RoundOrders
    )
    assert [each.problem.code for each in read("impulses: {France: Conscripts as cp; dance}", RoundOrders).faults] == [
        "not-a-choice"
    ]
    assert read('impulses: {France: ";;"}', RoundOrders).order is None
