"""The letter of a pause, the dossier, what is asked now.

So it can be made again to the byte.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.chance import commitment
from pbem.engine.decision import Decision
from pbem.engine.picture import Picture
from pbem.engine.play import asked
from pbem.engine.position import Position
from pbem.engine.table import Entry
from pbem.referee import history, letter_parts, pictures, play, submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.edited_rules import told_in
from pbem.referee.deadlines.ladder_record import in_a_row
from pbem.referee.deadlines.received import SILENT, WAITED_FOR, QuestionStatus
from pbem.referee.game import Game
from pbem.referee.history import seen_events
from pbem.referee.letter_parts import missed, overdue
from pbem.referee.people import joining
from pbem.referee.people.words import said_before, watchers
from pbem.referee.stage import SeatStage, filled
from pbem.report.context import LetterContext, QuestionState
from pbem.report.letter import Joined, Occasion, blank_sheet, content, dues_told, question, silence, whole_story
from pbem.report.plain import as_it_is, text
from pbem.report.story import past_of
from pbem.report.tree import Content, pictures_in
from pbem.report.words import Words, tag
from pbem.store.log import LogLine, Pause

PUBLIC_NAME = "public"


def letter_path(game: Game, pause: Pause, seat: str) -> Path:
    """The file of a letter."""
    return game.folder / "letters" / f"{pause.round:04d}" / f"{seat or PUBLIC_NAME}.txt"


def written(game: Game, pause: Pause, seat: str) -> tuple[str, Content]:
    """The subject of the letter of *pause* to *seat* and what it says; or the public report.

    One that was written to its file before says the same again: where it could not be made again with the same words,
    as it is older than the templates, it is what the file has.
    """
    words, about = occasion(game, pause, seat)
    made, path = content(words, about), letter_path(game, pause, seat)
    if path.exists() and (kept := path.read_text(encoding="utf-8", errors="replace")) != text(made):
        made = as_it_is(kept)
    return about.subject, made


def occasion(game: Game, pause: Pause, seat: str) -> tuple[Words, Occasion]:
    """The words for the reader of a letter, and all that the letter draws on."""
    state, views = game.table.at(pause.entry)
    view = views[seat]
    words = letter_parts.words_for(game, view, seat)
    earlier = game.last_letter(seat, pause)
    since = earlier.entry if earlier else 0
    outcome = game.ruleset.outcome(state)
    stages = _stages(game, pause, seat) if seat else ()
    stage = stages[0] if stages else None
    changes = game.ruleset.changes
    return words, Occasion(
        game=game.name,
        round=pause.round,
        previous=earlier.round if earlier else 0,
        brief=_brief(words, pause, asked(state), stages) if seat and outcome is None else "",
        seat=seat,
        titles=game.titles,
        view=view,
        title=letter_parts.title(game),
        player=game.settings.seats[seat].player if seat else "",
        entries=tuple(game.table.entries[since : pause.entry]),
        past=past_of(game.table, {one.entry: one.round for one in game.log.pauses if one.tells(seat)}),
        changes=changes(_compared_with(game, words, pause, seat), view, seat) if changes and seat else None,
        decision=stage.decision if stage else None,
        several=letter_parts.several(game, stages, view, pause),
        asked=bool(stage and stage.pending),
        answered=bool(stage and history.in_advance(game, stage, view)),
        waiting=tuple(dict.fromkeys(question.seat for question in pause.waits if not question.bot)),
        bots=play.seats(game),
        vacant=tuple(held for held, holder in game.holders.items() if holder.empty),
        deadline=pause.due_for(seat),
        opens=pause.not_before(),
        last_grace=history.grace_in_words(game),
        stopped=deadlines.standing_still(_until(game, pause), seat),
        graces=pause.graces(),
        new_times=told_in(game, pause, seat, stage.decision.due) if stage and stage.pending else (),
        zone=game.settings.zone_of(seat).name,
        game_zone=game.settings.deadlines.zone.name,
        subject=letter_parts.subject(game, words, stages, seat, pause, tenure=game.tenure(seat, pause)) if seat else "",
        mark=letter_parts.mark(game, words, stages, seat, game.tenure(seat, pause)) if seat else "",
        form=letter_parts.form(game, stages, view, pause.entry),
        outcome=outcome,
        **_proof(game, pause, since, over=outcome is not None),
        hashes=submissions.hashes(game, seat, since + 1, pause.entry) if seat else (),
        moderator=letter_parts.moderator(game),
        coming=tuple(game.ruleset.coming(view, seat)) if seat and state.flow else (),
        pictures=_pictures(game, view, seat, game.table.entries[since : pause.entry], stages) if seat else (),
        said=said_before(game, pause, seat),
        watchers=len(watchers(game, pause)),
        desk=joining.link(game, seat, stages, pause) if seat and state.flow else "",
        missed=missed(game, words, pause, seat) if seat else (),
        overdue=overdue(game, words, pause, seat) if seat else "",
        press=letter_parts.press(game, words, seat) if seat and pause.round == 1 else "",
    )


def _until(game: Game, pause: Pause) -> Iterator[LogLine]:
    """The lines of the log up to that of *pause*: what was known when its letters were written."""
    for line in game.log.lines:
        yield line
        if line.pause and line.pause.round == pause.round:
            return


def _pictures(
    game: Game, view: Position, seat: str, entries: Iterable[Entry], stages: Sequence[SeatStage]
) -> tuple[Picture, ...]:
    seen = [event for entry in entries for event in seen_events(entry, seat)]
    return pictures.wanted(game, view, seat, seen, [stage.decision for stage in stages if stage.pending])


def pictures_of(game: Game, pause: Pause, seat: str, made: Content) -> tuple[Picture, ...]:
    """The pictures that *made*, which is the letter of *pause* to *seat*, shows."""
    names = pictures_in(made)
    return tuple(each for each in occasion(game, pause, seat)[1].pictures if each.name in names) if names else ()


def _compared_with(game: Game, words: Words, pause: Pause, seat: str) -> Position:
    """The view of *seat* with which the letter of *pause* compares its own: that of the last letter, brief ones aside.

    A brief letter says nothing of what has changed.
    """
    earlier = game.last_letter(seat, pause)
    while earlier is not None and _is_brief(game, words, earlier, seat):
        earlier = game.last_letter(seat, earlier)
    view: Position = game.table.at(earlier.entry if earlier else 0)[1][seat]
    return view


def _is_brief(game: Game, words: Words, pause: Pause, seat: str) -> bool:
    return bool(_brief(words, pause, asked(game.table.at(pause.entry)[0]), game.put(pause, seat)))


def _proof(game: Game, pause: Pause, since: int, *, over: bool) -> dict[str, Any]:
    """What a letter says of chance: the commitment where a key begins to hold, the key where it ends."""
    key = game.chance_key(pause.entry)
    begins = pause.round == 1 or key != game.chance_key(since)
    return {
        "commitment": commitment(key) if begins else "",
        "chance_key": key if over else "",
        "next_commitment": commitment(game.chance_key(pause.entry, ahead=1)) if over else "",
    }


def _brief(words: Words, pause: Pause, decisions: Sequence[Decision], stages: Sequence[SeatStage]) -> str:
    """The tag of the order that a brief letter is about: the only one asked of its seat, or of those it concerns."""
    own = [stage.decision for stage in stages if stage.pending] or ([*decisions] if pause.to else [])
    code = tag(own[0].takes) if len(own) == 1 else ""
    return code if code and words.has_template(f"orders/{code}/brief.txt.j2") else ""


def _stages(game: Game, pause: Pause, seat: str) -> tuple[SeatStage, ...]:
    """What *seat* could send as it was at *pause*."""
    view, put = game.table.at(pause.entry)[1][seat], game.put(pause, seat)
    return tuple(filled(game.ruleset, stage, view) for stage in put) if game.even else put


STORY = "story.txt"
"""The name of the file with the whole story."""


class Dossier(msgspec.Struct, frozen=True):
    """A dossier: its subject, what it says, and the *story* of the game as the seat saw it, with its *pictures*.

    It is as things were at *entry*, when the seat had its last letter: what came later its next one tells.
    """

    subject: str
    content: Content
    story: str
    entry: int
    round: int
    pictures: tuple[Picture, ...] = ()


def dossier(game: Game, seat: str, joined: Joined = "taken", until: datetime | None = None) -> Dossier | None:
    """The dossier of *seat* for whoever holds it now, who *joined* so; None before its first letter."""
    last = game.last_letter(seat)
    if last is None:
        return None
    pause = game.pause if game.pause and game.pause.round == last.round else last
    words, about = occasion(game, pause, seat)
    stages = game.stages(seat)
    open_ = {stage.put for stage in stages}
    put = tuple(stage for stage in game.put(pause, seat) if stage.put in open_)
    if not put:
        about = replace(about, decision=None, several=(), asked=False, answered=False, form="")
    became = words.phrase("labels", f"became-{joined}", {"seat": game.titles[seat]})
    about = replace(
        about,
        joined=joined,
        until=until,
        brief="",
        previous=0,
        changes=None,
        hashes=(),
        said=tuple(one for one in about.said if one.to_all),
        missed=(),
        overdue=overdue(game, words, pause, seat, in_a_row(game, seat)),
        press=letter_parts.press(game, words, seat),
        commitment=commitment(game.chance_key(pause.entry)),
        subject=letter_parts.subject(game, words, put, seat, pause, became),
        mark=letter_parts.mark(game, words, put, seat),
        desk=joining.link(game, seat, put) if game.table.state.flow else "",
    )
    says = content(words, about)
    names = pictures_in(says)
    return Dossier(
        subject=about.subject,
        content=says,
        story=whole_story(words, about, game.table.entries[: pause.entry]),
        entry=pause.entry,
        round=pause.round,
        pictures=tuple(each for each in about.pictures if each.name in names),
    )


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
        title=letter_parts.title(game),
        player=game.settings.seats[seat].player,
        decision=decisions[0] if decisions else None,
        question=words.listed(asked) if asked else "",
        asked=pending,
        deadline=deadline,
        late=deadline is not None and at >= deadline,
        opens=game.pause.not_before(at) if game.pause and pending else None,
        last_grace=history.grace_in_words(game) if pending else "",
        plays=history.plays_if_last(game, deadline, at) if pending else None,
        stopped=deadlines.standing_still(game.log.facts, seat) if pending else "",
        graces=game.pause.graces(at) if game.pause and pending else {},
        zone=game.settings.zone_of(seat).name,
        game_zone=game.settings.deadlines.zone.name,
        subject=letter_parts.subject(game, words, stages, seat, game.pause),
        mark=letter_parts.mark(game, words, stages, seat),
        desk=joining.link(game, seat, tuple(stages)) if stages else "",
        form=letter_parts.form(game, stages, view),
    )
    several = letter_parts.several(game, stages, view, game.pause)
    due = [(each.decision, each.deadline) for each in several] if pending else []
    context = replace(context, dues=dues_told(words, due, seat, at))
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
