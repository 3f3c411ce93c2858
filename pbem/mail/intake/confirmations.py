"""Emails that wait for a word: of the seat's own address, or of the moderator."""

import msgspec

from pbem.errors import Refusal
from pbem.mail.intake.case import MailCase
from pbem.mail.intake.commands import CommandOutcome
from pbem.mail.intake.sender import SenderClaim, claim_mail
from pbem.mail.intake.strangers import word_for
from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.outgoing import writing
from pbem.referee import letter_parts
from pbem.referee.game import Clock, Game
from pbem.referee.needs import of_former
from pbem.referee.stage import tokens_in
from pbem.report import plain
from pbem.store import encryption
from pbem.store.inbox import OPEN, Confirmation, InboxItem, Verdict, VerdictState

WORD = "confirm"
CONFIRMED, UNKNOWN = "confirmed", "unknown-word"


def claimed(incoming: ReceivedMail, claim: SenderClaim) -> SenderClaim:
    """The claim of an email, as far as it is to be trusted: a word that confirms stands for the token.

    It changes an address, so nothing less than the game's policy besides the token is asked for.
    """
    return msgspec.structs.replace(claim, standing="current") if _lines(incoming) else claim


def carried_out(game: Game, case: MailCase, clock: Clock) -> CommandOutcome | None:
    """What came of an email's `confirm WORD`, which was sent only to the seat's own address; nothing without one."""
    lines = _lines(case.incoming)
    if not lines:
        return None
    words = tokens_in("{" + lines[0].partition(" ")[2].strip(" {}") + "}")
    item, verdict = _meant(game, case.seat, words)
    if item is None or verdict is None:
        return _said(game, case, UNKNOWN)
    if case.credibility.state == "refused":
        return _said(game, case, case.credibility.code)
    if case.credibility.state == "confirm":
        return _said(game, case, "moderator-confirms")
    confirmation = Confirmation(verdict.guess, "player", clock(), verdict.sender)
    signed = "dkim" in game.settings.mail.trust.policy
    for each in (item, *(() if signed else _others_like(game, verdict))):
        game.inbox.confirm(each, confirmation)
    return _said(game, case, CONFIRMED, verdict.sender)


def _lines(incoming: ReceivedMail) -> list[str]:
    """The commands of an email that confirm."""
    found = incoming.found
    lines = found.commands if found.what == "command" and not found.problem else ()
    return [line for line in lines if line.startswith(f"{WORD} ")]


def _meant(game: Game, seat: str, words: tuple[str, ...]) -> tuple[InboxItem | None, Verdict | None]:
    """The email that a word confirms, if it waits and may be from *seat* or another one at the same address."""
    seats = {seat, *game.settings.seats_of(game.settings.seats[seat].address)}
    for verdict in game.inbox.verdicts():
        waits = verdict.state in OPEN and verdict.guess in seats
        item = game.inbox.numbered(verdict.item) if waits else None
        if item is not None and word_for(game, item) in words:
            return item, verdict
    return None, None


def _others_like(game: Game, confirmed: Verdict) -> list[InboxItem]:
    """The other emails from the address that was *confirmed* which bear the seat's token too; the newest must count."""
    found: list[InboxItem] = []
    for verdict in game.inbox.verdicts():
        like = (verdict.state, verdict.guess) == ("unclaimed", confirmed.guess) and verdict.item != confirmed.item
        item = game.inbox.numbered(verdict.item) if like else None
        if item is None or verdict.sender.casefold() != confirmed.sender.casefold():
            continue
        if encryption.readable(item.path, game.identity):
            claim = claim_mail(game, opened(encryption.read(item.path, game.identity)))
            found += [item] if claim.invited and claim.guess == confirmed.guess else []
    return found


def _said(game: Game, case: MailCase, code: str, address: str = "") -> CommandOutcome:
    content = writing.content(game, "confirmed", case.seat, code=code, address=address)
    words = letter_parts.words_for(game, case.view, case.seat)
    subject = letter_parts.subject(game, words, case.stages, case.seat, game.pause)
    return CommandOutcome(f"Re: {subject}", content, (code,))


_CLOSABLE: frozenset[VerdictState] = OPEN | {"words", "failed"}


def waits(verdict: Verdict) -> bool:
    """Whether an email waits for the moderator, who can close it."""
    return verdict.state in _CLOSABLE or verdict.beside


def is_unread(game: Game, number: int) -> bool:
    """Whether email *number* was kept and not judged yet."""
    item = game.inbox.numbered(number)
    return item is not None and game.inbox.verdict(item) is None


class NotOpen(Refusal):
    """There is no such mail, or nothing about it waits for the moderator."""


class NoReason(NotOpen):
    """A seat waits for the mail, and is not told why it is dismissed."""


def confirm(game: Game, number: int, seat: str, clock: Clock, *, new_address: bool = False) -> None:
    """Confirm that email *number* is from *seat* (or from the seat whose address it bears); raises `NotOpen`.

    It may be one that was not judged yet, for lack of the key of its signature, or one that was judged wrongly.
    """
    item, verdict = _numbered(game, number)
    if verdict and not verdict.confirmable:
        raise _no_use(number, verdict)
    whose = seat or (verdict.seat if verdict else "")
    former = (verdict.seat or verdict.guess) if verdict and of_former(game, verdict) else ""
    if verdict and former and whose in ("", former):
        when = f"came before {former} changed hands" if verdict.seat else f"is of a former player of {former}"
        raise NotOpen(f"email {number} {when}, and its sender holds {former} no longer; dismiss it")
    if not whose:
        guess = f" (perhaps {verdict.guess})" if verdict and verdict.guess else ""
        raise NotOpen(f"the seat of email {number} is unknown{guess}; name it with --as SEAT")
    address = verdict.sender if verdict and new_address else ""
    if new_address and not address:
        raise NotOpen(f"email {number} has no clear sender whose address could be saved")
    game.inbox.confirm(item, Confirmation(whose, "moderator", clock(), address))


def dismiss(game: Game, number: int, reason: str, clock: Clock) -> Verdict:
    """Close mail *number* without effect; a seat that waits for a confirmation is told why. Raises `NotOpen`.

    It may be one that was not judged yet. Of one that has a sheet and words beside it, only the words are closed.
    """
    item, verdict = _numbered(game, number)
    if verdict is None:
        verdict = Verdict(number, "dismissed", item.arrived, item.seat)
    elif not waits(verdict):
        raise _not_waiting(number)
    elif verdict.state not in _CLOSABLE:  # its sheet stays what it is
        return _close(game, item, msgspec.structs.replace(verdict, beside=False))
    if verdict.state == "held":
        if not reason and not of_former(game, verdict):
            raise NoReason(
                f"email {number} is from {verdict.seat}, who waits for you to confirm it: say why not with --reason"
            )
        subject = writing.subject(game, "dismissed", verdict.seat)
        content = writing.content(game, "dismissed", verdict.seat, reason=plain.inline(reason))
        if not of_former(game, verdict):
            writing.queue(game, verdict.seat, f"dismissed-{number:04d}", subject=subject, content=content, date=clock())
    confirmation = game.inbox.confirmation_of(item)  # one that waits for a key is not heard any more
    by = confirmation.by if confirmation else ""
    return _close(
        game, item, msgspec.structs.replace(verdict, state="dismissed", says=reason, vouched=by, beside=False)
    )


def _close(game: Game, item: InboxItem, closed: Verdict) -> Verdict:
    game.inbox.judge(item, closed)
    return closed


def _numbered(game: Game, number: int) -> tuple[InboxItem, Verdict | None]:
    """Mail *number*, and its verdict if it has one."""
    item = game.inbox.numbered(number)
    if item is None:
        raise _not_waiting(number)
    return item, game.inbox.verdict(item)


def _no_use(number: int, verdict: Verdict) -> NotOpen:
    """That email *number* would become nothing else if someone confirmed it, and what would help."""
    if verdict.state == "doubled":
        return NotOpen(f"email {number} is a duplicate of email {int(verdict.about)}; confirm that one")
    if verdict.state == "words":
        submit = f"`pbem submit FILE --as {verdict.seat or 'SEAT'}`"
        return NotOpen(f"no sheet was found in email {number}; {submit} submits its orders")
    return NotOpen(f"email {number} is already trusted and has had its effect")


def _not_waiting(number: int) -> NotOpen:
    return NotOpen(f"email {number} does not wait for you; `pbem status` lists those that do")
