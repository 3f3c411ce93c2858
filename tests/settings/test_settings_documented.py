"""Moderators find every key of a game.yaml in the documentation."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.settings.game import GameSettings

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [(DOCS / name).read_text(encoding="utf-8") for name in ("moderators.md", "campaign.md")]


def keys(wanted: Any) -> Iterator[str]:
    """The keys of a type and of all types in it, as they are written."""
    if isinstance(wanted, msgspec.inspect.StructType) and not hasattr(wanted.cls, "read"):
        for field in wanted.fields:
            yield field.encode_name.replace("_", " ")
            yield from keys(field.type)
    elif isinstance(wanted, msgspec.inspect.UnionType):
        for one in wanted.types:
            yield from keys(one)
    elif isinstance(wanted, msgspec.inspect.DictType):
        yield from keys(wanted.value_type)


@pytest.mark.parametrize("key", sorted({*keys(msgspec.inspect.type_info(GameSettings))}))
def test_every_key_is_documented(key: str) -> None:
    code = "\n".join(code for page in PAGES for code in re.findall(r"```.*?```|`[^`\n]+`", page, re.DOTALL))
    assert re.search(rf"\b{key}\b", code)
