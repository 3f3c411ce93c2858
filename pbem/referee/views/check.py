"""A sheet is checked without being submitted."""

import msgspec

from pbem.engine.order import Order
from pbem.referee.game import Game
from pbem.referee.play import NotAsked
from pbem.referee.stage import SeatStage
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet


class CheckedSheet(msgspec.Struct, frozen=True):
    """A sheet with its faults, and the stage that it answers."""

    stage: SeatStage
    sheet: ReadSheet[Order]

    @property
    def valid(self) -> bool:
        """Whether it would be accepted."""
        return self.sheet.order is not None


def check(game: Game, seat: str, text: str) -> CheckedSheet:
    """Check a sheet against what *seat* knows now; raises `NotAsked` if it can send nothing."""
    stage = game.stage(seat)
    if stage is None:
        raise NotAsked(f"{seat} can send nothing now")
    view = game.view(seat)
    lexicon = game.ruleset.lexicon(view, seat)
    return CheckedSheet(stage, check_sheet(text, stage.step, stage.decision, view, lexicon, game.words_in(stage)))
