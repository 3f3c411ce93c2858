"""All that needs the moderator, and when a letter on it is due.

One goes at the time of day of game.yaml if something waits that they were not told of, or that they were told of long
ago; at once if it is urgent. Each is a fact in the log, with the keys of all needs that it tells.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from pbem.engine.reading import late_pattern
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.allowances import open_requests
from pbem.referee.deadlines.deadlines import stops as stopped
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.ladder_steps import proposals, steps_to_come
from pbem.referee.deadlines.received import WAITED_FOR, SeatStatus
from pbem.referee.game import Clock, Game
from pbem.referee.need import Need, NeedKind, most, need, unresolved
from pbem.referee.people import appeals, changes
from pbem.referee.status import Status, status
from pbem.settings.game import UrgentMatter
from pbem.settings.times import instant, start_of
from pbem.store.facts import ClockStopped, DigestSent, PlayFailed, RungProposed, SeatVacated
from pbem.store.inbox import Verdict
from pbem.store.outbox import MessageId, MessageKind, Outbox, QueuedReply
from pbem.store.posts import NAME as POSTS
from pbem.store.posts import PostBook

_TRIES = 3
"""After this many failed tries a message may need help."""
_LONGEST = 60
_LONG = timedelta(hours=6)
"""After this time without any mail someone should look: shorter gaps end by themselves."""
_OURS = late_pattern(r"\[[^\[\]]*\]|\{[^{}]*\}")
"""What our own subjects have: the name of the game and a token."""
_ANSWERS = late_pattern(r"\{[^{}]*\}\s*$")
WATCHER = "watcher"
"""Why an email is unclaimed: a watcher wrote it, to the moderator."""
FORMER = "former"
"""Why an email is unclaimed: someone wrote it who held the seat before that is its guess, or with a token of theirs."""
_UNKNOWN: tuple[MessageKind, ...] = ("stranger", "report")
"""Messages to no player; who refuses a report watches no more."""


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
        isinstance(one.fact, ClockStopped) and one.fact.by == appeals.BY for one in stopped(game.log.facts).values()
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
    line = unresolved(game)
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
        elif not seat.bot and _empty(game, seat.seat)["empty"]:
            yield need("vacant", since=_vacated(game, seat.seat), seat=seat.seat, title=seat.title)
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
    taken = changes.open_for(game, seat) or changes.promised(game, seat)
    return {"empty": game.holders[seat].empty and not taken}


def _vacated(game: Game, seat: str) -> datetime | None:
    """Since when no one holds *seat*."""
    vacated = (
        line.at for line in reversed(game.log.facts) if isinstance(line.fact, SeatVacated) and line.fact.seat == seat
    )
    return next(vacated, None)


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
    refused = (ident for ident in reversed(found.refused) if MessageId.parse(ident).kind not in _UNKNOWN)
    yield from most(_refused(ident, outbox) for ident in refused)
    yield from most(_uncertain(ident, outbox.reply(ident)) for ident in reversed(outbox.undecided()))
    tried = [reply for ident in found.queued if (reply := outbox.reply(ident)) and reply.tries >= _TRIES]
    if tried:
        since = min((reply.since for reply in tried if reply.since), default=None)
        yield need("unsent", since=since, count=len(tried), text=tried[-1].text)
    yield from _to_post(game, found, outbox)
    for seat in found.seats:
        if seat.bounced:
            since = _bounced(game, seat.seat)
            yield need("bounced", since=since, seat=seat.seat, title=seat.title, says=seat.bounced)


def _to_post(game: Game, found: Status, outbox: Outbox) -> Iterator[Need]:
    """What is to be posted in the forum by hand: all of it, or what the forum did not take of a program."""
    times = [envelope.time for ident in found.to_post if (envelope := outbox.envelope(ident))]
    refused = [one for one in PostBook(game.folder / POSTS).waiting() if one.trouble] if times else []
    if times and (refused or not game.settings.forum.user):
        count = len(refused) if game.settings.forum.user else len(times)
        yield need("to-post", since=min(times), count=count, text=refused[-1].trouble if refused else "")


def _silent(game: Game, at: datetime) -> Iterator[Need]:
    """What keeps the moderator from hearing of the game, or the game from hearing of anyone."""
    address = game.settings.moderator.address
    for one in reversed(game.inbox.verdicts()):
        if one.state == "moderator" and one.credible:
            break
        if address and (says := one.failed("", address)):
            yield need("unheard", since=one.received, address=address, says=says)
            break
        if one.failed(one.seat, address):
            break
    beat = deadlines.read(game.folder)
    if beat is not None and beat.failing is not None and at - beat.failing >= _LONG:
        yield need("unreachable", since=beat.failing)


def _bounced(game: Game, seat: str) -> datetime | None:
    """When the first email to *seat* bounced of those that did since something came from its player."""
    since = None
    for one in reversed(game.inbox.verdicts()):
        if seat in (one.seat, *(each for each, _, _ in one.also)) and one.state == "bounce":
            since = one.received
        elif one.seat == seat and one.credible:
            break
    return since


def _uncertain(ident: str, reply: QueuedReply | None) -> Need:
    return need("uncertain", since=reply.at if reply else None, ident=ident)


def _refused(ident: str, outbox: Outbox) -> Need:
    reply = outbox.reply(ident)
    return need("refused", since=reply.at if reply else None, ident=ident, text=reply.text if reply else "")


KIND = "digest"
URGENT: Mapping[UrgentMatter, frozenset[NeedKind]] = {
    "failures": frozenset({"stopped", "damaged", "failed", "bot"}),
    "deadlines": frozenset({"deadline", "ladder", "ladder-asks", "sealed"}),
    "mail": frozenset({"unsent", "unreachable", "bounced"}),
    "appeals": frozenset({"appeal"}),
}
"""The kinds of needs that are about each matter."""
_MOST_URGENT = 5
"""The most letters in a day that do not wait for their time."""
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_SOON = timedelta(hours=12)
"""A letter of the same hour of another day may be this much less than whole days later: clocks change."""


class _Sent(msgspec.Struct, frozen=True):
    """A digest that was sent."""

    at: datetime
    fact: DigestSent


class _Due(msgspec.Struct, frozen=True):
    """A digest that is to go *at* a time."""

    at: datetime
    fact: DigestSent


def coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The next digest that follows from what waits now."""
    found = _next(game, at)
    if found is not None:
        yield AgendaItem(found.at, KIND)


def act(game: Game, at: datetime) -> bool:
    """Send what is due as a fact; the email follows from that."""
    found = _next(game, at)
    if found is None or found.at > at:
        return False
    game.note(found.fact, at)
    return True


def writes_to_moderator(game: Game) -> bool:
    """Whether email can go to the moderator."""
    address, sender = game.settings.moderator.address, game.settings.mail.sender
    return bool(address and sender) and address.casefold() != sender.casefold()


def kinds_of(matters: Iterable[UrgentMatter]) -> frozenset[NeedKind]:
    """The kinds of needs that are about *matters*."""
    return frozenset(kind for matter in matters for kind in URGENT[matter])


def _next(game: Game, at: datetime) -> _Due | None:
    """The digest that is to go next: now if it is urgent, otherwise at a time of day, which may have passed."""
    if not writes_to_moderator(game) or not game.log.pauses or not game.settings.moderator.digest.at:
        return None
    sent = [_Sent(line.at, line.fact) for line in game.log.facts if isinstance(line.fact, DigestSent)]
    waits = needs(game, status(game, lambda: at), at)
    told = {key for one in sent for key in one.fact.needs}
    new = [one for one in waits if one.key not in told]
    keys = tuple(one.key for one in waits)
    urgent = kinds_of(game.settings.moderator.urgent)
    today = sum(1 for one in sent if one.fact.urgent and at - one.at < _DAY)
    if any(one.kind in urgent for one in new) and today < _MOST_URGENT:
        return _Due(at, DigestSent(needs=keys, urgent=True))
    if new:
        since = min((one.since for one in new if one.since), default=at if not sent else sent[-1].at)
        return _Due(_slot(game, max(since, _last_regular(game, sent))), DigestSent(needs=keys))
    return _again(game, sent, waits, urgent)


def _again(game: Game, sent: list[_Sent], waits: tuple[Need, ...], urgent: frozenset[NeedKind]) -> _Due | None:
    """The digest that repeats what was told and still *waits*, or that says that all is well."""
    rule, last = game.settings.moderator, _last_sent(game, sent)
    if not waits:
        well = DigestSent(all_is_well=True)
        quiet = not rule.all_is_well or game.outcome is not None
        return None if quiet else _Due(_slot(game, last + _WEEK - _SOON), well)
    stops = rule.repeat == "daily" or any(one.kind in urgent for one in waits)
    after = _end_of_day(game, last) if stops else last + _WEEK - _SOON
    return _Due(_slot(game, after), DigestSent(needs=tuple(one.key for one in waits)))


def _last_regular(game: Game, sent: list[_Sent]) -> datetime:
    """When the last digest went that had waited for its time."""
    begun = game.log.lines[0].at
    return max((one.at for one in sent if not one.fact.urgent), default=begun)


def _last_sent(game: Game, sent: list[_Sent]) -> datetime:
    return sent[-1].at if sent else game.log.lines[0].at


def _end_of_day(game: Game, at: datetime) -> datetime:
    """The last moment of the day *at* a time where the moderator lives: the next letter is that of the day after."""
    zone = game.settings.moderators_zone
    day = at.astimezone(zone.info).date()
    return start_of(day + timedelta(days=1), zone.name) - timedelta(microseconds=1)


def _slot(game: Game, after: datetime) -> datetime:
    """The first time of digests after a time."""
    clock, zone = game.settings.moderator.digest.at, game.settings.moderators_zone
    day = after.astimezone(zone.info).date()
    if clock is None:
        raise LookupError("the moderator gets no digests")
    slots = (instant(day + timedelta(days=ahead), clock, zone.name) for ahead in range(3))
    return next(slot for slot in slots if slot > after)


SOURCE = AgendaSource(coming, act)
