"""Mail of other games, where several share a mailbox: each leaves the others' alone."""

import re

from pbem.mail.intake.sender import answers_ours, invitations, tokens_of
from pbem.mail.message.received import ReceivedMail
from pbem.referee.game import Game

_NAMED = re.compile(r"\[([a-z0-9][a-z0-9-]{0,60})\][^\[\]{}]{0,200}\{", re.IGNORECASE)


def of_another_game(game: Game, incoming: ReceivedMail) -> bool:
    """Whether the subject is one that another game asked for, and nothing in the email is of this one.

    Such a subject has a game's name and after it a token. A player of ours who spoils one of the two is still answered.
    """
    found = _NAMED.search(incoming.subject)
    own = f"[{game.name}]".casefold()
    if found is None or any(own in text.casefold() for text in (incoming.subject, incoming.found.sheet)):
        return False
    tokens = tokens_of(incoming)
    if not tokens or answers_ours(game, incoming):
        return False
    return all(invitations(game, seat).keys().isdisjoint(tokens) for seat in game.titles)
