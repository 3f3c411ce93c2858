"""pbem listen: accept mail from a mail server."""

import asyncio
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host
from pbem.cli.play import turn
from pbem.mail.turn import TurnResult
from pbem.referee import opening
from pbem.referee.game import Rulesets

SETTLING = 2.0
"""Seconds without further mail before a turn is run."""


@click.command()
@click.option("--turn", "turning", is_flag=True, help="Run a turn whenever mail arrives.")
@game_option
def command(turning: bool, folder: Path) -> None:
    """Accept mail from a mail server on this machine, by LMTP or SMTP, until you stop it.

    game.yaml says where to listen: `mail: in: listen:`. What arrives is kept for the next `pbem turn`.
    """
    do = turn.apart(host().clock, host().rulesets).do if turning else None
    asyncio.run(_listen(folder, host().rulesets, do))


async def _listen(folder: Path, rulesets: Rulesets, do: Callable[[Path], TurnResult] | None) -> None:
    from pbem.mail.transport import listener
    from pbem.settings import game_settings

    where = opening.settings_in(folder, rulesets).mail.intake.listen
    if where is None:
        raise listener.NotHere("game.yaml does not say where to listen; write `mail: in: {listen: {port: 8025}}`")
    stop, came = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    handler = listener.Handler(folder, lambda: game_settings.read_mail(folder / game_settings.NAME), came.set)

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
