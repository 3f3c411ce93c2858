"""What a sheet would lead to, told before it is sent."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.land.events import EvasionTried, FormationMoved
from pbem_tnw.chapters.land.odds import two_dice
from pbem_tnw.chapters.nation.pieces import CardLaid, PiecesMoved, WarCardsDrawn, draw_cards
from pbem_tnw.chapters.sea.events import FleetMoved
from pbem_tnw.chapters.turn.sheet_checks import EvasionPossible, InterceptionPossible, LandingFireAhead
from pbem_tnw.chapters.turn.sheets import (
    OrdersTrial,
    RoundSheets,
    battle_ahead,
    battle_if_stopped,
    meetings_ahead,
    sea_battle_ahead,
)
from pbem_tnw.enquiries import foresee
from pbem_tnw.orders.choices import CardUse, PlusUse
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines import BuildLine, EmbarkLine, ImpulseLine, LandLine, MoveLine, SailLine
from pbem_tnw.orders.pieces import PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import EvadeLine, InterceptLine, WarStanding
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from tests.tnw.positions import seen_by
from tests.tnw.sequence.rounds import SEQUENCE, for_points, on_sheet, round_of

UNIT = BuildLine(pieces=(PiecesWanted(at="paris"),))


def foreseen(*lines: ImpulseLine, play: str = "talleyrand", **changes: Any) -> tuple[list[Any], WarState]:
    view = seen_by(round_of({"france": ("talleyrand", "secret-envoy")}, flow=(), **changes), "france")
    decision = next(one for one in RoundSheets(nations=SEQUENCE).ask(view, {}) if one.seat == "france")
    found = foresee(view, decision, on_sheet("france", for_points(play, do=OrderLines(lines=lines))))
    assert found is not None
    return list(found.events), found.view


def test_what_is_certain_is_told_in_its_order() -> None:
    events, view = foreseen(UNIT, MoveLine(commander="davout", path=("stuttgart",)))
    assert [type(one) for one in events if isinstance(one, PiecesMoved | FormationMoved)][:2] == [
        PiecesMoved, FormationMoved,
    ]  # fmt: skip
    assert view.generals["davout"] == "stuttgart"
    assert view.impulse is None
    assert battle_ahead(view) is None


def test_a_battle_is_told_with_its_dice_and_odds_and_not_fought() -> None:
    _, view = foreseen(MoveLine(commander="napoleon", path=("stuttgart", "ulm")), UNIT)
    battle = battle_ahead(view)
    assert battle is not None
    assert battle.place == "ulm"
    assert battle.dice("attacker") > battle.dice("defender") > 0
    assert 0.5 < battle.odds.wins < 1
    assert view.units["ulm"]["austria"] == 5


def test_10_who_may_intercept_or_evade_is_told_with_the_chance() -> None:
    """Whether they would is as unknown as their standing orders, so that the battle is told nevertheless."""
    events, view = foreseen(MoveLine(commander="napoleon", path=("stuttgart", "ulm")), UNIT)
    (evasion,) = (one for one in events if isinstance(one, EvasionPossible))
    assert (evasion.place, evasion.commander) == ("ulm", "mack")
    assert evasion.chance == two_dice(evasion.need)
    assert battle_ahead(view) is not None
    events, view = foreseen(MoveLine(commander="napoleon", path=("stuttgart",)))
    (stopped,) = (one for one in events if isinstance(one, InterceptionPossible))
    assert (stopped.commander, stopped.place, stopped.into) == ("mack", "ulm", "stuttgart")
    assert 0 < stopped.chance == two_dice(stopped.need)


def test_10_2_weak_forces_that_evade_by_themselves_are_a_chance_too() -> None:
    units = {**round_of({}).units, "ulm": {"austria": 1}}
    events, view = foreseen(MoveLine(commander="napoleon", path=("stuttgart", "ulm")), units=units)
    assert any(isinstance(one, EvasionPossible) for one in events)
    assert not any(isinstance(one, EvasionTried) for one in events)
    assert battle_ahead(view) is not None


def test_13_7_a_landing_under_batteries_is_a_chance() -> None:
    state = round_of({"france": ("talleyrand", "secret-envoy")})
    units = {**state.units, "brest": {"france": 2}}
    squadrons = {"brest": (Squadron(nation="france"), Squadron(nation="france"))}
    lines = (
        EmbarkLine(at="brest", generals=("ney",), units=Strengths({"": 2})),
        SailLine(path=("western-approaches",)),
        LandLine(at="plymouth"),
    )
    events, _ = foreseen(*lines, units=units, squadrons=squadrons, generals={**state.generals, "ney": "brest"})
    (fire,) = (one for one in events if isinstance(one, LandingFireAhead))
    assert (fire.place, fire.units) == ("plymouth", 2)
    assert 0 < fire.destroyed < fire.unhurt < 1


def test_13_4_a_fleet_that_may_be_stopped_is_told_by_whom() -> None:
    events, view = foreseen(SailLine(origin="brest", path=("western-approaches", "bay-of-biscay")), UNIT)
    assert [event.to for event in events if isinstance(event, FleetMoved)] == ["western-approaches"]
    (meeting,) = meetings_ahead(view)
    assert (meeting.nation, meeting.need, round(meeting.chance, 2)) == ("britain", 5, 0.83)
    fight = battle_if_stopped(view)
    assert fight is not None
    assert (fight.dice("attacker"), fight.dice("defender")) == (4, 9)
    assert sea_battle_ahead(view) is None


def test_13_2_a_fleet_that_meets_no_one_is_followed_to_its_end() -> None:
    fleets = {"brest": (Squadron(nation="france"),)}
    _, view = foreseen(SailLine(origin="brest", path=("bay-of-biscay",)), UNIT, squadrons=fleets)
    assert (view.squadrons, view.impulse) == ({"bay-of-biscay": (Squadron(nation="france"),)}, None)


def test_nothing_is_drawn_and_nothing_kept() -> None:
    events, _ = foreseen(MoveLine(commander="napoleon", path=("stuttgart", "ulm")))
    assert not any(type(one).__name__ in ("ChanceDrawn", "DiceRolled") for one in events)


def test_after_an_event_nothing_is_certain() -> None:
    view = seen_by(round_of({"france": ("secret-envoy",)}, flow=()), "france")
    decision = next(one for one in RoundSheets(nations=SEQUENCE).ask(view, {}) if one.seat == "france")
    way = for_points("secret-envoy")
    event = replace(way, play=CardUse(card="secret-envoy", use="event"), do=OrderLines(lines=(UNIT,)))
    found = foresee(view, decision, on_sheet("france", event))
    assert found is not None
    assert not any(isinstance(one, PiecesMoved) for one in found.events)


def test_standing_orders_of_others_are_not_known() -> None:
    """The forecast is made from what the seat sees: what an enemy has ordered cannot show in it."""
    line = MoveLine(commander="napoleon", path=("stuttgart", "ulm"))
    evades = WarStanding(evade=(EvadeLine(),), intercept=(InterceptLine(),))
    assert foreseen(line) == foreseen(line, standing={"austria": evades}, sheets={"austria": RoundOrders()})


def tried(alternative: Alternative, **changes: Any) -> tuple[list[Any], WarState]:
    resources = {"france": 2}
    view = seen_by(round_of({"france": ("talleyrand",)}, flow=(), resources=resources, **changes), "france")
    decision = next(one for one in RoundSheets(nations=SEQUENCE).ask(view, {}) if one.seat == "france")
    found = foresee(view, decision, on_sheet("france", alternative))
    assert found is not None
    return list(found.events), found.view


def test_5_22_a_resource_draws_a_card_that_no_one_knows_yet() -> None:
    """What is played then is up to that card: no other of the hand is told."""
    events, view = tried(Alternative(plus=PlusUse(resource=True)))
    assert [(one.cards, one.unknown) for one in events if isinstance(one, WarCardsDrawn)] == [((), 1)]
    assert view.hands["france"] == CardHand(known=("talleyrand",), unknown=1)
    assert view.deck.unknown == 1
    assert not [one for one in events if isinstance(one, CardLaid)]


def test_5_12_lines_after_a_card_and_a_resource_are_told() -> None:
    events, _ = tried(for_points("talleyrand", plus=PlusUse(resource=True), do=OrderLines(lines=(UNIT,))))
    kinds = [type(one) for one in events]
    assert WarCardsDrawn in kinds
    assert PiecesMoved in kinds


@pytest.mark.parametrize(("deck", "pile", "drawn"), [(0, 3, 1), (0, 0, 0), (1, 0, 1)])
def test_4_4_unknown_cards_are_drawn_out_of_the_played_pile_too_and_no_more_than_there_are(
    deck: int, pile: int, drawn: int
) -> None:
    piles = {"deck": CardPile(cards=("conscripts",) * deck), "played": CardPile(cards=("metternich",) * pile)}
    _, view = tried(Alternative(plus=PlusUse(resource=True)), **piles)
    assert view.hands["france"].unknown == drawn
    trial = OrdersTrial(view)
    draw_cards(trial, "france", 9)
    assert not len(trial.state.deck)
    assert trial.state.hands["france"].unknown == deck + pile
