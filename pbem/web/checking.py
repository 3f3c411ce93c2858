"""What a seat is asked and what its sheet says, worked out once for all parts of a page."""

from collections.abc import Mapping
from datetime import datetime

from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.letters.present import present_context
from pbem.referee.views.check import CheckedSheet, check
from pbem.web.once import kept_with, once_an_answer


@once_an_answer
def check_once(game: Game, seat: str, text: str) -> CheckedSheet:
    """Check a sheet against what *seat* knows now; raises `NotAsked` if it can send nothing."""
    return check(game, seat, text)


def present_form(game: Game, seat: str, at: datetime) -> str:
    """The form of what *seat* may send *at* a time, with its marks; empty if that is nothing."""
    stages, view = game.stages(seat), game.view(seat)
    words = wording.words_for(game, view, seat)

    def made() -> str:
        parts = present_context(game, words, seat, stages, view, at).parts
        return str(parts["form"]) if isinstance(parts, Mapping) else ""

    asked = tuple((one.name, one.decision.key, one.pending) for one in stages)
    return kept_with(game, ("form", seat), (asked, _passed(game, at), words.made), made) if stages else ""


def _passed(game: Game, at: datetime) -> tuple[object, ...]:
    """All that a form may say of a time, as it is *at* that time."""
    if game.pause is None:
        return ()
    dues = [due for one in game.pause.waits if (due := game.pause.due(one))]
    return game.pause.not_before(at), *(due <= at for due in dues), *game.pause.graces(at).items()
