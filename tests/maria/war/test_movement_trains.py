"""The re-entry of supply trains (10.2)."""

import pytest

from pbem_maria.chapters.cards import Discarded
from pbem_maria.chapters.pieces import HussarDriven, TrainReEntered
from pbem_maria.orders.movement import RE_ENTER
from tests.maria.drill import codes, ground, move, moved, position, refused

LINE = "a b c d e f g h i j"


def test_10_2_a_lost_train_comes_back_for_four_points() -> None:
    key = ground(LINE, home={"bavaria": "a b"}, major="a")
    state = position(key, {"broglie": "e"}, hands={"france": "H4.1 S10.1"}, hussars=("a", None))
    after, problems, events = moved(state, move("france-t1", "a", how=RE_ENTER, cards=("H4",)))
    assert not problems
    assert after.at["france-t1"] == "a"
    assert after.hussars == (None, None)
    assert events == [
        Discarded(power="france", cards=("H4.1",), why="re-entry"),
        TrainReEntered(train="france-t1", city="a"),
        HussarDriven(hussar=0, city="a", by="france-t1"),
    ]
    assert codes(moved(after, move("france-t1", "b"))[1]) == ["already-moved"]


def test_10_2_the_cheapest_cards_pay_when_none_are_named() -> None:
    key = ground(LINE, home={"france": "a"}, major="a")
    _, _, events = moved(
        position(key, {}, hands={"france": "S10.1 H3.1 R.1 C2.1"}), move("france-t1", "a", how=RE_ENTER)
    )
    assert events[0] == Discarded(power="france", cards=("H3.1", "C2.1"), why="re-entry")


def test_10_2_a_train_on_the_map_may_be_picked_up_unless_it_moved() -> None:
    key = ground(LINE, home={"france": "a"}, major="a")
    state = position(key, {"france-t1": "f"}, hands={"france": "H4.1"})
    again = move("france-t1", "a", how=RE_ENTER)
    assert moved(state, again)[2][-1] == TrainReEntered(train="france-t1", city="a", picked_up="f")
    assert codes(moved(state, move("france-t1", "g"), again)[1]) == ["train-moved-already"]


@pytest.mark.parametrize(
    ("at", "markers", "city", "code"),
    [
        ({}, {}, "b", "no-re-entry-there"),
        ({}, {}, "c", "no-re-entry-there"),
        ({}, {"a": "austria"}, "a", "no-re-entry-there"),
        ({"broglie": "a"}, {}, "a", "re-entry-occupied"),
        ({"karl": "a"}, {}, "a", "re-entry-occupied"),
        ({}, {"a": "prussia"}, "a", ""),
    ],
)
def test_10_2_the_site_is_an_empty_friendly_major_fortress_at_home(
    at: dict[str, str], markers: dict[str, str], city: str, code: str
) -> None:
    key = ground(LINE, home={"france": "a b", "prussia": "c"}, major="a c", fortress="b")
    state = position(key, at, markers=markers, hands={"france": "H4.1"})
    assert codes(moved(state, move("france-t1", city, how=RE_ENTER))[1]) == ([code] if code else [])


def test_10_2_a_minor_power_may_not_use_its_majors_fortress() -> None:
    key = ground(LINE, home={"france": "a", "bavaria": "b"}, major="a b")
    state = position(key, {}, hands={"bavaria": "H4.1", "france": "S4.1"})
    assert codes(moved(state, move("bavaria-t1", "a", how=RE_ENTER))[1]) == ["no-re-entry-there"]
    assert not moved(state, move("france-t1", "b", how=RE_ENTER))[1]


@pytest.mark.parametrize(
    ("hand", "cards", "code", "rule"),
    [
        ("H3.1", (), "paid-too-little", "10.2"),
        ("H3.1 S9.1", ("H3",), "paid-too-little", "10.2"),
        ("H3.1", ("S9",), "card-not-held", "8"),
    ],
)
def test_10_2_four_points_must_be_paid(hand: str, cards: tuple[str, ...], code: str, rule: str) -> None:
    key = ground(LINE, home={"france": "a"}, major="a")
    problem = refused(position(key, {}, hands={"france": hand}), "france-t1", "a", how=RE_ENTER, cards=cards)
    assert (problem.code, problem.rule) == (code, rule)


def test_8_paying_with_a_card_too_many_is_unwise() -> None:
    key = ground(LINE, home={"france": "a"}, major="a")
    state = position(key, {}, hands={"france": "H4.1 S9.1"})
    _, problems, events = moved(state, move("france-t1", "a", how=RE_ENTER, cards=("H4", "S9")))
    assert codes(problems, warnings=True) == ["paid-too-much"]
    assert events


def test_10_2_generals_do_not_re_enter() -> None:
    key = ground(LINE, home={"france": "a"}, major="a")
    state = position(key, {}, hands={"france": "H4.1"})
    assert codes(moved(state, move("broglie", "a", how=RE_ENTER))[1]) == ["general-re-enters"]
