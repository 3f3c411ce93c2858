"""What became of emails and of a turn, in whole sentences for a page; a command says it in `progress`, for a shell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from pbem.engine.kit.lexicon import Lexicon
from pbem.mail.outgoing import to_moderator
from pbem.mail.transport.folder import need_of
from pbem.referee.game import Game
from pbem.referee.timekeeping.moving import MovedDeadline
from pbem.report.several import question
from pbem.report.words import Plain, Words

if TYPE_CHECKING:
    from pbem.mail.intake.verdicts import HandledMail
    from pbem.mail.send import SendResult
    from pbem.mail.turn import TurnResult

_GROUP = "moderating"


def of_mail(handled: "Sequence[HandledMail]", titles: Mapping[str, str]) -> Iterator[str]:
    """What became of each email."""
    for one in handled:
        verdict = one.verdict
        who = titles.get(verdict.seat) or verdict.sender or _say("unclear")
        yield _say(f"became-{verdict.state}", item=verdict.item, who=who, beside=verdict.beside)


def of_turn(done: "TurnResult") -> Iterator[str]:
    """What a turn did, and whom the game waits for now."""
    titles = {seat.seat: seat.title for seat in done.status.seats}
    yield from of_mail(done.handled, titles) if done.handled else (_say("no-mail"),)
    yield from (_say("trouble", says=one.says.rstrip(".")) for one in done.troubles)
    yield from (_say("strange", says=found.says, run=found.run) for found in map(need_of, done.strange))
    yield _say("played" if done.played else "not-played")
    if done.status.outcome is not None:
        yield _say("over")
    elif done.locked:
        yield _say("locked", seats=list(done.locked))
    elif done.status.missing:
        yield _say("waits", seats=[seat.title for seat in done.status.missing])
    letters = [titles.get(one.seat, "") for one in done.made]
    if letters:
        yield _say("letters", seats=[*filter(None, letters)], public="" in letters)
    yield from of_sent(done.sent)


def of_sent(sent: "Sequence[SendResult]") -> Iterator[str]:
    """How many messages went out, and how many did not."""
    fates = Counter(one.fate.name for one in sent)
    yield from (_say(f"sent-{fate}", count=count) for fate, count in fates.items())


def of_moved(game: Game, moved: Sequence[MovedDeadline]) -> Iterator[str]:
    """Which deadlines are others now: one line for a seat, or one for each question if they differ."""
    words = to_moderator.words_of(game)
    for seat in dict.fromkeys(one.seat for one in moved):
        own = [one for one in moved if one.seat == seat]
        asked = {stage.decision.key: question(words, stage.decision, seat) for stage in game.stages(seat)}
        alike = len({(one.before, one.after) for one in own}) == 1
        zone = game.settings.zone_of(seat).name
        for one in own[:1] if alike else own:
            before, after = (words.moment(due, zone) if due else "" for due in (one.before, one.after))
            about = "" if alike else asked.get(one.key, one.key)
            was = before if before != after else ""
            yield _say("moved", title=game.titles[seat], question=about, before=was, after=after)


def of_hold(game: Game, seat: str, *, release: bool, lasting: bool) -> str:
    """That *seat* holds what it is asked now, or does so no longer; *lasting* without a deadline that ends it."""
    return _say("released" if release else "held", title=game.titles[seat], lasting=lasting)


def _say(phrase: str, **args: Plain) -> str:
    return _words().phrase(_GROUP, phrase, args)


@cache
def _words() -> Words:
    return Words((), Lexicon({}))
