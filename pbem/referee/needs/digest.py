"""Digests: when the moderator gets a letter on what waits for them.

One goes at the time of day of game.yaml if something waits that they were not told of, or that they were told of long
ago; at once if it is urgent. Each is a fact in the log, with the keys of all needs that it tells.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from pbem.referee.game import Game
from pbem.referee.needs.need import Need, NeedKind
from pbem.referee.needs.of_game import needs
from pbem.referee.status import status
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.settings.moderator import UrgentMatter
from pbem.settings.time.clocks import instant, start_of
from pbem.store.facts.moderator import DigestSent

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
    sent = [_Sent(line.at, line.fact) for line in game.log.lines if isinstance(line.fact, DigestSent)]
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
