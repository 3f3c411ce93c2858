"""Replies that were not sent one by one, since their seat had had all of a day's: together, in one email.

Refusals are told once a day; replies to questions, and whatever else has a number of its own, once an hour.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbem.mail.intake import daily_replies, receipts
from pbem.mail.intake.people.addressed_words import NOT_SENT, PASSED
from pbem.mail.outgoing import notices, writing
from pbem.referee.game import Clock, Game
from pbem.referee.letters import subjects, wording
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_WITHOUT = "its reply is told again"
_DONE = frozenset(
    (
        *(
            "passed",
            "withdrawn",
            "plans-withdrawn",
            "waiting-withdrawn",
            "confirmed-sealed",
            "held",
            "released",
            "absent",
            "back",
        ),
        *("form", "resent"),
        PASSED,
        *("calendar-on", "calendar-off", "reminders-on", "reminders-off"),
    )
)
"""What becomes of a command that was carried out, as far as its player need not be told of it."""


_MOST_TEXT = 200_000
"""The most characters of replies that one email has in full."""


class DigestKind(msgspec.Struct, frozen=True):
    """One way of telling later: what emails are marked by, why they have no reply, and in what time one email goes."""

    name: str
    why: str
    time: str


_REFUSED = DigestKind("digest", daily_replies.LIMIT, "%Y%m%d")
_GATHERED = DigestKind("gathered", daily_replies.GATHERED, "%Y%m%d%H")
_KINDS = (_REFUSED, _GATHERED)


class DigestMark(msgspec.Struct, frozen=True):
    """The digest that tells of an email."""

    ident: str


def queue_digests(game: Game, clock: Clock) -> None:
    """Tell each seat of what could not be told yet, unless it had such an email in this day or hour (UTC).

    Each email is first marked with its digest, so that a digest which was not queued when the program died is made of
    the same emails.
    """
    at = clock()
    for kind in _KINDS:
        marked: dict[str, list[Verdict]] = {}
        for verdict, item, mark in _untold(game, kind):
            ident = mark.ident if mark else f"{kind.name}-{at:{kind.time}}-{verdict.seat}"
            if mark is None and game.outbox.place(ident) is not None:
                continue
            if mark is None:
                game.inbox.keep_beside(item, kind.name, msgspec.json.encode(DigestMark(ident)))
            marked.setdefault(ident, []).append(verdict)
        for ident, verdicts in marked.items():
            if game.outbox.place(ident) is None:
                _queue(game, ident, kind, verdicts, at)


def pending(game: Game) -> bool:
    """Whether something is left to be told at another time."""
    return any(mark is None for kind in _KINDS for _, _, mark in _untold(game, kind))


def _untold(game: Game, kind: DigestKind) -> Iterator[tuple[Verdict, InboxItem, DigestMark | None]]:
    """The emails of a *kind* that had no reply, each with the mark of its digest."""
    for verdict in game.inbox.verdicts():
        if verdict.why != kind.why or not verdict.seat or not writing.mailed(game, verdict.seat):
            continue
        if kind is _REFUSED and not _refused(verdict):
            continue
        if verdict.item <= game.tenure(verdict.seat).last_item:  # it is for whoever held the seat then
            continue
        item = game.inbox.numbered(verdict.item)
        if item is not None:
            yield verdict, item, game.inbox.beside(item, kind.name, DigestMark, _WITHOUT)


def _refused(verdict: Verdict) -> bool:
    """Whether something that an email asked for was not done."""
    if verdict.state == "command":
        return not _DONE.issuperset(verdict.problems) and not {"status", "help"}.issuperset(verdict.problems)
    return verdict.state in ("refused", "partly", "doubted") or not NOT_SENT.isdisjoint(verdict.problems)


def _queue(game: Game, ident: str, kind: DigestKind, verdicts: list[Verdict], at: datetime) -> None:
    seat, zone = verdicts[0].seat, game.settings.zone_of(verdicts[0].seat).name
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", f"became-{kind.name}", {"count": len(verdicts)})
    subject = subjects.subject(game, words, game.stages(seat), seat, game.pause, became)
    context = _refusals(game, verdicts) if kind is _REFUSED else _answers(game, verdicts)
    times = [words.moment(one.received, zone) for one in verdicts]
    told = [{"time": words.moment(verdict.received, zone), "text": text} for verdict, text in context]
    answers = game.settings.mail.answers
    content = notices.content(
        game, kind.name, seat, limit=answers.a_day, questions=answers.questions_a_day, times=times, replies=told
    )
    writing.queue(game, seat, ident, subject=subject, content=content, date=at)


def _refusals(game: Game, verdicts: list[Verdict]) -> list[tuple[Verdict, str]]:
    """The reply that the newest email would have had which is its seat's own, word for word."""
    last = next((verdict for verdict in reversed(verdicts) if verdict.credible), None)
    item = game.inbox.numbered(last.item) if last else None
    reply = receipts.given(item) if item else ""
    return [(last, reply)] if last and reply else []


def _answers(game: Game, verdicts: list[Verdict]) -> list[tuple[Verdict, str]]:
    """The reply to each email, word for word; empty for those that would make the email too long, the older ones."""
    told: list[tuple[Verdict, str]] = []
    room = _MOST_TEXT
    for verdict in reversed(verdicts):
        item = game.inbox.numbered(verdict.item)
        reply = receipts.given(item) if item else ""
        room -= len(reply)
        told.append((verdict, reply if room >= 0 else ""))
    return told[::-1]
