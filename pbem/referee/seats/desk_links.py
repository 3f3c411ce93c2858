"""Links by which a seat opens its page on the order desk.

    https://desk.example.org/l/GAMESECRETTOKEN

GAME is public: where to look. SECRET is the seat's, for as long as its player holds it and does not renew it. TOKEN is
that of the letter with the link; a link without one opens the page all the same.
"""

import base64
import hashlib
import hmac
import re
from datetime import datetime
from typing import Literal

import msgspec

from pbem.referee.game import Game
from pbem.referee.keys import derived
from pbem.referee.stage import SeatStage
from pbem.store.facts.desk import DeskLinkRenewed
from pbem.store.pause import Pause

_GAME, _SECRET, _TOKEN = 4, 26, 8
_LINK = re.compile(rf"([a-z2-7]{{{_GAME}}})([a-z2-7]{{{_SECRET}}})([a-z2-7]{{{_TOKEN}}})?")
Purpose = Literal["link", "cookie", "form", "sheet", "board"]
"""What a key of a seat is for, so that none reveals another."""


class DeskLink(msgspec.Struct, frozen=True):
    """What a link says: which game it is of, the secret, and the token of its letter if it has one."""

    game: str
    secret: str
    token: str = ""


def link(game: Game, seat: str, stages: tuple[SeatStage, ...], pause: Pause | None = None) -> str:
    """The link in a letter of *pause* to *seat* about *stages*, or in one of now; empty if the game has no desk."""
    if not game.settings.desk:
        return ""
    token = game.token(seat, *stages[0].put, game.tenure(seat, pause)).replace("-", "") if stages else ""
    return f"{game.settings.desk}/l/{mark_of(game.name)}{key(game, seat, 'link', pause)}{token}"


def read(text: str) -> DeskLink | None:
    """What the last part of a link says; None if it is not one."""
    found = _LINK.fullmatch(text)
    token = found[3] or "" if found else ""
    return DeskLink(found[1], found[2], f"{token[:4]}-{token[4:]}" if token else "") if found else None


def mark_of(name: str) -> str:
    """What the links of the game *name* begin with."""
    return _word(hashlib.sha256(f"desk\0{name}".encode()).digest(), _GAME)


def key(game: Game, seat: str, purpose: Purpose, pause: Pause | None = None) -> str:
    """A key of whoever holds *seat* now, or held it at *pause*: another one after each change of hands or renewal."""
    whole = derived(game.secret, "desk", "".join(game.log.salts(len(game.table.entries))) if game.is_old else "")
    generation = game.tenure(seat, pause).generation
    name = "\0".join((purpose, game.name, seat, str(generation), str(_renewals(game, seat, pause))))
    return _word(hmac.digest(whole.encode(), name.encode(), "sha256"), _SECRET)


def renew(game: Game, seat: str, item: int, at: datetime) -> None:
    """Make the links and cookies of *seat* void, once for each *item* of the inbox."""
    if not any(isinstance(fact, DeskLinkRenewed) and fact.item == item for fact in game.facts):
        game.note(DeskLinkRenewed(seat=seat, item=item), at)


def _renewals(game: Game, seat: str, pause: Pause | None) -> int:
    count = 0
    for line in game.log.lines:
        if pause is not None and line.pause and line.pause.round == pause.round:
            break
        count += isinstance(line.fact, DeskLinkRenewed) and line.fact.seat == seat
    return count


def _word(digest: bytes, length: int) -> str:
    return base64.b32encode(digest).decode().lower()[:length]
