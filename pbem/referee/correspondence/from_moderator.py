"""What the moderator says to players: to all, to one, or as a reply to an email. Each is a fact, said once."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from pbem.referee.correspondence.typed import NotSaid, checked
from pbem.referee.correspondence.watchers import watcher_at
from pbem.referee.game import Clock, Game
from pbem.store.facts.fact import Fact
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold
from pbem.store.verdict import Verdict

F = TypeVar("F", bound=Fact)
ANSWERED = "answered"
"""What the verdict of an email says that the moderator closed by a reply."""


def announce(
    game: Game, text: str, clock: Clock, *, now: bool = False, by: str = "moderator", cause: str = ""
) -> WordsAnnounced:
    """Say *text* to everyone: in the next letters, or by email at once if *now* or if there will be no more letters.

    With a *cause*, such as the line of an email, it is said once however often this is called. Raises `NotSaid`.
    """
    known = _said(game, WordsAnnounced, lambda one: bool(cause) and one.cause == cause)
    if known is not None:
        return known
    fact = WordsAnnounced(text=checked(text), now=now or is_over(game), by=by, cause=cause)
    game.note(fact, clock())
    return fact


def tell(
    game: Game, seat: str, text: str, clock: Clock, *, now: bool = False, by: str = "moderator", cause: str = ""
) -> WordsTold:
    """Say *text* to *seat* alone; otherwise as `announce`."""
    if seat not in game.titles:
        raise NotSaid(f"there is no seat {seat!r}; there are: {', '.join(game.titles)}")
    known = _said(game, WordsTold, lambda one: bool(cause) and one.cause == cause)
    if known is not None:
        return known
    fact = WordsTold(seat=seat, text=checked(text), now=now or is_over(game), by=by, cause=cause)
    game.note(fact, clock())
    return fact


def answer(
    game: Game, number: int, text: str, clock: Clock, *, by: str = "moderator", cause: str = ""
) -> WordsAnswered:
    """Reply to email *number*, to whoever wrote it, at once and with their own words below; it then waits no longer.

    The same reply again only closes the email. Raises `NotSaid`.
    """
    words = checked(text)
    verdict = _verdict(game, number)
    known = _said(game, WordsAnswered, lambda one: one.item == number)
    if known is not None and known.text != words:
        raise NotSaid(f"email {number} was answered before; to say more, use `tell {known.seat or 'SEAT'}`")
    fact = known
    if fact is None:
        fact = WordsAnswered(item=number, text=words, seat=verdict.seat, address=_watcher(verdict), by=by, cause=cause)
        game.note(fact, clock())
    _settle(game, number, verdict)
    return fact


def is_over(game: Game) -> bool:
    """Whether no letter will come any more."""
    return bool(game.log.pauses) and not game.table.state.flow


def _said(game: Game, kind: type[F], wanted: Callable[[F], bool]) -> F | None:
    return next((one for one in game.facts if isinstance(one, kind) and wanted(one)), None)


def _is_watchers(game: Game, verdict: Verdict) -> bool:
    """Whether an email for the moderator is from someone who still watches."""
    return verdict.state in ("unclaimed", "dismissed") and watcher_at(game, verdict.sender) is not None


def _watcher(verdict: Verdict) -> str:
    return "" if verdict.seat else verdict.sender


def _verdict(game: Game, number: int) -> Verdict:
    """The verdict on email *number*, whose writer can have a reply."""
    item = game.inbox.numbered(number)
    verdict = game.inbox.verdict(item) if item else None
    if item is None:
        raise NotSaid(f"there is no email {number}; `pbem mail` lists them")
    if verdict is None:
        raise NotSaid(f"email {number} was not processed yet; run `pbem turn` first")
    if verdict.seat not in game.titles and not _is_watchers(game, verdict):
        raise NotSaid(
            f"email {number} is from no player and no watcher; write to its sender yourself, then "
            f"`pbem dismiss {number}`"
        )
    return verdict


def _settle(game: Game, number: int, verdict: Verdict) -> None:
    """Close an email whose words waited for the moderator; what else it did stays."""
    item = game.inbox.numbered(number)
    if item is None:
        return
    if verdict.state in ("words", "unclaimed"):
        game.inbox.judge(item, msgspec.structs.replace(verdict, state="dismissed", says=ANSWERED, beside=False))
    elif verdict.beside:
        game.inbox.judge(item, msgspec.structs.replace(verdict, beside=False))
