"""The commands `status` and `games`."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.engine.decision import MODERATOR, USUAL
from pbem.mail.deeds.fields import moment
from pbem.mail.moderating.wording import of_files, waits_for_time
from pbem.mail.transport import maildir
from pbem.mail.transport.folder import shown
from pbem.mail.turn import Overview, overview
from pbem.referee.deadlines.agenda import OUTAGE, WRONG_CLOCK
from pbem.referee.deadlines.deadlines import StoppedClock
from pbem.referee.deadlines.edited_rules import AgendaItem
from pbem.referee.deadlines.received import WAITED_FOR, QuestionStatus
from pbem.referee.need import Need
from pbem.referee.people.holders import shown as shown_player
from pbem.referee.status import Status
from pbem.settings.beginnings import game_folders
from pbem.settings.game import PlayerSettings
from pbem.store.facts import DeadlineMoved
from pbem.store.inbox import Verdict
from pbem.store.outbox import MessageId, Outbox

_HEADS = ("game", "turn", "waits for", "since", "until", "needs you")


@click.command()
@click.argument("top", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--needing", is_flag=True, help="Only games that need you, or that cannot be read.")
@json_option
@click.pass_context
def games_command(ctx: click.Context, top: Path, needing: bool, as_json: bool) -> None:
    """List the games in DIR and below, a line each: what each waits for, since when, and what needs you.

    Then comes what settles it, for each game that needs you. A game that cannot be read is told of and does not stop
    the others; the exit code is then 1.
    """
    folders = game_folders(top)
    told = output.each_game(folders, lambda place: overview(place, host().clock, host().rulesets).status)
    outcomes = list(output.each(told, "Games", len(folders)))
    if needing:
        outcomes = [one for one in outcomes if one.wrong or (one.result and one.result.needs)]
    if as_json:
        output.data([output.as_data(one, as_data) for one in outcomes])
    elif not folders:
        output.text(f"There is no game in {top}; `pbem new {top}/NAME` makes one.")
    else:
        _tell(top, outcomes, len(folders))
    if any(one.wrong for one in outcomes):
        ctx.exit(output.FAILED)


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


def _tell(top: Path, outcomes: list[output.GameOutput[Status]], count: int) -> None:
    """Print the table, below it what needs the moderator, and games that cannot be read."""
    output.table(_HEADS, [_row(top, one) for one in outcomes], wraps=False)
    waiting = [one for one in outcomes if one.result and one.result.needs]
    for one in waiting:
        output.text(f"{one.folder}:")
        for each in one.result.needs if one.result else ():
            output.text(f"  {_line(each)}")
    for one in outcomes:
        output.tell_wrong(one)
    wrong = sum(1 for one in outcomes if one.wrong)
    said = [
        f"{count} games" if count != 1 else "1 game",
        f"{len(waiting) or 'none'} need{'' if len(waiting) > 1 else 's'} you",
    ]
    output.text(", ".join([*said, f"{wrong} cannot be read"] if wrong else said) + ".")


def _line(one: Need) -> str:
    return f"{one.says}{'' if one.says.endswith('?') else ':'} {one.run}"


def _row(top: Path, one: output.GameOutput[Status]) -> tuple[str, ...]:
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


WAITS = 3
"""The exit code of a turn that was done, but leaves something for the moderator."""


def told(found: Iterable[Need]) -> list[str]:
    """The lines that report it, under their heading; none if nothing waits."""
    lines = [f"  {one.says}{'' if one.says.endswith('?') else ':'} {one.run}" for one in found]
    return ["Waiting for you:", *lines] if lines else []


def by_whom(by: str) -> str:
    """Who or what did something about time."""
    return {MODERATOR: "you", OUTAGE: "an outage", WRONG_CLOCK: "a wrong clock"}.get(by, by)


def stopped_clock(stop: StoppedClock, zone: str) -> str:
    """That a clock stands, since when and why, and how it runs again."""
    whose = f"The clock of {', '.join(stop.seats)}" if stop.seats else "The clock"
    reason = f": {stop.reason}" if stop.reason else ""
    run = f"`pbem deadline resume{''.join(f' --as {seat}' for seat in stop.seats)}` lets it run again"
    waits = "" if stop.seats or stop.plays else " Play waits, even if all sheets are in."
    return f"{whose} is stopped by {by_whom(stop.by)}, {moment(stop.since, zone)}{reason}; {run}.{waits}"


def next_by_itself(coming: Sequence[AgendaItem], titles: Mapping[str, str], at: datetime, zone: str) -> str:
    """What will happen first by itself, and when; empty if nothing will."""
    ahead = [one for one in coming if one.at > at]
    if not ahead:
        return ""
    from pbem.referee.deadlines.agenda import said

    first = [one for one in ahead if one.at == ahead[0].at]
    return f"Next by itself, {moment(ahead[0].at, zone)}: {'; '.join(said(first, titles))}."


def moved_by_itself(fact: DeadlineMoved, zone: str) -> str:
    """That an outage or a wrong clock moved deadlines, and how to look at them and move them."""
    if fact.since:
        why = f"No turn received all mail from {moment(fact.since, zone)} on, and a deadline fell into that time"
    else:
        why = "The clock was wrong when a deadline was set"
    to = f" to {moment(fact.to, zone)}" if fact.to and not fact.own else ""
    return f"{why}: it was moved{to}, and everyone concerned is told. `pbem deadline` shows it and can move it."


_SUBJECT = 60
_ONLY_NEEDS = frozenset({"stopped", "ladder", "ladder-asks", "appeal", "extension"})
"""What waits for the moderator and has no words of its own in the status."""
_NAMED = 4
_NEWEST = 10
"""How many emails of one kind are listed; spam may be many more."""


@click.command()
@output.folders_argument
@game_option
@json_option
@click.pass_context
def status_command(ctx: click.Context, folders: tuple[Path, ...], folder: Path, as_json: bool) -> None:
    """Show who must send a sheet, the deadline, and which mail needs you.

    For several games, each in a DIR, it prints one line per game.
    """
    if not folders:
        look = overview(folder, host().clock, host().rulesets)
        output.data(look.status) if as_json else tell(folder, look)
        return
    told = output.each_game(folders, lambda place: overview(place, host().clock, host().rulesets))
    outcomes = list(output.each(told, "Games", len(folders)))
    if as_json:
        output.data([output.as_data(one, lambda look: look.status) for one in outcomes])
    for one in outcomes if not as_json else ():
        output.tell_wrong(one)
        if one.result and len(outcomes) == 1:
            tell(one.folder, one.result)
        elif one.result:
            output.text(f"{one.folder}: {in_a_line(one.folder, one.result.status)}")
    if any(one.wrong for one in outcomes):
        ctx.exit(output.FAILED)


def in_a_line(folder: Path, found: Status) -> str:
    """The status of a game, and what waits for its moderator, on one line."""
    turn = f"{found.turn}, " if found.turn else ""
    if found.outcome is not None:
        stands = "over"
    elif found.missing:
        stands = f"waits for {', '.join(seat.title for seat in found.missing)}"
    else:
        stands = "waits for no one"
    due = found.next_due
    if found.opens:
        stands += f", play continues {moment(found.opens, found.zone)}"
    elif due and found.outcome is None:
        stands += f", {'deadline passed' if found.late else 'until'} {moment(due, found.zone)}"
    if any(not one.seats for one in found.stopped):
        stands += ", the clock is stopped"
    if found.other:
        stands += ", play cannot continue: see pbem upgrade"
    waits = {
        "not read": len(maildir.spooled(folder / maildir.NAME)) + len(found.unread),
        "held": len(found.held),
        "unclaimed": len(found.unclaimed),
        "written to you": len(found.words),
        "set aside": len(found.failed),
        "to be sent": len(found.queued),
        "to be posted": len(found.to_post),
        "perhaps not arrived": len(found.trying),
        "refused": len(found.refused),
    }
    mails = ", ".join(f"{number} {what}" for what, number in waits.items() if number)
    back = [seat.title for seat in found.seats if seat.bounced]
    more = (f"emails: {mails}" if mails else "", f"mail to {', '.join(back)} bounces" if back else "")
    bots = [f"the bot of {seat.title} does not answer" for seat in found.seats if seat.trouble]
    behind = f"its letters are of round {found.behind}" if found.behind else ""
    torn = "the last line of the log was never finished" if found.torn else ""
    other = "other versions" if any(change.matters for change in found.other) else ""
    bare = f"letters go without {' or '.join(found.shortfall)}" if found.shortfall else ""
    return "; ".join(filter(None, (f"{turn}round {found.round}, {stands}", *more, *bots, behind, torn, other, bare)))


def tell(folder: Path, look: Overview) -> None:
    """Print the status of the game in *folder*."""
    found, outbox = look.status, Outbox(folder / "outbox", folder / "sent")
    turn = f"{found.turn}, " if found.turn else ""
    output.text(f"{found.game} ({found.rules}): {turn}letters of round {found.round}, log at entry {found.entry}.")
    if found.outcome is not None:
        output.text("The game is over.")
    for note in look.notes:
        output.text(note)
    rows = [
        (*who, asked.key, asked.received, asked.counts or "", one.versions or "")
        if asked
        else (*who, "", one.received, "", one.versions or "")
        for one in found.seats
        for who in [(one.seat, one.title, shown_player(PlayerSettings(one.player, bot=one.bot), vacant=one.vacant))]
        for asked in one.questions or (None,)
    ]
    output.table(("seat", "title", "player", "asked", "received", "counts", "versions"), rows)
    for one in found.seats:
        if one.trouble:
            output.text(f"The bot of {one.seat} does not answer {one.asked}: {one.trouble}.")
            output.text(f"Submit a sheet, or run `pbem play --default {one.seat}`.")
    _tell_deadlines(found)
    _tell_clock(found)
    spooled = len(maildir.spooled(folder / maildir.NAME))
    if spooled:
        came = "1 email is" if spooled == 1 else f"{spooled} emails are"
        output.text(f"{came} waiting unread; run `pbem fetch`.")
    for path in look.astray[:_NEWEST]:
        output.text(f"{shown(path)} is not a file; it was left alone. Remove it, or put the file itself there.")
    output.lines(of_files(look.left_alone[:_NEWEST]))
    if found.behind:
        output.text(
            f"Emails here reply to letters of round {found.behind}, but the game has only come to round {found.round}: "
            "it was restored from an older backup. Emails for later stages wait until play gets there. Add what is "
            "missing: an email by `pbem submit FILE.eml --as SEAT`, or `pbem play --default SEAT --reason WHY`."
        )
    for name in found.unread[-_NEWEST:]:
        number = int(name.partition("-")[0])
        output.text(f"Not processed yet: email {name}; `pbem fetch` tries again. To settle it now:")
        output.text(f"  `pbem confirm {number} --as SEAT`, or `pbem dismiss {number}`.")
    _tell_left(len(found.unread), "pbem status --json")
    _tell_seats(found)
    _tell_mails(found)
    _tell_sending(outbox, found)
    for lacking, why in found.shortfall.items():
        output.text(f"The last letters went without {lacking}; their text says all of it. {why}")
    _tell_needs(found)
    if found.torn:
        output.text(f"The last line of the log was never finished ({found.torn} bytes); it does not count.")


def _tell_deadlines(found: Status) -> None:
    """The deadline, or that of each question where they differ."""
    if found.deadline and len(found.dues) < 2:
        late = "; it has passed" if found.late and found.missing else ""
        grace = _grace(found, [one for seat in found.seats for one in seat.questions])
        output.text(f"Deadline: {moment(found.deadline, found.zone)}{late}{grace}.")
    for due, asked in found.dues.items() if len(found.dues) > 1 else ():
        which = ", ".join(f"{one.key} ({seat})" for seat, one in asked)
        late = "; it has passed" if any(one.late and one.received in WAITED_FOR for _, one in asked) else ""
        grace = _grace(found, [one for _, one in asked])
        output.text(f"Deadline for {which}: {moment(due, found.zone) if due else 'none'}{late}{grace}.")
    if found.opens:
        output.text(waits_for_time(found.opens, found.zone))
    tell_new_rules(found)


def tell_new_rules(found: Status) -> None:
    """Print what the edited rules of time change, and from when on."""
    if not found.new_rules or found.outcome is not None:
        return
    output.text("The rules of time in game.yaml have changed. They hold from the next letters on:")
    for rule in found.new_rules:
        which = "" if rule.kind == USUAL else f"{rule.kind}: "
        says = "; ".join(f"{one.key} {one.now or 'none'} (was {one.before or 'none'})" for one in rule.changes)
        due = f"due {moment(rule.due, found.zone)}" if rule.due else "without a deadline"
        output.text(f"  {which}{says}. A question put now would be {due}.")
    output.text("What is asked already stays due as it is; `pbem deadline set` moves it.")


def _grace(found: Status, asked: Sequence[QuestionStatus]) -> str:
    """Until when sheets for what is *asked* count after the deadline."""
    until = max((one.grace for one in asked if one.grace), default=None)
    return f"; sheets count in full until {moment(until, found.zone)}" if until else ""


def _tell_clock(found: Status) -> None:
    """Clocks that stand, and what will happen next by itself."""
    for stop in found.stopped:
        output.text(stopped_clock(stop, found.zone))
    titles = {seat.seat: seat.title for seat in found.seats}
    if will := next_by_itself(found.coming, titles, host().clock(), found.zone):
        output.text(will)


def _tell_sending(outbox: Outbox, found: Status) -> None:
    fresh = [ident for ident in found.queued if outbox.reply(ident) is None]
    if fresh:
        which = f"{len(fresh)} messages" if len(fresh) > _NAMED else ", ".join(fresh)
        output.text(f"Waiting to be sent: {which}; run `pbem send` (`--dry-run` only shows them).")
    for ident in found.queued:
        reply = outbox.reply(ident)
        if reply:
            due = f"; next try: {reply.due:%Y-%m-%d %H:%M} UTC" if reply.due else ""
            output.text(f"Not accepted so far: {ident} ({reply.text}){due}.")
    for ident in found.trying:
        reply = outbox.reply(ident)
        if reply and reply.due:
            again = f"next try: {reply.due:%Y-%m-%d %H:%M} UTC"
            output.text(f"{ident} may or may not have arrived ({reply.text}); {again}.")
        else:
            run = f"run `pbem send --again {ident}` or `pbem send --settled {ident}`"
            output.text(f"{ident} may or may not have arrived; {run}.")
    unknown = [ident for ident in found.refused if MessageId.parse(ident).kind == "stranger"]
    if unknown:
        answers = (
            "1 reply to an unknown sender was"
            if len(unknown) == 1
            else f"{len(unknown)} replies to unknown senders were"
        )
        output.text(f"{answers} refused; `pbem status --json` names them.")
    for ident in found.refused:
        if ident in unknown:
            continue
        reply = outbox.reply(ident)
        output.text(f"{ident} was refused{f': {reply.text}' if reply else ''}.")
        output.text(f"  Fix that and `pbem send --again {ident}`, or drop it: `pbem send --settled {ident}`.")


def _tell_seats(found: Status) -> None:
    for one in found.seats:
        if one.holds:
            until = f"on {moment(one.holds_until, found.zone)}" if one.holds_until else ""
            until = until or ("at the deadline" if found.deadline else "when the hold is released")
            output.text(f"{one.title} holds the stage: play continues {until}, or with `pbem play --anyway`.")
        if one.reminded:
            times = ", ".join(f"{at.astimezone(ZoneInfo(found.zone)):%A %Y-%m-%d %H:%M}" for at in one.reminded)
            output.text(f"{one.title} was reminded on {times} {found.zone}.")
        for absence in one.absent:
            output.text(f"{one.title} is away from {absence.start} to {absence.end}.")
        if one.bounced:
            output.text(f"Mail to {one.title} bounces: {one.bounced}")


def _tell_needs(found: Status) -> None:
    """What waits for the moderator and is told nowhere else in the status."""
    for line in told(one for one in found.needs if one.kind in _ONLY_NEEDS):
        output.text(line)


def _tell_mails(found: Status) -> None:
    if found.held:
        output.text("Held until you confirm the sender: `pbem confirm N`, or `pbem dismiss N --reason WHY`.")
    for verdict in found.held[-_NEWEST:]:
        _tell_mail(verdict, f"{verdict.seat} ({', '.join(verdict.problems)})")
    _tell_left(len(found.held))
    if found.unclaimed:
        output.text("From unknown senders: `pbem confirm N --as SEAT`, or `pbem dismiss N`.")
    for verdict in found.unclaimed[-_NEWEST:]:
        shown = f"has a token of {verdict.guess}" if verdict.credible else f"uses the name of {verdict.guess}"
        guess = f" ({shown})" if verdict.guess else ""
        _tell_mail(verdict, f"{verdict.sender or 'an unclear sender'}{guess}")
    _tell_left(len(found.unclaimed))
    if found.words:
        output.text("Written to you: `pbem mail N` shows it, `pbem answer N TEXT` replies, `pbem dismiss N` closes it.")
    for verdict in found.words[-_NEWEST:]:
        state = "waits for its player's yes" if verdict.state == "doubted" else verdict.state
        beside = f", beside a sheet ({state})" if verdict.beside else ""
        doubt = "" if verdict.credible else " (only its From line says so)"
        _tell_mail(verdict, f"{verdict.seat}{doubt}{beside}")
    _tell_left(len(found.words))
    if found.failed:
        output.text("Set aside, because of a bug in pbem: `pbem mail N` says where it is. Submit what it says by")
        output.text(
            "`pbem submit FILE --as SEAT`, then `pbem dismiss N`; or `pbem confirm N --as SEAT` tries it again."
        )
    for verdict in found.failed[-_NEWEST:]:
        output.text(f"  {verdict.item:04d}  {verdict.why} at {verdict.says}")
    _tell_left(len(found.failed))


def _tell_mail(verdict: Verdict, who: str) -> None:
    """One email that waits for the moderator, on a line."""
    subject = textwrap.shorten(verdict.subject, _SUBJECT, placeholder=" …") or "(no subject)"
    output.text(f"  {verdict.item:04d}  {who}: {subject}")


def _tell_left(count: int, lister: str = "pbem mail --open --all") -> None:
    """How many of *count* emails are not listed, and the command that lists all."""
    if count > _NEWEST:
        output.text(f"  and {count - _NEWEST} older ones; `{lister}` lists all.")
