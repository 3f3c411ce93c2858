"""Pictures of a game as a seat, or the public, may see it: those that are asked for, and those of a letter."""

from pbem.engine.drawing import Drawing, Drawn, Picture
from pbem.engine.problem import Problem
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.letters.letter import occasion
from pbem.referee.views.seen_log import seen_events
from pbem.report.pictures import painting
from pbem.report.pictures.asked import asked_for
from pbem.report.pictures.painting import NoPicture, Painted
from pbem.store.pause import Pause
from pbem.store.refusal import Refusal


class NotDrawn(Refusal):
    """The game has no pictures, or not the one that is asked for, or it cannot be made; says why."""


def named(game: Game, seat: str, word: str = "", name: str = "", pause: Pause | None = None) -> Picture:
    """The picture that *seat* asks for by a *word* and a *name*, now or at *pause*; raises `NotDrawn`.

    Without a word it is the board.
    """
    drawing, view = drawing_of(game), game.view(seat, pause.entry if pause else None)
    if word and word not in drawing.words:
        raise NotDrawn(f"the rules {game.ruleset.name} have no pictures of that kind")
    words = wording.words_for(game, view, seat)
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
        return painting.drawn(drawing_of(game), game.view(seat, pause.entry if pause else None), seat, picture)
    except NoPicture as why:
        raise NotDrawn(str(why)) from why


def painted(game: Game, seat: str, picture: Picture, pause: Pause | None = None) -> Painted:
    """*picture* as PNG, too, as *seat* sees it now or saw it at *pause*; raises `NotDrawn`."""
    try:
        return painting.painted(drawing_of(game), game.view(seat, pause.entry if pause else None), seat, picture)
    except NoPicture as why:
        raise NotDrawn(str(why)) from why


def drawing_of(game: Game) -> Drawing:
    """How the game is drawn; raises `NotDrawn` if it has no pictures."""
    if game.ruleset.drawing is None:
        raise NotDrawn(f"the rules {game.ruleset.name} draw no pictures")
    return game.ruleset.drawing
