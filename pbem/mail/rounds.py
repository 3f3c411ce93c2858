"""Judge what came and play on, by turns, until neither changes anything: so a game that was put back catches up."""

from contextlib import suppress

import msgspec

from pbem.mail.intake import later_stages, process
from pbem.mail.intake.process import HandledMail
from pbem.mail.outgoing.letters import MadeLetter, make_letters
from pbem.referee.game import Clock, Game
from pbem.referee.play import play_on
from pbem.referee.restored import behind
from pbem.store.refusal import Refusal


class GameGone(msgspec.Struct, frozen=True):
    """How far a game went: the emails that were judged, the entries that were played, the letters that were written."""

    handled: tuple[HandledMail, ...] = ()
    played: int = 0
    made: tuple[MadeLetter, ...] = ()


def clear_and_play(game: Game, clock: Clock, *, anyway: bool = False, letters: bool = True) -> GameGone:
    """Judge every item by the stage at which it came, play on, and write the *letters*.

    Where emails show that the game is behind its own letters, a stage that a seat held then is held no more. If play
    fails all mail is judged all the same.
    """
    handled: list[HandledMail] = []
    made: list[MadeLetter] = []
    before, lines = len(game.table.entries), -1
    try:
        while lines != len(game.log.lines) or later_stages.reopen(game):
            handled += process.clear(game, clock)
            lines = len(game.log.lines)
            play_on(game, clock, anyway=anyway or behind(game) > 0)
            made += make_letters(game) if letters else []
    except Exception:
        with suppress(Refusal, OSError):  # what failed first is told
            process.clear(game, clock, through=True)
        raise
    return GameGone(tuple(handled), len(game.table.entries) - before, tuple(made))
