"""Confirmations: a seat says from its own address that an email from another one was its player's."""

import msgspec

from pbem.mail.commands.run import CommandOutcome
from pbem.mail.intake.judgement import MailCase
from pbem.mail.intake.sender import SenderClaim, claim_mail
from pbem.mail.intake.unknown_senders import word_for
from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.outgoing import notices
from pbem.referee.game import Clock, Game
from pbem.referee.letters import subjects, wording
from pbem.referee.stage import tokens_in
from pbem.store import encryption
from pbem.store.inbox import InboxItem
from pbem.store.verdict import OPEN, Confirmation, Verdict

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
    content = notices.content(game, "confirmed", case.seat, code=code, address=address)
    words = wording.words_for(game, case.view, case.seat)
    subject = subjects.subject(game, words, case.stages, case.seat, game.pause)
    return CommandOutcome(f"Re: {subject}", content, (code,))
