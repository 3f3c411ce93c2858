"""Saxony's defection (19.3): the marker, who runs Saxony, and what its old player may still know."""

from typing import Any

import pytest

from pbem.engine.play import play, policies
from pbem.engine.table import Table, decisions_of
from pbem_maria.chapters.cards import draw, income
from pbem_maria.chapters.shifts import PowerHandedOver, SaxonyTurned
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.invariants import broken
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.orders.statecraft import Comeback, ComebackOrders, SaxonyWish
from pbem_maria.position import powers
from pbem_maria.position.state import AUSTRIAN_ALLY, NEUTRAL, PRUSSIAN_ALLY, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence import tracks, withdrawals
from pbem_maria.sequence.turn import ActionStage
from pbem_maria.settings import Options
from tests.maria.advanced import laid, played

MARIA_THERESA, FREDERICK, LOUIS = "maria-theresa", "frederick", "louis"


def turned(zone: str, **given: Any) -> Table:
    table = laid(**given)
    withdrawals.turn(table, zone)
    return table


SAXONS = {"rutowski": ("pirna", 5), "saxony-t1": ("chemnitz", 1)}


@pytest.mark.parametrize("zone", [NEUTRAL, AUSTRIAN_ALLY])
def test_19_3_the_new_player_learns_hand_and_troops_and_the_old_one_forgets_them(zone: str) -> None:
    table = turned(zone, pieces=SAXONS, hands={"saxony": ("H3", "S7"), "prussia": ("D4",)})

    new, old, third = (table.views[seat] for seat in (MARIA_THERESA, FREDERICK, LOUIS))
    assert table.state.seats["saxony"] == MARIA_THERESA
    assert new.hands["saxony"] == table.state.hands["saxony"]
    assert new.troops == {"rutowski": 5}
    for view in (old, third):
        assert view.seats == table.state.seats
        assert (view.hands["saxony"].known, view.hands["saxony"].hidden) == ((), 2)
        assert "rutowski" not in view.troops
    assert old.hands["prussia"].known == table.state.hands["prussia"].known


def test_19_3_nobody_else_is_told_the_cards() -> None:
    event = PowerHandedOver(power="saxony", seat=MARIA_THERESA, cards=("H3.1", "S7.1"), troops={"rutowski": 5})

    assert event.seen_by(MARIA_THERESA) == event
    for seat in (FREDERICK, LOUIS, ""):
        assert event.seen_by(seat) == PowerHandedOver(power="saxony", seat=MARIA_THERESA, cards=2)


def test_19_3_twin_worlds_look_alike_to_those_who_do_not_run_saxony() -> None:
    """The hands of Saxony differ by what it draws after the change of player, and its general's troops by recruits."""

    def world(first: str, second: str) -> Table:
        table = turned(NEUTRAL, pieces=SAXONS, hands={"saxony": ("H3",)}, draw=(first, second))
        draw(table, "saxony", 1)
        return table

    one, other = world("C9", "D2"), world("D2", "C9")

    for seat in (FREDERICK, LOUIS, ""):
        assert one.views[seat] == other.views[seat]
    assert one.views[MARIA_THERESA] != other.views[MARIA_THERESA]


def test_19_3_twin_worlds_look_alike_to_louis_before_and_after() -> None:
    def world(card: str, troops: int) -> Table:
        at = {**SAXONS, "friedrich": ("halle", 9 - troops), "rutowski": ("pirna", troops)}
        return turned(NEUTRAL, pieces=at, hands={"saxony": (card,)}, draw=("C9",))

    one, other = world("H3", 5), world("H4", 5)
    assert one.views[LOUIS] == other.views[LOUIS]
    assert one.views[MARIA_THERESA] != other.views[MARIA_THERESA]


def test_19_3_what_saxony_loses_later_is_told_as_another_players_loss() -> None:
    table = turned(NEUTRAL, pieces=SAXONS, hands={"saxony": ("H3",)})
    played(table)

    assert table.state.at["rutowski"] == "dresden"
    assert table.views[FREDERICK].at == table.state.at
    assert not list(broken(table.state))


def test_19_3_from_neutral_to_austria_nothing_is_handed_over_again() -> None:
    table = turned(NEUTRAL, pieces=SAXONS)
    table.close("first", {})
    withdrawals.turn(table, AUSTRIAN_ALLY)

    events = table.close("second", {}).events
    assert SaxonyTurned(standing=AUSTRIAN_ALLY) in events
    assert not [event for event in events if isinstance(event, PowerHandedOver)]
    assert not table.state.neutral


def test_19_3_a_saxony_that_comes_back_is_fredericks_from_his_next_stage() -> None:
    table = laid(saxony=NEUTRAL, pieces=SAXONS, hands={"saxony": ("H3",)})
    tracks.shift(table, {"saxony": -1})
    played(table)
    assert table.state.saxony == PRUSSIAN_ALLY
    assert table.state.seats["saxony"] == MARIA_THERESA

    withdrawals.hand_back(table, "france")
    assert table.state.seats["saxony"] == MARIA_THERESA
    table.enter(ActionStage(stage="prussia"))
    play(table, [policies(MARIA.policies)])

    assert table.state.seats["saxony"] == FREDERICK
    assert table.views[FREDERICK].hands["saxony"] == table.state.hands["saxony"]
    assert table.views[FREDERICK].troops == {"rutowski": 5}
    assert not table.views[MARIA_THERESA].hands["saxony"].known
    assert "rutowski" not in table.views[MARIA_THERESA].troops
    assert [d.seat for d in decisions_of(table.state.flow[-1], table.state)] == [FREDERICK]


def test_19_3_the_old_players_standing_plans_no_longer_speak_for_saxony() -> None:
    table = laid(pieces=SAXONS, standing={FREDERICK: StandingAnswers(withdraw=None)})
    withdrawals.turn(table, AUSTRIAN_ALLY)

    assert table.state.powers_of(FREDERICK) == ("prussia", "pragmatic")
    assert table.state.powers_of(MARIA_THERESA) == ("saxony", "austria")


@pytest.mark.parametrize(
    ("zone", "prussias", "austrias"),
    [
        (PRUSSIAN_ALLY, ("prussia", "saxony"), ("austria", "pragmatic")),
        (NEUTRAL, ("prussia",), ("austria", "pragmatic", "saxony")),
        (AUSTRIAN_ALLY, ("prussia",), ("austria", "pragmatic", "saxony")),
    ],
)
def test_19_3_saxony_acts_with_prussia_or_last_in_austrias_stage(
    zone: str, prussias: tuple[str, ...], austrias: tuple[str, ...]
) -> None:
    state = laid(saxony=zone).state
    assert (state.powers_in("prussia"), state.powers_in("austria")) == (prussias, austrias)


@pytest.mark.parametrize(("box", "cards"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_19_3_the_income_is_the_tracks_when_saxony_is_austrias_ally(box: int, cards: int) -> None:
    assert income(laid(tracks={"saxony": box}).state, "saxony") == cards


def test_19_3_but_none_while_dresden_is_in_enemy_hands() -> None:
    assert income(laid(saxony=AUSTRIAN_ALLY, markers={"dresden": "prussia"}).state, "saxony") == 0
    assert income(laid(saxony=AUSTRIAN_ALLY, markers={"dresden": "austria"}).state, "saxony") == 2


def test_19_3_the_income_is_drawn_once_a_turn() -> None:
    table = laid()
    draw(table, "saxony", 1, as_income=True)
    assert table.state.drawn == {"saxony"}
    assert all(view.drawn == {"saxony"} for view in table.views.values())
    draw(table, "austria", 1)
    assert table.state.drawn == {"saxony"}


@pytest.mark.parametrize(
    ("box", "owed", "wish", "boxes"),
    [
        (2, 1, SaxonyWish("all"), 1),
        (2, 3, SaxonyWish("all"), 3),
        (5, 3, SaxonyWish("all"), 1),
        (2, 3, SaxonyWish("none"), 0),
        (2, 3, SaxonyWish("ask"), 0),
        (2, 3, SaxonyWish(boxes=2), 2),
        (2, 1, SaxonyWish(boxes=2), 1),
        (2, 1, SaxonyWish(boxes=0), 0),
        (2, 4, SaxonyWish("to neutral"), 2),
        (2, 1, SaxonyWish("to neutral"), 1),
        (4, 2, SaxonyWish("to neutral"), 0),
        (5, 1, SaxonyWish("to neutral"), 0),
        (2, 2, SaxonyWish("past neutral"), 1),
        (2, 3, SaxonyWish("past neutral"), 3),
        (3, 1, SaxonyWish("past neutral"), 0),
        (4, 1, SaxonyWish("past neutral"), 1),
        (5, 1, SaxonyWish("past neutral"), 1),
    ],
)
def test_19_3_a_wish_is_a_number_of_boxes(box: int, owed: int, wish: SaxonyWish, boxes: int) -> None:
    state = laid(tracks={"saxony": box}, owed=owed).state
    assert powers.wished(state, wish) == boxes


@pytest.mark.parametrize(
    ("returns", "box", "first"), [("yes", 5, 1), ("no", 1, 1), ("no", 3, 1), ("no", 4, 4), ("no", 6, 5)]
)
def test_19_3_how_far_back_the_marker_may_go(returns: Any, box: int, first: int) -> None:
    state = laid(tracks={"saxony": box}, options=Options(saxony_returns=returns)).state
    assert powers.leftmost(state) == first


def test_19_3_in_the_introductory_game_there_is_no_marker() -> None:
    table = Table(MARIA.start(GivenPosition().settings()), ("louis",), "secret")
    state: State = table.state
    assert powers.most(state) == 0
    assert powers.printed_income(state) is None


def test_19_3_only_a_removed_saxon_returns() -> None:
    state = laid(saxony=AUSTRIAN_ALLY, pieces=SAXONS, hands={"saxony": ("H9",)}).state
    order = ComebackOrders(returns={"rutowski": Comeback("dresden", ("H9",))})
    assert not withdrawals.possible(state, "saxony")
    assert [problem.code for problem in withdrawals.check(state, "saxony", order)] == ["general-on-map"]
