"""The words on pictures, from words.en.yaml."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.engine.kit import cache as kept

_FILE = Path(__file__).parent / "words.en.yaml"


def said(key: str, **args: object) -> str:
    """The text under *key*, such as `legend.town`, with its gaps filled."""
    return _texts()[key].format(**args)


@cache
def _texts() -> Mapping[str, str]:
    return dict(_flat(kept.plain(_FILE.read_bytes()), ""))


def _flat(texts: Mapping[str, Any], before: str) -> list[tuple[str, str]]:
    found = []
    for key, text in texts.items():
        found += [(f"{before}{key}", text)] if isinstance(text, str) else _flat(text, f"{before}{key}.")
    return found
