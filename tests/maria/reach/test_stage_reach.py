"""The list of where a seat's pieces can go, as a letter has it."""

import itertools
from random import Random

from msgspec.structs import replace

from pbem_maria.chapters.reach import reach
from pbem_maria.edition.edition import named
from pbem_maria.position.state import Agreement, State
from pbem_maria.sequence.stage import CHIEF, in_stage, piece_reach, stage_reach
from tests.maria.drill import ground, position
from tests.maria.reach.test_reach import moments, random_positions


def test_10_1_the_rows_name_every_city_in_reach_once() -> None:
    for state, power in random_positions(7, 60):
        for piece in state.generals_of(power):
            each, found = piece_reach(state, piece), reach(state, piece)

            listed = [d.city for row in each.marches for d in row.destinations]
            listed += [d.city for d in (*each.force, *each.re_entries)]
            assert sorted(listed) == sorted(d.city for d in found.destinations)
            assert all(d.steps == row.steps for row in each.marches for d in row.destinations)


def test_10_1_a_stack_is_listed_once_and_its_cards_are_its_commanders() -> None:
    at = {"belle-isle": "a", "toerring": "a", "broglie": "d", "france-t1": "x"}
    hands = {"france": "H5.1 S2.1", "bavaria": "H9.1"}
    state = position(ground("a b c d, a x"), at, hands=hands)

    found = {each.pieces: each for each in stage_reach(state, "louis")}

    assert set(found) == {("toerring", "belle-isle"), ("broglie",), ("france-t1",)}
    assert found["toerring", "belle-isle"].cards == ("H9.1",)


def test_10_1_cities_are_in_the_order_of_the_alphabet_without_accents() -> None:
    key = named("historical").key
    state = replace(State(edition=key, scenario="advanced", seats={"prussia": "frederick"}), stage="prussia")
    state = replace(state, at={"friedrich": "glatz"}, troops={"friedrich": 8}, hussars=(None, None))

    rows = piece_reach(state, "friedrich").marches

    names = [[state.board.cities[each.city].name for each in row.destinations] for row in rows]
    assert names[0] == ["Frankenstein", "Habelschwerdt", "Nachod"]
    assert names[1].index("Königgrätz") < names[1].index("Neiße") < names[1].index("Reichenbach")


def test_10_3_what_every_march_takes_is_said_once() -> None:
    home = {"austria": "a b"}
    state = position(ground("a b c d", home=home, fortress="a b"), {"belle-isle": "a"})

    found = piece_reach(state, "belle-isle")

    assert found.every_march == (("conquers", "a"),)
    effects = {d.city: d.routes[0].effects for row in found.marches for d in row.destinations}
    assert effects == {"b": (), "c": (("conquers", "b"),), "d": (("conquers", "b"),)}


def test_10_3_all_that_a_march_can_take_is_on_a_route_that_is_told() -> None:
    for state, power in random_positions(9, 60):
        for piece in state.generals_of(power):
            found = piece_reach(state, piece)
            marches = [each for row in found.marches for each in row.destinations]

            can = {effect for each in marches for route in each.routes for effect in route.effects}
            told = {effect for routes in found.told.values() for route in routes for effect in route.effects}
            assert told == can
            assert {each.city for each in found.notable} >= {each.city for each in marches if each.to_be_spelt_out}


def test_10_3_a_route_that_takes_what_no_other_does_is_told_beside_the_first() -> None:
    state = position(ground("a b d, a c d", home={"austria": "b c"}, fortress="b c"), {"belle-isle": "a"})

    found = piece_reach(state, "belle-isle")

    assert [route.path for route in found.told["d"]] == [("b", "d"), ("c", "d")]


def test_10_1_few_force_marches_are_listed_those_to_generals_and_ends_first() -> None:
    branches = ", ".join(f"f g{n}" for n in range(12))
    state = position(ground(f"a b c d e f, {branches}, a x1 x2 x3 x4 x5"), {"belle-isle": "a", "broglie": "x5"})

    found = piece_reach(state, "belle-isle")

    assert len(found.chief_force) == CHIEF
    assert "x5" in [each.city for each in found.chief_force]
    assert "f" in [each.city for each in found.force]
    assert "f" not in [each.city for each in found.chief_force]


def test_9_reach_is_that_after_the_supply_phase() -> None:
    state = position(
        ground("a b c d"), {"belle-isle": "a"}, troops={"belle-isle": 1}, face_down=frozenset({"belle-isle"})
    )

    assert "belle-isle" not in in_stage(state, "louis").at
    assert stage_reach(state, "louis") == ()


def test_10_1_no_list_is_made_twice_in_different_order() -> None:
    for view, power in itertools.islice(moments("order"), 6):
        seat = view.seat_of(power)
        again = replace(view, at=dict(sorted(view.at.items(), key=lambda item: Random(item[0]).random())))
        assert stage_reach(again, seat) == stage_reach(view, seat)


def test_21_a_destination_that_would_break_an_agreement_is_marked() -> None:
    agreement = Agreement(
        number=3, kind="no combat", parties=("louis", "maria-theresa"), first=1, last=9, status="in force"
    )
    at = {"belle-isle": "a", "khevenhueller": "d"}
    state = position(ground("a b c d"), at, agreements=(agreement,))

    found = piece_reach(state, "belle-isle", "louis")

    broken = {each.city: each.routes[0].breaks for row in found.marches for each in row.destinations}
    assert broken == {"b": (), "c": (3,)}
