"""pbem turn: fetch, play, write letters and send."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pbem.cli import many, output, progress
from pbem.cli.look import status as standing
from pbem.cli.mail import fetch, letters, send
from pbem.cli.moderate.needs import WAITS, told
from pbem.cli.options import game_option, host, identity_option, json_option
from pbem.cli.play import play
from pbem.cli.time.clock import moved_by_itself
from pbem.mail.transport.waiting_files import shown
from pbem.mail.turn import TurnResult, turn
from pbem.referee.game import Clock, Rulesets
from pbem.report.layout import printable
from pbem.store.refusal import Refusal


@click.command()
@many.folders_argument
@identity_option
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, folders: tuple[Path, ...], identity: Path | None, folder: Path, as_json: bool) -> None:
    """Fetch mail, check sheets and reply, play, write letters, send.

    Meant for cron: run it at any time, as often as you like. A transport that fails is reported and tried again next
    time. With several games, each in a DIR, one that fails, hangs or dies does not stop the others.

    Exit codes: 0 done; 1 not done, or a game failed; 2 wrong usage; 3 done, but something needs you, which is listed
    with the command that settles it.
    """

    def work(place: Path) -> TurnResult:
        return turn(place, host().clock, host().rulesets, identity)

    if not folders:
        done = work(folder)
        output.data(as_data(done)) if as_json else tell(done)
        ctx.exit(WAITS if done.needs else 0)
    outcomes: list[many.GameOutput[TurnResult]] = []
    several = many.each_apart(folders, work, _blamed) if len(folders) > 1 else many.each(folders, work)
    for one in progress.each(several, "Games", len(folders)):
        outcomes.append(one)
        if not as_json:
            _tell_one(one, alone=len(folders) == 1)
    if as_json:
        output.data([many.as_data(one, as_data) for one in outcomes])
    if any(one.wrong for one in outcomes):
        ctx.exit(many.FAILED)
    if any(one.result and one.result.needs for one in outcomes):
        ctx.exit(WAITS)


def apart(clock: Clock, rulesets: Rulesets | None) -> many.Apart[TurnResult]:
    """What runs turns in a process of their own, for a program with threads, or with several games."""
    return many.Apart(lambda folder: turn(folder, clock, rulesets), _blamed)


def _blamed(folder: Path) -> bool:
    """Whether it is known what a turn of the game in *folder* died at: the next one sets that aside."""
    from pbem.mail.intake.attempts import blame

    return blame(folder)


def as_data(done: TurnResult) -> dict[str, Any]:
    """What a turn did, as data."""
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
        "moved": done.moved,
        "waits": done.needs,
    }


def _tell_one(one: many.GameOutput[TurnResult], *, alone: bool) -> None:
    """Print the outcome for a game, under its folder unless it is *alone*."""
    many.tell_wrong(one)
    if one.result is None:
        return
    if alone:
        tell(one.result)
    elif one.result.idle:
        output.text(f"{one.folder}: {standing.in_a_line(one.folder, one.result.status)}")
    else:
        output.text(f"{one.folder}:")
        tell(one.result)
    sys.stdout.flush()


def attempt(folder: Path, do: Callable[[Path], TurnResult], named: Path | None = None) -> TurnResult | None:
    """Let *do* run the turn and print its result; an obstacle is reported, and the next turn tries again.

    If the game is one of several it is *named* first, and if nothing happened nothing is printed.
    """
    done, where = None, f"{named}: " if named is not None else ""
    try:
        done = do(folder)
        if named is not None and not (done.idle and not done.needs):
            output.text(f"{named}:")
        if named is None or not (done.idle and not done.needs):
            tell(done)
    except (Refusal, OSError) as error:
        click.echo(printable(f"{where}No turn: {error}"), err=True)
    except Exception as error:  # noqa: BLE001 - who watches must not stop at it
        click.echo(printable(f"{where}No turn, for a bug in pbem: {error!r}"), err=True)
    sys.stdout.flush()
    return done


def tell(done: TurnResult) -> None:
    """Print what a turn did."""
    if done.torn:
        output.text(f"The last line of the log was never finished; its {done.torn} bytes were removed.")
    fetch.tell(done.handled, done.strange, len(done.status.unread))
    fetch.tell_troubles(done.troubles)
    for fact in done.moved:
        output.text(moved_by_itself(fact, done.status.zone))
    play.tell(done.played, done.status, done.locked)
    if done.edited:
        standing.tell_new_rules(done.status)
    letters.tell(done.made)
    send.tell(done.sent, done.status.queued, len(done.status.trying))
    for line in told(done.needs):
        output.text(line)
