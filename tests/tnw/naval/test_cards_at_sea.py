"""Cards that are played at sea: storms, winds, and what they add to a naval battle (6.14, 13.41)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem_tnw.chapters.sea.events import SeaBattleEnded, SeaRoundOver
from pbem_tnw.orders.standing import RespondLine, SeaLine
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import Consul, LastingCard, WarState
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import Ships, attack, sail, ships, voyage, with_fleets
from tests.tnw.naval.test_13_fleets import NEVER, tries, wrong
from tests.tnw.positions import active, with_standing


def answered(places: Mapping[str, Ships], nation: str, card: str, acting: str = "britain") -> WarState:
    """These Fleets in an Impulse of *acting*, and a *card* with which *nation* answers."""
    state = with_fleets(places)
    state = replace(state, hands={**state.hands, nation: CardHand(known=(card,))})
    seat = state.control[nation]
    state = with_standing(state, seat, respond=(RespondLine(card=card),))
    return active(state, acting)


def rounds(table: MarchTable) -> list[tuple[int, int]]:
    """The dice of both sides, by round."""
    told = table.told(SeaRoundOver)
    return [(len(each.attacking), len(each.defending)) for each in told if isinstance(each, SeaRoundOver)]


def test_13_41_the_weather_gauge_brings_three_dice_in_the_first_round() -> None:
    state = answered({"bay-of-biscay": {"britain": 2, "france": 2}}, "france", "weather-gauge")
    table = voyage(state, [attack("bay-of-biscay")], [*[1] * 6, *[1] * 7, *[1] * 6, *[1] * 4])
    assert rounds(table) == [(6, 7), (6, 4)]
    assert table.state.impulse is not None
    assert table.state.impulse.at_sea == (), "the next battle is without it"


def test_13_41_the_active_side_may_have_it_too() -> None:
    state = answered({"bay-of-biscay": {"britain": 2, "france": 2}}, "britain", "weather-gauge")
    table = voyage(state, [attack("bay-of-biscay")], [6, *[1] * 8, *[1] * 4])
    assert rounds(table) == [(9, 4)]


def test_13_41_a_nation_without_squadrons_there_may_not() -> None:
    state = answered({"bay-of-biscay": {"britain": 2, "france": 2}}, "russia", "weather-gauge")
    table = voyage(state, [attack("bay-of-biscay")], [6, *[1] * 5, *[1] * 4])
    assert rounds(table) == [(6, 4)]


def test_13_41_gallant_danes_fight_with_three_dice_each_and_spare_a_six() -> None:
    state = answered({"kattegat": {"britain": 2, "denmark": 2}}, "france", "weather-gauge")
    state = replace(
        state, consuls={**state.consuls, "denmark": Consul(column="ally", row="france")},
        control={**state.control, "denmark": "france"},
    )  # fmt: skip
    state = with_standing(state, "france", respond=(RespondLine(card="res-gallant-danes"),))
    table = voyage(state, [attack("kattegat")], [6, *[1] * 5, 5, *[1] * 5])
    assert rounds(table) == [(6, 6)]
    (ended,) = table.told(SeaBattleEnded)
    assert isinstance(ended, SeaBattleEnded)
    assert ended.winners == ("denmark",), "the six that was spared is no hit"


def test_13_4_a_storm_stops_a_fleet_and_what_meets_it_there_still_happens() -> None:
    places = {"bay-of-biscay": {"britain": 3}, "iberian-coast": {"france": 2}}
    state = answered(places, "france", "storm-at-sea")
    state = with_standing(state, "france", sea=(SeaLine(intercept=NEVER),))
    line = sail("iberian-coast", "gulf-of-cadiz", start="bay-of-biscay")
    table = voyage(state, [line], (1, 3, 4))
    assert ships(table, "iberian-coast") == {"britain": 2, "britain*": 1, "france": 2}
    assert wrong(table.state, sail("gulf-of-cadiz", start="iberian-coast")) == ["too-few-squadrons"]
    fights = voyage(state, [replace(line, if_met="attack")], (1, 3, 4, 6, *[1] * 7, *[1] * 4))
    assert ships(fights, "iberian-coast") == {"britain": 2, "britain*": 1}


def test_13_4_mistress_of_the_seas_adds_one_for_britain() -> None:
    state = active(with_fleets({"brest": {"france": 2}, "western-approaches": {"britain": 3}}), "france")
    cards = state.board.cards
    found = next(
        name for name, card in cards.items() for each in card.effects if getattr(each, "what", "") == "sea_interception"
    )
    state = replace(state, lasting=(LastingCard(card=found, nation="britain", temporary=False, since=0),))
    assert tries(voyage(state, [sail("western-approaches", start="brest")], (1, 1))) == [("britain", 4)]


def test_13_2_ice_closes_the_baltic() -> None:
    state = active(with_fleets({"eastern-baltic": {"russia": 1}, "kattegat": {"russia": 1}}), "russia")
    cards = state.board.cards
    ice = next(
        name for name, card in cards.items() for each in card.effects if "sail" in (getattr(each, "what", "") or ())
        and not isinstance(getattr(each, "what", ""), str)
    )  # fmt: skip
    state = replace(state, lasting=(LastingCard(card=ice, nation="russia", temporary=True, since=0),))
    assert wrong(state, sail("riga", start="eastern-baltic")) == ["sailing-forbidden"]
    assert wrong(state, sail("western-baltic", start="kattegat")) == ["sailing-forbidden"]
    assert wrong(state, sail("north-sea", start="kattegat")) == []
