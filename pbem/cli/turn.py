"""The commands `turn`, `play`, `fetch`, `letters` and `send`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import output
from pbem.cli import status as standing
from pbem.cli.options import game_option, host, identity_option, json_option, opened, seat_called
from pbem.cli.status import WAITS, moved_by_itself, told
from pbem.errors import Refusal
from pbem.mail.moderating import wording
from pbem.mail.transport.folder import shown
from pbem.mail.turn import TurnResult, turn
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.status import Status
from pbem.report.plain import printable

if TYPE_CHECKING:
    from pbem.mail.judges import HandledMail
    from pbem.mail.outgoing.letters import MadeLetter
    from pbem.mail.send import SendResult
    from pbem.mail.transport.server import TransportTrouble


@click.command()
@game_option
@json_option
@click.pass_context
def fetch_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Fetch mail, check each sheet and reply to it.

    If one transport fails, mail is still fetched by the others, and the exit code is 1.
    """
    from pbem.mail.exchange import fetch_and_judge

    done = fetch_and_judge(folder, host().clock, host().rulesets)
    if as_json:
        strange = [shown(path) for path in done.strange]
        output.data({"verdicts": [one.verdict for one in done.handled], "strange": strange, "troubles": done.troubles})
    else:
        tell_fetched(done.handled, done.strange, done.waiting)
        tell_troubles(done.troubles)
    if done.troubles:
        ctx.exit(1)


def tell_fetched(handled: "Sequence[HandledMail]", strange: Sequence[Path], left: int = 0) -> None:
    """Print the result for each email, and how many emails are *left* unprocessed."""
    output.lines(wording.of_mail(handled, strange, left))


def tell_troubles(troubles: "Sequence[TransportTrouble]") -> None:
    """Print on standard error which transports failed."""
    for one in troubles:
        end = "" if one.says.endswith((".", "?")) else "."
        click.echo(printable(f"Some mail could not be fetched. {one.says}{end}"), err=True)


@click.command()
@game_option
@json_option
def letters_command(folder: Path, as_json: bool) -> None:
    """Write the letters that are due and put them in the outbox; existing ones stay as they are."""
    from pbem.mail.outgoing.letters import make_letters

    with opening.held(folder, host().rulesets) as game:
        made = make_letters(game)
    if as_json:
        output.data(
            [{"round": one.round, "seat": one.seat, "path": str(one.path), "mail": one.message} for one in made]
        )
    else:
        tell_letters(made)


def tell_letters(made: "Sequence[MadeLetter]") -> None:
    """Say which letters were written."""
    output.lines(wording.of_letters(made))


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be sent.")
@click.option("--full", is_flag=True, help="With --dry-run: show the headers and the text of each message.")
@click.option("--now", is_flag=True, help="Also try messages that are waiting after a failed attempt.")
@click.option("--again", metavar="ID", help="Send this message again: you know that it did not arrive.")
@click.option("--settled", metavar="ID", help="Treat this message as done: it arrived, or is not needed.")
@game_option
@json_option
def send_command(
    dry_run: bool, full: bool, now: bool, again: str | None, settled: str | None, folder: Path, as_json: bool
) -> None:
    """Send the messages in the outbox."""
    if dry_run:
        _dry_run(opened(folder), full=full, as_json=as_json)
        return
    from pbem.mail import send
    from pbem.mail.deeds import stages
    from pbem.mail.deeds.deed import DeedCase

    with opening.held(folder, host().rulesets) as game:
        done = stages.settled.does(DeedCase(game, host().clock, {"ident": settled})) if settled else None
        if again:
            stages.again.does(DeedCase(game, host().clock, {"ident": again}))
        sent = [] if settled and not again else send.send(game, host().clock, now=now)
        left = game.outbox.listed("queued")
        doubts = len(game.outbox.listed("trying"))
        waits = {ident: reply.due for ident in left if (reply := game.outbox.reply(ident)) and reply.due}
    if as_json:
        output.data({"sent": sent, "queued": left, "due": waits})
    elif done is not None and not again:
        output.lines(done.says)
    else:
        tell_sent(sent, left, doubts)
        tried = {one.ident for one in sent}
        for ident, due in waits.items():
            if ident not in tried:
                output.text(f"{ident} waits until {due:%Y-%m-%d %H:%M} UTC; `pbem send --now` tries it at once.")


def tell_sent(sent: "Sequence[SendResult]", left: Sequence[str], uncertain: int) -> None:
    """Print the result for each message; *uncertain* is how many may or may not have arrived."""
    output.lines(wording.of_sending(sent, left, uncertain))


def _dry_run(game: Game, *, full: bool, as_json: bool) -> None:
    from pbem.mail.send import plans

    planned = plans(game)
    if as_json:
        output.data(planned)
        return
    if not planned:
        output.text("Nothing waits to be sent.")
    for plan in planned:
        when = f", not before {plan.due:%Y-%m-%d %H:%M} UTC" if plan.due else ""
        output.text(f"{plan.id} would go to {plan.to or 'no one'}{when}.")
        if plan.said:
            tried = f"tried {plan.tries} times; the last time: " if plan.to else ""
            output.text(f"    {tried}{plan.said}")
        if full:
            output.text(f"\nMAIL FROM:<{plan.sender}>\nRCPT TO:<{plan.to}>\n{plan.headers}\n\n{plan.text}")
        else:
            output.text(f"    from {plan.sender}, {plan.size} bytes: {plan.subject}")


@click.command()
@click.option("--default", "seat", metavar="SEAT", help="First apply the default to the decision of this seat.")
@click.option("--reason", help="Why the default is applied.")
@click.option("--anyway", is_flag=True, help="Play even if a seat holds the stage until its deadline.")
@identity_option
@game_option
@json_option
def play_command(
    seat: str | None, reason: str | None, anyway: bool, identity: Path | None, folder: Path, as_json: bool
) -> None:
    """Play until sheets are needed; sheets are used first, then standing orders."""
    if seat and not reason:
        raise click.UsageError("--default needs --reason: it is your decision, and the log records why.")
    from pbem.mail.deeds import stages
    from pbem.mail.deeds.deed import DeedCase
    from pbem.mail.exchange import up_to_date
    from pbem.mail.moderating.play import play

    clock = host().clock
    with up_to_date(folder, clock, host().rulesets, identity) as game:
        if seat:
            stages.default.does(DeedCase(game, clock, {"seat": seat_called(game, seat), "reason": reason or ""}))
        done = play(game, clock, anyway=anyway)
    output.data(done.data) if as_json else output.lines(done.says)


def tell_played(played: int, found: Status, locked: Sequence[str] = ()) -> None:
    """Print how far play went and whom it waits for, or that it needs the key of *locked* sheets."""
    output.lines(wording.of_play(played, found, locked))


@click.command()
@output.folders_argument
@identity_option
@game_option
@json_option
@click.pass_context
def turn_command(
    ctx: click.Context, folders: tuple[Path, ...], identity: Path | None, folder: Path, as_json: bool
) -> None:
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
        output.data(as_data(done)) if as_json else tell_turn(done)
        ctx.exit(WAITS if done.needs else 0)
    outcomes: list[output.GameOutput[TurnResult]] = []
    several = output.each_apart(folders, work, _blamed) if len(folders) > 1 else output.each_game(folders, work)
    for one in output.each(several, "Games", len(folders)):
        outcomes.append(one)
        if not as_json:
            _tell_one(one, alone=len(folders) == 1)
    if as_json:
        output.data([output.as_data(one, as_data) for one in outcomes])
    if any(one.wrong for one in outcomes):
        ctx.exit(output.FAILED)
    if any(one.result and one.result.needs for one in outcomes):
        ctx.exit(WAITS)


def apart(clock: Clock, rulesets: Rulesets | None) -> output.Apart[TurnResult]:
    """What runs turns in a process of their own, for a program with threads, or with several games."""
    return output.Apart(lambda folder: turn(folder, clock, rulesets), _blamed)


def _blamed(folder: Path) -> bool:
    """Whether it is known what a turn of the game in *folder* died at: the next one sets that aside."""
    from pbem.mail.intake.arrival import blame

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


def _tell_one(one: output.GameOutput[TurnResult], *, alone: bool) -> None:
    """Print the outcome for a game, under its folder unless it is *alone*."""
    output.tell_wrong(one)
    if one.result is None:
        return
    if alone:
        tell_turn(one.result)
    elif one.result.idle:
        output.text(f"{one.folder}: {standing.in_a_line(one.folder, one.result.status)}")
    else:
        output.text(f"{one.folder}:")
        tell_turn(one.result)
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
            tell_turn(done)
    except (Refusal, OSError) as error:
        click.echo(printable(f"{where}No turn: {error}"), err=True)
    except Exception as error:  # noqa: BLE001 - who watches must not stop at it
        click.echo(printable(f"{where}No turn, for a bug in pbem: {error!r}"), err=True)
    sys.stdout.flush()
    return done


def tell_turn(done: TurnResult) -> None:
    """Print what a turn did."""
    if done.torn:
        output.text(f"The last line of the log was never finished; its {done.torn} bytes were removed.")
    tell_fetched(done.handled, done.strange, len(done.status.unread))
    tell_troubles(done.troubles)
    for fact in done.moved:
        output.text(moved_by_itself(fact, done.status.zone))
    tell_played(done.played, done.status, done.locked)
    if done.edited:
        standing.tell_new_rules(done.status)
    tell_letters(done.made)
    tell_sent(done.sent, done.status.queued, len(done.status.trying))
    for line in told(done.needs):
        output.text(line)
