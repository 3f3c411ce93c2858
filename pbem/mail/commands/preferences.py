"""Commands by which a player says what to be sent: calendar files, reminders, a link to the order desk."""

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee.seats import desk_links
from pbem.referee.timekeeping.preferences import wants
from pbem.store.facts.preferences import PreferenceSet, Wish


def calendar(case: CommandCase, command: MailCommand) -> CommandReply:
    """Send deadlines as calendar files with each letter from now on, or no longer."""
    return _switch(case, command, "calendar")


def reminders(case: CommandCase, command: MailCommand) -> CommandReply:
    """Remind the player before deadlines, or do so no longer."""
    return _switch(case, command, "reminders")


def desk(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Send a new link to the seat's page on the order desk; those before it are void from now on."""
    if not case.game.settings.desk:
        return case.told("no-desk")
    desk_links.renew(case.game, case.seat, case.asked.number, case.asked.arrived)
    return case.told("desk", more=f"  {desk_links.link(case.game, case.seat, case.game.stages(case.seat))}")


def _switch(case: CommandCase, command: MailCommand, about: Wish) -> CommandReply:
    wanted = command.argument == "on"
    if wants(case.game, case.seat, about) is not wanted:
        case.game.note(PreferenceSet(seat=case.seat, about=about, wanted=wanted), case.asked.arrived)
    return case.told(f"{about}-{command.argument}")
