"""Invitations to take a seat: one word, sent to one address, for one time."""

from datetime import datetime, timedelta

from pbem.referee.game import Clock, Game
from pbem.referee.seats import changes
from pbem.referee.seats.changes import NotHandedOver
from pbem.store.facts.seats import InvitationClosed, PendingOrders, SeatInvited, SeatTaken

VALID = timedelta(days=7)
"""How long an invitation is open unless the moderator says otherwise."""


def invite(
    game: Game,
    seat: str,
    player: str,
    address: str,
    clock: Clock,
    *,
    until: datetime | None = None,
    from_turn: int = 0,
    orders: PendingOrders = "void",
    forum: str = "",
) -> SeatInvited | None:
    """Invite *player* at *address* to take *seat*; nothing if that invitation is open."""
    game.guard()
    if not game.settings.mail.sender:
        raise NotHandedOver("the game sends no mail, as game.yaml has no `mail: {from: ...}`; use `pbem seat replace`")
    there = open_for(game, seat)
    if there and (there.player, there.address.casefold()) == (player, address.casefold()):
        return None
    if there:
        raise NotHandedOver(
            f"{there.player} <{there.address}> is invited to take {seat} until {there.until:%Y-%m-%d %H:%M} UTC; "
            f"`pbem seat invite {seat} --withdraw` takes that back"
        )
    changes.check(game, seat, player, address)
    number = sum(isinstance(line.fact, SeatInvited) for line in game.log.facts) + 1
    fact = SeatInvited(
        seat=seat,
        player=player,
        address=address,
        number=number,
        until=until or clock() + VALID,
        from_turn=from_turn,
        orders=orders,
        forum=changes.account(player, forum),
    )
    game.note(fact, clock())
    return fact


def withdraw(game: Game, seat: str, clock: Clock) -> InvitationClosed | None:
    """Take the open invitation to *seat* back; nothing if there is none."""
    game.guard()
    there = open_for(game, seat)
    return _close(game, there, "withdrawn", clock()) if there else None


def expire(game: Game, seat: str, at: datetime) -> None:
    """Close the invitation to *seat* if its time is over."""
    there = open_for(game, seat)
    if there and there.until <= at:
        _close(game, there, "expired", at)


def accept(game: Game, invited: SeatInvited, clock: Clock) -> None:
    """Let who was *invited* take the seat, at once or from the turn that the invitation names.

    What the taking of the seat says comes before the end of the invitation: after a kill in between it is accepted
    again, and the seat is taken already.
    """
    if invited.from_turn > game.turn():
        changes.promise(
            game,
            invited.seat,
            invited.player,
            invited.address,
            invited.from_turn,
            clock,
            by="invitation",
            orders=invited.orders,
            forum=invited.forum,
        )
    else:
        changes.take(
            game,
            invited.seat,
            invited.player,
            invited.address,
            clock,
            by="invitation",
            orders=invited.orders,
            forum=invited.forum,
        )
    _close(game, invited, "accepted", clock())


def decline(game: Game, invited: SeatInvited, clock: Clock) -> None:
    """Close an invitation that its reader declined."""
    _close(game, invited, "declined", clock())


def open_for(game: Game, seat: str) -> SeatInvited | None:
    """The open invitation to *seat*, if there is one."""
    found: SeatInvited | None = None
    for line in game.log.facts:
        fact = line.fact
        if isinstance(fact, SeatInvited) and fact.seat == seat:
            found = fact
        elif found and isinstance(fact, InvitationClosed) and fact.number == found.number:
            found = None
    return found


def word_of(game: Game, invited: SeatInvited) -> str:
    """The word that accepts an invitation, which was sent to its address alone."""
    return game.token("invitation", invited.seat, invited.number)


def with_word(game: Game, words: tuple[str, ...]) -> SeatInvited | None:
    """The invitation, open or not, that one of *words* accepts."""
    facts = (line.fact for line in game.log.facts)
    return next((one for one in facts if isinstance(one, SeatInvited) and word_of(game, one) in words), None)


def end_of(game: Game, invited: SeatInvited) -> str:
    """Why an invitation is open no longer: `accepted`, `declined`, `expired`, `withdrawn`; empty if it is open."""
    facts = (line.fact for line in game.log.facts)
    return next((one.why for one in facts if isinstance(one, InvitationClosed) and one.number == invited.number), "")


def taken_by(game: Game, invited: SeatInvited) -> bool:
    """Whether who was invited has taken the seat since, though the invitation is not closed yet."""
    facts = (line.fact for line in game.log.facts)
    return any(
        isinstance(one, SeatTaken) and (one.seat, one.address) == (invited.seat, invited.address) for one in facts
    )


def _close(game: Game, invited: SeatInvited, why: str, at: datetime) -> InvitationClosed:
    fact = InvitationClosed(seat=invited.seat, number=invited.number, why=why)  # type: ignore[arg-type]
    game.note(fact, at)
    return fact
