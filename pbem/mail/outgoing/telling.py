"""How a fact is told by email: to whom, and in which words."""

from collections.abc import Callable
from typing import Any

import msgspec

from pbem.referee.game import Game
from pbem.report.content.tree import Content
from pbem.store.log import LogLine


class Notice(msgspec.Struct, frozen=True):
    """An email to *seat*, or to someone else at *address* called *name*.

    *answers* is the Message-ID of the email that it answers, and *references* are those of the thread before that.
    """

    subject: str
    content: Content
    seat: str = ""
    address: str = ""
    name: str = ""
    answers: str | None = None
    references: tuple[str, ...] = ()


class Telling(msgspec.Struct, frozen=True):
    """How a type of facts is told: *to* whom (seats, or words that stand for other people), and *notice* for each."""

    to: Callable[[Game, LogLine, Any], tuple[str, ...]]
    notice: Callable[[Game, LogLine, Any, str], Notice | None]
