"""pbem games: where many games stand, and which of them need you."""

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from pbem.cli import many, output, progress
from pbem.cli.options import host, json_option
from pbem.mail.overview import overview
from pbem.referee.needs.need import Need
from pbem.referee.status import Status
from pbem.settings.game_folders import game_folders

_HEADS = ("game", "turn", "waits for", "since", "until", "needs you")


@click.command()
@click.argument("top", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--needing", is_flag=True, help="Only games that need you, or that cannot be read.")
@json_option
@click.pass_context
def command(ctx: click.Context, top: Path, needing: bool, as_json: bool) -> None:
    """List the games in DIR and below, a line each: what each waits for, since when, and what needs you.

    Then comes what settles it, for each game that needs you. A game that cannot be read is told of and does not stop
    the others; the exit code is then 1.
    """
    folders = game_folders(top)
    told = many.each(folders, lambda place: overview(place, host().clock, host().rulesets).status)
    outcomes = list(progress.each(told, "Games", len(folders)))
    if needing:
        outcomes = [one for one in outcomes if one.wrong or (one.result and one.result.needs)]
    if as_json:
        output.data([many.as_data(one, as_data) for one in outcomes])
    elif not folders:
        output.text(f"There is no game in {top}; `pbem new {top}/NAME` makes one.")
    else:
        _tell(top, outcomes, len(folders))
    if any(one.wrong for one in outcomes):
        ctx.exit(many.FAILED)


def as_data(found: Status) -> dict[str, Any]:
    """The line of a game, as data."""
    return {
        "game": found.game,
        "round": found.round,
        "turn": found.turn,
        "over": found.outcome is not None,
        "waits for": [seat.seat for seat in found.missing],
        "since": found.since,
        "until": found.next_due,
        "late": found.late,
        "needs": found.needs,
    }


def _tell(top: Path, outcomes: list[many.GameOutput[Status]], count: int) -> None:
    """Print the table, below it what needs the moderator, and games that cannot be read."""
    output.table(_HEADS, [_row(top, one) for one in outcomes], wraps=False)
    waiting = [one for one in outcomes if one.result and one.result.needs]
    for one in waiting:
        output.text(f"{one.folder}:")
        for each in one.result.needs if one.result else ():
            output.text(f"  {_line(each)}")
    for one in outcomes:
        many.tell_wrong(one)
    wrong = sum(1 for one in outcomes if one.wrong)
    said = [
        f"{count} games" if count != 1 else "1 game",
        f"{len(waiting) or 'none'} need{'' if len(waiting) > 1 else 's'} you",
    ]
    output.text(", ".join([*said, f"{wrong} cannot be read"] if wrong else said) + ".")


def _line(one: Need) -> str:
    return f"{one.says}{'' if one.says.endswith('?') else ':'} {one.run}"


def _row(top: Path, one: many.GameOutput[Status]) -> tuple[str, ...]:
    """The line of a game."""
    name = str(one.folder.relative_to(top)) if one.folder != top else str(one.folder)
    found = one.result
    if found is None:
        return (name, "", "cannot be read", "", "", "")
    waiting = ", ".join(seat.title for seat in found.missing) or "no one"
    waits = "over" if found.outcome is not None else waiting
    due = found.next_due if found.outcome is None else None
    until = f"{_day(due, found.zone)}{' (passed)' if found.late else ''}" if due else ""
    turn = ", ".join(filter(None, (found.turn, f"round {found.round}")))
    return (name, turn, waits, _day(found.since, found.zone), until, str(len(found.needs) or ""))


def _day(time: datetime | None, zone: str) -> str:
    return f"{time.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}" if time else ""
