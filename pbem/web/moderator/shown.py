"""What the page says of a game: what waits, where it is, who has sent something, what will happen, what was sent.

It says what `pbem status` says, and no more: what an email says is shown when the moderator asks for it.
"""

from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes

import msgspec

from pbem.mail.mime.headers import safe_header
from pbem.mail.outgoing import to_moderator
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Clock, Game
from pbem.referee.needs import whole_status
from pbem.referee.people.holders import shown as holder_of
from pbem.referee.status import Status
from pbem.report.letter import question
from pbem.report.words import Plain, Words
from pbem.settings.game import PlayerSettings
from pbem.web.moderator import offers
from pbem.web.moderator.offers import GROUP, DeedOffer, without_secrets
from pbem.web.rendering import plain_words

_MOST_SENT = 8


class ShownNeed(msgspec.Struct, frozen=True):
    """One thing that waits: what it *says*, *since* when, what to *run*, and the buttons that settle it."""

    says: str
    since: str
    run: str
    offers: tuple[DeedOffer, ...]


class ShownSeat(msgspec.Struct, frozen=True):
    """A seat: who holds it, what it was asked and what came, a line each, and when on the player's clock it is due."""

    seat: str
    title: str
    player: str
    asked: tuple[str, ...]
    dues: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]
    offers: tuple[DeedOffer, ...]


class ShownMessage(msgspec.Struct, frozen=True):
    """A message that was sent: when, to whom, and its subject."""

    at: str
    to: str
    subject: str


class ShownGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on the page; one that is *wrong* cannot be read."""

    name: str
    wrong: str = ""
    title: str = ""
    turn: str = ""
    stands: str = ""
    plays: bool = False
    needs: tuple[ShownNeed, ...] = ()
    seats: tuple[ShownSeat, ...] = ()
    coming: tuple[str, ...] = ()
    sent: tuple[ShownMessage, ...] = ()
    queued: int = 0
    failing: tuple[str, ...] = ()
    offers: tuple[DeedOffer, ...] = ()
    damaged: tuple[str, ...] = ()


def game_shown(game: Game, clock: Clock) -> ShownGame:
    """What the page says of *game* now."""
    at = clock()
    words, zone = to_moderator.words_of(game), game.settings.moderators_zone.name
    found = whole_status(game, lambda: at)
    return ShownGame(
        name=game.name,
        title=game.settings.title,
        turn=found.turn,
        stands=to_moderator.stands(words, found, zone),
        plays=moderator_plays(game),
        needs=tuple(_needs(game, words, found, zone)),
        seats=tuple(_seat(game, words, one) for one in found.seats),
        coming=tuple(to_moderator.coming(game, words, at, zone)),
        sent=tuple(_sent(game, words, zone)),
        queued=len(found.queued),
        failing=tuple(f"{one.title}: {one.bounced}" for one in found.seats if one.bounced),
        offers=tuple(offers.of_game(game, found)),
        damaged=tuple(game.inbox.passed_over.values()),
    )


def moderator_plays(game: Game) -> bool:
    """Whether the moderator holds a seat."""
    address = game.settings.moderator.address.casefold()
    return bool(address) and any(one.address.casefold() == address for one in game.settings.seats.values())


def _needs(game: Game, words: Words, found: Status, zone: str) -> Iterator[ShownNeed]:
    for one in found.needs:
        since = words.moment(one.since, zone) if one.since else ""
        yield ShownNeed(to_moderator.sentence(one), since, one.run, tuple(offers.settling(game, one)))


def _seat(game: Game, words: Words, one: SeatStatus) -> ShownSeat:
    own = game.settings.zone_of(one.seat).name
    asked = [*_came(game, words, one)]
    dues = dict.fromkeys(words.moment(each.deadline, own) for each in one.questions if each.deadline)
    notes = [
        *([("holds", "")] if one.holds else []),
        *(("away", f"{each.start} - {each.end}") for each in one.absent),
        *([("bounces", one.bounced)] if one.bounced else []),
        *([("trouble", one.trouble)] if one.trouble else []),
    ]
    player = holder_of(PlayerSettings(one.player, bot=one.bot), vacant=one.vacant)
    every = tuple(offers.of_seat(game, one))
    return ShownSeat(one.seat, one.title, player, tuple(asked), tuple(dues), tuple(notes), every)


def _came(game: Game, words: Words, one: SeatStatus) -> Iterator[str]:
    """What came from a seat; for each question if it has several."""
    asked = {stage.decision.key: stage.decision for stage in game.stages(one.seat)}
    for each in one.questions if len(one.questions) > 1 else ():
        says = _say(f"came-{each.received.replace(' ', '-')}")
        known = asked.get(each.key)
        yield _say("came-of", says=says, question=question(words, known, one.seat)) if known else says
    if len(one.questions) < 2:
        yield _say(f"came-{one.received.replace(' ', '-')}")


def _say(phrase: str, **args: Plain) -> str:
    return plain_words().phrase(GROUP, phrase, args)


def _sent(game: Game, words: Words, zone: str) -> Iterator[ShownMessage]:
    """The last messages that were sent, the newest first."""
    for ident in reversed(game.outbox.listed("sent")[-_MOST_SENT:]):
        envelope, data = game.outbox.read(ident)
        subject = safe_header(message_from_bytes(data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"), "Subject")
        at: datetime | None = envelope.time if envelope else None
        yield ShownMessage(
            words.moment(at, zone) if at else "", envelope.recipient if envelope else "", without_secrets(subject)
        )
