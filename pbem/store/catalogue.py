"""The catalogue of an inbox: an index of its verdicts."""

from collections.abc import Hashable, Iterator
from typing import Literal

from pbem.store.verdict import Verdict

VerdictTrait = Literal["fingerprint", "guessed on", "receipt", "answered on", "answered at", "answered to"]
"""What verdicts may have in common."""


class Catalogue:
    """Verdicts by what they have in common, so that finding some among thousands is fast."""

    def __init__(self) -> None:
        self._verdicts: dict[tuple[VerdictTrait, Hashable], dict[int, Verdict]] = {}

    def enter(self, verdict: Verdict, instead: Verdict | None = None) -> None:
        """Add a verdict, *instead* of an earlier one on the same item if there was one."""
        for trait in _traits(instead) if instead else ():
            self._verdicts[trait].pop(verdict.item, None)
        for trait in _traits(verdict):
            self._verdicts.setdefault(trait, {})[verdict.item] = verdict

    def find(self, kind: VerdictTrait, value: Hashable) -> list[Verdict]:
        """The verdicts with *value* in common, in the order in which their items were stored."""
        found = self._verdicts.get((kind, value), {})
        return [found[item] for item in sorted(found)]


def _traits(verdict: Verdict) -> Iterator[tuple[VerdictTrait, Hashable]]:
    if verdict.fingerprint and verdict.state != "doubled":
        yield "fingerprint", verdict.fingerprint
    if verdict.guess:
        yield "guessed on", (verdict.received.date(), verdict.guess)
    if verdict.receipt:
        yield "receipt", verdict.receipt
        yield "answered on", verdict.received.date()
        yield "answered at", verdict.answered.casefold()
        yield "answered to", verdict.seat
