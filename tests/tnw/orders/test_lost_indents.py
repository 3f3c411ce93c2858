"""Sheets whose lines lost the spaces before them, as forums show them: read where they have one structure only."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.order import Order
from pbem.sheet.writer import write_sheet
from pbem_tnw.orders.turn import EntryOrders, RoundOrders, TurnEndOrders
from tests import pages
from tests.tnw.orders.arbitrary import of_type
from tests.tnw.orders.spellings import LEXICON, ordered, read, told
from tests.tnw.orders.test_natural_sheets import WRITTEN

EXAMPLES = re.findall(r"```yaml\n(.*?)```", pages.told("napoleonic-wars"), re.DOTALL)
PLAIN = (*dict.fromkeys(plain for _, plain in WRITTEN), *EXAMPLES)
KINDS = (RoundOrders, TurnEndOrders, EntryOrders)


def flat(text: str) -> str:
    return "\n".join(line.lstrip(" ") for line in text.split("\n"))


WHOLE = """\
round: 1
impulses:
  France:
    play: Conscripts as cp
    do:
      - Masséna: Innsbruck
      - rest: [refit, regroup, unit]
  Spain: pass
standing:
  respond: [Dysentery]
  battle:
    - cards: [The Great Redoubt]
      where: Ulm
  evade: [if odds < 0.5]
"""


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        WHOLE.replace("impulses:\n", ""),
        WHOLE.replace("      - ", "      ").replace("battle:\n      c", "battle:\n    - c"),
        "impulses:\n  France:\n    if: turn > 3\n    play: Conscripts as cp\n    do: [Napoleon: Ulm]\n  Spain: pass\n",
    ],
)
def test_a_sheet_of_one_structure_is_read_without_its_indents(text: str) -> None:
    meant = WHOLE if "evade" in text else text
    assert ordered(flat(text), RoundOrders) == ordered(meant, RoundOrders)


def test_headings_may_lack_their_colons_too() -> None:
    text = "France\nplay: Conscripts as cp\ndo:\nNapoleon: Ulm\nrest: refit\n\nSpain\nplay: Europe Exhausted as event\n"
    meant = "impulses:\n  France:\n    play: Conscripts as cp\n    do: [Napoleon: Ulm, rest: refit]\n"
    assert ordered(text, RoundOrders) == ordered(f"{meant}  Spain: Europe Exhausted as event\n", RoundOrders)


@pytest.mark.parametrize(
    "text",
    [
        "impulses:\nFrance:\nplay: Conscripts as cp\ndo:\n- if enemy_units(Ulm) > 3:\n- Napoleon: Ulm\n",
        "impulses:\nFrance:\nplay: Conscripts as cp\ndo:\n- move: Ulm\nif: enemy_units(Ulm) > 3\n",
        "impulses:\nFrance:\ntry:\n- if: turn > 3\nplay: Conscripts as cp\n- play: Europe Exhausted as event\n",
        "impulses:\nFrance:\nplay: Conscripts as cp\nplay: Europe Exhausted as event\n",
        "France:\nplay: Conscripts as cp\ndo:\nNapoleon: Ulm\nplay: Europe Exhausted as event\n",
        "France:\nplay: Conscripts as cp\nSpain:\nplay: Europe Exhausted as event\nFrance:\ndo:\n- Napoleon: Ulm\n",
    ],
)
def test_a_sheet_that_may_have_two_structures_is_refused(text: str) -> None:
    assert read(text, RoundOrders).order is None


def test_a_list_below_a_nation_may_have_its_card_first() -> None:
    text = "impulses:\n  France:\n    - play: Conscripts as cp\n    - Napoleon: Ulm\n    - rest: refit\n"
    meant = "impulses:\n  France:\n    play: Conscripts as cp\n    do: [Napoleon: Ulm, rest: refit]\n"
    assert ordered(text, RoundOrders) == ordered(meant, RoundOrders)
    for other in ("- play: Europe Exhausted as event", "- {if: turn > 3, play: Europe Exhausted as event}"):
        ways = ordered(text.replace("- Napoleon: Ulm\n    - rest: refit", other), RoundOrders).impulses["france"]
        assert len(ways.alternatives) == 2
    assert read(text.replace("- rest: refit", "- play: Europe Exhausted as event"), RoundOrders).order is None


def test_a_key_that_may_be_of_an_item_or_of_what_is_above_the_list_is_refused() -> None:
    text = "standing:\nsea:\n- by: [France, Austria]\nintercept: cp_left < 0.1\nevade: cp_left < 1\n"
    found = read(text, TurnEndOrders)
    assert found.order is None
    assert ("wrong-indent", 4, 1) in told(found)


def test_that_indents_were_lost_is_said() -> None:
    assert ("indent-understood", 3, 1) in told(read(flat(WHOLE), RoundOrders))


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("kind", KINDS)
def test_no_sheet_orders_anything_else_without_its_indents(text: str, kind: type[Order]) -> None:
    found = read(flat(text), kind).order
    assert found is None or found == read(text, kind).order


@settings(max_examples=40)
@given(data=st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_no_order_becomes_another_without_its_indents(kind: type[Order], data: st.DataObject) -> None:
    order = data.draw(of_type(kind))
    found = read(flat(write_sheet(order, LEXICON)), kind).order
    assert found is None or found == order
