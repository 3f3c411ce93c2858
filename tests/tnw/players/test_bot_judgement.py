"""What the bot takes into account: Keys, threats, odds, expeditions."""

from msgspec.structs import replace

from pbem_tnw.bot.marches import Marches
from pbem_tnw.bot.standing import plan_standing
from pbem_tnw.bot.survey import Prospects, WarSurvey, wins
from pbem_tnw.edition.board import YARD
from pbem_tnw.orders.lines import EmbarkLine, LandLine, MoveLine
from pbem_tnw.position.state import WarState
from tests.tnw.positions import at_start, emptied, with_forces


def best_march(state: WarState, nation: str, points: int) -> tuple[object, ...]:
    survey = WarSurvey(state, nation)
    march = Marches(survey, Prospects(survey)).best(points)
    return march.lines if march is not None else ()


def test_more_dice_win_more_often() -> None:
    chances = [wins(10, enemy) for enemy in (2, 6, 10, 14)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.9
    assert chances[2] < 0.5


def test_9_it_marches_on_an_open_capital() -> None:
    state = with_forces(emptied(at_start(), "vienna", "prague", "ulm", "munich", "innsbruck", "olmutz"))
    (move,) = [line for line in best_march(state, "france", 6) if isinstance(line, MoveLine)]
    assert move.path[-1] in {"vienna", "prague"}


def test_9_it_does_not_seek_a_hopeless_battle() -> None:
    state = with_forces(at_start(), {"ulm": {"austria": 20}})
    moves = [line for line in best_march(state, "france", 2) if isinstance(line, MoveLine)]
    assert all(move.path[-1] != "ulm" for move in moves)


def test_an_own_capital_that_is_lost_is_worth_more_than_another_key() -> None:
    state = with_forces(at_start(), flags={"paris": "austria", "venice": "austria"})
    prospects = Prospects(WarSurvey(state, "france"))
    assert prospects.worth("paris") > 2 * prospects.worth("venice")


def test_13_6_it_carries_troops_to_a_port_that_it_can_take() -> None:
    state = emptied(at_start(), "corunna", "salamanca", "burgos")
    ships = {**state.squadrons, "corunna": (), "plymouth": state.squadrons["western-approaches"]}
    generals = {name: YARD if name in ("cathcart", "stuart") else at for name, at in state.generals.items()}
    state = replace(state, squadrons=ships, generals={**generals, "moore": "plymouth"})
    lines = best_march(with_forces(state, {"plymouth": {"britain": 4}}), "britain", 5)
    assert any(isinstance(line, EmbarkLine) for line in lines)
    assert any(isinstance(line, LandLine) and line.at == "corunna" for line in lines)


def test_10_2_it_evades_when_weaker_but_never_from_its_capital() -> None:
    (line,) = plan_standing(at_start(), "france").evade or ()
    assert "paris" in repr(line.condition)
