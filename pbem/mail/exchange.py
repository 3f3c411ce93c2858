"""What a game that is held does with its mail: take in, judge, play on, write, send.

Refusals are told once a day; replies to questions, and whatever else has a number of its own, once an hour.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.errors import Refusal, is_of_machine
from pbem.mail import judges
from pbem.mail.fetch import collect, fetch
from pbem.mail.intake import pledges, receipts, sender
from pbem.mail.intake.beside import NOT_SENT, PASSED
from pbem.mail.judges import HandledMail
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.letters import MadeLetter, make_dossiers, make_letters
from pbem.mail.outgoing.reports import queue_reports
from pbem.mail.outgoing.told import tell_facts
from pbem.mail.send import SendResult, send
from pbem.mail.transport.server import TransportTrouble
from pbem.referee import letter, need, needs, opening
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.agenda import tick
from pbem.referee.game import Clock, Game, Rulesets, behind
from pbem.referee.play import play_on
from pbem.report.template_files import files_looked_at_once
from pbem.store.facts import SheetPledged
from pbem.store.files import Damaged
from pbem.store.inbox import InboxItem, Verdict
from pbem.store.outbox import MessageId

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

    name: Literal["digest", "gathered"]
    why: str
    time: str


_REFUSED = DigestKind("digest", receipts.LIMIT, "%Y%m%d")
_GATHERED = DigestKind("gathered", receipts.GATHERED, "%Y%m%d%H")
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
            ident = mark.ident if mark else str(MessageId(kind.name, int(f"{at:{kind.time}}"), verdict.seat))
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
        if verdict.why != kind.why or not verdict.seat or not game.settings.reach(verdict.seat):
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
    words = letter.words_for(game, game.view(seat), seat)
    context = _refusals(game, verdicts) if kind is _REFUSED else _answers(game, verdicts)
    times = [words.moment(one.received, zone) for one in verdicts]
    told = [{"time": words.moment(verdict.received, zone), "text": text} for verdict, text in context]
    limits = {"limit": game.settings.mail.answers.a_day, "questions": game.settings.mail.answers.questions_a_day}
    named = {"count": len(verdicts)}
    notice = writing.to_seat(game, seat, kind.name, kind.name, named, times=times, replies=told, **limits)
    writing.queue(game, ident, notice, at)


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


class ExchangeResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was done: emails judged, entries played, letters written, messages sent.

    *strange* are files whose names tell no seat, *troubles* the transports that failed, *waiting* how many emails could
    not be judged yet.
    """

    handled: tuple[HandledMail, ...] = ()
    played: int = 0
    made: tuple[MadeLetter, ...] = ()
    sent: tuple[SendResult, ...] = ()
    strange: tuple[Path, ...] = ()
    troubles: tuple[TransportTrouble, ...] = ()
    waiting: int = 0


@contextmanager
def up_to_date(
    folder: Path, clock: Clock, rulesets: Rulesets | None = None, identity: Path | None = None
) -> Iterator[Game]:
    """The game in *folder*, to change, once all mail that was kept before is judged: what came first counts first."""
    with opening.held(folder, rulesets, identity) as game:
        judges.judge_all(game, clock)
        yield game


def fetch_and_judge(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> ExchangeResult:
    """Take in the mail of the game in *folder*, that on servers too; only what needs the game waits for its lock."""
    collected = collect(folder, clock, rulesets)
    with opening.held(folder, rulesets) as game:
        done = take_in(game, clock)
    return msgspec.structs.replace(done, troubles=(*collected.troubles, *done.troubles))


def take_in(game: Game, clock: Clock) -> ExchangeResult:
    """Keep the mail that lies on this machine, judge all that can be judged now, and queue the receipts."""
    fetched = fetch(game)
    handled = tuple(judges.judge_all(game, clock))
    queue_digests(game, clock)
    left = len(game.inbox.waiting())
    return ExchangeResult(handled=handled, strange=fetched.strange, troubles=fetched.troubles, waiting=left)


@files_looked_at_once()
def judge_and_play(game: Game, clock: Clock, *, anyway: bool = False, letters: bool = True) -> ExchangeResult:
    """Judge every item by the stage at which it came, play on, and write the *letters*.

    What is due by itself happens after mail that came before. It does so by turns, until neither changes anything: so a
    game that was put back from a backup catches up. Where emails show that it is behind its own letters, a stage that a
    seat held then is held no more. If play fails all mail is judged all the same.
    """
    handled: list[HandledMail] = []
    made: list[MadeLetter] = []
    before, lines = len(game.table.entries), -1
    try:
        while lines != len(game.log.lines) or sender.reopen(game):
            handled += judges.judge_all(game, clock)
            lines = len(game.log.lines)
            tick(game, clock)
            play_on(game, clock, anyway=anyway or behind(game) > 0)
            made += make_letters(game) if letters else []
        if any(isinstance(fact, SheetPledged) for fact in game.facts):
            pledges.break_off(game, clock)
        queue_reports(game, clock)
        make_dossiers(game)
        tell_facts(game)
    except Exception:
        with suppress(Refusal, OSError):  # what failed first is told
            judges.judge_all(game, clock, through=True)
        raise
    return ExchangeResult(handled=tuple(handled), played=len(game.table.entries) - before, made=tuple(made))


Deliver = Callable[[Game, Clock], list[SendResult]]
"""What becomes of the messages that are queued."""


def exchange(game: Game, clock: Clock, *, collected: bool = True, deliver: Deliver = send) -> ExchangeResult:
    """Take in mail, judge it, play on, write letters and *deliver*: all that a turn does with the game itself.

    *collected* says whether all mail that is on servers was brought here before.
    """
    fetched = fetch(game)
    game.mail_is_in = collected and not fetched.troubles
    wholly = collected and all(one.about_one_file for one in fetched.troubles)
    deadlines.fetched(game.folder, clock(), wholly=wholly)
    try:
        done = judge_and_play(game, clock)
        queue_digests(game, clock)
        need.over(game, clock())
    except Exception as fault:
        _tell_moderator(game, fault, clock)
        deliver(game, clock)  # mail that waits to go waits for nothing that went wrong in play
        raise
    sent = tuple(deliver(game, clock))
    unposted = _post(game, clock) if game.settings.forum.user else ()
    left = len(game.inbox.waiting())
    troubles = (*fetched.troubles, *unposted)
    return msgspec.structs.replace(done, sent=sent, strange=fetched.strange, troubles=troubles, waiting=left)


def _post(game: Game, clock: Clock) -> tuple[TransportTrouble, ...]:
    from pbem.mail import member  # noqa: PLC0415 - most games have no forum

    return member.post_all(game, clock)


def _tell_moderator(game: Game, fault: Exception, clock: Clock) -> None:
    """Write to the moderator that the program failed, or that it cannot read what became of an email.

    What failed must not fail again for that.
    """
    damaged = isinstance(fault, Damaged)
    if damaged:
        game.inbox = game.inbox.passing_over()
    elif isinstance(fault, Refusal) or is_of_machine(fault):
        return
    with suppress(Exception):
        if not damaged:
            need.note(game, fault, clock())
        needs.act(game, clock())
        tell_facts(game)
