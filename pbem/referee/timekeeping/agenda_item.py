"""What the agenda is made of: things that will happen by themselves, and what causes them."""

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from pbem.referee.game import Game


class AgendaItem(msgspec.Struct, frozen=True):
    """Something that will happen *at* a time if nothing changes: its *kind*, and the *seats* that it is about."""

    at: datetime
    kind: str
    seats: tuple[str, ...] = ()


class AgendaSource(msgspec.Struct, frozen=True):
    """One cause of things that happen by themselves.

    *coming* tells them in any order, those that are overdue too; *act* does at a time whatever is due then, as facts,
    and says whether it did anything.
    """

    coming: Callable[[Game, datetime], Iterable[AgendaItem]]
    act: Callable[[Game, datetime], bool]
