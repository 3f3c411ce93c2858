"""How a game stands, as far as everyone may know: who is waited for and until when, or how it ended."""

from datetime import datetime

import msgspec

from pbem.engine.event import PUBLIC
from pbem.referee.final_report import final_content
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.timekeeping import deadlines
from pbem.report.content.html import fragment
from pbem.web.public.moments import everything_is_public
from pbem.web.rendering import without_addresses


class PublicStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands as its last public report says, with deadlines as they are now.

    It *waits* for seats, by their titles, *until* a time of *zone*; or the clock is *stopped*; or it asks some seats
    *alone*, and the next report will tell. Once it is over there is the *final* report, in HTML.
    """

    turn: str
    zone: str
    latest: datetime | None = None
    waits: tuple[str, ...] = ()
    until: datetime | None = None
    stopped: bool = False
    alone: bool = False
    over: bool = False
    final: str = ""


def public_standing(game: Game) -> PublicStanding:
    """How *game* stands."""
    zone = game.settings.deadlines.zone.name
    pause = game.last_letter(PUBLIC)
    if pause is None:
        return PublicStanding(turn="", zone=zone)
    at = next(line.at for line in game.log.lines if line.pause and line.pause.round == pause.round)
    turn = game.ruleset.turn_named(game.turn(pause.entry))
    if everything_is_public(game):
        final = without_addresses(fragment(final_content(game)[1:], below=2))
        return PublicStanding(turn=turn, zone=zone, latest=at, over=True, final=final)
    if game.log.pauses[-1].round != pause.round:
        return PublicStanding(turn=turn, zone=zone, latest=at, alone=True)
    return PublicStanding(
        turn=turn,
        zone=zone,
        latest=at,
        waits=tuple(dict.fromkeys(game.titles[one.seat] for one in pause.waits if not one.bot)),
        until=deadlines.as_moved(pause, game.log.facts).deadline,
        stopped=bool(deadlines.standing_still(game.log.facts, PUBLIC)),
    )


def title_of(game: Game) -> str:
    """What pages call *game*."""
    return without_addresses(wording.title(game))
