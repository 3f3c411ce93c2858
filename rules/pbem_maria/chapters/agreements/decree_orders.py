"""A decree of the moderator on agreements (21)."""

from pbem.engine.order import Order


class DecreeOrders(Order, frozen=True):
    """Agreements, by number, that sheets are no longer checked against, or are again."""

    suspend: tuple[int, ...] = ()
    restore: tuple[int, ...] = ()
