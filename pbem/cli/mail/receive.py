"""pbem receive: the end of a mail server's pipe."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import click

from pbem.cli.options import game_option

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
def command(
    ctx: click.Context, sender: str | None, recipients: tuple[str, ...], others: tuple[str, ...], folder: Path
) -> None:
    """Keep an email from standard input for the next `pbem turn`.

    For a mail server's pipe. Exit code 0 means that the email is safe, 75 that it must be tried again, 67 that there
    is no such recipient. Further recipients may follow the first, as Postfix passes them. This does not wait for
    other commands.
    """
    ctx.exit(receive(folder, sender, (*recipients, *others), sys.stdin.buffer))


def receive(
    folder: Path,
    sender: str | None,
    recipients: tuple[str, ...],
    pipe: BinaryIO,
) -> int:
    """Store the email from *pipe* unread; return the exit code."""
    writer = os.getppid()
    from pbem.mail.transport import spool

    try:
        if not _known(folder, recipients):
            return _failed(EX_NOUSER, f"{', '.join(recipients)}: no such recipient")
        chunks = _chunks(pipe, writer)
        first = next(chunks, b"")
        if not first:
            return _failed(EX_DATAERR, "there is no email on standard input")
        spool.keep(folder / spool.NAME, _rest(first, chunks), envelope=spool.SpooledMail(sender, recipients))
    except Exception as error:  # noqa: BLE001 - whatever it is, the mail must not be given back for it
        return _failed(EX_TEMPFAIL, f"not now: {error}")
    return 0


def _known(folder: Path, recipients: tuple[str, ...]) -> bool:
    """Whether mail to *recipients* is the game's; raises if that is unknown now."""
    from pbem.referee.game import settings_file
    from pbem.referee.transfer import handed_over
    from pbem.settings import game_settings

    file = settings_file(folder)
    handed_over.refuse(folder)
    if not recipients:
        return True
    from pbem.mail.transport.recipients import ours

    mail = game_settings.read_mail(file)
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
    from pbem.report.layout import inline

    click.echo(f"pbem receive: {inline(why)}", err=True)
    return code
