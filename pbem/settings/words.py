"""The part of a game.yaml that is about words between people."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from pbem.engine.problem import Problem

Press = Literal["none", "public", "private", "anonymous"]
"""What players may write to each other through the game: nothing; only to all at once; to single seats, too; or both
without the writer's name."""
MOST_CHARACTERS = 4000
"""In one message to people: about two pages."""
_FORMERLY: Mapping[str, Press] = {"no": "none", "named": "private", "anonymous": "anonymous"}


class WordsSettings(msgspec.Struct, frozen=True):
    """The bounds of what players write to each other through the game.

    Each may send *a_day* messages of that *length* in characters. The moderator's commands show what they say only if
    the *moderator_reads* it. *between_players* is what `press` was called before there was that key.
    """

    between_players: Literal["no", "named", "anonymous"] | None = None
    moderator_reads: bool = True
    a_day: int = 10
    length: int = MOST_CHARACTERS

    @property
    def press(self) -> Press | None:
        """What a game.yaml that has only the older key says of `press`."""
        return None if self.between_players is None else _FORMERLY[self.between_players]


def wrong_words(words: WordsSettings, press: Press | None) -> Iterator[Problem]:
    """What is wrong with the settings beyond their form, in a game.yaml whose own `press` is that."""
    for field, number in (("a_day", words.a_day), ("length", words.length)):
        if number < 1:
            yield Problem("too-small", ("words", field), args={"number": number, "least": 1})
    if words.length > MOST_CHARACTERS:
        yield Problem("too-long-message", ("words", "length"), args={"number": words.length, "most": MOST_CHARACTERS})
    if press is not None and words.press is not None:
        yield Problem("press-twice", ("words", "between_players"))
    if (press or words.press) == "none" and not words.moderator_reads:
        yield Problem("words-none-to-read", ("words", "moderator_reads"))
