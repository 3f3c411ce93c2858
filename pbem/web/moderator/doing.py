"""What a button does, once: under the game's lock, and only if the game is still as it was when it was shown."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from pbem.mail import send
from pbem.mail.deeds.table import Deed, DeedCase
from pbem.mail.intake import verdicts
from pbem.mail.moderating import in_words, play, progress
from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.settings.desk import FOLDER
from pbem.store import files, records
from pbem.store.refusal import Refusal
from pbem.web.moderator.deeds import DEEDS
from pbem.web.moderator.standing import stamp
from pbem.web.server.serving import DeskServer

_DONE = "done"
_Said = tuple[tuple[str, ...], tuple[str, ...]]
"""Lines for a shell, and for a page."""
_KEPT = timedelta(days=30)


class AskedDeed(msgspec.Struct, frozen=True, kw_only=True):
    """What the moderator was asked about a *game*: a *deed* with what was *given*, when it was *at* and stood so.

    It is done once for each *nonce*.
    """

    game: str
    deed: str
    given: Mapping[str, str]
    stamp: str
    at: datetime
    nonce: str


class DoneDeed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of it, in the words of the command like it, which is as *typed*; or why it was *refused*.

    A *page* says it in other lines, where those are for a shell. *given* is what was filled in.
    """

    game: str
    deed: str
    at: datetime
    typed: str
    given: Mapping[str, str] = {}
    says: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    refused: str = ""


class HasChanged(Refusal):
    """The game is not any more as it was when the moderator was asked."""


def known(top: Path, nonce: str) -> DoneDeed | None:
    """What became of what was asked with *nonce*; None if it was not done."""
    path = _path(top, nonce)
    return records.read(path, DoneDeed, "what was done is in the log all the same") if path.is_file() else None


def do_apart(server: DeskServer, about: tuple[Path, AskedDeed]) -> DoneDeed:
    """`do` what the moderator was asked, to the game of *server* in a folder."""
    folder, asked = about
    return do(folder, server.games.top, asked, server.clock, server.rulesets)


def do(folder: Path, top: Path, asked: AskedDeed, clock: Clock, rulesets: Rulesets | None) -> DoneDeed:
    """Do what was *asked*, unless it was done before; raises `HasChanged` and `Busy`.

    If the program dies before it is noted as done, the game is not as it was any more, so that it is not done again.
    """
    deed = DEEDS[asked.deed]
    if deed.turns:
        before = known(top, asked.nonce)
        return before or _keep(top, folder, asked, clock, lambda: _turned(folder, clock, rulesets))
    with opening.held(folder, rulesets) as game:
        before = known(top, asked.nonce)
        if before is not None:
            return before
        if stamp(game, clock()) != asked.stamp:
            raise HasChanged("the game has changed since you were asked")
        return _keep(top, folder, asked, clock, lambda: _does(game, deed, asked, clock))


def _does(game: Game, deed: Deed, asked: AskedDeed, clock: Clock) -> _Said:
    if not deed.judges:
        verdicts.judge_all(game, clock)
    settled = deed.does(DeedCase(game, clock, asked.given, f"desk {asked.nonce}"))
    more = [*play.play(game, clock, anyway=asked.deed == "play").says] if deed.plays else []
    says, page = _sent(game, clock, told=deed.sends) if settled.goes else ((), ())
    return (*settled.says, *more, *says), (*settled.shown, *more, *page)


def _sent(game: Game, clock: Clock, *, told: bool) -> _Said:
    """Send what is queued; what keeps it from going is told, for it was done all the same."""
    try:
        sent = send.send(game, clock, now=told)
    except (Refusal, OSError) as why:
        failed = (f"Nothing could be sent now: {why}. `pbem turn` tries again.",)
        return failed, failed
    left, doubts = game.outbox.listed("queued"), len(game.outbox.listed("trying"))
    if told:
        says = tuple(progress.of_sending(sent, left, doubts))
        return says, says
    return (), tuple(in_words.of_sent(sent))


def _turned(folder: Path, clock: Clock, rulesets: Rulesets | None) -> _Said:
    done = turn(folder, clock, rulesets)
    troubles = [f"Some mail could not be fetched. {one.says.rstrip('.')}." for one in done.troubles]
    says = (
        *progress.of_mail(done.handled, done.strange, len(done.status.unread)),
        *troubles,
        *progress.of_play(done.played, done.status, done.locked),
        *progress.of_letters(done.made),
        *progress.of_sending(done.sent, done.status.queued, len(done.status.trying)),
    )
    return says, tuple(in_words.of_turn(done))


def _keep(top: Path, folder: Path, asked: AskedDeed, clock: Clock, does: Callable[[], _Said]) -> DoneDeed:
    at, typed = clock(), DEEDS[asked.deed].typed(asked.given, folder)
    done = DoneDeed(game=asked.game, deed=asked.deed, at=at, typed=typed, given=asked.given)
    try:
        says, page = does()
        done = msgspec.structs.replace(done, says=says, page=page)
    except Refusal as why:
        done = msgspec.structs.replace(done, refused=str(why))
    _forget_old(top, at)
    files.write(_path(top, asked.nonce), msgspec.json.encode(done))
    return done


def _path(top: Path, nonce: str) -> Path:
    return top / FOLDER / _DONE / f"{nonce}.json"


def _forget_old(top: Path, at: datetime) -> None:
    place = top / FOLDER / _DONE
    for name in files.names(place):
        with suppress(OSError):  # another visit removes it, too
            if at.timestamp() - (place / name).stat().st_mtime > _KEPT.total_seconds():
                (place / name).unlink()
