"""A sheet that leaves things out, with one character damaged: the same order, none, or another that is told."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.stage import CombatOrders, PlayOrders, SetUpOrders, StageOrders, WinterOrders
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings
from tests.long import tries

NAMES = lexicon(start(MariaSettings(scenario="advanced")), "louis")
SHEETS: list[tuple[str, type[Any]]] = [
    ("troops: Broglie 8, Maillebois 4\n", SetUpOrders),
    ("troops: Broglie: 8 / Maillebois: 4\n", SetUpOrders),
    ("troops:\nBroglie: 8\nMaillebois: 4\n", SetUpOrders),
    ("Broglie 8\nMaillebois 4\n", SetUpOrders),
    ("moves:\n  - Broglie: goes to Linz via Enns\n  - Maillebois stays\n", StageOrders),
    ("moves:\nBroglie to Linz\nMaillebois: Enns > Steyr\nattacks: [Broglie > Traun]\n", StageOrders),
    ("Broglie: nach Linz\nMaillebois -> Enns -> Steyr\n", StageOrders),
    ("1. Broglie Linz\n2. French train 1 to Enns\n", StageOrders),
    ("moves: Broglie to Linz, Maillebois to Enns\n", StageOrders),
    ("combat: lowest, max 3 cards\n", CombatOrders),
    ("combat: {play: lowest, at most: 3}\n", CombatOrders),
    ("recruits: S3 H7 D4\n", WinterOrders),
    ("take: Orbetello Italy left\n", PoliticsOrders),
    ("save\n", PoliticsOrders),
    ("Karo 8\n", PlayOrders),
    ("play Herz 7, please\n", PlayOrders),
]


def read(text: str, wanted: type[Any]) -> ReadSheet[Any]:
    return read_sheet(text, wanted, NAMES, meant={"recruits": ("france",)})


def damaged(text: str) -> Iterator[tuple[str, str]]:
    """*text* with one character dropped, doubled or changed, and the character."""
    for at, character in enumerate(text):
        for new in ("", character * 2, "?", "\0", "\ufffd", "=", " "):
            if new != character:
                yield text[:at] + new + text[at + 1 :], character


def told(sheet: ReadSheet[Any]) -> set[tuple[str, str]]:
    return {(fault.problem.code, str(sorted(fault.problem.args.items()))) for fault in sheet.faults}


@pytest.mark.parametrize(("text", "wanted"), SHEETS)
def test_one_damaged_character_gives_the_same_order_none_or_one_that_is_told(text: str, wanted: type[Any]) -> None:
    good = read(text, wanted)
    assert good.order is not None, good.faults
    others = []
    for bad, character in islice(damaged(text), 0, None, tries(3, 1)):
        sheet = read(bad, wanted)
        silent = sheet.order not in (None, good.order) and told(sheet) <= told(good)
        if silent and not character.isdigit():
            others.append((bad, sheet.order))
    assert others == []
