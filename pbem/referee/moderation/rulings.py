"""Rulings of the moderator: read from a sheet, checked against the invariants, carried out and told to everyone."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.engine.decision import MODERATOR, RULING, Decision
from pbem.engine.event import PUBLIC
from pbem.engine.kit.ruling import BrokenInvariant, Rulings, newly_broken
from pbem.engine.order import Order
from pbem.engine.play import play
from pbem.engine.position import Position
from pbem.engine.step import Step, decisions_of
from pbem.engine.table import Answer, Entry, Table
from pbem.referee.game import Clock, Game
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem.store.refusal import Refusal


class NoRuling(Refusal):
    """The rules have no rulings, or allow none now; or the game could not be played on after it."""


class RulingResult(msgspec.Struct, frozen=True, kw_only=True):
    """The moderator's sheet with its faults, what it answers, and the entry that it led to if it was carried out.

    *broken* are the invariants that it would break, those that it is allowed to break (*overruled*) aside. *after* is
    a table of its own where it happened, for a trial.
    """

    sheet: ReadSheet[Order]
    decision: Decision
    broken: tuple[BrokenInvariant, ...] = ()
    overruled: tuple[BrokenInvariant, ...] = ()
    entry: Entry | None = None
    after: Table[Any] | None = None


def rule(game: Game, text: str, reason: str, clock: Clock, overrule: Sequence[str] = ()) -> RulingResult:
    """Carry out the sheet *text* of the moderator, for *reason*, though it breaks the invariants named in *overrule*.

    The sheet is checked on the full state. Repeating the last ruling word for word changes nothing. Raises `NoRuling`.
    """
    before = _repeated(game, text, reason)
    if before is not None:
        return before
    tried = try_ruling(game, text, reason, overrule)
    if tried.after is None or tried.broken:
        return tried
    step, decision = _asked(game)
    entry = game.table.run(step, {decision: _answer(tried, reason)})
    game.append(entry, clock())
    return msgspec.structs.replace(tried, entry=entry)


def try_ruling(game: Game, text: str, reason: str, overrule: Sequence[str] = ()) -> RulingResult:
    """What `rule` would come to; the game stays as it is. Raises `NoRuling`."""
    game.guard()
    rulings = rulings_of(game)
    step, decision = _asked(game)
    state = game.table.state
    sheet = check_sheet(text, step, decision, state, game.ruleset.lexicon(state, PUBLIC))
    found = RulingResult(sheet=sheet, decision=decision)
    if sheet.order is None:
        return found
    after = forked(game)
    after.run(step, {decision: _answer(found, reason)})
    broken = tuple(newly_broken(rulings.broken, state, after.state))
    stands = tuple(one for one in broken if one.invariant not in overrule)
    if not stands:
        can_be_played(after)
    overruled = tuple(one for one in broken if one.invariant in overrule)
    return msgspec.structs.replace(found, broken=stands, overruled=overruled, after=after)


def rulings_of(game: Game) -> Rulings:
    """What the rules of *game* let the moderator rule; raises `NoRuling`."""
    if game.ruleset.rulings is None:
        raise NoRuling(f"the rules {game.ruleset.name} know no rulings")
    return game.ruleset.rulings


def forked(game: Game) -> Table[Any]:
    """A table of its own where *game* stands, for trials."""
    return game.table.fork(len(game.table.entries))


def can_be_played(table: Table[Any]) -> None:
    """Raise `NoRuling` unless the game can be played on from where *table* stands, up to its next question."""
    try:
        play(table.fork(len(table.entries)), ())
    except Exception as fault:
        where = table.state.flow[-1].__struct_config__.tag if table.state.flow else "its end"
        raise NoRuling(
            f"the game could not be played on after it: {where} fails ({type(fault).__name__}); rule whose stage it "
            "is, too, or rewind the game to before that"
        ) from fault


def _answer(found: RulingResult, reason: str) -> Answer[Any]:
    names = dict.fromkeys(one.invariant for one in found.overruled)
    return Answer(found.sheet.order, RULING, reason, overruled=tuple(names))


def _asked(game: Game) -> tuple[Step[Position, Any], Decision]:
    step = rulings_of(game).step(game.table.state)
    if step is None:
        raise NoRuling("nothing can be ruled now")
    return step, next(one for one in decisions_of(step, game.table.state) if one.seat == MODERATOR)


def _repeated(game: Game, text: str, reason: str) -> RulingResult | None:
    """The last entry, if it is this very ruling."""
    last = game.table.entries[-1] if game.table.entries else None
    answer = next((one for one in last.answers if one.seat == MODERATOR), None) if last else None
    if last is None or answer is None or (answer.by, answer.note) != (RULING, reason):
        return None
    before = game.table.at(last.number - 1)[0]
    lexicon = game.ruleset.lexicon(before, PUBLIC)
    sheet: ReadSheet[Order] = read_sheet(text, type(answer.order), lexicon)
    if sheet.order != answer.order:
        return None
    decision: Decision = Decision(key=answer.key, seat=MODERATOR, takes=type(answer.order))
    return RulingResult(sheet=sheet, decision=decision, entry=last)
