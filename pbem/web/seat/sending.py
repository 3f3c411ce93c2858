"""Sending from the desk: an email is kept durably first, and judged then if the game is free.

The same sheet sent again from the same page is the same email, and counts once: whether a button was pressed twice, two
tabs sent it, or the server was killed before it could answer.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from pbem.errors import Refusal
from pbem.mail.exchange import take_in
from pbem.mail.intake import desk_mail, receipts
from pbem.mail.intake.desk_mail import DeskKind
from pbem.mail.judges import HandledMail
from pbem.mail.transport import maildir
from pbem.referee import letter, opening, submissions
from pbem.referee.game import Clock, Game, Rulesets
from pbem.report.plain import as_it_is, as_text
from pbem.report.tree import AnyBlock, CodeBlock, Content, TextBlock
from pbem.store.inbox import Verdict
from pbem.web.seat.desk import SeatDesk

SendFate = Literal["read", "kept"]


class SheetToSend(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be sent to the game in *folder*, as an email that came *at* a time, known by its *fingerprint*.

    It may be *words* to other players.
    """

    folder: Path
    raw: bytes
    at: datetime
    fingerprint: str
    words: bool = False


class SentSheetResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of something that was sent: it was *read*, with a receipt and a verdict, or it is only *kept*.

    If it came *before*, and something else has taken its place since, it was not done again.
    """

    fate: SendFate
    before: datetime | None = None
    verdict: Verdict | None = None
    receipt: Content = ()


def on_page(desk: SeatDesk, result: SentSheetResult) -> Content:
    """The receipt of *result* for the page of *desk*, which itself says how, and until when, one sends another.

    It is the same where something is sent a second time, and its receipt is there as plain text only.
    """
    who = {"moderator": letter.moderator(desk.game, desk.seat)}
    ends = tuple(desk.words.phrase("labels", code, who) for code in ("another", "another-sheet"))
    gone = [f"{desk.game.name} - "]
    if result.verdict is not None and result.verdict.state == "accepted":
        gone.append(desk.words.phrase("labels", "counts-unless"))
    kept: list[AnyBlock] = []
    for block in result.receipt:
        if isinstance(block, TextBlock):
            if any(line.text in ends for line in block.lines):
                break  # below it is only the subject
            lines = tuple(line for line in block.lines if not line.text.startswith(tuple(gone)))
            kept += [msgspec.structs.replace(block, lines=lines)] if lines else []
        elif len(result.receipt) == 1 and isinstance(block, CodeBlock):
            kept += as_it_is(_without("\n".join(block.lines), gone, ends))
        else:
            kept.append(block)
    return tuple(kept)


def _without(text: str, gone: Sequence[str], ends: Sequence[str]) -> str:
    """A plain *text* up to one of *ends*, without the lines that begin with what is *gone*."""
    for end in ends:
        text = text.partition(as_text(end).strip("\n"))[0]
    return "\n".join(line for line in text.split("\n") if not line.startswith(tuple(gone)))


def prepared(desk: SeatDesk, kind: DeskKind, text: str, at: datetime, hold: str = "") -> SheetToSend:
    """What sends *text* for the seat of *desk*, as it comes *at* a time, with a command to *hold* the game."""
    raw = desk_mail.made(desk.game, desk.seat, desk.stages, kind, text, desk.nonce, at, hold=hold)
    sent = desk_mail.opened(desk.game, raw)
    fingerprint = sent.fingerprint if sent else ""
    return SheetToSend(folder=desk.game.folder, raw=raw, at=at, fingerprint=fingerprint, words=kind == "words")


def send(sheet: SheetToSend, clock: Clock, rulesets: Rulesets | None) -> SentSheetResult:
    """Send something; raises `OSError` if it cannot be kept, and then nothing was sent."""
    maildir.keep(sheet.folder / maildir.NAME, sheet.raw, sheet.at)
    try:
        with opening.held(sheet.folder, rulesets) as game:
            return _read(game, sheet.raw, clock)
    except (Refusal, OSError):  # whatever is wrong with the game, what was sent is kept, and read by its next turn
        return SentSheetResult(fate="kept")


def _read(game: Game, raw: bytes, clock: Clock) -> SentSheetResult:
    """Judge what was sent, after all that came before it."""
    return found_in(game, raw, {one.verdict.item: one for one in take_in(game, clock).handled})


def found_in(game: Game, raw: bytes, handled: Mapping[int, HandledMail] = MappingProxyType({})) -> SentSheetResult:
    """What *game* made of what was sent, which it has *handled* just now or before."""
    item = game.inbox.known(raw)
    verdict = game.inbox.verdict(item) if item else None
    if item is None or verdict is None:
        return SentSheetResult(fate="kept")
    if verdict.state == "doubled" and (first := game.inbox.numbered(int(verdict.about))) is not None:
        item, verdict = first, game.inbox.verdict(first) or verdict
    before = item.arrived if item.number not in handled and _is_past(game, verdict) else None
    content = handled[item.number].content if item.number in handled else ()
    receipt = content or as_it_is(receipts.given(item))
    return SentSheetResult(fate="read", before=before, verdict=verdict, receipt=receipt)


def _is_past(game: Game, verdict: Verdict) -> bool:
    """Whether what was sent with *verdict* no longer counts, or its sender has sent something else since."""
    if verdict.state in ("accepted", "partly"):
        stages = game.stages(verdict.seat)
        return all(submissions.last(game, stage) > verdict.item for stage in stages)
    own = (game.inbox.verdict(item) for item in game.inbox.items() if item.number > verdict.item)
    return any(one is not None and one.seat == verdict.seat and one.state != "doubled" for one in own)
