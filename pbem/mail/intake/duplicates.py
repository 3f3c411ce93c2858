"""Emails that come twice, or later than one that was written after them."""

import hashlib
import hmac

from pbem.mail.authentication.dkim import signed_body, signs
from pbem.mail.intake.judgement import MailCase
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import MailNote
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.keys import derived
from pbem.referee.stage import tokens_in


def fingerprint_of(game: Game, raw: bytes, incoming: ReceivedMail) -> str:
    """What knows the same email again, whatever transport it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with its tokens and what was found in it:
    someone who uses an old Message-ID for other orders has written another email. What was found is left out where
    sheets are sealed, for a hash of it could be guessed at, and where mail must be signed: the Message-ID is signed,
    and the text may be changed in its spaces by whoever sends it again. Where a signature leaves the Message-ID out,
    what is signed tells the email: its time and its text, by a key of the game.
    """
    mail = game.settings.mail
    domain = incoming.sender.rpartition("@")[2]
    if "dkim" in mail.trust.policy and _signed(raw, domain) and not signs(raw, domain, b"message-id"):
        at = incoming.date if signs(raw, domain, b"date") else ""
        said = f"{at}\0{incoming.sender.casefold()}\0{' '.join(incoming.subject.split())}\0".encode(
            "utf-8", "surrogatepass"
        )
        key = derived(game.secret, "signed emails")
        return hmac.digest(key.encode(), said + signed_body(raw), "sha256").hex()[:32]
    ident = incoming.message_id or (f"{incoming.date} {incoming.subject}" if incoming.date else "")
    if not ident:
        return ""
    found = incoming.found
    bare = mail.sealed is not None or "dkim" in mail.trust.policy
    content = (str(bool(found.problem)),) if bare else (found.sheet, *found.commands, found.words, found.problem)
    parts = (ident, incoming.sender.casefold(), *tokens_in(incoming.subject), *content)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _signed(raw: bytes, domain: str) -> bool:
    """Whether *domain* signed an email at all."""
    return signs(raw, domain, b"from")


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
