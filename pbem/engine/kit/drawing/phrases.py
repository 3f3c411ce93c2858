"""The words on pictures, from a file of phrases."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.engine.kit import cache as kept


class PicturePhrases:
    """The texts of a YAML file: those in a group have its name and a dot before their own, such as `legend.town`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, key: str, **args: object) -> str:
        """The text under *key* with its gaps filled."""
        return _texts(self._file)[key].format(**args)


@cache
def _texts(file: Path) -> Mapping[str, str]:
    return dict(_flat(kept.plain(file.read_bytes()), ""))


def _flat(texts: Mapping[str, Any], before: str) -> list[tuple[str, str]]:
    found = []
    for key, text in texts.items():
        found += [(f"{before}{key}", text)] if isinstance(text, str) else _flat(text, f"{before}{key}.")
    return found
