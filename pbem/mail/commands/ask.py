"""Commands by which a player asks before ordering: about the position, and what a sheet would lead to."""

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee.enquiries import answers, trial

ASKED, TRIED = "asked", "tried"


def ask(case: CommandCase, command: MailCommand) -> CommandReply:
    """The answer to an enquiry, by the seat's view alone."""
    found = answers.answer(case.game, case.asked.view, case.seat, command.word, command.argument)
    return CommandReply(ASKED, found.heading, found.text, pictures=found.pictures)


def try_alone(case: CommandCase, _command: MailCommand) -> CommandReply:
    """That a trial needs a sheet."""
    return case.told("try-alone")


def try_sheet(case: CommandCase, sheet: str) -> CommandReply:
    """What *sheet* would lead to; it counts for nothing."""
    found = trial.tried(case.game, case.seat, sheet)
    return CommandReply(TRIED, found.heading, found.text)
