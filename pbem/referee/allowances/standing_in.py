"""Stand-ins who take a seat over while its player is away, if one is named for it."""

from collections.abc import Iterator
from datetime import datetime

from pbem.referee.allowances.away import Away, absences_of, away_at
from pbem.referee.game import Game
from pbem.referee.seats import changes
from pbem.referee.seats.holders import HandOver
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.store.facts.seats import StandInEnded

BY = "absence"
"""What let a stand-in take a seat over, or give it back, if an absence did."""
KIND = "stand-in-begins"


def named(game: Game, seat: str) -> str:
    """The player who takes *seat* over while its own is away; empty if no one can."""
    held, written = game.holders[seat], changes.stand_in_of(game, seat)
    player, address = written.player, written.address
    if held.vacant or not address or (held.stand_in is None and game.settings.seats[seat].bot):
        return ""
    try:
        changes.check(game, seat, player, address)
    except changes.NotHandedOver:
        now = held.stand_in
        return player if now and (now.player, now.address) == (player, address) else ""
    return player


def coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The absences to come in which a stand-in will take over."""
    for seat in _seats(game):
        if game.holders[seat].stand_in is None and named(game, seat):
            found = (one for one in absences_of(game, seat, at) if not _ended_since(game, one))
            yield from (AgendaItem(max(one.begins, at), KIND, (seat,)) for one in found)


def act(game: Game, at: datetime) -> bool:
    """Let stand-ins take over for players who are away now, and give back what they hold for one who is back."""
    before = len(game.log.lines)
    for seat in _seats(game):
        away, now = away_at(game, seat, at, at), game.holders[seat].stand_in
        if away is None:
            if now and now.by == BY:
                changes.end_stand_in(game, seat, lambda: at, by=BY)
        elif _free(game, away) if now is None else now.by == BY and named(game, seat) == now.player:
            changes.begin_stand_in(game, seat, lambda: at, until=away.ends, by=BY)
    return len(game.log.lines) > before


SOURCE = AgendaSource(coming, act)


def _seats(game: Game) -> tuple[str, ...]:
    """The seats that the rule is about."""
    goes = game.settings.absence.follows == "stand-in" and game.outcome is None and game.table.state.flow
    return tuple(game.titles) if goes else ()


def _free(game: Game, away: Away) -> bool:
    """Whether a stand-in may take the seat over."""
    return bool(named(game, away.seat)) and not _ended_since(game, away) and not _reply_waits(game, away.seat)


def _reply_waits(game: Game, seat: str) -> bool:
    """Whether a reply to the player is still to be sent, which would be dropped if the seat changed hands now."""
    holder = (seat, game.tenure(seat).generation)
    replies = (ident for ident in game.outbox.listed("queued") if ident.startswith("receipt-"))
    return any(found.meant == holder for ident in replies if (found := game.outbox.envelope(ident)))


def _ended_since(game: Game, away: Away) -> bool:
    """Whether the moderator or the stand-in has ended it since the absence began."""
    changed = [one for one in game.log.lines if isinstance(one.fact, HandOver) and one.fact.seat == away.seat]
    last = changed[-1] if changed else None
    by_someone = last is not None and isinstance(last.fact, StandInEnded) and last.fact.by in ("moderator", "player")
    return by_someone and last is not None and last.at >= max(away.begins, away.told)
