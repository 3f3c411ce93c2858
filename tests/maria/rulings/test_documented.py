"""The rulings that the documentation shows are ones that can be made."""

import re
from pathlib import Path

import pytest

from tests.maria.rulings.table import RuledGame
from tests.pages import told

ROOT = Path(__file__).parents[3]
PAGE = told("moderators/corrections.md").partition("\n## Rulings\n")[2].partition("\n## ")[0]
SHEETS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ASKED = (ROOT / "templates/maria/orders/decree-orders/asked.txt.j2").read_text(encoding="utf-8")


def test_a_ruling_is_shown() -> None:
    assert SHEETS


@pytest.mark.parametrize("number", range(len(SHEETS)))
def test_a_ruling_of_the_page_is_carried_out(tmp_path: Path, number: int) -> None:
    done = RuledGame(tmp_path / "vienna").rule(SHEETS[number])
    assert (done.sheet.faults, done.broken) == ((), ())
    assert done.entry is not None


@pytest.mark.parametrize("example", re.findall(r"`([a-z ]+: [^`]+)`", ASKED))
def test_each_example_of_the_list_of_keys_is_read(tmp_path: Path, example: str) -> None:
    """It may be refused where this position does not allow it, but it is understood."""
    done = RuledGame(tmp_path / "vienna", "advanced").rule(example)
    assert [fault.problem.code for fault in done.sheet.faults if fault.problem.weight.value == "unreadable"] == []
