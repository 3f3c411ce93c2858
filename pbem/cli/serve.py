"""The commands `serve` and `site`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.options import host, json_option
from pbem.cli.options import host as host_of_command
from pbem.referee import opening
from pbem.referee.game import Clock, NoGame, Rulesets
from pbem.settings.beginnings import game_folders

if TYPE_CHECKING:
    from pbem.web.server.serving import ServedGames


PORT = 8642
_AGAIN = 1.0
"""Seconds until it is looked whether the turn of a game to which more was sent has ended."""


@click.command()
@click.argument("games", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 is any free one."
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="The address of a reverse proxy whose X-Forwarded-For is to be trusted.",
)
@click.option("--turn", "turning", is_flag=True, help="Run a turn of a game whenever a sheet was sent to it.")
@click.option(
    "--moderator-link", is_flag=True, help="Print the link to the page of the moderator of all games, and end."
)
@click.option("--new-moderator-link", is_flag=True, help="The same, with a new link: the old one is void.")
@click.option("--log/--no-log", default=True, show_default=True, help="Print a line for each request.")
def serve_command(
    games: Path,
    host: str,
    port: int,
    proxies: tuple[str, ...],
    moderator_link: bool,
    new_moderator_link: bool,
    turning: bool,
    log: bool,
) -> None:
    """Serve the order desk of all games in the folder GAMES and below, until you stop it.

    Games that begin later are served, too. Put a reverse proxy with a certificate before it; docs/desk.md says how. The
    page of the moderator opens by a link that --moderator-link prints, also while the desk is served.
    """
    from pbem.referee import moderator
    from pbem.web.server.app import listening, run
    from pbem.web.server.serving import DeskServer, ServedGames

    clock, rulesets = host_of_command().clock, host_of_command().rulesets
    served = ServedGames(games, rulesets)
    names = served.names()
    if not names and not served.wrong:
        raise NoGame(f"there is no game in {games}; `pbem new {games}/NAME` makes one")
    for folder, why in served.wrong.items():
        output.error(f"{folder}: {why}")
    served.unread = lambda folder, why: output.error(f"{folder}: {why}")
    if moderator_link or new_moderator_link:
        word = moderator.link_word(games, moderator.EVERYONE, renew=new_moderator_link)
        for address in _desks(served, rulesets) or (address_of(host, port),):
            output.text(f"{address}/m/link/{word}")
        return
    moderator.begin(games)
    server = DeskServer(games=served, clock=clock, rulesets=rulesets, proxies=frozenset(proxies))
    server.failed = tell
    server.begin_processes()
    if log:
        server.tell = tell
    if turning:
        server.came = _turns(clock, rulesets)
    place = listening(host, port)
    where = address_of(host, place.getsockname()[1])
    run(server, place, partial(ready, f"Serving {', '.join(names) or 'no game yet'} at {where}"))


def _desks(served: "ServedGames", rulesets: Rulesets) -> tuple[str, ...]:
    """The addresses of the desk in the settings of the games."""
    folders = [folder for name in served.names() if (folder := served.folder(name))]
    return tuple(dict.fromkeys(desk for one in folders if (desk := opening.settings_in(one, rulesets).desk)))


def address_of(host: str, port: int) -> str:
    """The address of the desk on *host* and *port*."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _turns(clock: Clock, rulesets: Rulesets) -> Callable[[Path], object]:
    """What is called with the folder of a game to have a turn run; one that takes long stops no other game."""
    import queue
    import threading

    from pbem.bounds.workers import Beside
    from pbem.cli import turn

    do = turn.apart(clock, rulesets).do
    waiting: queue.SimpleQueue[Path] = queue.SimpleQueue()

    def run() -> None:
        beside: Beside[object] = Beside()
        folders: set[Path] = set()
        while True:
            with suppress(queue.Empty):
                folders.add(waiting.get(timeout=_AGAIN if folders else None))
            while not waiting.empty():
                folders.add(waiting.get())
            begun = {one for one in sorted(folders) if beside.begin(str(one), partial(turn.attempt, one, do, one))}
            folders -= begun

    threading.Thread(target=run, daemon=True).start()
    return waiting.put


def ready(says: str) -> None:
    """Say that it can be asked now."""
    output.text(f"{says}.")
    sys.stdout.flush()


def tell(line: str) -> None:
    """Write a *line* to the log."""
    with suppress(OSError, ValueError):  # a log that cannot be written keeps no one from their page
        print(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {line}", file=sys.stderr, flush=True)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("top", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--names", is_flag=True, help="Say who plays which seat; ask them first.")
@click.option("--address", metavar="URL", default="", help="Where the pages will be, for whole links in the feeds.")
@click.option("--anew", is_flag=True, help="Draw and write everything again, whatever was kept from earlier.")
@json_option
@click.pass_context
def site_command(
    ctx: click.Context, out: Path, top: Path, names: bool, address: str, anew: bool, as_json: bool
) -> None:
    """Write the public pages of the games in DIR and below as files to the folder OUT, for any web space.

    They have the story with the board at any moment, how each game stands, and a feed; after the end of a game
    everything, with the draws to check. Nothing secret is in them, and they work from the disk, too. Do it again after
    each turn: only what has changed is written.
    """
    from pbem.web.public.game_pages import GamePages
    from pbem.web.public.site import check_place, site_pages, write_site

    if address and not address.startswith(("https://", "http://")):
        raise click.UsageError("--address must begin with https:// or http://.")
    folders = game_folders(top)
    if not folders:
        raise NoGame(f"there is no game in {top}; `pbem new {top}/NAME` makes one")
    check_place(out, folders)
    found = list(output.each_game(folders, lambda folder: opening.look(folder, host().rulesets)))
    games = {one.result.name: one for one in reversed(found) if one.result}
    shown = [
        GamePages(one.result, names=names, address=address, anew=anew)
        for _name, one in sorted(games.items())
        if one.result
    ]

    def each(pages: list[str]) -> Iterator[str]:
        return output.each(pages, "Writing pages", len(pages))

    doubled = [one for one in found if one.result and games[one.result.name] is not one]
    failed = any(one.wrong for one in found) or bool(doubled)
    done = write_site(out, site_pages(shown), each, complete=not failed)
    if as_json:
        output.data({"out": str(out), "games": [one.game.name for one in shown], "done": done})
    else:
        counted = f"{len(shown)} game{'s' if len(shown) != 1 else ''}"
        output.text(
            f"{out}: {done.files} files of {counted}, {done.written} of them new or changed, {done.removed} removed."
        )
        output.text(f"Open {out / 'index.html'}")
    for one in found:
        output.tell_wrong(one)
    for one in doubled:
        name = one.result.name if one.result else ""
        output.error(f"{one.folder}: {games[name].folder} is called {name}, too; only that one has pages")
    if failed:
        ctx.exit(output.FAILED)
