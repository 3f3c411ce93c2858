"""What other rooms of the desk put into the page of a seat, and what they do with its draft."""

from collections.abc import Callable, Mapping

from pbem.web.forms import seat_part
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk

PageFields = Mapping[str, str]
"""What a form sent, the last field of each name."""
DraftAction = Callable[[SeatDesk, PageFields], SeatDesk]
"""What a button does to a draft: to its text, or to what is chosen in it."""


def board_part(_desk: SeatDesk) -> SafeHtml:
    """The board, and the list of all that can be chosen at it."""
    return SafeHtml("")


def forms_part(desk: SeatDesk) -> SafeHtml:
    """The forms for the keys of the sheet."""
    return seat_part.forms_part(desk)


DRAFT_ACTIONS: Mapping[str, DraftAction] = {seat_part.ACTION: seat_part.choose}
"""By the last part of the address that their buttons send a form to: `/s/GAME/SEAT/choose`."""
