"""Emails that tell of seats that change hands: to the other seats, to who held it, and to the moderator.

Letters name seats and never players, so these do the same; whoever takes a seat over gets a dossier instead.
"""

from collections.abc import Mapping

from pbem.mail.outgoing import to_moderator, writing
from pbem.mail.outgoing.writing import Notice, Telling
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people import changes, holders
from pbem.referee.people.holders import HandOver
from pbem.report import plain
from pbem.settings.game import PlayerSettings
from pbem.store.facts import (
    InvitationClosed,
    PledgeBroken,
    RungTaken,
    SealKeyGiven,
    SeatInvited,
    SeatTaken,
    SeatVacated,
    SheetPledged,
    StandInBegun,
    StandInEnded,
)
from pbem.store.log import LogLine

FORMER, MODERATOR, INVITED = "former", "moderator", "invited"
_HOW: Mapping[type, str] = {
    SeatTaken: "taken",
    SeatVacated: "vacated",
    StandInBegun: "stand-in-begun",
    StandInEnded: "stand-in-ended",
}


def _hear(game: Game, line: LogLine, fact: HandOver) -> tuple[str, ...]:
    """The other seats, who held the seat, and the moderator if it was not the moderator who did it."""
    if not any(one.pause for one in game.log.lines[: line.seq]):
        return ()  # before the first letters no one has anything to lose or to know
    others = tuple(seat for seat in game.titles if seat != fact.seat and game.settings.reach(seat))
    by = "moderator" if isinstance(fact, SeatTaken) and fact.by != "invitation" else getattr(fact, "by", "")
    return (*others, FORMER, *((MODERATOR,) if by != "moderator" else ()))


def _notice(game: Game, line: LogLine, fact: HandOver, reader: str) -> Notice | None:
    how = _HOW[type(fact)]
    if reader == FORMER:
        return _farewell(game, line, fact, how)
    if reader == MODERATOR:
        now = game.settings.seats[fact.seat]
        return _to_moderator(
            game,
            line,
            how,
            fact.seat,
            person=plain.inline(now.player),
            by=getattr(fact, "by", ""),
            reason=_reason(fact),
        )
    bot = isinstance(fact, SeatVacated) and game.settings.vacant_seats == "bot"
    changed = game.titles[fact.seat]
    return writing.to_seat(game, reader, "seat", "seats/changed", {"seat": changed}, how=how, changed=changed, bot=bot)


def _farewell(game: Game, line: LogLine, fact: HandOver, how: str) -> Notice | None:
    """What who held the seat before is told, at the address where the letters went."""
    who, now = _before(game, line, fact.seat), game.settings.seats[fact.seat]
    if not who.address or who.address.casefold() == now.address.casefold():
        return None
    return Notice(
        subject=writing.subject(game, "seat-left", fact.seat),
        content=writing.content(
            game, "seats/left", how=how, changed=game.titles[fact.seat], holder=plain.inline(who.player),
            reason=_reason(fact), late=_late(game, line, fact.seat),
        ),
        address=who.address,
        name=who.player,
    )  # fmt: skip


def _before(game: Game, line: LogLine, seat: str) -> PlayerSettings:
    """Who held *seat* before *line* of the log, with the address that was in use."""
    earlier = [one for one in game.log.facts if one.seq < line.seq and isinstance(one.fact, HandOver)]
    changes = [one for one in earlier if isinstance(one.fact, HandOver) and one.fact.seat == seat]
    held = holders.holder(game.written.seats[seat], changes)
    return holders.as_changed(held.who, game.folder, seat)


def _late(game: Game, line: LogLine, seat: str) -> int:
    """How often in a row the player had missed the deadline, if *line* came of the ladder; otherwise 0."""
    for earlier in reversed(game.log.lines[: line.seq - 1]):
        fact = earlier.fact
        if isinstance(fact, HandOver | RungTaken) and fact.seat == seat:
            return fact.times if isinstance(fact, RungTaken) and fact.rung == "vacant" else 0
    return 0


def _reason(fact: HandOver) -> str:
    return plain.inline(fact.reason) if isinstance(fact, SeatVacated) else ""


def _to_moderator(game: Game, line: LogLine, how: str, seat: str, **more: str) -> Notice | None:
    who = game.settings.moderator
    if not who.address:
        return None
    says = to_moderator.words_of(game).phrase("moderator", "news-of-seat", {"title": game.titles[seat]})
    return Notice(
        subject=to_moderator.subject(game, says, line.at),
        content=writing.content(game, "seats/moderator", how=how, changed=game.titles[seat], short=seat, **more),
        address=who.address,
        name=who.name,
    )


def _invitation(game: Game, line: LogLine, fact: SeatInvited, _reader: str) -> Notice | None:
    if changes.end_of(game, fact):
        return None
    words = letter.words_for(game, game.view(), "")
    return Notice(
        subject=writing.subject(game, "invitation"),
        content=writing.content(
            game,
            "seats/invitation",
            changed=game.titles[fact.seat],
            holder=plain.inline(fact.player),
            word=changes.word_of(game, fact),
            until=words.moment(fact.until, game.settings.deadlines.zone.name),
            turn=game.ruleset.turn_named(fact.from_turn),
            account=plain.inline(fact.forum) if game.settings.channel == "forum" else "",
            thread=game.settings.forum.thread,
        ),
        address=fact.address,
        name=fact.player,
    )


def _closed(game: Game, line: LogLine, fact: InvitationClosed, _reader: str) -> Notice | None:
    invited = next(
        (one.fact for one in game.log.facts if isinstance(one.fact, SeatInvited) and one.fact.number == fact.number),
        None,
    )
    if invited is None:
        return None
    return _to_moderator(
        game, line, f"invitation-{fact.why}", fact.seat, person=plain.inline(invited.player), by="", reason=""
    )


def _hear_closed(_game: Game, _line: LogLine, fact: InvitationClosed) -> tuple[str, ...]:
    return (MODERATOR,) if fact.why in ("declined", "expired") else ()


def _reached(game: Game, seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat for seat in seats if game.settings.reach(seat))


_AGAIN = "again"


def _hear_key(game: Game, _line: LogLine, fact: SealKeyGiven) -> tuple[str, ...]:
    """All, and of a key that takes the place of another its seat again: with the letter that the old one opened."""
    return (*game.titles, *((_AGAIN,) if fact.by == "moderator" else ()))


def _key(game: Game, _line: LogLine, fact: SealKeyGiven, reader: str) -> Notice | None:
    if reader == _AGAIN:
        pause = game.last_letter(fact.seat)
        return Notice(*letter.written(game, pause, fact.seat), fact.seat) if pause else None
    if reader:
        return None  # who is not reached in the forum has nothing sealed
    changed = game.titles[fact.seat]
    says = {"changed": changed, "key": fact.key, "by": fact.by}
    return writing.to_seat(game, reader, "key", "seats/key", {"seat": changed}, **says)


def _pledged(game: Game, _line: LogLine, fact: SheetPledged, reader: str) -> Notice | None:
    at = letter.words_for(game, game.view(reader), reader).moment(fact.at, game.settings.zone_of(reader).name)
    return writing.to_seat(
        game, reader, "pledge", "seats/pledge", why=fact.why, digest=fact.digest, round=fact.round, at=at
    )


def _broken(game: Game, _line: LogLine, fact: PledgeBroken, reader: str) -> Notice | None:
    whose = game.titles[fact.seat]
    named = {"seat": whose}
    return writing.to_seat(game, reader, "broken-pledge", "seats/broken-pledge", named, round=fact.round, whose=whose)


_CHANGE = Telling(_hear, _notice, lambda _fact: True)
TELLINGS: Mapping[type, Telling] = {
    **dict.fromkeys(_HOW, _CHANGE),
    SealKeyGiven: Telling(_hear_key, _key, lambda _fact: True),
    SheetPledged: Telling(lambda game, _line, fact: _reached(game, (fact.seat,)), _pledged),
    PledgeBroken: Telling(lambda game, _line, _fact: _reached(game, tuple(game.titles)), _broken, lambda _fact: True),
    SeatInvited: Telling(lambda _game, _line, _fact: (INVITED,), _invitation),
    InvitationClosed: Telling(_hear_closed, _closed),
}
