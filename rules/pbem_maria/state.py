"""The position: everything that events change.

A seat's view is of the same type, poorer: hands and piles count cards it does not know, `troops`
and `orders` hold only its own.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem_maria.board import Board
from pbem_maria.cards import Pile
from pbem_maria.theatre import Theatre, theatre

MAXIMUM = 8
"""Troops that one general can command (6)."""


class Sighting(msgspec.Struct, frozen=True):
    """What was told of a stack's strength in combat: *troops* of *generals* together, in *turn*."""

    turn: int
    generals: tuple[str, ...]
    troops: int


class Pair(msgspec.Struct, frozen=True):
    """Two neighbouring stacks that must fight, the commander of each first (11.1)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """A card played in combat by a side, `attacker` or `defender`, with the value it counted."""

    side: str
    card: str
    value: int


class Fight(msgspec.Struct, frozen=True):
    """The combat going on; *score* is the attacker's, the defender's is its negative."""

    pair: Pair
    score: int
    plays: tuple[Played, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """A question mark on a protected fortress, by the general that passed it (10.3)."""

    power: str
    general: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the game ended: the winning players (none: a draw) and by which rule."""

    winners: tuple[str, ...]
    rule: str
    cause: str
    turn: int


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole position, or what one seat knows of it."""

    edition: str
    scenario: str
    two_players: bool = False
    seats: Mapping[str, str] = {}
    """The seat that runs each power."""
    flow: tuple[Any, ...] = ()
    turn: int = 0
    stage: str = ""
    """The leading power of the action stage, or nothing between the stages."""
    at: Mapping[str, str] = {}
    """The city of every piece on the map."""
    face_down: frozenset[str] = frozenset()
    troops: Mapping[str, int] = {}
    """Troops of every general on the map, as far as known."""
    totals: Mapping[str, int] = {}
    """Troops of every power on the map; they must be told on demand (6)."""
    sightings: tuple[Sighting, ...] = ()
    commanders: Mapping[str, str] = {}
    """The supreme commander of a stack whose generals have equal ranks, by city (6)."""
    hussars: tuple[str | None, ...] = ()
    """The city of each hussar, or nothing off the board (7)."""
    markers: Mapping[str, str] = {}
    """The major power whose marker lies on a fortress (10.3)."""
    questions: Mapping[str, Question] = {}
    hands: Mapping[str, Pile] = {}
    draw_deck: int = 0
    """The number of the deck that the draw pile was; 0 for a pile made of used decks, see 8."""
    draw: Pile = Pile()
    waiting_decks: tuple[int, ...] = ()
    used: Mapping[int, tuple[str, ...]] = {}
    """Cards set aside, by the number of their deck; face up."""
    shuffles: int = 0
    """How many draw piles there have been; names the next one's chance."""
    subsidy: bool = True
    """Whether France subsidises Bavaria (8)."""
    moved: frozenset[str] = frozenset()
    """Pieces that have acted in this movement phase."""
    retreated: frozenset[str] = frozenset()
    """Generals that have retreated in this combat phase (11.1)."""
    due: tuple[Pair, ...] = ()
    """The fights of this phase that are still to be fought."""
    fight: Fight | None = None
    """The combat going on."""
    plans: Mapping[str, Any] = {}
    """The plans that a seat gave when it was asked for them in this phase; secret to the seat."""
    orders: Mapping[str, Any] = {}
    """The sheet of each seat for the stage or winter under way; secret to the seat."""
    standing: Mapping[str, Any] = {}
    """The standing orders of each seat; secret to the seat."""
    result: Result | None = None

    @property
    def theatre(self) -> Theatre:
        """The fixed part: board, powers, pieces present."""
        return theatre(self.edition, self.scenario)

    @property
    def board(self) -> Board:
        """The map."""
        return self.theatre.board

    def power_of(self, piece: str) -> str:
        """The power that a piece belongs to."""
        return self.theatre.power_of(piece)

    def seat_of(self, power: str) -> str:
        """The seat that runs *power*."""
        return self.seats[power]

    def powers_of(self, seat: str) -> tuple[str, ...]:
        """The powers that *seat* runs."""
        return tuple(power for power, owner in self.seats.items() if owner == seat)

    def pieces_at(self, city: str) -> tuple[str, ...]:
        """The pieces in *city*: none, one, or the two generals of a stack, commander first."""
        found = [piece for piece, where in self.at.items() if where == city]
        return tuple(sorted(found, key=self._precedence)) if len(found) > 1 else tuple(found)

    def generals_at(self, city: str) -> tuple[str, ...]:
        """The generals in *city*, the supreme commander first."""
        return tuple(piece for piece in self.pieces_at(city) if self.theatre.is_general(piece))

    def train_at(self, city: str) -> str | None:
        """The supply train in *city*."""
        return next((piece for piece in self.pieces_at(city) if not self.theatre.is_general(piece)), None)

    def generals_of(self, power: str) -> tuple[str, ...]:
        """The generals of *power* on the map, by rank."""
        army = self.theatre.edition.powers[power].generals
        return tuple(general.id for general in army if general.id in self.at)

    def trains_of(self, power: str) -> tuple[str, ...]:
        """The supply trains of *power* on the map."""
        return tuple(train.id for train in self.theatre.edition.powers[power].trains if train.id in self.at)

    def stage_powers(self) -> tuple[str, ...]:
        """The powers that act in the present action stage, in the order in which they draw."""
        return self.theatre.stages.get(self.stage, ())

    def _precedence(self, piece: str) -> tuple[int, int]:
        generals = self.theatre.edition.generals
        if piece not in generals:
            return 99, 0
        return generals[piece].rank, 0 if self.commanders.get(self.at[piece]) == piece else 1
