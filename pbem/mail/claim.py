"""Whose mail it is: a seat's own address and the token that only the seat's own letter carried."""

from typing import Literal

import msgspec

from pbem.mail.body import START
from pbem.store.game import Game
from pbem.store.stage import Stage, tokens_in

Standing = Literal["current", "outdated", "foreign", "missing"]


class Claim(msgspec.Struct, frozen=True):
    """The seat that wrote, or none; *standing* is that of its token.

    *guess* tells the moderator, and nobody else, whose mail an unclaimed one may be.
    """

    seat: str = ""
    standing: Standing = "missing"
    guess: str = ""


def claim_mail(game: Game, sender: str, subject: str, text: str) -> Claim:
    """The claim of a mail from *sender*."""
    tokens = tokens_in(subject)
    seats = game.settings.seats_of(sender) if sender else ()
    if not seats:
        guesses = (seat for seat in game.titles if any(token in invitations(game, seat) for token in tokens))
        return Claim(guess=next(guesses, ""))
    claims = [Claim(seat, _standing(game, seat, tokens, text)) for seat in seats]
    ranks: tuple[Standing, ...] = ("current", "outdated", "foreign", "missing")
    return min(claims, key=lambda claim: ranks.index(claim.standing))


def claim_sheet(game: Game, seat: str, text: str) -> Claim:
    """The claim of a bare sheet, whose seat is known; a token in its first line must be the present one."""
    tokens = _marked(text)
    return Claim(seat, _standing(game, seat, tokens, text) if tokens else "current")


def invitations(game: Game, seat: str) -> dict[str, tuple[str, int]]:
    """All tokens that the letters to *seat* ever carried, with the stages they were for."""
    invited = (game.invited(pause, seat) for pause in game.log.pauses)
    return {game.token(seat, *stage): stage for stage in invited if stage}


def _standing(game: Game, seat: str, tokens: tuple[str, ...], text: str) -> Standing:
    known = invitations(game, seat)
    stage = game.stage(seat)
    mine = [known[token] for token in tokens if token in known]
    written_for = [known[token] for token in _marked(text) if token in known]
    if not tokens:
        return "missing"
    if not mine:
        return "foreign"
    fits = [_fits(stage, each) for each in (*mine[:1], *written_for)]
    return "current" if all(fits) else "outdated"


def _fits(stage: Stage | None, invited: tuple[str, int]) -> bool:
    """Whether a letter for the stage *invited* still invites what the seat may send now."""
    if stage is None:
        return False
    key, asked = invited
    return key == stage.decision.key and (asked == stage.asked or not stage.pending)


def _marked(text: str) -> tuple[str, ...]:
    """The tokens in the line `--- # ...` that opens a sheet."""
    first = text.lstrip("\n").split("\n", 1)[0]
    return tokens_in(first) if START.fullmatch(first.rstrip()) else ()
