"""pbem ladder: what happens to a seat that does not answer in time, and the moderator's word on it."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.mail.deeds import stages
from pbem.mail.exchange import up_to_date
from pbem.referee.game import Game
from pbem.referee.ladder import table
from pbem.referee.ladder.record import proposals
from pbem.referee.ladder.table import LadderRow
from pbem.settings.ladder import CAME
from pbem.store.facts.ladder import Came, RungProposed

_ORDINALS = ("", "first", "second", "third")


@click.group(invoke_without_command=True)
@click.option("--as", "seat", metavar="SEAT", help="Only this seat, as often as it has missed its deadline now.")
@click.option("--if", "came", type=click.Choice(CAME), help="What would happen if no more than this came.")
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, seat: str | None, came: Came | None, folder: Path, as_json: bool) -> None:
    """Show what happens, step by step, to a seat that does not answer in time.

    The times are those of the present stage. --if rehearses it, for each seat as often as it has missed its deadline
    in a row: what would happen if nothing more came, or only a faulty sheet. This changes nothing.
    """
    if ctx.invoked_subcommand is not None:
        return
    game = opened(folder)
    seats = (seat_called(game, seat),) if seat else tuple(game.titles)
    if seat or came:
        rows = table.of_seats(game, host().clock(), seats, (came,) if came else CAME)
    else:
        rows = table.of_game(game)
    missed = {one: number for one, number in table.row_of_misses(game).items() if one in seats}
    proposed = [one for one in proposals(game) if one.seat in seats]
    if as_json:
        output.data({"ladder": rows, "missed": missed, "proposed": proposed})
        return
    if game.settings.ladder is None:
        output.text("This game has no ladder: you decide what happens when a sheet is missing at a deadline.")
        return
    _tell(game, rows, missed, proposed)


def _tell(game: Game, rows: Sequence[LadderRow], missed: dict[str, int], proposed: Sequence[RungProposed]) -> None:
    zone = game.settings.deadlines.zone
    cells = [
        (
            *((row.seat,) if row.seat else ()),
            row.came,
            _which(row, rows),
            "deadline" if row.at == "deadline" else "end of grace",
            f"{row.time.astimezone(zone.info):%a %Y-%m-%d %H:%M}" if row.time else "",
            ", otherwise ".join(row.does),
        )
        for row in rows
    ]
    heads = ("came", "time in a row", "when", zone.name, "what happens")
    if rows:
        output.table(("seat", *heads) if rows[0].seat else heads, cells)
    else:
        output.text("Nothing would happen now: nothing is asked that has a deadline.")
    for seat, number in missed.items():
        if number:
            output.text(f"{game.titles[seat]} has missed {number} in a row.")
    for one in proposed:
        if one.rung == "ask the moderator":
            output.text(f"{game.titles[one.seat]} has no valid sheet, and you are asked: `pbem status` says more.")
        else:
            settle = f"`pbem ladder approve {one.seat}`, or `pbem ladder decline {one.seat}`"
            output.text(f"Proposed for {game.titles[one.seat]}: {one.rung}. To settle it: {settle}.")


def _which(row: LadderRow, rows: Sequence[LadderRow]) -> str:
    """For which time in a row something happens; of a whole game, for the last one named and all that follow it."""
    last = max(one.times for one in rows if one.came == row.came)
    if not row.seat and row.times == last:
        return "any" if last == 1 else f"{_ORDINALS[last]} or later"
    return _ORDINALS[row.times] if row.times < len(_ORDINALS) else f"{row.times}th"


@command.command()
@click.argument("seat")
@click.option("--reason", default="", help="Why; everyone is told.")
@game_option
@json_option
def approve(seat: str, reason: str, folder: Path, as_json: bool) -> None:
    """Agree to what the ladder proposes for SEAT, and do it."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        done = stages.approve(game, clock, seat, reason)
    output.data(done.data) if as_json else output.lines(done.says)


@command.command()
@click.argument("seat")
@click.option("--wait", is_flag=True, help="Do nothing more by itself in this stage.")
@click.option("--reason", default="", help="Why, for the log.")
@game_option
@json_option
def decline(seat: str, wait: bool, reason: str, folder: Path, as_json: bool) -> None:
    """Do not agree to what the ladder proposes for SEAT: it goes on to what comes next."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        done = stages.decline(game, clock, seat, reason, wait=wait)
    output.data(done.data) if as_json else output.lines(done.says)
