"""The army sheets and the set-up: the types of armies.yaml."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_maria.edition.board import Half, PowerId

PlayerName = Literal["maria-theresa", "frederick", "louis"]
CityList = tuple[str, ...]


class General(msgspec.Struct, frozen=True, omit_defaults=True):
    """A general as the army sheet lists it; rank 1 commands before rank 2."""

    id: str
    name: str
    rank: int
    minimum: int
    power: str = ""
    city: str | None = None
    box: str | None = None
    aliases: tuple[str, ...] = ()
    cell: str = ""
    """Where it starts on the printed map."""
    supplied_in: tuple[str, ...] = ()
    """Regions in which it is always supplied, besides its home country (22)."""
    supplied_by: tuple[PowerId, ...] = ()
    """Powers whose trains supply it, besides its own (22)."""
    returns_in: tuple[str, ...] = ()
    """Regions in whose major fortresses it may return, besides its home country's (22)."""


class Train(msgspec.Struct, frozen=True, omit_defaults=True):
    """A supply train as the army sheet lists it, numbered within its power."""

    id: str
    power: str = ""
    number: int = 0
    city: str | None = None
    box: str | None = None
    cell: str = ""


class Income(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards a turn where they depend on France's subsidy to Bavaria (8)."""

    without: int
    with_subsidy_to_bavaria: int | None = None
    with_subsidy_from_france: int | None = None

    def cards(self, *, paid: bool) -> int:
        """The cards while the subsidy is *paid*, or is not."""
        with_it = (self.with_subsidy_to_bavaria, self.with_subsidy_from_france)
        return next((cards for cards in with_it if cards is not None), self.without) if paid else self.without


class Power(msgspec.Struct, frozen=True, omit_defaults=True):
    """A power and its army sheet."""

    id: PowerId
    name: str
    player: PlayerName
    kind: Literal["major", "minor"]
    troops: int
    hand: int
    income: int | Income
    """Cards a turn (8)."""
    generals: tuple[General, ...]
    trains: tuple[Train, ...]
    major: PowerId | None = None
    pool: int = 0
    main_fortress: str | None = None
    hussars: int = 0
    colour: str = ""

    @property
    def is_major(self) -> bool:
        """Whether it is a major power: all but Saxony and Bavaria (preface of the rules)."""
        return self.kind == "major"

    @property
    def marker(self) -> str:
        """The power whose markers its conquests take: itself, or a minor power's major (10.3)."""
        return self.id if self.is_major else self.major or ""


class PlayerPowers(msgspec.Struct, frozen=True):
    """A player and its powers with three players (1)."""

    id: PlayerName
    name: str
    powers: tuple[PowerId, ...]


class OffMapBox(msgspec.Struct, frozen=True):
    """An off-map box of *power*; its arrow points to *city* (17)."""

    id: str
    name: str
    power: PowerId
    city: str


class VictoryBox(msgspec.Struct, frozen=True):
    """A victory box, of all *powers* or of *each_of* some; *needs* of the electors *of* give it to a side (16)."""

    id: str
    name: str = ""
    powers: tuple[PowerId, ...] = ()
    each_of: tuple[PowerId, ...] = ()
    spaces: int = 1
    needs: int = 0
    of: CityList = ()


class FirstSubsidy(msgspec.Struct, frozen=True):
    """A subsidy that is paid from the start (20)."""

    giver: PowerId = msgspec.field(name="from")
    receiver: PowerId = msgspec.field(name="to")
    turns: tuple[int, ...]


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Which markers are where at the start, and which side has the electors' votes (4)."""

    silesia: Mapping[PowerId, CityList]
    electors: Mapping[PowerId, CityList] = {}
    votes: Mapping[PowerId, CityList] = {}
    subsidies: tuple[FirstSubsidy, ...] = ()

    def silesian(self, power: str) -> CityList:
        """The fortresses of Silesia with the markers of *power*."""
        return next((cities for each, cities in self.silesia.items() if each == power), ())


class Aim(msgspec.Struct, frozen=True):
    """What a player must do to win: control so many fortresses *where* it says, or survive a turn."""

    controls: int = 0
    where: tuple[str, ...] = ()
    survives_turn: int = 0


class Introductory(msgspec.Struct, frozen=True, kw_only=True):
    """What the introductory game has of its own (14)."""

    turns: int
    absent_boards: tuple[Half, ...] = ()
    absent_boxes: tuple[str, ...] = ()
    absent_powers: tuple[PowerId, ...] = ()
    troops: str = ""
    income: Mapping[PowerId, int | Income] = {}
    munich_reentry: bool = True
    victory: Mapping[str, Aim]

    def income_of(self, power: str) -> int | Income | None:
        """The income of *power* where it is not what its army sheet says."""
        return next((income for each, income in self.income.items() if each == power), None)


class Advanced(msgspec.Struct, frozen=True):
    """What the advanced game has of its own (5)."""

    turns: int
    winters_after: tuple[int, ...]


class AlsoMoves(msgspec.Struct, frozen=True):
    """Saxony's marker moves for losses of *power* on *board*, too (24)."""

    power: PowerId
    board: Half


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """A form of the game for two players: the powers of each, and in words what else is different (24)."""

    a: tuple[PowerId, ...]
    b: tuple[PowerId, ...]
    a_wins: str = ""
    b_wins: str = ""
    otherwise: str = ""
    subsidies: str = ""
    two_cards: str = ""
    saxony_also_moves_for: AlsoMoves | None = None
    attack_order: str = ""
    ties: str = ""


class TwoPlayers(msgspec.Struct, frozen=True):
    """The forms of both games for two players (24)."""

    introductory: Sides
    advanced: Sides


class Armies(msgspec.Struct, frozen=True, kw_only=True):
    """armies.yaml."""

    players: tuple[PlayerPowers, ...] = ()
    alliances: tuple[tuple[PowerId, ...], ...]
    cooperating: tuple[tuple[PowerId, ...], ...]
    action_stages: tuple[tuple[PowerId, ...], ...]
    powers: tuple[Power, ...]
    maximum_per_general: int = 8
    boxes: tuple[OffMapBox, ...] = ()
    victory_boxes: tuple[VictoryBox, ...] = ()
    start: Start
    introductory: Introductory
    advanced: Advanced
    two_players: TwoPlayers
