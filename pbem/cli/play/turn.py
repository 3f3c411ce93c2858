"""pbem turn: fetch, play, write letters and send."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from pbem.cli import many, output
from pbem.cli.look import status as standing
from pbem.cli.mail import fetch, letters, send
from pbem.cli.moderate.needs import WAITS, Need, needs, told
from pbem.cli.options import game_option, host, identity_option, json_option
from pbem.cli.play import play
from pbem.mail.transport.waiting_files import shown
from pbem.mail.turn import TurnResult, turn
from pbem.referee.game import Clock, Rulesets
from pbem.report.layout import printable
from pbem.store.refusal import Refusal


class ToldTurn(msgspec.Struct, frozen=True):
    """What a turn did, and what it leaves for the moderator."""

    done: TurnResult
    waits: tuple[Need, ...]


@click.command()
@many.folders_argument
@identity_option
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folders: tuple[Path, ...], identity: Path | None, folder: Path, as_json: bool) -> None:
    """Fetch mail, check sheets and reply, play, write letters, send.

    Meant for cron: run it at any time, as often as you like. A transport that fails is reported and tried again next
    time. With several games, each in a DIR, one that fails does not stop the others.

    Exit codes: 0 done; 1 not done, or a game failed; 2 wrong usage; 3 done, but something needs you, which is listed
    with the command that settles it.
    """

    def work(place: Path) -> ToldTurn:
        return _turned(place, host().clock, host().rulesets, identity)

    if not folders:
        done = work(folder)
        output.data(as_data(done)) if as_json else tell(done)
        ctx.exit(WAITS if done.waits else 0)
    outcomes: list[many.GameOutput[ToldTurn]] = []
    for one in many.each(folders, work):
        outcomes.append(one)
        if not as_json:
            _tell_one(one, alone=len(folders) == 1)
    if as_json:
        output.data([many.as_data(one, as_data) for one in outcomes])
    if any(one.wrong for one in outcomes):
        ctx.exit(many.FAILED)
    if any(one.result and one.result.waits for one in outcomes):
        ctx.exit(WAITS)


def as_data(one: ToldTurn) -> dict[str, Any]:
    """What a turn did, as data."""
    done = one.done
    return {
        "verdicts": [one.verdict for one in done.handled],
        "strange": [shown(path) for path in done.strange],
        "troubles": done.troubles,
        "played": done.played,
        "letters": [{"round": one.round, "seat": one.seat, "path": str(one.path)} for one in done.made],
        "sent": done.sent,
        "status": done.status,
        "torn": done.torn,
        "locked": done.locked,
        "waits": one.waits,
    }


def _turned(folder: Path, clock: Clock, rulesets: Rulesets | None = None, identity: Path | None = None) -> ToldTurn:
    done = turn(folder, clock, rulesets, identity)
    return ToldTurn(done, needs(folder, done.status, done.troubles, done.locked, done.strange))


def _tell_one(one: many.GameOutput[ToldTurn], *, alone: bool) -> None:
    """Print the outcome for a game, under its folder unless it is *alone*."""
    many.tell_wrong(one)
    if one.result is None:
        return
    if alone:
        tell(one.result)
    elif one.result.done.idle:
        output.text(f"{one.folder}: {standing.in_a_line(one.folder, one.result.done.status)}")
    else:
        output.text(f"{one.folder}:")
        tell(one.result)
    sys.stdout.flush()


def attempt(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> TurnResult | None:
    """Run the turn and print its result; an obstacle is reported, and the next turn tries again."""
    done = None
    try:
        told_turn = _turned(folder, clock, rulesets)
        done = told_turn.done
        tell(told_turn)
    except (Refusal, OSError) as error:
        click.echo(printable(f"No turn: {error}"), err=True)
    except Exception as error:  # noqa: BLE001 - who watches must not stop at it
        click.echo(printable(f"No turn, for a bug in pbem: {error!r}"), err=True)
    sys.stdout.flush()
    return done


def tell(one: ToldTurn) -> None:
    """Print what a turn did."""
    done = one.done
    if done.torn:
        output.text(f"The last line of the log was never finished; its {done.torn} bytes were removed.")
    fetch.tell(done.handled, done.strange, len(done.status.unread))
    fetch.tell_troubles(done.troubles)
    play.tell(done.played, done.status, done.locked)
    letters.tell(done.made)
    send.tell(done.sent, done.status.queued, len(done.status.trying))
    for line in told(one.waits):
        output.text(line)
