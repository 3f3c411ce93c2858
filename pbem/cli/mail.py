"""The command `mail`: emails, and what became of them."""

import re
from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened
from pbem.mail.intake import confirmations
from pbem.mail.moderating import emails
from pbem.referee.game import Game
from pbem.store.inbox import InboxItem, Verdict

_SUBJECT = 24
_NEWEST = 50
_UNREAD = "unread"


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those awaiting you.")
@click.option("--all", "every", is_flag=True, help=f"List all, not just the newest {_NEWEST}; --json always has all.")
@game_option
@json_option
def mail_command(number: int | None, only_open: bool, every: bool, folder: Path, as_json: bool) -> None:
    """List the newest emails and what became of them; with NUMBER, show what one says."""
    game = opened(folder)
    if number is not None:
        _show(game, number, as_json)
        return
    found = [(item, game.inbox.verdict(item)) for item in game.inbox.items()]
    if only_open:
        found = [(item, one) for item, one in found if one and confirmations.waits(one)]
    if as_json:
        output.data([one or _unread(item) for item, one in found])
        return
    rows = [_row(game, item, one) for item, one in (found if every else found[-_NEWEST:])]
    if not rows:
        output.text("No email awaits you." if only_open else "No email has come yet.")
        return
    output.table(("mail", "came (UTC)", "is", "seat", "from", "why", "subject"), rows)
    if len(rows) < len(found):
        output.text(f"These are the newest; `pbem mail {'--open ' if only_open else ''}--all` lists all {len(found)}.")


def _row(game: Game, item: InboxItem, one: Verdict | None) -> tuple[str, ...]:
    if one is None:
        return f"{item.number:04d}", f"{item.arrived:%d %b %H:%M}", _UNREAD, item.seat, "", "", ""
    return (
        f"{one.item:04d}",
        f"{one.received:%d %b %H:%M}",
        one.state,
        one.seat or (f"({one.guess}?)" if one.guess else ""),
        one.sender,
        ", ".join(code for code in one.problems if code != one.state) or one.why,
        _short(game, one.subject),
    )


def _unread(item: InboxItem) -> dict[str, Any]:
    """What is known of an email that is not processed yet, with the names that a result has."""
    seat = {"seat": item.seat} if item.seat else {}
    return {"item": item.number, "state": _UNREAD, "received": item.arrived, **seat}


def _show(game: Game, number: int, as_json: bool) -> None:
    item = game.inbox.numbered(number)
    if item is None:
        raise confirmations.NotOpen(f"there is no email {number}; `pbem mail` lists them")
    verdict = game.inbox.verdict(item)
    if verdict is None:
        _show_unjudged(item, as_json)
        return
    shown = emails.shown(game, item, verdict)
    if as_json:
        output.data({"verdict": verdict, "path": str(item.path), "words": shown.words})
        return
    output.lines((shown.head, f"{shown.means}. It is in {item.path}."))
    if shown.words:
        output.text(f"\n{shown.words}")


def _show_unjudged(item: InboxItem, as_json: bool) -> None:
    if as_json:
        output.data({"verdict": None, "path": str(item.path), "words": ""})
    else:
        output.text(f"Email {item.number} has not been processed yet. It is in {item.path}.")


def _short(game: Game, subject: str) -> str:
    """The beginning of a subject, without the game's prefix."""
    bare = re.sub(rf"^[^\[\]]{{0,20}}\[{re.escape(game.name)}\]\s*", "", subject)
    return bare if len(bare) <= _SUBJECT else f"{bare[: _SUBJECT - 1].rstrip()}…"
