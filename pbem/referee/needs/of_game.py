"""What needs the moderator as far as a game itself shows it."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbem.referee import submissions
from pbem.referee.allowances.extensions import open_requests
from pbem.referee.correspondence import appeals
from pbem.referee.game import Clock, Game
from pbem.referee.ladder.record import proposals
from pbem.referee.ladder.steps import steps_to_come
from pbem.referee.needs import failures
from pbem.referee.needs.need import Need, NeedKind, most, need
from pbem.referee.seats import changes, invitations
from pbem.referee.status import WAITED_FOR, SeatStatus, Status, status
from pbem.referee.timekeeping import heartbeat
from pbem.referee.timekeeping.deadlines import stops as stopped
from pbem.store.facts.ladder import RungProposed
from pbem.store.facts.moderator import PlayFailed
from pbem.store.facts.time import ClockStopped
from pbem.store.outbox import Outbox, QueuedReply
from pbem.store.verdict import Verdict

_TRIES = 3
"""After this many failed tries a message may need help."""
_LONGEST = 60
_LONG = timedelta(hours=6)
"""After this time without any mail someone should look: shorter gaps end by themselves."""
_OURS = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")
"""What our own subjects have: the name of the game and a token."""
_ANSWERS = re.compile(r"\{[^{}]*\}\s*$")
STRANGERS = "stranger-"
"""How the ids of replies to unknown senders begin."""
WATCHER = "watcher"
"""Why an email is unclaimed: a watcher wrote it, to the moderator."""
FORMER = "former"
"""Why an email is unclaimed: someone wrote it who held the seat before that is its guess, or with a token of theirs."""
REPORTS = "report-"
"""And of reports to watchers, who watch no more if theirs are refused."""


def whole_status(game: Game, clock: Clock) -> Status:
    """Where *game* stands now, with all that waits for its moderator."""
    found = status(game, clock)
    return replace(found, needs=needs(game, found, clock()))


def needs(game: Game, found: Status, at: datetime) -> tuple[Need, ...]:
    """All that waits for the moderator of *game*, whose status is *found* then, the most urgent first."""
    return (
        *_stopped(game),
        *most(_damaged(game)),
        *_appeals(game),
        *_play(game, found, at),
        *_mails(game, found),
        *_sending(game, found, game.outbox),
        *_silent(game, at),
    )


def _appeals(game: Game) -> Iterator[Need]:
    stops = any(
        isinstance(one.fact, ClockStopped) and one.fact.by == appeals.BY for one in stopped(game.log.lines).values()
    )
    for one in appeals.open_appeals(game):
        made, title = one.made, game.titles.get(one.made.seat, one.made.seat)
        text = textwrap.shorten(made.text, _LONGEST, placeholder=" …")
        yield need(
            "appeal",
            since=one.at,
            seat=made.seat,
            item=made.item,
            title=title,
            round=made.round,
            text=text,
            stops=stops,
        )


def _stopped(game: Game) -> Iterator[Need]:
    line = failures.unresolved(game)
    if line is not None and isinstance(line.fact, PlayFailed):
        yield need("stopped", since=line.at, why=line.fact.why, where=line.fact.where)


def _damaged(game: Game) -> Iterator[Need]:
    """The emails of which it cannot be read what became of them; only an inbox that is looked at passes them over."""
    game.inbox.verdicts()
    for item, why in sorted(game.inbox.passed_over.items()):
        yield need("damaged", item=item, why=why)


def _play(game: Game, found: Status, at: datetime) -> Iterator[Need]:
    if found.outcome is not None:
        return
    proposed = {one.seat: one for one in proposals(game)}
    for seat in found.seats:
        if seat.seat in proposed and seat.waited_for:
            yield _rung(game, seat, proposed[seat.seat])
        elif seat.trouble:
            since = _asked(game)
            yield need("bot", since=since, seat=seat.seat, title=seat.title, asked=seat.asked, trouble=seat.trouble)
        elif seat.waited_for and _is_late(found, seat) and not steps_to_come(game, seat.seat, at):
            yield _deadline(game, found, seat)
    for one in open_requests(game, at):
        asked = one.asked.length or f"until {one.asked.until:%Y-%m-%d %H:%M} UTC"
        yield need("extension", since=one.line.at, seat=one.asked.seat, title=game.titles[one.asked.seat], asked=asked)
    locked = submissions.locked(game)
    if locked and not found.missing:
        yield need("sealed", since=_asked(game), seats=", ".join(locked))


def _is_late(found: Status, seat: SeatStatus) -> bool:
    """Whether the deadline of what a seat lacks has passed, with its grace: its own, where that was moved."""
    if seat.grace is not None:
        return False
    lacks = [one for one in seat.questions if one.received in WAITED_FOR]
    return found.late and (not lacks or any(one.late for one in lacks))


def _asked(game: Game) -> datetime | None:
    """When the last letters were written."""
    return next((line.at for line in reversed(game.log.lines) if line.pause), None)


def _rung(game: Game, seat: SeatStatus, proposed: RungProposed) -> Need:
    """What the ladder asks of the moderator about a seat."""
    kind: NeedKind = "ladder-asks" if proposed.rung == "ask the moderator" else "ladder"
    return need(
        kind,
        since=proposed.due,
        seat=seat.seat,
        title=seat.title,
        rung=proposed.rung,
        why=proposed.why,
        received=seat.received,
        **_empty(game, seat.seat),
    )


def _deadline(game: Game, found: Status, seat: SeatStatus) -> Need:
    dues = [one.deadline for one in seat.questions if one.deadline and one.late]
    since = min(dues, default=found.deadline)
    more = _empty(game, seat.seat)
    return need("deadline", since=since, seat=seat.seat, title=seat.title, received=seat.received, **more)


def _empty(game: Game, seat: str) -> Mapping[str, bool]:
    """Whether no one holds *seat* nor is to take it."""
    taken = invitations.open_for(game, seat) or changes.promised(game, seat)
    return {"empty": game.holders[seat].empty and not taken}


def _mails(game: Game, found: Status) -> Iterator[Need]:
    if found.behind:
        yield need("behind", behind=found.behind, round=found.round)
    numbers = [number for name in found.unread if (number := int(name.partition("-")[0])) not in game.inbox.passed_over]
    yield from most(_unread(game, number) for number in reversed(numbers))
    yield from most(_held(game, one) for one in reversed(found.held))
    yield from most(_unclaimed(game, one) for one in reversed(found.unclaimed))
    doubted = {one.doubted for one in found.seats}
    yield from most(_words(one, doubted=one.item in doubted) for one in reversed(found.words))
    yield from most(_failed(one) for one in reversed(found.failed))


def _unread(game: Game, number: int) -> Need:
    item = game.inbox.numbered(number)
    return need("unread", item=number, since=item.arrived if item else None)


def _held(game: Game, one: Verdict) -> Need:
    if of_former(game, one):
        return _former(game, one)
    return need("held", since=one.received, seat=one.seat, item=one.item, why=", ".join(one.problems))


def _unclaimed(game: Game, one: Verdict) -> Need:
    if one.why == WATCHER:
        return _words(one)
    if of_former(game, one):
        return _former(game, one)
    return need(
        "unclaimed", since=one.received, item=one.item, sender=one.sender, guess=one.guess, subject=_subject(one)
    )


def of_former(game: Game, one: Verdict) -> bool:
    """Whether an email that waits came from someone who holds its seat no longer, or replies to a letter of theirs."""
    waited = one.state in ("held", "dismissed") and one.seat in game.titles
    return one.why == FORMER or (waited and one.item <= game.tenure(one.seat).last_item)


def _former(game: Game, one: Verdict) -> Need:
    seat = one.seat or one.guess
    title = game.titles.get(seat, seat)
    return need(
        "former", since=one.received, seat=seat, item=one.item, title=title, sender=one.sender, subject=_subject(one)
    )


def _words(one: Verdict, *, doubted: bool = False) -> Need:
    return need(
        "words",
        since=one.received,
        seat=one.seat,
        item=one.item,
        sender=one.sender,
        subject=_subject(one),
        doubted=doubted,
    )


def _failed(one: Verdict) -> Need:
    return need("failed", since=one.received, item=one.item, why=one.why)


def _subject(one: Verdict) -> str:
    """The subject of an email, as far as its writer chose it."""
    bare = _OURS.sub(" ", one.subject)
    own = "" if bare != one.subject and _ANSWERS.search(one.subject) else bare
    return textwrap.shorten(own, _LONGEST, placeholder=" …")


def _sending(game: Game, found: Status, outbox: Outbox) -> Iterator[Need]:
    refused = (ident for ident in reversed(found.refused) if not ident.startswith((STRANGERS, REPORTS)))
    yield from most(_refused(ident, outbox) for ident in refused)
    replies = {ident: outbox.reply(ident) for ident in found.trying}
    open_ones = [ident for ident, reply in replies.items() if reply is None or reply.due is None]
    yield from most(_uncertain(ident, replies[ident]) for ident in reversed(open_ones))
    tried = [reply for ident in found.queued if (reply := outbox.reply(ident)) and reply.tries >= _TRIES]
    if tried:
        since = min((reply.since for reply in tried if reply.since), default=None)
        yield need("unsent", since=since, count=len(tried), text=tried[-1].text)
    for seat in found.seats:
        if seat.bounced:
            since = _bounced(game, seat.seat)
            yield need("bounced", since=since, seat=seat.seat, title=seat.title, says=seat.bounced)


def _silent(game: Game, at: datetime) -> Iterator[Need]:
    """What keeps the moderator from hearing of the game, or the game from hearing of anyone."""
    address = game.settings.moderator.address
    for one in reversed(game.inbox.verdicts()):
        if one.state == "moderator" and one.credible:
            break
        if one.state == "bounce" and one.why == "failed" and address and one.answered.casefold() == address.casefold():
            if not one.seat:
                yield need("unheard", since=one.received, address=address, says=one.says)
            break
    beat = heartbeat.read(game.folder)
    if beat is not None and beat.failing is not None and at - beat.failing >= _LONG:
        yield need("unreachable", since=beat.failing)


def _bounced(game: Game, seat: str) -> datetime | None:
    """When the first email to *seat* bounced of those that did since something came from its player."""
    since = None
    for one in reversed(game.inbox.verdicts()):
        if one.seat == seat and one.state == "bounce":
            since = one.received
        elif one.seat == seat and one.credible:
            break
    return since


def _uncertain(ident: str, reply: QueuedReply | None) -> Need:
    return need("uncertain", since=reply.at if reply else None, ident=ident)


def _refused(ident: str, outbox: Outbox) -> Need:
    reply = outbox.reply(ident)
    return need("refused", since=reply.at if reply else None, ident=ident, text=reply.text if reply else "")
