"""The commands `appeal`, `ladder`, `rule` and `rewind`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import click

from pbem.cli import output
from pbem.cli.deeds import add_deeds
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.engine.event import PUBLIC
from pbem.mail.deeds import corrections
from pbem.mail.deeds.fields import moment
from pbem.mail.exchange import up_to_date
from pbem.mail.mime.text import decoded
from pbem.referee import letter
from pbem.referee.deadlines import ladder_steps
from pbem.referee.deadlines.ladder_steps import LadderRow, proposals
from pbem.referee.game import Game
from pbem.referee.people import appeals
from pbem.referee.play import entry_of_round
from pbem.referee.rulings import (
    AnswerRuling,
    RulingEffects,
    RulingResult,
    effects,
    rule,
    rule_answer,
    try_answer,
    try_ruling,
)
from pbem.report.returned_sheet import as_data
from pbem.settings.ladder import CAME
from pbem.store.facts import Came, RungProposed


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def appeal_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the appeals that wait, or settle one.

    An appeal has the number of its email. A reply to it (`pbem answer N TEXT`) settles it, a ruling
    (`pbem rule FILE --appeal N`) and `pbem appeal dismiss N` do. If it stopped the clock, the clock then goes on.
    """
    if ctx.invoked_subcommand is not None:
        return
    game = opened(folder)
    found, zone = appeals.open_appeals(game), game.settings.deadlines.zone.name
    if as_json:
        output.data([{"number": one.made.item, "at": one.at, "seat": one.made.seat, "round": one.made.round,
                      "text": one.made.text} for one in found])  # fmt: skip
    elif not found:
        output.text("No appeal waits.")
    for one in () if as_json else found:
        about = f", about letter {one.made.round}" if one.made.round else ""
        output.text(f"{one.made.item}. {game.titles[one.made.seat]}{about}, {moment(one.at, zone)}:")
        output.text(one.made.text or f"`pbem mail {one.made.item}` shows it")


add_deeds(appeal_command, "appeal")
_ORDINALS = ("", "first", "second", "third")


@click.group(invoke_without_command=True)
@click.option("--as", "seat", metavar="SEAT", help="Only this seat, as often as it has missed its deadline now.")
@click.option("--if", "came", type=click.Choice(CAME), help="What would happen if no more than this came.")
@game_option
@json_option
@click.pass_context
def ladder_command(ctx: click.Context, seat: str | None, came: Came | None, folder: Path, as_json: bool) -> None:
    """Show what happens, step by step, to a seat that does not answer in time.

    The times are those of the present stage. --if rehearses it, for each seat as often as it has missed its deadline
    in a row: what would happen if nothing more came, or only a faulty sheet. This changes nothing.
    """
    if ctx.invoked_subcommand is not None:
        return
    game = opened(folder)
    seats = (seat_called(game, seat),) if seat else tuple(game.titles)
    if seat or came:
        rows = ladder_steps.of_seats(game, host().clock(), seats, (came,) if came else CAME)
    else:
        rows = ladder_steps.of_game(game)
    missed = {one: number for one, number in ladder_steps.row_of_misses(game).items() if one in seats}
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


add_deeds(ladder_command, "ladder")


@click.command()
@click.argument("to")
@click.option("--reason", required=True, help="Why; everyone is told.")
@click.option("--try", "trial", is_flag=True, help="Print what would change for whom; change nothing.")
@game_option
@json_option
def rewind_command(to: str, reason: str, trial: bool, folder: Path, as_json: bool) -> None:
    """Move the game back, or forward again, to TO.

    TO is the number of a log entry, or `rN` for the moment when the letters of round N were written.
    The log keeps what is undone. Sheets sent before the rewind no longer count.
    """
    clock = host().clock
    if trial:
        game = opened(folder)
        done = corrections.try_rewind(game, _entry(game, to), reason)
    else:
        with up_to_date(folder, clock, host().rulesets) as game:
            done = corrections.rewind(game, clock, _entry(game, to), reason)
    if as_json:
        output.data(done.data)
    else:
        for line in (*done.says, *(("This was a trial: nothing was changed.",) if trial else ())):
            output.text(line)


def _entry(game: Game, to: str) -> int:
    if to.isascii() and to.isdigit():
        return int(to)
    number = to.lower().removeprefix("round").removeprefix("r").strip()
    if number.isascii() and number.isdigit():
        return entry_of_round(game, int(number))
    raise click.UsageError(f"{to!r} is neither an entry nor a round such as r3.")


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--reason", required=True, help="Why; everyone is told.")
@click.option("--as", "seat", metavar="SEAT", help="The seat that FILE answers for; its player cannot replace it.")
@click.option("--try", "trial", is_flag=True, help="Print what would change for whom; change nothing.")
@click.option("--overrule", metavar="INVARIANT", multiple=True, help="Rule though it breaks this invariant.")
@click.option("--appeal", metavar="N", type=int, help="The ruling settles appeal N.")
@game_option
@json_option
def rule_command(
    file: BinaryIO,
    reason: str,
    seat: str | None,
    trial: bool,
    overrule: tuple[str, ...],
    appeal: int | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Carry out the ruling in FILE (- for standard input), a sheet of the moderator.

    The rules of the game say what can be ruled. What must stay true of every position is checked. A rewind undoes a
    ruling. With --as, FILE is a sheet of that seat: what it answers is ruled.
    """
    text, clock = decoded(file.read(), "").text, host().clock
    if trial:
        game = opened(folder)
        done = _try(game, seat, text, reason, overrule)
    else:
        with up_to_date(folder, clock, host().rulesets) as game:
            if appeal is not None:
                appeals.must_be_known(game, appeal)
            if seat is None:
                done = rule(game, text, reason, clock, overrule)
            else:
                done = rule_answer(game, seat_called(game, seat), text, reason, clock)
            if appeal is not None and done.entry is not None:
                appeals.settle(game, appeal, "ruled", reason, clock)
    good = bool(done.after or done.entry) and not corrections.broken_by(done)
    found = effects(game, done.after) if trial and good and done.after else None
    if as_json:
        output.data(_data(game, done, found, trial=trial))
    else:
        for said in corrections.said(game, done, found):
            output.text(said)
    if not good:
        click.get_current_context().exit(1)


def _try(
    game: Game, seat: str | None, text: str, reason: str, overrule: tuple[str, ...]
) -> RulingResult | AnswerRuling:
    if seat is None:
        return try_ruling(game, text, reason, overrule)
    return try_answer(game, seat_called(game, seat), text, reason)


def _data(game: Game, done: RulingResult | AnswerRuling, found: RulingEffects | None, *, trial: bool) -> dict[str, Any]:
    words = letter.words_for(game, game.view(), PUBLIC)
    said = {
        "ok": bool(found if trial else done.entry),
        "entry": done.entry.number if done.entry else None,
        "problems": [as_data(words, fault) for fault in corrections.faults_of(done)[1]],
        "broken": [
            {"invariant": one.invariant, "says": words.phrase("invariants", one.code, one.args)}
            for one in corrections.broken_by(done)
        ],
    }
    return {**said, "trial": found} if trial else said
