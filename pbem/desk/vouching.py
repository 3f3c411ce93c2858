"""What the moderator says of mails that wait for him."""

import msgspec

from pbem.desk.strangers import written
from pbem.mail import writing
from pbem.report import layout
from pbem.store.game import Clock, Game
from pbem.store.inbox import OPEN, State, Verdict, Vouch
from pbem.store.refusal import Refusal

CLOSABLE: frozenset[State] = OPEN | {"words"}
"""What the moderator can close."""


class NotOpen(Refusal):
    """There is no such mail, or nothing about it waits for the moderator."""


def confirm(game: Game, number: int, seat: str, clock: Clock, *, new_address: bool = False) -> None:
    """Vouch that mail *number* is from *seat* (or from the seat whose address it bears); raises `NotOpen`.

    It may be one that was not judged yet, for want of the key of its signature.
    """
    item = game.inbox.numbered(number)
    verdict = game.inbox.verdict(item) if item else None
    if item is None or (verdict and verdict.state not in OPEN):
        raise NotOpen(f"there is no mail {number} that waits for you; `pbem status` lists them")
    whose = seat or (verdict.seat if verdict else "")
    if not whose:
        guess = f" (perhaps {verdict.guess})" if verdict and verdict.guess else ""
        raise NotOpen(f"nobody knows whose mail {number} is{guess}; say it with --as SEAT")
    address = verdict.sender if verdict and new_address else ""
    if new_address and not address:
        raise NotOpen(f"mail {number} has no clear sender whose address could be kept")
    game.inbox.vouch(item, Vouch(whose, "moderator", clock(), address))


def dismiss(game: Game, number: int, reason: str, clock: Clock) -> Verdict:
    """Close mail *number* without effect; a seat that waits for a confirmation is told why. Raises `NotOpen`."""
    item = game.inbox.numbered(number)
    verdict = game.inbox.verdict(item) if item else None
    if item is None or verdict is None or verdict.state not in CLOSABLE:
        raise NotOpen(f"there is no mail {number} that waits for you; `pbem status` lists them")
    if verdict.state == "held":
        if not reason:
            raise NotOpen(f"mail {number} is from {verdict.seat}, who waits for your word: say why with --reason")
        who = game.settings.seats[verdict.seat]
        text = written(game, "dismissed.txt.j2", player=layout.inline(who.player), reason=layout.inline(reason))
        subject = f"[{game.name}] {game.titles[verdict.seat]}: a mail that does not count"
        writing.queue(game, verdict.seat, f"dismissed-{number:04d}", subject=subject, text=text, date=clock())
    closed = msgspec.structs.replace(verdict, state="dismissed", says=reason)
    game.inbox.judge(item, closed)
    return closed
