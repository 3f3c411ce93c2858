"""What the moderator does about emails: confirm, close and reply to them, and write to players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.mail import judges
from pbem.mail.deeds.fields import Decided
from pbem.mail.deeds.times import say
from pbem.mail.extraction.command import says_something
from pbem.mail.intake import confirmations
from pbem.mail.intake.beside import taken_out
from pbem.mail.intake.forms import read_for
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.mail.message import received
from pbem.mail.mime.text import decoded
from pbem.mail.moderating import wording
from pbem.mail.outgoing.told import tell_facts
from pbem.mail.transport.folder import need_of
from pbem.referee.game import Clock, Game
from pbem.referee.people import appeals, words
from pbem.referee.people.words import ANSWERED, by_mail, is_private
from pbem.report.plain import visible
from pbem.store import encryption
from pbem.store.facts import WordsAnnounced, WordsAnswered, WordsTold
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


def confirm(game: Game, clock: Clock, number: int, seat: str = "", *, new_address: bool = False) -> Decided:
    """Confirm that email *number* is from *seat*, or from the seat whose address it bears, and process it."""
    confirmations.confirm(game, number, seat, clock, new_address=new_address)
    handled = judges.judge_all(game, clock)
    return Decided(
        says=tuple(wording.of_mail(handled)),
        page=tuple(of_emails(handled, game.titles)),
        data={"verdicts": [one.verdict for one in handled]},
    )


def dismiss(game: Game, clock: Clock, number: int, reason: str = "") -> Decided:
    """Close email *number* without effect; its seat is told the *reason* if it waited for a confirmation.

    What waits is judged before, as it may settle what becomes of the email; but one that was not judged itself is
    closed without a look at it or at any other.
    """
    if not confirmations.is_unread(game, number):
        judges.judge_all(game, clock)
    verdict = confirmations.dismiss(game, number, reason, clock)
    return Decided(says=(f"Email {verdict.item} is closed; it stays in the inbox.",), data={"verdict": verdict})


def dismiss_appeal(game: Game, clock: Clock, number: int, reason: str) -> Decided:
    """Settle appeal *number*: all stays as it is."""
    settled = appeals.settle(game, number, "dismissed", reason, clock)
    said = f"Appeal {number} is dismissed; its player is told why."
    return Decided(says=(said, "Run `pbem turn`: it sends the email."), data=settled)


def announce(game: Game, clock: Clock, text: str, *, now: bool = False, cause: str = "") -> Decided:
    """Say *text* to all players and in the public report: in the next letters, or by email at once if *now*."""
    said = words.announce(game, text, clock, now=now, cause=cause)
    return _said(game, said, tuple(game.titles))


def tell(game: Game, clock: Clock, seat: str, text: str, *, now: bool = False, cause: str = "") -> Decided:
    """Say *text* to the player of *seat* alone: in the next letter, or by email at once if *now*."""
    said = words.tell(game, seat, text, clock, now=now, cause=cause)
    return _said(game, said, (seat,))


def answer(game: Game, clock: Clock, number: int, text: str, *, cause: str = "") -> Decided:
    """Reply to whoever wrote email *number*, at once, and close it."""
    said = words.answer(game, number, text, clock, cause=cause)
    return _said(game, said, (said.seat or said.address,))


def _said(game: Game, said: WordsAnnounced | WordsTold | WordsAnswered, seats: Sequence[str]) -> Decided:
    """Queue what goes at once, and say what becomes of it."""
    at_once = isinstance(said, WordsAnswered) or said.now
    mailed = [seat for seat in seats if at_once and (seat not in game.titles or by_mail(game, seat))]
    if mailed:
        tell_facts(game)
    later = [seat for seat in seats if seat not in mailed]
    titled, missing = ([game.titles.get(seat, seat) for seat in some] for some in (mailed, later))
    says = [f"Sent by email to {', '.join(titled)}."] if mailed else []
    if later and at_once:
        says.append(f"Without an address for email: {', '.join(missing)}; it is in the next letter to each.")
    elif later:
        report = " and in the next report" if isinstance(said, WordsAnnounced) else ""
        says.append(f"It will be in the next letter to {', '.join(missing)}{report}. To say it at once, use --now.")
    data = {"text": said.text, "by_mail": mailed, "in_letter": later}
    return Decided(says=tuple(says), data=data, goes=bool(mailed))


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
