"""pbem mail: the emails that came, and their results."""

import re
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened
from pbem.mail.extraction.small_talk import says_something
from pbem.mail.intake import by_moderator
from pbem.mail.intake.people.addressed_words import taken_out
from pbem.mail.message import received
from pbem.mail.outgoing.forms import read_for
from pbem.referee.correspondence.between_players import is_private
from pbem.referee.correspondence.from_moderator import ANSWERED
from pbem.referee.game import Game
from pbem.store import encryption
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict, VerdictState

_SUBJECT = 24
_NEWEST = 50
_MEANS: dict[VerdictState, str] = {
    "accepted": "Its sheet was accepted",
    "partly": "Parts of its sheet were accepted",
    "refused": "Its sheet was refused",
    "command": "It gave commands",
    "words": "It is a note to the moderator",
    "moderator": "It is yours: its lines were carried out, or refused with a reason",
    "held": "It waits for you to confirm it",
    "unclaimed": "Its seat is unknown",
    "dismissed": "You closed it",
    "doubled": "It is a duplicate of an earlier email",
    "elsewhere": "It is for another game",
    "robot": "A program or a mailing list sent it",
    "bounce": "It says that an email of the game did not arrive",
    "failed": "pbem has a bug and failed at it",
}


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those awaiting you.")
@click.option("--all", "every", is_flag=True, help=f"List all, not just the newest {_NEWEST}; --json always has all.")
@game_option
@json_option
def command(number: int | None, only_open: bool, every: bool, folder: Path, as_json: bool) -> None:
    """List the newest emails and what became of them; with NUMBER, show what one says."""
    game = opened(folder)
    if number is not None:
        _show(game, number, as_json)
        return
    found = [v for v in game.inbox.verdicts() if not only_open or by_moderator.waits(v)]
    if as_json:
        output.data(found)
        return
    rows = [
        (
            f"{one.item:04d}",
            f"{one.received:%d %b %H:%M}",
            one.state,
            one.seat or (f"({one.guess}?)" if one.guess else ""),
            one.sender,
            ", ".join(code for code in one.problems if code != one.state) or one.why,
            _short(game, one.subject),
        )
        for one in (found if every else found[-_NEWEST:])
    ]
    if not rows:
        output.text("No email awaits you." if only_open else "No email has come yet.")
        return
    output.table(("mail", "came (UTC)", "is", "seat", "from", "why", "subject"), rows)
    if len(rows) < len(found):
        output.text(f"These are the newest; `pbem mail {'--open ' if only_open else ''}--all` lists all {len(found)}.")


def _show(game: Game, number: int, as_json: bool) -> None:
    item = game.inbox.numbered(number)
    if item is None:
        raise by_moderator.NotOpen(f"there is no email {number}; `pbem mail` lists them")
    verdict = game.inbox.verdict(item)
    if verdict is None:
        _show_unjudged(item, as_json)
        return
    words = _words(game, item, verdict)
    if as_json:
        output.data({"verdict": verdict, "path": str(item.path), "words": words})
        return
    output.text(f"Email {number} from {verdict.sender or 'an unclear sender'}: {verdict.subject}")
    why = ", ".join(code for code in (*verdict.problems, verdict.why) if code and code != verdict.state)
    doubtful = verdict.state == "words" and not verdict.credible
    doubt = f"; only its From line says that {verdict.seat} wrote it" if doubtful else ""
    replied = verdict.state == "dismissed" and verdict.says == ANSWERED
    means = "It is closed by your reply" if replied else _MEANS[verdict.state]
    output.text(f"{means}{f' ({why})' if why else ''}{doubt}. It is in {item.path}.")
    if words:
        output.text(f"\n{words}")


def _show_unjudged(item: InboxItem, as_json: bool) -> None:
    if as_json:
        output.data({"verdict": None, "path": str(item.path), "words": ""})
    else:
        output.text(f"Email {item.number} has not been processed yet. It is in {item.path}.")


def _short(game: Game, subject: str) -> str:
    """The beginning of a subject, without the game's prefix."""
    bare = re.sub(rf"^[^\[\]]{{0,20}}\[{re.escape(game.name)}\]\s*", "", subject)
    return bare if len(bare) <= _SUBJECT else f"{bare[: _SUBJECT - 1].rstrip()}…"


def _words(game: Game, item: InboxItem, verdict: Verdict) -> str:
    """Its note to people; a sheet is not shown, unless it cannot be told from the note."""
    if not item.is_mail or verdict.state == "failed":  # it may fail again
        return ""
    if encryption.is_sealed(item.path):
        return "(sealed until the stage is processed)"
    if verdict.state == "robot":
        return ""
    mail = received.opened(item.path.read_bytes())
    if verdict.seat in game.titles:
        if is_private(game):
            mail = taken_out(game, verdict.seat, mail)
        mail = read_for(game, verdict.seat, mail)
    unclear = verdict.beside and not says_something(mail.found.words)
    return "\n".join(text.text for text in mail.contents.texts) if unclear else mail.found.words
