"""A whole turn of a game: mail in, judged, played on, letters, mail out; and where the game stands after it."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.referee import opening, snapshot, submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.agenda import agenda, moved_by_itself
from pbem.referee.game import Clock, Game, Rulesets, ruleset_called
from pbem.referee.need import Need, most, need
from pbem.referee.needs import whole_status
from pbem.referee.snapshot import Snapshot
from pbem.referee.status import Status, notes
from pbem.report.template_files import files_looked_at_once
from pbem.store.facts import DeadlineMoved, RulesOfTimeChanged

if TYPE_CHECKING:
    from pbem.mail.judges import HandledMail
    from pbem.mail.outgoing.letters import MadeLetter
    from pbem.mail.send import SendResult
    from pbem.mail.transport.server import TransportTrouble


class Overview(msgspec.Struct, frozen=True):
    """Where a game stands, *notes* on what it is played with, and what lies *astray* where its mail comes in.

    Files there are *left alone* if their names are of neither an email nor a seat's sheet.
    """

    status: Status
    notes: tuple[str, ...] = ()
    astray: tuple[Path, ...] = ()
    left_alone: tuple[Path, ...] = ()


def overview(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> Overview:
    """Where the game in *folder* stands; it is not read if nothing has changed since a turn that had nothing to do."""
    known = snapshot.trusted(folder, clock())
    if known is not None:
        return Overview(known.status)
    game = opening.look(folder, rulesets)
    return overview_of(game, stands(game, clock))


def stands(game: Game, clock: Clock) -> Status:
    """Where *game* stands now, with all that waits for its moderator, and what will happen by itself."""
    return msgspec.structs.replace(whole_status(game, clock), coming=agenda(game, clock()))


def overview_of(game: Game, found: Status) -> Overview:
    """What is to be said of *game* besides its status."""
    from pbem.mail import local_checks  # noqa: PLC0415 - where nothing has changed it is not needed

    return Overview(found, tuple(notes(game)), tuple(local_checks.astray(game)), tuple(local_checks.left_alone(game)))


_PASSING = frozenset({"busy", "unfinished"})
"""Troubles that end by themselves."""


class TurnResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn did, and where the game stands after it.

    *due* is when mail that is still queued should be sent; *strange* are files whose names tell no seat, *troubles* the
    transports that failed, *torn* the bytes of a line of the log that was never finished, *locked* the seats whose
    sealed sheets need the key, *moved* the deadlines that an outage or a wrong clock moved. It is *edited* if
    game.yaml has other rules of time than at the last turn.
    """

    status: Status
    due: datetime | None
    troubles: "tuple[TransportTrouble, ...]" = ()
    strange: tuple[Path, ...] = ()
    handled: "tuple[HandledMail, ...]" = ()
    played: int = 0
    made: "tuple[MadeLetter, ...]" = ()
    sent: "tuple[SendResult, ...]" = ()
    torn: int = 0
    locked: tuple[str, ...] = ()
    edited: bool = False
    moved: tuple[DeadlineMoved, ...] = ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """All that waits for the moderator, also what only this turn has seen."""
        from pbem.mail.transport.folder import need_of  # noqa: PLC0415 - only files that block are named

        failed = (one for one in self.troubles if one.code not in _PASSING)
        return (
            *self.status.needs,
            *most(need("unfetched", says=one.says.rstrip(".")) for one in failed),
            *most(map(need_of, self.strange)),
        )

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do, nor to tell."""
        happened = (
            self.troubles,
            self.strange,
            self.handled,
            self.played,
            self.made,
            self.sent,
            self.torn,
            self.edited,
        )
        return not any(happened) and not self.locked and not self.status.unread


def turn(folder: Path, clock: Clock, rulesets: Rulesets | None = None, identity: Path | None = None) -> TurnResult:
    """Do all of it for the game in *folder*; it may be repeated, and be killed at any moment.

    Only what needs the game waits for its lock. Where nothing has changed since a turn that found nothing to do, the
    game is not read. *identity* is the file with the key of sealed sheets.
    """
    began = clock()
    known = None if identity else snapshot.trusted(folder, began)
    if known and not known.servers:
        deadlines.beat(folder, began)
        return _as_before(known)
    with files_looked_at_once():
        return _turn(folder, clock, rulesets, identity)


def _as_before(known: Snapshot, troubles: "tuple[TransportTrouble, ...]" = ()) -> TurnResult:
    return TurnResult(status=known.status, due=known.due, troubles=troubles)


def _turn(folder: Path, clock: Clock, rulesets: Rulesets | None, identity: Path | None) -> TurnResult:
    from pbem.mail.exchange import exchange  # noqa: PLC0415
    from pbem.mail.fetch import collect  # noqa: PLC0415 - a turn in which nothing has changed needs none of these

    began = clock()
    collected = collect(folder, clock, rulesets)
    known = None if identity else snapshot.trusted(folder, clock())
    if known is not None:
        if not collected.troubles:
            deadlines.beat(folder, began)
        return _as_before(known, collected.troubles)
    settings = opening.settings_in(folder, rulesets)
    rests_on = None if identity else snapshot.basis(folder, settings, ruleset_called(settings.rules, rulesets))
    with opening.held(folder, rulesets, identity) as game:
        torn, edits, lines = game.torn, _edits(game), len(game.log.lines)
        done = exchange(game, clock, collected=not collected.troubles)
        at = clock()
        result = TurnResult(
            status=stands(game, lambda: at),
            due=game.outbox.next_due(at) if game.settings.mail.delivery.named else None,
            troubles=(*collected.troubles, *done.troubles),
            strange=done.strange,
            handled=done.handled,
            played=done.played,
            made=done.made,
            sent=done.sent,
            torn=torn,
            locked=submissions.locked(game),
            edited=_edits(game) > edits,
            moved=tuple(found for line in game.log.lines[lines:] if (found := moved_by_itself(line.fact))),
        )
        if all(one.about_one_file for one in result.troubles):
            deadlines.beat(folder, began, game.settings.outage_after.longest)
        if rests_on is not None and result.idle and not collected.came:
            _keep(game, result, rests_on, at)
    return result


def _edits(game: Game) -> int:
    """How often the rules of time were edited."""
    return sum(isinstance(fact, RulesOfTimeChanged) for fact in game.facts)


def _keep(game: Game, done: TurnResult, rests_on: snapshot.Basis, at: datetime) -> None:
    """Keep the state of a game in which there was nothing to do."""
    from pbem.mail.exchange import pending  # noqa: PLC0415 - as above

    unposted = game.settings.forum.user and game.outbox.listed("post")
    if (done.due is not None and done.due <= at) or pending(game) or unposted:
        return
    found = overview_of(game, done.status)
    if not found.notes and not found.astray:
        with suppress(OSError):  # the next turn will look again
            snapshot.keep(game, done.status, rests_on, at, done.due)
