"""What the moderator decides about emails that wait."""

import msgspec

from pbem.mail.outgoing import notices, writing
from pbem.referee.game import Clock, Game
from pbem.referee.needs.of_game import of_former
from pbem.report import layout
from pbem.store.inbox import InboxItem
from pbem.store.refusal import Refusal
from pbem.store.verdict import OPEN, Confirmation, Verdict, VerdictState

_CLOSABLE: frozenset[VerdictState] = OPEN | {"words", "failed"}


def waits(verdict: Verdict) -> bool:
    """Whether an email waits for the moderator, who can close it."""
    return verdict.state in _CLOSABLE or verdict.beside


def is_unread(game: Game, number: int) -> bool:
    """Whether email *number* was kept and not judged yet."""
    item = game.inbox.numbered(number)
    return item is not None and game.inbox.verdict(item) is None


class NotOpen(Refusal):
    """There is no such mail, or nothing about it waits for the moderator."""


class NoReason(NotOpen):
    """A seat waits for the mail, and is not told why it is dismissed."""


def confirm(game: Game, number: int, seat: str, clock: Clock, *, new_address: bool = False) -> None:
    """Confirm that email *number* is from *seat* (or from the seat whose address it bears); raises `NotOpen`.

    It may be one that was not judged yet, for lack of the key of its signature, or one that was judged wrongly.
    """
    item, verdict = _numbered(game, number)
    if verdict and not verdict.confirmable:
        raise _no_use(number, verdict)
    whose = seat or (verdict.seat if verdict else "")
    former = (verdict.seat or verdict.guess) if verdict and of_former(game, verdict) else ""
    if verdict and former and whose in ("", former):
        when = f"came before {former} changed hands" if verdict.seat else f"is of a former player of {former}"
        raise NotOpen(f"email {number} {when}, and its sender holds {former} no longer; dismiss it")
    if not whose:
        guess = f" (perhaps {verdict.guess})" if verdict and verdict.guess else ""
        raise NotOpen(f"the seat of email {number} is unknown{guess}; name it with --as SEAT")
    address = verdict.sender if verdict and new_address else ""
    if new_address and not address:
        raise NotOpen(f"email {number} has no clear sender whose address could be saved")
    game.inbox.confirm(item, Confirmation(whose, "moderator", clock(), address))


def dismiss(game: Game, number: int, reason: str, clock: Clock) -> Verdict:
    """Close mail *number* without effect; a seat that waits for a confirmation is told why. Raises `NotOpen`.

    It may be one that was not judged yet. Of one that has a sheet and words beside it, only the words are closed.
    """
    item, verdict = _numbered(game, number)
    if verdict is None:
        verdict = Verdict(number, "dismissed", item.arrived, item.seat)
    elif not waits(verdict):
        raise _not_waiting(number)
    elif verdict.state not in _CLOSABLE:  # its sheet stays what it is
        return _close(game, item, msgspec.structs.replace(verdict, beside=False))
    if verdict.state == "held":
        if not reason and not of_former(game, verdict):
            raise NoReason(
                f"email {number} is from {verdict.seat}, who waits for you to confirm it: say why not with --reason"
            )
        subject = notices.subject(game, "dismissed", verdict.seat)
        content = notices.content(game, "dismissed", verdict.seat, reason=layout.inline(reason))
        if not of_former(game, verdict):
            writing.queue(game, verdict.seat, f"dismissed-{number:04d}", subject=subject, content=content, date=clock())
    confirmation = game.inbox.confirmation_of(item)  # one that waits for a key is not heard any more
    by = confirmation.by if confirmation else ""
    return _close(
        game, item, msgspec.structs.replace(verdict, state="dismissed", says=reason, vouched=by, beside=False)
    )


def _close(game: Game, item: InboxItem, closed: Verdict) -> Verdict:
    game.inbox.judge(item, closed)
    return closed


def _numbered(game: Game, number: int) -> tuple[InboxItem, Verdict | None]:
    """Mail *number*, and its verdict if it has one."""
    item = game.inbox.numbered(number)
    if item is None:
        raise _not_waiting(number)
    return item, game.inbox.verdict(item)


def _no_use(number: int, verdict: Verdict) -> NotOpen:
    """That email *number* would become nothing else if someone confirmed it, and what would help."""
    if verdict.state == "doubled":
        return NotOpen(f"email {number} is a duplicate of email {int(verdict.about)}; confirm that one")
    if verdict.state == "words":
        submit = f"`pbem submit FILE --as {verdict.seat or 'SEAT'}`"
        return NotOpen(f"no sheet was found in email {number}; {submit} submits its orders")
    return NotOpen(f"email {number} is already trusted and has had its effect")


def _not_waiting(number: int) -> NotOpen:
    return NotOpen(f"email {number} does not wait for you; `pbem status` lists those that do")
