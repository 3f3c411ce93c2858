"""The page of a seat as HTML: all of it, or the part that changes while one works on a sheet.

Each function takes a `SeatDesk` and looks at nothing but what its seat may see.
"""

from datetime import datetime
from typing import Any, Literal

import msgspec

from pbem.referee.letters import subjects, wording
from pbem.report.content import marks
from pbem.report.several import questions
from pbem.web.rendering import SafeHtml, render
from pbem.web.seat import hooks, letters
from pbem.web.seat.counting import counting
from pbem.web.seat.desk import SeatDesk
from pbem.web.seat.line_notes import checked

Tone = Literal["ok", "bad", "warn"]
"""How a notice looks: its words say the same."""


class DeskNotice(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says of what was just done: a *heading*, a sentence or a whole *body*.

    It is *sent* if that was to send a sheet, which counts.
    """

    tone: Tone
    heading: str
    says: str = ""
    body: SafeHtml = SafeHtml("")
    sent: bool = False


def page(desk: SeatDesk, notice: DeskNotice | None = None) -> SafeHtml:
    """The whole page."""
    return render(desk.words, "seat/page.html.j2", **_names(desk, notice), letter=letters.newest(desk))


def work(desk: SeatDesk, notice: DeskNotice | None = None) -> SafeHtml:
    """What changes while one works on a sheet."""
    return render(desk.words, "seat/work.html.j2", **_names(desk, notice))


def _names(desk: SeatDesk, notice: DeskNotice | None) -> dict[str, Any]:
    game, words = desk.game, desk.words
    asked = questions(words, [stage.decision for stage in desk.stages], desk.seat) if desk.stages else ""
    due, counts = _due(desk), counting(desk)
    return {
        "desk": desk,
        "title": wording.title(game),
        "seat": game.titles[desk.seat],
        "asked": marks.plain(asked),
        "pending": any(stage.pending for stage in desk.stages),
        "due": words.moment(due, game.settings.zone_of(desk.seat).name) if due else "",
        "late": due is not None and desk.at >= due,
        "game_over": game.outcome is not None,
        "subject_line": subjects.subject(game, words, desk.stages, desk.seat, game.pause) if desk.stages else "",
        "address": game.settings.mail.sender,
        "draft": checked(desk),
        "counts": counts,
        "hand": letters.hand(desk),
        "board": hooks.board_part(desk),
        "orders": hooks.orders_part(desk),
        "forms": hooks.forms_part(desk),
        "notice": notice,
        "newer": notice is None and desk.seen > 0 and counts.item > desk.seen,
        "sealed": game.settings.mail.sealed is not None,
    }


def _due(desk: SeatDesk) -> datetime | None:
    pending = any(stage.pending for stage in desk.stages)
    return desk.game.pause.due_for(desk.seat) if desk.game.pause and pending else None
