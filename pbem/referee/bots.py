"""Seats that game.yaml gives to the program."""

from pbem.engine.bot import BotAnswer, try_bot
from pbem.engine.decision import Decision
from pbem.engine.play import Source
from pbem.engine.playtest import bot_of
from pbem.engine.position import Position
from pbem.engine.table import Answer
from pbem.referee.game import Game


def plays(game: Game, seat: str) -> bool:
    """Whether the program plays *seat*."""
    return game.settings.seats[seat].bot


def seats(game: Game) -> tuple[str, ...]:
    """The seats that the program plays, in the order in which letters list them."""
    return tuple(seat for seat in game.titles if plays(game, seat))


def source(game: Game) -> Source:
    """The last source of answers: the bot, for the seats that it plays."""

    def answer(decision: Decision, _view: Position) -> Answer | None:
        return tried(game, decision).answer

    return answer


def tried(game: Game, decision: Decision) -> BotAnswer:
    """What the bot makes of a pending decision; neither answer nor trouble where it does not play."""
    if not plays(game, decision.seat):
        return BotAnswer()
    return try_bot(game.ruleset, bot_of(game.ruleset.name), game.table, decision)
