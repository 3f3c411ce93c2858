"""The page: bar, parts of other rooms.

Each function takes a `SeatDesk` and looks at nothing but what its seat may see.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from textwrap import shorten
from typing import Any, Literal

import msgspec

from pbem.referee.enquiries import reading
from pbem.referee.letter import subject, title
from pbem.report import tree
from pbem.report.letter import questions
from pbem.web.forms import page as forms
from pbem.web.rendering import SafeHtml, in_textarea, render
from pbem.web.seat import board_pages as board
from pbem.web.seat import letters
from pbem.web.seat.desk import SeatDesk, blank, is_from_here, read_sheet, sheet_that_counts
from pbem.web.seat.line_notes import CheckedDraft, checked
from pbem.web.seat.standing import (
    CountingSheet,
    StageEnd,
    counting,
    ended,
    more_commands,
    press_part,
    stage_end,
    state_of,
)
from pbem.web.seat.waiting import waiting

BarButton = Literal["send", "part", "not-yet", "pass", "sent"]
"""What the button does: send all of the sheet, or what of it is valid; say why nothing can be sent; pass; or, quietly,
send again what counts already."""

_LONG = 12
"""Lines of a sheet."""
_WIDE = 120
"""Characters that the bar says of a sheet on which nothing was chosen."""


class SeatBar(msgspec.Struct, frozen=True, kw_only=True):
    """The bar: what the sheet *says*, what counts besides, the *button*, and the *end* of the time to replace it.

    It is *prominent* where the game waits for the seat. A sheet that is the *same* as the one that counts needs no more
    sending; one that is the form as it was is *plain*, and is sent without any emphasis.
    """

    says: str
    counts: str
    button: BarButton
    same: bool
    plain: bool
    prominent: bool
    end: StageEnd | None


def seat_bar(desk: SeatDesk, draft: CheckedDraft, counts: CountingSheet, *, sent: bool) -> SeatBar | None:
    """The bar of *desk*, whose sheet is *draft*, after it was *sent* just now; None if there is nothing to send."""
    if not desk.asks or desk.over:
        return None
    pending = any(stage.pending for stage in desk.stages)
    plain = (not pending or (draft.valid and not draft.says.passes)) and _is_form(desk)
    untouched = draft.empty or plain or draft.says.passes or draft.says.as_prefilled
    if not pending and (untouched or sent):
        return None
    same = pending and counts.item > 0 and not counts.missing and (sent or _is_same(desk))
    button: BarButton = "not-yet"
    if same:
        button = "sent"
    elif draft.empty and pending and any(stage.decision.default is not None for stage in desk.stages):
        button = "pass"
    elif draft.valid:
        button = "pass" if draft.says.passes else "send"
    elif draft.counts:
        button = "part"
    return SeatBar(
        says=_says(desk, draft, counts, same=same, plain=plain),
        counts="" if same else counts.short,
        button=button,
        same=same,
        plain=plain,
        prominent=pending,
        end=stage_end(desk),
    )


def _read(desk: SeatDesk) -> str:
    """What would be done by the sheet on *desk*, as its receipt would say it."""
    return reading(desk.game, desk.seat, read_sheet(desk.game, desk.seat, desk.text))


def _is_same(desk: SeatDesk) -> bool:
    counted = sheet_that_counts(desk.game, desk.seat, desk.stages)
    return bool(counted) and _bare(counted) == _bare(desk.text)


def _is_form(desk: SeatDesk) -> bool:
    """Whether the sheet is the form as it was; a long one is taken for one that was worked on."""
    said = _bare(desk.text)
    return 0 < len(said) <= _LONG and said == _bare(blank(desk.game, desk.seat, desk.stages, desk.at))


def _bare(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _says(desk: SeatDesk, draft: CheckedDraft, counts: CountingSheet, *, same: bool, plain: bool) -> str:
    """The first words of the bar: what is to be corrected, that it is sent, or else what the sheet would do."""
    if same:
        return counts.same
    if draft.empty or not draft.valid:
        return desk.words.phrase("seat", "state", {"draft": draft})
    if plain and not draft.says.passes:
        how = shorten(_read(desk), _WIDE, placeholder=" …") if draft.valid else ""
        return desk.words.phrase("seat", "says-form", {"how": how})
    return draft.says.brief


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
        "board": SafeHtml("") if desk.unread else board_part(desk),
        "orders": SafeHtml("") if desk.unread else orders_part(desk),
        "beside": SafeHtml("") if desk.unread else beside_part(desk),
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
        "title": title(game),
        "seat": game.titles[desk.seat],
        "asked": tree.plain(asked),
        "pending": any(stage.pending for stage in desk.stages),
        "due": words.moment(due, game.settings.zone_of(desk.seat).name) if due else "",
        "late": due is not None and desk.at >= due,
        "game_over": game.outcome is not None,
        "subject_line": subject(game, words, desk.stages, desk.seat, game.pause) if desk.stages else "",
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
        "forms": SafeHtml("") if desk.unread else forms_part(desk, room),
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
