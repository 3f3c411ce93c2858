"""A game is not played on by accident with another program, other rules or another edition than its log names."""

from datetime import datetime
from typing import TYPE_CHECKING

from pbem.store.refusal import Refusal
from pbem.store.versions import VersionChange, Versions, changes

if TYPE_CHECKING:
    from pbem.referee.game import Game

_MEANWHILE = "until then incoming mail is kept, and waits"


class OtherVersions(Refusal):
    """The game was last played with other versions than are here now."""


class OtherPosition(Refusal):
    """The program makes another position of the log than the one that was recorded."""


def guard(game: "Game") -> None:
    """Raise `OtherVersions` or `OtherPosition` unless *game* may be played on as things are."""
    if game.guarded or not game.log.entries:
        return
    before = game.log.versions
    told = differing(before, game.versions)
    if before is None or told:
        raise OtherVersions(_said(game, before, told))
    number, recorded = game.log.digests[-1]
    if game.digest(number) != recorded:
        raise OtherPosition(
            f"the events of {game.log.path} up to entry {number} no longer lead to the position that was recorded, "
            "though the versions are the same: the program or its rules were changed; what differs: "
            f"`pbem upgrade --try {game.folder}`; {_MEANWHILE}"
        )
    game.guarded = True


def note(game: "Game", at: datetime) -> None:
    """Name the versions in the log of *game* before it grows, if it does not name them; raises what `guard` does."""
    guard(game)
    if game.log.versions != game.versions:
        game.log.append(at, versions=game.versions, digest=game.digest(len(game.log.entries)))


def differing(before: Versions | None, now: Versions) -> tuple[VersionChange, ...]:
    """What differs that may change play."""
    return tuple(one for one in changes(before, now) if one.matters) if before else ()


def _said(game: "Game", before: Versions | None, told: tuple[VersionChange, ...]) -> str:
    if before is None:
        was, back = f"the log of the game {game.name} does not say which versions wrote it", ""
    else:
        parts = ", ".join(f"{one.what} {one.before or 'none'}, now {one.now or 'none'}" for one in told)
        was = f"the game {game.name} was last played with other versions ({parts})"
        back = f", or install pbem {before.engine}"
    return (
        f"{was}. What would differ: `pbem upgrade --try {game.folder}`; to play on with these versions: "
        f"`pbem upgrade {game.folder}`{back}; {_MEANWHILE}"
    )
