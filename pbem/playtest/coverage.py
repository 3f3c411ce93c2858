"""What random games have shown: each kind of event, and whatever else the game wants to see at least once."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

import msgspec

from pbem.engine.event import Event
from pbem.engine.playtest import Coverage
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Entry

EVENTS = "kinds of event"


class Shown(msgspec.Struct):
    """What games showed, and how often, by the words for what it is and its id; *wanted* is all that there is."""

    times: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    wanted: dict[str, set[str]] = msgspec.field(default_factory=dict)

    def happened(self, entry: Entry, state: Position, coverage: Coverage | None) -> None:
        """Take note of what *entry* showed; *state* is the one after it."""
        self.times.update((EVENTS, _tag(type(event))) for event in entry.events)
        if coverage is not None:
            self.times.update(coverage.shown(state, entry.events))

    def ended(self, ruleset: Ruleset, state: Position, coverage: Coverage | None) -> None:
        """Take note of what a game that has come to *state* could have shown."""
        apart = coverage.apart if coverage is not None else frozenset()
        self._want(EVENTS, {_tag(event) for event in _own_events(ruleset)} - apart)
        for words, ids in coverage.wanted(state).items() if coverage is not None else ():
            self._want(words, ids)

    def add(self, other: "Shown") -> None:
        """Count what another game showed, too."""
        self.times += other.times
        for words, ids in other.wanted.items():
            self._want(words, ids)

    def never(self) -> Mapping[str, tuple[str, ...]]:
        """What was not shown, of everything that there is, by the words for it."""
        return {
            words: tuple(sorted(one for one in ids if not self.times[words, one])) for words, ids in self.wanted.items()
        }

    def _want(self, words: str, ids: Iterable[str]) -> None:
        self.wanted.setdefault(words, set()).update(ids)


def _own_events(ruleset: Ruleset) -> list[type[Event]]:
    """The types of event of a game that are not the engine's."""
    found: list[type[Event]] = [get_origin(event) or event for event in get_args(ruleset.events)]
    return [event for event in found if event.__module__ != Event.__module__]


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
