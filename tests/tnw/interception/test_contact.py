"""What follows when a Formation enters a duchy: interception, evasion, battle (10)."""

from decimal import Decimal

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.battle_events import BattleBegan
from pbem_tnw.chapters.land.events import EvasionTried, FormationTurnedBack, InterceptionRolled, InterceptionTried
from pbem_tnw.chapters.land.formations import take
from pbem_tnw.chapters.turn.card_play import line_holds
from pbem_tnw.chapters.turn.facts import SeatFacts, left
from pbem_tnw.orders.condition import Amount, Asked, Comparison, NotSo, Truth
from pbem_tnw.orders.condition_parser import BattleCondition, ImpulseCondition
from pbem_tnw.orders.lines import TakeLine
from pbem_tnw.orders.names import AtPlaces
from pbem_tnw.orders.pieces import OddsLimit
from pbem_tnw.orders.standing import EvadeLine, InterceptLine
from pbem_tnw.position.forces import beaten_at, beside, moving
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable, form, march, move
from tests.tnw.movement.moving import formation_of
from tests.tnw.positions import active, at_start, codes, emptied, with_forces, with_standing

EMPTY = emptied(
    at_start(4), "linz", "salzburg", "munich", "innsbruck", "prague", "ratisbon", "vienna", "graz", "ulm", "venice",
    "trieste", "mantua",
)  # fmt: skip
KUTUZOV = with_forces(EMPTY, {"linz": {"russia": 3}, "munich": {"france": 4}}, {"kutuzov": "linz", "ney": "munich"})
YES = (InterceptLine(),)


def at_most(word: str, number: int) -> BattleCondition:
    return BattleCondition(
        test=Comparison(left=Amount(of=Asked(word=word)), sign="<=", right=Amount(plus=number))  # type: ignore[arg-type]
    )


def salzburg(*intercept: InterceptLine, **impulse: object) -> WarState:
    """Ney in Munich with 4 units is to enter Salzburg, which is empty, beside Kutuzov."""
    return with_standing(active(KUTUZOV, "france", 6, **impulse), "russia", intercept=intercept)


def battles(table: MarchTable) -> list[BattleBegan]:
    return [event for event in table.told(BattleBegan) if isinstance(event, BattleBegan)]


def test_10_1_a_failed_interception_lets_the_formation_pass() -> None:
    table = march(salzburg(*YES), [move("salzburg", commander="ney")], (2, 2))
    assert (table.where("kutuzov"), table.where("ney")) == ("linz", "salzburg")
    assert [event.success for event in table.told(InterceptionRolled) if isinstance(event, InterceptionRolled)] == [
        False
    ]
    assert not formation_of(table.state).stopped


def test_10_1_silence_intercepts_nothing() -> None:
    table = march(salzburg(), [move("salzburg", commander="ney")])
    assert table.told(InterceptionTried) == []


def test_2_3_the_first_line_that_holds_intercepts() -> None:
    elsewhere = InterceptLine(into=AtPlaces(names=("vienna",)))
    dear = InterceptLine(condition=at_most("need", 4))
    assert not march(salzburg(elsewhere, dear), [move("salzburg", commander="ney")]).told(InterceptionTried)
    cheap = InterceptLine(condition=at_most("need", 5))
    few = InterceptLine(condition=at_most("units", 3))
    assert march(salzburg(dear, few, cheap), [move("salzburg", commander="ney")], (1, 1)).told(InterceptionTried)
    worse = InterceptLine(condition=at_most("odds", 0))
    assert not march(salzburg(few, worse), [move("salzburg", commander="ney")]).told(InterceptionTried)


def test_10_1_what_does_not_come_along_stays() -> None:
    state = with_forces(
        salzburg(InterceptLine(bringing=("bagration",))), {"linz": {"russia": 6}}, {"bagration": "linz"}
    )
    table = march(state, [move("salzburg", commander="ney", if_intercepted="halt")], (6, 6))
    assert (table.units("salzburg"), table.units("linz")) == ({"russia": 4}, {"russia": 2})
    assert (table.where("bagration"), table.where("kutuzov")) == ("salzburg", "linz")
    assert table.state.impulse is not None
    assert set(table.state.impulse.tried) == {"bagration", "kutuzov"}


@pytest.mark.parametrize("place", ["vienna", "killed"])
def test_10_1_a_line_that_names_generals_is_for_a_force_with_one_of_them(place: str) -> None:
    state = with_forces(salzburg(InterceptLine(bringing=("bagration",))), {"linz": {"russia": 6}}, {"bagration": place})
    assert not march(state, [move("salzburg", commander="ney")]).told(InterceptionTried)
    both = with_forces(salzburg(InterceptLine(bringing=("bagration", "kutuzov"))), {}, {"bagration": place})
    assert march(both, [move("salzburg", commander="ney")], (1, 1)).told(InterceptionTried)


def test_10_1_riders_are_not_intercepted() -> None:
    state = with_forces(KUTUZOV, flags={"salzburg": "france"})
    state = with_standing(active(state, "france"), "russia", intercept=YES)
    assert march(state, [form(None, "ney"), move("salzburg")]).where("ney") == "salzburg"


def test_10_1_only_if_odds_halts_before_an_interceptor_too() -> None:
    line = move("salzburg", commander="ney", only_if_odds=OddsLimit(own=3))  # type: ignore[arg-type]
    table = march(salzburg(*YES), [line], (6, 6))
    assert table.where("ney") == "munich"
    assert len(table.told(FormationTurnedBack)) == 1


CHARLES = with_forces(
    EMPTY, {"venice": {"austria": 6}, "mantua": {"france": 7}}, {"charles": "venice", "napoleon": "mantua"}
)
TO_TRIESTE = EvadeLine(goes_to=("trieste",))


def venice(*evade: EvadeLine) -> WarState:
    """Napoleon in Mantua with 7 units is to enter Venice, where Charles stands with 6."""
    return with_standing(active(CHARLES, "france", 6), "austria", evade=evade)


def outnumbered(units: int, charles: str = "venice") -> MarchTable:
    """Napoleon enters Venice, where so many Austrians stand whose seat says nothing of evasion."""
    state = with_forces(venice(), {"venice": {"austria": units}}, {"charles": charles}, {"innsbruck": "france"})
    table = MarchTable(state, (6, 6, *(1,) * 60))
    table.order(move("venice", commander="napoleon"))
    return table


def test_2_3_by_default_detachments_and_small_forces_evade() -> None:
    assert outnumbered(2, charles="vienna").units("trieste") == {"austria": 2}
    assert outnumbered(2).where("charles") == "trieste"
    assert outnumbered(3).told(EvasionTried) == []


def test_2_3_fewer_than_a_third_and_no_more() -> None:
    state = with_forces(venice(), {"venice": {"austria": 2}, "mantua": {"france": 6}}, {}, {"innsbruck": "france"})
    table = MarchTable(state, (1,) * 60)
    table.order(move("venice", commander="napoleon"))
    assert table.told(EvasionTried) == []


def test_9_7_small_forces_that_do_not_act_as_one_do_not_evade_by_default() -> None:
    state = with_forces(venice(), {"venice": {"austria": 1, "russia": 1}}, {"charles": "vienna"})
    assert MarchTable(state).views["austria"].standing["austria"].refuse is None
    state = with_standing(state, "austria", refuse=("russia",))
    table = MarchTable(state, (1,) * 60)
    table.order(move("venice", commander="napoleon"))
    assert table.told(EvasionTried) == []


def test_2_3_by_default_no_one_tries_what_no_roll_can_bring() -> None:
    over_the_pass = with_forces(venice(), {"venice": {"austria": 2}}, {"charles": "vienna"}, {"trieste": "france"})
    table = MarchTable(over_the_pass, (1,) * 60)
    table.order(move("venice", commander="napoleon"))
    assert table.told(EvasionTried) == []
    assert not battles(table)[0].battle.evasion_failed


def test_2_3_a_line_for_the_place_that_does_not_hold_keeps_even_a_detachment_there() -> None:
    stand = EvadeLine(condition=at_most("enemy_rating", 0))
    state = with_forces(venice(stand), {"venice": {"austria": 2}}, {"charles": "vienna"})
    table = MarchTable(state, (1,) * 60)
    table.order(move("venice", commander="napoleon"))
    assert table.told(EvasionTried) == []


NEVER = BattleCondition(test=Truth(yes=False))


def test_2_3_where_a_line_says_never_of_a_place_no_line_of_every_place_counts() -> None:
    stand, anywhere = EvadeLine(where=AtPlaces(("venice",)), condition=NEVER), EvadeLine()
    for lines in ((stand, anywhere), (anywhere, stand)):
        table = MarchTable(venice(*lines), (1,) * 60)
        table.order(move("venice", commander="napoleon"))
        assert table.told(EvasionTried) == []
    vienna = EvadeLine(where=AtPlaces(("vienna",)), condition=NEVER)
    for lines in ((vienna, anywhere), (EvadeLine(condition=NEVER), anywhere)):
        table = MarchTable(venice(*lines), (1,) * 60)
        table.order(move("venice", commander="napoleon"))
        assert table.told(EvasionTried)

    none = InterceptLine(into=AtPlaces(("salzburg",)), condition=NEVER)
    for either in ((none, *YES), (*YES, none)):
        assert not march(salzburg(*either), [move("salzburg", commander="ney")]).told(InterceptionTried)


def test_9_7_forces_that_do_not_act_as_one_do_not_evade() -> None:
    state = with_forces(venice(TO_TRIESTE), {"venice": {"austria": 3, "russia": 3}}, {"kutuzov": "venice"})
    state = with_standing(state, "russia", refuse=("austria",), evade=(TO_TRIESTE,))
    table = MarchTable(state, (1,) * 60)
    table.order(move("venice", commander="napoleon"))
    assert table.told(EvasionTried) == []
    assert battles(table)[0].battle.defender.split


def test_2_2_only_if_odds_halts_before_the_battle() -> None:
    line = move("venice", commander="napoleon", only_if_odds=OddsLimit(own=2))  # type: ignore[arg-type]
    table = march(venice(), [line])
    assert (table.where("napoleon"), left(table.state, "france", "land")) == ("mantua", 6)


def at_least(word: str, number: str, *about: str) -> ImpulseCondition:
    left, right = Amount(of=Asked(word=word, about=about)), Amount(plus=Decimal(number))
    return ImpulseCondition(test=Comparison(left=left, sign=">=", right=right))


def test_2_2_the_condition_of_a_march_is_about_the_battle_at_the_end_of_its_way() -> None:
    from_mantua = venice()
    far = with_forces(from_mantua, {"mantua": {}, "milan": from_mantua.units["mantua"]}, {"napoleon": "milan"})
    for state, path in ((from_mantua, ("venice",)), (far, ("venice",)), (far, ("mantua", "venice"))):
        for least, holds in (("0.5", True), ("1.3", True), ("9", False)):
            line = move(*path, commander="napoleon", condition=at_least("odds", least))
            assert line_holds(state, "france", line) == holds
        assert line_holds(state, "france", move(*path, commander="napoleon", condition=at_least("enemy_units", "2")))
        assert line_holds(state, "france", move(*path, commander="napoleon", condition=at_least("units", "3")))
        assert not line_holds(
            state, "france", move(*path, commander="napoleon", condition=at_least("enemy_units", "9"))
        )
        table = MarchTable(state, (6, *(1,) * 60))
        table.order(move(*path, commander="napoleon", condition=at_least("odds", "1.3")))
        assert table.where("napoleon") == "venice"


def test_2_2_no_enemy_on_the_way_is_better_than_any_odds() -> None:
    empty = with_forces(venice(), {"venice": {}})
    for word, least, holds in (("odds", "9", True), ("enemy_units", "1", False), ("units", "1", True)):
        line = move("venice", commander="napoleon", condition=at_least(word, least))
        assert line_holds(empty, "france", line) == holds
    worse = ImpulseCondition(test=NotSo(at_least("odds", "1").test))
    assert not line_holds(empty, "france", move("venice", commander="napoleon", condition=worse))


def test_9_4_after_a_battle_that_is_no_overrun_the_march_is_over() -> None:
    table = MarchTable(venice(), (6, *(1,) * 60))
    table.order(move("venice", "trieste", commander="napoleon"))
    assert table.where("napoleon") == "venice"
    formation = moving(table.state)
    assert formation is not None
    assert (formation.stopped, formation.fought) == (True, True)
    assert not beaten_at(table.state, "venice")


def test_11_6_after_an_overrun_it_goes_on() -> None:
    state = with_standing(
        with_forces(venice(), {"venice": {"austria": 1}}), "austria", evade=(EvadeLine(condition=at_most("own", 0)),)
    )
    table = MarchTable(state, (6, *(1,) * 60))
    table.order(move("venice", "trieste", commander="napoleon"))
    assert table.where("napoleon") == "trieste"


def test_9_3_what_fought_beside_an_overrun_is_not_taken_up() -> None:
    stand = EvadeLine(condition=at_most("own", 0))
    state = with_forces(venice(stand), {"venice": {"austria": 1, "spain": 2}}, {"ney": "venice"})
    table = MarchTable(state, (6, *(1,) * 60))
    table.order(move("venice", commander="napoleon"))
    assert not formation_of(table.state).stopped
    assert table.state.impulse is not None
    assert table.state.impulse.halted == ("ney",)
    assert codes(take(table.state, "france", TakeLine(generals=("ney",)))[1]) == ["general-halted"]
    assert beside(table.state, "venice", "spain") == (0, 0, 0, 0, 2)


def test_2_4_a_step_that_is_not_answered_looks_the_same_whatever_is_ordered() -> None:
    idle = InterceptLine(condition=at_most("need", 1))
    plain = march(salzburg(), [move("salzburg", commander="ney")])
    silent = march(salzburg(idle), [move("salzburg", commander="ney")])
    seen = [[replace(entry, number=0) for entry in table.entries] for table in (plain, silent)]
    assert seen[0] == seen[1]


def test_2_4_r4_roll_and_need_are_what_the_two_dice_show() -> None:
    rolled = (DiceRoll(purpose="interception", nation="russia", faces=(2, 4), modifier=4, need=5),)
    facts = SeatFacts(active(KUTUZOV, "france", rolled=rolled), "france", "france")
    assert (facts.roll(), facts.need()) == (6, 5)
