"""Sheets that were doubted: they are kept as they came, and count once their seat says yes."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.referee.game import Game
from pbem.referee.stage import SeatStage
from pbem.store.verdict import Verdict, VerdictState

NOTHING = (("empty-sheet",), ("no-text",))
"""The problems of an email in which there was no sheet."""
WITHDRAWALS = frozenset({"withdrawn", "plans-withdrawn", "waiting-withdrawn", "nothing-to-withdraw"})
_OPEN: frozenset[VerdictState] = frozenset({"doubted", "refused", "partly"})
_SHEETS: frozenset[VerdictState] = frozenset({"accepted", "partly", "refused", "held", "doubted"})

YesFate = Literal["waits", "late", "again", ""]
"""What the yes of a seat finds.

    waits  a sheet for its present stage waits for it
    late   the sheet that waited was for a stage which is over
    again  nothing waits any more: the sheet counts, was replaced or withdrawn
"""


def sheets_of(game: Game, seat: str, before: int | None = None) -> Iterator[Verdict]:
    """What became of the sheets of whoever holds *seat*, and of `withdraw`, the newest first.

    They came *before* an item. What may not be from the seat is none of them, nor is an email without a sheet.
    """
    since = game.tenure(seat).last_item if seat in game.titles else 0
    for one in reversed(game.inbox.verdicts()):
        if one.seat != seat or not one.credible or one.item <= since or (before is not None and one.item >= before):
            continue
        withdraws = one.state == "command" and not WITHDRAWALS.isdisjoint(one.problems)
        if withdraws or (one.state in _SHEETS and one.key and one.problems not in NOTHING):
            yield one


def open_sheet(game: Game, seat: str, before: int | None = None) -> Verdict | None:
    """What became of the newest sheet of *seat* for its present stage, if a yes may make it count; *before* an item.

    It was doubted, or refused, at least in part: then the yes is for the words that its receipt offered.
    """
    asked = {stage.put for stage in game.stages(seat)}
    newest = next(sheets_of(game, seat, before), None)
    may_count = newest is not None and newest.state in _OPEN and (newest.key, newest.asked) in asked
    return newest if may_count else None


def waiting_sheet(game: Game, seat: str, before: int | None = None) -> Verdict | None:
    """The same if that sheet was doubted, so that it waits for a yes as it is."""
    newest = open_sheet(game, seat, before)
    return newest if newest is not None and newest.state == "doubted" else None


def fate_of_yes(game: Game, stages: Sequence[SeatStage], seat: str, before: int) -> tuple[YesFate, Verdict | None]:
    """What a yes of *seat*, which is asked *stages*, finds of all that came *before* its item, and what was doubted."""
    asked = {stage.put for stage in stages}
    for number, one in enumerate(sheets_of(game, seat, before)):
        present = (one.key, one.asked) in asked
        if one.state == "doubted" and (present or not number):
            return ("late" if not present else "again" if number else "waits"), one
        if one.key and not present:
            break
    return "", None
