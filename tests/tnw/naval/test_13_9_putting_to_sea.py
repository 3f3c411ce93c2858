"""Squadrons that put to sea from a Port that falls, and Fleets that go home at the end of the Turn (13.9, 13.10)."""

from msgspec.structs import replace

from pbem_tnw.chapters.nation.attrition import Shipbuilding
from pbem_tnw.chapters.sea.battle import Homeward
from pbem_tnw.chapters.sea.events import SeaBattleBegan, SeaBattleEnded, SeaInterceptionTried
from pbem_tnw.chapters.sea.sailing import PutToSea
from pbem_tnw.orders.standing import SeaLine
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Consul, WarState
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import ships, with_fleets
from tests.tnw.naval.test_13_fleets import NEVER
from tests.tnw.positions import active, with_forces, with_standing

FALLEN = with_forces(
    with_fleets({"toulon": {"france": 2}, "western-mediterranean": {"britain": 3}}), flags={"toulon": "austria"}
)
LOST = [1, 1, 1, 1, 6, 5, *[1] * 7]


def put_to_sea(state: WarState, faces: list[int]) -> MarchTable:
    table = MarchTable(state, faces)
    table.enter(PutToSea(port="toulon"))
    table.play()
    assert not table.faces, table.faces
    return table


def check_h57(table: MarchTable) -> None:
    (tried,) = table.told(SeaInterceptionTried)
    assert isinstance(tried, SeaInterceptionTried)
    assert (tried.nation, tried.mover, tried.need) == ("britain", "france", 5)
    (began,) = table.told(SeaBattleBegan)
    assert isinstance(began, SeaBattleBegan)
    assert (began.battle.nation, began.battle.attacker.nations) == ("france", ("france",))
    (ended,) = table.told(SeaBattleEnded)
    assert isinstance(ended, SeaBattleEnded)
    assert (ended.winners, ended.losers) == (("britain",), ("france",))
    assert ships(table, "genoa") == {"france*": 1} or ships(table, "barcelona") == {"france*": 1}


def test_13_9_h57_outside_impulses() -> None:
    check_h57(put_to_sea(FALLEN, [2, 3, *LOST]))


def test_13_9_h57_in_an_impulse() -> None:
    table = put_to_sea(active(FALLEN, "austria"), [2, 4, *LOST])
    check_h57(table)
    assert table.state.impulse is not None
    assert table.state.impulse.sea_battle is None


def test_13_9_not_intercepted_it_stays_at_sea() -> None:
    for state in (FALLEN, active(FALLEN, "austria")):
        table = put_to_sea(state, [1, 3])
        assert ships(table, "western-mediterranean") == {"britain": 3, "france": 2}
        quiet = with_standing(state, "britain", sea=(SeaLine(intercept=NEVER),))
        assert ships(put_to_sea(quiet, []), "western-mediterranean") == {"britain": 3, "france": 2}


def test_13_9_a_second_tie_outside_impulses_is_lost_by_those_who_put_to_sea() -> None:
    table = put_to_sea(FALLEN, [2, 4, 5, 1, 1, 1, 5, *[1] * 8, 5, 1, 1, 5, *[1] * 7])
    (ended,) = table.told(SeaBattleEnded)
    assert isinstance(ended, SeaBattleEnded)
    assert ended.winners == ("britain",)


def test_13_10_a_fleet_without_a_port_goes_home_at_the_end_of_the_turn() -> None:
    state = with_fleets(
        {"adriatic-sea": {"britain": 2}, "western-approaches": {"britain": 1}, "black-sea": {"france": 1}}
    )
    table = MarchTable(with_forces(state, flags={"trieste": "france", "corfu": "france", "venice": "france"}))
    table.enter(Shipbuilding(), Homeward())
    table.play()
    assert ships(table, "adriatic-sea") == {}
    assert sum(n for place in table.state.squadrons for n in ships(table, place).values()) == 4
    assert ships(table, "western-approaches") == {"britain": 1}
    assert ships(table, "black-sea") == {}
    assert all(not one.refit for there in table.state.squadrons.values() for one in there)


def test_13_10_without_any_port_to_the_regroup_box() -> None:
    state = with_fleets({"black-sea": {"turkey": 1}})
    flags = {port: "france" for port in state.board.duchies if state.board.duchies[port].is_port}
    state = replace(
        state, flags=flags, consuls={**state.consuls, "turkey": Consul(column="ally", row="britain")},
        control={**state.control, "turkey": "britain"},
    )  # fmt: skip
    table = MarchTable(state)
    table.enter(Homeward())
    table.play()
    assert table.state.squadrons["regroup"] == (Squadron(nation="turkey"),)
