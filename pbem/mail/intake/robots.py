"""Messages of ours that came back: trusted only if they name one that we sent, and told where they can be."""

from collections.abc import Iterable
from itertools import chain

import msgspec

from pbem.mail.intake.strangers import bounced
from pbem.mail.message.bounce import Bounce, is_late, word_of
from pbem.mail.message.received import ReceivedMail
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.message import bounce_word, message_name, naming_ours
from pbem.referee.game import Game
from pbem.referee.stage import tokens_in
from pbem.report import plain
from pbem.store.inbox import InboxItem, Verdict

NOTICE = "bounced-"
_MOST_TOKENS = 5
_MOST_SAID = 300


def noted(game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict) -> Verdict:
    """The verdict of a bounce; the seat's second address is told of letters that fail for good."""
    for bounce in incoming.bounces or _unread(game, incoming):
        found = _ours(game, incoming, bounce)
        if found is None:
            continue
        ident, seat, address = found
        says = " ".join(part for part in (bounce.status, bounce.diagnostic) if part)
        verdict = msgspec.structs.replace(
            verdict, state="bounce", seat=seat, about=ident, says=says, answered=address, why=_how(bounce)
        )
        if bounce.failed:
            bounced(game, ident, address, lambda: item.arrived)
            _tell(game, item, seat, ident, address, says)
            return verdict
    return verdict


def of_automatic(game: Game, incoming: ReceivedMail) -> tuple[str, str]:
    """The answer of ours that a robot answers, and the seat it went to; empty if it answers none."""
    named = naming_ours(incoming.references, game.settings.mail.sender)
    for verdict in game.inbox.answered_at(incoming.sender) if named else ():
        if verdict.seat and message_name(game.keys.message_ids, verdict.receipt, verdict.answered) in named:
            return verdict.receipt, verdict.seat
    return "", ""


def _how(bounce: Bounce) -> str:
    return "failed" if bounce.failed else "delayed" if bounce.delayed else "told"


def _ours(game: Game, incoming: ReceivedMail, bounce: Bounce) -> tuple[str, str, str] | None:
    """The message that came back, with its seat and the address it went to."""
    word = word_of(game.settings.mail.bounces, incoming.recipients) if game.settings.mail.bounces else ""
    if word:
        idents = (
            one for one in game.outbox.idents("sent", "trying", "queued") if bounce_word(game.keys.bounces, one) == word
        )
        ours = next(((ident, _address(game, ident)) for ident in idents), None)
    else:
        ours = _named(game, bounce.message_ids) or _returned(game, bounce)
    return (ours[0], _seat_of(game, *ours), ours[1]) if ours else None


def _unread(game: Game, incoming: ReceivedMail) -> tuple[Bounce, ...]:
    """What came without a sender to the address for the bounces of one message, in whatever words."""
    pattern = game.settings.mail.bounces
    if not (incoming.from_nobody and pattern and word_of(pattern, incoming.recipients)):
        return ()
    if game.settings.seats_of(incoming.sender):
        return ()  # a player's own program: someone is away
    late = is_late(incoming.subject)
    return (Bounce(recipient="", failed=not late, delayed=late, diagnostic=incoming.subject[:_MOST_SAID]),)


def _returned(game: Game, bounce: Bounce) -> tuple[str, str] | None:
    """The letter of which a bounce returns what is left: a token, an earlier letter that it answers, or its recipient.

    A relay on the way may have given it another Message-ID.
    """
    if not bounce.sender or bounce.sender.casefold() != game.settings.mail.sender.casefold():
        return None
    tokens = tokens_in(bounce.subject)[:_MOST_TOKENS]
    told = ((pause, seat) for pause in reversed(game.log.pauses) for seat in game.titles if pause.tells(seat))
    for pause, seat in told if tokens else ():
        invited = game.invited(pause, seat)
        if invited and game.token(seat, *invited[0]) in tokens:
            ident = f"round-{pause.round:04d}-{seat}"
            return ident, _address(game, ident)
    if earlier := _named(game, bounce.earlier):
        return earlier
    for seat in game.settings.seats_of(bounce.recipient) if bounce.recipient else ():
        if letter := game.last_letter(seat):
            ident = f"round-{letter.round:04d}-{seat}"
            return ident, _address(game, ident)
    return None


def _named(game: Game, ids: Iterable[str]) -> tuple[str, str] | None:
    """The message that one of *ids* is the Message-ID of, and the address it went to.

    There may be thousands, most of them answers whose address is in a verdict: their files are not opened at once.
    """
    named = naming_ours(ids, game.settings.mail.sender)
    idents = [*game.outbox.idents("sent", "trying", "queued")] if named else []
    answers = {ident: verdict for ident in idents if (verdict := game.inbox.answered_by(ident))}
    told = ((ident, verdict.answered) for ident, verdict in answers.items())
    unsure = (ident for ident in idents if ident not in answers or answers[ident].seat)  # a seat's address may change
    looked_up = ((ident, _address(game, ident)) for ident in unsure)
    return next((one for one in chain(told, looked_up) if message_name(game.keys.message_ids, *one) in named), None)


def _address(game: Game, ident: str) -> str:
    """The address that a message of ours went to; what is sealed shows no envelope."""
    envelope, verdict = game.outbox.envelope(ident), game.inbox.answered_by(ident)
    return envelope.recipient if envelope else verdict.answered if verdict else ""


def _seat_of(game: Game, ident: str, recipient: str) -> str:
    """The seat that a message was for: what its id says; otherwise whoever has the address."""
    named = [seat for seat in game.titles if ident.endswith(f"-{seat}")]
    return max(named, key=len) if named else next(iter(game.settings.seats_of(recipient)), "")


def _tell(game: Game, item: InboxItem, seat: str, ident: str, address: str, says: str) -> None:
    """Tell the seat's second address, which holds no secrets, that letters to the first bounce: once a round."""
    who = game.settings.seats.get(seat)
    if who is None or not who.second_address or ident.startswith(NOTICE) or address == who.second_address:
        return
    envelope = game.outbox.envelope(ident)
    if envelope and envelope.meant and envelope.meant[1] != game.tenure(seat).generation:
        return  # it went to someone who held the seat before
    writing.queue(
        game,
        seat,
        f"{NOTICE}{game.pause.round if game.pause else 0:04d}-{seat}",
        subject=writing.subject(game, "bounced", seat),
        content=writing.content(game, "bounced", seat, address=address, says=plain.inline(says)),
        date=item.arrived,
        to=who.second_address,
    )
