"""Emails of watchers, and of people who want to watch: what they ask is done, and confirmed to their own address."""

import re

import msgspec

from pbem.mail.extraction import command
from pbem.mail.extraction.small_talk import says_something
from pbem.mail.intake import daily_replies
from pbem.mail.intake.sender import claim_mail
from pbem.mail.message.received import ReceivedMail
from pbem.mail.outgoing import notices, writing
from pbem.mail.outgoing.told import tell_facts
from pbem.referee.correspondence import watchers
from pbem.referee.correspondence.typed import NotSaid
from pbem.referee.game import Clock, Game
from pbem.referee.needs.of_game import REPORTS, WATCHER
from pbem.referee.stage import tokens_in
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_SUBJECT = re.compile(r"\w{1,5}\s*:\s*|\[[^\[\]]*\]|\{[^{}]*\}")
_ENDS = frozenset({"unwatch", "unsubscribe"})
_CONFIRMS = frozenset({"confirm", "watch", "yes"})


def received(game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, clock: Clock) -> Verdict | None:
    """The verdict on an email about watching, or of a watcher, after what it asks is done; None if it is neither."""
    address = incoming.sender
    if not address or incoming.kind.what != "person":
        return None
    asked, words = _asked(game, incoming)
    watcher = watchers.watcher_at(game, address)
    is_player = bool(game.settings.seats_of(address))
    if asked in _ENDS and watcher:
        watchers.end(game, address, clock)
        tell_facts(game)
        return _done(verdict, "watch-ended")
    confirms = game.settings.watchers and asked in _CONFIRMS and not watcher and not is_player
    if confirms and watchers.word_for(game, address) in words and _begins(game, address, clock):
        tell_facts(game)
        return _done(verdict, "watch-begun")
    if game.settings.watchers and asked == "watch":
        name = "watch-player" if is_player else "watch-already" if watcher else "watch-asked"
        return _answered(game, item, incoming, _done(verdict, name), name)
    if watcher is None or is_player or claim_mail(game, incoming).invited:
        return None  # with a seat's token from another address its player is asked
    verdict = msgspec.structs.replace(verdict, state="unclaimed", why=WATCHER)
    return _answered(game, item, incoming, verdict, "watch-words")


def bounced(game: Game, ident: str, address: str, at: Clock) -> None:
    """End the watch at *address* if what came back is a report to it."""
    if ident.startswith(REPORTS):
        watchers.end(game, address, at, by="bounce")


def _asked(game: Game, incoming: ReceivedMail) -> tuple[str, tuple[str, ...]]:
    """What an email asks in one word, and the words in it that may confirm it; nothing if it says anything else."""
    own = incoming.found.words
    lines = [command.normalised(line) for line in command.without_salutes(command.paragraphs(own[:2000]))]
    if not lines:
        lines = [command.normalised(_SUBJECT.sub(" ", incoming.subject[:200]))]
    first, _, rest = lines[0].partition(" ") if lines else ("", "", "")
    if len(lines) > 1 and says_something("\n".join(lines[1:])):
        return "", ()
    words = (*tokens_in(incoming.subject), *tokens_in("{" + rest.strip(" {}") + "}"))
    if rest and not tokens_in("{" + rest.strip(" {}") + "}") and rest != game.name:
        return "", ()
    return first, words


def _begins(game: Game, address: str, clock: Clock) -> bool:
    try:
        return watchers.begin(game, address, clock)
    except NotSaid:
        return False


def _done(verdict: Verdict, code: str) -> Verdict:
    return msgspec.structs.replace(verdict, state="command", why="", problems=(code,))


def _answered(game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, name: str) -> Verdict:
    """*verdict* after a reply: an address gets one a day, and all together no more than one seat may get."""
    others = [one for one in daily_replies.given_on_day_of(game, item) if not one.seat]
    full = len(watchers.watchers(game)) >= watchers.MOST and name == "watch-asked"
    free = daily_replies.room_for(game, item, incoming.sender, 1) and len(others) < game.settings.mail.answers.a_day
    if full or not free or not game.settings.mail.sender:
        return verdict
    word = watchers.word_for(game, incoming.sender) if name == "watch-asked" else ""
    subject = notices.subject(game, name)
    ident = writing.queue_to(
        game,
        f"watch-{item.number:04d}",
        incoming.sender,
        "",
        subject=f"{subject} {{{word}}}" if word else subject,
        content=notices.content(game, "watching", how=name, by="", word=word),
        date=item.arrived,
        answers=incoming.message_id,
        references=incoming.references,
    )
    return msgspec.structs.replace(verdict, receipt=ident, answered=incoming.sender)
