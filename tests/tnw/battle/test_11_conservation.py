"""Whatever is fought, pieces are conserved and nothing is negative (11, 12, 5.6)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.table import Table
from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.sieges import AssaultFortress, besieger
from pbem_tnw.chapters.nation.pieces import PiecesMoved
from pbem_tnw.edition.board import YARD
from pbem_tnw.invariants import broken
from pbem_tnw.position.forces import in_play, units_at
from pbem_tnw.position.state import WarState
from tests.tnw.battle.fighting import FIELD
from tests.tnw.cards.playing import holding
from tests.tnw.positions import DiceTable, active, at_start, emptied, with_forces

EMPTY = emptied(at_start(4), *FIELD, "strasbourg", "olmutz", "vienna", "prague", "trieste")
GENERALS = {
    nation: [one.id for one in EMPTY.board.nations[nation].leaders if not one.card]
    for nation in ("france", "spain", "austria", "russia", "britain")
}
OWN = ("france", "spain")
PLACES = {"ulm": "stuttgart", "linz": "munich", "venice": "mantua", "innsbruck": "zurich", "olmutz": "prague"}


class FairTable(DiceTable):
    """A table whose dice come from the game's chance."""

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        return Table.roll(self, name, dice, sides)


@st.composite
def forces(draw: st.DrawFn, *nations: str) -> tuple[dict[str, int], list[str]]:
    """Up to five units of each nation, and some of its generals."""
    units = {nation: draw(st.integers(0, 5)) for nation in nations}
    generals = [
        one for nation in nations for one in draw(st.lists(st.sampled_from(GENERALS[nation]), unique=True, max_size=3))
    ]
    return {nation: number for nation, number in units.items() if number}, generals


@st.composite
def battles(draw: st.DrawFn) -> tuple[WarState, str, str]:
    """A position in which France attacks, and where."""
    place = draw(st.sampled_from(sorted(PLACES)))
    (own, leaders), (enemy, others) = draw(forces("france", "spain")), draw(forces("austria", "russia", "britain"))
    generals = dict.fromkeys([*leaders, *others], place)
    state = with_forces(EMPTY, {place: {**own, **enemy}}, generals)
    return holding(active(state, "france")), place, draw(st.text("abcdef", min_size=1, max_size=8))


def lost(table: Table[WarState]) -> dict[str, int]:
    """Units eliminated, by nation, as the events tell."""
    found: dict[str, int] = {}
    for entry in table.entries:
        for event in entry.events:
            if isinstance(event, PiecesMoved) and event.to == YARD:
                for nation, number in event.pieces.units.items():
                    assert number > 0
                    found[nation] = found.get(nation, 0) + number
    return found


def check(before: WarState, table: Table[WarState]) -> None:
    """Hold what is there after the fight to what was there before."""
    gone = lost(table)
    for nation in before.board.sequence:
        assert in_play(before, nation) == in_play(table.state, nation) + gone.get(nation, 0)
    assert set(before.generals) == set(table.state.generals)
    assert list(broken(table.state)) == []
    assert table.state.impulse is not None
    assert (table.state.impulse.battle, table.state.impulse.siege) == (None, None)
    assert table.state.impulse.rolled == ()


@given(battles(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_11_pieces_are_conserved_in_battles(case: tuple[WarState, str, str], failed: bool) -> None:
    state, place, key = case
    table = FairTable(state)
    table._key = key
    table.enter(Battle(nation="france", place=place, origin=PLACES[place], evasion_failed=failed))
    table.play()
    check(state, table)
    left = units_at(table.state, place)
    if any(nation in OWN for nation in units_at(state, place)):
        assert len({nation in OWN for nation in left}) < 2, "one side has gone"


@given(forces("austria", "russia"), st.text("abcdef", min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_12_pieces_are_conserved_in_assaults(case: tuple[dict[str, int], list[str]], key: str) -> None:
    units, generals = case
    state = with_forces(EMPTY, {"strasbourg": units}, dict.fromkeys(generals, "strasbourg"))
    state = holding(active(state, "austria"))
    table = FairTable(state)
    table._key = key
    table.enter(AssaultFortress(nation="austria", place="strasbourg"))
    table.play()
    check(state, table)
    if besieger(state, "austria", "strasbourg") is None:
        assert table.state.units == state.units
