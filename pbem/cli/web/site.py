"""pbem site: the public pages of games as files for any web space."""

from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli import many, output, progress
from pbem.cli.options import host, json_option
from pbem.referee import opening
from pbem.referee.game import NoGame
from pbem.settings.game_folders import game_folders


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("top", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--names", is_flag=True, help="Say who plays which seat; ask them first.")
@click.option("--address", metavar="URL", default="", help="Where the pages will be, for whole links in the feeds.")
@click.option("--anew", is_flag=True, help="Draw and write everything again, whatever was kept from earlier.")
@json_option
@click.pass_context
def command(ctx: click.Context, out: Path, top: Path, names: bool, address: str, anew: bool, as_json: bool) -> None:
    """Write the public pages of the games in DIR and below as files to the folder OUT, for any web space.

    They have the story with the board at any moment, how each game stands, and a feed; after the end of a game
    everything, with the draws to check. Nothing secret is in them, and they work from the disk, too. Do it again after
    each turn: only what has changed is written.
    """
    from pbem.web.public.game_pages import GamePages
    from pbem.web.public.site_pages import site_pages
    from pbem.web.public.writing import check_place, write_site

    if address and not address.startswith(("https://", "http://")):
        raise click.UsageError("--address must begin with https:// or http://.")
    folders = game_folders(top)
    if not folders:
        raise NoGame(f"there is no game in {top}; `pbem new {top}/NAME` makes one")
    check_place(out, folders)
    found = list(many.each(folders, lambda folder: opening.look(folder, host().rulesets)))
    games = {one.result.name: one for one in reversed(found) if one.result}
    shown = [
        GamePages(one.result, names=names, address=address, anew=anew)
        for _name, one in sorted(games.items())
        if one.result
    ]

    def each(pages: list[str]) -> Iterator[str]:
        return progress.each(pages, "Writing pages", len(pages))

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
        many.tell_wrong(one)
    for one in doubled:
        name = one.result.name if one.result else ""
        output.error(f"{one.folder}: {games[name].folder} is called {name}, too; only that one has pages")
    if failed:
        ctx.exit(many.FAILED)
