"""Cards that are being played: laid down, and not yet where they go when they are done (6.1, 6.14)."""

from typing import Literal

import msgspec

from pbem_tnw.orders.lines.event_choices import EventChoices

PlayedAs = Literal["event", "response", "battle", "turned-up"]
"""An event in its nation's Impulse, an answer (6.14), a battle card (6.15), the card of a neutral Proxy (17.5)."""


class LaidCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card on the table whose effects are due.

    *choices* are known to the seat that made them, and in the position; all else is public.
    """

    card: str
    nation: str
    how: PlayedAs
    choices: EventChoices | None = None
    cancelled: bool = False
    chosen: str = ""
    """The nation that was chosen where the card leaves a choice of several."""
    option: int = 1
    """Which of its options was taken, from 1."""
    receiver: str = ""
    """The nation to which a card was given."""
    moved: tuple[str, ...] = ()
    """Proxies whose consuls it has moved."""


class CardAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """That a nation has answered with a card in *turn*; lines of standing orders may be limited in number (2.4)."""

    turn: int
    nation: str
    card: str


class RollBonus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a *card* adds to the next roll of *nation* for `interception`, `evasion` or `siege_dice`."""

    roll: str
    nation: str
    n: int
    card: str
