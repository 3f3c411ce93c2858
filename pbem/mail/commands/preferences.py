"""Commands by which a player says what to be sent: calendar files, reminders."""

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee.timekeeping.preferences import wants
from pbem.store.facts.preferences import PreferenceSet, Wish


def calendar(case: CommandCase, command: MailCommand) -> CommandReply:
    """Send deadlines as calendar files with each letter from now on, or no longer."""
    return _switch(case, command, "calendar")


def reminders(case: CommandCase, command: MailCommand) -> CommandReply:
    """Remind the player before deadlines, or do so no longer."""
    return _switch(case, command, "reminders")


def _switch(case: CommandCase, command: MailCommand, about: Wish) -> CommandReply:
    wanted = command.argument == "on"
    if wants(case.game, case.seat, about) is not wanted:
        case.game.note(PreferenceSet(seat=case.seat, about=about, wanted=wanted), case.asked.arrived)
    return case.told(f"{about}-{command.argument}")
