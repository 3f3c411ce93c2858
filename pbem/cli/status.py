"""pbem status: where the game stands."""

from pathlib import Path
from zoneinfo import ZoneInfo

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option, opened
from pbem.roads import spool
from pbem.store.game import Game
from pbem.store.status import Status, status


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Say where the game stands: who is waited for, the deadline, and what the mail needs of you."""
    game = opened(folder)
    found = status(game, host().clock)
    if as_json:
        output.data(found)
    else:
        tell(game, found)


def tell(game: Game, found: Status) -> None:
    """Say where the game stands, in words."""
    output.text(f"{found.game} ({found.rules}): letters of round {found.round}, log at entry {found.entry}.")
    if found.outcome is not None:
        output.text("The game is over.")
    rows = [
        (one.seat, one.title, who.shown, one.asked or "", one.received, one.counts or "", one.versions or "")
        for one in found.seats
        for who in [game.settings.seats[one.seat]]
    ]
    output.table(("seat", "title", "player", "asked", "received", "counts", "versions"), rows)
    for one in found.seats:
        if one.trouble:
            output.text(f"The bot of {one.seat} does not answer {one.asked}: {one.trouble}.")
            output.text(f"Submit a sheet, or run `pbem play --default {one.seat}`.")
    if found.deadline:
        there = found.deadline.astimezone(ZoneInfo(found.zone))
        late = "; it has passed" if found.late and found.missing else ""
        output.text(f"Deadline: {there:%A %Y-%m-%d %H:%M} {found.zone}{late}.")
    spooled = len(spool.waiting(game.folder / "spool"))
    if spooled:
        output.text(f"{spooled} mails came in and were not looked at; run `pbem fetch`.")
    for name in found.unread:
        output.text(f"Not judged yet: mail {name}; `pbem fetch` tries again, `pbem confirm N --as SEAT` settles it.")
    _tell_seats(found)
    _tell_mails(found)
    _tell_sending(game, found)
    if found.torn:
        output.text(f"The last line of the log was never finished ({found.torn} bytes); it does not count.")


def _tell_sending(game: Game, found: Status) -> None:
    fresh = [ident for ident in found.queued if game.outbox.reply(ident) is None]
    if fresh:
        output.text(f"Waiting to be sent: {', '.join(fresh)}; run `pbem send`.")
    for ident in found.queued:
        reply = game.outbox.reply(ident)
        if reply:
            due = f"; it is tried again from {reply.due:%Y-%m-%d %H:%M} UTC on" if reply.due else ""
            output.text(f"Not taken so far: {ident} ({reply.text}){due}.")
    for ident in found.trying:
        output.text(f"It is not known whether {ident} arrived; run `pbem send --again {ident}` or `--settled {ident}`.")
    for ident in found.refused:
        reply = game.outbox.reply(ident)
        output.text(f"The server refused {ident}{f': {reply.text}' if reply else ''}.")


def _tell_seats(found: Status) -> None:
    for one in found.seats:
        if one.holds:
            output.text(f"{one.title} holds the stage: play goes on at the deadline, or with `pbem play --anyway`.")
        for absence in one.absent:
            output.text(f"{one.title} is away from {absence.start} to {absence.end}.")
        if one.bounced:
            output.text(f"Mail to {one.title} comes back: {one.bounced}")


def _tell_mails(found: Status) -> None:
    for verdict in found.held:
        why = ", ".join(verdict.problems)
        says = f"Mail {verdict.item:04d} from {verdict.seat} waits for your word ({why}); "
        output.text(f"{says}`pbem confirm {verdict.item}` or `pbem dismiss {verdict.item} --reason WHY`.")
    for verdict in found.unclaimed:
        guess = f", perhaps {verdict.guess}" if verdict.guess else ""
        says = f"Unclaimed mail {verdict.item:04d} from {verdict.sender or 'nobody clear'}{guess}: {verdict.subject}; "
        output.text(f"{says}`pbem confirm {verdict.item} --as SEAT` or `pbem dismiss {verdict.item}`.")
    for verdict in found.words:
        says = f"Mail {verdict.item:04d} from {verdict.seat} is written to people: {verdict.subject}; "
        output.text(f"{says}`pbem mail {verdict.item}` shows it, `pbem dismiss {verdict.item}` closes it.")
