"""Mails from nobody whom the game knows: kept for the moderator, and answered without a word of the game."""

import msgspec

from pbem.desk import answers
from pbem.desk.claim import Claim
from pbem.engine.event import PUBLIC
from pbem.mail import writing
from pbem.mail.envelope import Envelope
from pbem.report import layout
from pbem.store.game import Game
from pbem.store.inbox import Item, Verdict

_ASKS = "another-address-"


def received(game: Game, item: Item, envelope: Envelope, claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict of a mail of no seat.

    Its sender is told, once a day, that somebody will look; a seat whose token it bears is asked at its own
    address whether it wrote from another one.
    """
    verdict = msgspec.structs.replace(verdict, state="unclaimed", guess=claim.guess, why=envelope.unclear)
    if envelope.unclear or envelope.kind.what != "person":
        return verdict
    if claim.invited and writing.mailed(game, claim.guess):
        _ask(game, item, claim.guess, envelope.sender)
    if not _may_answer(game, item, envelope.sender):
        return verdict
    ident = f"stranger-{item.number:04d}"
    writing.queue_to(
        game,
        ident,
        envelope.sender,
        "",
        subject=f"[{game.name}] Re: your mail",
        text=written(game, "stranger.txt.j2"),
        date=item.arrived,
        answers=envelope.message_id,
        references=envelope.references,
    )
    return msgspec.structs.replace(verdict, receipt=ident, answered=envelope.sender)


def word_for(game: Game, item: Item) -> str:
    """The word that confirms, from a seat's own address, that *item* is from its player."""
    return game.token("confirm", item.name, 0)


def written(game: Game, template: str, **context: object) -> str:
    """A short notice that tells nothing of the game."""
    words = writing.words_for(game, game.view(), PUBLIC)
    moderator = game.settings.moderator
    return layout.tidy(
        words.render(
            template,
            game=layout.inline(game.name),
            title=layout.inline(writing.title(game)),
            moderator=layout.inline(moderator.name),
            moderator_address=moderator.address,
            **context,
        )
    )


def _ask(game: Game, item: Item, seat: str, address: str) -> None:
    """Ask a seat, once for each strange address and day, whether that address is its player's."""
    before = (
        verdict
        for verdict in game.inbox.verdicts()
        if verdict.item < item.number
        and verdict.sender.casefold() == address.casefold()
        and game.outbox.place(f"{_ASKS}{verdict.item:04d}")
    )
    if any(one.guess == seat and one.received.date() == item.arrived.date() for one in before):
        return
    if _asked(game, item, seat) >= game.settings.mail.answers.a_day:
        return
    text = written(
        game,
        "another-address.txt.j2",
        player=layout.inline(game.settings.seats[seat].player),
        seat=layout.inline(game.titles[seat]),
        address=address,
        word=word_for(game, item),
    )
    subject = f"[{game.name}] {game.titles[seat]}: a mail from another address"
    writing.queue(game, seat, f"{_ASKS}{item.number:04d}", subject=subject, text=text, date=item.arrived)


def _asked(game: Game, item: Item, seat: str) -> int:
    """How often a seat was asked on the day of an item's arrival about other mails."""
    asked = [one for one in game.outbox.idents() if one.startswith(_ASKS) and one != f"{_ASKS}{item.number:04d}"]
    covers = (cover for cover, _ in map(game.outbox.read, asked) if cover)
    return sum(1 for cover in covers if cover.seat == seat and cover.time.date() == item.arrived.date())


def _may_answer(game: Game, item: Item, address: str) -> bool:
    """Whether a stranger gets an answer: one a day, and all of them together no more than one seat may get."""
    rule, sender = game.settings.mail.answers, game.settings.mail.sender
    if not sender or not rule.strangers or address.casefold() == sender.casefold():
        return False
    day = item.arrived.date()
    today = (v for v in game.inbox.verdicts() if v.state == "unclaimed" and v.answered and v.received.date() == day)
    others = [verdict for verdict in today if verdict.item != item.number]
    return len(others) < rule.a_day and answers.room_for(game, item, address, 1)
