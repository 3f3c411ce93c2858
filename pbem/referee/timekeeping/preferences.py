"""What players want to be sent: as they last said by a command, otherwise as game.yaml says."""

from pbem.referee.game import Game
from pbem.store.facts.preferences import PreferenceSet, Wish
from pbem.store.log import LogLine


def wants(game: Game, seat: str, about: Wish, at: LogLine | None = None) -> bool:
    """Whether the player of *seat* wants reminders or calendar files, now or when a line of the log was written.

    What a former player of the seat said is forgotten.
    """
    since = game.tenure(seat, at.pause if at else None).line
    wanted = getattr(game.settings.seats[seat], about) is True
    for line in game.log.lines[since : at.seq if at else None]:
        if isinstance(line.fact, PreferenceSet) and (line.fact.seat, line.fact.about) == (seat, about):
            wanted = line.fact.wanted
    return wanted
