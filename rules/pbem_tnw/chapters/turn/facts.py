"""What conditions see; points; rules of lines."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.land.battle_outlook import dice_seen, margin_seen
from pbem_tnw.chapters.sea.fleets import sea_dice
from pbem_tnw.chapters.turn.events import TurnEndSet, WarStandingSet
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import TurnEndWish
from pbem_tnw.position.control import (
    ALLY,
    camp_of,
    controller,
    is_power,
    is_proxy,
    keys_held,
    keys_lost,
    powers_of,
    seat_of,
)
from pbem_tnw.position.forces import allied_squadrons, allies_at, enemy_squadrons, enemy_units, general, generals_at
from pbem_tnw.position.impulse import PointPool
from pbem_tnw.position.state import WarState


class LineRules(msgspec.Struct, frozen=True):
    """How a chapter deals with a type of line, of which nothing more is known here.

    *problems* says why *nation* cannot do it now, in a view or a state: the first of them skips the line when its time
    comes, and the sheet's checker and the forecast ask it as well. *carry_out* does it, by events and by boxes that it
    enters; points are spent there. *foreseen*, where it differs, says what is wrong further on if no one intervenes,
    such as with the third step of a move: the checker asks that instead. *ahead* is what its condition looks at if it
    leads to a battle: of that it asks, not of where the pieces are before they set out.
    """

    problems: Callable[[WarState, str, Any], Iterator[Problem]]
    carry_out: Callable[[Table[WarState], str, Any], None]
    foreseen: Callable[[WarState, str, Any], Iterator[Problem]] | None = None
    ahead: Callable[[WarState, str, Any], "BattleAhead"] | None = None


class BattleAhead(msgspec.Struct, frozen=True):
    """The position just before the battle that a line leads to, and its *place*; empty if no enemy is on the way."""

    view: WarState
    place: str = ""


FRANCE = "france"
BRITAIN = "britain"
PAR_BY_PLAYERS: Mapping[int, Mapping[str, int]] = {
    2: {FRANCE: 1},
    3: {FRANCE: 1},
    4: {FRANCE: 2},
    5: {FRANCE: 4, BRITAIN: 1},
}
"""The par of Powers by the number of players: with it no seat wins more than twice its share of games of bots."""


def points_of_power(state: WarState, power: str) -> int:
    """Keys now less Keys at the start, one for each minor ally, one for each Resource, and what 17.1 gives or takes."""
    keys = len(keys_held(state, power)) - state.keys_at_start.get(power, 0)
    return keys + allies(state, power) + state.resources.get(power, 0) + state.bonus.get(power, 0)


def allies(state: WarState, power: str) -> int:
    """The Pact allies of *power* that are worth a point: the minor countries, Prussia only by an option."""
    counts_prussia = state.options.proxy_prussia_point == "yes"
    return sum(
        consul.column == ALLY and consul.row == power and (counts_prussia or not is_power(state, proxy))
        for proxy, consul in state.consuls.items()
    )


def scoring(state: WarState) -> tuple[str, ...]:
    """The Powers that score, in the order of the Sequence Track: Prussia does not as a Proxy."""
    return tuple(power for power in state.board.powers if not is_proxy(state, power))


def points_of_seat(state: WarState, seat: str) -> int:
    """The points of a seat: of its Powers together, or by an option of the best."""
    each = [points_of_power(state, power) for power in powers_of(state, seat)]
    return max(each, default=0) if state.options.several_powers == "best" else sum(each)


def final_points(state: WarState) -> Mapping[str, int]:
    """The points of all seats as they are compared at the end, less the par of Powers."""
    seats = dict.fromkeys(seat_of(state, power) for power in scoring(state))
    taken = dict.fromkeys(seats, 0)
    for power, points in par(state).items():
        taken[seat_of(state, power)] += points
    return {seat: points_of_seat(state, seat) - taken[seat] for seat in seats}


def par(state: WarState) -> Mapping[str, int]:
    """The points that come off those of Powers when scores are compared."""
    if state.options.par == "by-players":
        return PAR_BY_PLAYERS[state.players]
    return {FRANCE: int(state.options.par.removeprefix("france-"))} if state.options.par != "none" else {}


def winner(state: WarState) -> str:
    """The seat with most points; of equals the one further along the Sequence Track, by its last Power."""
    points, order = final_points(state), state.board.sequence
    return max(points, key=lambda seat: (points[seat], max(order.index(power) for power in powers_of(state, seat))))


UNOPPOSED = Fraction(10**12)
"""The odds against an enemy without dice, or none: better than any that a condition asks for."""


class SeatFacts:
    """The `Facts` of a *view*: what *seat* knows that asks for its *nation*.

    In a response *occasion* is what is answered. *total* is the sum of the peace modifiers so far (5.8). *ahead* is
    where a line meets enemies, empty if nowhere; None if no line does.
    """

    def __init__(
        self, view: WarState, seat: str, nation: str, occasion: ResponseOccasion | None = None,
        total: int | None = None, ahead: str | None = None,
    ) -> None:  # fmt: skip
        self._view, self._seat, self._nation = view, seat, nation
        self._occasion, self._total, self._ahead = occasion, total, ahead

    def units(self, place: str | None) -> int | None:
        if place is not None:
            return allies_at(self._view, self._nation, place).strength
        formation = self._view.going_on.formation
        return None if formation is None else formation.pieces.strength

    def enemy_units(self, place: str | None) -> int | None:
        there = place or self._met()
        return None if there is None else enemy_units(self._view, self._nation, there)

    def squadrons(self, place: str | None) -> int | None:
        there = place or self._at_sea()
        return None if there is None else len(allied_squadrons(self._view, self._nation, there))

    def enemy_squadrons(self, place: str | None) -> int | None:
        there = place or self._ahead or self._at_sea()
        return None if there is None else len(enemy_squadrons(self._view, self._nation, there))

    def general(self, place: str | None) -> Collection[str] | None:
        there = place or self._met()
        return None if there is None else generals_at(self._view, there)

    def dice(self, side: str) -> int | None:
        """In the battle that is going on, before the Formation, or where it or the Fleet would go next."""
        if self._ahead == "":
            return 0 if side == "enemy" else self.units(None) or 0
        found = dice_seen(self._view, self._nation, self.where() or "")
        if found is None:
            found = sea_dice(self._view, self._nation, self._ahead or self._at_sea() or "")
        return None if found is None else found[0 if side == "own" else 1]

    def odds(self) -> Fraction | None:
        """Own dice to the enemy's; better than any number if that has none."""
        own, enemy = self.dice("own"), self.dice("enemy")
        if own is None or enemy is None:
            return None
        return Fraction(own, enemy) if enemy else UNOPPOSED

    def enemy_rating(self) -> int | None:
        """The Rating of the best general of the force that acts, of the enemies there if oneself acts."""
        there = self._met()
        if there is None:
            return None
        camp = camp_of(self._view, self._nation)
        others = (general(self._view, one) for one in generals_at(self._view, there))
        return max((one.battle for one in others if camp_of(self._view, one.nation) != camp), default=0)

    def own(self) -> int | None:
        there = self.where()
        if there is None:
            return None
        if there in self._view.board.zones:
            return len(allied_squadrons(self._view, self._nation, there))
        return allies_at(self._view, self._nation, there).strength

    def controls(self, nation: str, place: str) -> bool | None:
        return controller(self._view, place) == nation if place in self._view.board.duchies else None

    def column(self, proxy: str) -> str | None:
        consul = self._view.consuls.get(proxy)
        return None if consul is None else consul.column

    def cards(self, nation: str) -> int | None:
        return len(self._view.hands[nation]) if nation in self._view.hands else 0

    def cp_left(self) -> int | None:
        impulse = self._view.impulse
        if impulse is None:
            return None
        return sum(pool.points for pool in impulse.pools if pool.nation == self._nation)

    def played(self, nation: str, title: str) -> bool | None:
        return title in self._view.played_by.get(nation, ())

    def round(self) -> int | None:
        return self._view.round

    def turn(self) -> int | None:
        return self._view.year

    def points(self, seat: str | None) -> int | None:
        return points_of_seat(self._view, seat or self._seat)

    def won_last(self) -> bool | None:
        return self._view.going_on.won_last

    def where(self) -> str | None:
        if self._occasion is not None and self._occasion.place:
            return self._occasion.place
        formation = self._view.going_on.formation
        if formation is not None:
            return formation.place
        return self._at_sea()

    def _met(self) -> str | None:
        """Where the Formation that acts meets enemies: before it, or where it is."""
        return self._ahead or self.where()

    def _at_sea(self) -> str | None:
        """The place of what is answered; else of the Fleet that acts, or of the Formation."""
        if self._occasion is not None and self._occasion.place:
            return self._occasion.place
        acting = self._view.going_on.voyage or self._view.going_on.formation
        return None if acting is None else acting.place

    def by(self) -> str | None:
        return self._occasion.nation if self._occasion is not None else None

    def card(self) -> str | None:
        return self._occasion.card or None if self._occasion is not None else None

    def roll(self) -> int | None:
        rolled = self._view.going_on.rolled
        return sum(rolled[0].faces) if rolled else None

    def need(self) -> int | None:
        rolled = self._view.going_on.rolled
        return rolled[0].need or None if rolled else None

    def margin(self) -> int | None:
        return margin_seen(self._view, self._nation)

    def sum(self) -> int | None:
        return self._total

    def cp_sum(self) -> int | None:
        hand = self._view.hands.get(self._nation)
        if hand is None:
            return None
        return sum(self._view.board.cards[card].cp for card in hand.known)


class PointsGained(Event[WarState], frozen=True):
    """Command Points came from a card, a Reserve or an event."""

    pool: PointPool

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(pools=(*state.going_on.pools, self.pool))


class PointsSpent(Event[WarState], frozen=True):
    """Command Points were spent; *on* is the use, *pools* are what is left."""

    nation: str
    points: int
    on: str
    pools: tuple[PointPool, ...]

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(pools=self.pools)


def left(state: WarState, nation: str, use: str = "") -> int:
    """The points that *nation* has for a *use*; without one, those that are for anything."""
    return sum(pool.points for pool in state.going_on.pools if _serves(pool, nation, use))


def spend(table: Table[WarState], nation: str, points: int, use: str) -> None:
    """Spend points on a *use*, out of the pools that are for few uses first; there must be enough."""
    if not points:
        return
    pools, lacking = _paid(table.state.going_on.pools, nation, points, use)
    if lacking:
        raise ValueError(f"{nation} lacks {lacking} of {points} points for {use}")
    table.emit(PointsSpent(nation=nation, points=points, on=use, pools=tuple(pool for pool in pools if pool.points)))


def affords(state: WarState, nation: str, costs: Iterable[tuple[str, int]]) -> bool:
    """Whether *nation* can pay for all that *costs* names: uses, each with its points."""
    pools = state.going_on.pools
    for use, points in costs:
        pools, lacking = _paid(pools, nation, points, use)
        if lacking:
            return False
    return True


def _paid(pools: tuple[PointPool, ...], nation: str, points: int, use: str) -> tuple[tuple[PointPool, ...], int]:
    """The *pools* after points are paid out of those that are for few uses first, and how many points are lacking."""
    after, due = list(pools), points
    order = sorted(range(len(after)), key=lambda at: (not after[at].use, len(after[at].use), at))
    for at in order:
        if due and _serves(after[at], nation, use):
            paid = min(due, after[at].points)
            after[at] = msgspec.structs.replace(after[at], points=after[at].points - paid)
            due -= paid
    return tuple(after), due


def _serves(pool: PointPool, nation: str, use: str) -> bool:
    return pool.nation == nation and (not pool.use or use in pool.use)


def standing_of(state: WarState, seat: str) -> WarStanding:
    """The standing orders of *seat*, as far as *state* knows."""
    return state.standing.get(seat, WarStanding())


def keep(table: Table[WarState], seat: str, standing: WarStanding | None, turn_end: TurnEndWish | None = None) -> None:
    """Keep what a sheet says for later: each key that it has replaces what was there, the others stay."""
    if turn_end is not None and table.state.turn_ends.get(seat) != turn_end:
        table.emit(TurnEndSet(seat=seat, wish=turn_end))
    if standing is None:
        return
    before = standing_of(table.state, seat)
    said = {name: getattr(standing, name) for name in WarStanding.__struct_fields__}
    after = replace(before, **{name: value for name, value in said.items() if value is not None})
    if after != before:
        table.emit(WarStandingSet(seat=seat, standing=after))


def lapse(table: Table[WarState], over: tuple[str, ...]) -> None:
    """Let the lines go that count until the end of the Round or the Turn, as *over* says (2.3)."""
    for seat, before in table.state.standing.items():
        left: dict[str, Any] = {}
        for name in WarStanding.__struct_fields__:
            lines = getattr(before, name)
            if isinstance(lines, tuple) and any(getattr(line, "until", "") in over for line in lines):
                left[name] = tuple(line for line in lines if getattr(line, "until", "") not in over)
        if left:
            table.emit(WarStandingSet(seat=seat, standing=replace(before, **left)))


MOST = 7


def minimum_hand(state: WarState, nation: str) -> int:
    """The fewest cards that *nation* draws up to (14.32)."""
    return 2 if is_power(state, nation) else 1


def draw_number(state: WarState, nation: str) -> int:
    """The Draw number: the first hand, more for Keys taken, fewer for Keys lost and for a Subject Neutral (14.3).

    A Subject Neutral that surrendered has no card fewer (15.4).
    """
    number = state.board.nations[nation].hand + modifier(state, "draw_number", nation)
    if is_power(state, nation) and len(keys_held(state, nation)) - state.keys_at_start.get(nation, 0) >= 3:
        number += 1
    number -= len(keys_lost(state, nation)) // 2
    subject = state.subjects.get(nation)
    if subject is not None and not subject.surrendered:
        number -= 1
    return min(MOST, max(minimum_hand(state, nation), number))


def next_hand(state: WarState, nation: str) -> int:
    """The cards up to which the hand of *nation* is filled: a peace modifier takes some off (5.8)."""
    return max(minimum_hand(state, nation), draw_number(state, nation) - state.fewer_cards.get(nation, 0))
