"""Dice that a case gives, in the order in which they are rolled."""

from collections.abc import Sequence
from typing import Generic

import msgspec

from pbem.case.tree import CaseFileError
from pbem.engine.event import ChanceDrawn
from pbem.engine.kit.reading import ListNode, Node, Place, TextNode
from pbem.engine.position import S
from pbem.engine.table import Table


class GivenDie(msgspec.Struct, frozen=True):
    """A face, and where the case gives it."""

    place: Place
    face: int


class WrongDice(Exception):
    """A roll for which the case gives too few dice, or at *place* a face that its dice do not have."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class GivenDice(Table[S], Generic[S]):
    """A table whose dice show what a case gives, and nothing else."""

    dice: Sequence[GivenDie] = ()
    """Those that are still to be rolled."""

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        self._chance(name)  # raises what any table raises
        rolled, self.dice = self.dice[:dice], self.dice[dice:]
        if len(rolled) < dice:
            given = ", ".join(str(die.face) for die in rolled) or "none"
            raise WrongDice(f"dice: {dice} are rolled for {name!r}, and of these the case gives {given}")
        for die in rolled:
            if not 1 <= die.face <= sides:
                raise WrongDice(f"dice: {die.face}, but the dice for {name!r} have {sides} sides", die.place)
        faces = tuple(die.face for die in rolled)
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*faces], public=True))
        return faces


def read_dice(node: Node) -> tuple[GivenDie, ...]:
    """The faces in *node*: numbers in a list, grouped in lists as one likes; raises `CaseFileError`."""
    if isinstance(node, ListNode):
        return tuple(die for item in node.items for die in read_dice(item))
    if not isinstance(node, TextNode):
        raise CaseFileError(node, "wrong-shape", wanted="list", got=node.kind)
    if not node.text.isdecimal():
        raise CaseFileError(node, "not-a-number", text=node.text)
    return (GivenDie(node.place, int(node.text)),)


def not_rolled(dice: Sequence[GivenDie]) -> str:
    """What there is to say of dice that are left over; empty if none are."""
    faces = ", ".join(str(die.face) for die in dice)
    return f"line {dice[0].place.line}: dice: {faces} were not rolled" if dice else ""
