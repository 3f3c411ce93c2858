"""Comparing names that people type."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


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
