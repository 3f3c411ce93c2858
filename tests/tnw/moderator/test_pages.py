"""The page for players: its examples are sheets that can be sent, and its sections can be asked for by email."""

import re
from typing import Any

import pytest
import yaml

from pbem.engine.order import Problem
from pbem.engine.reading import Lexicon
from pbem.report import context
from pbem.report.words import words_of
from pbem.sheet.reader import read_sheet
from pbem_tnw.chapters.turn.sheets import check_sheet
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import EntryOrders, RoundOrders
from pbem_tnw.orders.verbs import BY_WORD, VERBS
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.pages import told
from tests.tnw.positions import at_start

PAGE = told("napoleonic-wars")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TOPICS = words_of(TNW, Lexicon({})).group("topics")
SECTIONS = context.sections(TNW.guide)


def kind_of(text: str) -> Any:
    keys = set(yaml.load(text, yaml.BaseLoader))
    if keys <= {"play", "no_more"}:
        return HoldAnswer
    return EntryOrders if keys & {"bid", "hand", "resource"} else RoundOrders


def position(order: RoundOrders) -> WarState:
    """The set-up with the cards that *order* plays in the hands that play them."""
    plays = [
        (nation, one.play.card) for nation, all_ in order.impulses.items() for one in all_.alternatives if one.play
    ]
    hands = {nation: CardHand(known=tuple(card for who, card in plays if who == nation)) for nation, _ in plays}
    return at_start(4, hands=hands, turn=1, round=2, resources={"france": 1})


@pytest.mark.parametrize("text", BLOCKS)
def test_each_example_can_be_read(text: str) -> None:
    read = read_sheet(text, kind_of(text), lexicon(at_start(4), "france"))
    assert read.order is not None, read.faults


@pytest.mark.parametrize("text", [text for text in BLOCKS if kind_of(text) is RoundOrders])
def test_each_example_of_a_round_is_legal_for_who_holds_its_cards(text: str) -> None:
    order = read_sheet(text, RoundOrders, lexicon(at_start(4), "france")).order
    assert order is not None
    view = position(order)
    seat = view.control.get(next(iter(order.impulses), "france"), "france")
    stops = [problem for problem in check_sheet(view, seat, tuple(view.board.sequence), order) if stops_there(problem)]
    assert stops == []


def stops_there(problem: Problem) -> bool:
    return problem.stops and not problem.rule.startswith("14")


def test_every_line_of_an_impulse_has_its_row() -> None:
    first = re.findall(r"^\| ((?:`[a-z ]+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    words = {word for cell in first for word in re.findall(r"`([a-z ]+)`", cell)}
    assert {verb.word for verb in VERBS} - {"unflag"} <= words


WORDS = [word for word in BY_WORD if word != "return"]
"""What begins a line; a standing order is called `return`, too."""


@pytest.mark.parametrize("example", re.findall(r"`((?:" + "|".join(WORDS) + r"): [^`]*|[A-Z]\w+: \w+ > \w+)`", PAGE))
def test_each_line_of_the_table_can_be_read(example: str) -> None:
    sheet = f"impulses:\n  France:\n    play: Conscripts as cp\n    do:\n      - {example}\n"
    read = read_sheet(sheet, RoundOrders, lexicon(at_start(4), "france"))
    assert read.order is not None, read.faults


def test_every_standing_order_is_shown() -> None:
    shown = set(re.findall(r"^  (\w+):", "\n".join(BLOCKS), re.MULTILINE))
    renamed = {"comes_back": "return"}
    assert {renamed.get(name, name) for name in WarStanding.__struct_fields__} <= shown


@pytest.mark.parametrize("example", re.findall(r"`((?:enemy_)?\w+\([^`]*\)[^`]*(?:[<>=][^`]*)?)`", PAGE))
def test_each_condition_of_the_page_can_be_read(example: str) -> None:
    if (
        "=" not in example
        and "<" not in example
        and ">" not in example
        and not example.startswith(("controls", "played"))
    ):
        example = f"{example} >= 1" if "column" not in example else f"{example} = Ally"
    sheet = f"impulses:\n  France:\n    play: Conscripts as cp\n    do:\n      - {{flag: here, if: {example!r}}}\n"
    read = read_sheet(sheet.replace("'", '"'), RoundOrders, lexicon(at_start(4), "france"))
    assert read.order is not None, read.faults


def test_the_guide_is_sent_by_email() -> None:
    assert all(page.is_file() for page in TNW.guide)
    for topic, heading in (
        ("response cards", "Response cards"), ("preempt", "Preemption"), ("hold", "Holds"), ("moves", "Lines"),
        ("combat", "Battles"), ("evade", "Interception and evasion"),
        ("conditions", "Conditions"), ("sheet", "How to write a sheet"), ("commands", "Commands by email"),
    ):  # fmt: skip
        found = context.named(SECTIONS, topic, TOPICS)
        assert found is not None, topic
        assert found.heading == heading


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_that_letters_name_has_its_section(topic: str) -> None:
    assert TOPICS[topic] in {one.heading for one in SECTIONS}
