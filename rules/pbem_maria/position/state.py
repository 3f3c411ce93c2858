"""The position: everything that events change.

A seat's view is of the same type, with less in it: hands and piles count cards it does not know, `troops`
and `orders` hold only its own.
"""

from collections.abc import Mapping

import msgspec

from pbem.engine.position import Position
from pbem.engine.reading import of_position
from pbem_maria.edition.board import Board
from pbem_maria.edition.cards import ExpeditionIcon, Icon, IncomeIcon, Track, TrackBox, VictoryIcon
from pbem_maria.edition.edition import Edition
from pbem_maria.orders.stage import CombatOrders, StageOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.position.cards import Pile
from pbem_maria.position.theatre import Theatre, theatre
from pbem_maria.settings import Options

AUSTRIA, SAXONY = "austria", "saxony"
PRUSSIAN_ALLY, NEUTRAL, AUSTRIAN_ALLY = "prussian-ally", "neutral", "austrian-ally"
"""What Saxony can be (19.3)."""

MAXIMUM = 8
"""Troops that one general can command (6)."""


class KnownStrength(msgspec.Struct, frozen=True):
    """A known strength: the *troops* left of those of *generals* together that combat showed in *turn*."""

    turn: int
    generals: tuple[str, ...]
    troops: int


class Pair(msgspec.Struct, frozen=True):
    """Two adjacent stacks that must fight, the commander of each first (11.1)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class PlayedCard(msgspec.Struct, frozen=True):
    """A card played in combat by a side, `attacker` or `defender`, with the value it counted."""

    side: str
    card: str
    value: int


class Fight(msgspec.Struct, frozen=True):
    """The combat going on; *score* is the attacker's, the defender's is its negative."""

    pair: Pair
    score: int
    plays: tuple[PlayedCard, ...] = ()


class DisputedFortress(msgspec.Struct, frozen=True):
    """A question mark on a protected fortress, by the general that passed it (10.3)."""

    power: str
    general: str
    marker: str = ""
    """The major power from whose pool the question mark is."""


class Contract(msgspec.Struct, frozen=True):
    """A subsidy contract: *giver* gives *receiver* one card of its income in every turn from *first* to *last* (20)."""

    giver: str
    receiver: str
    first: int
    last: int
    ending: tuple[str, ...] = ()
    """The seats that wish to end it early."""


class ContractOffer(msgspec.Struct, frozen=True):
    """A subsidy of so many turns that *seat*, the giver's or the receiver's, is ready to agree on (20)."""

    giver: str
    receiver: str
    turns: int
    seat: str


class Agreement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in the register of agreements (21).

    *kind* is one of those that the engine checks, or `other`; *status* is `proposed`, `in force`, `declined`, `lapsed`,
    `ended` or `expired`. It holds in the turns from *first* to *last*; without *last* until it is ended by all parties.
    """

    number: int
    kind: str
    parties: tuple[str, ...]
    """Seats, with all their powers, and single powers."""
    who: tuple[str, ...] = ()
    """The parties or powers that it binds; all of them unless any are named."""
    to: str = ""
    """The power that gets the vote or the subsidy."""
    text: str = ""
    areas: tuple[str, ...] = ()
    """Cities, regions and home countries that it is about."""
    except_for: tuple[str, ...] = ()
    """Generals, cities and powers for which it does not hold."""
    proposed: int = 0
    """The turn in which it was proposed."""
    turns: int = 0
    """For how many turns it is to hold, if that was proposed."""
    first: int = 0
    last: int | None = None
    proposed_by: str = ""
    accepted: tuple[str, ...] = ()
    """The seats that have agreed."""
    ending: tuple[str, ...] = ()
    """The seats that have agreed to end it early."""
    status: str = "proposed"
    suspended: bool = False
    """Whether the moderator has suspended it in public."""


class GameEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the game ended: the winning players (none: a draw) and by which rule."""

    winners: tuple[str, ...]
    rule: str
    cause: str
    turn: int
    power: str = ""
    """The major power that won, in the advanced game."""
    scores: Mapping[str, tuple[int, ...]] = {}
    """The winter scores, revealed at the end (13)."""


@of_position(256)
def _by_city(at: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """The pieces in each city."""
    there: dict[str, tuple[str, ...]] = {}
    for piece, city in at.items():
        there[city] = (*there.get(city, ()), piece)
    return there


class State(Position, frozen=True, kw_only=True, omit_defaults=True):
    """The whole position, or what one seat knows of it."""

    edition: str
    scenario: str
    two_players: bool = False
    options: Options = Options()
    seats: Mapping[str, str] = {}
    """The seat that runs each power."""
    turn: int = 0
    stage: str = ""
    """The leading power of the action stage, or nothing between the stages."""
    at: Mapping[str, str] = {}
    """The city of every piece on the map."""
    face_down: frozenset[str] = frozenset()
    troops: Mapping[str, int] = {}
    """Troops of every general on the map, as far as known."""
    totals: Mapping[str, int] = {}
    """Troops of every power on the map; public on demand (6)."""
    sightings: tuple[KnownStrength, ...] = ()
    commanders: Mapping[str, str] = {}
    """The supreme commander of a stack whose generals have equal ranks, by city (6)."""
    hussars: tuple[str | None, ...] = ()
    """The city of each hussar, or nothing off the board (7)."""
    markers: Mapping[str, str] = {}
    """The major power whose marker is on a fortress (10.3)."""
    questions: Mapping[str, DisputedFortress] = {}
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
    contracts: tuple[Contract, ...] = ()
    """The subsidy contracts in force or agreed on (20)."""
    offers: tuple[ContractOffer, ...] = ()
    """The subsidies that one side has offered or asked for (20)."""
    drawn: frozenset[str] = frozenset()
    """The powers that have drawn their income in this turn (19.3)."""
    off_map: Mapping[str, str] = {}
    """The off-map box of each general that is out of play with its troops (3, 17)."""
    pools: Mapping[str, int] = {}
    """Victory markers in the pools (15); one that is overdrawn counts below zero for the ties of 23."""
    unpooled: Mapping[str, str] = {}
    """The power of each marker on a fortress, as a question mark or in a box that came from no pool, by an option."""
    electors: Mapping[str, str] = {}
    """Which side's elector marker is on a fortress that has one: France's or the Pragmatic Army's (4, 10.3)."""
    battle: Mapping[str, int] = {}
    """Markers in each major power's battle boxes (16)."""
    boxes: Mapping[str, str] = {}
    """The power whose marker is in each of the other victory boxes: electors, emperor, italy, silesia (16)."""
    aside: Mapping[str, int] = {}
    """Markers set aside off the board, by power (19.1, 19.2)."""
    scores: Mapping[str, tuple[int, ...]] = {}
    """The winter scores of each major power, secret to its seat until the end (13)."""
    victor: str = ""
    """The seat that won the latest combat; it names trump (17)."""
    tracks: Mapping[str, int] = {}
    """The box with the marker of each political track (17)."""
    political_deck: Pile = Pile()
    """The political cards to come, the next one first (4)."""
    political: tuple[str, ...] = ()
    """The face-up political cards (17)."""
    trump: str = ""
    """The suit that is trump in the politics of this turn (17)."""
    placed: Mapping[str, Pile] = {}
    """The face-down cards on each box of the political display (17)."""
    influence: Mapping[str, tuple[str, ...]] = {}
    """The face-up cards on each box of the political display: those of this turn and those saved (17)."""
    shifts: Mapping[str, int] = {}
    """What the tracks' markers will move when all have chosen, to the right; to the left below zero (17)."""
    election: str = ""
    """The imperial election: nothing yet, `pending` when its card is face up on the deck, or `held` (18)."""
    saxony: str = "prussian-ally"
    """Saxony's standing: `prussian-ally`, `neutral` or `austrian-ally` (19.3)."""
    owed: int = 0
    """Points lost for which Austria may still move Saxony's marker (19.3)."""
    neutral: frozenset[str] = frozenset()
    """The neutral powers (19.4)."""
    neutral_until: int = 0
    """The turn in which Prussia's neutrality ends, with its action stage (19.1)."""
    annexed: bool = False
    """Whether Silesia is Prussian home country (19.1)."""
    reduced: bool = False
    """Whether France has reduced its objectives (19.2)."""
    overtaken: bool = False
    """Whether Saxony has changed sides since the sheets of the stage were written (19.3)."""
    agreements: tuple[Agreement, ...] = ()
    """The public register of what the seats have agreed on or proposed to each other (21)."""
    moved: frozenset[str] = frozenset()
    """Pieces that have acted in this movement phase."""
    retreated: frozenset[str] = frozenset()
    """Generals that have retreated in this combat phase (11.1)."""
    due: tuple[Pair, ...] = ()
    """The fights of this phase that are still to be fought."""
    fought: tuple[Pair, ...] = ()
    """The fights of this phase that have begun."""
    dropped: tuple[Pair, ...] = ()
    """The fights that were due in this phase and fell away."""
    fight: Fight | None = None
    """The combat going on."""
    plans: Mapping[str, CombatOrders | None] = {}
    """The plans that a seat gave when it was asked for them in this phase; secret to the seat."""
    orders: Mapping[str, StageOrders | None] = {}
    """The sheet of each seat for the stage under way; others know only that there is one."""
    standing: Mapping[str, KeptAnswers] = {}
    """The standing orders of each seat; secret to the seat."""
    result: GameEnd | None = None

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
        found = _by_city(self.at).get(city, ())
        return tuple(sorted(found, key=self._precedence)) if len(found) > 1 else found

    def generals_at(self, city: str) -> tuple[str, ...]:
        """The generals in *city*, the supreme commander first."""
        return tuple(piece for piece in self.pieces_at(city) if self.theatre.is_general(piece))

    def train_at(self, city: str) -> str | None:
        """The supply train in *city*."""
        return next((piece for piece in self.pieces_at(city) if not self.theatre.is_general(piece)), None)

    def is_removed(self, general: str) -> bool:
        """Whether a general that takes part is neither on the map nor in an off-map box."""
        return general in self.theatre.generals and general not in self.at and general not in self.off_map

    def removed_of(self, power: str) -> tuple[str, ...]:
        """The removed generals of *power*, by rank."""
        army = self.theatre.edition.powers[power].generals
        return tuple(general.id for general in army if self.is_removed(general.id))

    def generals_of(self, power: str) -> tuple[str, ...]:
        """The generals of *power* on the map, by rank."""
        army = self.theatre.edition.powers[power].generals
        return tuple(general.id for general in army if general.id in self.at)

    def trains_of(self, power: str) -> tuple[str, ...]:
        """The supply trains of *power* on the map."""
        return tuple(train.id for train in self.theatre.edition.powers[power].trains if train.id in self.at)

    def stage_powers(self) -> tuple[str, ...]:
        """The powers that act in the present action stage, in the order in which they draw."""
        return self.powers_in(self.stage)

    def powers_in(self, stage: str) -> tuple[str, ...]:
        """The powers that act in the action stage *stage*; Saxony, once it has left Prussia, last in Austria's (5)."""
        powers = self.theatre.stages.get(stage, ())
        if self.saxony == PRUSSIAN_ALLY or SAXONY not in self.theatre.powers:
            return powers
        others = tuple(power for power in powers if power != SAXONY)
        return (*others, SAXONY) if stage == AUSTRIA else others

    def stages(self) -> dict[str, tuple[str, ...]]:
        """The action stages in order, each with the powers that act in it (5)."""
        return {lead: self.powers_in(lead) for lead in self.theatre.stages}

    def _precedence(self, piece: str) -> tuple[int, int]:
        generals = self.theatre.edition.generals
        if piece not in generals:
            return 99, 0
        return generals[piece].rank, 0 if self.commanders.get(self.at[piece]) == piece else 1


def track_called(edition: Edition, track: str) -> Track:
    """The track of *edition* with this id."""
    return next(each for each in edition.tracks.tracks if each.id == track)


def boxes(edition: Edition, track: str) -> dict[int, TrackBox]:
    """The boxes of *track* by their numbers, from left to right."""
    return {box.box: box for box in track_called(edition, track).boxes}


def star(edition: Edition, track: str) -> int:
    """The box of *track* with the star, in which its marker starts (4)."""
    return track_called(edition, track).star


def shown(state: State, track: str) -> tuple[Icon, ...]:
    """The icons of the box with the marker of *track*."""
    return boxes(state.theatre.edition, track)[state.tracks[track]].icons


def income(state: State, power: str) -> int:
    """The cards by which the icons under the markers raise the income of *power*; below zero they lower it."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return sum(icon.n for icon in icons if isinstance(icon, IncomeIcon) and icon.power == power)


def expeditions(state: State) -> frozenset[str]:
    """The powers that keep an expeditionary corps in their off-map boxes while the markers are where they are."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return frozenset(icon.power for icon in icons if isinstance(icon, ExpeditionIcon))


def victory(state: State, track: str) -> str | None:
    """The power that the box under the marker of *track* gives a victory marker."""
    return next((icon.power for icon in shown(state, track) if isinstance(icon, VictoryIcon)), None)
