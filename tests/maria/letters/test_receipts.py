"""Receipts repeat all that a sheet says: sheets that differ in one thing are not repeated in the same words."""

from functools import cache
from typing import get_args

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Table
from pbem.report.letter import SheetArrival, SheetFate, part, receipt
from pbem.report.words import Words
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.orders.plan import PlanBook
from pbem_maria.orders.stage import CombatOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.combat import CombatPhase
from pbem_maria.settings import MariaSettings, seats
from tests.altered import altered, never_said
from tests.maria.advanced import laid
from tests.maria.letters.test_words import occasion, words
from tests.maria.robustness.broken_sheets import LegalSheet, sheets

TITLES = seats(MariaSettings(scenario="advanced"))
IN_ADVANCE = """
hussars: [Linz or stay, Enns]
subsidy: bavaria
standing:
  attack: {play: [highest, lowest that turns], at most: [3 cards, 12 points], losses: Karl first,
    stop: [losing 2 or less, losing 6 or more]}
  defence:
    Karl > Belle-Isle: {play: [♥7, Reserve as 5, lowest], reserves: as 4, at zero: tie,
      drive: to Linz or Enns else toward Wels}
    Neipperg: {play: ask, reserves: keep, at zero: highest, losses: Neipperg first, last troop: Karl}
    Austria: {play: [lowest that leads, lowest of hearts], reserves: free, drive: toward Linz}
    France: {play: lowest, drive: to Linz else away from Wels}
  saxony: 2
  peace: refuse
  withdraw: Linz or Enns
  expedition: [Karl, Neipperg]
  gives way: {Karl: Linz or Enns, Austrian train 1: Melk}
  vote: {Trier: Charles Albert, Prussia: Francis Stephen}
  trump: hearts
propose:
  - {with: [Frederick, Louis XV], kind: no combat, who: [Austria], area: [Linz, Silesia],
      except: [Prussia], until: turn 6}
  - {with: Louis XV, kind: vote, to: Francis Stephen, for: 2 turns, text: as was said}
  - {with: Frederick, kind: leave, area: [Breslau], by: turn 5}
accept: [1, 2]
decline: [3]
end: [4, 5]
contracts: [Austria to Pragmatic Army: 2 turns, France to Bavaria: until turn 7,
  France to Prussia: end, France to Saxony: withdraw]
"""
SHEETS = {
    "set-up-orders": "troops: {Karl: 3, Neipperg: 4}",
    "stage-orders": """
supply: {pay: {Austria: [♥7, ♣2]}, cover: [Karl, Neipperg], path: {Karl: Linz > Enns}, last troop: Karl}
moves:
  - Karl: Linz > Enns
  - Neipperg: from Linz to Enns
  - Khevenhüller + Neipperg: Melk
  - Arenberg: force march to Linz
  - Traun: Linz > Enns (takes Linz, attacks Belle-Isle)
  - Pragmatic train 1: from Linz via Enns to Melk
  - Khevenhüller: join Karl, Karl commands
  - Austrian train 1: re-enter Wien with ♥4 + ♣2
  - Austrian train 2: stay in Linz
  - Austrian train 3: stay
stacks: [Karl + Stair, Neipperg + Arenberg under Neipperg]
flanders: Austria first
troops: {Karl: 3, Neipperg: 4}
attacks: [Karl > Belle-Isle, Neipperg > Broglie]
combat: {Karl > Belle-Isle: {play: [♠10, lowest], at most: 2 cards, stop: losing 1 or less, at zero: ♥7}, all: none}
peace: offer, train to Breslau or Glogau
reduce: yes
""",
    "combat-orders": "combat: {Karl > Belle-Isle: {play: [♠10, lowest], stop: losing 1 or less}, all: none}",
    "winter-orders": """
recruits: {Austria: [♥7, ♣2]}
returns: {Karl: Wien, Neipperg: Prag}
commands: [Karl]
new troops: {Karl: 2, Neipperg: 1}
troops: {Karl: 3, Neipperg: 4}
""",
    "politics-orders": """
trump: hearts
place: {Austria: ♥7 or ♣2, Pragmatic Army: none}
take:
  Austria: [Turin: play, "Orbetello: Italy left 2, troops", save]
  Pragmatic Army: [Turin: drop]
new troops: {Karl: 2}
returns: {Karl: Wien}
commands: [Karl]
give up: {Austria: [♥7, ♣2]}
""",
    "hussar-orders": "hussars: [Linz or stay, Enns]",
}
OTHERWISE = {
    "saxony: 2": "saxony: past neutral",
    "vote: {Trier: Charles Albert, Prussia: Francis Stephen}": "vote: Charles Albert",
}
"""What a sheet cannot say beside what it says otherwise: said in another one."""
NEVER_SAID = {"PoliticsOrders.passes", "StageOrders.passes", "WinterOrders.passes"}
"""What only a sheet that says nothing else says."""
BESIDES = {"set-up-orders", "stage-orders", "combat-orders", "winter-orders", "politics-orders"}


def _whole(kind: str) -> str:
    beside = IN_ADVANCE if kind in BESIDES else ""
    for one, other in OTHERWISE.items() if kind == "winter-orders" else ():
        beside = beside.replace(one, other)
    return SHEETS[kind].strip() + beside


@cache
def occasions() -> dict[str, LegalSheet]:
    """A question of each kind to Maria Theresa's player, out of random games."""
    found: dict[str, LegalSheet] = {}
    for sheet in (each for each in sheets("advanced", "3", "receipts", 3) if each.decision.seat == "maria-theresa"):
        found.setdefault(sheet.decision.takes.__struct_config__.tag or "", sheet)
    return found


def said_back(order: Order, at: LegalSheet) -> str:
    """What the receipt says of *order*."""
    seat = at.decision.seat
    arrival = SheetArrival(
        game="g",
        seat=seat,
        titles=TITLES,
        fate=SheetFate.accepted,
        view=at.view,
        decision=at.decision,
        order=order,
    )
    return receipt(Words(MARIA.words, MARIA.lexicon(at.view, seat), tools=MARIA.tools), arrival)


def text_of(order: Order, at: LegalSheet) -> str:
    """The sheet of *order*; none if no order can be so, as a move without an end."""
    try:
        return write_sheet(order, at.lexicon)
    except (IndexError, TypeError):
        return ""


def can_be_sent(text: str, order: Order, at: LegalSheet) -> bool:
    """Whether a player may order *order* by *text*, and it is not the default that is written out."""
    read = read_sheet(text, at.decision.takes, at.lexicon).order
    return read == order and "at zero: as play" not in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHEETS)
def test_sheets_that_say_different_things_are_said_back_differently(kind: str) -> None:
    at = occasions()[kind]
    read = read_sheet(_whole(kind), at.decision.takes, at.lexicon)
    assert read.order is not None, read.faults
    said = said_back(read.order, at)
    written = write_sheet(read.order, at.lexicon)
    others = [(where, other, text_of(other, at)) for where, other in altered(read.order, at.lexicon)]
    same = [
        (where, text)
        for where, other, text in others
        if text not in ("", written) and said_back(other, at) == said and can_be_sent(text, other, at)
    ]
    assert same == [], said


def test_the_sheets_that_are_said_back_say_something_of_every_field() -> None:
    """What a new field orders is then told apart, or the test above fails."""
    table = laid(turn=4)
    lexicon = MARIA.lexicon(table.views["maria-theresa"], "maria-theresa")
    of_type = {order.__struct_config__.tag: order for order in get_args(MARIA.orders)}
    read = {kind: read_sheet(_whole(kind), of_type[kind], lexicon) for kind in SHEETS}
    assert {kind: each.faults for kind, each in read.items() if each.order is None} == {}
    assert never_said(each.order for each in read.values()) == NEVER_SAID


@pytest.mark.slow
def test_what_a_sheet_replaces_is_said() -> None:
    at = occasions()["combat-orders"]
    read = read_sheet(
        "combat: none\nstanding: {attack: lowest, gives way: {Karl: Linz}}", at.decision.takes, at.lexicon
    )
    assert read.order is not None
    kept = KeptAnswers(attack=PlanBook(), gives_way={}, hussars=())
    before = msgspec.structs.replace(at, view=msgspec.structs.replace(at.view, standing={at.decision.seat: kept}))

    assert "is replaced" not in said_back(read.order, at)
    assert "All that you had said before under `attack`, `gives way` is replaced." in said_back(read.order, before)


def combat_orders(text: str) -> tuple[CombatOrders, str, Table]:
    """What the sheet *text* of Louis orders in a combat phase, and what its receipt says, unwrapped."""
    table = laid(turn=4)
    view = table.views["louis"]
    decision = Decision(key="4.combat", seat="louis", takes=CombatOrders, about={"powers": ("france",)})
    at = LegalSheet(CombatPhase(stage="france"), decision, view, MARIA.lexicon(view, "louis"), ())
    read = read_sheet(text, CombatOrders, at.lexicon)
    assert read.order is not None, read.faults
    return read.order, " ".join(said_back(read.order, at).split()), table


@pytest.mark.parametrize(
    ("drive", "said"),
    [
        ("away from its train", "drive a beaten enemy away from its train"),
        ("to Linz else away from its train", "drive a beaten enemy to Linz, otherwise away from its train"),
        ("away from Wels", "drive a beaten enemy away from Wels"),
        ("to Linz or Wels else away from Enns", "to Linz, otherwise to Wels, otherwise away from Enns"),
        ("to Linz or Wels else toward Enns", "to Linz, otherwise to Wels, otherwise toward Enns"),
    ],
)
def test_11_1_where_a_beaten_enemy_is_driven_is_in_the_receipt_and_in_hand(drive: str, said: str) -> None:
    order, said_then, table = combat_orders(f"combat: none\nstanding: {{attack: {{play: lowest, drive: {drive}}}}}")
    view, seat = table.views["louis"], "louis"
    assert order.standing is not None
    assert said in said_then
    kept = msgspec.structs.replace(view, standing={seat: KeptAnswers(attack=order.standing.attack)})
    told = msgspec.structs.replace(occasion(table, seat, None, 0), view=kept, changes=None)
    assert said in " ".join(part(words(kept, seat), told, "hand").split())


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (
            "[highest, lowest that turns]",
            "the highest card of the suit each time and, only when that gives no card, the lowest card that brings",
        ),
        (
            "[lowest that turns, highest]",
            "brings the score to zero or above or, where no card does, the highest card of the suit;",
        ),
        (
            "lowest that leads",
            "play the lowest card that brings the score above zero, and no card where none does;",
        ),
        ("[♥7, ♥3, lowest]", "play ♥7, ♥3, then the lowest card of the suit;"),
        ("[none, lowest]", "play no card and, never reached, the lowest card of the suit;"),
    ],
)
def test_11_1_the_receipt_says_when_what_comes_behind_a_rule_is_played(play: str, said: str) -> None:
    _, told, _ = combat_orders(f"combat: {{play: {play}}}")
    assert said in told
