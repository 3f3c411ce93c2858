"""Mails that come twice, or later than one that was written after them."""

import hashlib

from pbem.content.text import Note
from pbem.desk.judging import Case
from pbem.mail.envelope import Envelope
from pbem.store import docket
from pbem.store.game import Game
from pbem.store.stage import tokens_in


def mark_of(envelope: Envelope, *, sealed: bool = False) -> str:
    """What knows the same mail again, whatever road it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with its tokens and what was found in it:
    somebody who uses an old Message-ID for other orders has written another mail. Where sheets are *sealed* their
    content is left out, for a hash of it could be guessed at.
    """
    ident = envelope.message_id or (f"{envelope.date} {envelope.subject}" if envelope.date else "")
    if not ident:
        return ""
    found = envelope.found
    content = (str(bool(found.problem)),) if sealed else (found.sheet, *found.commands, found.words, found.problem)
    parts = (ident, envelope.sender.casefold(), *tokens_in(envelope.subject), *content)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def older_than_what_counts(game: Game, case: Case) -> list[Note]:
    """A note if the mail says that it was written before the one whose sheet it replaces.

    The moment of receipt decides; a player whose mails overtook each other should know.
    """
    counting = docket.counting(game, case.seat, *case.asked)
    if counting is None or counting.by != "sheet" or counting.item >= case.item.number or not case.envelope.date:
        return []
    other = game.inbox.numbered(counting.item)
    verdict = game.inbox.verdict(other) if other else None
    return [Note("older-date")] if verdict and case.envelope.date < verdict.written else []
