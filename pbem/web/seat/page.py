"""The page of a seat as HTML: all of it, or the part that changes while one works on a sheet.

Each function takes a `SeatDesk` and looks at nothing but what its seat may see.
"""

from datetime import datetime
from typing import Any, Literal

import msgspec

from pbem.referee.letters import subjects, wording
from pbem.report.content import marks
from pbem.report.several import questions
from pbem.web.rendering import SafeHtml, in_textarea, render
from pbem.web.seat import hooks, letters
from pbem.web.seat.bar import seat_bar
from pbem.web.seat.counting import counting, state_of
from pbem.web.seat.desk import SeatDesk, is_from_here
from pbem.web.seat.line_notes import CheckedDraft, checked
from pbem.web.seat.more import more_commands
from pbem.web.seat.press import press_part
from pbem.web.seat.stage_end import ended
from pbem.web.seat.waiting import waiting

Tone = Literal["ok", "bad", "warn"]
"""How a notice looks: its words say the same."""


MOST_BYTES = 300_000
"""Of a page, however much its sheet says."""
_FRAME = 20_000
"""Bytes that are kept for all of a page whose length depends on no sheet."""


class DeskNotice(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says of what was just done: a *heading*, a sentence or a whole *body*.

    It is *sent* if that was to send a sheet, which counts; it *wants the token* if that is missing, and *tells what
    counts* now where that is something else.
    """

    tone: Tone
    heading: str
    says: str = ""
    body: SafeHtml = SafeHtml("")
    sent: bool = False
    wants_token: bool = False
    tells_what_counts: bool = False


def page(desk: SeatDesk, notice: DeskNotice | None = None) -> SafeHtml:
    """The whole page."""
    letter = letters.newest(desk)
    names = _names(desk, notice, len(letter.since.encode()) + len(letter.whole.encode())) | {"since": letter.since}
    return render(desk.words, "seat/page.html.j2", **names, letter=letter.whole)


def work(desk: SeatDesk, notice: DeskNotice | None = None) -> SafeHtml:
    """What changes while one works on a sheet."""
    return render(desk.words, "seat/work.html.j2", **_names(desk, notice))


def _names(desk: SeatDesk, notice: DeskNotice | None, letter_bytes: int = 0) -> dict[str, Any]:
    game, words = desk.game, desk.words
    asked = questions(words, [stage.decision for stage in desk.stages], desk.seat) if desk.stages else ""
    letter = game.last_letter(desk.seat)
    due, counts = _due(desk), counting(desk)
    draft = CheckedDraft() if desk.over or desk.unread else checked(desk)
    bar = None if desk.unread else seat_bar(desk, draft, counts, sent=notice is not None and notice.sent)
    if notice is not None and notice.tells_what_counts:
        notice = msgspec.structs.replace(notice, says=" ".join(filter(None, (*counts.lines, notice.says))))
    if desk.unread and notice is None:
        says = words.phrase("seat", "too-costly-help", {"seconds": game.settings.limits.seconds})
        notice = DeskNotice(tone="bad", heading=words.phrase("seat", "too-costly"), says=says)
    shown = {
        "board": SafeHtml("") if desk.unread else hooks.board_part(desk),
        "orders": SafeHtml("") if desk.unread else hooks.orders_part(desk),
        "beside": SafeHtml("") if desk.unread else hooks.beside_part(desk),
        "hand": letters.hand(desk),
    }
    undecided = waiting(desk)
    others = (
        in_textarea(desk.text),
        undecided.text if undecided else "",
        *shown.values(),
        *draft.written,
        notice.body if notice else "",
    )
    room = max(1, MOST_BYTES - _FRAME - letter_bytes - sum(len(each.encode()) for each in others))
    return {
        **shown,
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
        "draft": draft,
        "counts": counts,
        "bar": bar,
        "waiting": undecided,
        "more": more_commands(desk, counts, passing=bar is not None and bar.button == "pass"),
        "ended": ended(desk),
        "press": press_part(desk),
        "state": state_of(desk),
        "round": letter.round if letter else 0,
        "since": "",  # it is on the page, and does not change
        "waits": _waits(desk),
        "waits_until": words.brief_moment(game.pause.deadline, game.settings.zone_of(desk.seat).name)
        if game.pause and game.pause.deadline
        else "",
        "forms": SafeHtml("") if desk.unread else hooks.forms_part(desk, room),
        "notice": notice,
        "newer": notice is None and -1 < desk.seen < counts.order and not is_from_here(desk, counts.item),
        "sealed": game.settings.mail.sealed is not None,
        "damaged": bool(game.inbox.passed_over),
    }


def _waits(desk: SeatDesk) -> tuple[str, ...] | None:
    """Whom the newest letters asked, by their titles; None if that is not for the seat to know."""
    pause = desk.game.pause
    if pause is None or not pause.tells(desk.seat):
        return None if pause else ()
    return tuple(dict.fromkeys(desk.game.titles[one.seat] for one in pause.waits if not one.bot))


def _due(desk: SeatDesk) -> datetime | None:
    pending = any(stage.pending for stage in desk.stages)
    return desk.game.pause.due_for(desk.seat) if desk.game.pause and pending else None
