"""What the moderator decides about messages that did not go out, or perhaps did."""

from pbem.errors import Refusal
from pbem.mail.deeds import wording
from pbem.mail.deeds.outcome import Decided
from pbem.referee.game import Game
from pbem.store.outbox import QueuePlace


class Unclear(Refusal):
    """There is no such message among those whose fate is open."""


def again(game: Game, ident: str) -> Decided:
    """Put message *ident*, of open or refused fate, back in line: it did not arrive."""
    place = _open_place(game, ident)
    game.outbox.forget(ident)
    game.outbox.shift(ident, place, "queued")
    return Decided(says=(), page=(wording.of_message(game, ident, "message-again"),), goes=True)


def settled(game: Game, ident: str) -> Decided:
    """Take message *ident* for done that waits, or of open or refused fate: it arrived, or need not."""
    place = "queued" if game.outbox.place(ident) == "queued" else _open_place(game, ident)
    game.outbox.shift(ident, place, "sent")
    left = game.outbox.listed("queued")
    more = (f"Messages waiting: {len(left)}; `pbem send` sends them.",) if left else ()
    page = (wording.of_message(game, ident, "message-settled"),)
    return Decided(says=(f"{ident} counts as done.", *more), page=page)


def _open_place(game: Game, ident: str) -> QueuePlace:
    place = game.outbox.place(ident)
    if place not in ("trying", "refused"):
        raise Unclear(f"there is no unsettled message {ident}; `pbem status` lists them")
    return place
