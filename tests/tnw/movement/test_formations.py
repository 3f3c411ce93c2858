"""What may move as one body, and how it is formed (9.1, 9.3)."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbem.engine.order import Problem
from pbem_tnw.chapters.land.formations import drop, form, take
from pbem_tnw.orders.lines import DropLine, FormLine, TakeLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.position.forces import beside, moving
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.state import WarState
from tests.tnw.movement.moving import formed
from tests.tnw.positions import active, at_start, codes, with_forces

STRASBOURG = with_forces(at_start(4), {"strasbourg": {"france": 9}})
FRENCH = active(STRASBOURG, "france")


def units(own: int | None = None, **others: int) -> Strengths:
    return Strengths(numbers={**({OWN: own} if own is not None else {}), **others})


def drawn(
    state: WarState, commander: str | None, *riders: str, own: int | None = None, at: str | None = None, **others: int
) -> tuple[WarFormation | None, list[str], Mapping[str, object]]:
    named = units(own, **others) if own is not None or others else Strengths()
    line = FormLine(at=at, commander=commander, riders=riders, units=named)
    formation, problems = form(state, state.active, line)
    found: list[Problem] = list(problems)
    return formation, codes(found), found[0].args if found else {}


def test_9_1_h8_an_army_has_at_most_the_command_of_its_general() -> None:
    _, wrong, args = drawn(FRENCH, "napoleon", own=9)
    assert wrong == ["command-exceeded"]
    assert (args["strength"], args["most"], args["helper"]) == (9, 8, "ney")
    group, wrong, _ = drawn(FRENCH, "napoleon", "lannes", own=9)
    assert wrong == []
    assert group is not None
    assert group.kind == "army-group"


def test_9_1_a_general_who_rides_along_makes_no_army_group() -> None:
    army, wrong, _ = drawn(FRENCH, "napoleon", "lannes", "ney", own=8)
    assert (army.kind if army else "", wrong) == ("army", [])


def test_9_1_h73_three_generals_at_most() -> None:
    assert drawn(FRENCH, "napoleon", "lannes", "murat", "ney", own=7)[1] == ["too-many-generals"]


def test_9_1_with_no_numbers_as_many_as_the_generals_may_lead() -> None:
    alone = drawn(FRENCH, "ney")[0]
    assert alone is not None
    assert (alone.kind, alone.pieces.units) == ("army", {"france": 4})
    both = drawn(FRENCH, "napoleon", "ney")[0]
    assert both is not None
    assert (both.kind, both.pieces.units) == ("army-group", {"france": 9})


def test_9_1_h11_a_detachment_is_2_at_most() -> None:
    prague = active(with_forces(at_start(4), {"prague": {"austria": 3}}), "austria")
    assert drawn(prague, None, own=3, at="prague")[1] == ["detachment-too-strong"]
    two = drawn(prague, None, own=2, at="prague")[0]
    assert two is not None
    assert two.kind == "detachment"


def test_9_1_riders_are_generals_of_one_nation_without_units() -> None:
    riders, wrong, _ = drawn(FRENCH, None, "ney", "murat")
    assert (riders.kind if riders else "", wrong) == ("riders", [])
    linz = active(with_forces(at_start(4), {"linz": {}}, {"mack": "linz", "kutuzov": "linz"}), "austria")
    assert drawn(linz, None, "mack", "kutuzov")[1] == ["riders-of-another"]


def test_9_1_the_commander_belongs_to_the_active_nation() -> None:
    linz = with_forces(at_start(4), {"linz": {"russia": 3, "austria": 3}}, {"kutuzov": "linz", "mack": "linz"})
    assert drawn(active(linz, "austria"), "kutuzov", "mack", own=3)[1] == ["commander-of-another"]


def test_9_1_each_nation_with_units_has_a_general() -> None:
    linz = with_forces(at_start(4), {"linz": {"russia": 3, "austria": 3}}, {"kutuzov": "linz", "mack": "linz"})
    austrian = active(linz, "austria")
    assert drawn(austrian, "mack", own=3, russia=2)[1] == ["no-general-of-nation"]
    assert drawn(austrian, "mack", "kutuzov", own=3, russia=3)[1] == ["lent-pieces"]


def test_9_6_generals_who_stay_without_a_unit_where_all_march_are_named() -> None:
    state = active(
        with_forces(at_start(4), {"munich": {"france": 3}}, {"soult": "munich", "murat": "munich"}), "france"
    )
    for riders, staying in ((("ney",), ("murat",)), ((), ("murat", "ney"))):
        here = with_forces(state, {}, {"ney": "munich"})
        line = FormLine(commander="soult", riders=riders, units=Strengths(every=True))
        (problem,) = form(here, "france", line)[1]
        assert (problem.code, problem.stops, set(problem.args["generals"])) == (
            "generals-left-bare",
            False,
            set(staying),
        )
    spared = with_forces(state, {"munich": {"france": 3, "spain": 1}})
    assert not form(spared, "france", FormLine(commander="soult", units=Strengths({OWN: 3})))[1]


def test_8_2_units_of_a_proxy_may_be_led_by_a_general_of_its_power() -> None:
    state = active(with_forces(at_start(4), {"bayonne": {"france": 2, "spain": 2}}, {"ney": "bayonne"}), "france")
    group, wrong, _ = drawn(state, "ney", own=2, spain=2)
    assert (group.kind if group else "", wrong) == ("army-group", [])
    everything = drawn(state, "ney")[0]
    assert everything is not None
    assert everything.pieces.units == {"france": 2, "spain": 2}


def test_9_1_a_power_in_the_same_hand_is_no_proxy() -> None:
    linz = with_forces(at_start(4), {"linz": {"russia": 1, "austria": 3}}, {"kutuzov": "linz"})
    linz = active(replace(linz, control={**linz.control, "austria": "russia"}), "russia")
    assert drawn(linz, "kutuzov", own=1, austria=3)[1] == ["no-general-of-nation"]


def test_9_1_what_is_not_there() -> None:
    assert drawn(FRENCH, "davout", own=1, at="strasbourg")[1] == ["general-elsewhere"]
    assert drawn(FRENCH, "napoleon", "lannes", own=12)[1] == ["too-few-units"]
    assert drawn(FRENCH, None, own=1)[1] == ["form-where"]


def test_9_3_pieces_are_taken_up_and_dropped() -> None:
    state = formed(FRENCH, "napoleon", own=6)
    more, wrong = take(state, "france", TakeLine(units=units(2), generals=("ney",)))
    assert wrong == ()
    assert more is not None
    assert (more.pieces.units, more.pieces.generals, more.kind) == ({"france": 8}, ("napoleon", "ney"), "army")
    fewer, wrong = drop(state, "france", DropLine(units=units(5)))
    assert wrong == ()
    assert fewer is not None
    assert fewer.pieces.units == {"france": 1}


def test_9_3_all_that_is_wrong_with_taking_and_dropping() -> None:
    state = formed(FRENCH, "napoleon", own=6)
    assert codes(take(FRENCH, "france", TakeLine())[1]) == ["no-formation"]
    assert codes(take(state, "france", TakeLine(units=units(3)))[1]) == ["command-exceeded"]
    assert codes(take(state, "france", TakeLine(units=units(4)))[1]) == ["too-few-units"]
    assert codes(drop(state, "france", DropLine(units=units(7), generals=("ney",)))[1]) == [
        "not-in-formation",
        "too-few-to-drop",
    ]
    assert codes(drop(state, "france", DropLine())[1]) == ["nothing-to-drop"]
    assert codes(drop(state, "france", DropLine(generals=("napoleon",)))[1]) == ["detachment-too-strong"]


def test_9_3_units_keep_count_of_their_own_steps() -> None:
    state = formed(FRENCH, "napoleon", own=6)
    formation = moving(state)
    assert formation is not None
    assert formation.worn == {"france": (6, 0, 0, 0, 0)}
    assert beside(state, "strasbourg", "france") == (3, 0, 0, 0, 0)


@pytest.mark.parametrize("who", ["halted", "worn"])
def test_9_3_what_has_fought_is_not_taken_up_again(who: str) -> None:
    halted = ("ney",) if who == "halted" else ()
    worn = {"strasbourg": {"france": (0, 0, 0, 0, 7)}} if who == "worn" else {}
    state = active(STRASBOURG, "france", halted=halted, worn=worn)
    assert drawn(state, "ney", own=3)[1] == ["general-halted" if who == "halted" else "units-halted"]
