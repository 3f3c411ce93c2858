"""Forces that go by sea: embarking, staying aboard, landing (13.6, 13.7)."""

from collections.abc import Mapping
from decimal import Decimal

from msgspec.structs import replace

from pbem_tnw.chapters.land.battle_events import BattleBegan
from pbem_tnw.chapters.sea.battle import settle_aboard
from pbem_tnw.chapters.turn.card_play import line_holds, line_problems
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.lines import EmbarkLine, LandLine, OrderLine
from pbem_tnw.orders.pieces import OWN, OddsLimit, Strengths
from pbem_tnw.orders.standing import YES, Consents, InterceptLine, LendAnswer, RespondLine, SeaLine
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.forces import beside
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from tests.tnw.interception.test_contact import at_least
from tests.tnw.movement.marching import MarchTable, move
from tests.tnw.movement.moving import formation_of
from tests.tnw.naval.fleets import Ships, sail, ships, voyage, with_fleets
from tests.tnw.naval.test_13_fleets import ALWAYS, NEVER
from tests.tnw.positions import active, codes, emptied, with_forces, with_standing

BISCAY = ("western-approaches", "bay-of-biscay")


def embark(*generals: str, own: int | None = None, at: str | None = None, stay: bool = False) -> EmbarkLine:
    units = Strengths(numbers={OWN: own}) if own is not None else Strengths()
    return EmbarkLine(at=at, generals=generals, units=units, stay_aboard=stay)


def land(at: str = "here", *generals: str, own: int | None = None, **more: object) -> LandLine:
    units = Strengths(numbers={OWN: own}) if own is not None else Strengths()
    return replace(LandLine(at=at, generals=generals, units=units), **more)


def moore(corunna: Mapping[str, int], fleets: Mapping[str, Ships] | None = None, points: int = 6) -> WarState:
    """Moore with five units and two Squadrons in Plymouth; *corunna* is defended by these units."""
    state = with_fleets({"plymouth": {"britain": 2}, **(fleets or {})})
    state = emptied(state, "plymouth", "corunna", "oporto", "madrid", "bayonne", "gibraltar", "lisbon")
    state = with_forces(state, {"plymouth": {"britain": 5}, "corunna": corunna}, {"moore": "plymouth"})
    return with_standing(active(state, "britain", points), "britain", march_to=("plymouth",))


def wrong(state: WarState, line: OrderLine) -> list[str]:
    return codes(line_problems(state, state.active, line))


def battles(table: MarchTable) -> list[BattleBegan]:
    return [event for event in table.told(BattleBegan) if isinstance(event, BattleBegan)]


def test_13_6_h53_two_squadrons_carry_four_units_and_a_general_for_a_further_point() -> None:
    state = moore({"spain": 1})
    assert wrong(state, embark("moore", own=5)) == ["command-exceeded"]
    assert wrong(with_fleets({"plymouth": {"britain": 1}}, state), embark("moore", own=4)) == ["too-much-aboard"]
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth")])
    assert (table.units("plymouth"), table.units("bay-of-biscay")) == ({"britain": 1}, {"britain": 4})
    assert table.where("moore") == "bay-of-biscay"
    assert left(table.state, "britain", "sea") == 4


def test_13_6_one_squadron_of_two_cannot_carry_four_units() -> None:
    table = voyage(moore({"spain": 1}), [embark("moore", own=4)])
    assert wrong(table.state, sail(*BISCAY, start="plymouth", squadrons={OWN: 1})) == ["too-much-aboard"]


def test_13_6_they_land_freely_in_a_friendly_port_and_march_on() -> None:
    state = with_forces(moore({"spain": 1}), flags={"corunna": "britain", "bayonne": "britain"})
    state = emptied(state, "corunna")
    table = voyage(state, [embark("moore"), sail(*BISCAY, "bayonne", start="plymouth")])
    assert (table.units("bayonne"), ships(table, "bayonne")) == ({"britain": 4}, {"britain": 2})
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")])
    assert (table.units("corunna"), ships(table, "bay-of-biscay")) == ({"britain": 4}, {"britain": 2})


def test_13_7_h54_a_landing_under_the_guns() -> None:
    state = moore({"spain": 1})
    dice = [6, 5, *[1] * 6, 1]
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")], [*dice, 1, 2, 3, 4])
    (began,) = battles(table)
    assert (began.battle.batteries, began.battle.landed, dict(began.attacking)) == (2, True, {"britain": 3})
    assert sum(began.battle.attacker.disrupted.values()) == 1
    assert ships(table, "plymouth") == {"britain": 2}, "it lost by the hits of the guns, and sailed home"
    assert table.where("moore") == "plymouth"
    assert table.units("plymouth") == {"britain": 3}, "one that stayed; of three one suffers Attrition"


def test_13_7_a_landing_that_wins_stands_and_is_stopped() -> None:
    table = voyage(
        moore({"spain": 1}), [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")],
        [1, 1, 6, 6, *[1] * 6, 1],
    )  # fmt: skip
    assert (table.units("corunna"), table.where("moore")) == ({"britain": 4}, "corunna")
    assert ships(table, "bay-of-biscay") == {"britain": 2}


def test_13_7_without_enemies_it_stands_there_and_is_stopped() -> None:
    state = emptied(moore({}), "corunna")
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")], [1, 5])
    assert table.units("corunna") == {"britain": 4}
    assert formation_of(table.state).stopped
    assert not battles(table)
    assert wrong(table.state, move("oporto")) == ["formation-stopped"]


def test_13_7_h55_not_while_an_enemy_squadron_lies_in_the_port() -> None:
    state = moore({"spain": 1}, {"corunna": {"france": 1}})
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth")])
    assert wrong(table.state, land("corunna")) == ["land-fleet-there"]


def test_13_7_not_in_neutral_land_not_without_an_army_not_with_nothing_aboard() -> None:
    table = voyage(moore({"spain": 1}), [embark("moore"), sail(*BISCAY, start="plymouth")])
    assert wrong(table.state, land("copenhagen")) == ["nothing-aboard"]
    assert wrong(table.state, land("madrid")) == ["land-where"]
    assert wrong(table.state, land()) == ["land-where"], "several Ports are on that zone"
    assert wrong(table.state, land("corunna", own=5)) == ["too-few-aboard", "command-exceeded"]
    alone = voyage(moore({"spain": 1}), [embark(own=2, at="plymouth"), sail(*BISCAY, start="plymouth")])
    assert wrong(alone.state, land("corunna")) == ["land-no-army"]
    assert wrong(moore({"spain": 1}), embark("moore", at="birmingham")) in (["embark-where"], ["embark-no-fleet"])


def test_13_7_guns_that_leave_no_unit_send_the_general_home() -> None:
    table = voyage(
        moore({"spain": 1}), [embark("moore", own=1), sail(*BISCAY, start="plymouth"), land("corunna")], [6, 1]
    )
    assert (table.where("moore"), ships(table, "plymouth"), table.units("corunna")) == (
        "plymouth", {"britain": 2}, {"spain": 1},
    )  # fmt: skip


def test_13_7_a_landing_is_intercepted_on_land() -> None:
    state = with_forces(moore({}), {"oporto": {"france": 4}}, {"soult": "oporto"})
    state = with_standing(emptied(state, "corunna"), "france", intercept=(InterceptLine(),))
    table = MarchTable(state, [1, 1, 4, 5, *[1] * 40])
    table.order(embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna"))
    assert battles(table)
    assert battles(table)[0].battle.landed


def test_13_7_only_at_the_odds_asked_for() -> None:
    state = moore({"spain": 8})
    table = voyage(
        state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna", only_if_odds=OddsLimit(Decimal(2)))]
    )
    assert table.units("bay-of-biscay") == {"britain": 4}
    assert not battles(table)


def test_2_2_the_condition_of_a_landing_asks_for_the_battle_ashore() -> None:
    table = voyage(moore({"spain": 8}), [embark("moore"), sail(*BISCAY, start="plymouth")])
    for least, holds in (("0.3", True), ("2", False)):
        assert line_holds(table.state, "britain", land("corunna", condition=at_least("odds", least))) == holds
    free = voyage(moore({}), [embark("moore"), sail(*BISCAY, start="plymouth")])
    assert line_holds(free.state, "britain", land("corunna", condition=at_least("odds", "2")))


def test_13_6_what_may_not_stay_aboard_goes_to_the_regroup_box() -> None:
    lines = [embark("moore"), sail(*BISCAY, start="plymouth")]
    table = voyage(moore({"spain": 1}), lines)
    settle_aboard(table, "britain")
    assert (table.where("moore"), table.units("regroup")["britain"]) == ("regroup", 4)
    stays = voyage(moore({"spain": 1}), [replace(lines[0], stay_aboard=True), lines[1]])
    settle_aboard(stays, "britain")
    assert (stays.where("moore"), dict(stays.state.aboard)) == ("bay-of-biscay", {"bay-of-biscay": "britain"})
    again = MarchTable(active(replace(stays.state, impulse=None), "britain"), [])
    settle_aboard(again, "russia")
    assert again.where("moore") == "bay-of-biscay"
    again.order(sail("iberian-coast", start="bay-of-biscay"))
    assert again.where("moore") == "iberian-coast"
    settle_aboard(again, "britain")
    assert (again.where("moore"), dict(again.state.aboard)) == ("regroup", {})


def test_13_6_forces_whose_ships_are_gone_go_to_the_regroup_box() -> None:
    table = voyage(moore({"spain": 1}), [embark("moore", stay=True), sail(*BISCAY, start="plymouth")])
    table.state = replace(table.state, squadrons={})
    settle_aboard(table, "britain")
    assert (table.where("moore"), table.units("regroup")["britain"]) == ("regroup", 4)


def test_13_42_what_is_aboard_is_lost_in_proportion_and_goes_with_the_beaten_fleet() -> None:
    state = moore({"spain": 1}, {"bay-of-biscay": {"france": 2}})
    state = with_standing(state, "france", sea=(SeaLine(intercept=ALWAYS),))
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth")], [5, 3, *[1] * 6, 6, *[1] * 3])
    assert ships(table, "plymouth") == {"britain*": 1}
    assert (table.units("plymouth"), table.where("moore")) == ({"britain": 3}, "plymouth")


def test_13_6_pieces_and_ships_of_others_come_with_consent() -> None:
    state = with_forces(moore({"spain": 1}), {"plymouth": {"britain": 2, "russia": 2}}, {"kutuzov": "plymouth"})
    line = EmbarkLine(at="plymouth", generals=("moore", "kutuzov"), units=Strengths({OWN: 2, "russia": 2}))
    refused = voyage(state, [line])
    assert refused.state.impulse is not None
    assert refused.state.impulse.boarding is None
    lent = with_standing(state, "russia", consent=Consents(lend={"britain": LendAnswer(YES)}))
    table = voyage(lent, [line, sail(*BISCAY, start="plymouth")])
    assert table.units("bay-of-biscay") == {"britain": 2, "russia": 2}
    assert left(table.state, "britain", "sea") == 3, "two for an Army Group"


def test_6_14_r10_fever_strikes_a_landing_before_the_guns() -> None:
    state = moore({"spain": 1})
    state = replace(state, hands={**state.hands, "france": CardHand(known=("marsh-fever",))})
    state = with_standing(state, "france", respond=(RespondLine(card="marsh-fever"),))
    table = MarchTable(state, [2, 1, 4, 6, 5, 1, 1, *[1] * 20])
    table.order(embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna"))
    (began,) = battles(table)
    assert dict(began.attacking) == {"britain": 2}


def test_13_6_squadrons_that_need_refit_carry_no_one_any_more() -> None:
    table = voyage(moore({"spain": 1}), [embark("moore", stay=True), sail(*BISCAY, start="plymouth")])
    worn = (Squadron(nation="britain"), Squadron(nation="britain", refit=1))
    table.state = replace(table.state, squadrons={"bay-of-biscay": worn})
    settle_aboard(table, "britain")
    assert (table.where("moore"), table.units("bay-of-biscay"), table.units("regroup")["britain"]) == (
        "bay-of-biscay", {"britain": 2}, 2,
    )  # fmt: skip


def test_13_6_forces_that_have_marched_make_no_more_steps_for_having_sailed() -> None:
    state = with_forces(emptied(moore({"spain": 1}), "york", "london"), {"york": {"britain": 2}}, {"moore": "york"})
    near = next(iter(state.board.links["york"]))
    table = voyage(
        replace(state, squadrons={"york": (Squadron(nation="britain"),)}), [move(near, "york", commander="moore")]
    )
    table.order(embark("moore", at="york"), sail("north-sea", "london", start="york"))
    assert table.units("london") == {"britain": 2}
    assert beside(table.state, "london", "britain") == (0, 0, 2, 0, 0)


def test_13_7_a_landing_relieves_a_friendly_port_without_fire() -> None:
    state = with_forces(moore({"france": 1}), flags={"corunna": "britain"})
    sailed = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth")])
    assert wrong(sailed.state, sail("corunna")) == ["port-under-siege"]
    table = voyage(state, [embark("moore"), sail(*BISCAY, start="plymouth"), land("corunna")], [6, *[1] * 7, *[1] * 3])
    assert table.units("corunna") == {"britain": 4}
    (began,) = battles(table)
    assert (began.battle.batteries, began.battle.landed) == (0, True)


def test_13_6_those_who_may_stay_aboard_may_so_where_their_fleet_evades_to() -> None:
    stays = voyage(
        moore({"spain": 1}), [embark("moore", stay=True), sail("english-channel", "north-sea", start="plymouth")]
    )
    settle_aboard(stays, "britain")
    state = replace(
        stays.state, impulse=None, flags={**stays.state.flags, **dict.fromkeys(_ports(stays.state), "france")}
    )
    fleets = {**state.squadrons, "kattegat": (Squadron(nation="france"), Squadron(nation="france"))}
    state = with_standing(replace(state, squadrons=fleets), "britain", sea=(SeaLine(evade=ALWAYS, intercept=NEVER),))
    table = voyage(active(state, "france"), [sail("north-sea", start="kattegat", if_met="attack")], (4, 4))
    settle_aboard(table, "france")
    assert (table.where("moore"), dict(table.state.aboard)["english-channel"]) == ("english-channel", "britain")


def _ports(state: WarState) -> tuple[str, ...]:
    return state.board.zones["north-sea"].ports
