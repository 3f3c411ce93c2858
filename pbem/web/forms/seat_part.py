"""The forms on the page of a seat, and what their buttons do to its draft."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.web.forms.situation import sheet_forms
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk, read_sheet

ACTION = "form"
"""The last part of the address that the buttons of forms send to."""


def forms_part(desk: SeatDesk, room: int) -> SafeHtml:
    """The forms for all that the seat may send now; nothing while the text is for a stage that is over.

    Where there is no *room* for so many bytes, they say that the text is too long for them.
    """
    forms = None if desk.over else sheet_forms(desk.game, desk.seat, desk.at)
    if forms is None:
        return SafeHtml("")
    faults = read_sheet(desk.game, desk.seat, desk.text).every_fault if desk.text.strip() else ()
    return forms.html(desk.text, f"{desk.root}/{ACTION}", faults=faults, opened=desk.opened, room=room)


def choose(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """The draft after a button of a form was pressed, with what was chosen for its key."""
    forms = None if desk.over else sheet_forms(desk.game, desk.seat, desk.at)
    if forms is None:
        return desk
    change = forms.changed(desk.text, fields)
    told = desk.words.phrase("forms", change.refused) if change.refused else ""
    return replace(desk, text=change.text, opened=(*desk.opened, *forms.opened_by(fields)), told=told)
