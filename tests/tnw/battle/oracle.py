"""Every way in which the dice can fall, played by the engine, with how likely it is."""

from collections.abc import Callable, Iterator
from math import comb

from pbem.engine.event import ChanceDrawn
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable

SETTLING = ("fate", "resource")
"""Rolls after a battle, on which its result does not depend."""


class _DiceMissing(Exception):
    def __init__(self, dice: int) -> None:
        self.dice = dice


class _Scripted(DiceTable):
    """A table whose rolls are given one after the other; it stops at the first that is not."""

    rolls: list[tuple[int, ...]]

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        if any(word in name for word in SETTLING):
            rolled = (4,) * dice
        elif not self.rolls:
            raise _DiceMissing(dice)
        else:
            rolled = self.rolls.pop(0)
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*rolled], public=True))
        return rolled


def every_way(state: WarState, begin: Callable[[DiceTable], None]) -> Iterator[tuple[float, DiceTable]]:
    """Each table in which what *begin* enters is played to its end, and how likely it is.

    Of a roll only the numbers of sixes and fives matter.
    """
    waiting: list[tuple[float, list[tuple[int, ...]]]] = [(1.0, [])]
    while waiting:
        chance, rolls = waiting.pop()
        table = _Scripted(state)
        table.rolls = [*rolls]
        begin(table)
        try:
            table.play()
        except _DiceMissing as missing:
            waiting += [(chance * likely, [*rolls, faces]) for likely, faces in _faces(missing.dice)]
        else:
            yield chance, table


def _faces(dice: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    for sixes in range(dice + 1):
        for fives in range(dice - sixes + 1):
            ways = comb(dice, sixes) * comb(dice - sixes, fives)
            rest = dice - sixes - fives
            yield ways * 4**rest / 6**dice, (6,) * sixes + (5,) * fives + (1,) * rest
