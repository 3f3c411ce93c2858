"""What is wrong with a sheet before the first Turn (4)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight
from pbem_tnw.chapters.setup.seating import most_bid
from pbem_tnw.orders.entry import OTHERS, EntryOrders
from pbem_tnw.position.control import nations_of, powers_of
from pbem_tnw.position.state import WarState


def check_entry(view: WarState, seat: str, order: EntryOrders) -> Iterator[Problem]:
    """Every problem with the bid, the Resource and the first hands of *seat*."""
    yield from _bid(view, order)
    board = view.board
    own, powers = nations_of(view, seat), powers_of(view, seat)
    if not view.control:  # who runs what is not settled yet: wishes for nations of others do nothing
        own, powers = board.sequence, tuple(one for one in board.sequence if one in board.powers)
    may = own if view.options.first_resource == "any" else powers
    if order.resource and order.resource not in may:
        yield Problem("no-first-resource", ("resource",), "4.2", {"nation": order.resource, "may": may})
    for nation, rule in order.hand.items():
        if nation not in (*own, OTHERS):
            yield Problem("not-your-nation", ("hand", nation), "4.5", {"nation": nation})
        elif rule.at_most < 0:
            yield Problem("no-number-of-times", ("hand", nation, "at_most"), "4.5", {"number": rule.at_most})


def _bid(view: WarState, order: EntryOrders) -> Iterator[Problem]:
    bidding = not view.control and view.players == 2
    if not bidding:
        for key in ("bid", "camp", "give_up"):
            if getattr(order, key):
                yield Problem("no-bids", (key,), "4.3", {"players": view.players})
        return
    most = most_bid(view, order.camp or "")
    if not 0 <= order.bid <= most:
        yield Problem("bid-out-of-range", ("bid",), "4.3", {"bid": order.bid, "most": most})
    if order.bid and not order.camp:
        yield Problem("bid-for-no-camp", ("bid",), "4.3", {"bid": order.bid}, Weight.unwise)
