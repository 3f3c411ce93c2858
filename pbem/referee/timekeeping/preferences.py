"""What players want to be sent: as they last said by a command, otherwise as game.yaml says."""

from pbem.referee.game import Game
from pbem.store.facts.preferences import PreferenceSet, Wish
from pbem.store.pause import Pause


def wants(game: Game, seat: str, about: Wish, at: Pause | None = None) -> bool:
    """Whether the player of *seat* wants reminders or calendar files, now or when the letter of a pause was written.

    What a former player of the seat said is forgotten.
    """
    since = game.tenure(seat, at).line
    wanted = getattr(game.settings.seats[seat], about) is True
    for line in game.log.lines[since:]:
        if at is not None and line.pause is not None and line.pause.round == at.round:
            break
        if isinstance(line.fact, PreferenceSet) and (line.fact.seat, line.fact.about) == (seat, about):
            wanted = line.fact.wanted
    return wanted
