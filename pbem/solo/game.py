"""A game of one person against bots: the sheet in a file of its own is taken, and the next one laid there."""

import re
from pathlib import Path
from typing import Literal

import msgspec

from pbem.mail.intake import verdicts
from pbem.mail.intake.sender import claim_sheet
from pbem.mail.mime.charset import decoded
from pbem.mail.outgoing.forms import sent_form
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import bots
from pbem.referee.game import Clock, Game
from pbem.referee.letters.letter import occasion
from pbem.referee.play import play_on
from pbem.referee.status import SeatStatus, status
from pbem.report.letter import letter
from pbem.store import files
from pbem.store.refusal import Refusal

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
    own = [seat for seat in game.titles if not bots.plays(game, seat)]
    if len(own) != 1:
        raise NotAlone(f"in {game.folder} bots do not play all seats but yours; use `pbem submit` and `pbem turn`")
    return own[0]


def play_round(game: Game, seat: str, clock: Clock, *, as_it_is: bool = False) -> SoloRound:
    """Take the sheet as far as it goes, and leave the next one."""
    verdicts.judge_all(game, clock)
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
        letter=_letter(game, seat),
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
    handled = verdicts.handle(game, item, clock) if new else verdicts.known(game, item)
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


def _letter(game: Game, seat: str) -> str:
    """The newest letter, without the form that is in a file of its own."""
    newest = game.last_letter(seat)
    if newest is None:
        return ""
    words, about = occasion(game, newest, seat)
    return letter(words, msgspec.structs.replace(about, form="", subject=""))
