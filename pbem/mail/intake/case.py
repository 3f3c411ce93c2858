"""An email whose seat is known, and what becomes of its sheet."""

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Any

import msgspec

from pbem.engine.order import Problem, Weight
from pbem.engine.play import only_plans
from pbem.engine.position import Position
from pbem.engine.reading import Place
from pbem.engine.table import Answer
from pbem.mail.extraction.line_classifier import (
    folded,
    has_key,
)
from pbem.mail.intake.forms import keys_in
from pbem.mail.intake.replies import CommandRequest
from pbem.mail.intake.sender import Credibility, SenderClaim, letter_answered
from pbem.mail.message.dkim import signed_body, signs
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.referee import letter, submissions
from pbem.referee.deadlines import faulty
from pbem.referee.game import Clock, Game
from pbem.referee.keys import derived
from pbem.referee.stage import SeatStage, anytime_stages, tokens_in
from pbem.report.letter import SheetFate
from pbem.report.returned_sheet import corrected
from pbem.sheet.fault import SheetFault
from pbem.sheet.names import Names
from pbem.sheet.parts import Part, Parts, check_parts
from pbem.store.encryption import SheetSeal
from pbem.store.inbox import InboxItem

_MOST_SUBJECT = 90
_ORDERLY = re.compile(r"[:：>→+,]")
_MOST_LINE, _MOST_LINES = 200, 200
MOST_OUT_OF_TURN = 10
"""Sheets of a seat between two letters that happen at once: each letter tells everyone what came of them."""


class MailCase(msgspec.Struct, frozen=True, kw_only=True):
    """An item whose seat is known, as it is judged; *letter* is what the letter that it answers asked, if it did.

    *readings* are those of texts that were read as its sheet, by the text.
    """

    item: InboxItem
    incoming: ReceivedMail
    claim: SenderClaim
    credibility: Credibility
    stages: tuple[SeatStage, ...]
    letter: tuple[SeatStage, ...] = ()
    view: Position
    over: bool
    readings: dict[str, Parts] = msgspec.field(default_factory=dict)

    @property
    def seat(self) -> str:
        """The seat that it is from."""
        return self.claim.seat

    @property
    def stage(self) -> SeatStage | None:
        """The first of its seat's stages."""
        return next(iter(self.stages), None)

    @property
    def settled(self) -> tuple[SeatStage, ...]:
        """What its letter asked and is not asked any more."""
        now = {stage.put for stage in self.stages}
        return tuple(stage for stage in self.letter if stage.put not in now)

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
    if entry is None or only_plans(entry):
        return MailCase(
            item=item,
            incoming=incoming,
            claim=claim,
            credibility=credibility,
            stages=game.stages(claim.seat),
            letter=letter_answered(game, claim.seat, incoming),
            view=game.view(claim.seat, entry.number - 1 if entry else None),
            over=not game.table.state.flow,
        )
    view = game.view(claim.seat, entry.number - 1)
    letter = game.last_letter(claim.seat)
    stages = anytime_stages(game.ruleset, view, claim.seat, letter.entry if letter else 0)
    claim = msgspec.structs.replace(claim, standing="current")
    return MailCase(
        item=item, incoming=incoming, claim=claim, credibility=Credibility(), stages=stages, view=view, over=False
    )


def judged(game: Game, case: MailCase, text: str) -> tuple[SheetFate, Parts]:
    """What becomes of the sheet *text* of a case, and the sheet with its faults."""
    stage, found = case.stage, case.incoming.found
    unread = Parts(text)
    if case.over:
        return SheetFate.over, unread
    if case.claim.standing == "outdated":
        return SheetFate.outdated, unread
    if case.credibility.state == "refused":
        args = {"text": _shortened(case.incoming.subject)}
        if case.claim.other:
            args |= {"seat": game.titles[case.seat], "other": game.titles[case.claim.other]}
        return SheetFate.refused, _faulty("", case.credibility.code, args)
    if found.problem:
        return SheetFate.refused, _faulty(text, found.problem, found.args)
    if stage is None:
        return SheetFate.unasked, unread
    if not stage.pending and _out_of_turn(game, case) >= MOST_OUT_OF_TURN:
        return SheetFate.refused, _faulty("", "too-many-out-of-turn", {"limit": MOST_OUT_OF_TURN})
    sheet = reading_of(game, case, stage)(text)
    if not sheet.counts:
        return SheetFate.refused, sheet
    if case.credibility.state == "confirm":
        return SheetFate.held, sheet
    if found.doubts:
        return SheetFate.doubted, sheet
    return (SheetFate.accepted if sheet.faultless else SheetFate.partly), sheet


def reading_of(game: Game, case: MailCase, stage: SeatStage) -> Callable[[str], Parts]:
    """How a sheet of a case, whose first stage is *stage*, is read and checked: once, however often it is asked."""
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    parts, settled = _parts(game, case)
    wanted = submissions.plans_wanted(game, case.view, case.seat)

    def read(text: str) -> Parts:
        if text not in case.readings:
            words = game.words_in(stage)
            case.readings[text] = check_parts(text, parts, case.view, lexicon, words, settled, wanted)
        return case.readings[text]

    return read


def _parts(game: Game, case: MailCase) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The parts that the sheet of a case may have, and the headings of what is settled since its letter."""
    older = {part.decision.name: part.heading for part in submissions.parts(game, case.view, case.letter)}
    parts = (
        msgspec.structs.replace(part, older=older.get(part.decision.name, ""))
        for part in submissions.parts(game, case.view, case.stages)
    )
    several = len(case.letter) > 1
    return tuple(parts), tuple(older[stage.decision.name] for stage in case.settled) if several else ()


def carry_out(game: Game, case: MailCase, sheet: Parts, clock: Clock) -> SheetSeal | None:
    """Submit answers; plans, and what a seat may send at any time, happen at once, and once only."""
    first = case.stage
    if first is None:
        raise LookupError(f"{case.seat} can send nothing now")
    item, good = case.item, {part.decision.name: each.order for part, each in sheet.good}
    seal = None
    if first.pending:
        for stage in case.stages:
            if (order := good.get(stage.decision.name)) is not None:
                words = sheet.spoken.words
                seal = submissions.accept(game, stage, item.number, item.arrived, order, sheet.text, words, first=first)
    elif good and game.log.caused(item.name) is None:
        answers = {part.decision: Answer(each.order, "sheet") for part, each in sheet.good if each.order is not None}
        game.append(game.table.run(first.step, answers), clock(), item.name)
    if sheet.plans.plans is not None:
        letter.keep(game, case.seat, sheet.plans.plans, item.number, item.name, clock)
    return seal


def keep_for_yes(game: Game, case: MailCase, fate: SheetFate, sheet: Parts) -> SheetSeal | None:
    """Keep a sealed sheet so that a yes makes it count without the key; None if none can, or it cannot be kept so.

    One that was doubted is kept as it is, a refused one with every word that its receipt offers, if all of it is good
    then. Whether a sheet has plans is seen only in itself.
    """
    first = case.stage
    if game.settings.mail.sealed is None or first is None or not first.pending:
        return None
    if fate is SheetFate.refused and case.credibility.state == "believed" and not case.incoming.found.problem:
        offered = corrected(sheet, reading_of(game, case, first), offered=True)
        sheet = offered.found
        if not (offered.fixes and sheet.faultless):
            return None
    elif fate is not SheetFate.doubted:
        return None
    if sheet.plans.place is not None:
        return None
    item, good, seal = case.item, {part.decision.name: each.order for part, each in sheet.good}, None
    for stage in case.stages:
        if (order := good.get(stage.decision.name)) is not None:
            words = sheet.spoken.words
            seal = submissions.accept(
                game, stage, item.number, item.arrived, order, sheet.text, words, first=first, waits=True
            )
    return seal


def keep_faulty(game: Game, case: MailCase, fate: SheetFate, sheet: Parts) -> None:
    """Keep a sheet of which not all counts, if the ladder may let it count as far as it is good."""
    refused = fate in (SheetFate.refused, SheetFate.partly) and case.credibility.state == "believed"
    if refused and sheet.answers and case.stage and case.stage.pending:
        faulty.keep(game, case.stages, case.item.number, sheet.text)


def resembles_orders(game: Game, case: MailCase) -> bool:
    """Whether words may be orders: a line has a key, or names something beside a colon or an arrow."""
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    names, kinds = Names(lexicon), tuple(lexicon.kinds)
    lines = [line[:_MOST_LINE] for line in case.incoming.found.words.split("\n")[:_MOST_LINES]]
    keys = folded(keys_in(game, case.seat, case.stages))
    if any(has_key(line, keys) for line in lines):
        return True
    parts = (part for line in lines if _ORDERLY.search(line) for part in _ORDERLY.split(line))
    return any(names.find(part.strip(" \t-*•>"), *kinds) for part in parts)


def request_of(case: MailCase) -> CommandRequest:
    """Whose commands a case has, and what is known of them."""
    return CommandRequest(
        seat=case.seat,
        number=case.item.number,
        name=case.item.name,
        arrived=case.item.arrived,
        stages=case.stages,
        view=case.view,
        proven=case.credibility.state == "believed",
        outdated=case.claim.standing == "outdated",
        waits=case.credibility.state == "confirm",
        words=case.incoming.found.words,
        settles=case.incoming.settles,
    )


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


def _faulty(text: str, code: str, args: dict[str, Any] | None = None) -> Parts:
    """A sheet refused whole, for what its mail lacks; *args* may name the line."""
    lines = text.splitlines() or [""]
    line = min(max(1, int((args or {}).get("line", 1))), len(lines))
    place = Place(line, 1, max(1, len(lines[line - 1])))
    return Parts(text, (), (SheetFault(Problem(code, args=args or {}, weight=Weight.unreadable), place),))


def fingerprint_of(game: Game, raw: bytes, incoming: ReceivedMail) -> str:
    """What knows the same email again, whatever transport it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with its tokens and what is found in it
    without what its seat was sent, which would be more by the next copy: someone who uses an old Message-ID for other
    orders has written another email. What was found is left out where
    sheets are sealed, for a hash of it could be guessed at, and where mail must be signed: the Message-ID is signed,
    and the text may be changed in its spaces by whoever sends it again. Where a signature leaves the Message-ID out,
    what is signed tells the email: its time and its text, by a key of the game.
    """
    mail = game.settings.mail
    domain = incoming.sender.rpartition("@")[2]
    if "dkim" in mail.trust.policy and _signed(raw, domain) and not signs(raw, domain, b"message-id"):
        at = incoming.date if signs(raw, domain, b"date") else ""
        said = f"{at}\0{incoming.sender.casefold()}\0{' '.join(incoming.subject.split())}\0".encode(
            "utf-8", "surrogatepass"
        )
        key = derived(game.secret, "signed emails")
        return hmac.digest(key.encode(), said + signed_body(raw), "sha256").hex()[:32]
    ident = incoming.message_id or (f"{incoming.date} {incoming.subject}" if incoming.date else "")
    if not ident:
        return ""
    found = incoming.plain
    bare = mail.sealed is not None or "dkim" in mail.trust.policy
    read = (found.sheet, *found.commands, found.words, found.problem)
    content = (str(bool(found.problem)),) if bare else read
    parts = (ident, incoming.sender.casefold(), *tokens_in(incoming.subject), *content)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _signed(raw: bytes, domain: str) -> bool:
    """Whether *domain* signed an email at all."""
    return signs(raw, domain, b"from")


def older_than_what_counts(game: Game, case: MailCase) -> list[MailNote]:
    """A note if the email says that it was written before the one whose sheet it replaces.

    The moment of receipt decides; a player whose emails overtook each other should know.
    """
    for stage in case.stages:
        counting = submissions.counting(game, case.seat, *stage.put)
        if counting is None or counting.by != "sheet" or counting.item >= case.item.number or not case.incoming.date:
            continue
        other = game.inbox.numbered(counting.item)
        verdict = game.inbox.verdict(other) if other else None
        if verdict and case.incoming.date < verdict.written:
            return [MailNote("older-date")]
    return []


def with_found(case: MailCase, found: FoundOrders) -> MailCase:
    """*case* with what was *found* in its email instead."""
    incoming = msgspec.structs.replace(case.incoming, found=found)
    return msgspec.structs.replace(case, incoming=incoming)


def is_whole(sheet: Parts) -> bool:
    """Whether all of a *sheet* can be read, be it legal or not."""
    unread = any(each.problem.weight is Weight.unreadable for each in sheet.every_fault)
    return bool(sheet.answers) and not unread
