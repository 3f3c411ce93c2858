"""The command `resign`: it is asked back with a word, so that no one leaves a game by a slip."""

from datetime import timedelta

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee.seats import changes, resignations

VALID = timedelta(days=14)
"""How long the word may be sent back."""


def resign(case: CommandCase, command: MailCommand) -> CommandReply:
    """Ask for the word that confirms it, or with that word let the seat be vacant; a stand-in gives it back."""
    game, seat = case.game, case.seat
    stands_in = game.holders[seat].stand_in is not None
    if not command.argument:
        word = resignations.ask(game, seat, case.asked.number, case.clock)
        return case.told("resign-asked", {"word": word, "stand_in": stands_in, "days": VALID.days})
    asked = resignations.with_word(game, seat, command.argument)
    if asked is None or case.asked.arrived - asked.at > VALID:
        return case.told("resign-unknown", {"days": VALID.days})
    if stands_in:
        changes.end_stand_in(game, seat, case.clock, by="player")
    else:
        changes.vacate(game, seat, case.clock, by="player")
    return case.told("resigned", {"stand_in": stands_in})
