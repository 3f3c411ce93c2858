"""Each item is tried within a budget, and one at which the program fails is set aside: it keeps no other waiting.

    inbox/trying.json     what is tried now, as far as it is known whose it is

The file is there before the item is looked at. If the process dies at it, whatever kills it, the next one counts that:
a kill may have had nothing to do with the item, so it has two more tries, and is then set aside.
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.bounds.budget import OverBudget, within
from pbem.errors import Refusal, is_of_machine
from pbem.mail.intake import desk_mail, receipts
from pbem.mail.intake.case import MailCase
from pbem.mail.intake.sender import Credibility, SenderClaim
from pbem.mail.message.received import ReceivedMail, SenderKind
from pbem.mail.mime.headers import headers_of, message_id_of, references_of
from pbem.mail.outgoing import writing
from pbem.referee.game import Game
from pbem.report.tree import Content
from pbem.store import encryption, files
from pbem.store.inbox import InboxItem, Verdict

R = TypeVar("R")
NAME = "trying.json"
MOST_DEATHS = 3
"""Processes that may die at an item before it is set aside."""
COSTLY = "OverBudget"
_DIED = "Died"


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is tried: the *item* of that name, at which so many processes have died, and whose it is, if known.

    In a pass over all that wait *reached* is its number; the item may be *done*.
    """

    item: str
    deaths: int = 0
    claim: SenderClaim = SenderClaim()
    credibility: Credibility = Credibility("refused")
    reached: int = 0
    done: bool = False


class SetAside(msgspec.Struct, frozen=True):
    """What became of an item that was set aside, and what its seat was told."""

    verdict: Verdict
    content: Content = ()


def tried(
    game: Game,
    item: InboxItem,
    work: Callable[[], R],
    passing: tuple[type[BaseException], ...],
    *,
    in_turn: bool = False,
) -> R | SetAside:
    """What *work* makes of *item*, or else the item set aside.

    Exceptions of *passing* and trouble of the machine say nothing against it. If it is looked at *in_turn*, in a pass
    over all that wait, how far that came is kept until `pass_over`.
    """
    game.guard()
    before = _noted(game)
    deaths = before.deaths + 1 if before and before.item == item.name and not before.done else 0
    if before and deaths >= MOST_DEATHS:
        return _set_aside(game, item, before, _DIED, (), in_turn=in_turn)
    _note(game, Attempt(item.name, deaths, reached=item.number if in_turn else 0))
    spared: tuple[type[BaseException], ...] = (*passing, Refusal)
    try:
        with within(game.settings.limits):
            done = work()
    except spared:
        _end(game, item, in_turn=in_turn)
        raise
    except (Exception, OverBudget) as fault:
        if is_of_machine(fault):
            _end(game, item, in_turn=in_turn)
            raise
        where = tuple(
            f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(fault.__traceback__)
        )
        why = COSTLY if isinstance(fault, OverBudget | MemoryError) else type(fault).__name__
    else:
        _end(game, item, in_turn=in_turn)
        return done
    game.renew()  # the work may have ended between a change of the disk and the same change here
    return _set_aside(game, item, _noted(game) or Attempt(item.name), why, where, in_turn=in_turn)


def found(game: Game, case: MailCase) -> None:
    """Note whose the item is that is tried: if the program fails at it, its seat is told."""
    attempt = _noted(game)
    if attempt is not None and attempt.item == case.item.name:
        _note(game, msgspec.structs.replace(attempt, claim=case.claim, credibility=case.credibility))


def reached(game: Game) -> int:
    """The number of the item that an interrupted pass over all that wait had come to; 0 without one."""
    attempt = _noted(game)
    return attempt.reached if attempt else 0


def pass_over(game: Game) -> None:
    """Forget how far a pass came: it is at its end."""
    (game.inbox.folder / NAME).unlink(missing_ok=True)


def blame(folder: Path) -> bool:
    """Let what a process was trying in the game in *folder* be set aside, as it has surely died of that."""
    path = folder / "inbox" / NAME
    attempt = _read(path)
    if attempt is None or attempt.done:
        return False
    files.write(path, msgspec.json.encode(msgspec.structs.replace(attempt, deaths=MOST_DEATHS)), durable=False)
    return True


def _set_aside(
    game: Game, item: InboxItem, attempt: Attempt, why: str, where: tuple[str, ...], *, in_turn: bool
) -> SetAside:
    """Close an item; where the program failed at it is kept beside it, without a word of the item."""
    files.write_text(item.path.with_name(f"{item.name}.fault"), "\n".join([*where, why, ""]))
    verdict = Verdict(item.number, "failed", item.arrived, item.seat, why=why, says=where[-1] if where else "")
    confirmation = game.inbox.confirmation_of(item)
    verdict = msgspec.structs.replace(verdict, vouched=confirmation.by if confirmation else "")
    content: Content = ()
    case = _case(game, item, attempt)
    if case is not None:
        content = writing.content(
            game,
            "set-aside",
            case.seat,
            costly=why in (COSTLY, _DIED),
            seconds=game.settings.limits.seconds,
            megabytes=game.settings.limits.megabytes,
        )
        subject = writing.subject(game, "set-aside", case.seat)
        again = "-again" if confirmation else "-later" if game.inbox.reopened(item) else ""
        sent = receipts.answer(game, case, "failed", subject, content, again=again, credible=case.credible)
        verdict = msgspec.structs.replace(verdict, seat=case.seat, receipt=sent.ident, answered=sent.address)
    game.inbox.judge(item, verdict)
    _end(game, item, in_turn=in_turn)
    return SetAside(verdict, content)


def _case(game: Game, item: InboxItem, attempt: Attempt) -> MailCase | None:
    """The case of an item, without a look at what it says; None if no one knows whose it is."""
    claim, credibility = attempt.claim, attempt.credibility
    incoming = ReceivedMail(kind=SenderKind("person", ""))
    if item.seat:
        claim, credibility = SenderClaim(item.seat), Credibility()
    else:
        raw = encryption.read(item.path, game.identity)
        headers = headers_of(raw)
        incoming = msgspec.structs.replace(
            incoming, message_id=message_id_of(headers), references=references_of(headers)
        )
        seat = desk_mail.seat_of(game, raw)
        claim, credibility = (SenderClaim(seat), Credibility()) if seat else (claim, credibility)
    if claim.seat not in game.titles:
        return None
    return MailCase(
        item=item,
        incoming=incoming,
        claim=claim,
        credibility=credibility,
        stages=(),
        view=game.view(claim.seat),
        over=False,
    )


def _noted(game: Game) -> Attempt | None:
    return _read(game.inbox.folder / NAME)


def _read(path: Path) -> Attempt | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Attempt)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def _note(game: Game, attempt: Attempt) -> None:
    files.write(game.inbox.folder / NAME, msgspec.json.encode(attempt), durable=False)


def _end(game: Game, item: InboxItem, *, in_turn: bool) -> None:
    if in_turn:
        _note(game, Attempt(item.name, reached=item.number, done=True))
    else:
        pass_over(game)
