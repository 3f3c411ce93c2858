"""Addresses that people typed into what an archive keeps, such as the reason of a ruling."""

import re
from typing import Any

INSTEAD = "[address]"
_ADDRESS = re.compile(r"(?<![^\s@<>\"'()\[\]{},;:&\\/])[^\s@<>\"'()\[\]{},;:&\\/]+@[^\s@<>\"'()\[\]{},;:&\\/]+")


def without_addresses(text: str) -> str:
    """*text* with a note in place of each email address."""
    return _ADDRESS.sub(INSTEAD, text)


def plain_without(data: Any) -> Any:
    """Plain dicts, lists and texts, keys too, with a note in place of each email address."""
    if isinstance(data, str):
        return without_addresses(data)
    if isinstance(data, dict):
        return {plain_without(key): plain_without(value) for key, value in data.items()}
    return [plain_without(one) for one in data] if isinstance(data, list) else data
