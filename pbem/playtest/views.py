"""What is done for players before they order, tried on what their seats see: a hang or a crash there stops a game.

Of the sheets of random games some are checked, tried, repeated in words and corrected as they are and mutated, and each
of the game's enquiries is asked about any names: all from the view of a seat and nothing else.
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance, Entry
from pbem.report.context import LetterContext
from pbem.report.returned_sheet import corrected, explained
from pbem.report.story import Past, story
from pbem.report.words import Words, words_of
from pbem.sheet.parts import Part, Parts, check_parts

MOST_SECONDS = 30.0
"""The processor time that one text may take, with all that is said of it."""
_KEPT = 20
"""Sheets of a game of which lines may come into another."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz>:-,[]{} 0123456789"


class TooSlow(AssertionError):
    """Something took more than `MOST_SECONDS`."""


class BrokenText(AssertionError):
    """What was done for a text of a seat failed; it quotes the text."""


class Looks:
    """Looks at one of *every* so many sheets of a game, and at what becomes of it mutated."""

    def __init__(self, ruleset: Ruleset, titles: Mapping[str, str], chance: Chance, every: int = 8) -> None:
        self._ruleset, self._titles, self._chance, self._every = ruleset, titles, chance, every
        self._sheets: list[str] = []

    def look(self, view: Position, seat: str, text: str, parts: Sequence[Part]) -> None:
        """Try *text* and a mutation of it, and ask something, if it is this sheet's turn; raises `BrokenText`."""
        self._sheets = [*self._sheets, text][-_KEPT:]
        if self._chance.below(self._every):
            return
        lexicon = self._ruleset.lexicon(view, seat)
        for each in (text, self._mutated(text)):
            with _bounded(f"{seat} sent\n{each}"):
                self._try(view, seat, each, parts, lexicon)
        for word in self._ruleset.enquiries:
            names = self._names(word, lexicon)
            with _bounded(f"{seat} asked {word} {' '.join(names)}"):
                self._ruleset.enquiries[word].answer(view, seat, names)

    def _try(self, view: Position, seat: str, text: str, parts: Sequence[Part], lexicon: Lexicon) -> None:
        words = words_of(self._ruleset, lexicon)
        context = LetterContext(me=seat, view=view, titles=self._titles, title=self._ruleset.title)

        def check(changed: str) -> Parts:
            return check_parts(changed, parts, view, lexicon)

        found = check(text)
        explained(words, text, found.every_fault)
        for part, each in found.good:
            about = msgspec.structs.replace(context, decision=part.decision, order=each.order, text=text)
            words.render("said-back.txt.j2", about)
            if each.order is not None:
                self._foresee(words, about, part.decision, each.order)
        if not found.faultless:
            corrected(found, check)

    def _foresee(self, words: Words, about: LetterContext, decision: Decision, order: Order) -> None:
        foreseen = self._ruleset.foresee(about.view, decision, order)
        if foreseen is not None:
            told = story(words, [Entry(1, foreseen.events)], about.me, Past(lambda _: None, lambda _: about.view))
            words.render(
                "enquiries/foreseen.txt.j2", msgspec.structs.replace(about, view=foreseen.view, text="", found=told)
            )

    def _names(self, word: str, lexicon: Lexicon) -> tuple[str, ...]:
        """Ids of any names that may come after *word*."""
        kinds = self._ruleset.enquiries[word].names
        known = [sorted({one for kind in each for one in lexicon.kinds.get(kind, ())}) for each in kinds]
        return tuple(self._chance.choice(ids) for ids in known if ids)

    def _mutated(self, text: str) -> str:
        """*text* misspelt, cut, with a line doubled or left out, or with a line of another sheet."""
        lines = text.split("\n")
        for _ in range(1 + self._chance.below(3)):
            lines = self._chance.choice(_MUTATIONS)(lines, self._chance, self._sheets)
        return "\n".join(lines)


def _at(lines: Sequence[str], chance: Chance) -> int:
    return chance.below(max(1, len(lines)))


def _misspelt(lines: list[str], chance: Chance, _sheets: Sequence[str]) -> list[str]:
    at = _at(lines, chance)
    line = lines[at]
    where, sign = chance.below(len(line) + 1), chance.choice(_LETTERS)
    return [*lines[:at], line[:where] + sign + line[where + chance.below(2) :], *lines[at + 1 :]]


def _cut(lines: list[str], chance: Chance, _sheets: Sequence[str]) -> list[str]:
    at = _at(lines, chance)
    return [*lines[:at], lines[at][: chance.below(len(lines[at]) + 1)]]


def _doubled(lines: list[str], chance: Chance, _sheets: Sequence[str]) -> list[str]:
    at = _at(lines, chance)
    return [*lines[: at + 1], *lines[at:]]


def _left_out(lines: list[str], chance: Chance, _sheets: Sequence[str]) -> list[str]:
    at = _at(lines, chance)
    return [*lines[:at], *lines[at + 1 :]] or [""]


def _spliced(lines: list[str], chance: Chance, sheets: Sequence[str]) -> list[str]:
    at, others = _at(lines, chance), chance.choice(sheets).split("\n")
    return [*lines[:at], chance.choice(others), *lines[at:]]


_MUTATIONS: tuple[Callable[[list[str], Chance, Sequence[str]], list[str]], ...] = (
    _misspelt, _cut, _doubled, _left_out, _spliced,
)  # fmt: skip


@contextmanager
def _bounded(said: str) -> Iterator[None]:
    """Raise `BrokenText` with what was *said* if what is done fails, or takes more than `MOST_SECONDS`."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"more than {MOST_SECONDS:g} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    except Exception as failure:
        raise BrokenText(said) from failure
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
