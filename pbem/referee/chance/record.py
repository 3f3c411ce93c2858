"""The record of a game's draws: the keys, the words of chance and every draw, so that anyone can audit them.

docs/chance.md says what is in it. Whoever has it before the game is over knows all draws to come.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine.chance import commitment
from pbem.engine.event import ChanceDrawn
from pbem.store import records

if TYPE_CHECKING:
    from pbem.referee.game import Game

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
    return records.read(path, Record, "there is nothing to audit")


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
