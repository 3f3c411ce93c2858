"""Conquest, protection and retroactive conquest (10.3, 12)."""

import pytest

from pbem_maria.chapters import conquest
from pbem_maria.chapters.conquest import Conquered, Questioned, QuestionLifted
from pbem_maria.chapters.turn import GameEnded
from pbem_maria.orders.movement import FORCE_MARCH, RE_ENTER
from pbem_maria.position.powers import controller
from pbem_maria.position.state import AUSTRIAN_ALLY, DisputedFortress, State
from pbem_maria.sequence.supply import RetroactiveConquests
from tests.maria.drill import codes, ground, move, moved, position, table_of

LINE = "a b c d e f g h i j"
AUSTRIAN = ground(LINE, home={"austria": "b c g"}, fortress="b c g")


def conquests(state: State, piece: str, path: str, **given: str) -> list[str]:
    """The fortresses that the move conquers."""
    return [event.city for event in moved(state, move(piece, path, **given))[2] if isinstance(event, Conquered)]


def test_10_3_a_fortress_falls_when_the_general_leaves_it() -> None:
    state = position(AUSTRIAN, {"broglie": "a"})
    after, problems, _ = moved(state, move("broglie", "b"))
    assert codes(problems, warnings=True) == ["conquered-on-leaving"]
    assert controller(after, "b") == "austria"
    assert conquests(state, "broglie", "b c d") == ["b", "c"]
    assert conquests(position(AUSTRIAN, {"broglie": "b"}), "broglie", "a") == ["b"]


def test_10_3_back_and_forth_conquers_once() -> None:
    assert conquests(position(AUSTRIAN, {"broglie": "a"}), "broglie", "b a b") == ["b"]
    assert conquests(position(AUSTRIAN, {"broglie": "b"}), "broglie", "a b a") == ["b"]


@pytest.mark.parametrize("marker", ["france", "prussia"])
def test_10_3_only_an_enemys_fortress_is_conquered(marker: str) -> None:
    assert not conquests(position(AUSTRIAN, {"broglie": "b"}, markers={"b": marker}), "broglie", "a")


def test_10_3_a_train_conquers_nothing() -> None:
    assert not conquests(position(AUSTRIAN, {"france-t1": "b"}), "france-t1", "a")


def test_9_a_general_face_down_conquers_nothing() -> None:
    state = position(AUSTRIAN, {"broglie": "b"}, face_down=frozenset({"broglie"}))
    after, problems, events = moved(state, move("broglie", "a"))
    assert codes(problems, warnings=True) == ["face-down-conquers-nothing"]
    assert len(events) == 1
    assert not after.questions


def test_10_3_a_force_march_conquers_nothing() -> None:
    assert not conquests(position(AUSTRIAN, {"broglie": "b"}), "broglie", "a", how=FORCE_MARCH)


@pytest.mark.parametrize(
    ("protector", "city", "protected"),
    [("karl", "f", True), ("karl", "g", False), ("austria-t1", "d", False), ("schwerin", "d", False)],
)
def test_10_3_a_general_within_three_cities_protects(protector: str, city: str, *, protected: bool) -> None:
    state = position(AUSTRIAN, {"broglie": "c", protector: city})
    assert bool(conquest.protectors(state, "c")) is protected
    after, _, events = moved(state, move("broglie", "b"))
    assert (Questioned(city="c", power="france", general="broglie", marker="france") in events) is protected
    assert (controller(after, "c") == "austria") is protected


def test_10_3_a_cooperating_power_protects_an_ally_does_not() -> None:
    key = ground(LINE, home={"bavaria": "c", "prussia": "g"}, fortress="c g")
    state = position(key, {"broglie": "f", "karl": "a"}, stage="austria")
    assert conquest.protectors(state, "c") == ("broglie",)
    assert not conquest.protectors(state, "g")


def test_10_3_what_stands_in_between_does_not_weaken_protection() -> None:
    state = position(AUSTRIAN, {"broglie": "d", "karl": "f", "schwerin": "e"})
    assert conquest.protectors(state, "c") == ("karl",)


def test_10_3_the_first_question_mark_stays() -> None:
    state = position(AUSTRIAN, {"broglie": "c", "toerring": "d", "karl": "f"})
    after, _, _ = moved(state, move("broglie", "b a"), move("toerring", "c b"))
    assert after.questions["c"] == DisputedFortress("france", "broglie", "france")


def test_10_3_a_question_mark_ends_with_a_conquest() -> None:
    state = position(AUSTRIAN, {"broglie": "c"}, questions={"c": DisputedFortress("bavaria", "toerring")})
    after, _, _ = moved(state, move("broglie", "b"))
    assert not after.questions
    assert after.markers == {"c": "france"}


@pytest.mark.parametrize(
    ("stage", "general", "home", "markers", "silesian", "left"),
    [
        ("france", "broglie", "austria", {}, False, "france"),
        ("france", "toerring", "austria", {}, False, "france"),
        ("prussia", "rutowski", "austria", {}, False, "prussia"),
        ("austria", "karl", "bavaria", {}, False, "austria"),
        ("france", "toerring", "bavaria", {"c": "austria"}, False, "france"),
        ("france", "broglie", "bavaria", {"c": "austria"}, False, "france"),
        ("prussia", "schwerin", "saxony", {"c": "austria"}, False, "prussia"),
        ("austria", "karl", "austria", {"c": "prussia"}, False, None),
        ("prussia", "schwerin", "prussia", {"c": "austria"}, False, None),
        ("france", "broglie", "prussia", {"c": "austria"}, False, None),
        ("prussia", "schwerin", "", {"c": "austria"}, True, "prussia"),
        ("austria", "karl", "", {"c": "prussia"}, True, "austria"),
    ],
)
def test_10_3_the_marker_after_a_conquest(
    stage: str, general: str, home: str, markers: dict[str, str], left: str | None, *, silesian: bool
) -> None:
    key = ground(LINE, home={home: "c"} if home else {}, silesia="c" if silesian else "", fortress="c")
    state = position(key, {general: "c"}, stage=stage, markers=markers)
    after, _, events = moved(state, move(general, "d"))
    assert after.markers.get("c") == left
    assert [event.marker for event in events if isinstance(event, Conquered)] == [left]


def test_10_3_a_conquest_feeds_what_comes_after_it() -> None:
    key = ground(LINE, home={"france": "b"}, major="b")
    state = position(key, {"broglie": "b"}, markers={"b": "austria"}, hands={"france": "H4.1"})
    after, problems, _ = moved(state, move("broglie", "a"), move("france-t1", "b", how=RE_ENTER))
    assert not problems
    assert after.at["france-t1"] == "b"


def run(state: State) -> tuple[State, list[object]]:
    table = table_of(state)
    entry = table.run(RetroactiveConquests(), {})
    return table.state, [event for event in entry.events if type(event).__name__ != "Left"]


def test_12_a_fortress_without_its_protector_falls_after_all() -> None:
    questions = {"b": DisputedFortress("bavaria", "toerring"), "c": DisputedFortress("bavaria", "toerring")}
    state = position(AUSTRIAN, {"karl": "f"}, questions=questions)
    after, events = run(state)
    assert [type(event) for event in events] == [Conquered, QuestionLifted]
    assert events[0] == Conquered(
        city="b", power="bavaria", general="toerring", former="austria", marker="france", retroactive=True
    )
    assert not after.questions
    assert after.markers == {"b": "france"}


def test_12_the_last_fortress_ends_the_game() -> None:
    eight = " ".join(f"x{n}" for n in range(8))
    key = ground(f"{LINE} {eight}", home={"austria": f"b {eight}"}, fortress=f"b {eight}")
    markers = dict.fromkeys(eight.split(), "france")
    after, events = run(position(key, {}, markers=markers, questions={"b": DisputedFortress("france", "broglie")}))
    assert isinstance(events[-1], GameEnded)
    assert after.result is not None
    assert after.result.winners == ("louis",)


@pytest.mark.parametrize(("electors", "protects"), [({"koeln": "pragmatic"}, True), ({}, False)])
def test_10_3_who_cooperates_with_austria_alone_protects_what_is_held_jointly(
    electors: dict[str, str], protects: bool
) -> None:
    key = ground("koeln b c d", fortress="koeln", home={"pragmatic": "koeln"})
    state = position(key, {"rutowski": "c"}, electors=electors, saxony=AUSTRIAN_ALLY)
    assert controller(state, "koeln") == "pragmatic"
    assert bool(conquest.protectors(state, "koeln")) is protects


def test_10_3_a_fortress_of_nobody_had_no_former_holder() -> None:
    state = position(ground(LINE, fortress="b"), {"broglie": "b"})
    taken = conquest.conquest_of(state, "b", DisputedFortress("france", "broglie"))
    assert taken.former == ""


@pytest.mark.parametrize(
    ("holder", "general", "protects"),
    [("pragmatic", "karl", True), ("pragmatic", "schwerin", False), ("pragmatic", "toerring", False),
     ("france", "toerring", True), ("france", "schwerin", False), ("france", "karl", False)],
)  # fmt: skip
def test_10_3_only_austria_and_the_pragmatic_army_hold_electors_jointly(
    holder: str, general: str, protects: bool
) -> None:
    state = position(ground("koeln b c d", fortress="koeln"), {general: "c"}, electors={"koeln": holder})
    assert bool(conquest.protectors(state, "koeln")) is protects
