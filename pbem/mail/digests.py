"""Digests: refusals that could not be told since their seat had had all of a day's replies, one email a day at most."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbem.mail.intake import receipts
from pbem.mail.intake.people.addressed_words import NOT_SENT, PASSED
from pbem.mail.outgoing import notices, writing
from pbem.referee.game import Clock, Game
from pbem.referee.letters import subjects, wording
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_KIND = "digest"
_WITHOUT = "its refusal is told again"
_DONE = frozenset(
    (
        *("passed", "withdrawn", "plans-withdrawn", "held", "released", "absent", "back", "form", "resent"),
        PASSED,
        *("calendar-on", "calendar-off", "reminders-on", "reminders-off"),
    )
)
"""What becomes of a command that was carried out, as far as its player need not be told of it."""


class DigestMark(msgspec.Struct, frozen=True):
    """The digest that tells of an email."""

    ident: str


def queue_digests(game: Game, clock: Clock) -> None:
    """Tell each seat of what was refused and could not be told yet, unless it had a digest today (UTC).

    Each email is first marked with its digest, so that a digest which was not queued when the program died is made of
    the same emails.
    """
    at = clock()
    marked: dict[str, list[Verdict]] = {}
    for verdict, item, mark in _untold(game):
        ident = mark.ident if mark else f"{_KIND}-{at:%Y%m%d}-{verdict.seat}"
        if mark is None and game.outbox.place(ident) is not None:
            continue
        if mark is None:
            game.inbox.keep_beside(item, _KIND, msgspec.json.encode(DigestMark(ident)))
        marked.setdefault(ident, []).append(verdict)
    for ident, verdicts in marked.items():
        if game.outbox.place(ident) is None:
            _queue(game, ident, verdicts, at)


def pending(game: Game) -> bool:
    """Whether something is left to be told on another day."""
    return any(mark is None for _, _, mark in _untold(game))


def _untold(game: Game) -> Iterator[tuple[Verdict, InboxItem, DigestMark | None]]:
    """The emails whose refusal was not told in a reply, each with the mark of its digest."""
    for verdict in game.inbox.verdicts():
        if verdict.why != receipts.LIMIT or not _refused(verdict) or not writing.mailed(game, verdict.seat):
            continue
        if verdict.item <= game.tenure(verdict.seat).last_item:  # it is for whoever held the seat then
            continue
        item = game.inbox.numbered(verdict.item)
        if item is not None:
            yield verdict, item, game.inbox.beside(item, _KIND, DigestMark, _WITHOUT)


def _refused(verdict: Verdict) -> bool:
    """Whether something that an email asked for was not done."""
    if verdict.state == "command":
        return not _DONE.issuperset(verdict.problems) and not {"status", "help"}.issuperset(verdict.problems)
    return verdict.state in ("refused", "partly") or not NOT_SENT.isdisjoint(verdict.problems)


def _queue(game: Game, ident: str, verdicts: list[Verdict], at: datetime) -> None:
    seat, zone = verdicts[0].seat, game.settings.zone_of(verdicts[0].seat).name
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-digest", {"count": len(verdicts)})
    subject = subjects.subject(game, words, game.stages(seat), seat, game.pause, became)
    last = next((verdict for verdict in reversed(verdicts) if verdict.credible), None)
    item = game.inbox.numbered(last.item) if last else None
    content = notices.content(
        game,
        "digest",
        seat,
        limit=game.settings.mail.answers.a_day,
        times=[words.moment(verdict.received, zone) for verdict in verdicts],
        reply=receipts.given(item) if item else "",
        time=words.moment(last.received, zone) if last else "",
    )
    writing.queue(game, seat, ident, subject=subject, content=content, date=at)
