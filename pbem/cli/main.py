"""The command `pbem`: a group whose commands are imported when they are called."""

import atexit
import gc
import importlib
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from pbem import __version__
from pbem.cli import GAME
from pbem.errors import OF_THE_DISK, Refusal, where_and_why


class LazyCommand(NamedTuple):
    """A command before it is imported: its module below pbem.cli, and what it does."""

    module: str
    help: str


GROUPS: Mapping[str, Mapping[str, LazyCommand]] = {
    "Every day": {
        "turn": LazyCommand("turn", "Fetch, play, write letters and send; safe to repeat."),
        "status": LazyCommand("status", "Show where the game stands."),
        "mail": LazyCommand("mail", "List emails, or show what one says."),
        "confirm": LazyCommand("deeds", "Confirm a held or unclaimed email."),
        "show": LazyCommand("show", "Show the board, hands or log as a seat sees them."),
    },
    "Play": {
        "new": LazyCommand("new", "Begin a game in a folder."),
        "play": LazyCommand("turn", "Play until sheets are needed."),
        "submit": LazyCommand("submit", "Submit a sheet for a seat."),
        "check": LazyCommand("ask", "Check a sheet without submitting it."),
        "try": LazyCommand("ask", "Try a sheet: what would be refused, and what would follow."),
        "solo": LazyCommand("demo", "Play alone against bots."),
        "demo": LazyCommand("demo", "Play the demo."),
    },
    "Mail": {
        "fetch": LazyCommand("turn", "Fetch mail, check each sheet and reply to it."),
        "letters": LazyCommand("turn", "Write the letters that are due."),
        "send": LazyCommand("turn", "Send the messages in the outbox."),
        "posts": LazyCommand("mail", "List what is to be posted in the forum, copy it, tick it off."),
        "dismiss": LazyCommand("deeds", "Close an email that awaits you."),
        "doctor": LazyCommand("doctor", "Check all that mail needs and say what is wrong."),
        "watch": LazyCommand("arriving", "Run a turn whenever mail arrives, until you stop it."),
        "listen": LazyCommand("arriving", "Accept mail from a mail server by LMTP or SMTP."),
        "receive": LazyCommand("arriving", "Keep an email that a mail server passes on by a pipe."),
        "seal": LazyCommand("seal", "Make the key for sealed sheets, or prove what one said."),
    },
    "Moderate": {
        "seats": LazyCommand("seats", "List the seats and who holds them."),
        "ladder": LazyCommand("moderate", "Show what happens if a sheet is missing, and decide."),
        "seat": LazyCommand("seats", "Let a seat change hands: replace, invite, vacate, stand-in ..."),
        "hold": LazyCommand("deeds", "Hold a stage until its deadline, for a seat."),
        "absent": LazyCommand("deeds", "Note when a player is away."),
        "appeal": LazyCommand("moderate", "List what players appeal against, or settle it."),
        "rule": LazyCommand("moderate", "Change the position, or answer for a seat; everyone is told."),
        "rewind": LazyCommand("moderate", "Move the game back or forward; everyone is told."),
        "pack": LazyCommand("transfer", "Pack the game into a file, to continue elsewhere."),
        "unpack": LazyCommand("transfer", "Unpack a game and verify it."),
        "upgrade": LazyCommand("transfer", "Continue a game with another version or edition."),
    },
    "Time": {
        "deadline": LazyCommand("deadline", "Show or move deadlines; stop the clock and let it run again."),
    },
    "Words": {
        "announce": LazyCommand("deeds", "Say something to all players, and in the report."),
        "tell": LazyCommand("deeds", "Say something to one player."),
        "answer": LazyCommand("deeds", "Reply to an email that awaits you."),
        "watchers": LazyCommand("words", "List, add or remove people who get the public report."),
    },
    "Look": {
        "games": LazyCommand("status", "List many games, a line each: what waits, what needs you."),
        "reach": LazyCommand("ask", "Show where a piece can go."),
        "way": LazyCommand("ask", "Show the shortest way between two places."),
        "report": LazyCommand("show", "Print the public report of a round, ready to paste into a forum."),
        "story": LazyCommand("show", "Write the public story of the whole game as one document, with its pictures."),
        "audit": LazyCommand("audit", "Repeat every draw and check the results."),
    },
    "Web": {
        "serve": LazyCommand("serve", "Serve the order desk: games in a browser."),
        "site": LazyCommand("serve", "Write the public pages of games as files, for any web space."),
    },
    "Club": {
        "club": LazyCommand("club.commands", "Run a club: many games in PostgreSQL, played by any number of workers."),
    },
    "Tools": {
        "help": LazyCommand("deeds", "List all that a moderator does: by command, email and button."),
        "case": LazyCommand("cases", "Run case files."),
        "edition": LazyCommand("edition", "Check the files of an edition."),
        "fuzz": LazyCommand("playtest", "Play random games to their end."),
        "balance": LazyCommand("playtest", "Let bots play each other; report who wins and how."),
    },
}
"""The commands as `pbem --help` shows them; the command `turn` is `turn_command` in its module."""
OTHER_NAMES: Mapping[str, str] = {"decree": "rule"}
"""Other names of commands, which are understood and not shown."""
COMMANDS: Mapping[str, LazyCommand] = {name: entry for group in GROUPS.values() for name, entry in group.items()}


_ALLOCATIONS = 50_000
"""How many objects are made before Python collects garbage: the usual 700 slows imports."""


atexit.register(gc.freeze)  # at its end Python would collect garbage too, though everything is thrown away anyway


class DiskTrouble(Refusal):
    """A file could not be read or written."""


class LazyGroup(click.Group):
    """Knows its commands by name and imports one only to run it."""

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> click.Context:
        piped = "receive" in args
        try:
            return super().make_context(info_name, args, *more, **extra)
        except click.UsageError as error:
            if piped:
                importlib.import_module("pbem.cli.arriving").keep_with_server(error)
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = OTHER_NAMES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        gc.set_threshold(_ALLOCATIONS)
        importlib.import_module("pbem.store.files").use()
        module = importlib.import_module(f"pbem.cli.{COMMANDS[cmd_name].module}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name, help=one.help) for name, one in COMMANDS.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and args[0] not in OTHER_NAMES and not args[0].startswith("-"):
            raise click.UsageError(_no_command(args[0]), ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and GAME in ctx.meta and not _takes_game(command, rest):
            raise click.UsageError(f"`pbem {name}` works without a game; leave out --game.", ctx)
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), entry.help) for name, entry in group.items()])

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal that lacks a sign shows a question mark
                stream.reconfigure(errors="replace")
        if sys.stdin is None:  # the caller has closed it
            sys.stdin = TextIOWrapper(BytesIO())
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            from pbem.cli.output import tell_refusal

            tell_refusal(ctx, refusal)
            ctx.exit(1)
        except OSError as error:
            if error.errno not in OF_THE_DISK and not error.filename:
                raise
            from pbem.cli.output import tell_refusal

            tell_refusal(ctx, DiskTrouble(f"{where_and_why(error)}; fix that, then run the command again"))
            ctx.exit(1)


def _no_command(name: str) -> str:
    from difflib import get_close_matches

    alike = get_close_matches(name, COMMANDS)
    return f"There is no command '{name}'." + (f" Did you mean {' or '.join(map(repr, alike))}?" if alike else "")


def _takes_game(command: click.Command, arguments: list[str]) -> bool:
    """Whether a command that is called with *arguments* works on the game that --game names."""
    if isinstance(command, click.Group):
        called = next((argument for argument in arguments if argument in command.commands), None)
        return called is None or _takes_game(command.commands[called], arguments)
    return any("--game" in parameter.opts for parameter in command.params)


def _remember_game(ctx: click.Context, _option: click.Parameter, folders: tuple[Path, ...]) -> None:
    """Store the folder given before the name of a command, for the command."""
    if folders:
        ctx.meta[GAME] = folders


def _versions(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version of the program, and those of each game installed, with what its logs may have in them."""
    if not wanted or ctx.resilient_parsing:
        return
    from pbem.engine.ruleset import GROUP, find, installed
    from pbem.store.log import SHOWN, digest_of_lines

    click.echo(f"pbem {__version__}")
    for name in sorted(installed(GROUP)):
        rules = find(name)
        click.echo(f"{name} {rules.version}, log lines {digest_of_lines(rules.events, rules.orders)[:SHOWN]}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--game",
    type=click.Path(path_type=Path, file_okay=False),
    multiple=True,
    expose_value=False,
    callback=_remember_game,
    help="The game's folder; before or after the command.",
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_versions, help="Show versions.")
def main() -> None:
    """Run board wargames played by email.

    A game is a folder: the one given by --game, by the environment variable PBEM_GAME, or else
    the current one.
    """


if __name__ == "__main__":
    sys.exit(main())
