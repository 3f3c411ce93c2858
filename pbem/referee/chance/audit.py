"""The audit of a game's draws: every draw is repeated, and every step that drew is run again."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from pbem.engine.chance import Chance, commitment, mixed
from pbem.engine.event import ChanceDrawn
from pbem.referee.chance.record import METHOD, Record, RecordedDraw, record_of
from pbem.referee.game import Game
from pbem.referee.moderation.trial import rerun


class AuditFault(msgspec.Struct, frozen=True):
    """What does not come out as recorded: *entry* of the log (0 for none), the name of the *draw*, and *why*."""

    entry: int
    draw: str
    why: str


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit found.

    *commitments* are those of the keys, the first of which is in the first letters. *unrecorded* steps were played by
    an older program, which recorded no draws; *reruns* is how many steps were run again, none where there is no log.
    """

    game: str
    draws: int
    commitments: tuple[str, ...]
    words: Mapping[str, str]
    wrong: tuple[AuditFault, ...]
    reruns: int = 0
    unrecorded: int = 0


def audit_record(record: Record, told: str = "") -> Audit:
    """Repeat all draws of *record*; *told* is the commitment in the first letter, if it is known."""
    return Audit(
        game=record.game,
        draws=len(record.draws),
        commitments=tuple(key.sha256 for key in record.keys),
        words=record.words,
        wrong=(*_keys(record, told), *_draws(record)),
    )


def audit_game(game: Game) -> Audit:
    """Repeat all draws of *game*, and run each step that drew on the recorded answers again."""
    told = game.log.opening.commitment if game.log.opening else ""
    found = audit_record(record_of(game), told)
    drew = [entry for entry in game.table.entries if any(isinstance(one, ChanceDrawn) for one in entry.events)]
    others = [one for one in (rerun(game, entry) for entry in drew) if one]
    steps = [AuditFault(one.entry, "", one.why or f"the step {one.step} leads to other events now") for one in others]
    return msgspec.structs.replace(
        found,
        wrong=(*found.wrong, *steps),
        reruns=len(drew),
        unrecorded=len(game.table.entries) if game.is_old and not drew else 0,
    )


def _keys(record: Record, told: str) -> Iterator[AuditFault]:
    if record.method != METHOD:
        yield AuditFault(0, "", f"the record is of method {record.method}, and this pbem knows method {METHOD}")
    for number, key in enumerate(record.keys):
        if commitment(key.key) != key.sha256:
            yield AuditFault(key.entry, "", f"key {number} does not have the SHA-256 that is named with it")
    if told and (not record.keys or record.keys[0].sha256 != told):
        yield AuditFault(0, "", "the first key is not the one that the game committed to")


def _draws(record: Record) -> Iterator[AuditFault]:
    """Draws of one entry under one name continue one stream; another name or entry begins a new one."""
    for (entry, name, number), group in groupby(record.draws, lambda one: (one.entry, one.draw, one.key)):
        drawn = list(group)
        if not 0 <= number < len(record.keys):
            yield AuditFault(entry, name, f"there is no key {number}")
            continue
        yield from _repeated(mixed(record.keys[number].key, record.words), drawn)


def _repeated(key: str, drawn: Sequence[RecordedDraw]) -> Iterator[AuditFault]:
    chance = Chance(key, drawn[0].draw)
    for one in drawn:
        again = _again(chance, one)
        if again != one.result:
            yield AuditFault(one.entry, one.draw, "it comes out differently")


def _again(chance: Chance, draw: RecordedDraw) -> Any:
    if draw.kind == "number":
        return chance.below(draw.of)
    return chance.choice(draw.of) if draw.kind == "one" else list(chance.shuffled(draw.of))
