"""Pieces that a card gives: where they come from, and where they are placed (6.12, 7, 7.7; 2.3, row 8)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.events import PiecesForced, SurrenderForced
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.nation.buying import SQUADRON, UNIT, buildable
from pbem_tnw.chapters.nation.pieces import CardLaid, PiecesMoved, SquadronsMoved, draw_cards
from pbem_tnw.chapters.politics.camps import standing_of
from pbem_tnw.chapters.politics.conquest import submit
from pbem_tnw.chapters.politics.track import move_resource
from pbem_tnw.edition.board import YARD, on_map
from pbem_tnw.orders.standing import LOWEST_CARDS, RESERVES, RESOURCES, Sacrifices
from pbem_tnw.position.control import friendly, homes, is_power, seat_of
from pbem_tnw.position.forces import blockaded, free_of_enemies, in_play, squadrons_at, squadrons_in_play
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState


def units_in_yard(state: WarState, nation: str) -> int:
    """The strength that *nation* may still build (7.1)."""
    return state.board.nations[nation].limits.units - in_play(state, nation)


def squadrons_in_yard(state: WarState, nation: str) -> int:
    """The Squadrons that *nation* may still build (7.3)."""
    return state.board.nations[nation].limits.squadrons - squadrons_in_play(state, nation)


def generals_in_yard(state: WarState, nation: str, command_max: int | None = None) -> tuple[str, ...]:
    """The generals that *nation* may bring into play now, the best first (7.2)."""
    leaders = state.board.leaders
    found = buildable(state, nation)
    return tuple(one for one in found if command_max is None or leaders[one].command <= command_max)


def may_hold(state: WarState, nation: str, duchy: str) -> bool:
    """Whether pieces of *nation* may be placed in a duchy: no enemy forces stand there (7)."""
    return duchy in state.board.duchies and free_of_enemies(state, nation, duchy)


def may_anchor(state: WarState, nation: str, duchy: str) -> bool:
    """Whether a Squadron of *nation* may be placed in a duchy: a Friendly Port (7.3)."""
    found = state.board.duchies.get(duchy)
    return found is not None and bool(found.port) and friendly(state, nation, duchy)


def preferred(state: WarState, nation: str, possible: tuple[str, ...]) -> tuple[str, ...]:
    """Places in the order in which pieces of *nation* go there.

    As its seat's standing orders say, then the capital, then where it has most units, of equals the first.
    """
    wished = standing_of(state, nation).place_at or ()
    capitals = state.board.nations[nation].capitals
    most = sorted(possible, key=lambda place: -state.units.get(place, {}).get(nation, 0))
    return tuple(dict.fromkeys(place for place in (*wished, *capitals, *most) if place in possible))


def home_bases(state: WarState, nation: str) -> tuple[str, ...]:
    """The Friendly Home duchies free of enemies, where units and generals come back (7.7)."""
    found = (duchy for duchy in homes(state, nation) if friendly(state, nation, duchy))
    return tuple(duchy for duchy in found if free_of_enemies(state, nation, duchy))


def open_ports(state: WarState, nation: str) -> tuple[str, ...]:
    """The Friendly Ports that are not blockaded, in the order of their names, where Squadrons come back (7.7)."""
    duchies = state.board.duchies
    ports = (one for one in duchies if may_anchor(state, nation, one) and not blockaded(state, nation, one))
    return tuple(sorted(ports, key=lambda one: duchies[one].name))


def place_units(table: Table[WarState], nation: str, place: str, n: int) -> None:
    """Place units out of the yard; for those lacking its owner may take others from elsewhere (6.12)."""
    new = max(0, min(n, units_in_yard(table.state, nation)))
    if new:
        _move_units(table, nation, YARD, place, new, "placed")
    for _ in range(n - new):
        start = next(
            (each for each in _spared(table.state, nation, taken_from(table.state, nation, besides=place))), ""
        )
        if start:
            _move_units(table, nation, start, place, 1, "placed-instead")


def taken_from(state: WarState, nation: str, besides: str = "") -> Iterator[str]:
    """The places on the map from which units of *nation* are taken, in order (2.3, row 8).

    As its seat's standing orders say, then where it has most; of equals the first in the alphabet.
    """
    there = {place: each[nation] for place, each in state.units.items() if each.get(nation) and on_map(place)}
    wished = (place for place in standing_of(state, nation).take_from or () if place in there)
    most = sorted(there, key=lambda place: (-there[place], place))
    return (place for place in dict.fromkeys((*wished, *most)) if place != besides)


def place_squadrons(table: Table[WarState], nation: str, place: str, n: int, *, refit: int) -> None:
    """Place Squadrons out of the yard, each under so many Refit markers; for those lacking as for units (6.12)."""
    ship = Squadron(nation=nation, refit=refit)
    new = max(0, min(n, squadrons_in_yard(table.state, nation)))
    if new:
        table.emit(SquadronsMoved(start=YARD, to=place, squadrons=(ship,) * new, cause="placed", rule="6.12"))
    for _ in range(n - new):
        ports = (each for each in most_squadrons(table.state, nation) if each != place)
        start = next(_spared(table.state, nation, ports), "")
        if start:
            one = squadrons_at(table.state, start, (nation,))[0]
            table.emit(SquadronsMoved(start=start, to=place, squadrons=(one,), become=(ship,), cause="placed-instead"))


def most_squadrons(state: WarState, nation: str) -> tuple[str, ...]:
    """The places on the map with Squadrons of *nation*: as its standing orders say, else those with most first."""
    there = {place: len(squadrons_at(state, place, (nation,))) for place in state.squadrons if on_map(place)}
    there = {place: number for place, number in there.items() if number}
    wished = (place for place in standing_of(state, nation).take_from or () if place in there)
    return tuple(dict.fromkeys((*wished, *sorted(there, key=lambda place: (-there[place], place)))))


def _spared(state: WarState, nation: str, places: Iterable[str]) -> Iterator[str]:
    """Those of *places* from which its owner lets pieces go: with `take_from` only the places named (6.12)."""
    named = standing_of(state, nation).take_from
    return (place for place in places if named is None or place in named)


def place_general(table: Table[WarState], general: str, place: str, cause: str = "placed") -> None:
    """Place a general who is not on the map."""
    start = table.state.generals.get(general, YARD)
    table.emit(PiecesMoved(start=start, to=place, pieces=Pieces(generals=(general,)), cause=cause, rule="7.2"))


def refitting(state: WarState, nation: str) -> tuple[tuple[str, Squadron], ...]:
    """The Squadrons of *nation* under Refit markers, with their places in the alphabet."""
    return tuple(
        (place, one) for place in sorted(state.squadrons) if on_map(place)
        for one in squadrons_at(state, place, (nation,)) if one.refit and not one.build
    )  # fmt: skip


def refit(table: Table[WarState], place: str, ship: Squadron, cause: str) -> None:
    """Take a Refit marker off a Squadron (7.7)."""
    fitter = replace(ship, refit=ship.refit - 1)
    table.emit(
        SquadronsMoved(start=place, to=place, squadrons=(ship,), become=(fitter,), cause=cause, rule="7.7")
    )  # fmt: skip


def _move_units(table: Table[WarState], nation: str, start: str, to: str, n: int, cause: str) -> None:
    table.emit(PiecesMoved(start=start, to=to, pieces=Pieces(units={nation: n}), cause=cause, rule="6.12"))


ForcedKind = Literal["unit", "squadron"]
COST: dict[ForcedKind, int] = {"unit": UNIT, "squadron": SQUADRON}


class ForcedPoints:
    """The CPs that *nation* must spend on pieces that the card *by* takes; one card may pay for several (6.3, 6.12).

    What it spends is as its standing orders say, else Reserves, then cards from the lowest CP, then Resources. What is
    left in the end is lost.
    """

    def __init__(self, table: Table[WarState], nation: str, by: str) -> None:
        self._table, self._nation, self._by = table, nation, by
        self._left = 0

    def pay(self, points: int) -> bool:
        """Pay CPs that the event asks for; whether the nation could."""
        while self._left < points:
            gained = _spend_one(self._table, self._nation)
            if not gained:
                return False
            self._left += gained
        self._left -= points
        return True

    def build(self, kind: ForcedKind, n: int) -> int:
        """Build up to *n* pieces; gives back how many: they are in the yard, from where the event takes them."""
        state = self._table.state
        yard = units_in_yard(state, self._nation) if kind == "unit" else squadrons_in_yard(state, self._nation)
        built = 0
        while built < min(n, yard) and self.pay(COST[kind]):
            built += 1
        if built:
            self._table.emit(PiecesForced(nation=self._nation, kind=kind, n=built, by=self._by))
        return built


def must_surrender(table: Table[WarState], nation: str, by: str) -> None:
    """Let *nation* surrender that cannot give what an event takes: it submits (6.12, 15.3)."""
    table.emit(SurrenderForced(nation=nation, by=by))
    submit(table, nation)


def _spend_one(table: Table[WarState], nation: str) -> int:
    """Spend what comes next in the order of sacrifice; gives back its CPs, 0 if there is nothing left."""
    state = table.state
    card = next(_cards(state, nation), "")
    if card == RESOURCES:
        move_resource(table, nation, -1, "used")
        before = state.holdings(nation).known
        draw_cards(table, nation, 1, "resource")
        drawn = [one for one in table.state.holdings(nation).known if one not in before]
        card = drawn[0] if drawn else ""
    if not card:
        return 0
    printed = state.board.cards[card]
    to: Literal["reserve", "pile"] = "reserve" if printed.is_reserve else "pile"
    table.emit(CardLaid(nation=nation, card=card, how="sacrificed", to=to, points=printed.cp))
    return printed.cp


def _cards(state: WarState, nation: str) -> Iterator[str]:
    """What may be spent, in order: cards, and the word for a Resource; no Reserves of a neutral Proxy (6.2)."""
    board = state.board
    hand = [card for card in state.holdings(nation).known if not board.cards[card].has("must_be_event")]
    lowest = sorted(hand, key=lambda card: (board.cards[card].cp, board.cards[card].number))
    unused = [card for card in board.reserves[nation] if card not in state.used]
    reserves = unused if seat_of(state, nation) and not forbidden(state, "reserve", nation) else []
    wish = standing_of(state, nation).sacrifice or Sacrifices()
    default = (item for item in Sacrifices().items if item not in wish.items)
    for item in (*wish.items, *default):
        if item == RESERVES:
            yield from reserves
        elif item == LOWEST_CARDS:
            yield from lowest
        elif item != RESOURCES:
            yield from (card for card in (*hand, *reserves) if card == item)
        elif is_power(state, nation) and state.resources.get(nation) and not forbidden(state, "resource", nation):
            yield RESOURCES
