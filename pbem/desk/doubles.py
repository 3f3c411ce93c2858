"""Mails that come twice, or later than one that was written after them."""

import hashlib

from pbem.content.text import Note
from pbem.desk.judging import Case
from pbem.mail.envelope import Envelope
from pbem.store import docket
from pbem.store.game import Game


def mark_of(envelope: Envelope) -> str:
    """What knows the same mail again, whatever road it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with what was found in it: somebody who
    uses an old Message-ID for other orders has written another mail.
    """
    ident = envelope.message_id or (f"{envelope.date} {envelope.subject}" if envelope.date else "")
    if not ident:
        return ""
    found = envelope.found
    parts = (ident, envelope.sender.casefold(), found.sheet, *found.commands, found.words, found.problem)
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
