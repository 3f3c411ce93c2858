"""pbem club listen, receive, mail: how mail comes to a club, and what belongs to no game."""

import sys
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.arriving import Pipe
from pbem.cli.options import host, json_option


@click.command()
@click.pass_obj
def listen(file: Path) -> None:
    """Take in mail for all games, from a mail server on this machine, until you stop it."""
    import asyncio

    from pbem.club.intake import listen as run
    from pbem.club.settings import open_club

    def ready(at: str, port: int) -> None:
        output.text(f"Listening on {at}:{port} ({club.settings.listen.protocol}).")
        sys.stdout.flush()

    club = open_club(file, host().clock)
    asyncio.run(run(club, ready))


@click.command(cls=Pipe)
@click.option("--from", "sender", help="The envelope sender; empty for the null sender.")
@click.option("--to", "recipients", multiple=True, help="The envelope recipient.")
@click.argument("others", nargs=-1, metavar="")
@click.pass_context
def receive(ctx: click.Context, sender: str | None, recipients: tuple[str, ...], others: tuple[str, ...]) -> None:
    """Take in an email for any game from standard input, for a mail server's pipe.

    Exit code 0 means that the email is safe, 75 that it must be tried again.
    """
    from pbem.cli.arriving import piped
    from pbem.club.intake import take_in
    from pbem.club.settings import open_club
    from pbem.mail.transport.maildir import SpooledMail

    about = SpooledMail(sender, (*recipients, *others))
    ctx.exit(
        piped(sys.stdin.buffer, lambda: "", lambda chunks: take_in(open_club(ctx.obj, host().clock), chunks, about))
    )


@click.command()
@click.option("--give", nargs=2, type=(int, str), default=None, metavar="NUMBER GAME", help="Let it be for that game.")
@click.option("--drop", type=int, default=None, metavar="NUMBER", help="Be done with it.")
@json_option
@click.pass_obj
def mail(file: Path, give: tuple[int, str] | None, drop: int | None, as_json: bool) -> None:
    """List the mail that belongs to no game, without a word of it."""
    import msgspec

    from pbem.club import strangers
    from pbem.club.database import connected
    from pbem.club.settings import open_club

    club = open_club(file, host().clock)
    with connected(club.database) as connection, connection.transaction():
        if give:
            strangers.give(connection, *give)
        if drop is not None:
            strangers.drop(connection, drop)
        found = [msgspec.to_builtins(one) for one in strangers.waiting(connection, club)]
    if as_json:
        output.data(found)
    elif found:
        output.table(("number", "came", "bytes", "from", "at"), [tuple(map(str, one.values())) for one in found])
    else:
        output.text("No email waits.")
