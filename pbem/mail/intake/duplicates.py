"""Emails that come twice, or later than one that was written after them."""

import hashlib

from pbem.mail.intake.judgement import MailCase
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import MailNote
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.stage import tokens_in
from pbem.settings.mail_settings import MailSettings


def fingerprint_of(incoming: ReceivedMail, mail: MailSettings) -> str:
    """What knows the same email again, whatever transport it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with its tokens and what was found in it:
    someone who uses an old Message-ID for other orders has written another email. What was found is left out where
    sheets are sealed, for a hash of it could be guessed at, and where mail must be signed: the Message-ID is signed,
    and the text may be changed in its spaces by whoever sends it again.
    """
    ident = incoming.message_id or (f"{incoming.date} {incoming.subject}" if incoming.date else "")
    if not ident:
        return ""
    found = incoming.found
    bare = mail.sealed is not None or "dkim" in mail.trust.policy
    content = (str(bool(found.problem)),) if bare else (found.sheet, *found.commands, found.words, found.problem)
    parts = (ident, incoming.sender.casefold(), *tokens_in(incoming.subject), *content)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def older_than_what_counts(game: Game, case: MailCase) -> list[MailNote]:
    """A note if the email says that it was written before the one whose sheet it replaces.

    The moment of receipt decides; a player whose emails overtook each other should know.
    """
    for stage in case.stages:
        counting = submissions.counting(game, case.seat, *stage.put)
        if counting is None or counting.by != "sheet" or counting.item >= case.item.number or not case.incoming.date:
            continue
        other = game.inbox.numbered(counting.item)
        verdict = game.inbox.verdict(other) if other else None
        if verdict and case.incoming.date < verdict.written:
            return [MailNote("older-date")]
    return []
