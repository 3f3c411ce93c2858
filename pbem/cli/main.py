"""The command `pbem`: a group whose commands are imported when they are called."""

import atexit
import errno
import gc
import importlib
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from typing import Any

import click

from pbem import __version__
from pbem.store.refusal import Refusal

COMMANDS: Mapping[str, str] = {
    "new": "Begin a game in a folder.",
    "seats": "List the seats and who holds them.",
    "fetch": "Fetch mail, check each sheet and reply to it.",
    "receive": "Keep an email that a mail server passes on by a pipe.",
    "listen": "Accept mail from a mail server by LMTP or SMTP.",
    "watch": "Run a turn whenever mail arrives, until you stop it.",
    "submit": "Submit a sheet for a seat.",
    "check": "Check a sheet without submitting it.",
    "envelope": "Show how raw emails would be handled.",
    "status": "Show where the game stands.",
    "doctor": "Check all that mail needs and say what is wrong.",
    "mail": "List emails, or show what one says.",
    "confirm": "Confirm a held or unclaimed email.",
    "dismiss": "Close an email that awaits you.",
    "play": "Play until sheets are needed.",
    "letters": "Write the letters that are due.",
    "report": "Print the public report of a round, ready to paste into a forum.",
    "send": "Send the messages in the outbox.",
    "turn": "Fetch, play, write letters and send; safe to repeat.",
    "seal": "Make the key for sealed sheets, or prove what one said.",
    "show": "Show the board, hands or log as a seat sees them.",
    "rewind": "Move the game back or forward; everyone is told.",
    "audit": "Repeat every draw and check the results.",
    "upgrade": "Continue a game with another version or edition.",
    "decree": "Rule on a matter within the game; everyone is told.",
    "hold": "Hold a stage until its deadline, for a seat.",
    "absent": "Note when a player is away.",
    "edition": "Check the files of an edition.",
    "case": "Run case files.",
    "demo": "Play the demonstration.",
    "solo": "Play alone against bots.",
    "fuzz": "Play random games to their end.",
    "balance": "Let bots play each other; report who wins and how.",
}
"""The commands in the order of a moderator's week; each is `command`, or its own name, in its own module."""


MODULES: Mapping[str, str] = {
    "new": "play.new",
    "seats": "moderate.seats",
    "fetch": "mail.fetch",
    "receive": "mail.receive",
    "listen": "mail.listen",
    "watch": "mail.watch",
    "submit": "play.submit",
    "check": "play.check",
    "envelope": "mail.envelope",
    "status": "look.status",
    "doctor": "mail.doctor",
    "mail": "mail.inbox",
    "confirm": "mail.confirm",
    "dismiss": "mail.dismiss",
    "play": "play.play",
    "letters": "mail.letters",
    "report": "look.report",
    "send": "mail.send",
    "turn": "play.turn",
    "seal": "mail.seal",
    "show": "look.show",
    "rewind": "moderate.rewind",
    "audit": "look.audit",
    "upgrade": "moderate.upgrade",
    "decree": "moderate.decree",
    "hold": "moderate.hold",
    "absent": "moderate.absent",
    "edition": "tools.edition",
    "case": "tools.case",
    "demo": "play.demo",
    "solo": "play.solo",
    "fuzz": "tools.fuzz",
    "balance": "tools.balance",
}
"""Where each command is, below pbem.cli."""


_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO})
"""What is the disk's fault even where the error names no file; what names one is."""


_ALLOCATIONS = 50_000
"""How many objects are made before Python looks for garbage: each 700, as usual, make imports take longer."""


atexit.register(gc.freeze)  # at its end too Python would look for garbage, in all that is thrown away at once anyhow


class DiskTrouble(Refusal):
    """A file could not be read or written."""


class Lazy(click.Group):
    """Knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        gc.set_threshold(_ALLOCATIONS)
        importlib.import_module("pbem.store.cache").use()
        module = vars(importlib.import_module(f"pbem.cli.{MODULES[cmd_name]}"))
        command: click.Command = module.get("command") or module[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal that has no hearts shows a question mark
                stream.reconfigure(errors="replace")
        if sys.stdin is None:  # whoever calls has closed it
            sys.stdin = TextIOWrapper(BytesIO())
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            from pbem.cli.output import tell_refusal

            tell_refusal(ctx, refusal)
            ctx.exit(1)
        except OSError as error:
            if error.errno not in _OF_THE_DISK and not error.filename:
                raise
            from pbem.cli.output import tell_refusal

            where = f"{error.filename}: " if error.filename else ""
            tell_refusal(ctx, DiskTrouble(f"{where}{error.strerror}; mend that, and do it again"))
            ctx.exit(1)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbem")
def main() -> None:
    """Run board wargames played by email.

    A game is a folder: the one given by --game, by the environment variable PBEM_GAME, or else
    the current one.
    """


if __name__ == "__main__":
    sys.exit(main())
