"""Random draws that anyone can audit once their key is published; docs/chance.md has the method to the byte."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 32
_WORDS = "words of chance"


class Chance:
    """Numbers drawn from a game's key of chance and the name of the draw.

    The name says what is drawn ("deck 2"), never when or in which attempt, so rewinding a game
    cannot change an outcome. The stream is HMAC-SHA256(key,
    name || 0 || counter), counter in four bytes from zero.
    """

    def __init__(self, key: str, name: str) -> None:
        self._key = key.encode()
        self._name = name
        self._counter = 0
        self._left = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._left) < count:
            block = self._name.encode() + b"\0" + self._counter.to_bytes(4, "big")
            self._left += hmac.digest(self._key, block, "sha256")
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def below(self, bound: int) -> int:
        """A number from 0 to *bound* - 1, each equally likely (by rejection)."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound}")
        limit = (1 << _BLOCK) - (1 << _BLOCK) % bound
        while (number := int.from_bytes(self._bytes(_BLOCK // 8), "big")) >= limit:
            pass
        return number % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of *items*."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """*items* in an order as random as any (Fisher-Yates, from the end)."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)


def mixed(key: str, words: Mapping[str, str]) -> str:
    """The key that follows from *key* and the words of chance of all seats, in their order; *key* if all are silent."""
    if not any(words.values()):
        return key
    said = "".join(f"{line}\n" for line in (_WORDS, *(f"{seat}={text}" for seat, text in words.items())))
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()


def commitment(key: str) -> str:
    """The SHA-256 that the first letter shows and that the key of chance, published at the end, must have."""
    return hashlib.sha256(key.encode()).hexdigest()
