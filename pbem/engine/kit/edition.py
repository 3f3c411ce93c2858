"""An edition: a game's board and pieces as files that a person can edit, and how they are checked."""

import unicodedata
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from typing import Any

import msgspec

from pbem.engine.drawing import Measure
from pbem.engine.problem import Problem

Check = Callable[[Any, Collection[str]], Iterable[Problem]]


class LabelsType(msgspec.Struct, frozen=True):
    """What is worked out once for all pictures of an edition, such as the places of names, and kept beside its files.

    *file* is the name of that file without `.yaml`; no rule depends on it. *make* gives its text from what the files of
    the edition say, with texts measured by the host. *check* is given the same and the file's bytes, None if there are
    none, and finds only what makes pictures worse: warnings.
    """

    file: str
    make: Callable[[Any, Measure], str]
    check: Callable[[Any, bytes | None], Iterable[Problem]]


class EditionType(msgspec.Struct, frozen=True):
    """What the files of an edition hold.

    *files* is a struct with a field for each file, of the type of what `FIELD.yaml` must hold. *check* is given all of
    it, and finds what types cannot say; the path of a problem begins with the name of its file. It is also given the
    ids of entries that could not be read and so are missing: whatever refers to them is not a problem.
    """

    files: type[msgspec.Struct]
    check: Check
    labels: LabelsType | None = None


def folded(name: str) -> str:
    """A name without case, accents, umlauts' spelling and signs: names equal in this cannot be told apart."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss").replace("ł", "l"))
    letters = "".join(c for c in plain if c.isalnum())
    for umlaut in ("ae", "oe", "ue"):
        letters = letters.replace(umlaut, umlaut[0])
    return letters


def nearest(name: object, known: Iterable[str]) -> tuple[str, ...]:
    """What *name* was probably meant to be."""
    return tuple(get_close_matches(str(name), list(known), 3, 0.7))
