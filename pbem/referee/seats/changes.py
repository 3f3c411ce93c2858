"""Let a seat change hands: what anyone who may do that calls, whether a command, an email or a setting."""

from pbem.referee.game import Clock, Game
from pbem.referee.seats.holders import named
from pbem.store.facts.seats import Named, PendingOrders, SeatTaken, SeatVacated
from pbem.store.refusal import Refusal


class NotHandedOver(Refusal):
    """A seat cannot change hands like that; says why."""


def vacate(
    game: Game, seat: str, clock: Clock, *, by: str, reason: str = "", orders: PendingOrders = "void"
) -> SeatVacated | None:
    """Let no one hold *seat* any longer; nothing if no one does. *by* is who or what did it, as in `SeatVacated`."""
    game.guard()
    if game.holders[seat].vacant:
        return None
    fact = SeatVacated(
        seat=seat,
        by=by,
        reason=reason,
        instead=instead(game, seat),
        last_item=last_item(game),
        open=open_questions(game, seat),
        orders=orders,
    )
    game.note(fact, clock())
    return fact


def take(
    game: Game, seat: str, player: str, address: str, clock: Clock, *, by: str = "moderator", orders: PendingOrders
) -> SeatTaken | None:
    """Let *player* at *address* hold *seat* from now on; nothing if it is so."""
    game.guard()
    fact = SeatTaken(
        seat=seat,
        player=player,
        address=address,
        instead=instead(game, seat),
        by=by,
        last_item=last_item(game),
        open=open_questions(game, seat),
        orders=orders,
    )
    game.note(fact, clock())
    return fact


def instead(game: Game, seat: str) -> Named:
    """Whom game.yaml names for *seat*, as facts say it."""
    return named(game.written.seats[seat])


def last_item(game: Game) -> int:
    """The number of the newest item of the inbox."""
    return max((item.number for item in game.inbox.items()), default=0)


def open_questions(game: Game, seat: str) -> tuple[tuple[str, int], ...]:
    """What *seat* is asked now: keys and asking entries."""
    return tuple(stage.put for stage in game.stages(seat) if stage.pending)
