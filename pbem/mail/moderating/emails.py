"""What became of emails in whole sentences for a page, and what one of them says."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.mail.deeds.times import say
from pbem.mail.extraction.command import says_something
from pbem.mail.intake.beside import taken_out
from pbem.mail.intake.forms import read_for
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.mail.message import received
from pbem.mail.mime.text import decoded
from pbem.mail.transport.folder import need_of
from pbem.referee.game import Game
from pbem.referee.people.words import ANSWERED, is_private
from pbem.report.plain import visible
from pbem.store import encryption
from pbem.store.inbox import InboxItem, Verdict, VerdictState

if TYPE_CHECKING:
    from pbem.mail.judges import HandledMail
    from pbem.mail.send import SendResult
    from pbem.mail.turn import TurnResult


def of_emails(handled: "Sequence[HandledMail]", titles: Mapping[str, str]) -> Iterator[str]:
    """What became of each email."""
    for one in handled:
        verdict = one.verdict
        who = titles.get(verdict.seat) or verdict.sender or say("unclear")
        yield say(f"became-{verdict.state}", item=verdict.item, who=who, beside=verdict.beside)


def of_turn(done: "TurnResult") -> Iterator[str]:
    """What a turn did, and whom the game waits for now."""
    titles = {seat.seat: seat.title for seat in done.status.seats}
    yield from of_emails(done.handled, titles) if done.handled else (say("no-mail"),)
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


_MEANS: dict[VerdictState, str] = {
    "accepted": "Its sheet was accepted",
    "partly": "Parts of its sheet were accepted",
    "refused": "Its sheet was refused",
    "command": "It gave commands",
    "words": "It is a note to the moderator",
    "moderator": "It is yours: its lines were carried out, or refused with a reason",
    "doubted": "Its sheet waits for its player's yes, as there are words beside it",
    "held": "It waits for you to confirm it",
    "unclaimed": "Its seat is unknown",
    "dismissed": "You closed it",
    "doubled": "It is a duplicate of an earlier email",
    "elsewhere": "It is for another game",
    "robot": "A program or a mailing list sent it",
    "bounce": "It says that an email of the game did not arrive",
    "failed": "pbem has a bug and failed at it",
}


class ShownMail(msgspec.Struct, frozen=True):
    """An email: who wrote it about what (*head*), what became of it (*means*), and its *words* to people.

    In *brief* what became of it has no codes of problems.
    """

    head: str
    means: str
    brief: str
    words: str


def shown(game: Game, item: InboxItem, verdict: Verdict) -> ShownMail:
    """The email of *item*, whose result is *verdict*."""
    why = ", ".join(code for code in (*verdict.problems, verdict.why) if code and code != verdict.state)
    doubtful = verdict.state == "words" and not verdict.credible
    doubt = f"; only its From line says that {verdict.seat} wrote it" if doubtful else ""
    replied = verdict.state == "dismissed" and verdict.says == ANSWERED
    means = "It is closed by your reply" if replied else _MEANS[verdict.state]
    head = f"Email {verdict.item} from {verdict.sender or 'an unclear sender'}: {visible(verdict.subject)}"
    if verdict.seat and not item.is_mail:
        head = f"Sheet {verdict.item} of {verdict.seat}"
    codes = f" ({why})" if why else ""
    return ShownMail(head, f"{means}{codes}{doubt}", f"{means}{doubt}", _words(game, item, verdict))


def _words(game: Game, item: InboxItem, verdict: Verdict) -> str:
    """Its note to people; a sheet is not shown, unless it cannot be told from the note."""
    if verdict.state == "failed":  # it may fail again
        return ""
    if encryption.is_sealed(item.path):
        return "(sealed until the stage is processed)" if item.is_mail or verdict.beside else ""
    if not item.is_mail:
        return _words_of_file(game, item, verdict)
    if verdict.state == "robot":
        return ""

    def search(mail: received.ReceivedMail) -> received.ReceivedMail:
        apart = is_private(game) and game.settings.press_mode != "none"
        return read_for(game, verdict.seat, taken_out(game, verdict.seat, mail) if apart else mail, item)

    mail = received.opened(item.path.read_bytes(), search=search if verdict.seat in game.titles else None)
    unclear = verdict.beside and not says_something(mail.found.words)
    return "\n".join(text.text for text in mail.contents.texts) if unclear else mail.found.words


def _words_of_file(game: Game, item: InboxItem, verdict: Verdict) -> str:
    """The note beside a sheet or post that was submitted, if its receipt said that it was for the moderator."""
    if item.seat not in game.titles or not (verdict.beside or verdict.state == "words"):
        return ""
    raw = item.path.read_bytes()
    words = read_sheet_file(game, item.seat, raw, item)[0].found.words
    return words if says_something(words) else decoded(raw, "").text
