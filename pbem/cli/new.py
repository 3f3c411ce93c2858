"""pbem new: begin a game."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.host import host, json_option, rules_called, rules_option
from pbem.engine.chance import commitment
from pbem.engine.lexicon import Lexicon
from pbem.report.words import Words
from pbem.store.game import create
from pbem.store.settings import NAME


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@rules_option
@click.option("--name", help="What subjects call the game; else the folder's name.")
@click.option(
    "--from", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="A game.yaml to use."
)
@json_option
def command(folder: Path, rules: str | None, name: str | None, file: Path | None, as_json: bool) -> None:
    """Begin a game in FOLDER.

    Without --from, a game.yaml with an empty place for each player is written for you to fill in, unless
    FOLDER has one already.
    """
    there = folder / NAME
    if file or there.exists():
        text = (file or there).read_text(encoding="utf-8")
    else:
        ruleset = rules_called(rules)
        words = Words(ruleset.words, Lexicon({}), tools=ruleset.tools)
        seats = ruleset.seats(ruleset.settings())
        text = words.render("game.yaml.j2", game=name or folder.resolve().name.lower(), rules=ruleset.name, seats=seats)
    game = create(folder, text, host().rulesets)
    proof = commitment(game.secret)
    if as_json:
        output.data({"game": game.name, "folder": str(folder), "rules": game.ruleset.name, "commitment": proof})
        return
    output.text(f"The game {game.name} lies in {folder}.")
    output.text(f"Write its players and its mail into {there}, then begin it with: pbem turn --game {folder}")
    output.text(f"The first letters carry the seal of its chance: {proof}")
