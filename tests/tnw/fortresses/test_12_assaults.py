"""Assaults on Fortresses (12)."""

from collections.abc import Iterable
from itertools import product

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.cards.events import ForceStopped
from pbem_tnw.chapters.land.battle_events import AssaultEnded, AssaultRoundOver, BattleModified
from pbem_tnw.chapters.land.events import FormationFreed
from pbem_tnw.chapters.land.odds import SIX, binomial
from pbem_tnw.chapters.land.sieges import besieger, besieger_dice, outlook, problems
from pbem_tnw.chapters.turn.card_play import carry_out_line
from pbem_tnw.chapters.turn.impulse import begin_or_pass
from pbem_tnw.chapters.turn.taking import taking
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import AssaultLine
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.position.cards import RollBonus
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.impulse import BattleModifier, Pieces, WarFormation
from pbem_tnw.position.state import LastingCard, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, emptied, with_forces

START = emptied(at_start(4), "lisbon", "gibraltar", "seville", "strasbourg", "olmutz", "madrid")
LISBON = active(with_forces(START, {"lisbon": {"spain": 4}}, {"castanos": "lisbon"}), "spain")
GIBRALTAR = active(
    with_forces(START, {"gibraltar": {"spain": 4}}, {"castanos": "gibraltar"}), "spain", 0, stood=("gibraltar",)
)
EIGHT = active(with_forces(START, {"lisbon": {"france": 8}}, {"napoleon": "lisbon"}), "france")
MANY = active(with_forces(START, {"lisbon": {"france": 12}}, {"napoleon": "lisbon"}), "france")


def assault(state: WarState, faces: Iterable[int], place: str = "lisbon", **line: object) -> DiceTable:
    assert state.impulse is not None
    table, nation = DiceTable(state, faces), state.impulse.nation
    order = replace(AssaultLine(at=place), **line)
    assert not codes(problems(table.state, nation, order))
    carry_out_line(table, nation, order)
    table.play()
    assert not table.faces, f"{table.faces} were not rolled"
    return table


def end(table: DiceTable) -> str:
    (event,) = table.told(AssaultEnded)
    assert isinstance(event, AssaultEnded)
    return event.end


def dice(table: DiceTable) -> list[tuple[int, int]]:
    rounds = [event for event in table.told(AssaultRoundOver) if isinstance(event, AssaultRoundOver)]
    return [(len(one.besieger.faces), len(one.fortress)) for one in rounds]


def test_12_3_h43_units_behind_the_command_replace_losses() -> None:
    first = [6, *[1] * 13, 1, 1]
    assert dice(assault(MANY, [*first, 6, *[1] * 13, 1, 1])) == [(14, 2), (14, 2)]
    costly = [6, 6, 1, *[1] * 11]  # Lisbon falls at once
    assert end(assault(MANY, [*costly, 6, 1])) == "overrun"
    state = with_strength(MANY, 4)
    assert dice(assault(state, [6, 6, *[1] * 12, 6, 1, 1, 1, *[1] * 14, 1, 1, 1, 1])) == [(14, 4), (14, 4)]
    state = with_strength(EIGHT, 4)
    assert dice(assault(state, [6, 6, *[1] * 12, 6, 1, 1, 1, *[1] * 13, 1, 1, 1, 1])) == [(14, 4), (13, 4)]


def test_12_3_the_outlook_is_how_the_dice_of_an_assault_end_over_all_its_rounds() -> None:
    sixes = enumerate(binomial(5, SIX))
    rolls = [
        ((*[6] * n, *[1] * (5 - n), *guns), chance / 36)
        for (n, chance), guns in product(sixes, product(range(1, 7), repeat=2))
    ]

    def taken(faces: tuple[int, ...]) -> bool:
        return end(assault(LISBON, faces)) in ("fallen", "overrun")

    def goes_on(faces: tuple[int, ...]) -> bool:
        return faces[:5].count(6) == 1 and max(faces[5:]) < 5

    at_once = sum(chance for faces, chance in rolls if not goes_on(faces) and taken(faces))
    again = sum(chance for faces, chance in rolls if goes_on(faces))
    later = sum(chance for faces, chance in rolls if taken((6, 1, 1, 1, 1, 1, 1, *faces)))
    odds = outlook(LISBON, "spain", "lisbon")
    assert odds is not None
    assert odds.falls == pytest.approx(at_once + again * later)
    assert odds.falls_at_once == pytest.approx(at_once)


def with_strength(state: WarState, strength: int) -> WarState:
    """*state* with *Torres Vedras* in play, by which the Fortress of Lisbon has strength 4."""
    assert strength == 4
    return replace(state, lasting=(LastingCard(card="torres-vedras", nation="britain", since=0),))


def test_12_3_h46_three_sixes_are_an_overrun_and_the_force_may_go_on() -> None:
    formation = WarFormation(
        kind="army", nation="france", place="lisbon", commander="napoleon", stopped=True,
        pieces=Pieces(units={"france": 8}, generals=("napoleon",)),
    )  # fmt: skip
    assert EIGHT.impulse is not None
    state = replace(EIGHT, impulse=replace(EIGHT.impulse, formation=formation))
    table = assault(state, [6, 6, 6, *[1] * 11, 1, 1])
    assert end(table) == "overrun"
    assert table.state.flags["lisbon"] == "france"
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    assert not table.state.impulse.formation.stopped
    held = assault(state, [*[1] * 14, 1, 1])
    assert held.state.impulse is not None
    assert held.state.impulse.formation is not None
    assert held.state.impulse.formation.stopped


def test_9_4_an_overrun_does_not_lift_the_stop_of_an_event() -> None:
    formation = WarFormation(
        kind="army", nation="france", place="lisbon", commander="napoleon", stopped=True,
        pieces=Pieces(units={"france": 8}, generals=("napoleon",)),
    )  # fmt: skip
    assert EIGHT.impulse is not None
    state = replace(EIGHT, impulse=replace(EIGHT.impulse, formation=formation))
    stopped = ForceStopped(card="bridges-blown", nation="france", place="lisbon").change(state)
    table = assault(stopped, [6, 6, 6, *[1] * 11, 1, 1])
    assert end(table) == "overrun"
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    assert table.state.impulse.formation.stopped
    assert not table.told(FormationFreed)


def test_12_2_h48_one_assault_a_fortress_and_impulse() -> None:
    table = assault(GIBRALTAR, [*[1] * 4, *[1] * 4], "gibraltar")
    rich = active(table.state, "spain", 5, assaulted=("gibraltar",), stood=("gibraltar",))
    assert codes(problems(rich, "spain", AssaultLine(at="gibraltar"))) == ["assault-twice"]


def test_12_3_disrupted_units_do_not_roll_in_the_next_round() -> None:
    state = with_strength(LISBON, 4)
    table = assault(state, [6, 6, 1, 1, 1, 5, 1, 1, 1, *[1] * 4, *[1] * 4])
    assert dice(table) == [(5, 4), (4, 4)]


def test_12_3_a_fortress_of_an_ally_s_colour_goes_back_to_the_ally() -> None:
    state = with_forces(START, {"strasbourg": {"spain": 4}}, {"castanos": "strasbourg"}, {"strasbourg": "austria"})
    table = assault(active(state, "spain"), [6, 6, 1, 1, 1, 1, 1], "strasbourg")
    assert "strasbourg" not in table.state.flags


def test_7_44_h4_without_a_flag_one_is_taken_from_an_open_foreign_duchy_that_is_not_a_key() -> None:
    spain = START.board.nations["spain"]
    open_ = [one for one, duchy in START.board.duchies.items() if duchy.kind == "open" and duchy.nation == "austria"]
    keys = [one for one, duchy in START.board.duchies.items() if duchy.key and duchy.nation == "russia"]
    out = dict.fromkeys([*keys[: spain.limits.flags - 1], sorted(open_)[-1]], "spain")
    out |= dict.fromkeys(sorted(open_)[: spain.limits.flags - len(out)], "spain")
    assert len(out) == spain.limits.flags
    table = assault(with_forces(LISBON, flags=out), [6, 6, 1, 1, 1, 1, 1])
    assert table.state.flags["lisbon"] == "spain"
    assert min(set(out) & set(open_)) not in table.state.flags


def test_part_3_siege_cards_change_the_dice_of_the_first_round() -> None:
    table = DiceTable(LISBON, [6, *[1] * 8, *[1] * 4, *[1] * 5, 1, 1])
    carry_out_line(table, "spain", AssaultLine(at="lisbon"))
    table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box of this game is a step
    more = (
        BattleModifier(what="dice", side="attacker", card="mines-and-breach", n=4, round=1),
        BattleModifier(what="dice", side="defender", card="sortie", n=2, round=1),
    )
    table.emit(BattleModified(modifiers=more))
    table.play()
    assert dice(table) == [(9, 4), (5, 2)]


def test_part_3_the_siege_train_serves_the_next_assault() -> None:
    state = active(LISBON, "spain", bonuses=(RollBonus(roll="siege_dice", nation="spain", n=3, card="siege-train"),))
    table = assault(state, [*[1] * 8, 1, 1])
    assert dice(table) == [(8, 2)]
    assert table.state.impulse is not None
    assert table.state.impulse.bonuses == ()


def test_12_1_another_seat_s_units_take_no_part_unless_they_were_lent() -> None:
    state = with_forces(START, {"strasbourg": {"austria": 3, "russia": 2}}, {"mack": "strasbourg"})
    found = besieger(active(state, "austria"), "austria", "strasbourg")
    assert found is not None
    assert found.units == {"austria": 3}
    assert besieger_dice(state, found) == 3 + 1 + 1


@pytest.mark.parametrize(("state", "line", "wrong"), [
    (LISBON, AssaultLine(at="madrid"), "assault-no-enemy-fortress"),
    (LISBON, AssaultLine(at="barcelona"), "assault-no-enemy-fortress"),
    (LISBON, AssaultLine(at="gibraltar"), "assault-no-army"),
    (with_forces(LISBON, generals={"castanos": "seville"}), AssaultLine(at="lisbon"), "assault-no-army"),
    (with_forces(LISBON, {"lisbon": {"spain": 4, "britain": 1}}), AssaultLine(at="lisbon"), "assault-enemies-there"),
    (active(LISBON, "spain", 0), AssaultLine(at="lisbon"), "assault-points"),
    (active(START, "france"), AssaultLine(), "assault-where"),
])  # fmt: skip
def test_12_1_what_cannot_be_assaulted(state: WarState, line: AssaultLine, wrong: str) -> None:
    assert state.impulse is not None
    assert codes(problems(state, state.impulse.nation, line)) == [wrong]


def test_12_1_without_a_name_the_only_fortress_besieged_is_meant() -> None:
    assert besieging(LISBON, "spain") == ("lisbon",)
    assert codes(problems(LISBON, "spain", AssaultLine())) == []


def test_5_4_h47_a_nation_without_cards_passes_with_the_assault_of_a_force_that_stood_there() -> None:
    state = replace(GIBRALTAR, impulse=None, active="austria", turn=2, round=2)
    orders = ImpulseOrders(alternatives=(Alternative(do=OrderLines(lines=(AssaultLine(),))),))
    choice = taking(state, "france", "spain", orders)
    assert choice.chosen is not None
    table = DiceTable(state, [6, 6, 1, 1, *[1] * 4, 6, 6, 1, 1, *[1] * 4])
    begin_or_pass(table, "spain", choice.chosen)
    table.play()
    assert end(table) == "overrun"
    moved = with_forces(state, {"gibraltar": {}, "seville": {"spain": 4}}, {"castanos": "seville"})
    assert taking(moved, "france", "spain", orders).chosen is None
