"""A recorded game: the sheets that were sent, from which the whole game can be played again."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.engine.decision import Decision
from pbem.engine.play import play, policies, top
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Entry, Table
from pbem.report.letter import sheet_parts
from pbem.sheet.parts import check_parts


class RecordedSheet(msgspec.Struct, frozen=True):
    """One sheet: the text that *seat* sent in answer to the decision *key*, and to others that were put with it."""

    seat: str
    key: str
    sheet: str


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that made a game what it was."""

    rules: str
    settings: Mapping[str, Any]
    secret: str
    sheets: tuple[RecordedSheet, ...]
    standing: bool = True
    """Whether standing orders answered questions."""
    why: str = ""
    """Why the game was recorded: how it ended, or what broke."""


class Diverged(ValueError):
    """A recorded game does not play as it did."""


def write(recorded: RecordedGame, path: Path) -> None:
    """Write the game as YAML, each sheet as a block of text."""
    path.write_text(
        yaml.dump(msgspec.to_builtins(recorded), Dumper=_Dumper, sort_keys=False, allow_unicode=True), encoding="utf-8"
    )


def read(path: Path) -> RecordedGame:
    """Read a game that `write` wrote; raises msgspec.ValidationError or yaml.YAMLError."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), RecordedGame)


def table_for(ruleset: Ruleset, settings: Mapping[str, Any], secret: str) -> Table:
    """A table at the start of a game; raises msgspec.ValidationError if there are no such settings."""
    chosen = msgspec.convert(settings, ruleset.settings, strict=False)
    return Table(ruleset.start(chosen), ruleset.seats(chosen), secret, asks_words=ruleset.words_of_chance)


def replay(
    ruleset: Ruleset,
    recorded: RecordedGame,
    keep: Callable[[Entry], None] = lambda _: None,
    pause: Callable[[Table, tuple[Decision, ...]], None] = lambda _table, _waiting: None,
) -> Table:
    """Play a recorded game again; *pause* is called whenever sheets are waited for.

    Raises `Diverged` if a sheet is no longer accepted or is not the one that is waited for.
    """
    table = table_for(ruleset, recorded.settings, recorded.secret)
    given: dict[tuple[str, str], Answer] = {}
    rest = list(recorded.sheets)

    def sheets(decision: Decision, _view: Position) -> Answer | None:
        return given.get((decision.seat, decision.key))

    sources = (sheets, policies(ruleset.policies)) if recorded.standing else (sheets,)
    while waiting := play(table, sources, keep):
        pause(table, waiting)
        given.clear()
        for seat in dict.fromkeys(decision.seat for decision in waiting):
            own = [decision for decision in waiting if decision.seat == seat]
            sent = next((s for s in rest if (s.seat, s.key) == own[0].name), None)
            if sent is None:
                raise Diverged(f"the game waits for {seat} at {own[0].key}, and no sheet is recorded")
            rest.remove(sent)
            given |= _accepted(ruleset, table, own, sent)
    return table


def _accepted(
    ruleset: Ruleset, table: Table, own: Sequence[Decision], sent: RecordedSheet
) -> dict[tuple[str, str], Answer]:
    """What the sheet *sent* answers to all that its seat is asked."""
    view = table.views[sent.seat]
    parts = sheet_parts(ruleset, view, top(table.state), own)
    sheet = check_parts(sent.sheet, parts, view, ruleset.lexicon(view, sent.seat))
    if len(sheet.good) < len(own):
        problems = [fault.problem for fault in sheet.every_fault]
        raise Diverged(f"the sheet of {sent.seat} for {sent.key} is refused: {problems}")
    return {part.decision.name: Answer(each.order, "sheet") for part, each in sheet.good}


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as literal blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)
