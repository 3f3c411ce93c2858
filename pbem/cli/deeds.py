"""Commands that do what the table of deeds has, made from it: their arguments, options, and what is printed."""

import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import click
from msgspec.structs import replace

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.deeds import seats, times
from pbem.mail.deeds.fields import FIELDS, FieldName
from pbem.mail.deeds.table import Deed, DeedCase, NotComplete
from pbem.mail.exchange import up_to_date
from pbem.mail.moderating import deeds, emails
from pbem.mail.send import send
from pbem.referee import opening
from pbem.report.plain import sentence
from pbem.settings.game import MOST_CHARACTERS

DEEDS: Mapping[str, Deed] = {
    **deeds.DEEDS,
    "confirm": replace(
        deeds.DEEDS["confirm"],
        needs=("item",),
        may=("seat",),
        does=lambda case: emails.confirm(case.game, case.clock, case.item, case.text("seat")),
    ),
    "confirm-new": replace(
        deeds.DEEDS["confirm-new"],
        needs=("item",),
        may=("seat",),
        does=lambda case: emails.confirm(case.game, case.clock, case.item, case.text("seat"), new_address=True),
    ),
    "announce-later": replace(
        deeds.DEEDS["announce"],
        does=lambda case: emails.announce(case.game, case.clock, case.text("text")),
        command="pbem announce {text}",
    ),
    "tell-later": replace(
        deeds.DEEDS["tell"],
        does=lambda case: emails.tell(case.game, case.clock, case.seat, case.text("text")),
        command="pbem tell {seat} {text}",
    ),
    "extend-once": replace(
        deeds.DEEDS["extend"],
        does=lambda case: times.extend(case.game, case.clock, case.text("length"), case.whose),
        command=deeds.DEEDS["extend"].command.removesuffix(" --again"),
    ),
    "pause-playing": replace(
        deeds.DEEDS["pause"],
        does=lambda case: times.pause(case.game, case.clock, case.whose, plays=True),
        command=f"{deeds.DEEDS['pause'].command} --play-on",
    ),
    "name-stand-in": replace(
        deeds.DEEDS["stand-in"],
        needs=("seat", "player", "address"),
        does=lambda case: seats.name_stand_in(
            case.game, case.clock, case.seat, case.text("player"), case.text("address"), case.text("forum")
        ),
        command="pbem seat stand-in {seat} --player={player} --address={address} --forum={forum} --name",
    ),
}
"""What commands do: all deeds, and those that only a command can do."""

_HELP: Mapping[str, str] = {
    "seat": "For this seat alone; no other is told.",
    "reason": "Why; whoever is told of it reads this, too.",
    "this_round": "Only if the game is still at this round.",
    "far": "Even if it is more than 60 days ahead.",
    "tried": "Only say what would change.",
    "forum": "What the forum calls them, if not that.",
    "turn": "When that turn begins.",
    "orders": "Let what was sent for the open questions, and plans, still count.",
    "now": "Say it by an email of its own, at once.",
}
_METAVARS: Mapping[str, str] = {
    "item": "NUMBER",
    "length": "LENGTH|until WHEN",
    "text": "TEXT|FILE|-",
    "forum": "ACCOUNT",
    "until": "DATE",
    **{name: name.upper() for name in ("seat", "when", "turn", "first", "last", "player", "address")},
}
_IN_WORDS = frozenset({"length", "when", "text"})
"""Arguments that are all the words which are left."""
_MOST_BYTES = 8 * MOST_CHARACTERS


class _Part(NamedTuple):
    """A part of a command: a *field*, an *option*, or both."""

    field: FieldName | None
    option: str

    @property
    def name(self) -> str:
        return self.field or self.option.strip("-").replace("-", "_")

    @property
    def shown(self) -> str:
        return self.option or _METAVARS[self.name]


def deed_command(*names: str, says: str, **helps: str) -> click.Command:
    """The command of the deeds called *names*, which options such as `--release` tell apart.

    Its help *says* what it does; *helps* say it of those options that do something else in other commands.
    """
    known = {deed: tuple(_parts(deed)) for deed in (DEEDS[name] for name in names)}
    parts = list(dict.fromkeys(part for each in known.values() for part in each))

    def run(folder: Path, as_json: bool, **values: Any) -> None:
        given = {part: text for part in parts if (text := _written(part, values[part.name]))}
        flags = {part for part in given if part.field is None}
        fitting = [deed for deed, each in known.items() if flags == {part for part in each if part.field is None}]
        if not fitting:
            raise click.UsageError(f"{' and '.join(part.shown for part in flags)} exclude each other.")
        if unfit := [part.shown for part in given if part not in known[fitting[0]]]:
            raise click.UsageError(f"Give {' and '.join(part.shown for part in flags)} without {', '.join(unfit)}.")
        filled = {str(part.field): text for part, text in given.items() if part.field}
        if missing := [part.shown for part in parts if part.field in fitting[0].needs and part not in given]:
            raise click.UsageError(f"Give {' and '.join(missing)}.")
        _do(fitting[0], filled, folder, as_json=as_json)

    name = [word for word in DEEDS[names[0]].command.split(" ") if word[0] not in "-[{"][-1]
    command = click.command(name, help=inspect.cleandoc(says))(game_option(json_option(run)))
    needed = {part for part in parts if part.field and all(part.field in deed.needs for deed in known)}
    command.params[:0] = [_parameter(part, helps, needed=part in needed) for part in parts]
    return command


def add_deeds(group: click.Group, says: Mapping[tuple[str, ...], str], **helps: str) -> None:
    """Add to *group* a command for each key of *says*, the names of its deeds; otherwise as `deed_command`."""
    for names, said in says.items():
        group.add_command(deed_command(*names, says=said, **helps))


def _parts(deed: Deed) -> Iterator[_Part]:
    """The fields and options of a deed's command, in their order."""
    for word in deed.command.split(" "):
        field = next((name for name in FIELDS if f"{{{name}}}" in word or f"?{name}]" in word), None)
        option = re.search(r"--[a-z-]+", word)
        if field or option:
            yield _Part(field, option[0] if option else "")


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
    with opening.held(folder, rulesets) if deed.judges else up_to_date(folder, clock, rulesets) as game:
        seat = {"seat": seat_called(game, given["seat"])} if "seat" in given else {}
        try:
            done = deed.does(DeedCase(game, clock, {**given, **seat}, ""))
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
