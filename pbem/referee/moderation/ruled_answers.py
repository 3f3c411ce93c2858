"""An answer that the moderator rules in a seat's name: it is taken at once, and everyone is told that it was ruled."""

from typing import Any

import msgspec

from pbem.engine.decision import RULING, Decision
from pbem.engine.event import AnswerTaken
from pbem.engine.table import TAKEN, Answer, Entry, Table
from pbem.referee.game import Clock, Game
from pbem.referee.moderation.rulings import NoRuling, can_be_played, forked
from pbem.referee.views.check import CheckedSheet, check


class AnswerRuling(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet that was ruled for a seat with its faults, and the entry that it led to if it was good.

    *again* means that it was ruled before. *after* is a table of its own where it happened, for a trial.
    """

    checked: CheckedSheet | None = None
    entry: Entry | None = None
    again: bool = False
    after: Table[Any] | None = None


def rule_answer(game: Game, seat: str, text: str, reason: str, clock: Clock) -> AnswerRuling:
    """Let the sheet *text* be what *seat* answers, for *reason*; its player cannot replace it, a rewind undoes it.

    What it says stays as secret as a sheet of the seat. Repeating the last such ruling changes nothing. Raises
    `NotAsked` and `NoRuling`.
    """
    before = _repeated(game, seat, reason)
    if before is not None:
        return before
    tried = try_answer(game, seat, text, reason)
    if tried.after is None or tried.checked is None:
        return tried
    entry = game.table.take(_answers(tried.checked, reason))
    game.append(entry, clock())
    return msgspec.structs.replace(tried, entry=entry)


def try_answer(game: Game, seat: str, text: str, reason: str) -> AnswerRuling:
    """What `rule_answer` would come to; the game stays as it is. Raises `NotAsked` and `NoRuling`."""
    game.guard()
    checked = check(game, seat, text)
    if not all(stage.pending for stage in checked.stages):
        raise NoRuling(f"{seat} is asked nothing now, so there is no answer to rule; submit a sheet for {seat} instead")
    if checked.sheet.plans.plans is not None:
        raise NoRuling("plans cannot be ruled in a seat's name; leave them out")
    if not checked.valid:
        return AnswerRuling(checked=checked)
    after = forked(game)
    after.take(_answers(checked, reason))
    _must_be_kept(game, after.entries[-1])
    can_be_played(after)
    return AnswerRuling(checked=checked, after=after)


def _answers(checked: CheckedSheet, reason: str) -> dict[Decision, Answer[Any]]:
    return {part.decision: Answer(sheet.order, RULING, reason) for part, sheet in checked.sheet.good}


def _must_be_kept(game: Game, entry: Entry) -> None:
    """Raise `NoRuling` if a log of the game could not hold *entry*: its rules never take an answer ahead of others."""
    try:
        for event in entry.events:
            msgspec.convert(msgspec.to_builtins(event), game.ruleset.events)
    except msgspec.ValidationError as error:
        name = AnswerTaken.__name__
        raise NoRuling(f"the rules {game.ruleset.name} have no event {name}: no answer can be ruled") from error


def _repeated(game: Game, seat: str, reason: str) -> AnswerRuling | None:
    """The last entry, if it ruled an answer of *seat* for the same reason: it is not asked that any more."""
    last = game.table.entries[-1] if game.table.entries else None
    if last is None or last.step != TAKEN:
        return None
    if any((one.seat, one.by, one.note) == (seat, RULING, reason) for one in last.answers):
        return AnswerRuling(entry=last, again=True)
    return None
