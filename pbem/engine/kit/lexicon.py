"""The names of things in a game."""

from collections.abc import Mapping

import msgspec


class Lexicon(msgspec.Struct, frozen=True, eq=False):
    """Spellings by kind of thing and id; the first spelling is the one that letters use.

    Each lexicon is distinct, whatever it contains: what is derived from it may be cached under it.
    """

    kinds: Mapping[str, Mapping[str, tuple[str, ...]]]
    absent: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """Spellings of things that the game knows but that take no part in this one."""
    absent_rule: str = ""
    """The section of the rulebook that excludes them."""

    words: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """By key of a sheet, what else means the same as a word that may be there; what means several is unclear."""
    numbers: Mapping[str, int] = {}
    """Numbers in words."""
    groups: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """By key of a sheet, the words that stand for several ids where a list of them is wanted."""
    ambiguous: frozenset[str] = frozenset()
    """Kinds of which a word in a sentence may be meant otherwise: a player, a letter."""

    def name(self, kind: str, identifier: str) -> str:
        """The name that letters use; an unknown id stands for itself."""
        spellings = self.kinds.get(kind, {}).get(identifier)
        return spellings[0] if spellings else identifier


NO_NAMES = Lexicon({})
"""For what names nothing of a game."""
