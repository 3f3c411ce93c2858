"""The command by which a player appeals to the moderator."""

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand, appeal_in
from pbem.referee.correspondence import appeals

APPEALED, APPEAL_STOPS = "appealed", "appeal-stops"
MADE = frozenset({APPEALED, APPEAL_STOPS})
"""What became of an appeal that waits for the moderator as one: its words are in it."""


def appeal(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Put what the player writes before the moderator; what is not an appeal (any more) is a note to the moderator."""
    game, number = case.game, case.asked.number
    text = appeal_in(case.asked.words) or ""
    known = any(one.made.item == number for one in appeals.open_appeals(game))
    if not known:
        for code, stops in (
            ("appeal-empty", not text.strip()),
            ("appeals-off", game.settings.appeals == "no"),
            ("appeal-late", case.late or _over(case)),
            ("appeal-open", any(one.made.seat == case.seat for one in appeals.open_appeals(game))),
        ):
            if stops:
                return case.told(code, case.context().names())
    stopped = appeals.appeal(game, case.seat, number, text, case.clock)
    pause = game.last_letter(case.seat)
    return case.told(APPEAL_STOPS if stopped else APPEALED, {"number": number, "round": pause.round if pause else 0})


def _over(case: CommandCase) -> bool:
    """Whether the deadline of the letters has passed, where the seat has nothing to answer itself."""
    due = case.game.pause.deadline if case.game.pause else None
    return due is not None and case.asked.arrived >= due
