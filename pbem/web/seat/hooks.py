"""What other rooms of the desk put into the page of a seat, and what they do with its draft."""

from collections.abc import Callable, Mapping

from pbem.web.board import seat_part as board
from pbem.web.forms import seat_part as forms
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk

PageFields = Mapping[str, str]
"""What a form sent, the last field of each name."""
DraftAction = Callable[[SeatDesk, PageFields], SeatDesk]
"""What a button does to a draft: to its text, or to what is chosen in it."""


def board_part(desk: SeatDesk) -> SafeHtml:
    """The board."""
    return board.figure(desk)


def orders_part(desk: SeatDesk) -> SafeHtml:
    """The list of all that can be chosen at the board."""
    return board.orders(desk)


def beside_part(desk: SeatDesk) -> SafeHtml:
    """What is beside the board."""
    return board.beside(desk)


def forms_part(desk: SeatDesk, room: int) -> SafeHtml:
    """The forms for the keys of the sheet, in so many bytes at most."""
    return forms.forms_part(desk, room)


DRAFT_ACTIONS: Mapping[str, DraftAction] = {
    "subject": board.select,
    "choose": board.choose,
    "move": board.move,
    "undo": board.undo,
    forms.ACTION: forms.choose,
}
"""By the last part of the address that their buttons send a form to: `/s/GAME/SEAT/choose`."""
