"""The record of all draws, and its audit.

docs/chance.md says what is in it. Whoever has it before the game is over knows all draws to come.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.event import ChanceDrawn
from pbem.engine.table import Chance, commitment, mixed
from pbem.referee.game import Game
from pbem.referee.upgrade import rerun
from pbem.store import files

METHOD = 1
"""The number of the method that docs/chance.md describes."""
_WIDTH = 76
_ABOUT = "Every random draw; docs/chance.md says how to audit them."


class Key(msgspec.Struct, frozen=True):
    """A key of chance, its SHA-256, and the log entry from which it applies."""

    key: str
    sha256: str
    entry: int


class RecordedDraw(msgspec.Struct, frozen=True):
    """One draw: its entry, the number of its key in the record, and what `ChanceDrawn` has."""

    entry: int
    key: int
    draw: str
    kind: str
    of: Any
    result: Any


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is needed to repeat the draws of a game."""

    game: str
    method: int
    keys: tuple[Key, ...]
    words: Mapping[str, str]
    draws: tuple[RecordedDraw, ...]
    about: str = _ABOUT


def record_of(game: "Game", until: int | None = None) -> Record:
    """The record of *game* after entry *until*, or as it is now."""
    last = len(game.table.entries) if until is None else until
    begins = [0, *(line.entry.number for line in game.log.lines if line.entry and line.salt)]
    starts = [entry for entry in begins if entry <= last]
    keys = [Key(key, commitment(key), entry) for entry in starts for key in [game.chance_key(entry)]]
    words = game.table.words if game.table.words and game.table.words_entry <= last else {}
    draws = tuple(_drawn(game, starts, last))
    return Record(game=game.name, method=METHOD, keys=tuple(keys), words=words, draws=draws)


def _drawn(game: "Game", starts: list[int], last: int) -> Iterator[RecordedDraw]:
    for entry in game.table.entries[:last]:
        key = sum(start <= entry.number for start in starts) - 1
        for one in entry.events:
            if isinstance(one, ChanceDrawn):
                yield from _recorded(entry.number, key, one)


def _recorded(entry: int, key: int, one: ChanceDrawn) -> Iterator[RecordedDraw]:
    """A draw as the record has it: each of several dice is a number below their sides, counted from 0."""
    if one.kind == "dice":
        yield from (RecordedDraw(entry, key, one.draw, "number", one.of, face - 1) for face in one.result)
    else:
        yield RecordedDraw(entry, key, one.draw, one.kind, one.of, one.result)


def text_of(record: Record) -> str:
    """*record* as JSON, in readable lines that mail does not change."""
    heads = [f'"{name}": {_json(getattr(record, name))}' for name in ("about", "game", "method")]
    keys = ",\n".join(
        f'  {{"entry": {k.entry},\n   "key": "{k.key}",\n   "sha256": "{k.sha256}"}}' for k in record.keys
    )
    words = ",\n".join(f"  {_json(seat)}: {_json(text)}" for seat, text in record.words.items())
    draws = ",\n".join(map(_draw, record.draws))
    parts = [*heads, f'"keys": [\n{keys}\n]', f'"words": {{\n{words}\n}}', f'"draws": [\n{draws}\n]']
    return "{\n" + ",\n".join(parts) + "\n}\n"


def read_record(path: Path) -> Record:
    """The record in the file *path*; raises `Damaged`."""
    return files.read(path, Record, "there is nothing to audit")


def _draw(drawn: RecordedDraw) -> str:
    named = {"entry": drawn.entry, "key": drawn.key, "draw": drawn.draw, "kind": drawn.kind}
    return f"  {_json(named)[:-1]},\n{_field('of', drawn.of)},\n{_field('result', drawn.result)}}}"


def _field(name: str, value: Any) -> str:
    """A field of a draw; a list goes over several lines, broken between its items."""
    if not isinstance(value, list):
        return f'   "{name}": {_json(value)}'
    lines = "\n".join(_filled([f"{_json(one)}," for one in value])).rstrip(",")
    return f'   "{name}": [\n{lines}]'


def _filled(items: Iterable[str]) -> Iterator[str]:
    line = "    "
    for item in items:
        if line.strip() and len(line) + len(item) + 1 > _WIDTH:
            yield line
            line = "    "
        line += f"{' ' if line.strip() else ''}{item}"
    yield line


def _json(value: Any) -> str:
    return json.dumps(value)


class AuditFault(msgspec.Struct, frozen=True):
    """What does not come out as recorded: *entry* of the log (0 for none), the name of the *draw*, and *why*."""

    entry: int
    draw: str
    why: str


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit found.

    *commitments* are those of the keys, the first of which is in the first letters. *reruns* is how many steps were run
    again, none where there is no log.
    """

    game: str
    draws: int
    commitments: tuple[str, ...]
    words: Mapping[str, str]
    wrong: tuple[AuditFault, ...]
    reruns: int = 0


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
