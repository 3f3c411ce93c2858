"""A trial of other versions, and the switch to them.

Events are facts: if a step would go differently now, what happened stays. If the recorded events lead to another
position than before, it would be another game.
"""

import traceback
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any

import msgspec

from pbem.engine.decision import MODERATOR, Decision
from pbem.engine.edition import Unplayable
from pbem.engine.event import Event, NotNeeded, PlanUsed
from pbem.engine.play import PLANS, faults, recalled
from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import TAKEN, WORDS, Answered, Entry, Step, Table
from pbem.errors import Refusal
from pbem.referee.deadlines.received import seat_status
from pbem.referee.game import Clock, Game, differing
from pbem.store import editions
from pbem.store.log import VersionChange, Versions

EDITION = "edition"
"""The name of the entry by which a game switches to another edition."""
_OF_NO_STEP = frozenset({"rewind", EDITION, WORDS, TAKEN, PLANS})


class Rerun(msgspec.Struct, frozen=True, kw_only=True):
    """A step that would go differently now: its events from the first difference on, as *recorded* and *now*.

    *why* says what keeps it from running at all: the step no longer exists, an answer is refused, it crashes.
    """

    round: int
    entry: int
    step: str
    recorded: tuple[Any, ...] = ()
    now: tuple[Any, ...] = ()
    why: str = ""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What a game would be under the installed versions.

    *positions* are the rounds whose position differs, *unrecorded* those without a recorded one.
    *sheets* are the seats whose sheets, which count now, would be refused. *edition* is the digest of the edition that
    game.yaml names, if it is not the one that the game is played with.
    """

    before: Versions | None
    now: Versions
    changes: tuple[VersionChange, ...]
    rounds: int
    positions: tuple[int, ...]
    unrecorded: tuple[int, ...]
    reruns: tuple[Rerun, ...]
    sheets: tuple[str, ...]
    edition: str

    @property
    def needed(self) -> bool:
        """Whether play cannot continue without an upgrade."""
        return self.before is None or bool(self.changes) or bool(self.positions)


def trial(game: Game, clock: Clock) -> Trial:
    """Replay *game*, which has begun, run each of its steps again, and say what differs."""
    recorded = {number for number, _ in game.log.digests}
    return Trial(
        before=game.log.versions,
        now=game.versions,
        changes=differing(game.log.versions, game.versions),
        rounds=len(game.log.pauses),
        positions=positions(game),
        unrecorded=tuple(pause.round for pause in game.log.pauses if pause.entry not in recorded),
        reruns=tuple(_reruns(game)),
        sheets=tuple(seat for seat in game.titles if seat_status(game, seat, clock).received == "no longer legal"),
        edition=another_edition(game),
    )


def positions(game: Game) -> tuple[int, ...]:
    """The rounds whose position is not the one that was recorded."""
    wrong = (number for number, digest in game.log.digests if game.digest(number) != digest)
    return tuple(dict.fromkeys(_round(game, number) for number in wrong))


def another_edition(game: Game) -> str:
    """The digest of the edition in game.yaml, if there is one and the game does not use it."""
    found = editions.named(game.ruleset, game.settings.settings)
    return found if found != game.edition else ""


def _round(game: Game, number: int) -> int:
    """The round whose letters report entry *number*."""
    return next((pause.round for pause in game.log.pauses if pause.entry >= number), len(game.log.pauses) + 1)


def _reruns(game: Game) -> Iterator[Rerun]:
    for entry in game.log.entries:
        if entry.step in _OF_NO_STEP:
            continue
        found = rerun(game, entry)
        if found:
            yield found


def rerun(game: Game, entry: Entry) -> Rerun | None:
    """What differs when the step of *entry* runs again on the recorded answers; None if nothing does."""
    forked = game.table.fork(entry.number - 1)
    forked.take_key(game.chance_key(entry.number - 1))
    found = _rerun(game.ruleset, forked, entry)
    return msgspec.structs.replace(found, round=_round(game, entry.number)) if found else None


def _rerun(ruleset: Ruleset, forked: Table, entry: Entry) -> Rerun | None:
    """What differs when the step of *entry* runs again on the recorded answers; None if nothing does.

    *forked* is where the game stood before it.
    """
    told = Rerun(round=0, entry=entry.number, step=entry.step)
    try:
        step = _step(ruleset, forked, entry)
        if step is None:
            return msgspec.structs.replace(told, why="no such step is taken here now")
        given = list(recalled(step, partial(_sight, forked), entry.answers))
        refused = next(_refused(step, forked, given), "")
        if refused:
            return msgspec.structs.replace(told, why=refused)
        now = _of_step(forked.run(step, {decision: one for decision, one in given if decision}))
    except Exception as crash:  # noqa: BLE001 other rules may fail at a position of before in any way
        last = traceback.extract_tb(crash.__traceback__)[-1]
        where = f"{last.name}, line {last.lineno} of {PurePath(last.filename).name}"
        return msgspec.structs.replace(told, why=f"it would crash: {type(crash).__name__} in {where}")
    before = _of_step(entry)
    if now == before:
        return None
    pairs = zip(now, before, strict=False)
    same = next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(now), len(before)))
    return msgspec.structs.replace(told, recorded=before[same:], now=now[same:])


def _of_step(entry: Entry) -> tuple[Event, ...]:
    """What the step of *entry* did."""
    return tuple(event for event in entry.events if not isinstance(event, NotNeeded | PlanUsed))


def _step(ruleset: Ruleset, table: Table, entry: Entry) -> Step | None:
    """The step that made *entry*: on top of the flow, or what a seat or the moderator may send besides."""
    found = [*table.state.flow[-1:]]
    for seat in dict.fromkeys(one.seat for one in entry.answers):
        beside = ruleset.anytime(table.views[seat], seat) if seat != MODERATOR else None
        found += [beside] if beside else []
    ruling = ruleset.rulings.step(table.state) if ruleset.rulings else None
    found += [ruling] if ruling else []
    return next((step for step in found if type(step).__struct_config__.tag == entry.step), None)


def _sight(table: Table, seat: str) -> Any:
    """What *seat* judges its orders by."""
    return table.state if seat == MODERATOR else table.views[seat]


def _refused(step: Step, table: Table, given: Sequence[tuple[Decision | None, Answered]]) -> Iterator[str]:
    """What is wrong now with the answers *given* to decisions, one after the other."""
    for asked, answer in given:
        seat, view = answer.seat, _sight(table, answer.seat)
        if asked is None:
            yield f"{seat} would have nothing to answer"
        elif type(answer.order) is not asked.takes:
            yield f"{seat} would have something else to answer"
        elif wrong := faults(step, view, asked, answer.order):
            yield f"the answer of {seat} would be refused: {', '.join(dict.fromkeys(one.code for one in wrong))}"


class OtherGame(Refusal):
    """The events of the log lead to other positions than those recorded."""


class NoEdition(Refusal):
    """The game cannot switch to the edition in game.yaml."""


def upgrade(game: Game, clock: Clock, *, anyway: bool = False) -> bool:
    """Record the installed versions in the log of *game*, so that play continues; return whether that was needed.

    Raises `OtherGame` if positions differ, unless the moderator wants it *anyway*.
    """
    if not game.log.entries:
        return False
    wrong = positions(game)
    if wrong and not anyway:
        raise OtherGame(
            f"under the versions installed here the events of {game.name} lead to other positions than were recorded "
            f"(round {', '.join(map(str, wrong))}), so it would be another game; use the version that wrote it "
            f"({game.log.versions}), or `pbem upgrade --anyway {game.folder}` to continue as that other game"
        )
    if not wrong and game.log.versions and not differing(game.log.versions, game.versions):
        return False
    game.keep_edition()
    here = game.digest(len(game.log.entries))
    game.log.append(clock(), versions=game.versions, digest=here, anew=bool(wrong))
    return True


def move(game: Game, clock: Clock) -> bool:
    """Switch *game* to the edition in its game.yaml; return whether it was another.

    What happened so far stays. Everyone is told, by a log entry. Raises `NoEdition` if the position cannot be carried
    over, and what `guard` raises.
    """
    game.guard()
    if not game.log.entries:
        return False
    try:
        paths = editions.chosen(game.ruleset, game.settings.settings)
        digest = editions.digest(paths)
        if digest == game.edition:
            return False
        game.keep_edition()
        editions.keep(game.folder, paths, editions.beside(game.ruleset, game.settings.settings))
        _go_over(game, digest)
    except Unplayable as why:
        raise NoEdition(f"{game.name} cannot switch to the edition that game.yaml names: {why}") from why
    entry = game.table.close(EDITION, {})
    versions = msgspec.structs.replace(game.versions, edition=digest)
    game.log.append(clock(), entry=entry, versions=versions, digest=game.digest(entry.number))
    game.edition, game.versions = digest, versions
    return True


def _go_over(game: Game, digest: str) -> None:
    if game.ruleset.move is None:
        raise Unplayable(f"the rules {game.ruleset.name} cannot switch from one edition to another")
    game.ruleset.move(game.table, editions.own(game.folder, game.settings.settings, digest))
    playtest = find_playtest(game.ruleset.name)
    broken = [str(one) for one in playtest.invariants(game.table.state)] if playtest else []
    if broken:
        raise Unplayable(f"under it something would break: {'; '.join(broken)}")
