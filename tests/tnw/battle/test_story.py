"""How battles, assaults and Attrition are told."""

from pathlib import Path

from pbem.engine.event import PUBLIC
from pbem.engine.table import Table
from pbem.report.story import in_short, past_of, story
from pbem.report.words import Words
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState
from tests.tnw.attrition.test_5_6_attrition import START, phase
from tests.tnw.battle.fighting import fight, met, misses
from tests.tnw.battle.test_11_1_cards import planned, ready
from tests.tnw.battle.test_11_battles import EVEN, MACK
from tests.tnw.fortresses.test_12_assaults import LISBON, assault
from tests.tnw.positions import with_forces

FOLDER = Path(__file__).parents[3] / "templates" / "tnw"


def told(table: Table[WarState]) -> list[str]:
    return story(Words((FOLDER,), lexicon(table.state, "")), table.entries, PUBLIC, past_of(table))


def test_11_a_battle_is_told_with_its_dice_and_what_they_did() -> None:
    assert told(fight(MACK, [6, 6, 6, 5, 5, 5, *misses(8), 6, 5, 5, *misses(8), 1])) == [
        "Battle of Ulm: Napoleon with 8 units of France attacks Mack with 8 units of Austria over rough ground.",
        (
            "Napoleon 14 dice: 6 6 6 5 5 5 1 1 1 1 1 1 1 1: three killed, three disrupted. "
            "Mack 11 dice: 6 5 5 1 1 1 1 1 1 1 1: one killed, two disrupted."
        ),
        "France wins by 3: a Rout.",
        "The Rout costs 3 units of Austria.",
        "France rolls 1 against Rating 1 for a Resource.",
        "France gains 1 Resource.",
        "Austria retreats to Innsbruck.",
    ]


def test_11_a_second_round_and_a_second_tie_are_told() -> None:
    dice = [6, 5, *misses(8), 6, 5, *misses(7), 6, *misses(7), 6, *misses(6)]
    assert told(fight(EVEN, dice, origin="munich"))[2:] == [
        "Second round: Soult 8 dice: 6 1 1 1 1 1 1 1: one killed. Liechtenstein 7 dice: 6 1 1 1 1 1 1: one killed.",
        "Austria, the defender, wins the second tie.",
        "France retreats to Munich.",
    ]


def test_part_3_dice_that_a_card_brings_are_told() -> None:
    state = planned(ready((), (), "napoleon", "charles", france=8, austria=8), "france", "res-napoleon")
    lines = told(fight(state, [6, *misses(13), 5, 5, 5, *misses(9), 6, 4, 4, 2], origin="munich"))
    assert "Napoleon, 4 dice more: 6 4 4 2." in lines
    assert any("Napoleon 18 dice: " in line and "three disrupted, two rallied" in line for line in lines)


def test_17_3_a_capture_is_told() -> None:
    state = met({"france": 1, "russia": 8}, ("napoleon", "kutuzov"))
    lines = told(fight(state, [*misses(7), 6, *misses(11), 2], origin="munich"))
    assert "Napoleon, die 2: captured by Russia." in lines


def test_12_an_assault_is_told() -> None:
    guns = "Lisbon 2 dice: 6 5: one killed, one disrupted"
    assert told(assault(LISBON, [6, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 5, 6])) == [
        "Castaños with 4 units of Spain assaults Lisbon, a Fortress of Britain of strength 2.",
        "Castaños 5 dice: 6 1 1 1 1: each 6 hits the Fortress, 1 of 2 hits. Lisbon 2 dice: 1 1: no hit.",
        f"Round 2: Castaños 5 dice: 6 1 1 1 1: each 6 hits the Fortress, 2 of 2 so far. {guns}.",
        "Lisbon falls.",
        "The Flag of Spain is placed in Lisbon.",
    ]


def test_5_6_attrition_is_told() -> None:
    state = with_forces(START, {"vienna": {"france": 5}}, {"napoleon": "vienna", "lannes": "vienna"})
    lines = told(phase(state, [1, 3, 1, 6, 2, 5, 4]))
    assert "Vienna, Attrition on 1, 7 dice: 6 5 4 3 2 1 1: 2 units of France lost." in lines
    assert "The Flag of France is placed in Vienna." in lines


def short(table: Table[WarState]) -> list[str]:
    return in_short(Words((FOLDER,), lexicon(table.state, "")), table.entries, PUBLIC, past_of(table))


def test_11_a_battle_in_short_says_who_won_and_what_it_cost_with_the_rout() -> None:
    assert short(fight(MACK, [6, 6, 6, 5, 5, 5, *misses(8), 6, 5, 5, *misses(8), 1])) == [
        "France won the battle of Ulm by a Rout: Austria lost 6 units, France 1 unit."
    ]
    dice = [6, 5, *misses(8), 6, 5, *misses(7), 6, *misses(7), 6, *misses(6)]
    assert short(fight(EVEN, dice, origin="munich")) == [
        "Austria won the battle of Ulm: France lost 2 units, Austria 2 units."
    ]


def test_12_an_assault_in_short_says_whether_the_fortress_fell() -> None:
    fallen = short(assault(LISBON, [6, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 5, 6]))
    assert fallen == ["Lisbon fell to Spain, which lost 1 unit."]
