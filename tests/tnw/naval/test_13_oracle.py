"""The engine and the odds agree: every way the dice of small fleets can fall, one by one (13.41, 13.5)."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.sea.battle import SeaFight
from pbem_tnw.chapters.sea.events import SeaBattleEnded, VoyageBegan
from pbem_tnw.chapters.sea.fleets import squadron_dice
from pbem_tnw.chapters.sea.outlook import sea_outlook
from pbem_tnw.position.impulse import Squadron, Voyage
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import with_fleets
from tests.tnw.positions import active

FACES = {1: 4 / 6, 5: 1 / 6, 6: 1 / 6}
"""A die, with all faces that do nothing as one."""


class ManyDice(MarchTable):
    """A table whose rolls follow a script; past its end they stop the game."""

    def __init__(self, state: WarState, script: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(state, ())
        self.script = list(script)

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        if not self.script:
            raise NeedsDice(dice)
        return self.script.pop(0)


class NeedsDice(Exception):
    def __init__(self, dice: int) -> None:
        super().__init__(dice)
        self.dice = dice


def falls(dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way that so many dice fall, in order of their faces, and how likely it is."""
    found: dict[tuple[int, ...], float] = {}
    for shown in product(FACES, repeat=dice):
        key = tuple(sorted(shown, reverse=True))
        found[key] = found.get(key, 0.0) + prod(FACES[face] for face in shown)
    yield from found.items()


def ends(state: WarState, place: str, script: tuple[tuple[int, ...], ...] = ()) -> Iterator[tuple[float, MarchTable]]:
    """Every end of a fight, with its chance."""
    table = ManyDice(state, script)
    table.enter(SeaFight(nation=state.active, place=place))
    try:
        table.play()
    except NeedsDice as more:
        for shown, chance in falls(more.dice):
            yield from ((chance * each, end) for each, end in ends(state, place, (*script, shown)))
        return
    yield 1.0, table


def fleets(active_side: Mapping[str, int], other: Mapping[str, int], place: str) -> WarState:
    """*active_side* in the Bay of Biscay against *other* there or in a Port of it."""
    here = "bay-of-biscay"
    if place == here:
        return active(with_fleets({here: {**active_side, **other}}), "britain")
    state = active(with_fleets({here: active_side, place: other}), "britain")
    ships = tuple(Squadron(nation=nation) for nation, n in active_side.items() for _ in range(n))
    return VoyageBegan(voyage=Voyage(nation="britain", place=here, squadrons=ships), cost=1).change(state)


@pytest.mark.parametrize(
    ("own", "other", "place"),
    [
        ({"britain": 1}, {"france": 1}, "bay-of-biscay"),
        ({"britain": 1}, {"spain": 2}, "bay-of-biscay"),
        ({"britain": 1, "russia": 1}, {"france": 1, "spain": 1}, "bay-of-biscay"),
        ({"britain": 1}, {"france": 1}, "bordeaux"),
    ],
)
def test_13_41_the_odds_are_those_of_every_fall_of_the_dice(
    own: Mapping[str, int], other: Mapping[str, int], place: str
) -> None:
    state = fleets(own, other, place)
    wins = 0.0
    lost = [0.0, 0.0]
    for chance, table in ends(state, place):
        (ended,) = table.told(SeaBattleEnded)
        assert isinstance(ended, SeaBattleEnded)
        wins += chance * (ended.role == "attacker")
        for side, names in enumerate((own, other)):
            left = sum(one.nation in names for there in table.state.squadrons.values() for one in there)
            lost[side] += chance * (sum(names.values()) - left)
    outlook = sea_outlook(state, "britain", place)
    assert outlook is not None
    assert outlook.odds.wins == pytest.approx(wins)
    assert outlook.odds.expected_losses == pytest.approx(tuple(lost))
    assert sum(map(squadron_dice, outlook.battle.attacker.squadrons)) == outlook.dice("attacker")


def test_13_41_a_refit_marker_takes_a_die() -> None:
    state = fleets({"britain": 1}, {"france": 1}, "bay-of-biscay")
    worn = replace(state, squadrons={"bay-of-biscay": (Squadron(nation="britain", refit=2), Squadron(nation="france"))})
    outlook = sea_outlook(worn, "britain", "bay-of-biscay")
    assert outlook is not None
    assert (outlook.dice("attacker"), outlook.dice("defender")) == (2, 2)
