"""Responses in battles, at sea and on the march: R8 to R11, H41; and what stays hidden of cards."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.play_rules import die_shows
from pbem_tnw.chapters.cards.windows import play_answer, play_battle_card, play_event
from pbem_tnw.chapters.nation.pieces import DiceChanged
from pbem_tnw.orders.choices import EventChoices
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.standing import RespondLine
from pbem_tnw.position.impulse import BattleModifier, BattleSide, DiceRoll, LandBattle, Pieces, Squadron, WarFormation
from pbem_tnw.position.state import WarState
from tests.tnw.cards.playing import holding, in_impulse
from tests.tnw.positions import DiceTable, with_forces, with_standing

ROLLED = ResponseOccasion(trigger="battle_rolled", nation="france", place="linz", target="austria")
ATTACKER = BattleSide(nations=("france",), lead="france", commander="napoleon", rating=4, generals=("napoleon",))
DEFENDER = BattleSide(nations=("austria",), lead="austria", commander="charles", rating=3, generals=("charles",))


def rolled(attacker: tuple[int, ...], defender: tuple[int, ...]) -> WarState:
    """A round of a battle in Linz, the dice on the table."""
    state = with_forces(
        in_impulse("france"), units={"linz": {"france": 8, "austria": 8}}, generals={"napoleon": "linz"}
    )
    battle = LandBattle(place="linz", attacker=ATTACKER, defender=DEFENDER, round=1)
    dice = (
        DiceRoll(purpose="battle", nation="france", side="attacker", faces=attacker),
        DiceRoll(purpose="battle", nation="austria", side="defender", faces=defender),
    )
    assert state.impulse is not None
    return replace(state, impulse=replace(state.impulse, battle=battle, rolled=dice))


def answered(
    state: WarState, nation: str, card: str, faces: Iterable[int] = (), occasion: ResponseOccasion = ROLLED,
    choices: EventChoices | None = None,
) -> DiceTable:  # fmt: skip
    hand = () if state.board.cards[card].is_reserve else (card,)
    table = DiceTable(holding(state, **{nation: hand}), faces)
    play_answer(table, nation, card, occasion, choices)
    table.play()
    return table


def dice_of(table: DiceTable) -> list[tuple[int, ...]]:
    assert table.state.impulse is not None
    return [each.faces for each in table.state.impulse.rolled]


def modifiers_of(table: DiceTable) -> tuple[BattleModifier, ...]:
    assert table.state.impulse is not None
    assert table.state.impulse.battle is not None
    return table.state.impulse.battle.modifiers


def test_6_14_cool_heads_roll_the_worst_dice_again() -> None:
    """R8: three dice again: 6, 5, 2."""
    table = answered(rolled((6, 5, 5, 1), (6, 6, 4, 3, 2, 1)), "austria", "cool-heads", [6, 5, 2])
    assert dice_of(table) == [(6, 5, 5, 1), (6, 6, 6, 5, 4, 2)]
    fewer = answered(rolled((6, 5, 5, 1), (6, 4, 3, 2)), "austria", "cool-heads", [6], choices=EventChoices(reroll=1))
    assert dice_of(fewer)[1] == (6, 6, 4, 3)


def test_11_5_the_rear_guard_knows_no_rout() -> None:
    """R9."""
    table = answered(rolled((6, 6, 6, 5), (1, 1)), "austria", "rear-guard")
    assert modifiers_of(table) == (BattleModifier(what="no-rout", side="defender", card="rear-guard"),)


def test_11_the_reserve_napoleon_rolls_now_and_rallies() -> None:
    """H41: 6, 4, 4, 2: one more hit, two disrupted French units are good again."""
    table = answered(rolled((6, 5), (5, 5, 5)), "france", "res-napoleon", [6, 4, 4, 2])
    assert dice_of(table) == [(6, 5), (5, 5, 5), (6, 4, 4, 2)]
    rally = BattleModifier(what="rally", side="attacker", card="res-napoleon", n=2, round=1, nation="france")
    assert modifiers_of(table) == (rally,)
    assert table.state.used == ("res-napoleon",)


@pytest.mark.parametrize(
    ("nation", "attacker", "defender", "after"),
    [
        ("france", (4, 1), (6,), [(5, 1), (6,)]),  # a casualty more counts most
        ("france", (5, 1), (4, 3), [(6, 1), (4, 3)]),  # else a kill for a disrupt
        ("austria", (5, 1), (3,), [(4, 1), (3,)]),  # or one of the enemy's less
    ],
)
def test_6_14_the_fortune_of_war_changes_the_die_that_matters_most(
    nation: str, attacker: tuple[int, ...], defender: tuple[int, ...], after: list[tuple[int, ...]]
) -> None:
    occasion = replace(ROLLED, trigger="roll")
    assert dice_of(answered(rolled(attacker, defender), nation, "fortune-of-war", occasion=occasion)) == after


def test_6_14_a_single_die_is_turned_to_what_is_needed() -> None:
    state = in_impulse("france")
    assert state.impulse is not None
    roll = DiceRoll(purpose="card", nation="france", faces=(4,), need=5)
    state = replace(state, impulse=replace(state.impulse, rolled=(roll,)))
    occasion = ResponseOccasion(trigger="roll", nation="france")
    up = answered(state, "france", "fortune-of-war", occasion=occasion)
    assert die_shows(up, 5)
    assert len(up.told(DiceChanged)) == 1


def landed(units: int) -> WarState:
    state = with_forces(
        in_impulse("britain"), units={"corunna": {"britain": units, "spain": 1}}, generals={"moore": "corunna"}
    )
    formation = WarFormation(
        kind="army", nation="britain", place="corunna", commander="moore", origin="bay-of-biscay",
        pieces=Pieces(units={"britain": units}, generals=("moore",)),
    )  # fmt: skip
    assert state.impulse is not None
    return replace(state, impulse=replace(state.impulse, formation=formation))


def test_13_7_fever_strikes_who_lands() -> None:
    """R10: 5 dice for 4 units and Moore: 2, 1, 4, 6, 5: two units lost."""
    landing = ResponseOccasion(trigger="landing", nation="britain", place="corunna", target="britain")
    table = answered(landed(4), "france", "marsh-fever", [2, 1, 4, 6, 5], landing)
    assert table.state.units["corunna"]["britain"] == 2
    assert table.state.generals["moore"] == "corunna"


def test_10_2_the_depth_of_russia_takes_forces_away_without_a_roll() -> None:
    """R11: four Russians go from Smolensk to Vitebsk."""
    state = with_forces(
        in_impulse("france"), units={"smolensk": {"france": 8, "russia": 4}}, generals={"napoleon": "smolensk"}
    )
    step = ResponseOccasion(trigger="step", nation="france", place="smolensk", origin="minsk", target="france")
    wish = EventChoices(retreat_to=("vitebsk",))
    table = answered(state, "russia", "res-depth", occasion=step, choices=wish)
    assert "russia" not in table.state.units["smolensk"]
    assert table.state.units["vitebsk"]["russia"] >= 4


def test_13_4_a_storm_puts_markers_on_squadrons() -> None:
    state = replace(in_impulse("britain"), squadrons={"north-sea": (Squadron(nation="britain"),) * 3})
    sail = ResponseOccasion(trigger="sail", nation="britain", place="north-sea", target="britain")
    table = answered(state, "france", "storm-at-sea", [1, 5, 2], sail)
    assert sorted(one.refit for one in table.state.squadrons["north-sea"]) == [0, 1, 1]
    assert table.state.impulse is not None
    assert table.state.impulse.becalmed == ("north-sea",)


def test_6_1_the_choices_of_a_card_are_their_seats_secret_until_they_are_carried_out() -> None:
    wish = EventChoices(place=(PiecesWanted(n=2, at="lyon"),))
    table = DiceTable(holding(in_impulse("france"), france=("conscripts",)))
    play_event(table, "france", "conscripts", wish)
    assert table.state.laid[-1].choices is not None
    assert table.views["france"].laid[-1].choices == table.state.laid[-1].choices
    assert table.views["austria"].laid[-1].choices is None
    assert table.views[""].laid[-1].choices is None
    assert "lyon" not in repr(table.views["austria"].flow)


def test_6_14_a_spy_cancels_the_battle_card_just_played() -> None:
    state = holding(rolled((), ()), france=("massed-cavalry",), austria=("spy-at-headquarters",))
    state = with_standing(state, "austria", respond=(RespondLine(card="spy-at-headquarters"),))
    table = DiceTable(state)
    play_battle_card(table, "france", "massed-cavalry")
    table.play()
    assert modifiers_of(table) == ()
    assert set(table.state.played.cards) == {"massed-cavalry", "spy-at-headquarters"}


def test_13_41_cards_at_sea_are_for_the_side_of_who_plays_them() -> None:
    """The nation that acts is the attacker, whoever it acts against."""
    ships = (Squadron(nation="france"), Squadron(nation="britain"))
    state = replace(in_impulse("france"), squadrons={"north-sea": ships})
    battle = ResponseOccasion(trigger="sea_battle", nation="france", place="north-sea", target="britain")
    for nation, side in (("france", "attacker"), ("britain", "defender")):
        table = answered(state, nation, "weather-gauge", occasion=battle)
        assert table.state.impulse is not None
        assert [(each.what, each.side, each.n) for each in table.state.impulse.at_sea] == [("dice", side, 3)]
