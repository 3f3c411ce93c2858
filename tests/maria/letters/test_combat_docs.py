"""The worked duels of docs/maria/combat-plans.md are played as they are written."""

import re
from typing import Any

import pytest
import yaml

from pbem.sheet.reader import read_sheet
from pbem_maria.chapters.combat import CardPlayed, FightEnded
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.stage import CombatOrders, PlayOrders, StageOrders
from pbem_maria.position.cards import SUITS, face
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings
from tests.maria.arena import events, facing, fought, with_plans
from tests.pages import told

DOC = told("maria/combat-plans.md")
BLOCKS = [yaml.load(block, yaml.BaseLoader) for block in re.findall(r"```yaml\n(.*?)```", DOC, re.DOTALL)]
DUELS = [block for block in BLOCKS if "attacker" in block]
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def said(play: CardPlayed) -> str:
    shown = face(play.card)
    card = f"Reserve as {play.value}" if shown == RESERVE else SIGNS[shown[0]] + shown[1:]
    return f"{play.side} {card}: {play.score}"


@pytest.mark.parametrize("duel", DUELS, ids=[str(duel["attacker"]["plan"]) for duel in DUELS])
def test_11_1_the_duels_of_the_manual_go_as_it_says(duel: dict[str, Any]) -> None:
    sides = {side: duel[side] for side in ("attacker", "defender")}
    troops = {side: (int(one["troops"]), one["hand"]) for side, one in sides.items()}
    suits = {"a": sides["attacker"]["suit"], "b": sides["defender"]["suit"]}
    state = facing(troops["attacker"], troops["defender"], suits=suits)
    table = fought(with_plans(state, sides["attacker"]["plan"], sides["defender"]["plan"]))
    (ended,) = events(table, FightEnded)
    assert [said(play) for play in events(table, CardPlayed)] == duel["plays"]
    assert (f"{ended.loser} loses {ended.loss}" if ended.loser else "tie") == duel["end"]


def test_11_1_the_manual_has_duels() -> None:
    assert len(DUELS) >= 8


EXAMPLES = [text for text in re.findall(r"```yaml\n(.*?)```", DOC, re.DOTALL) if "attacker:" not in text]


@pytest.mark.parametrize("text", EXAMPLES)
def test_11_1_the_examples_of_the_manual_can_be_read(text: str) -> None:
    names = lexicon(start(MariaSettings()), "louis")
    if text.startswith("all:"):
        text = "combat:\n" + "".join(f"  {line}\n" for line in text.splitlines())
    wanted: Any = StageOrders if text.startswith("combat") else PlayOrders
    assert read_sheet(text, wanted, names).order is not None, read_sheet(text, wanted, names).faults


def test_11_1_one_line_says_what_a_mapping_says() -> None:
    names = lexicon(start(MariaSettings()), "louis")
    one, other = (
        read_sheet("combat:\n  " + text, CombatOrders, names).order for text in EXAMPLES if text.startswith("all:")
    )
    assert one == other is not None
