"""The bar of a seat's page: what its sheet would do, what counts, until when it can be replaced, and one button."""

from textwrap import shorten
from typing import Literal

import msgspec

from pbem.referee.enquiries.trial import reading
from pbem.web.seat.counting import CountingSheet
from pbem.web.seat.desk import SeatDesk, blank, read_sheet, sheet_that_counts
from pbem.web.seat.line_notes import CheckedDraft
from pbem.web.seat.stage_end import StageEnd, stage_end

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
