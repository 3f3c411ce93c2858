"""Fleets that sail, are stopped, evade and fight (13.1 to 13.5, 13.8)."""

from collections.abc import Mapping
from decimal import Decimal

from msgspec.structs import replace

from pbem_tnw.chapters.sea.events import SailEnded, SeaBattleBegan, SeaBattleEnded, SeaInterceptionTried
from pbem_tnw.chapters.sea.sailing import attackers
from pbem_tnw.chapters.turn.card_play import foreseen_problems, line_holds, line_problems
from pbem_tnw.chapters.turn.events import LineSkipped
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import BattleCondition
from pbem_tnw.orders.names import InZones
from pbem_tnw.orders.pieces import OddsLimit
from pbem_tnw.orders.standing import YES, Consents, LendAnswer, SeaLine, Willing
from pbem_tnw.position.forces import blockaded
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Consul, WarState
from tests.tnw.interception.test_contact import at_least
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import Ships, attack, sail, ships, voyage, with_fleets
from tests.tnw.positions import active, codes, with_forces, with_standing

ALWAYS = BattleCondition(test=Truth(yes=True))
NEVER = BattleCondition(test=Truth(yes=False))
WATCH = {"brest": {"france": 2}, "western-approaches": {"britain": 3}}


def france(places: Mapping[str, Ships], points: int = 6) -> WarState:
    return active(with_fleets(places), "france", points)


def britain(places: Mapping[str, Ships], points: int = 6) -> WarState:
    return active(with_fleets(places), "britain", points)


def tries(table: MarchTable) -> list[tuple[str, int]]:
    events = table.told(SeaInterceptionTried)
    return [(event.nation, event.need) for event in events if isinstance(event, SeaInterceptionTried)]


def wins(table: MarchTable) -> list[tuple[str, ...]]:
    return [event.winners for event in table.told(SeaBattleEnded) if isinstance(event, SeaBattleEnded)]


def wrong(state: WarState, line: object) -> list[str]:
    return codes(line_problems(state, state.active, line))  # type: ignore[arg-type] # any line


def test_13_4_h49_a_fleet_that_leaves_port_passes_the_blockade() -> None:
    table = voyage(france(WATCH), [sail("western-approaches", "bay-of-biscay", start="brest")], (1, 3))
    assert tries(table) == [("britain", 5)]
    assert (ships(table, "bay-of-biscay"), ships(table, "western-approaches")) == ({"france": 2}, {"britain": 3})
    assert left(table.state, "france", "sea") == 5
    assert not wins(table)


def test_13_4_h49_or_is_stopped_and_must_fight() -> None:
    table = MarchTable(france(WATCH), (2, 3, 1, 1, 1, 1, 6, 5, 1, 1, 1, 1, 1, 1, 1))
    table.order(sail("western-approaches", "bay-of-biscay", start="brest"))
    assert not table.faces, "4 dice and 9"
    (began,) = [event for event in table.told(SeaBattleBegan) if isinstance(event, SeaBattleBegan)]
    assert (began.battle.nation, began.battle.attacker.nations) == ("france", ("france",))
    assert wins(table) == [("britain",)]
    assert ships(table, "brest") == {"france*": 1}
    assert ships(table, "western-approaches") == {"britain": 3}


def test_13_1_h50_a_port_on_two_zones_is_left_into_either() -> None:
    state = active(with_fleets({"corunna": {"spain": 1}, "bay-of-biscay": {"britain": 2}}), "spain")
    assert not blockaded(state, "spain", "corunna")
    table = voyage(state, [sail("iberian-coast", start="corunna")])
    assert ships(table, "iberian-coast") == {"spain": 1}


def test_13_41_h51_two_ties_are_lost_by_the_active_side() -> None:
    state = britain({"iberian-coast": {"britain": 4, "france": 2, "spain": 2}})
    state = with_standing(state, "france", sea=(SeaLine(evade=ALWAYS),))
    evasion, first = [1, 1], [5, 5, 6, *[1] * 10, 5, 5, 5, 1, 1, 1]
    table = voyage(state, [attack("iberian-coast")], [*evasion, *first, 6, *[1] * 8, 5, 1, 1])
    assert wins(table) == [("france", "spain")]
    assert "britain" not in ships(table, "iberian-coast")
    assert sum(ships(table, "iberian-coast").values()) == 2
    assert ships(table, "plymouth") == {} or ships(table, "plymouth") == {"britain*": 4}
    assert (
        sum(n for place in table.state.squadrons for name, n in ships(table, place).items() if name == "britain*") == 4
    )


def test_13_5_h52_a_port_whose_fleet_is_sunk_wins_the_tie() -> None:
    state = britain({"bay-of-biscay": {"britain": 4}, "bordeaux": {"france": 1}})
    table = voyage(state, [attack("bordeaux")], [5, 2, 6, *[1] * 10, 3, 1])
    assert wins(table) == [("france",)]
    assert ships(table, "bordeaux") == {}
    assert ships(table, "bay-of-biscay") == {}


def test_13_5_a_port_that_loses_loses_all_its_squadrons() -> None:
    state = britain({"bay-of-biscay": {"britain": 4}, "bordeaux": {"france": 3}})
    table = voyage(state, [attack("bordeaux")], [1, 1, 6, 5, *[1] * 10, *[1] * 6])
    assert wins(table) == [("britain",)]
    assert (ships(table, "bordeaux"), ships(table, "bay-of-biscay")) == ({}, {"britain": 4})
    table.order(sail("iberian-coast"))
    assert ships(table, "iberian-coast") == {"britain": 4}


def test_13_8_h56_the_guns_of_narrows_sink_and_cut() -> None:
    state = with_fleets({"aegean-sea": {"britain": 2}})
    state = active(replace(state, consuls={**state.consuls, "turkey": Consul(column="ally", row="france")}), "britain")
    state = replace(state, control={**state.control, "turkey": "france"})
    table = voyage(state, [sail("black-sea", start="aegean-sea")], (6, 5, 3, 1))
    assert ships(table, "black-sea") == {"britain*": 1}


def test_13_8_a_neutral_does_not_fire() -> None:
    table = voyage(britain({"aegean-sea": {"britain": 2}}), [sail("black-sea", start="aegean-sea")])
    assert ships(table, "black-sea") == {"britain": 2}


def test_13_2_a_fleet_sails_three_steps_and_twice_in_an_impulse() -> None:
    state = france({"brest": {"france": 2}})
    far = sail("western-approaches", "bay-of-biscay", "iberian-coast", "gulf-of-cadiz", start="brest")
    assert codes(foreseen_problems(state, "france", far)) == ["three-sea-steps"]
    table = voyage(state, [far])
    assert ships(table, "iberian-coast") == {"france": 2}
    assert codes(
        event.problem for event in table.told(SailEnded) if isinstance(event, SailEnded) and event.problem
    ) == ["three-sea-steps"]
    table.order(sail("gulf-of-cadiz"))
    assert left(table.state, "france", "sea") == 4
    assert wrong(table.state, sail("western-mediterranean")) == ["too-few-squadrons"]


def test_13_2_squadrons_that_have_not_sailed_join_one_that_has() -> None:
    state = france({"brest": {"france": 2}, "bay-of-biscay": {"france": 1}})
    table = voyage(state, [sail("western-approaches", "bay-of-biscay", start="brest")])
    table.order(sail("iberian-coast", start="bay-of-biscay", squadrons={"": 3}))
    assert ships(table, "iberian-coast") == {"france": 3}
    assert wrong(table.state, sail("gulf-of-cadiz")) == ["too-few-squadrons"]


def test_13_2_no_squadron_under_a_marker_and_no_foreign_port() -> None:
    state = france({"brest": {"france": 1}})
    marked = replace(state, squadrons={"brest": (Squadron(nation="france", refit=1),)})
    assert wrong(marked, sail("western-approaches", start="brest")) == ["too-few-squadrons"]
    assert wrong(france({"western-approaches": {"france": 1}}), sail("plymouth", start="western-approaches")) == [
        "port-not-friendly"
    ]
    assert wrong(state, sail("north-sea", start="brest", squadrons={"": 2})) == ["too-few-squadrons"]
    assert wrong(state, sail("vienna", start="brest")) == ["no-way-by-sea"]
    assert wrong(state, sail("brest", start="brest")) == ["sail-nowhere"]
    assert wrong(france({"brest": {"france": 1}}, 0), sail("western-approaches", start="brest")) == ["sail-unpaid"]


def test_13_1_an_armada_costs_two_points_and_needs_consent() -> None:
    state = active(with_fleets({"kattegat": {"britain": 2, "russia": 1}}), "britain", 6)
    line = sail("north-sea", start="kattegat", squadrons={"": 2, "russia": 1})
    assert wrong(state, line) == ["lent-pieces"]
    refused = voyage(state, [line])
    assert ships(refused, "kattegat") == {"britain": 2, "russia": 1}
    assert [event.problem.code for event in refused.told(LineSkipped) if isinstance(event, LineSkipped)] == ["not-lent"]
    lent = with_standing(state, "russia", consent=Consents(lend={"britain": LendAnswer(YES)}))
    table = voyage(lent, [line])
    assert ships(table, "north-sea") == {"britain": 2, "russia": 1}
    assert left(table.state, "britain", "sea") == 4
    few = with_standing(
        state, "russia", consent=Consents(lend={"britain": LendAnswer(Willing(Truth(yes=True)), units=0)})
    )
    assert ships(voyage(few, [line]), "kattegat") == {"britain": 2, "russia": 1}


def test_13_4_orders_come_before_the_default_and_silence_weighs_dice() -> None:
    line = sail("western-approaches", start="brest")
    weak = {"brest": {"france": 4}, "western-approaches": {"britain": 2}}
    assert tries(voyage(france(weak), [line])) == [], "six dice against eight"
    bold = with_standing(france(weak), "britain", sea=(SeaLine(intercept=ALWAYS),))
    assert tries(voyage(bold, [line], (1, 1))) == [("britain", 5)]
    timid = with_standing(france(WATCH), "britain", sea=(SeaLine(intercept=NEVER),))
    assert tries(voyage(timid, [line])) == []
    elsewhere = with_standing(france(WATCH), "britain", sea=(SeaLine(zone=InZones(("north-sea",)), intercept=NEVER),))
    assert tries(voyage(elsewhere, [line], (1, 1))) == [("britain", 5)]


def test_13_4_a_fleet_tries_once_in_an_impulse_and_others_need_eight() -> None:
    state = active(with_fleets({"iberian-coast": {"britain": 1}, "bay-of-biscay": {"france": 2}}), "britain")
    out = sail("bay-of-biscay", start="iberian-coast")
    table = voyage(state, [out], (3, 4))
    assert tries(table) == [("france", 8)]
    table.order(sail("iberian-coast", "bay-of-biscay"))
    assert tries(table) == [("france", 8)]


def test_13_4_the_attacked_evade_to_a_port_or_lose_a_die() -> None:
    state = britain({"bay-of-biscay": {"france": 1}, "iberian-coast": {"britain": 2}})
    state = with_standing(state, "france", sea=(SeaLine(intercept=NEVER),))
    line = sail("bay-of-biscay", start="iberian-coast", if_met="attack")
    away = voyage(state, [line], (4, 4))
    assert ships(away, "bayonne") == {"france": 1}
    assert not wins(away)
    caught = voyage(state, [line], (4, 3, *[6] * 7, 1, 1))
    assert wins(caught) == [("britain",)]
    assert ships(caught, "bay-of-biscay") == {"britain": 2}


def test_13_4_a_fleet_attacks_only_at_the_odds_it_was_told() -> None:
    state = britain({"bay-of-biscay": {"france": 4}, "iberian-coast": {"britain": 2}})
    state = with_standing(state, "france", sea=(SeaLine(intercept=NEVER),))
    table = voyage(
        state, [sail("bay-of-biscay", start="iberian-coast", if_met="attack", only_if_odds=OddsLimit(Decimal(1)))]
    )
    assert ships(table, "bay-of-biscay") == {"britain": 2, "france": 4}
    assert wrong(table.state, attack()) == []
    table.order(attack(only_if_odds=OddsLimit(Decimal(1))))
    assert not wins(table)
    assert left(table.state, "britain", "sea") == 5


def test_13_5_all_of_the_fleet_attacks_a_port_not_only_what_has_sailed_there() -> None:
    state = britain({"iberian-coast": {"britain": 1}, "western-approaches": {"britain": 3}, "brest": {"france": 2}})
    lines = [sail("western-approaches", start="iberian-coast"), attack("brest")]
    assert attackers(state, "britain", lines[1], lines[:1]) == 4  # type: ignore[arg-type]
    for line, number in ((lines[1], 4), (attack("brest", {"britain": 2}), 2)):
        table = MarchTable(state, [1] * 40)
        table.order(lines[0], line)
        (fought,) = [one.battle for one in table.told(SeaBattleBegan)]  # type: ignore[attr-defined]
        assert len(fought.attacker.squadrons) == number
        assert left(table.state, "britain", "sea") == 4


def test_2_2_the_condition_of_a_fleet_asks_for_the_battle_that_it_leads_to() -> None:
    state = britain({"bay-of-biscay": {"france": 4}, "iberian-coast": {"britain": 2}})
    for start, path in (("iberian-coast", ("bay-of-biscay",)), ("iberian-coast", ("bay-of-biscay", "la-rochelle"))):
        for least, holds in (("0.3", True), ("1", False)):
            line = sail(*path, start=start, if_met="attack", condition=at_least("odds", least))
            assert line_holds(state, "britain", line) == holds
    beside = britain({"brest": {"france": 4}, "western-approaches": {"britain": 2}})
    for least, holds in (("0.1", True), ("1", False)):
        assert line_holds(beside, "britain", attack("brest", condition=at_least("odds", least))) == holds
    free = britain({"iberian-coast": {"britain": 2}})
    line = sail("bay-of-biscay", start="iberian-coast", condition=at_least("odds", "1"))
    assert line_holds(free, "britain", line)
    assert ships(voyage(free, [line]), "bay-of-biscay") == {"britain": 2}


def test_13_41_of_equals_those_sink_whose_nation_the_owner_names_and_nothing_tells_of_it_before() -> None:
    state = britain({"bay-of-biscay": {"britain": 2, "france": 2, "spain": 2}})
    dice = [6, 5, 5, *[1] * 3, *[1] * 6]
    silent = voyage(state, [attack("bay-of-biscay")], dice)
    named = voyage(with_standing(state, "france", losses=("france",)), [attack("bay-of-biscay")], dice)
    assert [silent.told(SeaBattleBegan)] == [named.told(SeaBattleBegan)]
    assert (
        sum(n for place in silent.state.squadrons for name, n in ships(silent, place).items() if "spain" in name) == 1
    )
    assert sum(n for place in named.state.squadrons for name, n in ships(named, place).items() if "france" in name) == 1


def test_13_4_silence_intercepts_with_as_many_dice() -> None:
    even = {"brest": {"france": 3}, "western-approaches": {"britain": 2}}
    assert tries(voyage(france(even), [sail("western-approaches", start="brest")], (1, 1))) == [("britain", 5)]


def test_13_4_after_a_victory_that_leaves_enemies_afloat_sailing_is_over() -> None:
    state = britain({"bay-of-biscay": {"britain": 2, "france": 2}})
    some = voyage(state, [attack("bay-of-biscay")], [6, *[1] * 5, *[1] * 4])
    assert wrong(some.state, sail("iberian-coast", start="bay-of-biscay")) == ["too-few-squadrons"]
    every = voyage(state, [attack("bay-of-biscay")], [6, 6, *[1] * 4, *[1] * 4])
    assert wrong(every.state, sail("iberian-coast", start="bay-of-biscay")) == []


def test_13_42_without_a_port_the_beaten_go_to_the_regroup_box_without_a_marker() -> None:
    state = britain({"bay-of-biscay": {"britain": 2, "france": 2}})
    ports = [name for name, duchy in state.board.duchies.items() if duchy.is_port]
    state = with_forces(state, flags=dict.fromkeys(ports, "france"))
    table = voyage(state, [attack("bay-of-biscay")], [*[1] * 6, 6, 1, 1, 1])
    assert ships(table, "regroup") == {"britain": 1}
