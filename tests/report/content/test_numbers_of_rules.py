"""A number of the rules stands once, in the rules: no template or phrase of a game has it as well."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[3] / "templates"
FILES = [
    path for game in ("maria", "tnw") for path in sorted((TEMPLATES / game).rglob("*.*")) if "worked" not in path.name
]
"""All but worked examples."""
SAMPLES = re.compile(
    r"`[^`]*`|“[^”]*”|\{#.*?#\}|^ *# [^\n]*|^readings:\n(?:(?: [^\n]*)?\n)*|build: \d", re.MULTILINE | re.DOTALL
)
"""What a player may type, comments, and what the values of options say, which are numbers themselves."""
COUNTED = "cit(?:y|ies)|steps?|cards?|points?|troops?|units?|Squadrons?|generals?|CPs?|box(?:es)?|dice|strengths?"
NUMBER = re.compile(rf"(?<![\w♠.])(?:\d+ (?:more |new |fewer |main )?(?:{COUNTED})|(?:at most|more than|counts) \d+)\b")


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_number_of_the_rules_comes_from_the_rules(file: Path) -> None:
    text = SAMPLES.sub("", file.read_text(encoding="utf-8"))
    assert NUMBER.findall(text) == [], "let the rules give it: figure('supply') | counted('city', 'cities')"


@pytest.mark.parametrize("said", ["at most 6 cities to a train", "for 4 points", "a Reserve counts 8", "2 CPs a step"])
def test_such_a_number_is_found(said: str) -> None:
    assert NUMBER.search(SAMPLES.sub("", said))
