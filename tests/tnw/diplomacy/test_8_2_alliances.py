"""Alliances gained and lost, Armistices, Resources (8.2, 8.21, 16.1, 17.2)."""

from msgspec.structs import replace

from pbem_tnw.chapters.land.formations import barrier
from pbem_tnw.chapters.politics.camps import (
    break_alliance,
    end_armistices,
    make_armistice,
    may_break,
    move_consul,
    restore_wish,
    wrong_armistice,
)
from pbem_tnw.chapters.politics.track import move_resource
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.orders.standing import PlaceAnswers, RestoreWish
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.control import allied, at_war, camp_of
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Armistice, Consul, SubjectNeutral, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, with_forces, with_standing

DECK = ("conscripts", "godoy", "tilsit", "subsidy")


def position(nation: str = "britain", **changes: object) -> WarState:
    state = active(at_start(round=2), nation)
    deck = tuple(card for card in state.board.deck if card not in DECK)[:6]
    hands = {**state.hands, "spain": CardHand(known=("conscripts", "tilsit")), "turkey": CardHand(known=("subsidy",))}
    return replace(state, hands=hands, deck=CardPile(cards=deck), **changes)


def test_8_2_the_seat_of_the_power_runs_its_new_ally_and_sees_the_hand_at_once() -> None:
    table = DiceTable(position("russia"))
    move_consul(table, "turkey", Consul(column="ally", row="russia"), nation="russia", cause="points", points=5)
    assert table.state.control["turkey"] == "russia"
    assert camp_of(table.state, "turkey") == "coalition"
    assert table.views["russia"].hands["turkey"].known == ("subsidy",)
    assert table.views["france"].hands["turkey"] == CardHand(unknown=1)


def test_8_21_a_broken_alliance_that_no_one_restores_makes_the_proxy_neutral_with_a_new_hand() -> None:
    table = DiceTable(position())
    break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
    table.play()
    state = table.state
    assert state.consuls["spain"] == Consul(column="unaligned")
    assert "spain" not in state.control
    assert state.hands["spain"].known == table.state.played.cards[:0] + position().deck.cards[:2]
    assert set(state.played.cards) == {"conscripts", "tilsit"}
    assert camp_of(state, "spain") == ""
    for seat in table.views:
        assert table.views[seat].hands["spain"] == CardHand(unknown=2), seat


def test_8_21_what_goes_to_the_regroup_box_and_what_stays() -> None:
    start = with_forces(position(), {
        "madrid": {"france": 3, "spain": 1}, "florence": {"france": 2, "spain": 1}, "milan": {"spain": 2},
    }, {"ney": "madrid", "castanos": "milan"})  # fmt: skip
    fleets = {**start.squadrons, "brest": (Squadron(nation="spain"),)}
    table = DiceTable(with_standing(replace(start, squadrons=fleets), "france", stay=PlaceAnswers({"corunna": False})))
    break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
    table.play()
    state = table.state
    assert state.units["madrid"] == {"spain": 1}
    assert state.generals["ney"] == REGROUP, "forces of others in Home duchies"
    assert state.units["florence"] == {"spain": 1}, "an Associated duchy that no one else controls goes back to it"
    assert "milan" not in state.units
    assert state.generals["castanos"] == REGROUP
    assert state.units[REGROUP] == {"france": 5, "spain": 2}
    assert [one.nation for one in state.squadrons["cadiz"]].count("france") == 2, (
        "the allies' Squadrons stay by default"
    )
    assert "brest" not in state.squadrons


def test_8_21_in_an_associated_duchy_that_another_holds_forces_stay_or_go_as_their_owner_likes() -> None:
    start = with_forces(position(), {"florence": {"france": 2, "spain": 1}}, flags={"florence": "france"})
    for answer, left in ((None, {"france": 2}), (False, {})):
        standing = PlaceAnswers({"florence": answer}) if answer is not None else None
        table = DiceTable(with_standing(start, "france", stay=standing))
        break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
        table.play()
        assert table.state.units.get("florence", {}) == left


def test_8_21_an_event_that_does_not_restore_the_alliance_is_no_answer() -> None:
    start = with_standing(position(), "france", restore={"spain": RestoreWish(cards=("godoy",))})
    hands = {**start.hands, "france": CardHand(known=("godoy",))}
    for to, restored in (("unaligned", False), ("client", True)):
        table = DiceTable(replace(start, hands=hands))
        break_alliance(table, "spain", to, nation="britain", card="second-of-may")  # type: ignore[arg-type]
        table.play()
        assert may_break(table.state, "spain", "france") == restored
        assert (table.state.control.get("spain") == "france") == restored
        assert ("godoy" in table.state.played.cards) == restored


def test_8_21_points_restore_only_up_to_the_cost_that_is_allowed() -> None:
    start = position()
    hands = {**start.hands, "france": CardHand(known=("conscripts", "tilsit"))}
    for most, restored in ((4, False), (5, True)):
        wish = {"spain": RestoreWish(cp_at_most=most)}
        table = DiceTable(with_standing(replace(start, hands=hands), "france", restore=wish))
        break_alliance(table, "spain", "client", nation="britain", card="second-of-may")
        table.play()
        assert may_break(table.state, "spain") == restored


def test_17_2_forces_leave_each_others_duchies_and_the_war_of_others_goes_on() -> None:
    start = with_forces(at_start(), {"vienna": {"france": 4}, "linz": {"russia": 2}}, {"davout": "vienna"})
    table = DiceTable(with_standing(start, "france", march_to=("munich",)))
    make_armistice(table, "austria", "france")
    state = table.state
    assert not at_war(state, "france", "austria")
    assert at_war(state, "france", "russia")
    assert "france" not in state.units.get("vienna", {})
    assert state.generals["davout"] in state.units
    assert state.armistices[0].powers == ("france", "austria")


def test_17_2_an_armistice_lapses_in_the_interphase_of_the_next_turn() -> None:
    table = DiceTable(at_start())
    make_armistice(table, "france", "austria")
    end_armistices(table)
    assert table.state.armistices
    table = DiceTable(replace(table.state, turn=2))
    end_armistices(table)
    assert not table.state.armistices


def test_17_2_no_armistice_while_the_other_holds_the_capital() -> None:
    state = with_forces(at_start(), flags={"vienna": "france"})
    assert codes(wrong_armistice(state, "france", "austria")) == ["armistice-capital"]
    assert codes(wrong_armistice(state, "russia", "austria")) == ["armistice-no-war"]
    assert codes(wrong_armistice(state, "spain", "austria")) == ["armistice-no-power"]
    assert not codes(wrong_armistice(state, "france", "russia"))


def test_16_1_resources_stay_on_the_track_and_a_minors_go_to_its_power() -> None:
    table = DiceTable(at_start(resources={"france": 5}))
    assert move_resource(table, "spain", 2, "event") == 1
    assert table.state.resources["france"] == 6
    assert move_resource(table, "austria", -1, "event") == 0
    assert move_resource(table, "denmark", 1, "event") == 0, "a neutral Proxy has no Power"


def test_8_21_a_card_restores_only_by_a_nation_that_may_play_it_so() -> None:
    sweden = {**at_start().consuls, "sweden": Consul(column="ally", row="britain")}
    start = position(consuls=sweden, control={**at_start().control, "sweden": "britain"})
    for nation, restored in (("france", False), ("austria", True)):
        wish = {"sweden": RestoreWish(cards=("pitts-guineas",))}
        state = replace(start, hands={**start.hands, nation: CardHand(known=("pitts-guineas",))})
        table = DiceTable(with_standing(state, nation, restore=wish))
        break_alliance(table, "sweden", "client", nation="russia", card="tilsit")
        table.play()
        assert may_break(table.state, "sweden") == restored, nation


def test_8_2_a_pact_ally_of_a_power_in_no_camp_is_its_ally_all_the_same() -> None:
    consuls = {**at_start().consuls, "denmark": Consul(column="ally", row="prussia")}
    state = at_start(consuls=consuls)
    assert allied(state, "prussia", "denmark")
    assert not at_war(state, "denmark", "france")
    out = SubjectNeutral(turn=1, conqueror="france", camp="coalition")
    subject = replace(state, subjects={"prussia": out})
    assert not allied(subject, "prussia", "denmark"), "it leaves the duchies of its Pact allies (15.25)"
    assert camp_of(subject, "denmark") == "coalition"


def test_8_21_forces_of_others_leave_its_home_duchies_even_under_their_own_flag() -> None:
    table = DiceTable(with_forces(position(), {"corunna": {"britain": 2}}, flags={"corunna": "britain"}))
    break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
    table.play()
    assert "corunna" not in table.state.units
    assert table.state.flags["corunna"] == "britain"


def test_17_2_neither_enters_the_others_duchies_even_to_attack_a_third() -> None:
    table = DiceTable(with_forces(at_start(), {"linz": {"russia": 2}}))
    make_armistice(table, "france", "austria")
    assert at_war(table.state, "france", "russia")
    assert barrier(table.state, "france", "linz") == "armistice"
    assert barrier(table.state, "spain", "linz") == "armistice", "the Proxies that they run neither"


def test_8_21_an_answer_that_is_not_possible_leaves_no_trace_for_the_others() -> None:
    wish = {"spain": RestoreWish(cards=("godoy",), cp_at_most=4)}
    worlds = []
    for held, restore in (("godoy", wish), ("conscripts", None)):
        start = with_standing(position(), "france", restore=restore)
        table = DiceTable(replace(start, hands={**start.hands, "france": CardHand(known=(held,))}))
        break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
        table.play()
        worlds.append(table)
    one, other = worlds
    assert len(one.entries) == len(other.entries)
    assert {seat: one.views[seat] for seat in one.views if seat != "france"} == {
        seat: other.views[seat] for seat in other.views if seat != "france"
    }


def test_8_21_other_forces_aboard_the_lost_ally_s_ships_stay_as_far_as_ships_of_their_own_camp_carry_them() -> None:
    spain, france = Squadron(nation="spain"), Squadron(nation="france")
    left = []
    for fleet in ((spain, spain, france), (spain, spain)):
        state = with_forces(
            position(), {"bay-of-biscay": {"france": 4, "spain": 1}}, generals={"soult": "bay-of-biscay"}
        )
        table = DiceTable(replace(state, squadrons={**state.squadrons, "bay-of-biscay": fleet}))
        break_alliance(table, "spain", "unaligned", nation="britain", card="second-of-may")
        table.play()
        left.append((table.state.units.get("bay-of-biscay", {}), table.state.generals["soult"]))
        assert table.state.units[REGROUP]["spain"] == 1
    assert left == [({"france": 2}, "bay-of-biscay"), ({}, REGROUP)]


def test_17_2_forces_and_squadrons_that_an_event_had_put_together_part_when_an_armistice_lapses() -> None:
    ships = {"trieste": (Squadron(nation="france"),)}
    state = at_start(turn=2, armistices=(Armistice(powers=("france", "austria"), turn=1),), squadrons=ships)
    table = DiceTable(with_forces(state, {"graz": {"austria": 2, "france": 1}}))
    end_armistices(table)
    table.play()
    assert table.state.units["graz"] == {"austria": 2}
    assert table.state.units[REGROUP]["france"] == 1
    assert set(table.state.squadrons) == {"adriatic-sea"}


def test_8_21_an_event_that_takes_the_consul_to_another_power_is_no_part_of_the_way() -> None:
    """France's Reserve would pay for the last step, from the Client box of Britain."""
    sweden = {**at_start().consuls, "sweden": Consul(column="ally", row="france")}
    start = position(consuls=sweden, control={**at_start().control, "sweden": "france"})
    state = replace(start, turn=2, hands={**start.hands, "france": CardHand(known=("swedish-hatred",))})
    wish = {"sweden": RestoreWish(cards=("swedish-hatred",), cp_at_most=5)}
    table = DiceTable(with_standing(state, "france", restore=wish))
    break_alliance(table, "sweden", "unaligned", nation="britain", card="tilsit")
    table.play()
    assert not may_break(table.state, "sweden")
    assert table.state.hands["france"].known == ("swedish-hatred",)


def test_8_21_no_alliance_is_restored_in_the_first_round_in_which_the_track_is_closed() -> None:
    state = with_standing(position(), "france", restore={"spain": RestoreWish(cards=("godoy",))})
    assert restore_wish(state, "france", "spain") is not None
    assert restore_wish(replace(state, round=1), "france", "spain") is None
