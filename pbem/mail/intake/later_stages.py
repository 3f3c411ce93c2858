"""Emails for stages that the game has not come to, as after a backup was put back: they wait until it has.

What fits no stage may be of a later one. Play comes first then, as far as it goes without that email; each email
is so judged by the stage at which it came. Only if an email that waits shows the game to be behind its own letters does
such an email wait longer. Otherwise it is refused, and judged again if its stage comes after all.
"""

from collections.abc import Iterator
from typing import Literal

from pbem.mail.intake.sender import SenderClaim, invitations, tokens_of
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.headers import headers_of, references_of, sender_of
from pbem.mail.outgoing.message import message_name, naming_ours
from pbem.referee.game import Clock, Game
from pbem.referee.history import behind, keep_shown, present, shown_by, waiting_behind
from pbem.referee.play import ready
from pbem.store import encryption
from pbem.store.inbox import InboxItem

_MOST = 100
"""So many letters of a seat, after the last one, are looked for in an email: no backup is as old as that."""


def look(game: Game) -> None:
    """Note of all emails that wait whether they show a later round."""
    for item in game.inbox.waiting():
        fresh = item.is_mail and game.inbox.verdict(item) is None and not shown_by(game, item)
        if fresh and encryption.readable(item.path, game.identity):
            newest = _newest(game, encryption.read(item.path, game.identity))
            if newest:
                keep_shown(game, item, newest)


def waits(
    game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, clock: Clock
) -> Literal["", "play", "behind"]:
    """Whether *item*, which may be for a later stage, waits: until play continued, or while the game is behind."""
    if not game.table.state.flow:
        return ""
    if not (shown_by(game, item) or unknown(game, incoming, claim) or _bare_after(game, item, claim)):
        return ""
    late = behind(game)
    if ready(game, clock, anyway=late > 0):
        return "play"
    return "behind" if late else ""


def unknown(game: Game, incoming: ReceivedMail, claim: SenderClaim) -> tuple[str, ...]:
    """The tokens of an email, or without one the names of letters, by which its stage could be known but is not."""
    tokens = tokens_of(incoming)
    if tokens:
        strange = claim.standing == "foreign" if claim.seat else not claim.invited and not claim.former
        known = strange and any(not invitations(game, seat).keys().isdisjoint(tokens) for seat in game.titles)
        return tokens if strange and not known else ()
    if not claim.seat or claim.standing != "missing":
        return ()
    return tuple(sorted(naming_ours(incoming.references, game.settings.mail.sender)))


def reopen(game: Game) -> bool:
    """Let the emails wait again that were refused for tokens or letters which are those of the present stage now."""
    refused = [verdict for verdict in game.inbox.verdicts() if verdict.unknown]
    known = {seat: _known_by(game, seat) for seat in {verdict.seat for verdict in refused}}
    verdicts = (verdict for verdict in refused if not known[verdict.seat].isdisjoint(verdict.unknown))
    items = [item for verdict in verdicts if (item := game.inbox.numbered(verdict.item))]
    found = [item for item in items if not game.inbox.reopened(item)]
    for item in found:
        game.inbox.reopen(item)
    return bool(found)


def _known_by(game: Game, seat: str) -> set[str]:
    """The token of the present stage of *seat* and the name of its letter; nothing without a stage."""
    stage = game.stage(seat)
    if stage is None:
        return set()
    newest = game.last_letter(seat)
    ident = f"round-{newest.round if newest else 0:04d}-{seat}"
    letter = message_name(game.keys.message_ids, ident, game.settings.seats[seat].address)
    return {game.token(seat, stage.decision.key, stage.asked), letter}


def _bare_after(game: Game, item: InboxItem, claim: SenderClaim) -> bool:
    """Whether an email that names no stage, and would count all the same, came after one that shows a later round."""
    if not claim.seat or claim.standing != "missing" or claim.shared or "token" in game.settings.mail.trust.policy:
        return False
    return any(other.number < item.number for other in waiting_behind(game))


def _newest(game: Game, raw: bytes) -> int:
    """The newest of the letters, not written yet, that an email names."""
    headers = headers_of(raw)
    named = naming_ours(references_of(headers), game.settings.mail.sender)
    letters = _to_come(game, sender_of(headers)) if named else ()
    return max((number for number, name in letters if name in named), default=0)


def _to_come(game: Game, sender: str) -> Iterator[tuple[int, str]]:
    """The rounds to come, with their letters to the seats of *sender*, or to any seat with its address."""
    own = game.settings.seats_of(sender) if sender else ()
    who = [(seat, game.settings.seats[seat].address) for seat in own] or [(seat, sender) for seat in game.titles]
    first = present(game) + 1
    for number in range(first, first + _MOST):
        for seat, address in who:
            yield number, message_name(game.keys.message_ids, f"round-{number:04d}-{seat}", address)
