"""What became of emails and of a turn, in whole sentences for a page; a command says it in `progress`, for a shell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.mail.deeds.in_words import say
from pbem.mail.transport.folder import need_of

if TYPE_CHECKING:
    from pbem.mail.intake.verdicts import HandledMail
    from pbem.mail.send import SendResult
    from pbem.mail.turn import TurnResult


def of_mail(handled: "Sequence[HandledMail]", titles: Mapping[str, str]) -> Iterator[str]:
    """What became of each email."""
    for one in handled:
        verdict = one.verdict
        who = titles.get(verdict.seat) or verdict.sender or say("unclear")
        yield say(f"became-{verdict.state}", item=verdict.item, who=who, beside=verdict.beside)


def of_turn(done: "TurnResult") -> Iterator[str]:
    """What a turn did, and whom the game waits for now."""
    titles = {seat.seat: seat.title for seat in done.status.seats}
    yield from of_mail(done.handled, titles) if done.handled else (say("no-mail"),)
    yield from (say("trouble", says=one.says.rstrip(".")) for one in done.troubles)
    yield from (say("strange", says=found.says, run=found.run) for found in map(need_of, done.strange))
    yield say("played" if done.played else "not-played")
    if done.status.outcome is not None:
        yield say("over")
    elif done.locked:
        yield say("locked", seats=list(done.locked))
    elif done.status.missing:
        yield say("waits", seats=[seat.title for seat in done.status.missing])
    letters = [titles.get(one.seat, "") for one in done.made]
    if letters:
        yield say("letters", seats=[*filter(None, letters)], public="" in letters)
    yield from of_sent(done.sent)


def of_sent(sent: "Sequence[SendResult]") -> Iterator[str]:
    """How many messages went out, and how many did not."""
    fates = Counter(one.fate.name for one in sent)
    yield from (say(f"sent-{fate}", count=count) for fate, count in fates.items())
