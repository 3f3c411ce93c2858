"""The part of an edition that a scenario plays on: board, powers and pieces present (14)."""

from collections.abc import Iterable
from functools import cached_property, lru_cache

import msgspec

from pbem_maria.edition.armies import General, Power, Train
from pbem_maria.edition.board import Board, PowerId
from pbem_maria.edition.edition import Edition, known

STAGES = "stages"
"""What a power does in its own time: the set-up, the subsidy, the hussars, an action stage."""
COMBATS = "combats"
"""The plans of a side for the combats of a stage."""
SINGLE_PLAYS = "single plays"
"""A card at a time, in a combat or on the political display."""
WINTER = "winter"
POLITICS = "politics"
"""Political cards and all that follows from them, peace and the imperial election among it."""

KINDS = (STAGES, COMBATS, SINGLE_PLAYS, WINTER, POLITICS)


SAXONY = "saxony"


class Relations(msgspec.Struct, frozen=True):
    """Allies and enemies, as pairs of powers (2)."""

    allied: frozenset[tuple[str, str]]
    cooperating: frozenset[tuple[str, str]]
    enemies: frozenset[tuple[str, str]]


class Theatre:
    """What is fixed for one game: an edition cut down to a scenario."""

    def __init__(self, edition: Edition, scenario: str) -> None:
        self.edition = edition
        self.scenario = scenario
        self._cut = edition.armies.introductory if scenario == "introductory" else None
        self._relations: dict[str, Relations] = {}
        self.board: Board = edition.board(self._cut.absent_boards if self._cut else ())

    @cached_property
    def powers(self) -> dict[str, Power]:
        """The powers that take part."""
        absent = self._cut.absent_powers if self._cut else ()
        return {p.id: p for p in self.edition.powers.values() if p.id not in absent}

    def _present(self, piece: General | Train) -> bool:
        if piece.power not in self.powers:
            return False
        if piece.city is None:
            return self._cut is None or piece.box not in self._cut.absent_boxes
        return piece.city in self.board.cities

    @cached_property
    def generals(self) -> dict[str, General]:
        """The generals that take part."""
        return {g.id: g for g in self.edition.generals.values() if self._present(g)}

    @cached_property
    def trains(self) -> dict[str, Train]:
        """The supply trains that take part."""
        return {t.id: t for t in self.edition.trains.values() if self._present(t)}

    @cached_property
    def stages(self) -> dict[str, tuple[str, ...]]:
        """The action stages in order, each with its powers that take part (5)."""
        return {lead: tuple(p for p in powers if p in self.powers) for lead, powers in self.edition.stages.items()}

    def relations(self, saxony: str) -> Relations:
        """Allies and enemies while Saxony is `prussian-ally`, `neutral` or `austrian-ally` (2, 19.3)."""
        if saxony not in self._relations:
            self._relations[saxony] = self._related(saxony)
        return self._relations[saxony]

    def _related(self, saxony: str) -> Relations:
        armies = self.edition.armies
        allied, cooperating = _pairs(armies.alliances), _pairs(armies.cooperating)
        everyone = self.edition.powers
        if saxony != "prussian-ally":
            friends = {power for pair in _pairs(armies.alliances) if "austria" in pair for power in pair}
            new = friends if saxony == "austrian-ally" else set()
            allied = {pair for pair in allied if SAXONY not in pair}
            cooperating = {pair for pair in cooperating if SAXONY not in pair}
            allied |= {pair for power in new for pair in ((SAXONY, power), (power, SAXONY))}
            cooperating |= {(SAXONY, "austria"), ("austria", SAXONY)} if new else set()
        own = {(power, power) for power in everyone}
        allied, cooperating = allied | own, cooperating | own
        stands_apart = SAXONY if saxony == "neutral" else ""
        foes = {(a, b) for a in everyone for b in everyone if (a, b) not in allied and stands_apart not in (a, b)}
        return Relations(frozenset(allied), frozenset(cooperating), frozenset(foes))

    @cached_property
    def is_advanced(self) -> bool:
        """Whether the advanced game is played: both maps, twelve turns, politics, victory markers."""
        return self.scenario == "advanced"

    @cached_property
    def majors(self) -> tuple[str, ...]:
        """The major powers that take part, in the order of the political display from left to right (17)."""
        return tuple(power for power in self.edition.tracks.display if power in self.powers)

    @cached_property
    def last_turn(self) -> int:
        """The number of the last turn: 9 or 12."""
        armies = self.edition.armies
        return (armies.advanced if self.is_advanced else armies.introductory).turns

    @cached_property
    def winters(self) -> tuple[int, ...]:
        """The turns after which winter falls (5)."""
        return tuple(t for t in self.edition.armies.advanced.winters_after if t <= self.last_turn)

    def power_of(self, piece: str) -> str:
        """The power that a general or train belongs to."""
        edition = self.edition
        return edition.generals[piece].power if piece in edition.generals else edition.trains[piece].power

    def is_general(self, piece: str) -> bool:
        """Whether the piece is a general, not a train."""
        return piece in self.edition.generals


def _pairs(groups: Iterable[tuple[PowerId, ...]]) -> set[tuple[str, str]]:
    return {(one, other) for group in groups for one in group for other in group}


@lru_cache(maxsize=16)
def theatre(key: str, scenario: str) -> Theatre:
    """The theatre of the edition with this key in this scenario."""
    return Theatre(known(key), scenario)
