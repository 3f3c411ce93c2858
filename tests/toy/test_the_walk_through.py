"""The page on adding a game quotes Islands as it is, and names every step and record of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = Path(__file__).parent / "islands"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^```(python|yaml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILES = {path: path.read_text(encoding="utf-8") for path in GAME.rglob("*") if path.suffix in {".py", ".yaml"}}


@pytest.mark.parametrize("number", range(len(QUOTES)))
def test_what_the_page_quotes_stands_in_the_game(number: int) -> None:
    quoted = QUOTES[number][1]
    for piece in quoted.split("\n\n\n"):
        assert any(piece.rstrip("\n") in text for text in FILES.values()), piece


def test_every_step_and_record_of_the_game_is_named() -> None:
    for text in (FILES[GAME / "steps.py"], FILES[GAME / "ruleset.py"]):
        for name in re.findall(r"^(?:class|def) (\w+)", text, re.MULTILINE):
            assert re.search(rf"`[^`\n]*\b{name}\b|^ *\w+={name},", PAGE, re.MULTILINE), name


def test_the_game_is_small() -> None:
    assert sum(len(text.splitlines()) for path, text in FILES.items() if path.suffix == ".py") < 450
