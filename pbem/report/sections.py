"""What the sections of a rulebook are called: who reads a number need not look it up to know what it is about."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec
import yaml

from pbem.engine.ruleset import Ruleset


class _Titled(msgspec.Struct, frozen=True):
    section: int | str
    title: str


def section_of(number: str, sections: Iterable[str]) -> str:
    """The narrowest of *sections* that *number* belongs to: 5.81 to 5.8 or to 5; empty if there is none."""
    fits = (one for one in sections if number == one or number.startswith(one if "." in one else f"{one}."))
    return max(fits, key=len, default="")


def section_title(ruleset: Ruleset, number: str) -> str:
    """What the section of the rulebook is called that *number* belongs to; empty if no one knows."""
    titles = _titles(ruleset.rulebook) if ruleset.rulebook else {}
    return titles.get(section_of(number, titles), "")


@cache
def _titles(rulebook: Path) -> Mapping[str, str]:
    listed = msgspec.convert(yaml.safe_load(rulebook.read_text(encoding="utf-8")), list[_Titled])
    return {str(one.section): one.title for one in listed}
