"""Notices: short emails about mail itself, which tell nothing of the game."""

from pbem.engine.event import PUBLIC
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.report import layout
from pbem.report.content.parse import parse
from pbem.report.content.tree import Content
from pbem.report.words import Plain, Words


def subject(game: Game, name: str, seat: str = "") -> str:
    """The subject of the notice called *name*, to a *seat* or to someone whom the game does not know."""
    says = _words(game).phrase("notices", name)
    return f"[{game.name}] {game.titles[seat]}: {says}" if seat else f"[{game.name}] {says}"


def content(game: Game, name: str, seat: str = "", **context: Plain) -> Content:
    """What the notice called *name* says; *context* is what its template asks for besides names."""
    moderator = game.settings.moderator
    return parse(
        _words(game).fill(
            f"notices/{name}.txt.j2",
            game=layout.inline(game.name),
            title=layout.inline(wording.title(game)),
            moderator=layout.inline(moderator.name),
            moderator_address=moderator.address,
            seat=layout.inline(game.titles[seat]) if seat else "",
            player=layout.inline(game.settings.seats[seat].player) if seat else "",
            **context,
        )
    )


def _words(game: Game) -> Words:
    return wording.words_for(game, game.view(), PUBLIC)
