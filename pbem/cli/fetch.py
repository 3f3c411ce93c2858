"""pbem fetch: take in the mail."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option
from pbem.mail import desk, post
from pbem.mail.desk import Handled
from pbem.store.game import Game


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Take in the mail, check every sheet and answer it."""
    with Game.held(folder, host().rulesets) as game:
        fetched = post.fetch(game)
        handled = desk.clear(game, host().clock)
    if as_json:
        output.data({"verdicts": [one.verdict for one in handled], "strange": [str(path) for path in fetched.strange]})
        return
    tell(handled, fetched.strange)


def tell(handled: Sequence[Handled], strange: Sequence[Path]) -> None:
    """Say what became of the mail."""
    if not handled:
        output.text("No new mail.")
    for one in handled:
        verdict = one.verdict
        who = verdict.seat or f"unknown sender {verdict.sender or '(none)'}"
        why = f" ({', '.join(verdict.problems)})" if verdict.problems else ""
        output.text(f"{verdict.item:04d} {verdict.state}: {who}{why}")
    for path in strange:
        output.text(f"{path}: the name of this file starts with no seat; it was left alone.")
