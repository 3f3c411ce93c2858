"""Compare what a case expects with what there is."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.kit.lexicon import Lexicon
from pbem.sheet.names import names_of

UNKNOWN = "unknown"


class Matcher:
    """Compares expected texts with ids, numbers and structures; only what is named counts."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._names = names_of(lexicon)
        self._kinds = tuple(lexicon.kinds)
        self._ids: dict[str, tuple[str, ...]] = {}

    def same(self, expected: Any, actual: Any) -> bool:
        """Whether *actual* is what the case means by *expected*.

        A mapping must hold what is named, a list must have the same things in the same order. An id may be
        followed by a dot and a detail that cases do not care about. A number stands for so many things of a list, and
        `unknown` for a thing, or for things, of which a view tells nothing.
        """
        if isinstance(actual, (list, tuple)) and isinstance(expected, str):
            if expected == UNKNOWN:
                return bool(actual) and all(item == UNKNOWN for item in actual)
            if expected.isdecimal():
                return len(actual) == int(expected)
        if isinstance(expected, Mapping):
            return isinstance(actual, Mapping) and all(self._holds(actual, k, v) for k, v in expected.items())
        if isinstance(expected, list):
            many = isinstance(actual, Sequence) and not isinstance(actual, str)
            return many and len(actual) == len(expected) and all(map(self.same, expected, actual))
        return self._same_word(str(expected), actual)

    def _holds(self, actual: Mapping[Any, Any], key: str, value: Any) -> bool:
        found = [
            v for k, v in actual.items() if self._same_word(str(key).replace(" ", "_"), k) or self._same_word(key, k)
        ]
        if not found:
            return self._means_nothing(value) and (key.isdigit() or self.knows(key))
        return self.same(value, found[0])

    def knows(self, name: str) -> bool:
        """Whether *name* is a name of the game; a misspelt one must not pass as absent."""
        return bool(self._meant(name))

    def _meant(self, name: str) -> tuple[str, ...]:
        """The ids that *name* may mean; it is compared with many, and looked up once."""
        if name not in self._ids:
            self._ids[name] = self._names.find(name, *self._kinds)
        return self._ids[name]

    @staticmethod
    def _means_nothing(value: Any) -> bool:
        return value in ("none", "off", "nobody", "0", "[]", [], {})

    def _same_word(self, expected: str, actual: Any) -> bool:
        if isinstance(actual, bool):
            return expected.casefold() == ("yes" if actual else "no")
        if actual is None or actual == 0:
            return expected in ("none", "off", "nobody", "", "0")
        if isinstance(actual, (Mapping, list, tuple)):
            return not actual and expected in ("none", "[]", "{}", "")
        word = str(actual)
        if expected.casefold().replace(" ", "-") == word.casefold().replace(" ", "-"):
            return True
        return word.partition(".")[0] in self._meant(expected)


def as_data(event: Any) -> tuple[str, dict[str, Any]]:
    """An event's word and its fields, defaults included."""
    fields = {name: msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__}
    return str(event.__struct_config__.tag), fields


def split_expected(expected: Any) -> tuple[str, Any]:
    """An expected event: its word alone, or a mapping of the word to fields."""
    if isinstance(expected, Mapping):
        [(word, fields)] = expected.items()
        return str(word).replace(" ", "-"), fields if isinstance(fields, Mapping) else {}
    return str(expected).replace(" ", "-"), {}
