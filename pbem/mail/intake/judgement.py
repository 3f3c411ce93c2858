"""What becomes of a sheet whose seat is known."""

import re
from typing import Any

import msgspec

from pbem.engine.kit.reading import Place
from pbem.engine.order import Order
from pbem.engine.position import Position
from pbem.engine.problem import Problem, Weight
from pbem.engine.step import decisions_of
from pbem.engine.table import Answer
from pbem.mail.extraction.sheet_keys import folded, has_key
from pbem.mail.intake.credibility import Credibility
from pbem.mail.intake.sender import SenderClaim
from pbem.mail.message.received import ReceivedMail
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.stage import SeatStage
from pbem.report.letter import SheetFate
from pbem.sheet.check import check_sheet, keys_of
from pbem.sheet.fault import ReadSheet, SheetFault
from pbem.sheet.names import Names
from pbem.store.encryption import SheetSeal
from pbem.store.inbox import InboxItem

_MOST_SUBJECT = 90
_ORDERLY = re.compile(r"[:：>→+,]")
_MOST_LINE, _MOST_LINES = 200, 200
MOST_OUT_OF_TURN = 10
"""Sheets of a seat between two letters that happen at once: each letter tells everyone what came of them."""


class MailCase(msgspec.Struct, frozen=True, kw_only=True):
    """An item whose seat is known, as it is judged."""

    item: InboxItem
    incoming: ReceivedMail
    claim: SenderClaim
    credibility: Credibility
    stage: SeatStage | None
    view: Position
    over: bool

    @property
    def seat(self) -> str:
        """The seat that it is from."""
        return self.claim.seat

    @property
    def credible(self) -> bool:
        """Whether it is trusted, or at least bears what only its seat was sent."""
        waits = self.credibility.state == "confirm"
        return self.credibility.state == "believed" or (waits and self.claim.standing == "current")

    @property
    def asked(self) -> tuple[str, int]:
        """The key of the seat's stage and the entry after which it was asked."""
        return (self.stage.decision.key, self.stage.asked) if self.stage else ("", 0)


def case_of(
    game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, credibility: Credibility
) -> MailCase:
    """The case as it stands; if the item was carried out before the program died, as it stood then."""
    entry = game.log.caused(item.name)
    if entry is None:
        stage, view = game.stage(claim.seat), game.view(claim.seat)
        over = not game.table.state.flow
        return MailCase(
            item=item, incoming=incoming, claim=claim, credibility=credibility, stage=stage, view=view, over=over
        )
    view = game.view(claim.seat, entry.number - 1)
    step = game.ruleset.anytime(view, claim.seat)
    stage = None
    if step is not None:
        decision = next(one for one in decisions_of(step, view) if one.seat == claim.seat)
        stage = SeatStage(claim.seat, step, decision, game.pause.entry if game.pause else 0, pending=False)
    claim = msgspec.structs.replace(claim, standing="current")
    return MailCase(
        item=item, incoming=incoming, claim=claim, credibility=Credibility(), stage=stage, view=view, over=False
    )


def judged(game: Game, case: MailCase, text: str) -> tuple[SheetFate, ReadSheet[Order]]:
    """What becomes of the sheet *text* of a case, and the sheet with its faults."""
    stage, found = case.stage, case.incoming.found
    unread: ReadSheet[Order] = ReadSheet(text, None)
    if case.over:
        return SheetFate.over, unread
    if case.claim.standing == "outdated":
        return SheetFate.outdated, unread
    if case.credibility.state == "refused":
        return SheetFate.refused, _faulty("", case.credibility.code, {"text": _shortened(case.incoming.subject)})
    if found.problem:
        return SheetFate.refused, _faulty(text, found.problem, found.args)
    if stage is None:
        return SheetFate.unasked, unread
    if not stage.pending and _out_of_turn(game, case) >= MOST_OUT_OF_TURN:
        return SheetFate.refused, _faulty("", "too-many-out-of-turn", {"limit": MOST_OUT_OF_TURN})
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    sheet = check_sheet(text, stage.step, stage.decision, case.view, lexicon, game.words_in(stage))
    if sheet.order is None:
        return SheetFate.refused, sheet
    return (SheetFate.held if case.credibility.state == "confirm" else SheetFate.accepted), sheet


def carry_out(game: Game, case: MailCase, sheet: ReadSheet[Order], clock: Clock) -> SheetSeal | None:
    """Submit an answer; what a seat may send at any time happens at once, and once only."""
    stage = case.stage
    if stage is None or sheet.order is None:
        raise LookupError(f"{case.seat} can send nothing now")
    if stage.pending:
        item, words = case.item, sheet.spoken.words
        return submissions.accept(game, stage, item.number, item.arrived, sheet.order, sheet.text, words)
    if game.log.caused(case.item.name) is None:
        entry = game.table.run(stage.step, {stage.decision: Answer(sheet.order, "sheet")})
        game.append(entry, clock(), case.item.name)
    return None


def resembles_orders(game: Game, case: MailCase) -> bool:
    """Whether words may be orders: a line has a key, or names something beside a colon or an arrow."""
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    names, kinds = Names(lexicon), tuple(lexicon.kinds)
    lines = [line[:_MOST_LINE] for line in case.incoming.found.words.split("\n")[:_MOST_LINES]]
    keys = folded(keys_of(game.ruleset.orders))
    if any(has_key(line, keys) for line in lines):
        return True
    parts = (part for line in lines if _ORDERLY.search(line) for part in _ORDERLY.split(line))
    return any(names.find(part.strip(" \t-*•>"), *kinds) for part in parts)


def _out_of_turn(game: Game, case: MailCase) -> int:
    """How many other sheets of the seat of *case* happened at once since the last letters."""
    count = 0
    for line in reversed(game.log.lines):
        if line.pause:
            break
        if line.entry and line.cause not in ("", case.item.name):
            count += any(one.seat == case.seat for one in line.entry.answers)
    return count


def _shortened(subject: str) -> str:
    """As much of a subject as its writer knows it by: anyone may have written it, and it goes to the seat's player."""
    return subject if len(subject) <= _MOST_SUBJECT else f"{subject[:50]} … {subject[-30:]}"


def _faulty(text: str, code: str, args: dict[str, Any] | None = None) -> ReadSheet[Order]:
    """A sheet refused whole, for what its mail lacks; *args* may name the line."""
    lines = text.splitlines() or [""]
    line = min(max(1, int((args or {}).get("line", 1))), len(lines))
    place = Place(line, 1, max(1, len(lines[line - 1])))
    return ReadSheet(text, None, (SheetFault(Problem(code, args=args or {}, weight=Weight.unreadable), place),))
