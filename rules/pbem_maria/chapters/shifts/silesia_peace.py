"""Prussia annexes Silesia (19.1)."""

from pbem.engine.table import Table
from pbem_maria.chapters.conquest import set_aside
from pbem_maria.chapters.conquest.silesia import TURNS, sites
from pbem_maria.chapters.hussars.hussars import drive_off
from pbem_maria.chapters.pieces.events import Placed
from pbem_maria.chapters.politics import tracks
from pbem_maria.chapters.shifts.events import MarkersReturned, NeutralityEnded, SilesiaAnnexed
from pbem_maria.chapters.shifts.steps import Withdraw
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.position.powers import PRUSSIA, home_of
from pbem_maria.position.saxony_track import TRACK, s_box
from pbem_maria.position.state import AUSTRIA, PRUSSIAN_ALLY, State


def annex(table: Table[State]) -> None:
    """Make peace: the first four of the seven steps of 19.1; `settle` is the fifth."""
    state = table.state
    table.emit(SilesiaAnnexed(until=state.turn + TURNS))
    austrian = tuple(c for c, power in state.markers.items() if power == AUSTRIA and home_of(table.state, c) == PRUSSIA)
    if austrian:
        table.emit(MarkersReturned(cities=austrian))
    prussian = tuple(c for c, power in state.markers.items() if power == PRUSSIA and home_of(state, c) == AUSTRIA)
    set_aside.give_up(table, PRUSSIA, prussian)
    table.enter(Withdraw())
    if state.saxony == PRUSSIAN_ALLY:
        tracks.shift(table, {TRACK: s_box(state) - state.tracks[TRACK]})


def settle(table: Table[State], wishes: tuple[str, ...]) -> None:
    """Put Prussia's marker into the Silesia box, and its trains that wait there on Prussian major fortresses.

    Each goes to the first of *wishes* that is empty, otherwise to the first empty one in Silesia, otherwise at home.
    """
    victory_boxes.put(table, victory_boxes.SILESIA, PRUSSIA)
    for train in table.state.theatre.powers[PRUSSIA].trains:
        state = table.state
        free = [city for city in (*wishes, *sites(state)) if city in sites(state) and not state.pieces_at(city)]
        if train.box and train.id not in state.at and free:
            table.emit(Placed(piece=train.id, city=free[0], returning=True))
            drive_off(table, train.id, (free[0],))


def end_neutrality(table: Table[State], stage: str) -> None:
    """Let Prussia's neutrality end when its action *stage* begins two turns after the peace."""
    state = table.state
    if stage == PRUSSIA and PRUSSIA in state.neutral and state.turn >= state.neutral_until:
        table.emit(NeutralityEnded(power=PRUSSIA))
