"""What the moderator does about messages that did not go out, or perhaps did."""

from pbem.mail import send
from pbem.mail.deeds.decided import Decided
from pbem.referee.game import Game


def again(game: Game, ident: str) -> Decided:
    """Send message *ident* again: it did not arrive."""
    send.again(game, ident)
    return Decided(says=(), goes=True)


def settled(game: Game, ident: str) -> Decided:
    """Take message *ident* for done: it arrived, or need not."""
    send.settled(game, ident)
    left = game.outbox.listed("queued")
    more = (f"Messages waiting: {len(left)}; `pbem send` sends them.",) if left else ()
    return Decided(says=(f"{ident} counts as done.", *more))
