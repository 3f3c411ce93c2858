"""What waits for the moderator: one line each, with the command that settles it."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from pbem.mail.transport.waiting_files import shown
from pbem.referee.status import WAITED_FOR, Status
from pbem.store.outbox import Outbox
from pbem.store.verdict import Verdict

if TYPE_CHECKING:
    from pbem.mail.transport.trouble import TransportTrouble

WAITS = 3
"""The exit code of a turn that was done, but leaves something for the moderator."""
_MOST = 10
"""How many of one kind are listed; spam may be many more."""
_TRIES = 3
"""After this many failed tries a message may need help."""
_LONGEST = 60
_PASSING = frozenset({"busy", "unfinished"})
"""Troubles that end by themselves."""

NeedKind = Literal[
    "bot",
    "deadline",
    "sealed",
    "behind",
    "unread",
    "held",
    "unclaimed",
    "words",
    "failed",
    "refused",
    "uncertain",
    "unsent",
    "bounced",
    "unfetched",
    "file",
]


class Need(msgspec.Struct, frozen=True):
    """One thing that waits for the moderator: what it is, and the commands to *run*."""

    kind: NeedKind
    says: str
    run: str


def needs(
    folder: Path,
    found: Status,
    troubles: "Sequence[TransportTrouble]" = (),
    locked: Sequence[str] = (),
    files: Sequence[Path] = (),
) -> tuple[Need, ...]:
    """All that waits for the moderator of the game in *folder*, the most urgent first.

    *troubles* are the transports that failed, *locked* the seats whose sealed sheets need the key, *files* those that
    block.
    """
    outbox = Outbox(folder / "outbox", folder / "sent")
    return (
        *_play(found, locked),
        *_mails(found),
        *_sending(found, outbox),
        *_most("unfetched", (_unfetched(one) for one in troubles if one.code not in _PASSING)),
        *_most("file", (_of_file(path) for path in files)),
    )


def told(found: Iterable[Need]) -> list[str]:
    """The lines that report it, under their heading; none if nothing waits."""
    lines = [f"  {one.says}{'' if one.says.endswith('?') else ':'} {one.run}" for one in found]
    return ["Waiting for you:", *lines] if lines else []


def _play(found: Status, locked: Sequence[str]) -> Iterator[Need]:
    if found.outcome is not None:
        return
    for seat in found.seats:
        default = f"`pbem play --default {seat.seat} --reason WHY`"
        if seat.trouble:
            says = f"the bot of {seat.title} does not answer {seat.asked} ({seat.trouble})"
            yield Need("bot", says, f"`pbem submit FILE --as {seat.seat}`, or {default}")
        elif found.late and seat.received in WAITED_FOR:
            says = f"the deadline has passed without a valid sheet of {seat.title} ({seat.received})"
            yield Need("deadline", says, f"wait, or {default}")
    if locked and not found.missing:
        says = f"all sheets are in, but those of {', '.join(locked)} are sealed and the key is missing"
        yield Need("sealed", says, "`pbem turn --identity FILE`")


def _mails(found: Status) -> Iterator[Need]:
    if found.behind:
        says = f"emails reply to letters of round {found.behind}, but the game is at round {found.round}"
        yield Need("behind", says, "add what is missing since the backup, `pbem submit FILE.eml --as SEAT`")
    numbers = [int(name.partition("-")[0]) for name in found.unread]
    yield from _most("unread", (_unread(number) for number in reversed(numbers)))
    yield from _most("held", (_held(one) for one in reversed(found.held)))
    yield from _most("unclaimed", (_unclaimed(one) for one in reversed(found.unclaimed)))
    yield from _most("words", (_words(one) for one in reversed(found.words)))
    yield from _most("failed", (_failed(one) for one in reversed(found.failed)))


def _unread(number: int) -> Need:
    run = f"it will be tried again; `pbem confirm {number} --as SEAT`, or `pbem dismiss {number}`, settles it now"
    return Need("unread", f"email {number} could not be processed yet", run)


def _held(one: Verdict) -> Need:
    says = f"email {one.item} of {one.seat} is held ({', '.join(one.problems)})"
    return Need("held", says, f"`pbem confirm {one.item}`, or `pbem dismiss {one.item} --reason WHY`")


def _unclaimed(one: Verdict) -> Need:
    says = f"email {one.item} is from an unknown sender, {one.sender or 'which is not clear'}{_about(one)}"
    return Need("unclaimed", says, f"`pbem confirm {one.item} --as SEAT`, or `pbem dismiss {one.item}`")


def _words(one: Verdict) -> Need:
    says = f"email {one.item} of {one.seat} has a note to you{_about(one)}"
    return Need("words", says, f"`pbem mail {one.item}`, then `pbem dismiss {one.item}`")


def _failed(one: Verdict) -> Need:
    run = f"`pbem mail {one.item}`, `pbem submit FILE --as SEAT`, then `pbem dismiss {one.item}`"
    return Need("failed", f"pbem has a bug and failed at email {one.item} ({one.why})", run)


def _about(one: Verdict) -> str:
    subject = textwrap.shorten(one.subject, _LONGEST, placeholder=" …")
    return f" ({subject})" if subject else ""


def _sending(found: Status, outbox: Outbox) -> Iterator[Need]:
    refused = (_refused(ident, outbox) for ident in reversed(found.refused) if not ident.startswith("stranger-"))
    yield from _most("refused", refused)
    replies = {ident: outbox.reply(ident) for ident in found.trying}
    open_ones = [ident for ident, reply in replies.items() if reply is None or reply.due is None]
    yield from _most("uncertain", (_uncertain(ident) for ident in reversed(open_ones)))
    tried = [reply for ident in found.queued if (reply := outbox.reply(ident)) and reply.tries >= _TRIES]
    if tried:
        count = "1 message is" if len(tried) == 1 else f"{len(tried)} messages are"
        yield Need("unsent", f"{count} not accepted so far ({tried[-1].text})", "`pbem doctor`, then `pbem send --now`")
    for seat in found.seats:
        if seat.bounced:
            run = "correct the address in game.yaml, and pass on its letters from `letters/`"
            yield Need("bounced", f"mail to {seat.title} bounces ({seat.bounced})", run)


def _refused(ident: str, outbox: Outbox) -> Need:
    reply = outbox.reply(ident)
    why = f" ({reply.text})" if reply else ""
    run = f"fix that, then `pbem send --again {ident}`; or drop it, `pbem send --settled {ident}`"
    return Need("refused", f"the message {ident} was refused{why}", run)


def _uncertain(ident: str) -> Need:
    run = f"`pbem send --again {ident}`, or `pbem send --settled {ident}`"
    return Need("uncertain", f"the message {ident} may or may not have arrived", run)


def _unfetched(one: "TransportTrouble") -> Need:
    return Need("unfetched", f"some mail could not be fetched, {one.says.rstrip('.')}", "`pbem doctor`")


def _of_file(path: Path) -> Need:
    return Need(
        "file", f"{shown(path)} is not an email, and its name does not start with a seat", "rename it, or remove it"
    )


def _most(kind: NeedKind, found: Iterable[Need]) -> Iterator[Need]:
    """The first of a *kind*, and how many more there are."""
    every = [*found]
    yield from every[:_MOST]
    if len(every) > _MOST:
        yield Need(kind, f"and {len(every) - _MOST} more like the last", "`pbem status --json`")
