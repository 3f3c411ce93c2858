"""An item that is judged: what it says, whose it is and what it is for are asked once, when first needed, and kept."""

from functools import cached_property

import msgspec
from msgspec.structs import replace

from pbem.mail.intake import attempts, beside, confirmations, desk_mail, forum_posts
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
)
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.referee import copies
from pbem.referee.game import Clock, Game
from pbem.report.tree import Content
from pbem.store import encryption
from pbem.store.inbox import Confirmation, InboxItem, Verdict


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
        self.desk: DeskMail | None = desk_mail.opened(game, self.raw) if item.is_mail else None

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
        return incoming, claim

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
        game, item, incoming, claim = self.game, self.item, self.incoming, self.claim
        if not item.is_mail:
            case = understood(game, case_of(game, item, incoming, claim, Credibility()))
            return forum_posts.dated(game, doubted(game, case))
        if self.desk is not None:
            credibility = desk_mail.credibility_of(game, item, claim, self.desk)
            return understood(game, case_of(game, item, incoming, claim, credibility))
        claim = dated(game, claim, item)
        if claim.standing == "copy" and (epoch := copy_of(game, claim.seat, tokens_of(incoming))) is not None:
            copies.note(game.log, epoch, item.number, self.clock())
            game.guard()
        credibility = credibility_of(game, item, self.raw, incoming, confirmations.claimed(incoming, claim))
        if credibility.state == "later":
            raise NotYet(item.name)
        case = case_of(game, item, incoming, claim, credibility)
        attempts.found(game, case)
        return doubted(game, understood(game, case))

    @cached_property
    def settled(self) -> MailCase:
        """Its case, with the sheet to which it says yes in place of the yes."""
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
