"""pbem club table, person, block: tables that people join, and what the club keeps of people."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import host, json_option

if TYPE_CHECKING:
    from pbem.club.people import ClubPeople


@contextmanager
def _people(file: Path) -> Iterator["ClubPeople"]:
    """The people of the club, in a transaction."""
    from pbem.club.database import connected
    from pbem.club.people import ClubPeople
    from pbem.club.settings import open_club

    club = open_club(file, host().clock)
    with connected(club.database) as connection, connection.transaction():
        yield ClubPeople(connection, club)


@click.group("table")
def table_command() -> None:
    """Open tables that people join, and begin or close them."""


@table_command.command("open")
@click.argument("name")
@click.option(
    "--moderator", required=True, metavar="ADDRESS", help="Who moderates it, see `pbem club person moderator`."
)
@click.option("--rules", default="", help="The name of the rules, for the usual settings.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A game.yaml; seats that no one has in it are free.",
)
@click.option("--calendar", default="", help="When one plays, in words for those who would join.")
@click.pass_obj
def open_(file: Path, name: str, moderator: str, rules: str, source: Path | None, calendar: str) -> None:
    """Open the table NAME; it begins as a game of that name when all its seats are taken."""
    from pbem.club.tables import open_table

    if bool(rules) == bool(source):
        raise click.UsageError("Give either --rules or --from.")
    with _people(file) as people:
        game_yaml = source.read_text(encoding="utf-8") if source else ""
        who = people.must_be_at(moderator)
        made = open_table(people, who, name, game_yaml, rules, calendar, host().rulesets)
    output.text(f"The table {name} is open: {made.title}, {made.seats} seats.")


@table_command.command("list")
@json_option
@click.pass_obj
def list_(file: Path, as_json: bool) -> None:
    """List the tables that people can join, and seats that are wanted."""
    import msgspec

    from pbem.club.tables import listed

    with _people(file) as people:
        found = listed(people.connection)
    if as_json:
        names = ("name", "rules", "title", "seats", "calendar", "joined", "free", "waiting", "wanted")
        output.data([{name: msgspec.to_builtins(getattr(one, name)) for name in names} for one in found])
        return
    rows = [(one.name, one.title, f"{one.free}", f"{one.waiting}", ", ".join(one.wanted)) for one in found]
    output.table(("name", "game", "free", "waiting", "wanted"), rows)


@table_command.command()
@click.argument("name")
@click.pass_obj
def begin(file: Path, name: str) -> None:
    """Begin the table NAME with those who joined; free seats are then wanted."""
    from pbem.club.tables import begin as begin_table

    with _people(file) as people:
        begin_table(people, name, host().rulesets)
    output.text(f"{name} has begun.")


@table_command.command()
@click.argument("name")
@click.pass_obj
def close(file: Path, name: str) -> None:
    """Close the table NAME, which has not begun, and tell those who joined."""
    from pbem.club.tables import close as close_table

    with _people(file) as people:
        told = close_table(people, name)
    output.text(f"{name} is closed; people who are told: {told}.")


@table_command.command()
@click.argument("game")
@click.argument("seat")
@click.option("--end", is_flag=True, help="It is wanted no longer.")
@click.pass_obj
def wanted(file: Path, game: str, seat: str, end: bool) -> None:
    """Let someone else be wanted for SEAT of GAME, and tell those who wait.

    Who would take it is named to the moderator, with the line that gives them the seat. That ends it.
    """
    from pbem.club.tables import unwant, want

    with _people(file) as people:
        told = unwant(people, game, seat) if end else want(people, game, seat)
    output.text(
        f"{seat} is {'no longer ' if end else ''}wanted in {game}{'' if end else f'; people who are told: {told}'}."
    )


@click.group("person")
def person_command() -> None:
    """Say who may moderate; write what is kept of a person to a file, or erase it."""


@person_command.command()
@click.argument("address")
@click.option("--name", default="", help="What others call them.")
@click.option("--end", is_flag=True, help="They may open no more tables.")
@click.pass_obj
def moderator(file: Path, address: str, name: str, end: bool) -> None:
    """Let the person at ADDRESS moderate tables. You answer for the address being theirs."""
    with _people(file) as people:
        people.let_moderate(people.must_be_at(address) if end else people.confirm(address, name), may=not end)
    output.text(f"{address} may {'no longer ' if end else ''}moderate tables.")


@person_command.command()
@click.argument("address")
@click.argument("zip_file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def export(file: Path, address: str, zip_file: Path) -> None:
    """Write all that is kept of the person at ADDRESS into the new ZIP_FILE."""
    from pbem.club.personal import export_person
    from pbem.club.settings import open_club

    count = export_person(open_club(file, host().clock), address, zip_file, host().rulesets)
    output.text(f"{zip_file} has all that is kept of {address}; games that name them: {count}.")


@person_command.command()
@click.argument("address")
@click.confirmation_option(prompt="Nothing brings it back. Erase all that is kept of this person?")
@click.pass_obj
def erase(file: Path, address: str) -> None:
    """Erase the person at ADDRESS: in games “a former player” is left, and what was played."""
    from pbem.club.personal import erase_person
    from pbem.club.settings import open_club

    done = erase_person(open_club(file, host().clock), address, host().rulesets)
    output.text(f"{address} is erased; games that named them: {len(done.games)}.")
    for game, seat in done.seats:
        output.text(f"{game}: {seat} is wanted, and the moderator is told.")
    if done.was_blocked:
        output.text("The address was blocked, and is so no longer; `pbem club block` keeps a digest of it.")
    output.text("Copies of games in the caches of workers, and backups, still have what they had: empty the caches.")


@click.command("block")
@click.argument("address")
@click.option("--end", is_flag=True, help="Answer it again.")
@click.pass_obj
def block_command(file: Path, address: str, end: bool) -> None:
    """Let ADDRESS join nothing, and do not reply to it."""
    with _people(file) as people:
        people.block(address, blocked=not end)
    output.text(f"{address} is {'no longer ' if end else ''}blocked.")
