"""An item that is judged: what it says, whose it is and what it is for are asked once, when first needed, and kept.

Each is tried within a budget, and one at which the program fails is set aside: it keeps no other waiting.

    inbox/trying.json     what is tried now, as far as it is known whose it is

The file is there before the item is looked at. If the process dies at it, whatever kills it, the next one counts that:
a kill may have had nothing to do with the item, so it has two more tries, and is then set aside.
"""

import traceback
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.bounds.budget import OverBudget, within
from pbem.errors import Refusal, is_of_machine
from pbem.mail.intake import beside, confirmations, desk_mail, forum_posts, pledges, receipts
from pbem.mail.intake.beside import Passed
from pbem.mail.intake.case import MailCase, case_of, fingerprint_of
from pbem.mail.intake.desk_mail import DeskMail
from pbem.mail.intake.meaning import doubted, understood
from pbem.mail.intake.sender import (
    Credibility,
    SenderClaim,
    claim_mail,
    copy_of,
    credibility_of,
    dated,
    standing_of,
    tokens_of,
    written_for_another_game,
)
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.mail.message.received import ReceivedMail, SenderKind
from pbem.mail.mime.headers import headers_of, message_id_of, references_of, sender_of
from pbem.mail.outgoing import writing
from pbem.referee.game import Clock, Game, note_copy
from pbem.report.tree import Content
from pbem.store import encryption, files
from pbem.store.facts import SheetPledged
from pbem.store.inbox import Confirmation, InboxItem, Verdict

R = TypeVar("R")
NAME = "trying.json"
MOST_DEATHS = 3
"""Processes that may die at an item before it is set aside."""
COSTLY = "OverBudget"
_DIED = "Died"


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is tried: the *item* of that name, at which so many processes have died, and whose it is, if known.

    In a pass over all that wait *reached* is its number; the item may be *done*.
    """

    item: str
    deaths: int = 0
    claim: SenderClaim = SenderClaim()
    credibility: Credibility = Credibility("refused")
    reached: int = 0
    done: bool = False


class SetAside(msgspec.Struct, frozen=True):
    """What became of an item that was set aside, and what its seat was told."""

    verdict: Verdict
    content: Content = ()


def tried(
    game: Game,
    item: InboxItem,
    work: Callable[[], R],
    passing: tuple[type[BaseException], ...],
    *,
    in_turn: bool = False,
) -> R | SetAside:
    """What *work* makes of *item*, or else the item set aside.

    Exceptions of *passing* and trouble of the machine say nothing against it. If it is looked at *in_turn*, in a pass
    over all that wait, how far that came is kept until `pass_over`.
    """
    game.guard()
    before = _noted(game)
    deaths = before.deaths + 1 if before and before.item == item.name and not before.done else 0
    if before and deaths >= MOST_DEATHS:
        return _set_aside(game, item, before, _DIED, (), in_turn=in_turn)
    _note(game, Attempt(item.name, deaths, reached=item.number if in_turn else 0))
    spared: tuple[type[BaseException], ...] = (*passing, Refusal)
    try:
        with within(game.settings.limits):
            done = work()
    except spared:
        _end(game, item, in_turn=in_turn)
        raise
    except (Exception, OverBudget) as fault:
        if is_of_machine(fault):
            _end(game, item, in_turn=in_turn)
            raise
        where = tuple(
            f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(fault.__traceback__)
        )
        why = COSTLY if isinstance(fault, OverBudget | MemoryError) else type(fault).__name__
    else:
        _end(game, item, in_turn=in_turn)
        return done
    game.renew()  # the work may have ended between a change of the disk and the same change here
    return _set_aside(game, item, _noted(game) or Attempt(item.name), why, where, in_turn=in_turn)


def found(game: Game, case: MailCase) -> None:
    """Note whose the item is that is tried: if the program fails at it, its seat is told."""
    attempt = _noted(game)
    if attempt is not None and attempt.item == case.item.name:
        _note(game, msgspec.structs.replace(attempt, claim=case.claim, credibility=case.credibility))


def reached(game: Game) -> int:
    """The number of the item that an interrupted pass over all that wait had come to; 0 without one."""
    attempt = _noted(game)
    return attempt.reached if attempt else 0


def pass_over(game: Game) -> None:
    """Forget how far a pass came: it is at its end."""
    (game.inbox.folder / NAME).unlink(missing_ok=True)


def blame(folder: Path) -> bool:
    """Let what a process was trying in the game in *folder* be set aside, as it has surely died of that."""
    path = folder / "inbox" / NAME
    attempt = _read(path)
    if attempt is None or attempt.done:
        return False
    files.write(path, msgspec.json.encode(msgspec.structs.replace(attempt, deaths=MOST_DEATHS)), durable=False)
    return True


def _set_aside(
    game: Game, item: InboxItem, attempt: Attempt, why: str, where: tuple[str, ...], *, in_turn: bool
) -> SetAside:
    """Close an item; where the program failed at it is kept beside it, without a word of the item."""
    files.write_text(item.path.with_name(f"{item.name}.fault"), "\n".join([*where, why, ""]))
    verdict = Verdict(item.number, "failed", item.arrived, item.seat, why=why, says=where[-1] if where else "")
    confirmation = game.inbox.confirmation_of(item)
    verdict = msgspec.structs.replace(verdict, vouched=confirmation.by if confirmation else "")
    content: Content = ()
    case = _case(game, item, attempt)
    if case is not None:
        content = writing.content(
            game,
            "set-aside",
            case.seat,
            costly=why in (COSTLY, _DIED),
            seconds=game.settings.limits.seconds,
            megabytes=game.settings.limits.megabytes,
        )
        subject = writing.subject(game, "set-aside", case.seat)
        again = "again" if confirmation else "later" if game.inbox.reopened(item) else ""
        sent = receipts.answer(game, case, "failed", subject, content, again=again, credible=case.credible)
        verdict = msgspec.structs.replace(verdict, seat=case.seat, receipt=sent.ident, answered=sent.address)
    game.inbox.judge(item, verdict)
    _end(game, item, in_turn=in_turn)
    return SetAside(verdict, content)


def _case(game: Game, item: InboxItem, attempt: Attempt) -> MailCase | None:
    """The case of an item, without a look at what it says; None if no one knows whose it is."""
    claim, credibility = attempt.claim, attempt.credibility
    incoming = ReceivedMail(kind=SenderKind("person", ""))
    if item.seat:
        claim, credibility = SenderClaim(item.seat), Credibility()
    else:
        raw = encryption.read(item.path, game.identity)
        headers = headers_of(raw)
        incoming = msgspec.structs.replace(
            incoming, message_id=message_id_of(headers), references=references_of(headers)
        )
        seat = desk_mail.seat_of(game, raw)
        claim, credibility = (SenderClaim(seat), Credibility()) if seat else (claim, credibility)
    if claim.seat not in game.titles:
        return None
    return MailCase(
        item=item,
        incoming=incoming,
        claim=claim,
        credibility=credibility,
        stages=(),
        view=game.view(claim.seat),
        over=False,
    )


def _noted(game: Game) -> Attempt | None:
    return _read(game.inbox.folder / NAME)


def _read(path: Path) -> Attempt | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Attempt)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def _note(game: Game, attempt: Attempt) -> None:
    files.write(game.inbox.folder / NAME, msgspec.json.encode(attempt), durable=False)


def _end(game: Game, item: InboxItem, *, in_turn: bool) -> None:
    if in_turn:
        _note(game, Attempt(item.name, reached=item.number, done=True))
    else:
        pass_over(game)


class NotYet(Exception):
    """An email cannot be judged now, because a key cannot be had or its stage has not come; it continues to wait."""


class PlayFirst(Exception):
    """An email, and what came after it, is to be judged when play has gone on."""


class Ruling(msgspec.Struct, frozen=True):
    """What a judge makes of an item: its verdict, and the answer to its seat as a tree, if there is one."""

    verdict: Verdict
    content: Content = ()


class Arrival:
    """An item as the judges get it; one that *waits* if it may be for a later stage says so by an exception.

    Raises `NotYet` if it is sealed and there is no key.
    """

    def __init__(self, game: Game, item: InboxItem, clock: Clock, *, waits: bool = False) -> None:
        if not encryption.readable(item.path, game.identity):
            raise NotYet(item.name)
        self.game, self.item, self.clock, self.waits = game, item, clock, waits
        self.raw = encryption.read(item.path, game.identity)
        self.confirmation: Confirmation | None = game.inbox.confirmation_of(item)
        by_desk = item.is_mail and self.raw.startswith(desk_mail.MARK)
        self.desk: DeskMail | None = desk_mail.opened(game, self.raw) if by_desk else None

    @property
    def by_mail(self) -> bool:
        """Whether it is an email of which only its headers say whose it is, and no one has confirmed that."""
        return self.item.is_mail and self.desk is None and self.confirmation is None

    @cached_property
    def _read(self) -> tuple[ReceivedMail, SenderClaim]:
        """What it says and whose it is: it is read with what its seat was sent, if a seat alone has its address."""
        game = self.game
        if not self.item.is_mail:
            return read_sheet_file(game, self.item.seat, self.raw, self.item)
        if self.desk is not None:
            return self.desk.incoming, desk_mail.claim_of(game, self.desk)
        if self.confirmation is not None:
            return _vouched(game, self.item, self.raw, self.confirmation)
        sender = sender_of(headers_of(self.raw))
        seats = game.settings.seats_of(sender) if sender else ()
        alone = len(seats) == 1 and sender.casefold() != game.settings.moderator.address.casefold()
        incoming = beside.read_mail(game, self.raw, seats[0] if alone else "", self.item)
        claim = claim_mail(game, incoming)
        if claim.seat and not alone:
            incoming = beside.read_mail(game, self.raw, claim.seat, self.item)
        wrong = written_for_another_game(game, incoming.found.sheet, claim.seat) if claim.seat else None
        return replace(incoming, found=wrong) if wrong else incoming, claim

    @property
    def incoming(self) -> ReceivedMail:
        """What it says."""
        return self._read[0]

    @property
    def claim(self) -> SenderClaim:
        """Whose it is."""
        return self._read[1]

    @cached_property
    def fingerprint(self) -> str:
        """What knows it again, whenever it is judged; empty if nothing does."""
        if self.desk is not None or not self.item.is_mail:
            return self.desk.fingerprint if self.desk else ""
        before = self.game.inbox.verdict(self.item)
        return (before.fingerprint if before else "") or fingerprint_of(self.game, self.raw, self.incoming)

    @property
    def verdict(self) -> Verdict:
        """The verdict of an email of no seat, as far as all of them have the same."""
        item, mail = self.item, self.incoming
        verdict = Verdict(item.number, "robot", item.arrived, "", mail.sender, mail.subject, why=mail.kind.why)
        return replace(verdict, fingerprint=self.fingerprint)

    @cached_property
    def case(self) -> MailCase:
        """It as an email or sheet of its seat; raises `NotYet` if what would show that cannot be had at present."""
        case = self._case
        if any(isinstance(fact, SheetPledged) for fact in self.game.facts) and case.incoming.found.what == "orders":
            closed = None if case.incoming.found.problem else pledges.closed_to(self.game, case)
            return replace(case, incoming=replace(case.incoming, found=closed)) if closed else case
        return case

    @property
    def _case(self) -> MailCase:
        game, item, incoming, claim = self.game, self.item, self.incoming, self.claim
        if not item.is_mail:
            case = understood(game, case_of(game, item, incoming, claim, Credibility()))
            return forum_posts.dated(game, doubted(game, case))
        if self.desk is not None:
            credibility = desk_mail.credibility_of(game, item, claim, self.desk)
            return understood(game, case_of(game, item, incoming, claim, credibility))
        claim = dated(game, claim, item)
        if claim.standing == "copy" and (epoch := copy_of(game, claim.seat, tokens_of(incoming))) is not None:
            note_copy(game.log, epoch, item.number, self.clock())
            game.guard()
        trusted = confirmations.claimed(incoming, claim) if incoming.found.what == "command" else claim
        credibility = credibility_of(game, item, self.raw, incoming, trusted)
        if credibility.state == "later":
            raise NotYet(item.name)
        case = case_of(game, item, incoming, claim, credibility)
        found(game, case)
        return doubted(game, understood(game, case))

    @cached_property
    def settled(self) -> MailCase:
        """Its case, with the sheet to which it says yes in place of the yes; what is plainly a sheet says none."""
        found = self.case.incoming.found
        if found.what == "orders" and found.how != "shape":
            return self.case
        return confirmations.confirmed(self.game, self.case)

    @cached_property
    def passed(self) -> tuple[Passed, ...]:
        """What became of words to players in it, which are delivered when that is first asked."""
        return beside.passed_on(self.game, self.settled, self.clock)


def _vouched(game: Game, item: InboxItem, raw: bytes, confirmation: Confirmation) -> tuple[ReceivedMail, SenderClaim]:
    """An email that someone confirmed; its token, if it has one, must still be the present one."""
    seat = confirmation.seat
    known = game.settings.seats[seat].address
    if confirmation.address and confirmation.address.casefold() != known.casefold():
        game.readdress(seat, confirmation.address, confirmation.at, confirmation.by)
    incoming = beside.read_mail(game, raw, seat, item)
    standing = standing_of(game, seat, incoming)
    return incoming, SenderClaim(seat, standing if standing in ("current", "outdated") else "missing")
