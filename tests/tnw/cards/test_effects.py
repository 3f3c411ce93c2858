"""What the events of cards do (6.1-6.19, part 3 of the house rules)."""

import pytest
from msgspec.structs import asdict, replace

from pbem_tnw.chapters.cards.given import ForcedPoints, units_in_yard
from pbem_tnw.chapters.cards.play_rules import carry_out, event_problems, hindrances, open_choices
from pbem_tnw.chapters.politics.conquest import ConquestPhase
from pbem_tnw.chapters.politics.track import ArmisticeRefused
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import FLEETS, KILLED, REGROUP, YARD, war_box
from pbem_tnw.edition.card_words import OneOfEffect, SimpleEffect
from pbem_tnw.orders.choices import ConsulChoice, EventChoices, MarchChoice, NextCard
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.pieces import FleetSpot, PiecesWanted
from pbem_tnw.orders.standing import Consents, SendOrder, Willing
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Consul, ForeignWar, LastingCard
from tests.tnw.cards.playing import holding, in_impulse, played
from tests.tnw.letters.reading import words
from tests.tnw.positions import DiceTable, codes, emptied, with_forces, with_standing


def test_every_word_has_its_rules() -> None:
    words = (*SimpleEffect.__args__,)
    assert OneOfEffect not in words
    for word in words:
        assert hindrances.dispatch(word) is not hindrances.dispatch(object), f"hindrances lacks {word.__name__}"
        assert carry_out.dispatch(word) is not carry_out.dispatch(object), f"carry_out lacks {word.__name__}"


def why_not(nation: str, card: str, turn: int = 2, choices: EventChoices | None = None) -> list[str]:
    return codes(event_problems(in_impulse(nation, turn=turn), nation, card, choices))


def test_6_18_a_card_with_the_green_band_is_points_only_in_1805() -> None:
    assert why_not("russia", "opolchenie", turn=1) == ["event-not-in-1805"]
    assert why_not("russia", "opolchenie", turn=2) == []


def test_6_1_the_conditions_of_all_parts_must_be_met() -> None:
    assert why_not("france", "opolchenie") == ["event-condition"]
    assert why_not("france", "hundred-days") == ["event-condition"]
    assert why_not("france", "tilsit") == ["event-condition"]


def test_6_14_a_response_is_no_event_of_an_impulse() -> None:
    assert why_not("france", "bridges-blown") == ["event-needs-trigger"]
    assert why_not("france", "grand-battery") == ["event-in-battle"]


def test_6_12_units_are_placed_where_the_sheet_says() -> None:
    state = in_impulse("france")
    wish = EventChoices(place=(PiecesWanted(n=1, at="lyon"),))
    table = played(state, "france", "conscripts", choices=wish)
    more = {
        at: table.state.units.get(at, {}).get("france", 0) - state.units.get(at, {}).get("france", 0)
        for at in ("lyon", "paris")
    }
    assert more == {"lyon": 1, "paris": 1}
    assert table.state.played.top == "conscripts"
    assert not table.state.laid


def test_6_12_missing_units_are_taken_from_elsewhere() -> None:
    state = in_impulse("sweden", control={**in_impulse("france").control, "sweden": "britain"})
    limit = state.board.nations["sweden"].limits.units
    others: dict[str, dict[str, int]] = {place: {} for place, each in state.units.items() if "sweden" in each}
    state = with_forces(state, units={**others, "gothenburg": {"sweden": limit}})
    table = played(state, "sweden", "conscripts")
    assert table.state.units["stockholm"]["sweden"] == 2
    assert table.state.units["gothenburg"]["sweden"] == limit - 2


def test_5_11_house_of_rothschild_draws_and_plays_on() -> None:
    """Case 2: the card drawn is part of the first one's play; said or not, it is CPs."""
    state = in_impulse("austria")
    table = played(state, "austria", "rothschild")
    drawn = state.deck.cards[0]
    assert table.state.played.cards == (drawn, "rothschild")
    assert left(table.state, "austria") == state.board.cards[drawn].cp


def test_5_11_the_card_played_on_may_be_another_one_of_the_hand_as_an_event() -> None:
    state = holding(in_impulse("austria"), austria=("conscripts",))
    wish = EventChoices(then=(NextCard(card="conscripts", use="event"),))
    table = played(state, "austria", "rothschild", choices=wish)
    assert table.state.units["vienna"]["austria"] == state.units["vienna"]["austria"] + 2
    assert len(table.state.holdings("austria")) == 1


def test_6_16_a_consul_moves_by_an_event() -> None:
    state = replace(in_impulse("france"), consuls={"turkey": Consul(column="unaligned")})
    wish = EventChoices(consul=(ConsulChoice(who="turkey", way="right", steps=1, row="france"),))
    table = played(state, "france", "talleyrand", choices=wish)
    assert table.state.consuls["turkey"].row == "france"
    assert why_not("france", "talleyrand") == ["event-which-consul"]


def test_6_16_why_the_move_of_a_consul_that_is_said_cannot_be_made() -> None:
    consuls = {"turkey": Consul(column="client", row="austria"), "prussia": Consul(column="unaligned")}
    state = replace(in_impulse("france"), consuls=consuls)
    wish = EventChoices(consul=(ConsulChoice(who="turkey", way="right", steps=1, row="france"),))
    (problem,) = event_problems(state, "france", "talleyrand", wish)
    assert (problem.code, problem.args["consul"]) == ("event-consul-not-so", consuls["turkey"])
    assert consuls["turkey"] not in problem.args["moves"]
    (problem,) = event_problems(state, "france", "talleyrand", EventChoices())
    assert problem.code == "event-which-consul"


def test_6_16_an_ally_box_is_left_only_by_an_event_that_says_so() -> None:
    state = in_impulse("britain")
    table = played(state, "britain", "dos-de-mayo")
    assert table.state.consuls["spain"].column == "unaligned"
    assert table.state.removed == ("dos-de-mayo",)
    assert "spain" not in {nation for nation, seat in table.state.control.items() if seat}


def test_6_13_a_foreign_war_takes_pieces_from_where_the_standing_orders_say() -> None:
    """R13: one from each place; its card lies beside the map."""
    state = with_forces(in_impulse("france"), units={"kamenets": {"russia": 3}, "moscow": {"russia": 3}})
    state = with_standing(state, "russia", send=SendOrder(unit=("kamenets", "moscow")))
    table = played(state, "france", "persian-war")
    assert table.state.units[war_box("persian-war")] == {"russia": 2}
    assert (table.state.units["kamenets"]["russia"], table.state.units["moscow"]["russia"]) == (2, 2)
    assert table.state.wars == (ForeignWar(card="persian-war", nation="russia"),)
    assert "persian-war" not in (*table.state.played.cards, *table.state.removed)


def test_6_13_squadrons_come_out_of_the_regroup_box_first() -> None:
    state = in_impulse("france")
    state = replace(state, squadrons={**state.squadrons, REGROUP: (Squadron(nation="britain", refit=1),)})
    table = played(state, "france", "river-plate")
    assert squadrons_at(table.state, REGROUP) == ()
    assert len(squadrons_at(table.state, war_box("river-plate"))) == 1


def test_6_12_lacking_squadrons_mean_submission_when_nothing_is_left() -> None:
    """R12: Britain has one Squadron, no card, Reserve or Resource left."""
    used = ("res-parliament", "res-admiralty")
    state = replace(in_impulse("france"), squadrons={"london": (Squadron(nation="britain"),)}, used=used)
    table = played(state, "france", "anglo-american")
    assert [event for entry in table.entries for event in entry.events if type(event).__name__ == "SurrenderForced"]
    assert not table.state.wars


def test_6_12_what_is_lacking_is_built_with_what_is_left() -> None:
    """D27 in the words of a card: one unit there, two wanted, a card of 2 CPs pays for the other."""
    state = with_forces(in_impulse("france"))
    state = replace(
        state, units={place: {n: s for n, s in each.items() if n != "russia"} for place, each in state.units.items()}
    )
    state = with_forces(state, units={"moscow": {"russia": 1}})
    state = holding(replace(state, used=("res-depth",)), russia=("rally",))
    table = played(state, "france", "persian-war")
    assert table.state.units[war_box("persian-war")] == {"russia": 2}
    assert not len(table.state.holdings("russia"))


def test_6_17_a_general_is_struck_by_a_die() -> None:
    state = in_impulse("france")
    wish = EventChoices(general=("mack",))
    for face, place in ((5, KILLED), (4, REGROUP)):
        table = played(state, "france", "fallen-general", [face], wish)
        assert table.state.generals["mack"] == place
    assert why_not("france", "fallen-general", choices=EventChoices(general=("davout",))) == ["event-not-that-general"]


def test_6_17_the_general_that_is_struck_is_of_the_nation_that_is_said() -> None:
    """Left open it is the enemy's of the highest Rating, and no nation is said of it besides."""
    state = in_impulse("france")
    assert open_choices(state, "france", "fallen-general", EventChoices()) == EventChoices(general=("bagration",))
    of = EventChoices(nation=("austria",))
    struck = open_choices(state, "france", "fallen-general", of).general
    assert struck
    table = played(state, "france", "fallen-general", [6], of)
    assert table.state.generals[struck[0]] == KILLED
    assert table.state.board.leaders[struck[0]].nation == "austria"


def test_6_12_a_general_of_another_nation_is_neither_placed_nor_regrouped() -> None:
    for general in ("mack", "wellesley"):
        wish = EventChoices(general=(general,))
        assert why_not("france", "new-marshal", choices=wish) == ["event-not-that-general"]
    placed = EventChoices(place=(PiecesWanted(what="general", general="mack", at="paris"),))
    assert why_not("france", "new-marshal", choices=placed) == ["event-not-that-general"]
    regrouped = EventChoices(regroup=placed.place)
    assert why_not("france", "veterans-return", choices=regrouped)[:1] == ["event-not-that-general"]


def test_8_33_papal_bull_is_no_act_of_war() -> None:
    """Case 8: an Army goes into a neutral's duchy, flags it, and there is no war."""
    state = with_forces(in_impulse("austria"), units={"prague": {"austria": 3}}, generals={"charles": "prague"})
    march = MarchChoice(at="prague", to=("dresden",), general="charles")
    table = played(state, "austria", "papal-bull", choices=EventChoices(march=march))
    assert table.state.units["dresden"] == {"austria": 3}
    assert table.state.flags["dresden"] == "austria"
    assert table.state.camps == state.camps
    assert why_not("austria", "papal-bull") == ["event-needs-march"]


def test_6_19_a_temporary_event_lies_beside_the_map() -> None:
    table = played(in_impulse("france"), "france", "typhus")
    assert table.state.lasting == (LastingCard(card="typhus", nation="france", since=1, temporary=True),)
    assert "typhus" not in table.state.played.cards


def test_6_11_a_lasting_event_works_on_the_nation_chosen() -> None:
    table = played(in_impulse("austria"), "austria", "corps-system", choices=EventChoices(nation=("russia",)))
    assert table.state.lasting[0].chosen == "russia"


def test_6_11_orders_in_council_end_the_continental_system() -> None:
    state = in_impulse("britain", lasting=(LastingCard(card="continental-system", nation="france", since=0),))
    assert state.impulse is not None
    state = replace(state, impulse=replace(state.impulse, zones_held={"britain": 4}))
    table = played(state, "britain", "orders-in-council")
    assert [each.card for each in table.state.lasting] == ["orders-in-council"]
    assert table.state.played.top == "continental-system"


def test_6_19_guerre_de_course_puts_squadrons_off_the_map() -> None:
    table = played(
        in_impulse("france"), "france", "guerre-de-course", choices=EventChoices(send=(FleetSpot("brest", 2),))
    )
    assert len(squadrons_at(table.state, FLEETS)) == 2


def test_6_13_a_green_notice_holds_only_on_its_condition() -> None:
    state = in_impulse("france")
    assert played(state, "france", "bank-of-france").state.played.top == "bank-of-france"
    rich = replace(state, resources={"france": 1})
    assert played(rich, "france", "bank-of-france").state.removed == ("bank-of-france",)


def test_6_13_turkish_wars_end_each_on_a_die() -> None:
    wars = (
        ForeignWar(card="danube-war", nation="russia", turkish=True),
        ForeignWar(card="bosnian-war", nation="austria", turkish=True),
    )
    state = in_impulse("russia", wars=wars)
    table = played(state, "russia", "peace-of-bucharest", [2, 1])
    assert [war.card for war in table.state.wars] == ["bosnian-war"]
    assert table.state.removed == ("danube-war",)


def test_6_12_bernadotte_enters_by_his_card() -> None:
    wish = EventChoices(consul=(ConsulChoice(who="sweden", way="right", row="russia"),))
    state = replace(
        in_impulse("russia"), consuls={**in_impulse("russia").consuls, "sweden": Consul(column="unaligned")}
    )
    table = played(state, "russia", "crown-prince", choices=wish)
    assert table.state.generals["bernadotte"] == "stockholm"


def test_6_12_new_pieces_and_free_refits() -> None:
    state = in_impulse("britain")
    table = played(state, "britain", "naval-stores", choices=EventChoices(option=1))
    ships = [one for there in table.state.squadrons.values() for one in there if one.nation == "britain" and one.refit]
    assert len(ships) == 1
    state = replace(
        state, squadrons={"london": (Squadron(nation="britain", refit=2), Squadron(nation="britain", refit=1))}
    )
    table = played(state, "britain", "press-gang")
    assert [one.refit for one in squadrons_at(table.state, "london")] == [0, 1]


def test_7_7_pieces_come_out_of_the_regroup_box_free_of_charge() -> None:
    state = with_forces(in_impulse("austria"), units={REGROUP: {"austria": 2}}, generals={"charles": REGROUP})
    table = played(state, "austria", "veterans-return")
    assert table.state.generals["charles"] == "vienna"
    assert table.state.units.get(REGROUP) is None


def test_17_2_tilsit_brings_an_armistice_with_a_nation_that_lost_a_key() -> None:
    state = in_impulse("france", flags={**in_impulse("france").flags, "venice": "france"})
    table = played(state, "france", "tilsit")
    assert [set(each.powers) for each in table.state.armistices] == [{"france", "austria"}]
    assert len(table.state.holdings("austria")) == 2
    assert len(table.state.holdings("france")) == 1


@pytest.mark.parametrize(
    ("player", "agreed", "refused"),
    [
        ("austria", (), ("austria", "france")),
        ("france", (), ("france", "austria")),
        ("britain", (), ("france", "austria")),
        ("britain", ("france",), ("france", "austria")),
    ],
)
def test_17_2_who_does_not_agree_to_an_armistice_is_named_to_its_partner_alone(
    player: str, agreed: tuple[str, ...], refused: tuple[str, str]
) -> None:
    willing = Consents(armistice={"austria": Willing(test=Truth(yes=True))})
    state = in_impulse(player)
    for seat in agreed:
        state = with_standing(state, seat, consent=willing)
    table = played(state, player, "french-armistice", choices=EventChoices(nation=("austria",)))
    (told,) = table.told(ArmisticeRefused, player)
    assert isinstance(told, ArmisticeRefused)
    assert (told.powers, told.of_others) == (refused, player == "britain")
    said = words(table.views[player], player).say("events", "armistice-refused", asdict(told))
    assert ("France and Austria do not both agree" in said) == (player == "britain")


def test_6_1_a_new_general_and_cards() -> None:
    state = in_impulse("austria")
    table = played(state, "austria", "council-of-war")
    assert len(table.state.holdings("austria")) == 1
    in_yard = [one for one, at in state.generals.items() if at == YARD and state.board.leaders[one].nation == "france"]
    assert in_yard
    table = played(in_impulse("france"), "france", "new-marshal", choices=EventChoices(general=(in_yard[0],)))
    assert table.state.generals[in_yard[0]] == "paris"


@pytest.mark.parametrize(("hand", "kept"), [(2, 2), (3, 2), (5, 4)])
def test_6_1_europe_exhausted_strikes_hands_of_three_and_more(hand: int, kept: int) -> None:
    cards = ("rally", "rockets", "squares", "morning-fog", "smugglers")[:hand]
    state = holding(in_impulse("france"), russia=cards, austria=("cossacks", "no-rest", "conscripts"))
    table = played(state, "france", "europe-exhausted")
    assert len(table.state.holdings("russia")) == kept
    assert len(table.state.holdings("austria")) == 2


def test_6_11_the_continental_system_ends_in_a_conquest_phase_by_zones() -> None:
    state = in_impulse("france", lasting=(LastingCard(card="continental-system", nation="france", since=0),))
    zones = list(state.board.zones)
    for held, left_over in ((5, 1), (6, 0)):
        fleets = {zone: (Squadron(nation="britain"),) for zone in zones[:held]}
        table = DiceTable(replace(state, squadrons=fleets))
        table.enter(ConquestPhase())
        table.play()
        assert len(table.state.lasting) == left_over


def test_5_61_squadrons_put_to_sea_from_a_port_whose_flag_a_card_changes() -> None:
    state = in_impulse("britain")
    state = replace(state, squadrons={"vendee": (Squadron(nation="france"),)})
    table = played(emptied(state, "vendee"), "britain", "chouans")
    assert table.state.flags["vendee"] == "britain"
    assert not squadrons_at(table.state, "vendee")


def test_7_7_each_piece_that_the_sheet_wants_comes_back_where_it_says() -> None:
    state = with_forces(in_impulse("austria"), units={REGROUP: {"austria": 3}}, generals={"charles": REGROUP})
    wish = EventChoices(
        regroup=(PiecesWanted(n=1, at="linz"), PiecesWanted(n=1, at="graz"), PiecesWanted(general="charles"))
    )
    table = played(emptied(state, "linz", "graz"), "austria", "veterans-return", choices=wish)
    assert (table.state.units["linz"]["austria"], table.state.units["graz"]["austria"]) == (1, 1)
    assert table.state.units[REGROUP] == {"austria": 1}
    assert table.state.generals["charles"] == "vienna"


def test_6_17_attrition_of_forces_rolls_for_their_flag_too() -> None:
    """*The Tyrol Rises*: three French units and their Flag, 4 dice, lost on 1-3; then the units are gone."""
    state = with_forces(
        emptied(in_impulse("austria"), "innsbruck"), units={"innsbruck": {"france": 3}}, flags={"innsbruck": "france"}
    )
    gone = played(state, "austria", "tyrol-rises", [1, 2, 3, 4])
    assert gone.state.units["innsbruck"] == {"austria": 1}
    assert not gone.faces
    assert "innsbruck" not in gone.state.flags
    held = played(state, "austria", "tyrol-rises", [4, 2, 3, 4])
    assert held.state.units["innsbruck"] == {"france": 1}
    assert held.state.flags["innsbruck"] == "france"


def test_6_16_the_second_consul_of_a_card_is_another_proxys() -> None:
    state = replace(in_impulse("france"), consuls={"turkey": Consul(column="client", row="france")})
    left_twice = (ConsulChoice(who="turkey", way="left"), ConsulChoice(who="turkey", way="left"))
    assert codes(event_problems(state, "france", "metternich", EventChoices(consul=left_twice))) == ["event-idle"]
    both = replace(state, consuls={**state.consuls, "sweden": Consul(column="client", row="russia")})
    wish = EventChoices(consul=(ConsulChoice(who="turkey", way="left"), ConsulChoice(who="sweden", way="left")))
    table = played(both, "france", "metternich", choices=wish)
    assert {one: each.column for one, each in table.state.consuls.items()} == {"turkey": "envoy", "sweden": "envoy"}


def test_6_12_no_more_is_built_than_there_are_pieces() -> None:
    """Nothing is given for a piece that the nation does not have."""
    state = holding(in_impulse("france"), turkey=["conscripts", "talleyrand"])
    more = state.units["sarajevo"].get("turkey", 0) + units_in_yard(state, "turkey") - 1
    full = with_forces(state, {"sarajevo": {"turkey": more}})
    assert units_in_yard(full, "turkey") == 1
    table = DiceTable(replace(full, used=("res-sultan",)))
    assert ForcedPoints(table, "turkey", "janissaries").build("unit", 3) == 1
    assert len(table.state.hands["turkey"]) == 1
