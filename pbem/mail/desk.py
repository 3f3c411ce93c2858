"""The desk: takes each kept mail or sheet to its verdict, and answers it once.

The verdict is written last and every step before it can be repeated, so that an item at which the
program was killed is simply taken up again.
"""

from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.problem import Problem, Weight
from pbem.engine.reading import Place
from pbem.engine.table import Answer
from pbem.mail import writing
from pbem.mail.body import decoded
from pbem.mail.claim import Claim, Standing, claim_mail, claim_sheet
from pbem.mail.envelope import Envelope, opened
from pbem.report.letter import Arrival, Fate
from pbem.report.letter import receipt as receipt_text
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import Fault, Sheet
from pbem.store import docket, files
from pbem.store.game import Clock, Game
from pbem.store.inbox import Item, State, Verdict
from pbem.store.stage import Stage

_CODES: dict[Standing, str] = {"foreign": "foreign-token", "missing": "no-token"}


class Handled(msgspec.Struct, frozen=True):
    """An item's verdict and the answer given to its seat, empty if there was none."""

    verdict: Verdict
    answer: str = ""


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """An item whose seat is known, as it is judged."""

    item: Item
    envelope: Envelope
    claim: Claim
    stage: Stage | None
    view: Any
    over: bool

    @property
    def seat(self) -> str:
        return self.claim.seat


def clear(game: Game, clock: Clock) -> list[Handled]:
    """Take every kept item that has no verdict to its verdict, in the order of their arrival."""
    return [handle(game, item, clock) for item in game.inbox.waiting()]


def handle(game: Game, item: Item, clock: Clock) -> Handled:
    """Judge one item: put a legal order where it counts, answer its seat, and close the item."""
    raw = item.path.read_bytes()
    envelope = opened(raw) if item.is_mail else _bare(raw)
    claim = _claim(game, item, envelope)
    if envelope.robot or not claim.seat:
        state: State = "robot" if envelope.robot else "unclaimed"
        verdict = Verdict(
            item.number, state, item.arrived, claim.seat, envelope.sender, envelope.subject, guess=claim.guess
        )
        game.inbox.judge(item, verdict)
        return Handled(verdict)
    case = _case(game, item, envelope, claim)
    fate, sheet = _judged(game, case)
    stands = any(
        one.by == "sheet" and one.item != item.number for one in docket.accepted(game, case.seat, *_stage(case))
    )
    if fate is Fate.accepted and case.stage is not None:
        _carry_out(game, case, case.stage, sheet, clock)
    answer, ident = _answer(game, case, fate, sheet, stands=stands)
    verdict = _verdict(case, fate, sheet, ident)
    game.inbox.judge(item, verdict)
    return Handled(verdict, answer)


def known(game: Game, item: Item) -> Handled:
    """What became of an item that was handled before."""
    verdict = game.inbox.verdict(item)
    if verdict is None:
        raise LookupError(f"the item {item.name} was not handled yet")
    answer = _answer_path(item)
    return Handled(verdict, answer.read_text(encoding="utf-8") if answer.exists() else "")


def _answer_path(item: Item) -> Path:
    return item.path.with_name(f"{item.name}.txt")


def _bare(raw: bytes) -> Envelope:
    text = decoded(raw, "")
    return Envelope(text=text, problem="" if text.strip() else "empty-sheet")


def _claim(game: Game, item: Item, envelope: Envelope) -> Claim:
    if item.is_mail:
        return claim_mail(game, envelope.sender, envelope.subject, envelope.text)
    if item.seat not in game.titles:
        return Claim()
    return claim_sheet(game, item.seat, envelope.text)


def _case(game: Game, item: Item, envelope: Envelope, claim: Claim) -> _Case:
    """The case as it stands; if the item was carried out before the program died, as it stood then."""
    entry = game.log.caused(item.name)
    if entry is None:
        stage, view = game.stage(claim.seat), game.view(claim.seat)
        return _Case(item=item, envelope=envelope, claim=claim, stage=stage, view=view, over=not game.table.state.flow)
    view = game.view(claim.seat, entry.number - 1)
    step = game.ruleset.anytime(view, claim.seat)
    stage = None
    if step is not None:
        decision = next(one for one in step.ask(view) if one.seat == claim.seat)
        stage = Stage(claim.seat, step, decision, game.pause.entry if game.pause else 0, pending=False)
    claim = msgspec.structs.replace(claim, standing="current")
    return _Case(item=item, envelope=envelope, claim=claim, stage=stage, view=view, over=False)


def _judged(game: Game, case: _Case) -> tuple[Fate, Sheet]:
    """What becomes of a case, and its sheet with its faults."""
    text, stage = case.envelope.text, case.stage
    unread = Sheet(text, None)
    if case.over:
        return Fate.over, unread
    if case.claim.standing == "outdated":
        return Fate.outdated, unread
    if case.claim.standing != "current":
        return Fate.refused, _faulty(case.envelope.subject, _CODES[case.claim.standing])
    if case.envelope.problem:
        return Fate.refused, _faulty(text, case.envelope.problem)
    if stage is None:
        return Fate.unasked, unread
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    sheet = check_sheet(text, stage.step, stage.decision, case.view, lexicon)
    return (Fate.refused if sheet.order is None else Fate.accepted), sheet


def _faulty(text: str, code: str) -> Sheet:
    """A sheet refused whole, for what its mail lacks."""
    width = max(1, len(text.splitlines()[0])) if text.strip() else 1
    return Sheet(text, None, (Fault(Problem(code, weight=Weight.unreadable), Place(1, 1, width)),))


def _carry_out(game: Game, case: _Case, stage: Stage, sheet: Sheet, clock: Clock) -> None:
    """Put an answer on the docket; what a seat may send at any time happens at once, and once only."""
    if stage.pending:
        docket.accept(game, stage, case.item.number, case.item.arrived, sheet.order, sheet.text)
    elif game.log.caused(case.item.name) is None:
        entry = game.table.run(stage.step, {stage.seat: Answer(sheet.order, "sheet")})
        game.append(entry, clock(), case.item.name)


def _answer(game: Game, case: _Case, fate: Fate, sheet: Sheet, *, stands: bool) -> tuple[str, str]:
    """Write and queue the one receipt; return its text and its id in the outbox."""
    stage, seat = case.stage, case.seat
    words = writing.words_for(game, case.view, seat)
    due = game.pause.deadline if game.pause and stage and stage.pending else None
    subject = writing.subject(game, words, stage, seat)
    arrival = Arrival(
        game=game.name,
        title=writing.title(game),
        seat=seat,
        titles=game.titles,
        player=game.settings.seats[seat].player,
        fate=fate,
        view=case.view,
        text=sheet.text,
        decision=stage.decision if stage else None,
        asked=bool(stage and stage.pending),
        order=sheet.order,
        faults=sheet.faults,
        replaces=stands and fate is Fate.accepted,
        stands=stands and fate is not Fate.accepted,
        deadline=due,
        zone=game.settings.deadlines.zone.name,
        subject=subject,
        form=writing.form(game, stage, case.view) if stage and fate is not Fate.accepted else "",
    )
    text = receipt_text(words, arrival)
    files.write_text(_answer_path(case.item), text)
    ident = f"receipt-{case.item.number:04d}"
    answers = case.envelope.message_id
    sent = writing.queue(
        game, seat, ident, subject=f"Re: {subject}", text=text, date=case.item.arrived, answers=answers
    )
    return text, sent


def _stage(case: _Case) -> tuple[str, int]:
    return (case.stage.decision.key, case.stage.asked) if case.stage else ("", 0)


def _verdict(case: _Case, fate: Fate, sheet: Sheet, ident: str) -> Verdict:
    codes = [fault.problem.code for fault in sheet.faults]
    if fate not in (Fate.accepted, Fate.refused):
        codes = [fate.value]
    key, asked = _stage(case) if case.claim.standing == "current" else ("", 0)
    return Verdict(
        case.item.number,
        "accepted" if fate is Fate.accepted else "refused",
        case.item.arrived,
        case.seat,
        case.envelope.sender,
        case.envelope.subject,
        key,
        asked,
        tuple(dict.fromkeys(codes)),
        ident,
    )
