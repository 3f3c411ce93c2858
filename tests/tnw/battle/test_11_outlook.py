"""What is known of a battle beforehand: for conditions, the forecast and the bot."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_outlook import dice_seen, margin_seen, outlook, outlook_here
from pbem_tnw.chapters.land.sieges import outlook as assault_outlook
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.orders.lines import MoveLine
from pbem_tnw.position.impulse import Contact, DiceRoll, Pieces, WarFormation
from pbem_tnw.position.state import OrdersUnderWay, WarState
from tests.tnw.battle.fighting import met, rounds
from tests.tnw.battle.test_11_conservation import PLACES, FairTable, battles
from tests.tnw.positions import active, at_start, emptied, seen_by, with_forces, with_standing


def marching(units: Mapping[str, int], *generals: str, start: str = "munich", **enemy: int) -> WarState:
    """A Formation of the first general stands in a duchy next to Ulm, where the enemy is."""
    state = met(enemy, ())
    state = with_forces(state, {start: units}, dict.fromkeys(generals, start))
    nation = state.board.leaders[generals[0]].nation
    formation = WarFormation(
        kind="army", nation=nation, place=start, commander=generals[0], pieces=Pieces(units=units, generals=generals)
    )
    return active(state, nation, formation=formation)


def looked(state: WarState) -> tuple[int, int, float, float, float]:
    """The dice of both sides, and how often the attacker wins, routs and is routed, in percent."""
    assert state.impulse is not None
    assert state.impulse.formation is not None
    seen = outlook(state, state.impulse.formation, "ulm")
    assert seen is not None
    odds = seen.odds
    percents = (odds.wins * 100, odds.routs * 100, odds.routed * 100)
    return (seen.dice("attacker"), seen.dice("defender"), *percents)


@pytest.mark.parametrize(("own", "leader", "start", "foe", "enemy", "table"), [
    ({"france": 8}, "napoleon", "munich", "charles", {"austria": 8}, (14, 12, 61, 25, 10)),
    ({"france": 8}, "napoleon", "innsbruck", "kutuzov", {"russia": 8}, (14, 14, 50, 18, 17)),
    ({"france": 8}, "napoleon", "munich", "mack", {"austria": 8}, (14, 10, 74, 34, 5)),
    ({"france": 6}, "davout", "munich", "charles", {"austria": 6}, (11, 10, 56, 18, 10)),
    ({"france": 6}, "soult", "munich", "schwarzenberg", {"austria": 6}, (10, 9, 56, 17, 9)),
    ({"france": 6}, "soult", "munich", "castanos", {"spain": 6}, (10, 7, 71, 25, 4)),
    ({"austria": 6}, "charles", "munich", "soult", {"france": 6}, (10, 10, 48, 13, 13)),
    ({"france": 8}, "soult", "munich", "", {"austria": 4}, (12, 5, 92, 50, 1)),
])  # fmt: skip
def test_part_4_a_march_is_forecast_with_the_dice_and_chances_of_the_table(
    own: Mapping[str, int], leader: str, start: str, foe: str, enemy: Mapping[str, int], table: tuple[int, ...]
) -> None:
    state = marching(own, leader, start=start, **enemy)
    state = with_forces(state, generals={foe: "ulm"} if foe else {})
    if "spain" in enemy:  # at war with France
        consuls = {**state.consuls, "spain": replace(state.consuls["spain"], row="britain")}
        state = replace(state, control={**state.control, "spain": "britain"}, consuls=consuls)
    found = looked(state)
    assert found[:2] == table[:2]
    assert found[2:] == pytest.approx(table[2:], abs=1.5)


@given(battles())
@settings(max_examples=60, deadline=None)
def test_11_2_the_dice_that_are_seen_are_those_that_are_rolled(case: tuple[WarState, str, str]) -> None:
    state, place, key = case
    contact = Contact(place=place, origin=PLACES[place], defended=True)
    assert state.impulse is not None
    state = replace(state, impulse=replace(state.impulse, contact=contact))
    seen = outlook_here(seen_by(state, "france"), "france", place)
    table = FairTable(state)
    table._key = key
    table.enter(Battle(nation="france", place=place, origin=PLACES[place]))
    table.play()
    fought = rounds(table)
    assert bool(fought) == (seen is not None)
    if seen is not None:
        first = fought[0]
        assert (seen.dice("attacker"), seen.dice("defender")) == (len(first.attacker.faces), len(first.defender.faces))


def test_11_2_there_is_no_outlook_without_enemy_units() -> None:
    state = marching({"france": 3}, "ney")
    assert state.impulse is not None
    assert state.impulse.formation is not None
    assert outlook(state, state.impulse.formation, "ulm") is None
    alone = with_forces(state, generals={"mack": "ulm"})
    assert outlook(alone, state.impulse.formation, "ulm") is None


def test_2_7_standing_orders_of_others_do_not_show_in_what_is_seen() -> None:
    state = with_forces(
        marching({"france": 6}, "soult", russia=3, austria=3), generals=dict.fromkeys(("kutuzov", "mack"), "ulm")
    )
    split = with_standing(state, "austria", refuse=("russia",))
    assert looked(seen_by(state, "france")) == looked(seen_by(split, "france"))
    assert looked(split) != looked(state)


def test_2_2_conditions_ask_for_the_dice_of_the_battle_that_the_line_leads_to() -> None:
    state = marching({"france": 6}, "soult", austria=4)
    orders = OrdersUnderWay(nation="france", current=MoveLine(path=("ulm",)))
    facts = SeatFacts(replace(state, under_way={"france": orders}), "france", "france")
    assert (facts.dice("own"), facts.dice("enemy")) == (10, 5)
    assert facts.odds() == 2
    assert SeatFacts(state, "france", "france").dice("own") is None


def test_2_4_the_margin_is_that_of_the_dice_on_the_table() -> None:
    state = active(met({"france": 3, "austria": 3}), "france")
    table = FairTable(state)
    table.enter(Battle(nation="france", place="ulm", origin="munich"))
    table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box of this game is a step
    rolled = (
        DiceRoll(purpose="battle", nation="france", side="attacker", faces=(6, 5, 1)),
        DiceRoll(purpose="battle", nation="austria", side="defender", faces=(5, 1)),
    )
    assert table.state.impulse is not None
    view = replace(table.state, impulse=replace(table.state.impulse, rolled=rolled))
    assert (margin_seen(view, "france"), margin_seen(view, "austria")) == (1, -1)
    assert margin_seen(table.state, "france") is None
    assert view.impulse is not None
    assert view.impulse.battle is not None
    landed = replace(view, impulse=replace(view.impulse, battle=replace(view.impulse.battle, batteries=2, round=1)))
    assert margin_seen(landed, "france") == -1
    assert dice_seen(table.state, "austria", "ulm") == (4, 5)


def test_12_3_the_odds_of_an_assault_are_seen_beforehand() -> None:
    state = with_forces(emptied(at_start(4), "lisbon"), {"lisbon": {"france": 8}}, {"napoleon": "lisbon"})
    odds = assault_outlook(active(state, "france"), "france", "lisbon")
    assert odds is not None
    assert odds.falls == pytest.approx(0.80, abs=0.015)
    assert assault_outlook(active(state, "france"), "france", "gibraltar") is None
