"""A seat's page while it is made; drafts.

    drafts/SEAT-GENERATION.json    for its owner only

Only the newest of a seat is kept. Where sheets are sealed nothing is: the browser keeps it.
"""

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.mail.intake.sheet_files import look_at
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage
from pbem.report import tree
from pbem.report.words import Words
from pbem.sheet.parts import Parts
from pbem.store import files
from pbem.store.editions import DRAFTS
from pbem.web.once import check_once, once_an_answer, present_form

_MARKS = re.compile(r"^\s*(?:[-–—.`~>\[]{3}|>)", re.MULTILINE)


class SeatDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The page of *seat* at a time, for which its player has written *text*; *subject* is what they have chosen in it.

    *stage* is what *text* was written for: the name of a stage that may be over. *root* is the address of the page,
    *token* the one its visitor has shown, *proof* and *nonce* go with each form: from whose page it is, and from which
    of them. *told* is a sentence on what a button did not do, *opened* are the ids of what is unfolded in its forms,
    *seen* says which of the own sheets counted when the page was last shown, or less if none was; *mine* identifies
    what the page sent last. *newest* is a link with the present token, which only a demonstration gives away. *undo* is
    what the board keeps in the form to undo its last choice. An *unread* text costs too much to be read.
    *press* is what the player has typed to write to others, *press_to* the one that it is for.
    """

    game: Game
    seat: str
    words: Words
    at: datetime
    stages: tuple[SeatStage, ...]
    text: str
    stage: str
    subject: str = ""
    root: str = ""
    token: str = ""
    proof: str = ""
    nonce: str = ""
    told: str = ""
    opened: tuple[str, ...] = ()
    seen: int = -1
    mine: str = ""
    newest: str = ""
    undo: str = ""
    unread: bool = False
    press: str = ""
    press_to: str = ""

    @property
    def asks(self) -> bool:
        """Whether the seat can send anything now."""
        return bool(self.stages)

    @property
    def over(self) -> bool:
        """Whether the text was written for a stage that is over."""
        return self.stage != stage_name(self.stages)

    @property
    def has_token(self) -> bool:
        """Whether the visitor has shown the token of the present stage."""
        return bool(self.stages) and self.token == present_token(self.game, self.seat, self.stages)


def stage_name(stages: tuple[SeatStage, ...]) -> str:
    """The name of what a seat may send now; empty if that is nothing."""
    return stages[0].name if stages else ""


def present_token(game: Game, seat: str, stages: tuple[SeatStage, ...]) -> str:
    """The token of the letter that asks *stages*."""
    return game.token(seat, *stages[0].put)


def blank(game: Game, seat: str, stages: tuple[SeatStage, ...], at: datetime) -> str:
    """The form of what *seat* may send now, as its letter has it, without the examples; empty if that is nothing.

    The page has buttons for what the examples show.
    """
    if not stages:
        return ""
    whole = plain_form(present_form(game, seat, at))
    bare = without_examples(whole)
    worse = read_sheet(game, seat, whole).faultless and not read_sheet(game, seat, bare).faultless
    return whole if worse else bare


def plain_form(text: str) -> str:
    """A form as it is typed, without the marks of letters."""
    return f"{tree.plain(text).strip(chr(10))}\n" if text.strip() else ""


def without_examples(form: str) -> str:
    """A form without the lines that are only remarks; as it is if it has no others."""
    said = [line for line in form.splitlines(keepends=True) if not line.lstrip().startswith("#")]
    return "".join(said) if any(line.strip() for line in said) else form


def sheet_that_counts(game: Game, seat: str, stages: tuple[SeatStage, ...]) -> str:
    """The text of the sheet of *seat* that counts now; empty if none does, or if it is sealed."""
    for stage in stages:
        counts = submissions.counting(game, seat, *stage.put)
        if counts is None or counts.by != "sheet" or counts.sealed:
            continue
        if text := kept_text(game, seat, stage.name, counts.item):
            return text
    return ""


def kept_text(game: Game, seat: str, stage: str, item: int) -> str:
    """The text of the sheet of *seat* in an *item* for the stage of that name; empty if there is none."""
    path = game.folder / "sheets" / stage / f"{seat}-{item:04d}.yaml"
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def is_from_here(desk: SeatDesk, item: int) -> bool:
    """Whether the *item* is what the page of *desk* sent last."""
    found = desk.game.inbox.numbered(item) if desk.mine else None
    verdict = desk.game.inbox.verdict(found) if found else None
    return verdict is not None and verdict.fingerprint == desk.mine


@once_an_answer
def read_sheet(game: Game, seat: str, text: str) -> Parts:
    """The sheet *text* as it would be read and checked if it was sent now; raises `NotAsked` if none can be."""
    if not _MARKS.search(text):
        return check_once(game, seat, text).sheet
    return look_at(game, seat, text.encode(), as_mail=False).sheet


MOST = 64 * 1024
"""Characters of a draft that are kept."""


class SheetDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was written for a *stage*, and when; an *unread* one costs too much to be read by itself."""

    stage: str
    text: str
    at: datetime
    unread: bool = False


def kept(game: Game, seat: str) -> SheetDraft | None:
    """The newest draft of *seat*; None if there is none, or if it cannot be read."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(_path(game, seat).read_bytes(), type=SheetDraft)
    return None


def keep(game: Game, seat: str, draft: SheetDraft) -> bool:
    """Keep a draft in the place of the one before, unless sheets are sealed; whether it is kept."""
    if game.settings.mail.sealed is not None or len(draft.text) > MOST:
        return False
    before = kept(game, seat)
    if before is None or (before.stage, before.text, before.unread) != (draft.stage, draft.text, draft.unread):
        with suppress(OSError):
            files.write(_path(game, seat), msgspec.json.encode(draft) + b"\n", durable=False)
            return True
        return False
    return True


def forget(game: Game, seat: str) -> None:
    """Throw away what *seat* has written and not sent."""
    with suppress(OSError):
        _path(game, seat).unlink(missing_ok=True)


def _path(game: Game, seat: str) -> Path:
    return game.folder / DRAFTS / f"{seat}-{game.tenure(seat).generation}.json"
