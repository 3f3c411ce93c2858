"""Copies of a game that both run, and games that went elsewhere."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.store import files
from pbem.store.facts import CopyNoticed, CopySettled, EpochBegun, Fact
from pbem.store.log import GameLog

AHEAD = 3
"""How many epochs later than this copy's another copy is noticed."""


class AnotherCopy(Refusal):
    """Another copy of the game runs."""


def noticed(facts: Iterable[Fact | None]) -> dict[int, int]:
    """The epochs of other copies that were noticed and not settled, each with the email that first showed it."""
    found: dict[int, int] = {}
    settled: set[int] = set()
    for fact in facts:
        if isinstance(fact, CopyNoticed) and fact.epoch not in settled:
            found.setdefault(fact.epoch, fact.item)
        elif isinstance(fact, CopySettled):
            settled |= found.keys()
            found = {}
    return found


def note(log: GameLog, epoch: int, item: int, at: datetime) -> None:
    """Keep that email *item* comes from the letters of another copy, once for each *epoch*."""
    told = {one.epoch for one in (line.fact for line in log.facts) if isinstance(one, CopyNoticed)}
    if epoch not in told:
        log.append(at, fact=CopyNoticed(epoch=epoch, item=item))


def settle(log: GameLog, reason: str, at: datetime) -> bool:
    """Let this copy continue, as the moderator has stopped the other; whether one had been noticed."""
    there = bool(noticed(line.fact for line in log.facts))
    if there:
        log.append(at, fact=CopySettled(reason=reason))  # what `note` guards against is settled by it
    return there


def check(name: str, epoch: int, facts: Iterable[Fact | None]) -> None:
    """Raise `AnotherCopy` if an older copy than this one, of *epoch*, was noticed."""
    if not epoch:
        return
    older = {which: item for which, item in noticed(facts).items() if which < epoch}
    if older:
        item = min(older.values())
        raise AnotherCopy(
            f"an older copy of the game {name} still runs and has written to players: email {item} replies to a letter "
            "that this copy did not write. This copy has stopped; mail is kept, and waits. Stop one of the two for "
            "good. If it is the other: `pbem pack --go-on --reason WHY` lets this one continue"
        )


def epoch_of(facts: Iterable[Fact | None]) -> int:
    """How many times the game was unpacked."""
    return max((fact.epoch for fact in facts if isinstance(fact, EpochBegun)), default=0)


NAME = "handed-over.json"


class GoneOn(Refusal):
    """The game was packed to go on elsewhere."""

    code = "handed-over"


class HandedOver(msgspec.Struct, frozen=True):
    """That the game was packed *at* a time, into the *package* with this *sha256*."""

    at: datetime
    package: str
    sha256: str


def mark(folder: Path, one: HandedOver) -> None:
    """From now on the game in *folder* goes on elsewhere."""
    files.write(folder / NAME, msgspec.json.format(msgspec.json.encode(one)) + b"\n")


def unmark(folder: Path) -> bool:
    """Let the game in *folder* go on here again; whether it had been handed over."""
    path = folder / NAME
    there = path.exists()
    if there:
        path.unlink()
        files.settle(folder)
    return there


def refuse(folder: Path) -> None:
    """Raise `GoneOn` if the game in *folder* goes on elsewhere."""
    path = folder / NAME
    if not path.exists():
        return
    one = files.read(path, HandedOver, "the game continues here, perhaps in two places")
    raise GoneOn(
        f"the game in {folder} was packed into {one.package} on {one.at:%Y-%m-%d %H:%M} UTC and continues elsewhere; "
        "this copy takes in no mail and plays nothing. If it was never unpacked, `pbem pack --take-back` lets it go on "
        "here"
    )
