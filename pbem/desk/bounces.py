"""Messages of ours that came back: believed only if they name one that we sent, and told where they can be."""

import msgspec

from pbem.desk import notices
from pbem.mail import writing
from pbem.mail.envelope import Envelope
from pbem.mail.message import bounce_word, message_id
from pbem.report import layout
from pbem.store.game import Game
from pbem.store.inbox import Item, Verdict
from pbem.trust.bounce import Bounce, word_of

NOTICE = "bounced-"


def noted(game: Game, item: Item, envelope: Envelope, verdict: Verdict) -> Verdict:
    """The verdict of a bounce; the seat's second address is told of letters that fail for good."""
    for bounce in envelope.bounces:
        found = _ours(game, envelope, bounce)
        if found is None:
            continue
        ident, seat, address = found
        says = " ".join(part for part in (bounce.status, bounce.diagnostic) if part)
        verdict = msgspec.structs.replace(
            verdict, state="bounce", seat=seat, about=ident, says=says, answered=address, why=_how(bounce)
        )
        if bounce.failed:
            _tell(game, item, seat, ident, address, says)
            return verdict
    return verdict


def of_robot(game: Game, envelope: Envelope) -> tuple[str, str]:
    """The answer of ours that a robot answers, and the seat it went to; empty if it answers none."""
    for verdict in game.inbox.verdicts():
        if verdict.receipt and verdict.seat and verdict.answered.casefold() == envelope.sender.casefold():
            name = message_id(game.secret, verdict.receipt, verdict.answered, game.settings.mail.sender)
            if name in envelope.references:
                return verdict.receipt, verdict.seat
    return "", ""


def _how(bounce: Bounce) -> str:
    return "failed" if bounce.failed else "delayed" if bounce.delayed else "told"


def _ours(game: Game, envelope: Envelope, bounce: Bounce) -> tuple[str, str, str] | None:
    """The message that came back, with its seat and the address it went to."""
    word = word_of(game.settings.mail.bounces, envelope.recipients) if game.settings.mail.bounces else ""
    answered = {verdict.receipt: verdict.answered for verdict in game.inbox.verdicts()}
    for ident in (*game.outbox.listed("sent"), *game.outbox.listed("trying")):
        cover, _ = game.outbox.read(ident)
        recipient = cover.recipient if cover else answered.get(ident, "")  # what is sealed shows no envelope
        if word:
            ours = bounce_word(game.secret, ident) == word
        else:
            ours = message_id(game.secret, ident, recipient, game.settings.mail.sender) in bounce.message_ids
        if ours:
            return ident, _seat_of(game, ident, recipient), recipient
    return None


def _seat_of(game: Game, ident: str, recipient: str) -> str:
    """The seat that a message was for: what its id says, else whoever has the address."""
    named = [seat for seat in game.titles if ident.endswith(f"-{seat}")]
    return max(named, key=len) if named else next(iter(game.settings.seats_of(recipient)), "")


def _tell(game: Game, item: Item, seat: str, ident: str, address: str, says: str) -> None:
    """Tell the seat's second address, which holds no secrets, that letters to the first come back: once a round."""
    who = game.settings.seats.get(seat)
    if who is None or not who.second_address or ident.startswith(NOTICE) or address == who.second_address:
        return
    writing.queue(
        game,
        seat,
        f"{NOTICE}{game.pause.round if game.pause else 0:04d}-{seat}",
        subject=notices.subject(game, "bounced", seat),
        text=notices.text(game, "bounced", seat, address=address, says=layout.inline(says)),
        date=item.arrived,
        to=who.second_address,
    )
