"""What the moderator does so that play continues."""

from pbem.mail.deeds.decided import Decided
from pbem.mail.exchange import judge_and_play
from pbem.mail.moderating import progress
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.status import status


def play(game: Game, clock: Clock, *, anyway: bool = False) -> Decided:
    """Play until sheets are needed; *anyway* even if a seat holds the stage until its deadline."""
    played = judge_and_play(game, clock, anyway=anyway, letters=False).played
    found, locked = status(game, clock), submissions.locked(game)
    data = {"played": played, "status": found, "locked": locked}
    return Decided(says=tuple(progress.of_play(played, found, locked)), data=data)
