"""The commands `receive`, `listen` and `watch`: how mail reaches a game by itself."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import click

from pbem.cli import output, turn
from pbem.cli.options import game_option, host
from pbem.mail import turn as mail_turn
from pbem.mail.turn import TurnResult
from pbem.mail.watch import Watch, WatchAll
from pbem.referee import opening
from pbem.referee.game import Rulesets
from pbem.settings.beginnings import game_folders

SETTLING = 2.0
"""Seconds without further mail before a turn is run."""


@click.command()
@click.option("--turn", "turning", is_flag=True, help="Run a turn whenever mail arrives.")
@game_option
def listen_command(turning: bool, folder: Path) -> None:
    """Accept mail from a mail server on this machine, by LMTP or SMTP, until you stop it.

    game.yaml says where to listen: `mail: in: listen:`. What arrives is kept for the next `pbem turn`.
    """
    do = turn.apart(host().clock, host().rulesets).do if turning else None
    asyncio.run(_listen(folder, host().rulesets, do))


async def _listen(folder: Path, rulesets: Rulesets, do: Callable[[Path], TurnResult] | None) -> None:
    from pbem.mail.transport import listener, maildir
    from pbem.mail.transport.server import ours
    from pbem.settings import game

    where = opening.settings_in(folder, rulesets).mail.intake.listen
    if where is None:
        raise listener.NotHere("game.yaml does not say where to listen; write `mail: in: {listen: {port: 8025}}`")
    stop, came = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    handler = listener.Handler(
        lambda address: ours(game.read_mail(folder / game.NAME), address),
        lambda raw, about: maildir.keep(folder / maildir.NAME, raw, None, about),
        came.set,
    )

    def ready(at: str, port: int) -> None:
        output.text(f"Listening on {at}:{port} ({where.protocol}).")
        sys.stdout.flush()

    turns = asyncio.create_task(_turns(folder, do, came)) if do else None
    try:
        await listener.serve(where, handler, ready, stop)
    finally:
        if turns is not None:
            turns.cancel()
            await asyncio.gather(turns, return_exceptions=True)


async def _turns(folder: Path, do: Callable[[Path], TurnResult], came: asyncio.Event) -> None:
    """Run a turn once mail has come and no more follows for a moment; a turn that has begun is finished."""
    while True:
        await came.wait()
        while came.is_set():
            came.clear()
            await asyncio.sleep(SETTLING)
        await asyncio.shield(asyncio.to_thread(partial(turn.attempt, folder, do)))


EX_DATAERR, EX_NOUSER, EX_TEMPFAIL = 65, 67, 75
"""Exit codes for a mail server (sysexits.h)."""
CHUNK = 1 << 20
PF_EXITING = 0x4
"""The flag of a process that is ending, in the ninth field of `/proc/PID/stat` (proc(5))."""
ENDING = 0.2
"""Seconds within which a process that has closed its files is gone."""


def keep_with_server(error: click.UsageError) -> NoReturn:
    """Exit after wrong usage so that the mail server keeps the email and tries again."""
    click.echo(f"pbem receive: {error.format_message()}", err=True)
    raise click.exceptions.Exit(EX_TEMPFAIL) from None


class Pipe(click.Command):
    """A command whose wrong usage leaves the email on the server, until its command line is corrected."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        try:
            return super().make_context(*args, **more)
        except click.UsageError as error:
            keep_with_server(error)


@click.command(cls=Pipe)
@click.option("--from", "sender", help="The envelope sender; empty for the null sender.")
@click.option("--to", "recipients", multiple=True, help="The envelope recipient.")
@click.argument("others", nargs=-1, metavar="")
@game_option
@click.pass_context
def receive_command(
    ctx: click.Context, sender: str | None, recipients: tuple[str, ...], others: tuple[str, ...], folder: Path
) -> None:
    """Keep an email from standard input for the next `pbem turn`.

    For a mail server's pipe. Exit code 0 means that the email is safe, 75 that it must be tried again, 67 that there
    is no such recipient. Further recipients may follow the first, as Postfix passes them. This does not wait for
    other commands.
    """
    ctx.exit(receive(folder, sender, (*recipients, *others), sys.stdin.buffer))


def receive(folder: Path, sender: str | None, recipients: tuple[str, ...], pipe: BinaryIO) -> int:
    """Store the email from *pipe* unread; return the exit code."""
    from pbem.mail.transport import maildir

    about = maildir.SpooledMail(sender, recipients)
    return piped(
        pipe,
        lambda: "" if _known(folder, recipients) else f"{', '.join(recipients)}: no such recipient",
        lambda chunks: maildir.keep(folder / maildir.NAME, chunks, envelope=about),
    )


def piped(pipe: BinaryIO, unknown: Callable[[], str], keep: Callable[[Iterator[bytes]], object]) -> int:
    """Let *keep* store the email from *pipe*, unless *unknown* says that there is no such recipient; the exit code."""
    writer = os.getppid()
    try:
        if says := unknown():
            return _failed(EX_NOUSER, says)
        chunks = _chunks(pipe, writer)
        first = next(chunks, b"")
        if not first:
            return _failed(EX_DATAERR, "there is no email on standard input")
        keep(_rest(first, chunks))
    except Exception as error:  # noqa: BLE001 - whatever it is, the mail must not be given back for it
        return _failed(EX_TEMPFAIL, f"not now: {error}")
    return 0


def _known(folder: Path, recipients: tuple[str, ...]) -> bool:
    """Whether mail to *recipients* is the game's; raises if that is unknown now."""
    from pbem.referee.game import refuse_gone_on, settings_file
    from pbem.settings import game

    file = settings_file(folder)
    refuse_gone_on(folder)
    if not recipients:
        return True
    from pbem.mail.transport.server import ours

    mail = game.read_mail(file)
    return any(ours(mail, recipient) for recipient in recipients)


def _chunks(pipe: BinaryIO, writer: int) -> Iterator[bytes]:
    """The content of *pipe*; raises if the process *writer* stops before the end, as the email is then incomplete."""
    while chunk := pipe.read(CHUNK):
        yield chunk
    if _stopped(writer):
        raise BrokenPipeError("the mail server stopped in the middle of the email")


def _stopped(writer: int) -> bool:
    """Whether the process *writer*, whose end of the pipe is closed, has ended or is just ending.

    A process closes its files before its children get another parent, so that the parent alone tells too late.
    """
    try:
        state = Path(f"/proc/{writer}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        if int(state[6]) & PF_EXITING:
            return True
    except (OSError, IndexError, ValueError):  # another system, or another user's processes are hidden
        time.sleep(ENDING)
    return os.getppid() != writer


def _rest(first: bytes, chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The email without the line `From ...` that some mail servers add above it."""
    yield first.partition(b"\n")[2] if first.startswith(b"From ") else first
    yield from chunks


def _failed(code: int, why: str) -> int:
    from pbem.report.plain import inline

    click.echo(f"pbem receive: {inline(why)}", err=True)
    return code


@click.command()
@click.option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds between checks of transports that do not announce new mail.",
)
@output.all_option
@game_option
def watch_command(every: float, top: Path | None, folder: Path) -> None:
    """Run a turn whenever mail arrives or is due to go out, and every hour, until you stop it.

    An IMAP server announces new mail by itself; other transports are checked at intervals. With --all games that begin
    later are watched, too.
    """
    clock, rulesets = host().clock, host().rulesets

    do = turn.apart(clock, rulesets).do if top is not None else lambda place: mail_turn.turn(place, clock, rulesets)

    def watch_of(place: Path, heard: Callable[[], object]) -> Watch:
        named = place if top is not None else None
        return Watch(
            place,
            clock,
            rulesets,
            every,
            lambda: turn.attempt(place, do, named=named),
            turn.tell_troubles,
            heard,
        )

    if top is None:
        opening.settings_in(folder, rulesets)
    else:
        game_folders(top)
    watch = WatchAll(top, every, watch_of) if top is not None else watch_of(folder, lambda: None)
    for number in (signal.SIGTERM, signal.SIGINT):
        # in a thread of its own: the handler may interrupt this one while it holds the event's lock
        signal.signal(number, lambda *_: threading.Thread(target=watch.stop).start())
    output.text(f"Watching {f'all games in {top}' if top is not None else folder}.")
    sys.stdout.flush()
    watch.run()
