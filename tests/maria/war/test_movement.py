"""Movement (10.1)."""

import pytest

from pbem_maria.chapters.movement import helped
from pbem_maria.chapters.pieces import Moved, StackFormed, TrainLost
from pbem_maria.chapters.turn import GameEnded
from pbem_maria.orders.movement import FORCE_MARCH, JOIN
from tests.maria.drill import codes, ground, move, moved, position, refused

LINE = "a b c d e f g h i j"


@pytest.mark.parametrize(
    ("roads", "piece", "path", "far"),
    [
        ("minor", "broglie", "b c d", True),
        ("minor", "broglie", "b c d e", False),
        ("main", "broglie", "b c d e", True),
        ("main", "broglie", "b c d e f", False),
        ("minor", "france-t1", "b c", True),
        ("minor", "france-t1", "b c d", False),
        ("main", "france-t1", "b c d", True),
        ("main", "france-t1", "b c d e", False),
    ],
)
def test_10_1_a_piece_goes_no_further_than_its_kind_may(roads: str, piece: str, path: str, *, far: bool) -> None:
    key = ground("a z" if roads == "minor" else LINE, LINE if roads == "minor" else "a z")
    state = position(key, {piece: "a"})
    if not far:
        problem = refused(state, piece, path)
        assert (problem.code, problem.rule) == ("too-far", "10.1")
        assert problem.path == ("path", problem.args["limit"])
        return
    after, problems, _ = moved(state, move(piece, path))
    assert not problems
    assert after.at[piece] == path.rsplit(maxsplit=1)[-1]


def test_10_1_one_minor_road_takes_the_fourth_city_away() -> None:
    state = position(ground("a b c, d e", "c d"), {"broglie": "a"})
    assert refused(state, "broglie", "b c d e").args["limit"] == 3


def test_10_1_the_start_may_be_named_as_the_first_city() -> None:
    after, problems, events = moved(position(ground(LINE), {"broglie": "a"}), move("broglie", "a b c"))
    assert not problems
    assert after.at == {"broglie": "c"}
    assert events == [Moved(piece="broglie", start="a", path=("b", "c"))]


def test_10_1_a_piece_may_go_back_and_forth() -> None:
    after, problems, _ = moved(position(ground(LINE), {"broglie": "a"}), move("broglie", "b a b"))
    assert not problems
    assert after.at["broglie"] == "b"


def test_10_1_every_leg_must_be_a_road() -> None:
    _, problems, _ = moved(position(ground(LINE), {"broglie": "a"}), move("broglie", "b d f"))
    assert [(p.code, p.path) for p in problems] == [("not-adjacent", ("path", 1)), ("not-adjacent", ("path", 2))]
    assert problems[0].args == {"piece": "broglie", "start": "b", "city": "d", "distance": 2}


def test_10_1_each_piece_moves_once() -> None:
    state = position(ground(LINE), {"broglie": "a"})
    after, problems, _ = moved(state, move("broglie", "b"), move("broglie", "c"))
    assert codes(problems) == ["already-moved"]
    assert after.at["broglie"] == "b"


@pytest.mark.parametrize(("other", "path"), [("karl", "b c"), ("france-t1", "b c"), ("belle-isle", "b c")])
def test_10_1_nobody_jumps_over_a_piece(other: str, path: str) -> None:
    problem = refused(position(ground(LINE), {"broglie": "a", other: "b"}), "broglie", path)
    assert (problem.code, problem.path) == ("no-jumping", ("path", 0))
    assert problem.args["other"] == other


@pytest.mark.parametrize(
    ("others", "code"),
    [
        ({"karl": "b"}, "enemy-occupied"),
        ({"schwerin": "b"}, "may-not-stack"),
        ({"france-t1": "b"}, "may-not-stack"),
        ({"belle-isle": "b", "toerring": "b"}, "stack-full"),
    ],
)
def test_10_1_a_general_ends_beside_one_general_it_may_stack_with(others: dict[str, str], code: str) -> None:
    assert refused(position(ground(LINE), {"broglie": "a", **others}), "broglie", "b").code == code


@pytest.mark.parametrize("other", ["broglie", "toerring", "karl", "austria-t1", "bavaria-t1"])
def test_10_1_a_train_enters_no_occupied_city(other: str) -> None:
    assert refused(position(ground(LINE), {"france-t1": "a", other: "b"}), "france-t1", "b").code == "train-occupied"


@pytest.mark.parametrize(("other", "commander"), [("belle-isle", "belle-isle"), ("toerring", "toerring")])
def test_10_1_a_stack_forms_and_neither_moves_on(other: str, commander: str) -> None:
    state = position(ground(LINE), {"broglie": "a", other: "b"}, face_down=frozenset({"broglie"}))
    after, problems, events = moved(state, move("broglie", "b"), move(other, "c"))
    assert codes(problems) == ["already-moved"]
    assert after.generals_at("b") == (commander, "broglie")
    assert after.face_down == {"broglie"}
    assert any(isinstance(e, StackFormed) and e.commander == commander and not e.chosen for e in events)


def test_6_of_equal_ranks_the_named_general_commands() -> None:
    state = position(ground(LINE), {"rutowski": "a", "friedrich": "b"}, stage="prussia")
    after, problems, _ = moved(state, move("rutowski", how=JOIN, joins="friedrich", commander="rutowski"))
    assert not problems
    assert after.generals_at("b") == ("rutowski", "friedrich")
    after, _, _ = moved(state, move("rutowski", how=JOIN, joins="friedrich"))
    assert after.generals_at("b") == ("friedrich", "rutowski")


def test_6_the_lower_rank_number_commands_whatever_is_said() -> None:
    problem = refused(position(ground(LINE), {"broglie": "a", "belle-isle": "b"}), "broglie", "b", commander="broglie")
    assert (problem.code, problem.rule, problem.path) == ("rank-commands", "6", ("commander",))
    assert problem.args["first"] == "belle-isle"
    problem = refused(position(ground(LINE), {"broglie": "a"}), "broglie", "b", commander="broglie")
    assert problem.code == "commander-not-there"


def test_10_1_generals_of_a_stack_may_leave_together_or_alone() -> None:
    state = position(ground(LINE), {"broglie": "a", "belle-isle": "a"})
    after, problems, _ = moved(state, move("broglie belle-isle", "b c d"))
    assert not problems
    assert after.at == {"broglie": "d", "belle-isle": "d"}
    after, problems, _ = moved(state, move("broglie", "b"), move("belle-isle", "b c"))
    assert codes(problems) == ["no-jumping"]
    after, problems, _ = moved(state, move("broglie", "b c"), move("belle-isle", "b"))
    assert not problems
    assert after.at == {"broglie": "c", "belle-isle": "b"}


def test_10_1_a_warning_about_two_that_leave_together_comes_once() -> None:
    key = ground(LINE, home={"austria": "b"}, fortress="b")
    _, problems, _ = moved(position(key, {"broglie": "a", "belle-isle": "a"}), move("broglie belle-isle", "b"))
    assert codes(problems, warnings=True) == ["conquered-on-leaving"]


def test_10_1_only_generals_of_one_city_leave_together() -> None:
    _, problems, _ = moved(position(ground(LINE), {"broglie": "a", "belle-isle": "c"}), move("broglie belle-isle", "b"))
    assert codes(problems) == ["not-together"]


def test_10_1_a_general_destroys_an_enemy_train_and_goes_on() -> None:
    after, problems, events = moved(position(ground(LINE), {"broglie": "a", "austria-t1": "b"}), move("broglie", "b c"))
    assert not problems
    assert after.at == {"broglie": "c"}
    assert TrainLost(train="austria-t1", city="b", by="broglie") in events


def test_10_1_a_train_that_is_gone_bars_no_one() -> None:
    state = position(ground(LINE), {"broglie": "a", "austria-t1": "b", "france-t1": "c"})
    after, problems, _ = moved(state, move("broglie", "b a"), move("france-t1", "b"))
    assert not problems
    assert after.at == {"broglie": "a", "france-t1": "b"}


def test_7_a_piece_on_its_way_removes_hussars() -> None:
    state = position(ground(LINE), {"france-t1": "a"}, hussars=("b", "d"))
    after, _, _ = moved(state, move("france-t1", "b c"))
    assert after.hussars == (None, "d")


def test_10_1_a_force_march_is_eight_cities_long() -> None:
    state = position(ground(LINE), {"broglie": "a"})
    after, problems, _ = moved(state, move("broglie", "b c d e f g h i", how=FORCE_MARCH))
    assert not problems
    assert after.at["broglie"] == "i"
    assert refused(state, "broglie", "b c d e f g h i j", how=FORCE_MARCH).args["limit"] == 8


def test_10_1_a_force_march_keeps_to_main_roads() -> None:
    problem = refused(position(ground("a b, c d", "b c"), {"broglie": "a"}), "broglie", "b c d", how=FORCE_MARCH)
    assert (problem.code, problem.path) == ("march-off-main-road", ("path", 1))


@pytest.mark.parametrize(("path", "number"), [("b c d", 1), ("b c", 1)])
def test_10_1_a_force_march_neither_enters_nor_passes_an_enemy_fortress(path: str, number: int) -> None:
    key = ground(LINE, home={"austria": "a c"}, fortress="a c")
    problem = refused(position(key, {"broglie": "a"}), "broglie", path, how=FORCE_MARCH)
    assert (problem.code, problem.path) == ("march-fortress", ("path", number))
    after, problems, _ = moved(position(key, {"broglie": "a"}), move("broglie", "b", how=FORCE_MARCH))
    assert codes(problems) == []
    assert codes(problems, warnings=True) == ["march-conquers-nothing"]
    assert not after.markers


@pytest.mark.parametrize("other", ["karl", "austria-t1"])
def test_10_1_a_force_march_keeps_away_from_enemy_pieces(other: str) -> None:
    key = ground(LINE, "c x")
    for path in ("b c", "b c d"):
        problem = refused(position(key, {"broglie": "a", other: "x"}), "broglie", path, how=FORCE_MARCH)
        assert (problem.code, problem.args["other"]) == ("march-beside-enemy", other)
    after, problems, _ = moved(position(key, {"broglie": "c", other: "x"}), move("broglie", "d", how=FORCE_MARCH))
    assert not problems
    assert after.at["broglie"] == "d"


def test_10_1_a_force_march_never_enters_an_enemy_trains_city() -> None:
    problem = refused(position(ground(LINE), {"broglie": "a", "austria-t1": "b"}), "broglie", "b", how=FORCE_MARCH)
    assert problem.code == "march-onto-train"


def test_10_1_trains_neither_force_march_nor_join() -> None:
    state = position(ground(LINE), {"france-t1": "a", "broglie": "b"})
    assert refused(state, "france-t1", "c", how=FORCE_MARCH).code == "train-only-marches"
    assert refused(state, "france-t1", how=JOIN, joins="broglie").code == "train-only-marches"


@pytest.mark.parametrize(
    ("joins", "code"), [("broglie", "join-itself"), ("moritz", "join-off-map"), ("toerring", "joined-already")]
)
def test_10_1_one_joins_another_who_is_elsewhere(joins: str, code: str) -> None:
    state = position(ground(LINE), {"broglie": "a", "toerring": "a"})
    assert refused(state, "broglie", how=JOIN, joins=joins).code == code


def test_10_1_joining_follows_the_other_to_where_it_stands_then() -> None:
    state = position(ground(LINE), {"broglie": "a", "toerring": "b"})
    after, problems, _ = moved(state, move("toerring", "c d"), move("broglie", how=JOIN, joins="toerring"))
    assert not problems
    assert after.at == {"broglie": "d", "toerring": "d"}


@pytest.mark.parametrize(
    ("piece", "code", "rule"), [("karl", "not-your-piece", "5"), ("moritz", "piece-off-map", "10.1")]
)
def test_5_only_the_stages_pieces_on_the_map_move(piece: str, code: str, rule: str) -> None:
    problem = refused(position(ground(LINE), {"karl": "a"}), piece, "b")
    assert (problem.code, problem.rule) == (code, rule)


def test_14_pieces_and_cities_that_take_no_part_are_refused() -> None:
    state = position(ground(LINE), {"broglie": "a"})
    assert refused(state, "george", "b").code == "piece-absent"
    assert refused(state, "broglie", "b london").code == "city-absent"
    assert refused(state, "broglie").code == "no-goal"


def test_10_1_only_french_and_austrian_pieces_change_maps() -> None:
    key = ground(LINE, flanders="c d e")
    assert refused(position(key, {"toerring": "b"}), "toerring", "c").code == "no-crossing"
    assert not moved(position(key, {"broglie": "b"}), move("broglie", "c"))[1]


def test_10_1_a_goal_is_reached_by_the_shortest_legal_way() -> None:
    key = ground(LINE, "a x c")
    _after, problems, events = moved(position(key, {"broglie": "a", "karl": "b"}), move("broglie", "c"))
    assert not problems
    assert events[0] == Moved(piece="broglie", start="a", path=("x", "c"))


def test_10_1_a_goal_beyond_every_legal_way_is_refused() -> None:
    problem = refused(position(ground(LINE), {"broglie": "a"}), "broglie", "h")
    assert (problem.code, problem.args["distance"]) == ("no-way", 7)
    problem = refused(position(ground(LINE), {"broglie": "a", "karl": "b"}), "broglie", "c")
    assert problem.code == "no-way"
    assert refused(position(ground(LINE), {"broglie": "a", "karl": "c"}), "broglie", "c").code == "enemy-occupied"
    assert refused(position(ground(LINE), {"broglie": "a"}), "broglie", "a").code == "already-there"


def test_10_1_ways_that_differ_in_what_they_do_are_asked_for() -> None:
    key = ground("a b c, a x c", home={"austria": "b"}, fortress="b")
    problem = refused(position(key, {"broglie": "a"}), "broglie", "c")
    assert problem.code == "which-path"
    assert problem.args["choices"] == (
        {"path": ("b", "c"), "effects": (("conquers", "b"),)},
        {"path": ("x", "c"), "effects": ()},
    )
    after, problems, _ = moved(position(key, {"broglie": "a", "neipperg": "x"}), move("broglie", "c"))
    assert codes(problems) == []
    assert after.questions["b"].general == "broglie"


def test_10_1_a_way_with_a_gap_leads_through_the_cities_named() -> None:
    key = position(ground("a b c d, a x d"), {"broglie": "a"})
    _, problems, events = moved(key, move("broglie", "c d"))
    assert not problems
    assert events[0] == Moved(piece="broglie", start="a", path=("b", "c", "d"))
    assert refused(key, "broglie", "c d", how=FORCE_MARCH).code == "not-adjacent"


def test_10_1_ways_through_the_cities_named_that_differ_in_what_they_do_are_asked_for() -> None:
    key = ground("a b c d, a y c", home={"austria": "b"}, fortress="b")
    assert refused(position(key, {"broglie": "a"}), "broglie", "c d").code == "which-path"


def test_10_1_the_remedy_of_a_way_with_a_gap_leads_through_the_cities_named() -> None:
    state, given = position(ground("a b c d"), {"broglie": "a"}), move("broglie", "c d", how=FORCE_MARCH)
    problem = refused(state, "broglie", "c d", how=FORCE_MARCH)
    assert (problem.code, problem.args["city"]) == ("not-adjacent", "c")
    assert helped(state, ("france",), given, problem).args["legal"] == ("b", "c", "d")


def test_10_1_a_force_march_to_a_goal_finds_its_way_round() -> None:
    key = ground("a b c d, b x y d", home={"austria": "c"}, fortress="c")
    _, problems, events = moved(position(key, {"broglie": "a"}), move("broglie", "d", how=FORCE_MARCH))
    assert codes(problems) == []
    assert events[0] == Moved(piece="broglie", start="a", path=("b", "x", "y", "d"), how="force-march")


def test_10_1_a_force_march_goes_round_a_minor_road() -> None:
    _, problems, events = moved(
        position(ground("a x y b", "a b"), {"broglie": "a"}), move("broglie", "b", how=FORCE_MARCH)
    )
    assert not problems
    assert events[0] == Moved(piece="broglie", start="a", path=("x", "y", "b"), how="force-march")


def test_10_1_moves_after_a_refused_one_find_its_piece_unmoved() -> None:
    state = position(ground(LINE), {"broglie": "b", "belle-isle": "a"})
    _, problems, _ = moved(state, move("broglie", "h"), move("belle-isle", "b c"))
    assert codes(problems) == ["no-way", "no-jumping"]


def test_14_the_game_ends_in_the_middle_of_a_phase() -> None:
    eight = [f"x{n}" for n in range(8)]
    cities = " ".join(["b", *eight])
    key = ground(f"{LINE}, j {' '.join(eight)}", home={"austria": cities}, fortress=cities)
    state = position(key, {"broglie": "b", "belle-isle": "b"}, markers=dict.fromkeys(eight, "france"))
    after, _, events = moved(state, move("broglie belle-isle", "c d"))
    assert isinstance(events[-1], GameEnded)
    assert after.at == {"broglie": "d", "belle-isle": "b"}
