"""Check a sheet, draw a picture: for one who only looks."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Picture
from pbem.engine.play import Planning
from pbem.engine.table import seen_events
from pbem.errors import Refusal
from pbem.referee import letter, submissions
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.stage import NotAsked, SeatStage
from pbem.report import pictures
from pbem.report.pictures import NoPicture, Painted, asked_for
from pbem.sheet.parts import Part, Parts, check_parts
from pbem.store.kept import kept
from pbem.store.log import Pause


class CheckedSheet(msgspec.Struct, frozen=True):
    """A sheet with its faults, and the stages that it may answer."""

    stages: tuple[SeatStage, ...]
    sheet: Parts

    @property
    def valid(self) -> bool:
        """Whether all of it would be accepted."""
        return self.sheet.faultless


def check(game: Game, seat: str, text: str) -> CheckedSheet:
    """Check a sheet against what *seat* knows now; raises `NotAsked` if it can send nothing."""
    stages = game.stages(seat)
    if not stages:
        raise NotAsked(f"{seat} can send nothing now")
    view = game.view(seat)
    lexicon = game.ruleset.lexicon(view, seat)
    parts, words = parts_asked(game, stages, view), game.words_in(stages[0])
    return CheckedSheet(
        stages, check_parts(text, parts, view, lexicon, words, plans=submissions.plans_wanted(game, view, seat))
    )


def parts_asked(game: Game, stages: tuple[SeatStage, ...], view: Any) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages*, which are of one seat; a single one has no heading."""
    if len(stages) == 1 and not isinstance(stages[0].step, Planning):
        return (Part("", stages[0].step, stages[0].decision),)
    from pbem.report.letter import sheet_parts  # noqa: PLC0415 - templates take a while, and one part has no heading

    return sheet_parts(game.ruleset, view, stages[0].step, [stage.decision for stage in stages])


class NotDrawn(Refusal):
    """The game has no pictures, or not the one that is asked for, or it cannot be made; says why."""


def named(game: Game, seat: str, word: str = "", name: str = "", pause: Pause | None = None) -> Picture:
    """The picture that *seat* asks for by a *word* and a *name*, now or at *pause*; raises `NotDrawn`.

    Without a word it is the board.
    """
    drawing, view = drawing_of(game), game.view(seat, pause.entry if pause else None)
    if word and word not in drawing.words:
        raise NotDrawn(f"the rules {game.ruleset.name} have no pictures of that kind")
    words = letter.words_for(game, view, seat)
    found = asked_for(drawing, words.lexicon, view, seat, word or next(iter(drawing.words)), name)
    if isinstance(found, Problem):
        raise NotDrawn(words.phrase("problems", found.code, found.args))
    return found


def of_letter(game: Game, pause: Pause, seat: str) -> tuple[Picture, ...]:
    """The pictures of the letter of *pause* to *seat*, or of the public report, the most useful first."""
    if game.ruleset.drawing is None:
        return ()
    _, about = occasion(game, pause, seat)
    seen = [event for entry in about.entries for event in seen_events(entry, seat)]
    asked = [each.decision for each in about.several] or ([about.decision] if about.decision and about.asked else [])
    return game.ruleset.drawing.pictures(about.view, seat, seen, asked)


def drawn(game: Game, seat: str, picture: Picture, pause: Pause | None = None) -> Drawn:
    """*picture* as SVG, as *seat* sees it now or saw it at *pause*; raises `NotDrawn`."""
    try:
        return pictures.drawn(drawing_of(game), game.view(seat, pause.entry if pause else None), seat, picture)
    except NoPicture as why:
        raise NotDrawn(str(why)) from why


def painted(game: Game, seat: str, picture: Picture, pause: Pause | None = None) -> Painted:
    """*picture* as PNG, too, as *seat* sees it now or saw it at *pause*; raises `NotDrawn`."""
    try:
        return pictures.painted(drawing_of(game), game.view(seat, pause.entry if pause else None), seat, picture, kept)
    except NoPicture as why:
        raise NotDrawn(str(why)) from why


def drawing_of(game: Game) -> Drawing:
    """How the game is drawn; raises `NotDrawn` if it has no pictures."""
    if game.ruleset.drawing is None:
        raise NotDrawn(f"the rules {game.ruleset.name} draw no pictures")
    return game.ruleset.drawing


class SeenEntry(msgspec.Struct, frozen=True):
    """The events of an entry of the log that someone saw, and the step that led to them."""

    step: str
    events: Sequence[Event]


def seen_log(game: Game, who: str) -> list[SeenEntry]:
    """The log as *who* saw it: no answers, for they are told by events if at all.

    What it saw nothing of is left out and not counted either: that someone sent a sheet out of turn is a secret.
    """
    return [SeenEntry(entry.step, events) for entry in game.log.entries if (events := seen_events(entry, who))]
