"""How Fleets are told."""

from pbem_tnw.orders.standing import SeaLine
from tests.tnw.battle.test_story import short, told
from tests.tnw.naval.fleets import attack, sail, voyage
from tests.tnw.naval.test_13_fleets import ALWAYS, WATCH, britain, france
from tests.tnw.positions import with_forces, with_standing
from tests.tnw.transport.test_13_transport import BISCAY, embark, land, moore


def test_13_a_battle_at_sea_is_told_with_its_dice() -> None:
    dice = (2, 3, 1, 1, 1, 5, 6, 5, 1, 1, 1, 1, 1, 1, 1)
    assert told(voyage(france(WATCH), [sail("western-approaches", "bay-of-biscay", start="brest")], dice)) == [
        "2 Squadrons of France sail from Brest, 1 CP.",
        "Out into the Western Approaches.",
        "Britain 2 dice, 5 or more to stop the Fleet: 2 3.",
        "Britain stops the Fleet of France in the Western Approaches.",
        "Naval battle in the Western Approaches: 2 Squadrons of France against 3 Squadrons of Britain.",
        "France 4 dice: 5 1 1 1: one die cut. Britain 9 dice: 6 5 1 1 1 1 1 1 1: one sunk, one die cut.",
        "1 Squadron of France sunk.",
        "Britain wins the day.",
        "1 Squadron of France to Brest, with a Refit marker.",
    ]


def test_13_5_an_attack_on_a_port_is_told() -> None:
    state = britain({"bay-of-biscay": {"britain": 4}, "bordeaux": {"france": 3}})
    assert told(voyage(state, [attack("bordeaux")], [1, 5, 6, 5, *[1] * 9, *[1] * 6])) == [
        "4 Squadrons of Britain attack the Port of Bordeaux, 1 CP.",
        (
            "Attack on the Port of Bordeaux: 4 Squadrons of Britain against 3 Squadrons of France and 2 dice of "
            "batteries."
        ),
        "The batteries 2 dice: 5 1: one die cut.",
        "Britain 11 dice: 6 5 1 1 1 1 1 1 1 1 1: one sunk, one die cut. France 6 dice: 1 1 1 1 1 1: no hit.",
        "1 Squadron of France sunk.",
        "Britain wins; no enemy Squadron is left.",
        "2 Squadrons of France lost with the Port.",
    ]


def test_13_4_an_evasion_is_told() -> None:
    state = britain({"iberian-coast": {"britain": 4, "france": 2, "spain": 2}})
    state = with_standing(state, "france", sea=(SeaLine(evade=ALWAYS),))
    assert told(voyage(state, [attack("iberian-coast")], (4, 4))) == [
        "4 Squadrons of Britain attack in the Iberian Coast, 1 CP.",
        "France 2 dice, 8 or more to evade: 4 4.",
        "France and Spain get away to Corunna.",
    ]


def test_13_7_a_landing_is_told() -> None:
    lines = [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")]
    assert told(voyage(moore({"spain": 1}), lines, [6, 5, *[1] * 6, 1, 1, 2, 3, 4])) == [
        "4 units of Britain with Moore embark in Plymouth.",
        "2 Squadrons of Britain sail from Plymouth and carry 4 units of Britain with Moore, 2 CPs.",
        "Out into the Western Approaches.",
        "On into the Bay of Biscay.",
        "4 units of Britain with Moore try to land in Corunna.",
        "The batteries of Corunna 2 dice: 6 5: 1 unit of Britain killed, one disrupted.",
        "Battle of Corunna: Moore with 3 units of Britain lands against 1 unit of Spain.",
        "Moore 6 dice: 1 1 1 1 1 1: no hit. Spain 1 die: 1: no hit.",
        "Spain wins by 2.",
        "Britain retreats to Bay of Biscay.",
        "Bay of Biscay, Attrition on 1, 4 dice: 4 3 2 1: 1 unit of Britain lost.",
        "2 Squadrons of Britain from Bay of Biscay to Plymouth.",
        "2 units of Britain with Moore aboard, to Plymouth.",
    ]


def test_13_a_battle_at_sea_in_short_says_who_won_and_what_it_cost() -> None:
    dice = (2, 3, 1, 1, 1, 5, 6, 5, 1, 1, 1, 1, 1, 1, 1)
    at_sea = voyage(france(WATCH), [sail("western-approaches", "bay-of-biscay", start="brest")], dice)
    assert short(at_sea) == [
        "Britain won the naval battle in the Western Approaches: France lost 1 Squadron, Britain none."
    ]
    state = britain({"bay-of-biscay": {"britain": 4}, "bordeaux": {"france": 3}})
    assert short(voyage(state, [attack("bordeaux")], [1, 5, 6, 5, *[1] * 9, *[1] * 6])) == [
        "Britain won the naval battle at Bordeaux: France lost 1 Squadron, Britain none."
    ]


def test_13_6_one_unit_with_its_general_embarks_as_one() -> None:
    state = britain({"plymouth": {"britain": 4}, "western-approaches": {}})
    state = with_forces(state, {"plymouth": {"britain": 1}}, {"moore": "plymouth"})
    lines = told(voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")], [1, 2, 3, 4] * 4))
    assert "1 unit of Britain with Moore embarks in Plymouth." in lines, lines
    assert any(line.startswith("1 unit of Britain with Moore tries to land in ") for line in lines), lines
