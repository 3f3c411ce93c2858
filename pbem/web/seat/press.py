"""What players write to each other, on the page of a seat: a form for it, and all that came and went."""

from datetime import datetime

import msgspec

from pbem.referee.correspondence import between_players
from pbem.referee.correspondence.people import reads
from pbem.settings.words import Press
from pbem.store.facts.words import WordsPassed
from pbem.web.seat.desk import SeatDesk

ALL = "all"
_MOST = 50
"""The newest messages, which the page shows."""


class PressMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message: whether it is *mine*, who wrote it if that is told, to whom, when it came, and its lines."""

    mine: bool
    writer: str
    to: tuple[str, ...]
    to_all: bool
    at: str
    lines: tuple[str, ...]


class PressPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the page: *seats* are those that can be written to alone, by their names.

    *left* messages of at most *length* characters may still be sent today. The moderator can read them if it is *open*.
    """

    mode: Press
    seats: tuple[str, ...]
    left: int
    most: int
    length: int
    zone: str
    open: bool
    messages: tuple[PressMessage, ...]


def press_part(desk: SeatDesk) -> PressPart | None:
    """What the page of *desk* has about it; None where players do not write to each other."""
    game, settings = desk.game, desk.game.settings
    if settings.press_mode == "none":
        return None
    others = (seat for seat in game.titles if seat != desk.seat and reads(game, seat))
    return PressPart(
        mode=settings.press_mode,
        seats=() if settings.press_mode == "public" else tuple(game.titles[seat] for seat in others),
        left=max(0, between_players.left_on_day_of(game, desk.seat, desk.at)),
        most=settings.words.a_day,
        length=settings.words.length,
        zone=settings.deadlines.zone.name,
        open=not between_players.is_private(game),
        messages=tuple(_message(desk, fact, at) for fact, at in reversed(_known(desk)[-_MOST:])),
    )


def how_many(desk: SeatDesk) -> int:
    """How many messages came to and from the player of *desk*."""
    return len(_known(desk))


def _known(desk: SeatDesk) -> list[tuple[WordsPassed, datetime]]:
    """The messages to and from whoever holds the seat of *desk* now, the oldest first."""
    since = desk.game.tenure(desk.seat).line
    lines = (line for line in desk.game.log.facts if line.seq > since)
    return [
        (line.fact, line.at)
        for line in lines
        if isinstance(line.fact, WordsPassed) and desk.seat in (line.fact.sender, *line.fact.to)
    ]


def _message(desk: SeatDesk, fact: WordsPassed, at: datetime) -> PressMessage:
    titles, mine = desk.game.titles, fact.sender == desk.seat
    text = between_players.text_of(desk.game, fact)
    return PressMessage(
        mine=mine,
        writer="" if fact.anonymous and not mine else titles.get(fact.sender, ""),
        to=tuple(titles[seat] for seat in fact.to if seat in titles),
        to_all=fact.to_all,
        at=desk.words.brief_moment(at, desk.game.settings.zone_of(desk.seat).name),
        lines=tuple(text.split("\n")) if text else (),
    )
