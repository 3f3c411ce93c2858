"""The templates of a game's orders, looked for when its rules are loaded, before a letter needs them."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from pbem.engine.ruleset import Ruleset

REQUIRED = ("asked", "said-back")
"""What each type of order must have: `orders/TAG/asked.txt.j2`."""


class MissingTemplate(LookupError):
    """A game has no template for one of its orders."""


def check(ruleset: Ruleset) -> None:
    """Raise `MissingTemplate` if an order lacks a template, in all languages; the message names each."""
    if lacking := list(_lacking(ruleset)):
        folders = ", ".join(map(str, ruleset.words))
        raise MissingTemplate(f"the rules {ruleset.name} are incomplete: {folders} lacks {', '.join(lacking)}")


def _lacking(ruleset: Ruleset) -> Iterator[str]:
    for order in get_args(ruleset.orders) or (ruleset.orders,):
        for part in REQUIRED:
            name = f"orders/{order.__struct_config__.tag}/{part}.txt.j2"
            if not any(_has(folder, name) for folder in ruleset.words):
                yield name


def _has(folder: Path, name: str) -> bool:
    """Whether *folder* has the template, for all languages or for one."""
    return (folder / name).is_file() or any(folder.glob(f"*/{name}"))
