"""The part of a game.yaml that is about words between people."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pbem.engine.problem import Problem


class WordsSettings(msgspec.Struct, frozen=True):
    """Whether players can write to each other through the game, under the names of their seats or under none.

    Each may send *a_day* messages. The moderator's commands show what they say only if the *moderator_reads* it.
    """

    between_players: Literal["no", "named", "anonymous"] = "no"
    moderator_reads: bool = True
    a_day: int = 10

    @property
    def allowed(self) -> bool:
        """Whether players can write to each other at all."""
        return self.between_players != "no"


def wrong_words(words: WordsSettings) -> Iterator[Problem]:
    """What is wrong with the settings beyond their form."""
    if words.a_day < 1:
        yield Problem("too-small", ("words", "a_day"), args={"number": words.a_day, "least": 1})
    if not words.allowed and not words.moderator_reads:
        yield Problem("words-none-to-read", ("words", "moderator_reads"))
