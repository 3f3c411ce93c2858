"""Whether an email is trusted to be from the seat whose address it bears: the policy of game.yaml, applied."""

from typing import Literal

import msgspec

from pbem.mail.authentication.dkim import body_altered, signs
from pbem.mail.authentication.dkim_proof import proof
from pbem.mail.authentication.keys import KeyLookup, KeyRecord, asking
from pbem.mail.intake.sender import SenderClaim, claim_mail, invitations
from pbem.mail.message.addressed import to_the_game
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime import truncation
from pbem.mail.mime.headers import headers_of
from pbem.referee.game import Game
from pbem.referee.stage import tokens_in
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_UNPROVEN = frozenset(
    {"altered", "dkim-failed", "dkim-missing", "dkim-foreign", "not-to-the-game", "no-token", "unproven"}
)
_TRIED = ("held", "refused", "command")


class Credibility(msgspec.Struct, frozen=True):
    """What the game makes of it, with the code of why.

    `confirm`: a person has to say so first. `later`: what would show it cannot be had at present. An email that is
    trusted may have a code too, for its writer to know.
    """

    state: Literal["believed", "refused", "confirm", "later"] = "believed"
    code: str = ""


def credibility_of(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, claim: SenderClaim) -> Credibility:
    """Whether *item* counts as its seat's own; what someone confirmed always does."""
    if not item.is_mail or game.inbox.confirmation_of(item):
        return Credibility()
    policy = game.settings.mail.trust.policy
    if claim.standing in ("foreign", "former"):
        return Credibility("refused", f"{claim.standing}-token")
    if claim.standing == "divided":
        return Credibility("refused", "seats-differ")
    if claim.standing == "copy":
        return Credibility("confirm", "another-copy")
    if claim.standing == "missing" and ("token" in policy or claim.shared):
        return Credibility("refused", "no-token")
    whole = (
        truncation.size_of(raw) <= truncation.MOST_BYTES
    )  # of another, in which nothing is read, no signature can be checked
    if "dkim" in policy:
        if not whole:
            return Credibility("refused", "mail-too-large")
        shown = signed(game, item, raw, incoming, claim.seat)
        if shown.state != "believed":
            return shown
    if "moderator confirms" in policy:
        return Credibility("confirm", "moderator-confirms")
    if whole and body_altered(raw):
        harmless = game.settings.mail.trust.altered == "tell" or incoming.kind.what == "list"
        return Credibility("believed" if harmless else "confirm", "altered")
    return Credibility()


def proves_more(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, earlier: Verdict) -> bool:
    """Whether *item* is trusted, or may be later, although its copy was not, for what it had lost on its way.

    The copy, with the *earlier* verdict, may have come by a list or a scanner, and the email itself by none.
    """
    claim = claim_mail(game, incoming)
    if not claim.seat or earlier.state not in _TRIED or not _UNPROVEN.intersection(earlier.problems):
        return False
    credibility = credibility_of(game, item, raw, incoming, claim)
    return credibility == Credibility() or credibility.state == "later"


def signed(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, seat: str = "") -> Credibility:
    """What the signatures show of an email, of *seat* if it is of one.

    The keys that were asked for are kept with the email, for they change.
    """
    trust = game.settings.mail.trust
    policy = (*(one for one in trust.policy if one != "dkim"), "dkim")
    known = game.inbox.beside(item, "keys", dict[str, KeyRecord], "its keys are asked for anew") or {}
    keys = KeyLookup(known, asking(trust.resolver))
    shown = proof(policy, raw, headers_of(raw), incoming.sender, trust, keys, item.arrived)
    if keys.asked:
        game.inbox.keep_beside(item, "keys", msgspec.json.encode({**known, **keys.asked}))
    if shown.dkim == "temporary":
        return Credibility("later", shown.why)
    if shown.dkim != "pass":
        return Credibility("refused", shown.why)
    meant = _meant(game, raw, incoming, seat, shown.domain)
    return Credibility() if meant else Credibility("confirm", "not-to-the-game")


def _meant(game: Game, raw: bytes, incoming: ReceivedMail, seat: str, domain: str) -> bool:
    """Whether the writer of an email that *domain* signed meant it for the game.

    Whoever was sent a signed email can pass it on to the game, with another To where the signature leaves that out, as
    6% of real ones do. Then the token of a letter to *seat* in the subject, which is signed, shows whom it answers.
    """
    headers = headers_of(raw)
    unsigned = [name for name in ("To", "Cc") if name in headers and not signs(raw, domain, name.lower().encode())]
    if not to_the_game(game.settings.mail, raw, copies="Cc" not in unsigned):
        return False
    return not unsigned or (bool(seat) and not invitations(game, seat).keys().isdisjoint(tokens_in(incoming.subject)))
