"""Rulings: trial, position, answers in a seat's name."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pbem.engine.decision import MODERATOR, RULING, Decision
from pbem.engine.event import PUBLIC, AnswerTaken
from pbem.engine.order import Order
from pbem.engine.play import faults, play, top, waiting
from pbem.engine.position import Position
from pbem.engine.ruleset import BrokenInvariant, Rulings, newly_broken
from pbem.engine.table import TAKEN, Answer, Entry, Step, Table, decisions_of
from pbem.errors import Refusal
from pbem.referee import letter, submissions
from pbem.referee.game import Clock, Game
from pbem.referee.stage import SeatStage
from pbem.referee.views import CheckedSheet, check
from pbem.report import tree
from pbem.report.letter import question
from pbem.report.story import in_lines, paragraphs, past_of
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet


class RulingEffects(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruling would lead to, in words.

    *told* is what the public would read (under ``""``), and what each seat would read besides. *asked* are the
    questions that it would bring and *dropped* those that it would take away, by seat; *unsound* are the seats whose
    sheets, which count now, would not be legal any more.
    """

    told: dict[str, tuple[str, ...]]
    asked: tuple[tuple[str, str], ...]
    dropped: tuple[tuple[str, str], ...]
    unsound: tuple[str, ...]


def effects(game: Game, after: Table[Any]) -> RulingEffects:
    """What the last entry of *after*, a separate table of *game*, would lead to: a ruling, or a rewind."""
    ahead = after.fork(len(after.entries))
    play(ahead, ())
    before, then = waiting(game.table), waiting(ahead)
    names = {one.name for one in before}, {one.name for one in then}
    return RulingEffects(
        told={seat: tuple(_told(game, after, seat)) for seat in (PUBLIC, *game.titles)},
        asked=tuple(_in_words(game, one, ahead) for one in then if one.name not in names[0]),
        dropped=tuple(_in_words(game, one, game.table) for one in before if one.name not in names[1]),
        unsound=tuple(dict.fromkeys(_unsound(game, ahead, then))),
    )


def _told(game: Game, after: Table[Any], seat: str) -> list[str]:
    letters = {pause.entry: pause.round for pause in game.log.pauses}
    words, past = letter.words_for(game, after.views[seat], seat), past_of(after, letters)
    told = paragraphs(words, after.entries[-1:], seat, past, apart=bool(seat))
    return [tree.plain(line) for each in told for line in (*in_lines(each.rows), *each.sentences)]


def _in_words(game: Game, decision: Decision, table: Table[Any]) -> tuple[str, str]:
    words = letter.words_for(game, table.views[decision.seat], decision.seat)
    return decision.seat, question(words, decision, decision.seat)


def _unsound(game: Game, ahead: Table[Any], then: tuple[Decision, ...]) -> Iterator[str]:
    """The seats whose sheets for questions that stay open would not be legal any more."""
    step = top(ahead.state) if ahead.state.flow else None
    for decision in then:
        stages = (stage for stage in game.stages(decision.seat) if _same(stage, decision))
        for stage in stages if step else ():
            counts = submissions.counting(game, stage.seat, *stage.put)
            order = submissions.opened(game, counts).order if counts else None
            if step and order is not None and faults(step, ahead.views[stage.seat], decision, order):
                yield stage.seat


def _same(stage: SeatStage, decision: Decision) -> bool:
    return stage.pending and stage.decision.name == decision.name


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
    before = _answer_repeated(game, seat, reason)
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


def _answer_repeated(game: Game, seat: str, reason: str) -> AnswerRuling | None:
    """The last entry, if it ruled an answer of *seat* for the same reason: it is not asked that any more."""
    last = game.table.entries[-1] if game.table.entries else None
    if last is None or last.step != TAKEN:
        return None
    if any((one.seat, one.by, one.note) == (seat, RULING, reason) for one in last.answers):
        return AnswerRuling(entry=last, again=True)
    return None
