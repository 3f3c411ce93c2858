"""The board in the page of a seat: its parts of the page, and what its buttons do to the draft."""

import hashlib
from collections.abc import Mapping

from msgspec.structs import replace

from pbem.web.board.changing import Changed, chosen, moved
from pbem.web.board.pages import beside_board, board_figure, board_orders
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk

_ASKED = "?"
"""Between the subject that is chosen and the name of what its player asked about."""

_MOST = 20_000
"""Characters of a text that goes with the form to be put back: no sheet has so many."""


def figure(desk: SeatDesk) -> SafeHtml:
    """The board itself."""
    return board_figure(desk.game, desk.seat, desk.root)


def beside(desk: SeatDesk) -> SafeHtml:
    """What is beside the board."""
    return beside_board(desk.game, desk.seat, desk.root)


def orders(desk: SeatDesk) -> SafeHtml:
    """The list of what can be ordered."""
    if not desk.asks or desk.over:
        return SafeHtml("")
    subject, _, about = desk.subject.partition(_ASKED)
    undo = desk.undo if _before(desk) is not None else ""
    return board_orders(desk.game, desk.seat, desk.text, desk.root, chosen=subject, about=about, undo=undo)


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


def undo(desk: SeatDesk, _fields: Mapping[str, str]) -> SeatDesk:
    """Write what was in the draft before the last choice."""
    before = _before(desk)
    if before is None:
        return replace(desk, told=desk.words.phrase("board", "not-undone"))
    return replace(desk, text=before, undo="")


def _before(desk: SeatDesk) -> str | None:
    """What the text was before the last choice; None if there is none, or if the text was changed since."""
    mark, _, before = desk.undo.partition(" ")
    return before if mark and mark == _mark(desk.text) else None


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _after(desk: SeatDesk, changed: Changed) -> SeatDesk:
    if not changed.why:
        kept = f"{_mark(changed.text)} {desk.text}" if len(desk.text) <= _MOST else ""
        return replace(desk, text=changed.text, undo=kept)
    return replace(desk, told=desk.words.phrase("board", f"unmade-{changed.why}", {"line": changed.line}))
