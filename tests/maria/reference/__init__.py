"""A second opinion: the rules where mistakes hide, written again from the rulebook alone.

It is small, slow and naive, it shares no code with the rules engine, and it reads of a position only what lies on
the table. Where it and the engine disagree, one of them has misread the rulebook.
"""

from collections.abc import Mapping
from functools import lru_cache

from pbem_maria.edition.board import Board
from pbem_maria.edition.edition import Edition
from pbem_maria.position.state import State

CAMPS = {
    "prussian-ally": ("france bavaria prussia saxony", "austria pragmatic"),
    "neutral": ("france bavaria prussia", "austria pragmatic", "saxony"),
    "austrian-ally": ("france bavaria prussia", "austria pragmatic saxony"),
}
"""Who is allied with whom (2) by Saxony's standing (19.3)."""
CLOSER = {
    "prussian-ally": ("france bavaria", "prussia saxony", "austria pragmatic"),
    "neutral": ("france bavaria", "austria pragmatic"),
    "austrian-ally": ("france bavaria", "austria pragmatic", "austria saxony"),
}
"""Who cooperates (2)."""
MAJOR = {"bavaria": "france", "saxony": "prussia"}
"""Whose markers a minor power takes (10.3)."""
ROAMING = ("france", "austria")
"""The powers whose pieces may go from one map to the other (10.1)."""


def allied(saxony: str, one: str, other: str) -> bool:
    """Whether two powers are allies."""
    return one == other or any({one, other} <= set(camp.split()) for camp in CAMPS[saxony])


def enemies(saxony: str, one: str, other: str) -> bool:
    """Whether two powers are enemies; a neutral Saxony has none."""
    stands_apart = saxony == "neutral" and "saxony" in (one, other)
    return not stands_apart and not allied(saxony, one, other)


def cooperating(saxony: str, one: str, other: str) -> bool:
    """Whether two powers are one or cooperate."""
    return one == other or any({one, other} <= set(pair.split()) for pair in CLOSER[saxony])


def major(saxony: str, power: str) -> str:
    """The major power whose markers and points are those of *power*."""
    return "austria" if power == "saxony" and saxony == "austrian-ally" else MAJOR.get(power, power)


@lru_cache
def _army(edition: Edition) -> Mapping[str, str]:
    trains = {train.id: power.id for power in edition.powers.values() for train in power.trains}
    return trains | {general.id: power.id for power in edition.powers.values() for general in power.generals}


def owner(state: State, piece: str) -> str:
    """The power of a piece, as the army sheets have it."""
    return _army(state.theatre.edition)[piece]


def generals(state: State) -> Mapping[str, str]:
    """The city of every general on the map."""
    return {piece: city for piece, city in state.at.items() if piece in state.theatre.edition.generals}


def country(board: Board, city: str, *, annexed: bool) -> str | None:
    """The power whose home country a city lies in (3); Silesia's once it is annexed is Prussia (19.1)."""
    return "prussia" if annexed and board.cities[city].region == "silesia" else board.cities[city].home


@lru_cache(maxsize=4096)
def steps(board: Board, start: str) -> Mapping[str, int]:
    """The distance by road from *start* to every city, whatever stands in between."""
    found, edge, number = {start: 0}, {start}, 0
    while edge:
        number += 1
        edge = {near for city in edge for near in board.roads[city] if near not in found}
        found |= dict.fromkeys(edge, number)
    return found
