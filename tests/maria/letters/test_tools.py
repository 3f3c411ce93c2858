import re
from pathlib import Path

import pytest

from pbem_maria.letter_tools import TOOLS

TEMPLATES = Path(__file__).parents[3] / "templates" / "maria"


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_used_by_a_template(name: str) -> None:
    assert any(re.search(rf"\b{name}\b", page.read_text(encoding="utf-8")) for page in TEMPLATES.rglob("*.*"))
