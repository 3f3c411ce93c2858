"""pbem play: play on."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.look import status as standing
from pbem.cli.options import game_option, host, identity_option, json_option, seat_called
from pbem.referee import submissions
from pbem.referee.play import apply_default
from pbem.referee.status import WAITED_FOR, Status, status


@click.command()
@click.option("--default", "seat", metavar="SEAT", help="First apply the default to the decision of this seat.")
@click.option("--reason", help="Why the default is applied.")
@click.option("--anyway", is_flag=True, help="Play even if a seat holds the stage until its deadline.")
@identity_option
@game_option
@json_option
def command(
    seat: str | None, reason: str | None, anyway: bool, identity: Path | None, folder: Path, as_json: bool
) -> None:
    """Play until sheets are needed; sheets are used first, then standing orders."""
    if seat and not reason:
        raise click.UsageError("--default needs --reason: it is your decision, and the log records why.")
    from pbem.mail.exchange import judge_and_play, up_to_date

    clock = host().clock
    with up_to_date(folder, clock, host().rulesets, identity) as game:
        if seat:
            apply_default(game, seat_called(game, seat), reason or "", clock)
        played = judge_and_play(game, clock, anyway=anyway, letters=False).played
        found = status(game, clock)
        locked = submissions.locked(game)
    if as_json:
        output.data({"played": played, "status": found, "locked": locked})
    else:
        tell(played, found, locked)


def tell(played: int, found: Status, locked: Sequence[str] = ()) -> None:
    """Print how far play went and whom it waits for, or that it needs the key of *locked* sheets."""
    output.text(f"Entries played: {played}.")
    if found.outcome is not None:
        output.text("The game is over.")
    for seat in found.seats if not found.missing and not found.late else ():
        if seat.holds:
            output.text(f"{seat.title} holds the stage until its deadline; `pbem play --anyway` continues.")
        elif seat.received == "standing":
            when = "at the deadline, or " if found.deadline else ""
            output.text(f"{seat.title} has advance orders, which count {when}with `pbem play --anyway`.")
    if any(not one.seats and not one.plays for one in found.stopped) and not found.missing:
        output.text("All sheets are in, but the clock is stopped; `pbem deadline resume` lets play continue.")
    if found.opens:
        output.text(standing.waits_for_time(found.opens, found.zone))
    for seat in found.missing:
        for one in seat.questions:
            if one.received in WAITED_FOR:
                output.text(f"Waiting for {seat.title} ({one.key}): {one.received}.")
    if locked and not found.missing:
        output.text(f"All sheets are in, but those of {', '.join(locked)} are sealed and the key is missing.")
        output.text("To continue with it: pbem turn --identity FILE.")
