"""Emails from no one whom the game knows: kept for the moderator, and answered without a word of the game."""

import re

import msgspec

from pbem.mail.intake import daily_replies
from pbem.mail.intake.sender import SenderClaim
from pbem.mail.message.received import ReceivedMail
from pbem.mail.outgoing import notices, writing
from pbem.referee.game import Game
from pbem.referee.needs.of_game import FORMER
from pbem.referee.stage import tokens_in
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_ASKS = "another-address-"


def received(game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, verdict: Verdict) -> Verdict:
    """The verdict of an email of no seat.

    Its sender is told, once a day, that someone will look, if it names the game; a seat whose token it bears is asked
    at its own address whether it wrote from another one.
    """
    verdict = msgspec.structs.replace(
        verdict, state="unclaimed", guess=claim.guess, why=incoming.unclear, credible=claim.invited
    )
    if claim.former and not incoming.unclear:
        verdict = msgspec.structs.replace(verdict, why=FORMER)
    if incoming.unclear or incoming.kind.what != "person":
        return verdict
    if claim.invited and writing.mailed(game, claim.guess):
        _ask(game, item, claim.guess, incoming.sender)
    if not _may_answer(game, item, incoming, former=bool(claim.former)):
        return verdict
    notice = "former" if claim.former else "stranger"
    ident = writing.queue_to(
        game,
        f"stranger-{item.number:04d}",
        incoming.sender,
        "",
        subject=notices.subject(game, notice),
        content=notices.content(
            game, "seats/former" if claim.former else notice, changed=game.titles.get(claim.former, "")
        ),
        date=item.arrived,
        answers=incoming.message_id,
        references=incoming.references,
    )
    return msgspec.structs.replace(verdict, receipt=ident, answered=incoming.sender)


def names_the_game(name: str, subject: str) -> bool:
    """Whether a subject has the game's *name*, or a word in braces as our letters have it.

    It need not be a token of ours: whoever gets an answer would learn that it is one. Who the email is to tells
    nothing, for spam comes to the game's own address.
    """
    return bool(tokens_in(subject)) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", subject, re.IGNORECASE) is not None


def word_for(game: Game, item: InboxItem) -> str:
    """The word that confirms, from a seat's own address, that *item* is from its player."""
    return game.token("confirm", item.name, 0)


def _ask(game: Game, item: InboxItem, seat: str, address: str) -> None:
    """Ask a seat, once for each strange address and day, whether that address is its player's."""
    before = (
        verdict
        for verdict in game.inbox.guessed_on(item.arrived.date(), seat)
        if verdict.item < item.number and verdict.sender.casefold() == address.casefold()
    )
    if any(game.outbox.place(f"{_ASKS}{one.item:04d}") for one in before):
        return
    if _asked(game, item, seat) >= game.settings.mail.answers.a_day:
        return
    subject = notices.subject(game, "another-address", seat)
    content = notices.content(game, "another-address", seat, address=address, word=word_for(game, item))
    writing.queue(game, seat, f"{_ASKS}{item.number:04d}", subject=subject, content=content, date=item.arrived)


def _asked(game: Game, item: InboxItem, seat: str) -> int:
    """How often a seat was asked on the day of an item's arrival about other emails."""
    asked = [int(one.removeprefix(_ASKS).partition(".")[0]) for one in game.outbox.idents() if one.startswith(_ASKS)]
    others = (game.inbox.numbered(number) for number in asked if number != item.number)
    that_day = (one for one in others if one and one.arrived.date() == item.arrived.date())
    envelopes = (game.outbox.envelope(f"{_ASKS}{one.number:04d}") for one in that_day)
    return sum(1 for envelope in envelopes if envelope and envelope.seat == seat)


def _may_answer(game: Game, item: InboxItem, incoming: ReceivedMail, *, former: bool) -> bool:
    """Whether a stranger gets an answer: one a day, and all of them together no more than one seat may get.

    Who held a seat before gets one for an email that does not name the game, too.
    """
    rule, sender, address = game.settings.mail.answers, game.settings.mail.sender, incoming.sender
    if not sender or not rule.strangers or address.casefold() == sender.casefold():
        return False
    if rule.strangers == "named" and not former and not names_the_game(game.name, incoming.subject):
        return False
    unknown = [verdict for verdict in daily_replies.given_on_day_of(game, item) if verdict.state == "unclaimed"]
    if former:  # replies that it got while it held the seat do not count
        return not any(verdict.answered.casefold() == address.casefold() for verdict in unknown)
    return len(unknown) < rule.a_day and daily_replies.room_for(game, item, address, 1)
