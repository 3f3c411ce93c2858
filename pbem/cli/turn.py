"""pbem turn: all of it."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click
import msgspec

from pbem.cli import fetch, letters, output, play, send
from pbem.cli.host import game_option, host, identity_option, json_option
from pbem.desk import rounds
from pbem.desk.desk import Handled
from pbem.mail import collecting, post
from pbem.mail.letters import Made
from pbem.mail.post import Fetched, Sent
from pbem.report.layout import blanked
from pbem.roads.lying import shown
from pbem.roads.words import Trouble
from pbem.store import docket
from pbem.store.game import Clock, Game, Rulesets
from pbem.store.refusal import Refusal
from pbem.store.status import Status, status


class Turned(msgspec.Struct, frozen=True):
    """What a turn did; *due* is when mail that is still queued should be sent."""

    fetched: Fetched
    troubles: tuple[Trouble, ...]
    handled: Sequence[Handled]
    played: int
    made: Sequence[Made]
    sent: Sequence[Sent]
    status: Status
    torn: int
    due: datetime | None
    locked: tuple[str, ...] = ()


@click.command()
@identity_option
@game_option
@json_option
def command(identity: Path | None, folder: Path, as_json: bool) -> None:
    """Fetch mail, check and answer sheets, play on, write letters, send.

    Meant for cron: it may be run at any time and any number of times. A road that fails is told and tried again
    the next time.
    """
    done = turn(folder, host().clock, host().rulesets, identity)
    if not as_json:
        tell(done)
        return
    output.data(
        {
            "verdicts": [one.verdict for one in done.handled],
            "strange": [shown(path) for path in done.fetched.strange],
            "troubles": done.troubles,
            "played": done.played,
            "letters": [{"round": one.round, "seat": one.seat, "path": str(one.path)} for one in done.made],
            "sent": done.sent,
            "status": done.status,
            "torn": done.torn,
            "locked": done.locked,
        }
    )


def turn(folder: Path, clock: Clock, rulesets: Rulesets | None = None, identity: Path | None = None) -> Turned:
    """Do all of it; only what needs the game waits for its lock."""
    collected = collecting.collect(folder, clock, rulesets)
    with Game.held(folder, rulesets, identity) as game:
        torn = game.torn
        fetched = post.fetch(game)
        try:
            gone = rounds.clear_and_play(game, clock)
        except Exception:
            post.send(game, clock)  # mail that waits to go waits for nothing that went wrong in play
            raise
        sent = post.send(game, clock)
        found = status(game, clock)
        due = post.next_due(game, clock())
        locked = docket.locked(game)
    troubles = (*collected.troubles, *fetched.troubles)
    return Turned(fetched, troubles, gone.handled, gone.played, gone.made, sent, found, torn, due, locked)


def attempt(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> Turned | None:
    """Do all of it and tell it; what keeps it from being done is told too, and the next time may be better."""
    done = None
    try:
        done = turn(folder, clock, rulesets)
        tell(done)
    except (Refusal, OSError) as error:
        click.echo(blanked(f"No turn: {error}"), err=True)
    except Exception as error:  # noqa: BLE001 - who watches must not stop at it
        click.echo(blanked(f"No turn, for a fault in the program: {error!r}"), err=True)
    sys.stdout.flush()
    return done


def tell(done: Turned) -> None:
    """Say what a turn did."""
    if done.torn:
        output.text(f"The last line of the log was never finished; its {done.torn} bytes were cut off.")
    fetch.tell(done.handled, done.fetched.strange)
    fetch.tell_troubles(done.troubles)
    play.tell(done.played, done.status, done.locked)
    letters.tell(done.made)
    send.tell(done.sent, done.status.queued)
