"""Battles with the off-map fleets of Guerre de Course (6.13, part 3)."""

from msgspec.structs import replace

from pbem_tnw.chapters.sea.events import SeaBattleEnded
from pbem_tnw.chapters.turn.card_play import line_problems
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.lines import AttackLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.position.state import LastingCard, WarState
from tests.tnw.battle.test_story import told
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import Ships, ships, voyage, with_fleets
from tests.tnw.positions import active, codes

CARD = "guerre-de-course"


def course(**places: Ships) -> WarState:
    """French Squadrons off the map and British ones at sea, in an Impulse of Britain."""
    fleets = {place.replace("_", "-"): there for place, there in places.items()}
    state = with_fleets({"fleets": {"france": 2}, **fleets})
    lasting = LastingCard(card=CARD, nation="france", temporary=False, since=0)
    return active(replace(state, lasting=(lasting,)), "britain")


def hunt(start: str | None = None, squadrons: int | None = None) -> AttackLine:
    numbers = {OWN: squadrons} if squadrons else {}
    return AttackLine(off_map=True, origin=start, squadrons=Strengths(numbers=numbers))


def winners(table: MarchTable) -> tuple[str, ...]:
    (ended,) = table.told(SeaBattleEnded)
    assert isinstance(ended, SeaBattleEnded)
    return ended.winners


def test_6_13_a_fleet_fights_off_the_map_for_a_point_and_returns_to_its_port() -> None:
    table = voyage(course(plymouth={"britain": 3}), [hunt("plymouth", 2)], [6, *[1] * 5, *[1] * 4])
    assert winners(table) == ("britain",)
    assert (ships(table, "plymouth"), ships(table, "fleets"), ships(table, "regroup")) == (
        {"britain": 3}, {}, {"france": 1},
    )  # fmt: skip
    assert left(table.state, "britain", "sea") == 9
    assert not table.state.lasting, "with none left there the event ends"


def test_6_13_a_beaten_fleet_from_a_zone_goes_to_a_port_without_a_marker() -> None:
    table = voyage(course(english_channel={"britain": 2}), [hunt()], [*[1] * 6, 6, 1, 1, 1])
    assert winners(table) == ("france",)
    assert (ships(table, "english-channel"), ships(table, "london")) == ({}, {"britain": 1})
    assert (ships(table, "fleets"), len(table.state.lasting)) == ({"france": 2}, 1)


def test_6_13_it_must_be_clear_which_fleet_and_there_must_be_an_enemy() -> None:
    two = course(plymouth={"britain": 1}, english_channel={"britain": 1})
    assert codes(line_problems(two, "britain", hunt())) == ["attack-where"]
    none = active(with_fleets({"plymouth": {"britain": 1}}), "britain")
    assert codes(line_problems(none, "britain", hunt())) == ["attack-none-off-map"]


def test_6_13_it_is_told() -> None:
    lines = told(voyage(course(plymouth={"britain": 2}), [hunt()], [6, *[1] * 5, *[1] * 4]))
    assert lines[:2] == [
        "2 Squadrons of Britain attack off the map, 1 CP.",
        "Naval battle off the map: 2 Squadrons of Britain against 2 Squadrons of France.",
    ]
    assert "1 Squadron of France to the Regroup box." in lines


def test_13_4_an_attack_from_a_place_without_a_target_is_refused() -> None:
    state = active(with_fleets({"plymouth": {"britain": 3}}), "britain")
    assert codes(line_problems(state, "britain", AttackLine(origin="plymouth"))) == ["attack-where"]
