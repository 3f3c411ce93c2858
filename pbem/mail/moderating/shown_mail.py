"""What an email says, as far as the moderator reads it: the words to people, and no sheet."""

import msgspec

from pbem.mail.extraction.small_talk import says_something
from pbem.mail.intake.looked_at import read_sheet_file
from pbem.mail.intake.people.addressed_words import taken_out
from pbem.mail.message import received
from pbem.mail.mime.charset import decoded
from pbem.mail.outgoing.forms import read_for
from pbem.referee.correspondence.between_players import is_private
from pbem.referee.correspondence.from_moderator import ANSWERED
from pbem.referee.game import Game
from pbem.report.layout import visible
from pbem.store import encryption
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict, VerdictState

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
    mail = received.opened(item.path.read_bytes())
    if verdict.seat in game.titles:
        if is_private(game) and game.settings.press_mode != "none":
            mail = taken_out(game, verdict.seat, mail)
        mail = read_for(game, verdict.seat, mail, item)
    unclear = verdict.beside and not says_something(mail.found.words)
    return "\n".join(text.text for text in mail.contents.texts) if unclear else mail.found.words


def _words_of_file(game: Game, item: InboxItem, verdict: Verdict) -> str:
    """The note beside a sheet or post that was submitted, if its receipt said that it was for the moderator."""
    if item.seat not in game.titles or not (verdict.beside or verdict.state == "words"):
        return ""
    raw = item.path.read_bytes()
    words = read_sheet_file(game, item.seat, raw, item)[0].found.words
    return words if says_something(words) else decoded(raw, "").text
