"""What became of emails, of play and of messages, a line each."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.mail.deeds.fields import moment
from pbem.mail.transport.folder import need_of
from pbem.referee.deadlines.received import WAITED_FOR
from pbem.referee.status import Status

if TYPE_CHECKING:
    from pbem.mail.judges import HandledMail
    from pbem.mail.outgoing.letters import MadeLetter
    from pbem.mail.send import SendResult


_NO_ANSWER = {
    "limit": "no reply: its address has had all replies of the day",
    "gathered": "its reply goes with others, once an hour",
}
_FATES = {
    "taken": "sent",
    "later": "not accepted now, it will be tried again",
    "away": "not tried, it waits",
    "refused": "refused",
    "unknown": "the connection was lost, it may or may not have arrived",
}
"""Messages by fate."""


def of_mail(handled: "Sequence[HandledMail]", strange: Sequence[Path] = (), left: int = 0) -> Iterator[str]:
    """The result for each email, and how many emails are *left* unprocessed."""
    if not handled and not left:
        yield "No new mail."
    for one in handled:
        verdict = one.verdict
        nobody = "a bug in pbem" if verdict.state == "failed" else "an unclear sender"
        who = verdict.seat or verdict.sender or nobody
        problems = tuple(code for code in verdict.problems if code != verdict.state)
        codes = (*problems, *filter(None, (_NO_ANSWER.get(verdict.why, verdict.why), verdict.about)))
        why = f" ({', '.join(codes)})" if codes else ""
        beside = ", with a note to you" if verdict.beside else ""
        yield f"{verdict.item:04d} {verdict.state}: {who}{why}{beside}"
    if left:
        emails = "1 email is" if left == 1 else f"{left} emails are"
        yield f"{emails} not processed yet; `pbem turn` processes the rest, `pbem status` says more."
    yield from of_files(strange)


def of_files(strange: Sequence[Path]) -> Iterator[str]:
    """The files that were not read, and what helps."""
    for found in map(need_of, strange):
        yield f"{found.says}; it was left alone: {found.run}."


def of_play(played: int, found: Status, locked: Sequence[str] = ()) -> Iterator[str]:
    """How far play went and whom it waits for, or that it needs the key of *locked* sheets."""
    yield f"Entries played: {played}."
    if found.outcome is not None:
        yield "The game is over."
    for seat in found.seats if not found.missing and not found.late else ():
        if seat.holds:
            until = moment(seat.holds_until, found.zone) if seat.holds_until else "its deadline"
            yield f"{seat.title} holds the stage until {until}; `pbem play --anyway` continues."
        elif seat.received == "standing":
            when = "at the deadline, or " if found.deadline else ""
            yield f"{seat.title} has advance orders, which count {when}with `pbem play --anyway`."
    if any(not one.seats and not one.plays for one in found.stopped) and not found.missing:
        yield "All sheets are in, but the clock is stopped; `pbem deadline resume` lets play continue."
    if found.opens:
        yield waits_for_time(found.opens, found.zone)
    for seat in found.missing:
        for one in seat.questions:
            if one.received in WAITED_FOR:
                yield f"Waiting for {seat.title} ({one.key}): {one.received}."
    if locked and not found.missing:
        yield f"All sheets are in, but those of {', '.join(locked)} are sealed and the key is missing."
        yield "To continue with it: pbem turn --identity FILE."


def waits_for_time(opens: datetime, zone: str) -> str:
    """That play waits only until it *opens*."""
    return f"All sheets are in. Play continues {moment(opens, zone)}, or at once with `pbem play --anyway`."


def of_letters(made: "Sequence[MadeLetter]") -> Iterator[str]:
    """Which letters were written."""
    if not made:
        yield "No letters are due."
    for one in made:
        yield f"Round {one.round}, {one.seat}: {one.path}"


def of_sending(sent: "Sequence[SendResult]", left: Sequence[str], uncertain: int) -> Iterator[str]:
    """The result for each message; *uncertain* is how many may or may not have arrived."""
    if uncertain:
        messages = "1 message" if uncertain == 1 else f"{uncertain} messages"
        yield f"{messages} may or may not have arrived; `pbem status` says more."
    elif not sent and not left:
        yield "Nothing waits to be sent."
    for one in sent:
        yield f"{one.ident}: {_FATES[one.fate.name]}{f' ({one.said})' if one.said else ''}."
    more = set(left) - {one.ident for one in sent}
    if more and sent:
        yield f"{len(more)} more {'waits' if len(more) == 1 else 'wait'} for a later `pbem send`."
    elif left and not sent:
        yield (
            f"Nothing sent; messages waiting: {len(left)}. They are not due yet, "
            "or game.yaml names no outgoing mail (mail: out:)."
        )
