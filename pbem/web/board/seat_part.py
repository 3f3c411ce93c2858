"""The board in the page of a seat: its parts of the page, and what its buttons do to the draft."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.web.board.changing import Changed, chosen, moved
from pbem.web.board.pages import board_figure, board_orders
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk

_ASKED = "?"
"""Between the subject that is chosen and the name of what its player asked about."""


def figure(desk: SeatDesk) -> SafeHtml:
    """The board itself."""
    return board_figure(desk.game, desk.seat, desk.root)


def orders(desk: SeatDesk) -> SafeHtml:
    """The list of what can be ordered."""
    if not desk.asks or desk.over:
        return SafeHtml("")
    subject, _, about = desk.subject.partition(_ASKED)
    return board_orders(desk.game, desk.seat, desk.text, desk.root, chosen=subject, about=about)


def select(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Ask for the choices of a subject, or for what is known of something that its player has named."""
    if "ask" in fields:
        subject, _, _ = desk.subject.partition(_ASKED)
        return replace(desk, subject=f"{subject}{_ASKED}{fields.get('about', '').strip()[:80]}")
    return replace(desk, subject=fields.get("select", "").replace(_ASKED, ""))


def choose(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Write a choice into the draft."""
    return _after(desk, chosen(desk.game, desk.seat, desk.text, fields.get("choice", "")))


def move(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Let an entry of a list in the draft change places."""
    return _after(desk, moved(desk.game, desk.seat, desk.text, fields.get("move", "")))


def _after(desk: SeatDesk, changed: Changed) -> SeatDesk:
    if not changed.why:
        return replace(desk, text=changed.text)
    return replace(desk, told=desk.words.phrase("board", f"unmade-{changed.why}", {"line": changed.line}))
