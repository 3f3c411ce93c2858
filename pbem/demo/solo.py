"""A game of one person against bots, and its screen."""

import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from pbem.demo.show import gist
from pbem.errors import Refusal
from pbem.mail import judges
from pbem.mail.intake.forms import sent_form
from pbem.mail.intake.sender import claim_sheet
from pbem.mail.mime.text import decoded
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import play
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Clock, Game
from pbem.referee.letter import occasion
from pbem.referee.play import play_on
from pbem.referee.status import status
from pbem.report.letter import letter
from pbem.report.plain import printable
from pbem.store import files

SHEET = "sheet.yaml"
Fate = Literal["none", "untouched", "outdated", "accepted", "refused"]

_AGAIN = re.compile(r"^--- .*?^\.\.\.$", re.MULTILINE | re.DOTALL)
"""In the answer to a refused sheet its writer's own lines, corrected where only one reading is possible."""
_REFUSED = "✗"
"""The sign of a line that its writer must change."""


class NotAlone(Refusal):
    """The game has several players."""


class SoloRound(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the sheet, and where the game stands after it.

    *letter* is the newest letter without its form, which is in the file *sheet* when the player is
    asked and, if it was *corrected*, has to be sent again; *stuck* are the seats whose bot does not answer.
    """

    game: str
    folder: str
    seat: str
    title: str
    fate: Fate
    answer: str
    round: int
    letter: str
    sheet: str
    asked: str
    over: bool
    corrected: bool = False
    stuck: tuple[SeatStatus, ...] = ()


def player(game: Game) -> str:
    """The one seat that no bot plays."""
    own = [seat for seat in game.titles if not play.plays(game, seat)]
    if len(own) != 1:
        raise NotAlone(f"in {game.folder} bots do not play all seats but yours; use `pbem submit` and `pbem turn`")
    return own[0]


def play_round(game: Game, seat: str, clock: Clock, *, as_it_is: bool = False) -> SoloRound:
    """Take the sheet as far as it goes, and leave the next one."""
    judges.judge_all(game, clock)
    _go_on(game, clock)
    file = game.folder / SHEET
    fate, answer = _hand_in(game, seat, file, clock, as_it_is=as_it_is) if file.exists() else ("none", "")
    asked = game.stages(seat)
    if fate == "accepted":
        _go_on(game, clock)
    form = _form(game, seat)
    partial = fate == "accepted" and len(asked) > 1 and asked == game.stages(seat)
    if fate == "accepted" and not partial:
        file.unlink()
    ready = _ready(answer) if fate == "refused" and form else ""
    if ready:
        files.write_text(file, ready)
    if form and fate in ("none", "outdated", "accepted") and not partial:
        files.write_text(file, form)
    stage = game.stage(seat)
    return SoloRound(
        game=game.name,
        folder=str(game.folder),
        seat=seat,
        title=game.titles[seat],
        fate=fate,
        corrected=bool(ready),
        answer=answer,
        round=game.pause.round if game.pause else 0,
        letter=_newest_letter(game, seat),
        sheet=str(file) if form else "",
        asked=stage.decision.key if form and stage else "",
        over=game.outcome is not None,
        stuck=tuple(one for one in status(game, clock).missing if one.bot),
    )


def _go_on(game: Game, clock: Clock) -> None:
    play_on(game, clock)
    make_letters(game)


def _hand_in(game: Game, seat: str, file: Path, clock: Clock, *, as_it_is: bool) -> tuple[Fate, str]:
    """What becomes of the sheet in *file*, and the answer to it."""
    raw = file.read_bytes()
    text, form, stage = decoded(raw, "").text, _form(game, seat), game.stage(seat)
    if not form or stage is None:
        return "none", ""
    if claim_sheet(game, seat, text).standing != "current":
        return "outdated", ""
    if text.split() == form.split() and not as_it_is:
        return "untouched", ""
    item, new = game.inbox.keep(raw, clock(), seat=seat, source=f"solo {stage.name}")
    handled = judges.handle(game, item, clock) if new else judges.known_already(game, item)
    return ("accepted" if handled.verdict.state == "accepted" else "refused"), handled.answer


def _ready(answer: str) -> str:
    """The corrected sheet in the *answer* to a refused one, if nothing is left to change."""
    sheet = _AGAIN.search(answer)
    return f"{sheet[0]}\n" if sheet and _REFUSED not in sheet[0] else ""


def _form(game: Game, seat: str) -> str:
    """The sheet of the newest letter, if the game waits for the player; otherwise nothing."""
    stage = game.stage(seat)
    if stage is None or not stage.pending or game.pause is None:
        return ""
    return sent_form(game, seat)


def _newest_letter(game: Game, seat: str) -> str:
    """The newest letter, without the form that is in a file of its own."""
    newest = game.last_letter(seat)
    if newest is None:
        return ""
    words, about = occasion(game, newest, seat)
    return letter(words, msgspec.structs.replace(about, form="", subject=""))


_WIDTH = 82
_COLOURS = {"accepted": "green", "refused": "red"}


def show(played: SoloRound, colours: Mapping[str, str]) -> None:
    """Print it, where there are colours in colours: those that the game has for its signs are in *colours*."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    if played.answer:
        colour = _COLOURS[played.fate]
        console.print(Panel(_plain(gist(played.answer)), title="your sheet", title_align="left", border_style=colour))
    if played.fate != "refused":
        console.print(_rule(f"{played.game}: you are {played.title}"))
        console.print(_coloured_letter(played.letter, colours))
        console.print()
    console.print(_rule("now"))
    console.print(_plain("\n".join(_next(played))), soft_wrap=True)


def _next(played: SoloRound) -> Iterator[str]:
    """What the player may do now; every command is on a line of its own."""
    folder = shlex.quote(played.folder)
    again = f"pbem solo {folder}"
    if played.fate == "untouched":
        yield "You have not changed the sheet, so nothing was played. To play it as it is:"
        yield f"  {again} --as-it-is"
    elif played.fate == "outdated":
        yield "The sheet in the file was for a stage that is over; it has been replaced by a new one."
    if played.over:
        yield f"The game is over, and stays in {played.folder} for you to look at. For another game name a new folder."
    elif played.corrected:
        yield f"{played.sheet} is corrected as shown. To accept it:"
        yield f"  {again}"
    elif played.fate == "refused":
        yield f"Fix {played.sheet}, then:"
        yield f"  {again}"
    elif played.sheet:
        yield f"Write your orders in {played.sheet}, then:"
        yield f"  {again}"
        yield "To look at the board (or `hands`, or `log`):"
        yield f"  pbem show board --seat {played.seat} --game {folder}"
        if played.round > 1:
            yield "To take your last sheet back:"
            yield f'  pbem rewind r{played.round - 1} --reason "taken back" --game {folder} && {again}'
    for one in played.stuck:
        yield f"The bot of {one.title} does not answer {one.asked}: {one.trouble}. To continue without it:"
        yield f'  pbem play --default {one.seat} --reason "stuck" --game {folder} && {again}'


def _rule(title: str) -> Rule:
    return Rule(_plain(title), align="left", characters="═")


def _coloured_letter(text: str, colours: Mapping[str, str]) -> Text:
    """A letter with its headings and the signs of its game in colours."""
    shown = _plain(text)
    for heading in re.finditer(r"^[^\n]+\n=+$", shown.plain, re.MULTILINE):
        shown.stylize("bold cyan", *heading.span())
    for sign, colour in colours.items():
        shown.highlight_words([sign], colour)
    return shown


def _plain(text: str) -> Text:
    return Text("\n".join(printable(line) for line in text.strip("\n").splitlines()))
