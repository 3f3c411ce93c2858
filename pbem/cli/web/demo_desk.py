"""pbem demo --desk: the demonstration in a browser, until one stops it."""

import sys
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import host
from pbem.demo.campaign import Campaign

if TYPE_CHECKING:
    from pbem.web.demonstration import DeskDemonstration

_WHAT_TO_DO = """\
Open the links, each in a tab of its own: you are all players at once. Click what you order, press Check, Try and Send.
When all sheets that the game waits for are there, it plays on. The pages notice it, and the new links come here.
No email leaves this machine. Ctrl-C ends it{}."""


def serve(campaign: Campaign, port: int, *, kept: bool) -> None:
    """Serve the game of *campaign* on this machine at *port*, once it is played up to where it is left to players."""
    from pbem.web.demonstration import DeskDemonstration
    from pbem.web.server.running import listening, run

    place = listening("127.0.0.1", port)
    address = f"http://127.0.0.1:{place.getsockname()[1]}"
    demonstration = DeskDemonstration(campaign, address, host().rulesets)
    demonstration.unplayed = output.error
    demonstration.played_on = lambda: _played_on(demonstration)
    click.echo("Playing the first rounds from sample emails ...", err=True)
    demonstration.play()
    server = demonstration.server()
    with demonstration.playing_on():
        run(server, place, lambda: _ready(demonstration, campaign if kept else None))


def _seats(demonstration: "DeskDemonstration") -> list[str]:
    lines: list[str] = []
    for seat in demonstration.seats():
        waits = ": the game is waiting for you" if seat.waited_for else ""
        lines += [f"{seat.title} ({seat.player}){waits}", f"  {seat.link}"]
    return lines


def _played_on(demonstration: "DeskDemonstration") -> None:
    """Say the links of the newest letters, without which no sheet can be sent."""
    output.text("\n".join(["", "The game has played on. These are the links of the newest letters:"]))
    output.text("\n".join(_seats(demonstration)))
    sys.stdout.flush()


def _ready(demonstration: "DeskDemonstration", kept: Campaign | None) -> None:
    lines = [f"{demonstration.title()}, on the order desk at {demonstration.address}", ""]
    lines += _seats(demonstration)
    lines += ["The moderator's page", f"  {demonstration.moderators_page()}"]
    lines += ["The public page", f"  {demonstration.public_page()}", ""]
    lines += [_WHAT_TO_DO.format(f"; the game stays in {kept.folder}" if kept else " and deletes the game")]
    output.text("\n".join(lines))
    sys.stdout.flush()
