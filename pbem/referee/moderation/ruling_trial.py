"""What a ruling or a rewind would change: what each would read of it, what is asked then, which sheets fall."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import faults, play, top, waiting
from pbem.engine.table import Table
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.stage import SeatStage
from pbem.report.content import marks
from pbem.report.several import question
from pbem.report.story import in_lines, paragraphs, past_of


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
    words, past = wording.words_for(game, after.views[seat], seat), past_of(after, letters)
    told = paragraphs(words, after.entries[-1:], seat, past, apart=bool(seat))
    return [marks.plain(line) for each in told for line in (*in_lines(each.rows), *each.sentences)]


def _in_words(game: Game, decision: Decision, table: Table[Any]) -> tuple[str, str]:
    words = wording.words_for(game, table.views[decision.seat], decision.seat)
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
