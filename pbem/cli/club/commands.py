"""pbem club: many games in PostgreSQL, played by any number of workers."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.club import mail
from pbem.cli.club.people import block_command, person_command, table_command
from pbem.cli.options import host, json_option
from pbem.errors import Refusal


class NotWell(Refusal):
    """Something that a club needs is not as it should be."""


@click.group()
@click.option(
    "--club",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("club.yaml"),
    show_default=True,
    envvar="PBEM_CLUB",
    help="The club's settings.",
)
@click.pass_context
def club_command(ctx: click.Context, file: Path) -> None:
    """Run a club: many games in PostgreSQL, played by any number of workers."""
    ctx.obj = file


for one in (mail.listen, mail.receive, mail.mail):
    club_command.add_command(one)


@club_command.command()
@click.pass_obj
def init(file: Path) -> None:
    """Make the key if there is none, and bring the database to what this pbem needs."""
    from pbem.club.database import OWNER, connected, migrate
    from pbem.club.keys import make_key
    from pbem.club.settings import read_settings
    from pbem.settings.mail import path_of

    settings = read_settings(file)
    key = path_of(file.parent, settings.key_file)
    if make_key(key):
        output.text(f"The key is in {key}; keep a copy of it elsewhere: without it no game can be read.")
    with connected(settings.database, OWNER) as connection:
        done = migrate(connection)
    output.text(f"Migrations done: {len(done)}.")


@club_command.command()
@click.option("--name", default="worker", show_default=True, help="What its log calls it.")
@click.option("--port", type=int, default=None, help="Where /metrics and /health are on this machine; 0: nowhere.")
@click.option("--until-done", is_flag=True, help="End when no job is left.")
@click.pass_obj
def work(file: Path, name: str, port: int | None, until_done: bool) -> None:
    """Play and send until you stop it."""
    from pbem.club.jobs import work as run
    from pbem.club.operation.report import Counts, log_as_json, serve_metrics
    from pbem.club.settings import open_club

    club = open_club(file, host().clock)
    log_as_json()
    counts = Counts()
    at = club.settings.port if port is None else port
    server = serve_metrics(club, counts, at) if at else None
    try:
        run(club, counts.played, name=name, rulesets=host().rulesets, wait=not until_done)
    finally:
        if server:
            server.shutdown()


@club_command.command()
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="How many.")
@click.pass_obj
def up(file: Path, workers: int) -> None:
    """Bring the database up to date, and keep workers running until you stop it."""
    from pbem.club.database import OWNER, connected, migrate
    from pbem.club.processes import keep_running
    from pbem.club.settings import read_settings

    with connected(read_settings(file).database, OWNER) as connection:
        migrate(connection)
    keep_running(file, workers)


@club_command.command()
@click.option("--host", "at", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="The port; 0 is any free one."
)
@click.option(
    "--proxy", "proxies", metavar="ADDRESS", multiple=True, help="The address of a reverse proxy to be trusted."
)
@click.option("--name", default="desk", show_default=True, help="The name of its copies in the cache.")
@click.pass_obj
def serve(file: Path, at: str, port: int, proxies: tuple[str, ...], name: str) -> None:
    """Serve the order desk and the public pages of all games, until you stop it."""
    from functools import partial

    from pbem.cli.serve import address_of, ready, tell
    from pbem.club.serving import ClubGames
    from pbem.club.settings import open_club
    from pbem.web.server.app import listening, run
    from pbem.web.server.serving import DeskServer

    clock, rulesets = host().clock, host().rulesets
    games = ClubGames(open_club(file, clock).for_worker(name), rulesets)
    games.unread = lambda folder, why: tell(f"{folder}: {why}")
    server = DeskServer(games=games, clock=clock, rulesets=rulesets, proxies=frozenset(proxies), send=games.send)
    server.failed = server.tell = tell
    server.begin_processes()
    place = listening(at, port)
    run(server, place, partial(ready, f"Serving the club at {address_of(at, place.getsockname()[1])}"))


@club_command.command("import")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--name", default="", help="Its name in the club; default: the game's own.")
@click.pass_obj
def import_(file: Path, folder: Path, name: str) -> None:
    """Make the game in FOLDER one of the club's, byte for byte. From then on play it here only."""
    from pbem.club.settings import open_club
    from pbem.club.transfer import import_folder

    name = import_folder(open_club(file, host().clock), folder, name, host().rulesets)
    output.text(f"{name} is in the club.")


@club_command.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def export(file: Path, game: str, folder: Path) -> None:
    """Write GAME into the new FOLDER, byte for byte."""
    from pbem.club.settings import open_club
    from pbem.club.transfer import export as write

    version = write(open_club(file, host().clock), game, folder)
    output.text(f"{folder} is {game} at version {version}; `pbem --game {folder} audit` checks it.")


@club_command.command("rotate-key")
@click.pass_obj
def rotate_key(file: Path) -> None:
    """Make a new key, wrap all with it, and forget the old ones.

    If it is stopped midway, run it again: until the end the key file has the old keys too. Workers read it when they
    start.
    """
    from pbem.club.games import rotate
    from pbem.club.keys import add_key, drop_old_keys
    from pbem.club.settings import open_club, read_settings
    from pbem.settings.mail import path_of

    key = path_of(file.parent, read_settings(file).key_file)
    add_key(key)
    count = rotate(open_club(file, host().clock))
    drop_old_keys(key)
    output.text(f"{count} keys and emails are wrapped with the new key in {key}. Restart the workers.")


@club_command.command()
@click.argument("game")
@click.pass_obj
def resume(file: Path, game: str) -> None:
    """Let GAME, which was put aside, be played again."""
    from pbem.club.settings import open_club
    from pbem.club.upkeep import resume as go_on

    done = go_on(open_club(file, host().clock), game)
    output.text(f"{game} is played again." if done else f"{game} was not put aside.")


@club_command.command()
@json_option
@click.pass_obj
def status(file: Path, as_json: bool) -> None:
    """Show jobs, mail and messages that wait, workers, and games that were put aside."""
    import msgspec

    from pbem.club.operation.report import status as stands
    from pbem.club.settings import open_club

    found = msgspec.to_builtins(stands(open_club(file, host().clock)))
    if as_json:
        output.data(found)
    else:
        output.table(("what", "now"), [(key.replace("_", " "), str(value)) for key, value in found.items()])


@club_command.command()
@json_option
@click.pass_obj
def doctor(file: Path, as_json: bool) -> None:
    """Check all that a club needs and say what is wrong."""
    import msgspec

    from pbem.club.operation.report import examine
    from pbem.club.settings import open_club

    found = list(examine(open_club(file, host().clock)))
    if as_json:
        output.data([msgspec.to_builtins(one) for one in found])
    else:
        output.table(("what", "well", "says"), [(one.what, "yes" if one.well else "NO", one.says) for one in found])
    if not all(one.well for one in found):
        raise NotWell("not all is well with the club; the table says what helps")


for command in (table_command, person_command, block_command):
    club_command.add_command(command)
