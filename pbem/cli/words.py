"""The commands `announce`, `tell`, `answer` and `watchers`."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.mail.deeds import seats
from pbem.mail.deeds.fields import Decided
from pbem.mail.exchange import up_to_date
from pbem.mail.moderating import emails
from pbem.mail.send import send
from pbem.referee.game import Game
from pbem.referee.people import words
from pbem.settings.game import MOST_CHARACTERS

_MOST_BYTES = 8 * MOST_CHARACTERS
now_option = click.option("--now", is_flag=True, help="Say it by an email of its own, at once.")
text_argument = click.argument("words", metavar="TEXT|FILE|-", nargs=-1, required=True)


@click.command()
@text_argument
@now_option
@game_option
@json_option
def announce_command(words: tuple[str, ...], now: bool, folder: Path, as_json: bool) -> None:
    """Say something to all players, and in the public report.

    It is in each player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    clock, text = host().clock, typed(words)
    with up_to_date(folder, clock, host().rulesets) as game:
        _sent(game, emails.announce(game, clock, text, now=now), as_json)


@click.command()
@click.argument("seat")
@text_argument
@now_option
@game_option
@json_option
def tell_command(seat: str, words: tuple[str, ...], now: bool, folder: Path, as_json: bool) -> None:
    """Say something to the player of SEAT alone.

    It is in that player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    clock, text = host().clock, typed(words)
    with up_to_date(folder, clock, host().rulesets) as game:
        _sent(game, emails.tell(game, clock, seat_called(game, seat), text, now=now), as_json)


@click.command()
@click.argument("number", type=int)
@text_argument
@game_option
@json_option
def answer_command(number: int, words: tuple[str, ...], folder: Path, as_json: bool) -> None:
    """Reply to the player or watcher who wrote email NUMBER, at once, and close it.

    The reply quotes what was written. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    clock, text = host().clock, typed(words)
    with up_to_date(folder, clock, host().rulesets) as game:
        _sent(game, emails.answer(game, clock, number, text), as_json)


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


def _sent(game: Game, done: Decided, as_json: bool) -> None:
    """Send what goes at once, and print what becomes of it."""
    if done.goes:
        send(game, host().clock)
    output.data(done.data) if as_json else output.lines(done.says)


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def watchers_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the people who get the public report by email, or add and remove some."""
    if ctx.invoked_subcommand:
        return
    found = words.watchers(opened(folder))
    if as_json:
        output.data([{"name": one.name, "address": one.address, "from_round": one.round} for one in found])
    elif found:
        output.table(("name", "address", "from report"), [(one.name, one.address, one.round) for one in found])
    else:
        output.text("No one watches; `pbem watchers add NAME ADDRESS` adds someone.")


@watchers_command.command()
@click.argument("name")
@click.argument("address")
@game_option
@json_option
def add(name: str, address: str, folder: Path, as_json: bool) -> None:
    """Send the public reports to ADDRESS from now on, the newest at once. Ask NAME first."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = seats.watch(game, clock, name, address)
        send(game, clock)
    output.data(done.data) if as_json else output.lines(done.says)


@watchers_command.command()
@click.argument("address")
@game_option
@json_option
def remove(address: str, folder: Path, as_json: bool) -> None:
    """Send no more public reports to ADDRESS."""
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = seats.unwatch(game, clock, address)
        send(game, clock)
    output.data(done.data) if as_json else output.lines(done.says)
