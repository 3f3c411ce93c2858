"""Decrees of the moderator within the rules: read from a sheet, carried out at once, announced to everyone."""

import msgspec

from pbem.engine.decision import DECREE, MODERATOR, Decision
from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.step import Step, decisions_of
from pbem.engine.table import Answer, Entry
from pbem.referee.game import Clock, Game
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem.store.refusal import Refusal


class NoDecree(Refusal):
    """The rules have no decrees, or allow none now."""


class DecreeResult(msgspec.Struct, frozen=True):
    """The moderator's sheet with its faults, what it answers, and the entry that it led to if it was good."""

    sheet: ReadSheet[Order]
    decision: Decision
    entry: Entry | None = None


def decree(game: Game, text: str, reason: str, clock: Clock) -> DecreeResult:
    """Carry out the sheet *text* of the moderator, for *reason*; raises `NoDecree`.

    The sheet is checked on the full state. Repeating the last decree word for word changes nothing.
    """
    game.guard()
    step, decision = _asked(game)
    before = _repeated(game, text, reason, decision)
    if before is not None:
        return before
    state = game.table.state
    sheet = check_sheet(text, step, decision, state, game.ruleset.lexicon(state, PUBLIC))
    if sheet.order is None:
        return DecreeResult(sheet, decision)
    entry = game.table.run(step, {decision: Answer(sheet.order, DECREE, reason)})
    game.append(entry, clock())
    return DecreeResult(sheet, decision, entry)


def _asked(game: Game) -> tuple[Step, Decision]:
    of = game.ruleset.decree
    step = of(game.table.state) if of is not None else None
    if step is None:
        raise NoDecree("nothing can be decreed now" if of else f"the rules {game.ruleset.name} know no decrees")
    return step, next(one for one in decisions_of(step, game.table.state) if one.seat == MODERATOR)


def _repeated(game: Game, text: str, reason: str, decision: Decision) -> DecreeResult | None:
    """The last entry, if it is this very decree."""
    last = game.table.entries[-1] if game.table.entries else None
    answer = next((one for one in last.answers if one.seat == MODERATOR), None) if last else None
    if answer is None or (answer.by, answer.note) != (DECREE, reason):
        return None
    sheet = read_sheet(text, decision.takes, game.ruleset.lexicon(game.table.state, PUBLIC))
    return DecreeResult(sheet, decision, last) if sheet.order == answer.order else None
