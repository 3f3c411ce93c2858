"""The files of words and templates: which there are, when each changed, and what each order must have."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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


WordFiles = tuple[tuple[str, int], ...]
"""The files of folders, each with the time of its last change in nanoseconds."""


_looked: ContextVar[dict[tuple[Path, ...], WordFiles] | None] = ContextVar("looked", default=None)


@contextmanager
def files_looked_at_once() -> Iterator[None]:
    """While this lasts, for one page or one turn, files that have changed are not noticed after the first look."""
    if _looked.get() is not None:
        yield
        return
    before = _looked.set({})
    try:
        yield
    finally:
        _looked.reset(before)


def changes_in(folders: tuple[Path, ...]) -> WordFiles:
    """All files in *folders*, with the times at which they were changed."""
    looked = _looked.get()
    if looked is not None and folders in looked:
        return looked[folders]
    found = tuple(changed for folder in folders for changed in _files_of(folder))
    if looked is not None:
        looked[folders] = found
    return found


def _files_of(folder: Path) -> Iterator[tuple[str, int]]:
    for place, _, names in os.walk(folder):  # for each letter anew, so without making a `Path` of each file
        for name in names:
            file = f"{place}/{name}"
            yield file, os.stat(file).st_mtime_ns  # noqa: PTH116 see above
