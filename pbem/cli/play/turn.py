"""pbem turn: all of it."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pbem.cli import many, output
from pbem.cli.look import status as standing
from pbem.cli.mail import fetch, letters, send
from pbem.cli.moderate.needs import WAITS, Need, needs, told
from pbem.cli.options import game_option, host, identity_option, json_option
from pbem.cli.play import play
from pbem.mail.transport.waiting_files import shown
from pbem.referee import opening, snapshot, submissions
from pbem.referee.game import Clock, Game, Rulesets, ruleset_called
from pbem.referee.snapshot import Snapshot
from pbem.referee.status import Status, status
from pbem.report.layout import printable
from pbem.store.refusal import Refusal

if TYPE_CHECKING:
    from pbem.mail.intake.process import HandledMail
    from pbem.mail.outgoing.letters import MadeLetter
    from pbem.mail.post import SendResult
    from pbem.mail.transport.trouble import TransportTrouble


class TurnResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn did; *strange* files tell no seat, *due* is when mail that is still queued should be sent.

    What it leaves for the moderator *waits*.
    """

    status: Status
    due: datetime | None
    troubles: "tuple[TransportTrouble, ...]" = ()
    strange: tuple[Path, ...] = ()
    handled: "Sequence[HandledMail]" = ()
    played: int = 0
    made: "Sequence[MadeLetter]" = ()
    sent: "Sequence[SendResult]" = ()
    torn: int = 0
    locked: tuple[str, ...] = ()
    waits: tuple[Need, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do, nor to tell."""
        happened = (self.troubles, self.strange, self.handled, self.played, self.made, self.sent, self.torn)
        return not any(happened) and not self.locked and not self.status.unread


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

    def work(place: Path) -> TurnResult:
        return turn(place, host().clock, host().rulesets, identity)

    if not folders:
        done = work(folder)
        output.data(as_data(done)) if as_json else tell(done)
        ctx.exit(WAITS if done.waits else 0)
    outcomes: list[many.GameOutput[TurnResult]] = []
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
        "waits": done.waits,
    }


def turn(folder: Path, clock: Clock, rulesets: Rulesets | None = None, identity: Path | None = None) -> TurnResult:
    """Do all of it; only what needs the game waits for its lock.

    Where nothing has changed since a turn that found nothing to do, the game is not read.
    """
    known = None if identity else snapshot.trusted(folder, clock())
    done = _as_before(known) if known and not known.servers else _turn(folder, clock, rulesets, identity)
    waits = needs(folder, done.status, done.troubles, done.locked, done.strange)
    return msgspec.structs.replace(done, waits=waits)


def _as_before(known: Snapshot, troubles: "tuple[TransportTrouble, ...]" = ()) -> TurnResult:
    return TurnResult(status=known.status, due=known.due, troubles=troubles)


def _turn(folder: Path, clock: Clock, rulesets: Rulesets | None, identity: Path | None) -> TurnResult:
    from pbem.mail import collect, post, rounds

    collected = collect.collect(folder, clock, rulesets)
    known = None if identity else snapshot.trusted(folder, clock())
    if known is not None:
        return _as_before(known, collected.troubles)
    settings = collect.settings_in(folder, rulesets)
    rests_on = None if identity else snapshot.basis(folder, settings, ruleset_called(settings.rules, rulesets))
    with opening.held(folder, rulesets, identity) as game:
        torn = game.torn
        fetched = post.fetch(game)
        try:
            gone = rounds.clear_and_play(game, clock)
        except Exception:
            post.send(game, clock)  # mail that waits to go waits for nothing that went wrong in play
            raise
        sent = post.send(game, clock)
        at = clock()
        done = TurnResult(
            status=status(game, lambda: at),
            due=post.next_due(game, at),
            troubles=(*collected.troubles, *fetched.troubles),
            strange=fetched.strange,
            handled=gone.handled,
            played=gone.played,
            made=gone.made,
            sent=sent,
            torn=torn,
            locked=submissions.locked(game),
        )
        if rests_on is not None and done.idle and not collected.came:
            _keep(game, done, rests_on, at)
    return done


def _keep(game: Game, done: TurnResult, rests_on: snapshot.Basis, at: datetime) -> None:
    """Keep where a game is in which there was nothing to do."""
    if done.due is not None and done.due <= at:
        return
    look = standing.look_at(game, done.status)
    if not look.notes and not look.astray:
        with suppress(OSError):  # the next turn will look again
            snapshot.keep(game, done.status, rests_on, at, done.due)


def _tell_one(one: many.GameOutput[TurnResult], *, alone: bool) -> None:
    """Say what became of a game, under its folder unless it is *alone*."""
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


def attempt(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> TurnResult | None:
    """Do all of it and tell it; what keeps it from being done is told too, and the next time may be better."""
    done = None
    try:
        done = turn(folder, clock, rulesets)
        tell(done)
    except (Refusal, OSError) as error:
        click.echo(printable(f"No turn: {error}"), err=True)
    except Exception as error:  # noqa: BLE001 - who watches must not stop at it
        click.echo(printable(f"No turn, for a bug in pbem: {error!r}"), err=True)
    sys.stdout.flush()
    return done


def tell(done: TurnResult) -> None:
    """Say what a turn did."""
    if done.torn:
        output.text(f"The last line of the log was never finished; its {done.torn} bytes were removed.")
    fetch.tell(done.handled, done.strange, len(done.status.unread))
    fetch.tell_troubles(done.troubles)
    play.tell(done.played, done.status, done.locked)
    letters.tell(done.made)
    send.tell(done.sent, done.status.queued, len(done.status.trying))
    for line in told(done.waits):
        output.text(line)
