"""Commands that do what the table of deeds has, made from it: their arguments, options, and what is printed."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.deeds import table
from pbem.mail.deeds.deed import Deed, DeedCase, NotComplete
from pbem.mail.deeds.fields import FIELDS, FieldName
from pbem.mail.deeds.times import plain_words
from pbem.mail.moderating.deeds import DEEDS, do
from pbem.mail.send import send
from pbem.referee import opening
from pbem.report.plain import sentence
from pbem.settings.game import MOST_CHARACTERS

_HELP: Mapping[str, str] = {
    "seat": "For this seat alone; no other is told.",
    "reason": "Why; whoever is told of it reads this, too.",
    "this_round": "Only if the game is still at this round.",
    "far": "Even if it is more than 60 days ahead.",
    "tried": "Only say what would change.",
    "forum": "What the forum calls them, if not that.",
    "turn": "When that turn begins.",
    "orders": "Let what was sent for the open questions, and plans, still count.",
}
_METAVARS: Mapping[str, str] = {
    "item": "NUMBER",
    "length": "LENGTH|until WHEN",
    "text": "TEXT|FILE|-",
    "forum": "ACCOUNT",
    "this_round": "NUMBER",
    "ident": "MESSAGE",
    "until": "DATE",
    **{name: name.upper() for name in ("seat", "when", "turn", "first", "last", "player", "address")},
}
_IN_WORDS = frozenset({"length", "when", "text"})
"""Arguments that are all the words which are left."""
_MOST_BYTES = 8 * MOST_CHARACTERS


class _Part(NamedTuple):
    """A part of a command: a *field*, an *option*, or both; it may be *needed*."""

    field: FieldName | None
    option: str
    needed: bool

    @property
    def name(self) -> str:
        return self.field or self.option.strip("-").replace("-", "_")

    @property
    def shown(self) -> str:
        return self.option or _METAVARS[self.name]


@cache
def _commands() -> Mapping[tuple[str, ...], tuple[Deed, ...]]:
    """The deeds of each command, by its words."""
    found: dict[tuple[str, ...], tuple[Deed, ...]] = {}
    for deed in DEEDS.values():
        words, others = _words(deed), found.get(_words(deed), ())
        found[words] = others if any(deed.command == one.command for one in others) else (*others, deed)
    return found


def _words(deed: Deed) -> tuple[str, ...]:
    """The words of a deed's command before its fields and options."""
    return tuple(takewhile(lambda word: word[0] not in "-[{" and word.islower(), deed.command.split(" ")[1:]))


def __getattr__(name: str) -> click.Command:
    """The command of the top level that is called *name*, as `hold_command`."""
    known = _commands().get((name.removesuffix("_command"),))
    if known is None:
        raise AttributeError(name)
    return _command(known)


def add_deeds(group: click.Group, name: str) -> None:
    """Add to *group*, which is called *name*, its commands that are deeds."""
    for words, known in _commands().items():
        if words[:-1] == (name,):
            group.add_command(_command(known), words[-1])


def _command(deeds: Sequence[Deed]) -> click.Command:
    """The command of *deeds*, which options such as `--release` tell apart; its help is that of the first."""
    known = {deed.name: tuple(_parts(deed)) for deed in deeds}
    parts = list(dict.fromkeys(part for each in known.values() for part in each))

    def run(folder: Path, as_json: bool, **values: Any) -> None:
        given = {part: text for part in parts if (text := _written(part, values[part.name]))}
        flags = {part for part in given if part.field is None}
        fitting = [deed for deed in deeds if flags == {part for part in known[deed.name] if part.field is None}]
        if not fitting:
            raise click.UsageError(f"{' and '.join(part.shown for part in flags)} exclude each other.")
        if unfit := [part.shown for part in given if part not in known[fitting[0].name]]:
            raise click.UsageError(f"Give {' and '.join(part.shown for part in flags)} without {', '.join(unfit)}.")
        filled = {str(part.field): text for part, text in given.items() if part.field}
        if missing := [part.shown for part in known[fitting[0].name] if part.needed and part not in given]:
            raise click.UsageError(f"Give {' and '.join(missing)}.")
        _do(fitting[0], filled, folder, as_json=as_json)

    command = click.command(help=deeds[0].help)(game_option(json_option(run)))
    helps = {option: says for deed in deeds for option, says in deed.helps.items()}
    needed = {part for part in parts if part.needed and all(part in each for each in known.values())}
    command.params[:0] = [_parameter(part, helps, needed=part in needed) for part in parts]
    return command


def _parts(deed: Deed) -> Iterator[_Part]:
    """The fields and options of a deed's command, in their order."""
    return (part for word in deed.command.split(" ") if (part := _part(deed, word)))


def _part(deed: Deed, word: str) -> _Part | None:
    """The field and option that a word of the command of *deed* stands for."""
    field = next((name for name in FIELDS if f"{{{name}}}" in word or f"?{name}]" in word), None)
    option = re.search(r"--[a-z-]+", word)
    return (
        _Part(field, option[0] if option else "", field in deed.needs and word[0] != "[") if field or option else None
    )


def _parameter(part: _Part, helps: Mapping[str, str], *, needed: bool) -> click.Parameter:
    says, metavar = helps.get(part.name) or _HELP.get(part.name, ""), _METAVARS.get(part.name)
    kind = FIELDS[part.field].kind if part.field else "consent"
    if kind == "consent":
        return click.Option([part.option, part.name], is_flag=True, help=says)
    takes = {"day": _DAY, "number": _COUNT}.get(kind)
    if part.option:
        return click.Option([part.option, part.name], required=needed, type=takes, metavar=metavar, help=says)
    shown = metavar if needed else f"[{metavar}]"
    words = -1 if part.name in _IN_WORDS else 1
    return click.Argument([part.name], required=needed, type=takes, metavar=shown, nargs=words)


def _usage(deed: Deed) -> str:
    """The command of a deed as a person writes it, in brackets what may be left out."""
    written = []
    for word in deed.command.split(" "):
        part = _part(deed, word)
        kind = FIELDS[part.field].kind if part and part.field else "consent"
        value = "" if not part or kind == "consent" else _METAVARS.get(part.name, part.name.upper())
        text = f"{part.option} {value}".strip() if part else word
        written.append(text if not part or part.needed or not part.field else f"[{text}]")
    return " ".join(written)


@click.group()
def help_command() -> None:
    """List what derives from a table of the program: all deeds of the moderator."""


@help_command.command()
def deeds() -> None:
    """List all that a moderator does: what it is, the command, and the line of an email."""
    for deed in table.DEEDS.values():
        output.text(f"{deed.name}: {deed.help.splitlines()[0]}")
        written = plain_words().phrase("deeds", f"{deed.name}-line") if deed.line else ""
        output.lines(f"    {line}" for line in (_usage(deed), written.replace("`", "")) if line)


_DAY, _COUNT = click.DateTime(["%Y-%m-%d"]), click.IntRange(min=1)


def _written(part: _Part, value: Any) -> str:
    """*value* as a form would have it; empty if nothing was given."""
    if isinstance(value, datetime):
        return str(value.date())
    if isinstance(value, tuple):
        return typed(value) if part.field == "text" else " ".join(value)
    return part.name if value is True else str(value or "")


def _do(deed: Deed, given: Mapping[str, str], folder: Path, *, as_json: bool) -> None:
    """Do *deed*, send what goes at once, and print what became of it."""
    clock, rulesets = host().clock, host().rulesets
    with opening.held(folder, rulesets) as game:
        seat = {"seat": seat_called(game, given["seat"])} if "seat" in given else {}
        try:
            done = do(deed, DeedCase(game, clock, {**given, **seat}))
        except NotComplete as why:
            raise click.UsageError(sentence(str(why))) from why
        if done.goes:
            send(game, clock)
    output.data(done.data) if as_json else output.lines(done.says)


def typed(words: Sequence[str]) -> str:
    """The text that the arguments give: themselves, what the only one names as a file, or standard input for `-`."""
    only = words[0] if len(words) == 1 else ""
    if only == "-":
        return _decoded(sys.stdin.buffer.read(_MOST_BYTES + 1), "what was typed in")
    path = Path(only) if only and len(only) < 256 and "\n" not in only else None
    if path is None or not path.is_file():
        return " ".join(words)
    with path.open("rb") as file:
        return _decoded(file.read(_MOST_BYTES + 1), str(path))


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise click.UsageError(f"The text must be UTF-8, and {name} is not.") from None
