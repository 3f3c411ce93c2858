"""The glossary is in order, complete in itself, and up to date with what the code calls by name."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pbem.store.inbox import VerdictState

GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
SECTIONS = [re.findall(r"^\| ([^|]+) \| (.*) \|$", part, re.MULTILINE)[1:] for part in GLOSSARY.split("\n## ")[1:]]
MEANING = {word: meaning for section in SECTIONS for word, meaning in section}


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: str(section[0][0]))
def test_words_are_in_order(section: list[tuple[str, str]]) -> None:
    words = [word.casefold() for word, _ in section]
    assert words == sorted(words)


def test_words_that_are_said_to_have_an_entry_have_one() -> None:
    entries = {part.strip().casefold() for entry in MEANING for part in entry.split(",")}
    without = set()
    for word, meaning in MEANING.items():
        for named in re.findall(r"\*([^*]+)\*", meaning):
            one = re.sub(r"'s$|s'$", "", named.casefold())
            forms = {one, one.removesuffix("s"), one.removesuffix("es"), re.sub("ies$", "y", one)}
            if entries.isdisjoint(forms):
                without.add((word, named))

    assert without == set()


def test_all_results_are_named() -> None:
    assert set(re.findall(r"[a-z]+", MEANING["result"].partition(":")[2])) == set(get_args(VerdictState))
