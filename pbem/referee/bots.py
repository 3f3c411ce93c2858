"""Seats that game.yaml gives to bots."""

from msgspec.structs import replace

from pbem.engine.bot import BY, BY_LADDER, BotAnswer, try_bot
from pbem.engine.decision import Decision
from pbem.engine.play import Source
from pbem.engine.playtest import bot_of
from pbem.engine.position import Position
from pbem.engine.table import Answer
from pbem.referee.game import Game
from pbem.referee.ladder.record import bot_of_ladder


def plays(game: Game, seat: str) -> bool:
    """Whether a bot plays *seat*."""
    return game.settings.seats[seat].bot


def seats(game: Game) -> tuple[str, ...]:
    """The seats that bots play, in the order in which letters list them."""
    return tuple(seat for seat in game.titles if plays(game, seat))


def source(game: Game) -> Source:
    """The last source of answers: the bot, for the seats that it plays."""

    def answer(decision: Decision, _view: Position) -> Answer | None:
        return tried(game, decision).answer

    return answer


def tried(game: Game, decision: Decision) -> BotAnswer:
    """The bot's result for a pending decision; neither answer nor trouble if it does not play.

    It also plays what the ladder lets it answer for a seat that did not.
    """
    if plays(game, decision.seat):
        return asked(game, decision)
    taken = bot_of_ladder(game, decision)
    if taken is None:
        return BotAnswer()
    found = asked(game, decision)
    if found.answer is None:
        return found
    by, note = (BY, taken.reason) if taken.by == "moderator" else (BY_LADDER, taken.at)
    return BotAnswer(replace(found.answer, by=by, note=note))


def asked(game: Game, decision: Decision) -> BotAnswer:
    """The bot's result for a pending decision, whoever plays its seat."""
    return try_bot(game.ruleset, bot_of(game.ruleset.name), game.table, decision)
