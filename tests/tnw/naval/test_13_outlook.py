"""Where a Fleet can sail, whom it meets, and what conditions see of Fleets (13.2, 13.4)."""

from fractions import Fraction

from pbem_tnw.chapters.sea.outlook import sea_routes
from pbem_tnw.chapters.turn.facts import SeatFacts
from tests.tnw.naval.fleets import attack, sail, voyage
from tests.tnw.naval.test_13_fleets import WATCH, britain, france


def test_13_2_the_places_within_three_steps_are_told_with_who_may_stop_it() -> None:
    routes = {route.place: route for route in sea_routes(france(WATCH), "france", "brest")}
    assert {"western-approaches", "bordeaux", "corunna", "gulf-of-cadiz", "tyrrhenian-sea"} - set(routes) == {
        "tyrrhenian-sea"
    }
    assert routes["bordeaux"].way == ("western-approaches", "bay-of-biscay", "bordeaux")
    (meeting,) = routes["bordeaux"].meets
    assert (meeting.nation, meeting.zone, meeting.need) == ("britain", "western-approaches", 5)
    assert not any(place in routes for place in ("plymouth", "dublin")), "Ports of the enemy without Squadrons"


def test_13_5_ports_with_enemy_squadrons_are_attacks_and_narrows_have_guns() -> None:
    state = britain({"bay-of-biscay": {"britain": 1}, "bordeaux": {"france": 1}, "aegean-sea": {"britain": 1}})
    routes = {route.place: route for route in sea_routes(state, "britain", "bay-of-biscay")}
    assert routes["bordeaux"].attacks
    assert not routes["lisbon"].attacks
    assert all(not route.guns for route in sea_routes(state, "britain", "aegean-sea")), "Turkey is neutral"


def test_2_2_conditions_ask_for_the_fleet_that_acts() -> None:
    state = britain({"bay-of-biscay": {"britain": 2, "france": 1}, "bordeaux": {"france": 1}})
    before = SeatFacts(state, "britain", "britain")
    assert (before.squadrons(None), before.dice("own")) == (None, None)
    assert before.enemy_squadrons("bay-of-biscay") == 1
    table = voyage(state, [sail("iberian-coast", "bay-of-biscay", start="bay-of-biscay")], ())
    facts = SeatFacts(table.state, "britain", "britain")
    assert (facts.squadrons(None), facts.enemy_squadrons(None), facts.where()) == (2, 1, "bay-of-biscay")
    assert (facts.dice("own"), facts.dice("enemy"), facts.odds()) == (6, 2, Fraction(3))
    fought = voyage(state, [attack("bay-of-biscay")], [1, 1, 6, *[1] * 6, 1, 1])
    assert SeatFacts(fought.state, "britain", "britain").won_last()
