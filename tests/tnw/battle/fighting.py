"""Battles for tests: an Active nation in a duchy with enemies, and given dice."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_events import BattleDecided, BattleEnded, BattleRoundOver
from pbem_tnw.position.impulse import BattleVerdict, Pieces, WarFormation
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable, active, at_start, emptied, with_forces

FIELD = ("stuttgart", "ulm", "munich", "innsbruck", "linz", "salzburg", "ratisbon", "nuremberg", "zurich", "mantua")


def met(
    units: Mapping[str, int], generals: Iterable[str] = (), place: str = "ulm", start: WarState | None = None
) -> WarState:
    """The set-up of four seats with nobody around Ulm but these forces of both sides at *place*."""
    state = emptied(at_start(4) if start is None else start, *FIELD, "strasbourg", "venice")
    return with_forces(state, {place: units}, dict.fromkeys(generals, place))


def entered(state: WarState, commander: str, units: Mapping[str, int], *others: str, place: str = "ulm") -> WarState:
    """*state* in which the Active nation's Formation has entered *place*."""
    nation = state.board.leaders[commander].nation
    formation = WarFormation(
        kind="army",
        nation=nation,
        place=place,
        commander=commander,
        pieces=Pieces(units=units, generals=(commander, *others)),
    )
    assert state.impulse is not None
    return replace(state, impulse=replace(state.impulse, formation=formation))


def fight(state: WarState, faces: Iterable[int], nation: str = "france", /, **box: object) -> DiceTable:
    """The battle of *nation* at Ulm, from Stuttgart if the box says nothing else, played to its end."""
    table = DiceTable(state if state.impulse is not None else active(state, nation), faces)
    due = Battle(nation=nation, place="ulm", origin="stuttgart")
    table.enter(replace(due, **box))
    table.play()
    assert not table.faces, f"{table.faces} were not rolled"
    return table


def rounds(table: DiceTable) -> list[BattleRoundOver]:
    """The rounds that were fought."""
    return [event for event in table.told(BattleRoundOver) if isinstance(event, BattleRoundOver)]


def decided(table: DiceTable) -> BattleVerdict:
    """Who won, and how."""
    (event,) = table.told(BattleDecided)
    assert isinstance(event, BattleDecided)
    return event.verdict


def ended(table: DiceTable) -> BattleEnded:
    """The end of the battle."""
    (event,) = table.told(BattleEnded)
    assert isinstance(event, BattleEnded)
    return event


def misses(number: int) -> list[int]:
    """Dice that do nothing."""
    return [1] * number
