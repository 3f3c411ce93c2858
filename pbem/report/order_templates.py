"""The templates of a game's orders, looked for when its rules are loaded, before a letter needs them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from pbem.engine.ruleset import Ruleset

REQUIRED = ("asked", "said-back")
"""What each type of order must have: `orders/TAG/asked.txt.j2`."""


class MissingTemplate(LookupError):
    """A game has no template for one of its orders, or for the answer to an enquiry."""


def check(ruleset: Ruleset) -> None:
    """Raise `MissingTemplate` if an order or enquiry lacks a template, in all languages; the message names each."""
    check_folders(ruleset.name, ruleset.words, ruleset.orders, ruleset.enquiries)


def check_folders(name: str, folders: tuple[Path, ...], orders: Any, enquiries: Iterable[str] = ()) -> None:
    """The same for the rules called *name*, with their *folders* of templates and the union of their *orders*."""
    answers = (f"enquiries/{word}.txt.j2" for word in enquiries)
    lacking = [*_lacking(folders, orders), *(each for each in answers if not any(_has(one, each) for one in folders))]
    if lacking:
        searched = ", ".join(map(str, folders))
        raise MissingTemplate(f"the rules {name} are incomplete: {searched} lacks {', '.join(lacking)}")


def _lacking(folders: tuple[Path, ...], orders: Any) -> Iterator[str]:
    for order in get_args(orders) or (orders,):
        for part in REQUIRED:
            name = f"orders/{order.__struct_config__.tag}/{part}.txt.j2"
            if not any(_has(folder, name) for folder in folders):
                yield name


def _has(folder: Path, name: str) -> bool:
    """Whether *folder* has the template, for all languages or for one."""
    return (folder / name).is_file() or any(folder.glob(f"*/{name}"))
