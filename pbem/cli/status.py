"""pbem status: where the game stands."""

import textwrap
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option, opened
from pbem.roads import premises, spool
from pbem.roads.lying import shown
from pbem.store import editions
from pbem.store.game import Game
from pbem.store.guard import guard
from pbem.store.inbox import Verdict
from pbem.store.refusal import Refusal
from pbem.store.status import Status, status

_SUBJECT = 60
_NAMED = 4
_NEWEST = 10
"""Of more mails of a kind, which spam may be, no more are told of."""


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
    _tell_versions(game)
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
        came = "1 mail came in and was" if spooled == 1 else f"{spooled} mails came in and were"
        output.text(f"{came} not looked at; run `pbem fetch`.")
    for path in premises.astray(game)[:_NEWEST]:
        output.text(f"{shown(path)} is no file; it was left alone. Remove it, or put the file itself there.")
    if found.behind:
        output.text(
            f"Emails here reply to letters of round {found.behind}, but the game has only come to round {found.round}: "
            "it was put back from an older backup. Emails for later stages wait until play gets there. Add what is "
            "missing: an email by `pbem submit FILE.eml --as SEAT`, or `pbem play --default SEAT --reason WHY`."
        )
    for name in found.unread[-_NEWEST:]:
        number = int(name.partition("-")[0])
        output.text(f"Not judged yet: mail {name}; `pbem fetch` tries again. To settle it now:")
        output.text(f"  `pbem confirm {number} --as SEAT`, or `pbem dismiss {number}`.")
    _tell_left(len(found.unread), "pbem status --json")
    _tell_seats(found)
    _tell_mails(found)
    _tell_sending(game, found)
    if found.torn:
        output.text(f"The last line of the log was never finished ({found.torn} bytes); it does not count.")


def _tell_versions(game: Game) -> None:
    try:
        guard(game)
    except Refusal as refusal:
        output.text(f"It is not played on: {refusal}.")
    if game.log.entries and editions.named(game.ruleset, game.settings.settings) not in ("", game.edition):
        output.text(
            "The edition that game.yaml names is another than the game's own copy, with which it is played; "
            "`pbem upgrade --edition` goes over to it."
        )


def _tell_sending(game: Game, found: Status) -> None:
    fresh = [ident for ident in found.queued if game.outbox.reply(ident) is None]
    if fresh:
        which = f"{len(fresh)} messages" if len(fresh) > _NAMED else ", ".join(fresh)
        output.text(f"Waiting to be sent: {which}; run `pbem send` (`--dry-run` only shows them).")
    for ident in found.queued:
        reply = game.outbox.reply(ident)
        if reply:
            due = f"; it is tried again from {reply.due:%Y-%m-%d %H:%M} UTC on" if reply.due else ""
            output.text(f"Not taken so far: {ident} ({reply.text}){due}.")
    for ident in found.trying:
        output.text(f"It is not known whether {ident} arrived; run `pbem send --again {ident}` or `--settled {ident}`.")
    strangers = [ident for ident in found.refused if ident.startswith("stranger-")]
    if strangers:
        answers = "1 answer to a stranger was" if len(strangers) == 1 else f"{len(strangers)} answers to strangers were"
        output.text(f"{answers} refused; `pbem status --json` names them.")
    for ident in found.refused:
        if ident in strangers:
            continue
        reply = game.outbox.reply(ident)
        output.text(f"{ident} was refused{f': {reply.text}' if reply else ''}.")
        output.text(f"  Mend that, then `pbem send --again {ident}`; or let it be: `pbem send --settled {ident}`.")


def _tell_seats(found: Status) -> None:
    for one in found.seats:
        if one.holds:
            until = "at the deadline" if found.deadline else "when he releases it"
            output.text(f"{one.title} holds the stage: play goes on {until}, or with `pbem play --anyway`.")
        for absence in one.absent:
            output.text(f"{one.title} is away from {absence.start} to {absence.end}.")
        if one.bounced:
            output.text(f"Mail to {one.title} comes back: {one.bounced}")


def _tell_mails(found: Status) -> None:
    if found.held:
        output.text("Held until you confirm who wrote it: `pbem confirm N`, or `pbem dismiss N --reason WHY`.")
    for verdict in found.held[-_NEWEST:]:
        _tell_mail(verdict, f"{verdict.seat} ({', '.join(verdict.problems)})")
    _tell_left(len(found.held))
    if found.unclaimed:
        output.text("From an address that no seat has: `pbem confirm N --as SEAT`, or `pbem dismiss N`.")
    for verdict in found.unclaimed[-_NEWEST:]:
        shown = f"bears a token of {verdict.guess}" if verdict.credible else f"calls himself as {verdict.guess} does"
        guess = f" ({shown})" if verdict.guess else ""
        _tell_mail(verdict, f"{verdict.sender or 'nobody clear'}{guess}")
    _tell_left(len(found.unclaimed))
    if found.words:
        output.text("Written to you: `pbem mail N` shows it, `pbem dismiss N` closes it.")
    for verdict in found.words[-_NEWEST:]:
        beside = f", beside a sheet ({verdict.state})" if verdict.beside else ""
        doubt = "" if verdict.credible else " (nothing but From says so)"
        _tell_mail(verdict, f"{verdict.seat}{doubt}{beside}")
    _tell_left(len(found.words))
    if found.failed:
        output.text("Set aside, for a fault in the program: `pbem mail N` says where it lies. Hand in what it holds by")
        output.text(
            "`pbem submit FILE --as SEAT`, then `pbem dismiss N`; or `pbem confirm N --as SEAT` tries it again."
        )
    for verdict in found.failed[-_NEWEST:]:
        output.text(f"  {verdict.item:04d}  {verdict.why} at {verdict.says}")
    _tell_left(len(found.failed))


def _tell_mail(verdict: Verdict, who: str) -> None:
    """One mail that waits for the moderator, on a line."""
    subject = textwrap.shorten(verdict.subject, _SUBJECT, placeholder=" …") or "(no subject)"
    output.text(f"  {verdict.item:04d}  {who}: {subject}")


def _tell_left(count: int, lister: str = "pbem mail --open --all") -> None:
    """How many of *count* mails were too many to tell of, and the command that lists all."""
    if count > _NEWEST:
        output.text(f"  and {count - _NEWEST} before them; `{lister}` lists all.")
