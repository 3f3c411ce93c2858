"""pbem submit: hand in a sheet for a seat."""

from functools import partial
from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.exchange import up_to_date
from pbem.mail.intake import verdicts
from pbem.mail.mime import truncation
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Confirmation, Verdict

_CHUNK = 1 << 20


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(file: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Submit the sheet in FILE (- for standard input) for a seat, as if its player had sent it.

    FILE may be a post copied from a forum: quotations, smilies and markup around the sheet are removed. An .eml file
    is an email from the player that came to you: it is handled as if the game had received it and you had confirmed it.
    """
    clock = host().clock
    start, size = truncation.gathered(iter(partial(file.read, _CHUNK), b""))
    raw = truncation.kept(start, size) if _is_mail(file) else start
    with up_to_date(folder, host().clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        if _is_mail(file):
            item, new = _mail(game, seat, raw, clock)
        else:
            item, new = _sheet(game, seat, raw, clock)
        handled = verdicts.judge(game, item, clock) if new else verdicts.known(game, item)
    if as_json:
        output.data({"verdict": handled.verdict, "answer": handled.answer, "new": new})
    else:
        output.text(handled.answer or _said(handled.verdict, new=new))
    if handled.verdict.state not in ("accepted", "command"):
        click.get_current_context().exit(1)


def _is_mail(file: BinaryIO) -> bool:
    return Path(getattr(file, "name", "")).suffix.lower() == ".eml"


def _sheet(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of a sheet, and whether it is new: the same again is, if another or none has counted since."""
    stage = game.stage(seat)
    if stage is None:
        return game.inbox.keep(raw, clock(), seat=seat, source="submit")
    last = submissions.last(game, stage)
    for before in range(last):
        item = game.inbox.known(raw, seat=seat, source=f"submit {stage.name} {before}")
        if item and item.number == last:
            return item, False
    return game.inbox.keep(raw, clock(), seat=seat, source=f"submit {stage.name} {last}")


def _mail(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of an email that the moderator confirms, and whether it is to be judged."""
    item, _ = game.inbox.keep(raw, clock())
    verdict = game.inbox.verdict(item)
    if verdict is not None and not verdict.confirmable:
        return item, False
    game.inbox.confirm(item, Confirmation(seat, "moderator", clock()))
    return item, True


def _said(verdict: Verdict, *, new: bool) -> str:
    """What became of a sheet or mail to which there is no answer that can be shown."""
    if verdict.state == "failed":
        return f"pbem has a bug and failed at it ({verdict.why}); `pbem status` says what can be done."
    if verdict.state == "doubled":
        return f"It is a duplicate of email {int(verdict.about)}; `pbem mail {int(verdict.about)}`."
    return "It has been processed." if new else "It was submitted before, and the reply to it is sealed."
