"""What a letter does not tell again, as it stood in the last one; and what stands in each of them."""

import re
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from pbem.engine.decision import Decision
from pbem.report.letter import Occasion, part
from pbem.sheet.check import check_sheet
from pbem_tnw.changes import changes
from pbem_tnw.chapters.land.battle_events import AssaultBegan
from pbem_tnw.chapters.land.events import FormationStopped
from pbem_tnw.chapters.land.sieges import outlook
from pbem_tnw.chapters.turn.events import ImpulseOver
from pbem_tnw.chapters.turn.impulse import AskImpulse
from pbem_tnw.chapters.turn.interphase import AskTurnEnds
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.letters import FleetTarget, landings, ready_fleets
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.standing import PeaceLine, RespondLine, WarStanding
from pbem_tnw.orders.turn import RoundOrders, TurnEndOrders, TurnEndWish
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.impulse import BattleSide, Siege, Squadron
from pbem_tnw.position.state import LastingCard, WarEnd, WarState
from pbem_tnw.settings import seats_of
from tests.tnw.letters.reading import in_round, said_back, words
from tests.tnw.orders.spellings import read
from tests.tnw.positions import with_forces

SEEN = in_round(austria=("metternich",), russia=("conscripts",))


def says(
    name: str,
    view: WarState,
    before: WarState | None,
    seat: str = "austria",
    step: RoundSheets | AskTurnEnds | AskImpulse | None = None,
) -> str:
    """One part of the letter to *seat*, in one line, after a last letter in which things stood as *before*."""
    step = step or RoundSheets(nations=nations_of(view, seat))
    asked: tuple[Decision[Any], ...] = step.ask(view, {})
    decision = next(one for one in asked if one.seat == seat)
    told = Occasion(
        game="war",
        round=1,
        seat=seat,
        titles=seats_of(5, drawn=False),
        view=view,
        decision=decision,
        form="standing: {}",
        changes=changes(before, view, seat) if before is not None else None,
    )
    return " ".join(part(words(view, seat), told, name).split())


def test_a_card_has_its_text_when_it_is_new_and_then_its_number_and_its_cps() -> None:
    text = SEEN.board.cards["metternich"].text
    first = says("hand", SEEN, None)
    assert text in first
    assert "`hand`" not in first
    again = says("hand", replace(SEEN, hands={**SEEN.hands}), SEEN)
    assert text not in again
    assert "Metternich Spins His Web (" in again
    assert ", 5 CPs, diplomatic event" in again
    assert "The command `hand` shows the texts of all cards." in again
    drawn = replace(SEEN, hands={**SEEN.hands, "austria": SEEN.hands["austria"].with_cards(("spring-floods",))})
    assert SEEN.board.cards["spring-floods"].text in says("hand", drawn, SEEN)
    assert "As before: Metternich Spins His Web (" in says("hand", drawn, SEEN)


def test_reserves_are_told_in_full_when_they_can_be_used_again() -> None:
    reserve = SEEN.board.reserves["austria"][0]
    text = SEEN.board.cards[reserve].text
    assert text not in says("hand", SEEN, SEEN)
    assert text in says("hand", SEEN, replace(SEEN, used=(reserve,)))


def test_only_standing_orders_that_are_others_are_told_again() -> None:
    kept = WarStanding(comes_back=True, respond=(RespondLine(card="black-cabinet"),))
    view = replace(in_round(austria=("black-cabinet",)), standing={"austria": kept})
    assert "Standing orders in force: - The Black Cabinet answers" in says("hand", view, None)
    assert "Standing orders: as before. The command `hand` shows all, and the texts of all cards." in says(
        "hand", view, view
    )
    now = replace(view, standing={"austria": replace(kept, comes_back=False)})
    said = says("hand", now, view)
    assert "as before, but for these" in said
    assert "- Britain does not come back" in said
    assert "The Black Cabinet answers" not in said


def test_a_letter_says_what_counts_for_the_end_of_the_turn() -> None:
    """The wish that holds, for its seat alone: nothing without one, and where it is empty what happens then."""
    heading = "For the end of the Turn, unless you send another:"
    assert heading not in says("hand", SEEN, None)
    wish = TurnEndWish(peace=(PeaceLine(add=1),))
    kept = replace(SEEN, turn_ends={"austria": wish})
    assert f"{heading} - Peace modifier +1, for which Austria will have a card fewer." in says("hand", kept, None)
    assert f"{heading} - Peace modifier +1, for which Austria will have a card fewer." in says("hand", kept, kept)
    assert heading not in says("hand", kept, None, "france")
    over = replace(kept, result=WarEnd(winners=("austria",), cause="peace", turn=2, rule="5.8"))
    assert heading not in says("hand", over, None)
    empty = says("hand", replace(SEEN, turn_ends={"austria": TurnEndWish()}), None)
    assert f"{heading} - No peace modifier, no change of Camp, no Deployment;" in empty


def test_a_standing_peace_modifier_is_said_where_the_end_of_the_turn_says_nothing_of_peace() -> None:
    standing = replace(SEEN, standing={"austria": WarStanding(peace=(PeaceLine(add=-1),))})
    lasting = "- Peace modifier -1, for which Austria will have a card fewer, by your standing orders."
    empty = says("hand", replace(standing, turn_ends={"austria": TurnEndWish()}), None)
    assert f"another: {lasting} - No change of Camp, no Deployment;" in empty
    other = replace(standing, turn_ends={"austria": TurnEndWish(peace=())})
    assert "by your standing orders" not in says("hand", other, None)
    step = AskTurnEnds()
    assert "# Your standing peace counts, unless you write another here:" in says("form", standing, None, step=step)
    assert "Your standing peace" not in says("form", SEEN, None, step=step)
    both = TurnEndOrders(standing=WarStanding(peace=()), turn_end=TurnEndWish())
    assert "- No peace modifier, no change of Camp" in said_back(both, standing, "austria")
    assert lasting in said_back(TurnEndOrders(turn_end=TurnEndWish()), standing, "austria")


def test_forces_of_others_that_are_as_they_were_are_named_in_one_line() -> None:
    said = says("summary", SEEN, SEEN)
    assert "; Munich 1." in said
    britain = says("summary", SEEN, SEEN, "britain")
    assert "; 1 in each of Lisbon, Naples." in britain
    assert "- Austria (Coalition): Venice 6 (Charles 6/3);" in said
    assert "- As in your last letter: France, Spain, Britain, Russia." in said
    assert "In neither Camp" not in said
    assert "In neither Camp" in says("summary", SEEN, None)
    first = replace(SEEN, turn=1, round=1)
    assert "In neither Camp: Denmark (Client of France)," in says("summary", first, first)
    moved = replace(SEEN, units={**SEEN.units, "nuremberg": {"france": 9}})
    assert "- France (Imperial): Nuremberg 9 (Marmont 4/1);" in says("summary", moved, SEEN)


def test_own_forces_are_told_in_no_camp_too() -> None:
    said = says("summary", in_round(prussia=("conscripts",)), SEEN, "prussia")
    assert "- Prussia (in no Camp): Berlin 3 (Brunswick 6/1);" in said
    assert "- Turkey" not in said


def test_generals_have_their_command_and_rating_and_the_commander_is_first() -> None:
    """Also where the reader's own standing orders name another commander, whom no one else learns."""
    assert "Mainz 4 (Davout 6/3, Soult 4/2);" in says("summary", SEEN, None, "france")
    assert "Generals: Command/Rating, the commander first." in says("summary", SEEN, None, "france")
    assert "Mainz 4 (Davout 6/3, Soult 4/2);" in says("position", SEEN, None, "britain")
    named = replace(SEEN, standing={"france": WarStanding(commander={"mainz": "soult"})})
    assert "Mainz 4 (Soult 4/2, Davout 6/3);" in says("summary", named, None, "france")


def test_a_lasting_card_has_its_text_when_it_comes_into_play() -> None:
    text = SEEN.board.cards["spring-floods"].text
    played = replace(SEEN, lasting=(LastingCard(card="spring-floods", nation="russia", since=1),))
    assert f"- In play: Spring Floods of Russia: {text}" in says("summary", played, SEEN)
    assert f"- In play: Spring Floods of Russia: {text}" in says("summary", played, None)
    again = says("summary", played, played)
    assert "- In play as before: Spring Floods of Russia." in again
    assert text not in again


def test_12_2_sieges_lost_keys_and_the_ranking_are_in_every_letter() -> None:
    before = in_round()
    view = replace(
        before,
        units={**before.units, "mantua": {"austria": 3}},
        generals={**before.generals, "charles": "mantua", "massena": "milan"},
        flags={**before.flags, "vienna": "france"},
    )
    said = says("summary", view, before)
    assert "- Siege: Charles with 3 before Mantua (strength 2; new)." in said
    assert "- Siege: Charles with 3 before Mantua (strength 2)." in says("summary", view, view)
    assert "- Keys held by others: Munich of France by Austria; Vienna of Austria by France." in said
    assert "- Points so far: France " in said
    assert "- Changed hands: France has Vienna (Key) from Austria." in says("changes", view, before)


def test_12_2_an_assault_without_cps_is_among_the_options_and_the_examples() -> None:
    before = in_round(austria=("conscripts",))
    view = replace(
        before,
        units={**before.units, "mantua": {"austria": 6}},
        generals={**before.generals, "charles": "mantua", "massena": "milan"},
    )
    odds = outlook(view, "austria", "mantua")
    assert odds is not None
    at_once, in_all = f"{100 * odds.falls_at_once:.0f}%", f"{100 * odds.falls:.0f}%"
    chances = f"takes it at once with {at_once}, or with {in_all} over all rounds."
    said = f"- Charles with 6 before Mantua: assault, no CP, {chances}"
    assert said in says("options", view, before)
    assert "# - assault: Mantua" in says("form", view, before)
    held = replace(view, units={**view.units, "mantua": {"austria": 6, "france": 1}})
    assert "assault" not in says("options", held, before) + says("form", held, before)


def test_12_1_where_a_fortress_stops_a_march_an_assault_is_said_to_be_possible() -> None:
    stopped = FormationStopped(nation="austria", commander="charles", place="mantua")
    ends = ImpulseOver(nation="austria")
    side = BattleSide(nations=("austria",), lead="austria", commander="charles")
    siege = Siege(place="mantua", nation="austria", besieger=side, units={"austria": 4}, command=4, strength=2)
    begun = AssaultBegan(siege=siege, owner="france")
    for to_come, remark in (([], True), ([ends, begun], True), ([begun], False)):
        told = words(SEEN, "").say("events", "formation-stopped", {**asdict(stopped), "to_come": to_come})
        assert told == f"The Fortress of Mantua stops Charles{'; an assault may follow' if remark else ''}."


def test_13_6_landings_and_naval_attacks_are_among_the_options() -> None:
    view = in_round(britain=("conscripts",))
    found = {each.start: each for each in landings(view, "britain", 3)}
    assert found["malta"].pieces.generals == ("stuart",)
    assert found["malta"].cost == 2
    assert [port.place for port in found["malta"].ports][:3] == ["barcelona", "florence", "genoa"]
    assert not list(landings(view, "britain", 1))
    fleets = {each.place: each for each in ready_fleets(view, "britain")}
    assert fleets["gulf-of-cadiz"].targets == (FleetTarget("cadiz", enemies=4, batteries=4),)
    said = says("options", view, view, "britain")
    assert "- Stuart with 1 by sea from Malta, 2 CPs: " in said
    assert re.search(r"Barcelona \([A-Z][\w ]+\) against 1 \(batteries 4 dice\)", said)
    assert "Florence (Tyrrhenian Sea)" in said
    assert "3 in the Gulf of Cadiz against 4 in the Port of Cadiz (batteries 4 dice)" in said


def test_7_7_options_name_what_can_come_out_of_the_regroup_box_and_where_to() -> None:
    view = in_round(france=("conscripts",))
    away = replace(view, units={**view.units, REGROUP: {"france": 2}}, generals={**view.generals, "ney": REGROUP})
    assert "Regroup box" not in says("options", view, view, "france")
    one = replace(view, units={**view.units, REGROUP: {"france": 1}})
    position = says("position", one, None, "france")
    assert "the Regroup box 1" in position
    assert ", regroup" not in position
    assert "- Out of the Regroup box, 1 CP each: Ney and 2 units to Paris, or" in says("options", away, away, "france")


def test_9_2_options_say_how_many_targets_of_a_general_they_leave_out() -> None:
    said = says("options", *(in_round(france=("conscripts",)),) * 2, "france")
    assert " more." in said
    assert "`reach NAME` names all that a general can reach" in said


def test_7_41_flags_that_can_be_placed_are_among_the_options_keys_first() -> None:
    units = {"buda": {"france": 5}, "agram": {"france": 1}}
    view = with_forces(in_round(france=("conscripts",)), units, {"napoleon": "buda"})
    assert "- Flags, 1 CP each: Buda (Key), Agram." in says("options", view, None, "france")
    assert "Flags, 1 CP" not in says("options", in_round(prussia=("conscripts",)), None, "prussia")


def test_5_9_a_round_without_an_impulse_of_ones_power_says_why() -> None:
    view = replace(in_round(austria=("metternich",)), round=1)
    assert "no Impulse of" not in says("asked", view, None)
    step = RoundSheets(nations=("russia", "spain"))
    whole = replace(view, control={**view.control, "spain": "austria"})
    assert "so this Round has no Impulse of Austria" in says("asked", whole, None, step=step)


def test_5_2_a_letter_says_if_the_leader_in_cards_can_preempt_no_one() -> None:
    """France plays a card in its own Impulse before anyone else's."""
    alone = in_round(france=("conscripts", "talleyrand"), austria=("cabinet-falls",))
    said = says("asked", alone, alone, "france") + says("form", alone, alone, "france")
    assert "it can preempt none in this Round. At Austria: " in said
    assert "preempt: ask" not in said
    assert says("position", alone, None, "austria").count("France leads in cards.") == 1
    ahead = in_round(france=("conscripts", "talleyrand", "godoy"), austria=("smugglers",), britain=("cabinet-falls",))
    said = says("asked", ahead, ahead, "france") + says("form", ahead, ahead, "france")
    assert "`preempt` lets it act before another's Impulse" in said
    assert "Its own Impulse comes all the same: `with` says what it plays to preempt" in said
    step = RoundSheets(nations=("austria", "britain"), leaders=("france",))
    past = says("asked", replace(ahead, marker=1), None, "france", step=step)
    assert "Its own Impulse of this Round is over: `with` says what it plays." in past
    assert "The Impulses come in this order: Austria, Britain, Russia, Prussia, Turkey, Spain, Sweden, Denmark." in past
    asks = AskImpulse(nation="france", before="spain")
    stays = "Its own Impulse of this Round still comes"
    assert stays in says("asked", ahead, None, "france", step=asks)
    assert stays not in says("asked", replace(ahead, marker=1), None, "france", step=asks)
    tied = in_round(france=("conscripts",), austria=("smugglers",))
    assert "No one alone leads in cards, so no one may preempt as hands are now (5.2)." in says("position", tied, None)
    assert "#preempt: ask" in said
    assert "France leads in cards and may preempt as hands are now (5.2)." in says("position", ahead, None, "austria")
    over = replace(ahead, marker=len(ahead.board.sequence))
    assert "France leads in cards." in says("position", over, None, "austria")


def test_5_5_a_letter_says_before_which_impulses_the_turn_is_over_as_the_cards_stand() -> None:
    said = "the Turn is over before Russia has an Impulse"
    last = replace(in_round(austria=("conscripts",)), resources={"russia": 1})
    step = RoundSheets(nations=("russia",))
    assert said in says("asked", last, None, "russia", step=step)
    more = replace(in_round(austria=("conscripts", "rally"), sweden=("godoy",)), resources={"russia": 1})
    assert said not in says("asked", more, None, "russia", step=step)


def test_5_4_options_have_what_a_nation_without_a_card_may_do() -> None:
    view, step = in_round(), RoundSheets(nations=("austria",))
    with_resource = replace(view, resources={"austria": 1})
    found = says("options", with_resource, with_resource, "austria", step=step)
    assert "`Austria: {plus: {resource: 1, then: {as: cp}}}`: a Resource draws a card" in found
    reserves = tuple(view.board.reserves["austria"])
    left = replace(view, resources={}, used=())
    shown = re.findall(r"`(Austria: \{.*?\})`", says("options", left, left, "austria", step=step))
    assert len(shown) == len([one for one in reserves if view.board.cards[one].kind not in ("battle", "response")]) > 0
    assert all(read(f"{sheet}\n", RoundOrders).order is not None for sheet in shown)


@pytest.mark.parametrize("resources", [{"austria": 1}, {}])
def test_5_4_the_form_of_a_nation_without_a_card_has_what_it_may_do(resources: dict[str, int]) -> None:
    view, step = replace(in_round(), resources=resources, used=()), RoundSheets(nations=("austria",))
    form = says("form", view, view, "austria", step=step)
    assert "#impulses: # Austria: {plus: " in form


def test_8_1_an_event_is_said_to_wait_for_the_track_that_is_not_used_yet() -> None:
    """No consul moves in the first Round of 1805, whatever the card says (8.1)."""
    card = next(each.id for each in SEEN.board.cards.values() if each.kind == "diplomatic" and not each.has("not_1805"))
    first = replace(in_round(austria=(card,)), turn=1, round=1)
    assert "(Not now: the Diplomatic Track is not used in the first Round of 1805.)" in says("hand", first, None)


def test_5_81_what_par_does_is_said_where_it_does_nothing_too() -> None:
    none = replace(SEEN, options=replace(SEEN.options, par="none"))
    assert "; par `none`: at the end no points are taken off." in says("summary", none, None)


def test_2_3_a_letter_says_who_intercepts_and_evades_without_a_standing_order() -> None:
    said = "Without a standing order no Army intercepts and only units without a general and forces below a third"
    assert said in says("hand", SEEN, None)
    assert said not in says("hand", SEEN, SEEN)
    assert "and Fleets intercept with as many dice" in says("hand", SEEN, None, "britain")
    told = replace(SEEN, standing={"austria": WarStanding(evade=())})
    assert "Without a standing order no Army intercepts." in says("hand", told, None)


def test_5_12_what_may_be_used_besides_a_card_is_among_the_options() -> None:
    view = replace(in_round(austria=("conscripts",)), resources={"austria": 1})
    assert "- Besides the card, below it: `plus: resource`" in says("options", view, None)
    assert "plus: resource" not in says("options", replace(view, resources={}), None)


def test_14_a_letter_of_the_turn_end_shows_its_lines_and_says_who_pays_for_peace() -> None:
    said = says("asked", in_round(), None, "austria", step=AskTurnEnds())
    assert "`deploy: [2 units with GENERAL from PLACE to PLACE]`" in said
    assert "costs Austria a card of its next hand" in said


def test_a_form_does_not_spend_one_card_twice() -> None:
    one = says("form", *(in_round(france=("fortune-of-war",)),) * 2, "france")
    assert "The Fortune of War as cp" in one
    assert "respond: [The Fortune of War]" not in one
    two = says("form", *(in_round(france=("fortune-of-war", "conscripts")),) * 2, "france")
    assert ("The Fortune of War as cp" in two) != ("respond: [The Fortune of War]" in two)


def test_8_1_where_consuls_are_is_said_before_the_first_turn_and_where_their_moves_are_offered() -> None:
    assert "In neither Camp: Denmark (Client of France), Sweden" in says("summary", replace(SEEN, turn=0), None)
    found = says("options", SEEN, SEEN, "austria")
    assert "- Consuls: " in found
    assert " Now Denmark Client of France; Sweden Client of Britain; Turkey Envoy of Russia." in found


def test_7_7_options_name_where_pieces_may_come_out_of_the_regroup_box() -> None:
    view = replace(SEEN, generals={**SEEN.generals, "john": REGROUP})
    assert "John to Vienna, or to another Friendly Home duchy that the line names." in says("options", view, view)
    ships = replace(SEEN, squadrons={**SEEN.squadrons, REGROUP: (Squadron(nation="russia"),)})
    said = says("options", ships, ships, "russia")
    assert "1 Squadron to Odessa, or to another Friendly Port without a blockade that the line names." in said


def test_5_4_the_first_letter_of_orders_says_what_is_played_without_a_line() -> None:
    said = says("asked", replace(SEEN, turn=1, round=1), None)
    assert "A nation without a line plays its card of fewest CPs in the same way, also by `pass`." in said


@pytest.mark.parametrize("nation", ["france", "austria", "britain", "russia"])
def test_6_1_an_event_is_shown_with_the_choices_that_it_leaves(nation: str) -> None:
    """Each card of the deck, as it can be played now: what is shown is read, and is legal."""
    shown = 0
    for card in SEEN.board.deck:
        view = replace(SEEN, hands={**SEEN.hands, nation: CardHand(known=(card,))})
        found = re.findall(r"for example: `(play: \{.*?\})`", says("options", view, None, nation))
        for line in found:
            shown += 1
            sheet = f"impulses:\n  {nation}:\n    {line}\n"
            step = RoundSheets(nations=(nation,))
            (decision,) = (one for one in step.ask(view, {}) if one.seat == nation)
            checked = check_sheet(sheet, step, decision, view, lexicon(view, nation))
            assert checked.order is not None, (card, line, checked.faults)
            assert not [fault for fault in checked.faults if fault.problem.stops], (card, line, checked.faults)
    assert shown >= 20
