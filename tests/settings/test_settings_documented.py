"""Moderators find every key of a game.yaml in the documentation."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pbem.settings.game import GameSettings
from tests.pages import told

PAGE = told("moderators", "forum.md")


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
    code = "\n".join(code for code in re.findall(r"```.*?```|`[^`\n]+`", PAGE, re.DOTALL))
    assert re.search(rf"\b{key}\b", code)
