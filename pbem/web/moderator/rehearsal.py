"""What a button would do: done by the same function to a copy of the game.

Nothing is played on the copy: what chance decides is not to be seen before it counts.
"""

import hashlib
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.mail import judges, send
from pbem.mail.deeds import copies
from pbem.mail.deeds.deed import Deed, DeedCase
from pbem.mail.moderating.deeds import DEEDS, do
from pbem.mail.outgoing import to_moderator
from pbem.mail.outgoing.letters import make_dossiers
from pbem.mail.outgoing.to_moderator import READER
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.need import Need
from pbem.referee.needs import whole_status
from pbem.referee.status import Status
from pbem.report.letter import question
from pbem.settings.game import FOLDER, NAME
from pbem.store import files
from pbem.store.files import Busy, NoLocks
from pbem.store.outbox import MessageId
from pbem.web.moderator.offers import without_secrets
from pbem.web.server.serving import DeskServer


def stamp(game: Game, at: datetime) -> str:
    """What changes with all that a button of the page may rest on: the log, emails, messages that wait, what is due."""
    waits = game.pause.waits if game.pause else ()
    due = [game.pause.due(one) for one in waits] if game.pause else []
    rests_on = (
        len(game.log.lines),
        [item.name for item in game.inbox.waiting()],
        [(one.item, one.state, one.beside) for one in game.inbox.verdicts()],
        [game.outbox.listed("trying"), game.outbox.listed("refused")],
        [one is not None and one <= at for one in due],
        (game.folder / NAME).read_bytes(),
    )
    return hashlib.sha256(msgspec.json.encode(rests_on)).hexdigest()[:32]


PATIENCE = 10.0
"""How many seconds to wait for another program that works on a game."""
_TRIED = "try"
_STALE = 600
"""Seconds after which a copy that a killed server left behind is removed."""
_READABLE = ("fact", "dismissed", "another-address")
"""The messages that have the words of the moderator and what is known to all; others are for their readers alone."""


class PlannedMail(msgspec.Struct, frozen=True):
    """A message that a button would lead to: to whom, its subject, and its *text* if the moderator may read it."""

    to: str
    subject: str
    text: str


class MovedTime(msgspec.Struct, frozen=True):
    """What *seat* was to answer at one time and would be at another, where the clock is that of *zone*.

    It is the *question*, in words, if the seat has others whose time is not the same.
    """

    seat: str
    question: str
    before: datetime | None
    after: datetime | None
    zone: str


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """What a button would do to a game that is as its *stamp* says.

    It *says* so; the *messages* leave, now if they *go* at once; times are *moved*; needs are *closed*. The game
    *plays* on then, as it waits for no one. Or it is *refused*.
    """

    stamp: str = ""
    says: tuple[str, ...] = ()
    messages: tuple[PlannedMail, ...] = ()
    goes: bool = False
    moved: tuple[MovedTime, ...] = ()
    closed: tuple[Need, ...] = ()
    plays: bool = False
    refused: str = ""


def rehearse(folder: Path, top: Path, deed: str, given: Mapping[str, str], host: DeskServer) -> Rehearsal:
    """What *deed* would do to the game in *folder*, which is one of those in *top*; raises `Busy`."""
    with _copied(folder, top) as copy:
        return host.in_folder(_rehearsed, (folder, copy, deed, given), copy)


def _rehearsed(host: DeskServer, asked: tuple[Path, Path, str, Mapping[str, str]]) -> Rehearsal:
    folder, copy, deed, given = asked
    now = ""
    try:
        with opening.held(copy, host.rulesets) as game:
            now = stamp(game, host.clock())
            return _tried(DEEDS[deed], DEEDS[deed].case(game, host.clock, given), now)
    except (Busy, NoLocks):
        raise
    except Refusal as why:
        return Rehearsal(stamp=now, refused=str(why).replace(str(copy), str(folder)))


def _tried(deed: Deed, case: DeedCase, now: str) -> Rehearsal:
    game = case.game
    if deed.judged_first(case):
        judges.judge_all(game, case.clock)
    before, dues, there = whole_status(game, case.clock), _dues(game), frozenset(game.outbox.idents("queued"))
    settled = do(deed, case, judged=True)
    make_dossiers(game)
    tell_facts(game)
    after = whole_status(game, case.clock)
    left = {one.key for one in after.needs}
    if deed.sends or deed.turns:
        there = frozenset()
    new = [ident for ident in game.outbox.listed("queued") if ident not in there]
    return Rehearsal(
        stamp=now,
        says=settled.shown if settled.ahead is None else settled.ahead,
        messages=tuple(_planned(game, ident, quiet=deed.quiet) for ident in new),
        goes=settled.goes or deed.sends or deed.turns,
        moved=tuple(_moved(game, dues)),
        closed=tuple(one for one in before.needs if one.key not in left),
        plays=_waits_for_no_one(after) and not _waits_for_no_one(before),
    )


def _planned(game: Game, ident: str, *, quiet: bool) -> PlannedMail:
    plan = send.plan(game, ident)
    name = MessageId.parse(ident)
    shown = not quiet and name.kind in _READABLE and name.reader != READER
    return PlannedMail(plan.to, without_secrets(plan.subject), without_secrets(plan.text) if shown else "")


def _dues(game: Game) -> dict[tuple[str, str], datetime | None]:
    return {(one.seat, one.key): game.pause.due(one) for one in game.pause.waits} if game.pause else {}


def _moved(game: Game, before: dict[tuple[str, str], datetime | None]) -> Iterator[MovedTime]:
    words = to_moderator.words_of(game)
    for seat in game.titles:
        asked = {stage.decision.key: question(words, stage.decision, seat) for stage in game.stages(seat)}
        times = {key: (before.get((seat, key)), due) for (of, key), due in _dues(game).items() if of == seat}
        alike = len(set(times.values())) == 1
        for key, (was, due) in [*times.items()][: 1 if alike else None]:
            if was != due:
                zone = game.settings.zone_of(seat).name
                yield MovedTime(seat, "" if alike else asked.get(key, key), was, due, zone)


def _waits_for_no_one(found: Status) -> bool:
    return found.outcome is None and not found.missing


@contextmanager
def _copied(folder: Path, top: Path) -> Iterator[Path]:
    """A copy of the game in *folder* without what need not be read; it is among the games, and no command finds it."""
    place = top / FOLDER / _TRIED
    files.make_folder(place)
    _remove_old(place)
    with tempfile.TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as made:
        copy = Path(made) / "game"
        with files.held(folder, patience=PATIENCE):
            copies.copy(folder, copy)
        yield copy


def _remove_old(place: Path) -> None:
    for name in files.folders(place):
        with suppress(OSError):
            if time.time() - (place / name).stat().st_mtime > _STALE:
                shutil.rmtree(place / name, ignore_errors=True)
