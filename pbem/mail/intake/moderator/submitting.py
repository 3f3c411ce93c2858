"""What the moderator submits for a seat."""

from pbem.mail.intake import verdicts
from pbem.mail.intake.verdicts import HandledMail
from pbem.referee import submissions
from pbem.referee.allowances.votes import YES
from pbem.referee.game import Clock, Game
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Confirmation


def submit_sheet(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[HandledMail, bool]:
    """Submit a sheet for *seat*: what became of it, and whether it is new."""
    item, new = _sheet_item(game, seat, raw, clock)
    return (verdicts.judge(game, item, clock) if new else verdicts.known(game, item)), new


def confirm_sheet(game: Game, seat: str, clock: Clock) -> tuple[HandledMail, bool]:
    """Say yes for *seat* to its sheet that was doubted."""
    return submit_sheet(game, seat, f"{YES}\n".encode(), clock)


def submit_mail(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[HandledMail, bool]:
    """Submit an email of the player of *seat*: what became of it, and whether it was judged now."""
    item, new = _mail_item(game, seat, raw, clock)
    return (verdicts.judge(game, item, clock) if new else verdicts.known(game, item)), new


def _sheet_item(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of a sheet, and whether it is new: the same again is, if another or none has counted since."""
    stages = game.stages(seat)
    if not stages:
        return game.inbox.keep(raw, clock(), seat=seat, source="submit")
    stage, last = stages[0], max(submissions.last(game, stage) for stage in stages)
    for before in range(last):
        item = game.inbox.known(raw, seat=seat, source=f"submit {stage.name} {before}")
        if item and item.number == last:
            return item, False
    return game.inbox.keep(raw, clock(), seat=seat, source=f"submit {stage.name} {last}")


def _mail_item(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of an email that the moderator confirms, and whether it is to be judged."""
    item, _ = game.inbox.keep(raw, clock())
    verdict = game.inbox.verdict(item)
    if verdict is not None and not verdict.confirmable:
        return item, False
    game.inbox.confirm(item, Confirmation(seat, "moderator", clock()))
    return item, True
