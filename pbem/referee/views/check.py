"""A sheet is checked without being submitted."""

from typing import Any

import msgspec

from pbem.engine.coming import Planning
from pbem.referee.game import Game
from pbem.referee.letters import plans
from pbem.referee.stage import NotAsked, SeatStage
from pbem.sheet.parts import Part, Parts, check_parts


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
    return CheckedSheet(stages, check_parts(text, parts, view, lexicon, words, plans=plans.wanted(game, view, seat)))


def parts_asked(game: Game, stages: tuple[SeatStage, ...], view: Any) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages*, which are of one seat; a single one has no heading."""
    if len(stages) == 1 and not isinstance(stages[0].step, Planning):
        return (Part("", stages[0].step, stages[0].decision),)
    from pbem.report.several import sheet_parts  # noqa: PLC0415 - templates take a while, and one part has no heading

    return sheet_parts(game.ruleset, view, stages[0].step, [stage.decision for stage in stages])
