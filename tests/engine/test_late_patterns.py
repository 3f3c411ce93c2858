"""Patterns that are compiled when they are first used can all be compiled."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.engine import reading
from pbem.engine.reading import late_pattern
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW

ROOT = Path(__file__).parents[2]


def _all_in(value: object) -> Iterator[reading._LatePattern]:
    if isinstance(value, reading._LatePattern):
        yield value
    elif isinstance(value, Mapping):
        yield from (found for each in value.values() for found in _all_in(each))
    elif isinstance(value, tuple | list):
        yield from (found for each in value for found in _all_in(each))


def test_every_pattern_of_the_games_can_be_compiled() -> None:
    assert MARIA.orders
    assert TNW.orders
    ours = [module for name, module in [*sys.modules.items()] if name.startswith("pbem")]
    found = [one for module in ours for each in vars(module).values() for one in _all_in(each)]
    assert len(found) > 200
    assert all(one.pattern for one in found)


def test_no_match_is_asked_for_its_pattern_which_is_not_the_late_one() -> None:
    sources = [path for folder in ("pbem", "rules") for path in (ROOT / folder).rglob("*.py")]
    asks = re.compile(r"\w\.re\b")
    told = [path for path in sources if asks.search(path.read_text(encoding="utf-8"))]
    assert [path for path in told if "late_pattern" in path.read_text(encoding="utf-8")] == []


def test_a_late_pattern_is_compiled_once_and_does_what_a_pattern_does() -> None:
    late = late_pattern(r"(?P<word>[a-z]+)", re.IGNORECASE)
    assert late.sub("-", "one TWO 3") == "- - 3"
    assert late.match is late.match
    assert late.groupindex == {"word": 1}


def test_a_pattern_that_cannot_be_compiled_says_so_when_it_is_used() -> None:
    wrong = late_pattern("(")
    with pytest.raises(re.error):
        wrong.match("a")
