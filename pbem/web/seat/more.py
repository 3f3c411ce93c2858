"""The commands about a seat's present stage that its page has buttons for, with the effects that they have by email."""

from collections.abc import Mapping

import msgspec

from pbem.mail.commands.pass_and_withdraw import sheet_of_pass
from pbem.referee.timekeeping import deadlines
from pbem.web.seat.counting import CountingSheet
from pbem.web.seat.desk import SeatDesk
from pbem.web.seat.stage_end import holds

_WORDS = frozenset({"pass", "withdraw", "hold", "release"})
HOLDS = {"10": "hold 10 minutes", "confirm": "confirm"}
"""The commands that may be chosen beside the button that sends a sheet."""
_EXTEND = "extend"
_LONGEST = 40
"""Characters of a length of time."""


class MoreCommands(msgspec.Struct, frozen=True, kw_only=True):
    """The commands that make sense now; *who* decides about a later deadline is said with the button that asks."""

    passes: bool = False
    withdraw: bool = False
    hold: bool = False
    release: bool = False
    extend: bool = False
    who: str = ""

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return self.passes or self.withdraw or self.hold or self.release or self.extend


def more_commands(desk: SeatDesk, counts: CountingSheet, *, passing: bool) -> MoreCommands:
    """The commands that make sense for the seat of *desk*, for which *counts* counts.

    If its page is *passing*, there is a button for that already.
    """
    game, at = desk.game, desk.at
    pending = [stage for stage in desk.stages if stage.pending]
    if desk.over or not desk.stages:
        return MoreCommands()
    pause, allowed = game.pause, game.settings.extensions
    dues = [pause.due_for(desk.seat, stage.decision.key) if pause else None for stage in pending]
    due = min(filter(None, dues), default=None)
    ends = max(filter(None, dues), default=None) if None not in dues else None
    held = bool(pending) and holds(desk)
    lexicon = game.ruleset.lexicon(game.view(desk.seat), desk.seat)
    return MoreCommands(
        passes=bool(pending) and not passing and all(sheet_of_pass(stage.decision, lexicon) for stage in pending),
        withdraw=bool(pending) and (counts.item > 0 or bool(game.view(desk.seat).kept)),
        hold=bool(pending) and not held and (ends is None or at < ends),
        release=held,
        extend=due is not None and at < due and not deadlines.standing_still(game.log.facts, desk.seat),
        who=desk.words.phrase("seat", f"extend-{allowed.granted if allowed else 'here-no-rule'}".replace(" ", "-")),
    )


def command_in(fields: Mapping[str, str]) -> str:
    """The line of the command that a button sends; empty if it has none of those above."""
    word = fields.get("command", "")
    if word in _WORDS:
        return word
    length = " ".join(fields.get("length", "").split())[:_LONGEST]
    return f"{_EXTEND} {length}" if word == _EXTEND and length and length.isprintable() else ""
