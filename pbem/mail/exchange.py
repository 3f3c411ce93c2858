"""What a game that is held does with its mail: take it in, judge it, play on, write letters, and send."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from pbem.mail.collect import collect
from pbem.mail.digests import queue_digests
from pbem.mail.fetch import fetch
from pbem.mail.intake import later_stages, verdicts
from pbem.mail.intake.verdicts import HandledMail
from pbem.mail.outgoing.dossiers import make_dossiers
from pbem.mail.outgoing.letters import MadeLetter, make_letters
from pbem.mail.outgoing.people.reports import queue_reports
from pbem.mail.outgoing.told import tell_facts
from pbem.mail.send import SendResult, send
from pbem.mail.transport.trouble import TransportTrouble
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.needs import digest, failures
from pbem.referee.play import play_on
from pbem.referee.restored import behind
from pbem.referee.timekeeping import heartbeat
from pbem.referee.timekeeping.agenda import tick
from pbem.store.records import Damaged
from pbem.store.refusal import Refusal


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
        verdicts.judge_all(game, clock)
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
    handled = tuple(verdicts.judge_all(game, clock))
    queue_digests(game, clock)
    left = len(game.inbox.waiting())
    return ExchangeResult(handled=handled, strange=fetched.strange, troubles=fetched.troubles, waiting=left)


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
        while lines != len(game.log.lines) or later_stages.reopen(game):
            handled += verdicts.judge_all(game, clock)
            lines = len(game.log.lines)
            tick(game, clock)
            play_on(game, clock, anyway=anyway or behind(game) > 0)
            made += make_letters(game) if letters else []
        queue_reports(game, clock)
        make_dossiers(game)
        tell_facts(game)
    except Exception:
        with suppress(Refusal, OSError):  # what failed first is told
            verdicts.judge_all(game, clock, through=True)
        raise
    return ExchangeResult(handled=tuple(handled), played=len(game.table.entries) - before, made=tuple(made))


def exchange(game: Game, clock: Clock, *, collected: bool = True) -> ExchangeResult:
    """Take in mail, judge it, play on, write letters and send: all that a turn does with the game itself.

    *collected* says whether all mail that is on servers was brought here before.
    """
    fetched = fetch(game)
    game.mail_is_in = collected and not fetched.troubles
    wholly = collected and all(one.about_one_file for one in fetched.troubles)
    heartbeat.fetched(game.folder, clock(), wholly=wholly)
    try:
        done = judge_and_play(game, clock)
        queue_digests(game, clock)
        failures.over(game, clock())
    except Exception as fault:
        _tell_moderator(game, fault, clock)
        send(game, clock)  # mail that waits to go waits for nothing that went wrong in play
        raise
    sent = tuple(send(game, clock))
    left = len(game.inbox.waiting())
    return msgspec.structs.replace(done, sent=sent, strange=fetched.strange, troubles=fetched.troubles, waiting=left)


def _tell_moderator(game: Game, fault: Exception, clock: Clock) -> None:
    """Write to the moderator that the program failed, or that it cannot read what became of an email.

    What failed must not fail again for that.
    """
    damaged = isinstance(fault, Damaged)
    if damaged:
        game.inbox = game.inbox.passing_over()
    elif isinstance(fault, Refusal | OSError):
        return
    with suppress(Exception):
        if not damaged:
            failures.note(game, fault, clock())
        digest.act(game, clock())
        tell_facts(game)
