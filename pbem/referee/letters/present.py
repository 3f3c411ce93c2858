"""What a seat is asked now, for all that it is sent besides its letters: replies to commands, reminders."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from pbem.engine.position import Position
from pbem.referee import pauses
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.referee.seats import desk_links
from pbem.referee.stage import SeatStage
from pbem.referee.status import SILENT, WAITED_FOR, QuestionStatus
from pbem.referee.timekeeping import deadlines
from pbem.report.context import LetterContext, QuestionState
from pbem.report.letter import blank_sheet
from pbem.report.several import dues, question, silence
from pbem.report.words import Words


def present_context(
    game: Game, words: Words, seat: str, stages: Sequence[SeatStage], view: Position, at: datetime
) -> LetterContext:
    """What templates may see of the *stages* of *seat* as they are *at* a time: what letters to it do, nothing else."""
    pending = any(stage.pending for stage in stages)
    deadline = game.pause.due_for(seat) if game.pause and pending else None
    decisions = [stage.decision for stage in stages]
    asked = [question(words, each, seat) for each in decisions]
    context = LetterContext(
        me=seat,
        view=view,
        titles=game.titles,
        game=game.name,
        title=wording.title(game),
        player=game.settings.seats[seat].player,
        decision=decisions[0] if decisions else None,
        question=words.listed(asked) if asked else "",
        asked=pending,
        deadline=deadline,
        late=deadline is not None and at >= deadline,
        opens=game.pause.not_before(at) if game.pause and pending else None,
        last_grace=pauses.grace_in_words(game) if pending else "",
        plays=pauses.plays_if_last(game, deadline, at) if pending else None,
        stopped=deadlines.standing_still(game.log.facts, seat) if pending else "",
        graces=game.pause.graces(at) if game.pause and pending else {},
        zone=game.settings.zone_of(seat).name,
        game_zone=game.settings.deadlines.zone.name,
        subject=subjects.subject(game, words, stages, seat, game.pause),
        mark=subjects.mark(game, words, stages, seat),
        desk=desk_links.link(game, seat, tuple(stages)) if stages else "",
        form=wording.form(game, stages, view),
    )
    several = wording.several(game, stages, view, game.pause)
    due = [(each.decision, each.deadline) for each in several] if pending else []
    context = replace(context, dues=dues(words, due, seat, at))
    return replace(context, parts={"form": blank_sheet(words, context, several)})


def question_state(
    words: Words,
    stage: SeatStage,
    found: QuestionStatus,
    context: LetterContext,
    at: datetime,
    counted_at: datetime | None,
) -> QuestionState:
    """What one of several questions asks, what came for it *at* a time, and what counts if nothing does."""
    due = found.deadline
    return QuestionState(
        question=question(words, stage.decision, stage.seat),
        received=found.received.replace(" ", "-"),
        counted_at=counted_at,
        deadline=due,
        late=due is not None and at >= due,
        silence=silence(words, stage.decision, due, context) if found.received in {*WAITED_FOR, SILENT} else "",
    )
