"""Guards against accidental play with another program, other rules or another edition than the log names."""

from collections.abc import Callable

from pbem.store.log import GameLog
from pbem.store.refusal import Refusal
from pbem.store.versions import VersionChange, Versions, changes

_MEANWHILE = "until then incoming mail is kept, and waits"


class OtherVersions(Refusal):
    """The game was last played with other versions than those installed now."""


class OtherPosition(Refusal):
    """The log leads to another position than the one recorded."""


def check(name: str, log: GameLog, here: Versions, digest: Callable[[int], str]) -> None:
    """Raise `OtherVersions` or `OtherPosition` unless the game *name* may continue with the versions *here*.

    *digest* computes the digest of the position after an entry, with these versions.
    """
    before = log.versions
    told = differing(before, here)
    if before is None or told:
        raise OtherVersions(_said(name, log, before, told))
    number, recorded = log.digests[-1]
    if digest(number) != recorded:
        raise OtherPosition(
            f"the events of {log.path} up to entry {number} no longer lead to the position that was recorded, "
            "though the versions are the same: the program or its rules were changed; what differs: "
            f"`pbem upgrade --try {log.path.parent}`; {_MEANWHILE}"
        )


def differing(before: Versions | None, now: Versions) -> tuple[VersionChange, ...]:
    """What differs that may change play."""
    return tuple(one for one in changes(before, now) if one.matters) if before else ()


def _said(name: str, log: GameLog, before: Versions | None, told: tuple[VersionChange, ...]) -> str:
    if before is None:
        was, back = f"the log of the game {name} does not say which versions wrote it", ""
    else:
        parts = ", ".join(f"{one.what} {one.before or 'none'}, now {one.now or 'none'}" for one in told)
        was = f"the game {name} was last played with other versions ({parts})"
        back = f", or install pbem {before.engine}"
    return (
        f"{was}. What would differ: `pbem upgrade --try {log.path.parent}`; to play on with these versions: "
        f"`pbem upgrade {log.path.parent}`{back}; {_MEANWHILE}"
    )
