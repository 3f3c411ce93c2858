"""The sheet of a seat that waits for its player: one that was doubted, or refused with other words offered."""

import msgspec

from pbem.mail.intake import desk_mail
from pbem.mail.intake.confirmations import as_offered
from pbem.mail.intake.forms import newest_refused
from pbem.mail.intake.sheet_files import look_at
from pbem.referee import submissions
from pbem.referee.submissions import open_sheet
from pbem.store import encryption
from pbem.store.inbox import Verdict
from pbem.web.seat.desk import SeatDesk, plain_form, read_sheet, without_examples
from pbem.web.seat.standing import short_moment


class WaitingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet that counts once its player presses a button that has its *name*; *text* is what would count then.

    It was *doubted*, or else refused. The text of one that is sealed is empty.
    """

    name: str
    at: str
    doubted: bool
    text: str


def waiting(desk: SeatDesk) -> WaitingSheet | None:
    """The sheet for the present stage of *desk* that waits for a yes or a no; None if none does."""
    found = open_sheet(desk.game, desk.seat) if desk.asks and not desk.over else None
    item = desk.game.inbox.numbered(found.item) if found else None
    if found is None or item is None:
        return None
    sealed = any(submissions.waits_sealed(desk.game, desk.seat, *one.put, found.item) for one in desk.stages)
    text = "" if desk.unread else _doubted(desk, found) if found.state == "doubted" else _offered(desk)
    if not text and not sealed:
        return None
    return WaitingSheet(
        name=desk_mail.name_of(desk.game, item),
        at=short_moment(desk, found.received),
        doubted=found.state == "doubted",
        text=text,
    )


def _doubted(desk: SeatDesk, found: Verdict) -> str:
    item = desk.game.inbox.numbered(found.item)
    if item is None or not encryption.readable(item.path, desk.game.identity):
        return ""
    raw = encryption.read(item.path, desk.game.identity)
    return plain_form(look_at(desk.game, desk.seat, raw, as_mail=item.is_mail).sheet.text)


def _offered(desk: SeatDesk) -> str:
    """The refused sheet with the words that were offered, if all of it would count."""
    refused = newest_refused(desk.game, desk.seat)
    if not refused:
        return ""
    better = as_offered(refused, lambda text: read_sheet(desk.game, desk.seat, text))
    if not better.found.answers or not better.found.faultless:
        return ""
    between = "\n".join(better.text.splitlines()[1:-1])  # without the marks of the receipt
    return without_examples(plain_form(between))
