"""What the moderator does about emails: confirm, close and reply to them, and write to players."""

from collections.abc import Sequence

from pbem.mail.deeds.decided import Decided
from pbem.mail.intake import by_moderator, verdicts
from pbem.mail.moderating import in_words, progress
from pbem.mail.outgoing.told import tell_facts
from pbem.referee.correspondence import appeals, from_moderator
from pbem.referee.correspondence.people import by_mail
from pbem.referee.game import Clock, Game
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold


def confirm(game: Game, clock: Clock, number: int, seat: str = "", *, new_address: bool = False) -> Decided:
    """Confirm that email *number* is from *seat*, or from the seat whose address it bears, and process it."""
    by_moderator.confirm(game, number, seat, clock, new_address=new_address)
    handled = verdicts.judge_all(game, clock)
    return Decided(
        says=tuple(progress.of_mail(handled)),
        page=tuple(in_words.of_mail(handled, game.titles)),
        data={"verdicts": [one.verdict for one in handled]},
    )


def dismiss(game: Game, clock: Clock, number: int, reason: str = "") -> Decided:
    """Close email *number* without effect; its seat is told the *reason* if it waited for a confirmation.

    What waits is judged before, as it may settle what becomes of the email; but one that was not judged itself is
    closed without a look at it or at any other.
    """
    if not by_moderator.is_unread(game, number):
        verdicts.judge_all(game, clock)
    verdict = by_moderator.dismiss(game, number, reason, clock)
    return Decided(says=(f"Email {verdict.item} is closed; it stays in the inbox.",), data={"verdict": verdict})


def dismiss_appeal(game: Game, clock: Clock, number: int, reason: str) -> Decided:
    """Settle appeal *number*: all stays as it is."""
    settled = appeals.settle(game, number, "dismissed", reason, clock)
    said = f"Appeal {number} is dismissed; its player is told why."
    return Decided(says=(said, "Run `pbem turn`: it sends the email."), data=settled)


def announce(game: Game, clock: Clock, text: str, *, now: bool = False, cause: str = "") -> Decided:
    """Say *text* to all players and in the public report: in the next letters, or by email at once if *now*."""
    said = from_moderator.announce(game, text, clock, now=now, cause=cause)
    return _said(game, said, tuple(game.titles))


def tell(game: Game, clock: Clock, seat: str, text: str, *, now: bool = False, cause: str = "") -> Decided:
    """Say *text* to the player of *seat* alone: in the next letter, or by email at once if *now*."""
    said = from_moderator.tell(game, seat, text, clock, now=now, cause=cause)
    return _said(game, said, (seat,))


def answer(game: Game, clock: Clock, number: int, text: str, *, cause: str = "") -> Decided:
    """Reply to whoever wrote email *number*, at once, and close it."""
    said = from_moderator.answer(game, number, text, clock, cause=cause)
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
