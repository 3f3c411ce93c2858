"""Positions for tests: the historical edition at its set-up, with pieces moved about and an Impulse going on."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

import pbem_tnw.unions  # noqa: F401 - every effect of a card has its rule then
from pbem.engine.event import ChanceDrawn, Event
from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.edition.board import YARD
from pbem_tnw.edition.edition import named
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.impulse import Impulse, PointPool, Squadron
from pbem_tnw.position.state import Consul, WarState

SECRETS = ("sheets", "standing", "turn_ends", "hold_answers")
POWERS = ("france", "austria", "britain", "russia", "prussia")


def at_start(players: int = 5, **changes: object) -> WarState:
    """The set-up of 1805 with a seat for each Power, called like it, and Prussia a Proxy with fewer than five."""
    board = named("historical")
    tracks = board.tracks.diplomatic.consuls.items()
    consuls: dict[str, Consul] = {
        proxy: Consul(column=start.column, row=start.row or "")
        for proxy, start in tracks
        if not start.players_below or players < start.players_below
    }
    powers = [power for power in POWERS if power not in consuls]
    patrons = {proxy: each.row for proxy, each in consuls.items() if each.column == "ally"}
    nations = board.nations.values()
    units: dict[str, dict[str, int]] = {}
    squadrons: dict[str, tuple[Squadron, ...]] = {}
    for nation in nations:
        for there in nation.units:
            units.setdefault(there.at, {})[nation.id] = there.strength
        for fleet in nation.squadrons:
            squadrons[fleet.at] = (
                *squadrons.get(fleet.at, ()),
                *(Squadron(nation=nation.id) for _ in range(fleet.number)),
            )
    state = WarState(
        edition=board.key,
        players=players,
        turn=1,
        round=1,
        control={power: power for power in powers} | patrons,
        units=units,
        generals={leader.id: leader.at or YARD for leader in board.leaders.values() if not leader.card},
        squadrons=squadrons,
        flags={duchy: nation.id for nation in nations for duchy in nation.flags.placed},
        consuls=consuls,
        camps={nation.id: nation.camp for nation in nations if nation.is_power and nation.camp != "neutral"},
        hands={nation: CardHand() for nation in board.sequence},
    )
    return replace(state, **changes)


def with_forces(
    state: WarState,
    units: Mapping[str, Mapping[str, int]] | None = None,
    generals: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
) -> WarState:
    """*state* with other units in the places named, and only those; generals and Flags elsewhere or besides."""
    there = {place: each for place, each in {**state.units, **(units or {})}.items() if each}
    return replace(
        state, units=there, generals={**state.generals, **(generals or {})}, flags={**state.flags, **(flags or {})}
    )


def emptied(state: WarState, *places: str) -> WarState:
    """*state* without any land forces in *places*."""
    generals = {name: YARD if place in places else place for name, place in state.generals.items()}
    return replace(
        state, units={place: each for place, each in state.units.items() if place not in places}, generals=generals
    )


def active(state: WarState, nation: str, points: int = 10, **changes: object) -> WarState:
    """*state* in an Impulse of *nation* with so many CPs."""
    impulse = Impulse(nation=nation, number=1, pools=(PointPool(nation=nation, points=points),))
    return replace(state, active=nation, numbered=1, impulse=replace(impulse, **changes))


def with_standing(state: WarState, seat: str, **orders: object) -> WarState:
    """*state* with standing orders of *seat*."""
    standing: WarStanding = replace(state.standing.get(seat, WarStanding()), **orders)
    return replace(state, standing={**state.standing, seat: standing})


class DiceTable(Table[WarState]):
    """A table whose dice are given: the faces of one roll after the other."""

    def __init__(self, state: WarState, faces: Iterable[int] = ()) -> None:
        seats = dict.fromkeys(seat for seat in state.control.values() if seat)
        super().__init__(state, seats, "key")
        self.views = {seat: seen_by(state, seat) for seat in self.views}
        self.faces = list(faces)

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        assert len(self.faces) >= dice, f"{dice} dice are rolled for {name}, and {self.faces} are left"
        rolled, self.faces = tuple(self.faces[:dice]), self.faces[dice:]
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*rolled], public=True))
        return rolled

    def play(self) -> None:
        """Carry out what is on the flow, until nothing is or someone is asked."""
        while self.state.flow:
            step = self.state.flow[-1]
            if tuple(step.ask(self.state, {})):  # type: ignore[attr-defined] # every box of this game is a step
                return
            self.run(step, {})  # type: ignore[arg-type] # as above

    def told(self, kind: type[Event[WarState]], seat: str = "") -> list[Event[WarState]]:
        """The events of a *kind* that happened, as *seat* saw them if one is named."""
        found = [event for entry in self.entries for event in entry.events if isinstance(event, kind)]
        if not seat:
            return found
        return [seen for event in found if (seen := event.seen_by(seat)) is not None]


def seen_by(state: WarState, seat: str) -> WarState:
    """*state* as *seat* sees it: with its own hands, sheets and standing orders only, and no card of the deck."""
    hands = {
        nation: each if state.control.get(nation) == seat else each.hidden() for nation, each in state.hands.items()
    }
    own = {name: {seat: each[seat]} if seat in (each := getattr(state, name)) else {} for name in SECRETS}
    return replace(state, hands=hands, deck=CardPile(unknown=len(state.deck)), **own)


def codes(problems: Iterable[Problem]) -> list[str]:
    """The codes of problems."""
    return [problem.code for problem in problems]
