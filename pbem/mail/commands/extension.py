"""The command extend, which asks for a later deadline."""

from collections.abc import Mapping
from typing import Any

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.mail.extraction.words.times import time_said
from pbem.referee.allowances import extensions

TO_THE_MODERATOR = frozenset({"extend-not-here"})
"""The replies to what the moderator reads, as the game does not settle it."""


def extend(case: CommandCase, command: MailCommand) -> CommandReply:
    """Ask for a later deadline."""
    if case.game.settings.extensions is None:
        return case.told("extend-not-here")
    said = time_said(command.argument, case.today, case.game.settings.zone_of(case.seat).name)
    if said.clear is None:
        return case.told("extend-unclear", {"text": command.argument, "ways": [str(one) for one in said.ways]})
    arrived = case.asked.arrived
    reply = extensions.ask(case.game, case.seat, said.clear, case.origin, arrived, case.clock)
    args: Mapping[str, Any] = {"zone": case.game.settings.zone_of(case.seat).name, **reply.args}
    return case.told(f"extend-{reply.code}", args)
