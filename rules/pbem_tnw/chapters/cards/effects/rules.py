"""What every effect word has: why it cannot be carried out now, and how it is (part 3).

Each word is code once: a family of words is a module here, which registers its functions for the struct of the word.
Functions of a word are told the position, or what a seat sees of it, and the card that is played.
"""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.position.state import WarState

CARD_ROLL = "card"
"""The purpose of a die that a card asks for."""


@singledispatch
def hindrances(effect: Any, state: WarState, playing: Playing) -> Iterator[Problem]:
    """Why *effect* cannot be carried out at least in part; choices left out have the defaults of `event_choices`."""
    raise TypeError(f"no rule for the effect {effect}")


@singledispatch
def carry_out(effect: Any, table: Table[WarState], playing: Playing) -> None:
    """Do as much of *effect* as can be done, by events and by boxes that are entered."""
    raise TypeError(f"no rule for the effect {effect}")


def idle(playing: Playing, why: str, **args: object) -> Problem:
    """The effect would do nothing: *why* is a phrase of the group `idle-effects`."""
    return Problem("event-idle", rule="6.1", args={"card": playing.card.id, "why": why, **args})


def die_shows(table: Table[WarState], least: int) -> bool:
    """Whether the die that a card asked for shows so much, with what other cards have changed of it."""
    rolled = () if table.state.impulse is None else table.state.impulse.rolled
    table.emit(DiceCleared())
    return bool(rolled) and rolled[-1].total >= least
