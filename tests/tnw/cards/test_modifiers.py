"""What lasting and temporary events change (6.11, 6.19)."""

from pbem_tnw.chapters.cards.modifiers import forbidden, modifier
from pbem_tnw.edition.edition import named
from pbem_tnw.position.state import LastingCard, WarState


def with_cards(*cards: LastingCard) -> WarState:
    return WarState(edition=named("historical").key, turn=2, lasting=cards)


def lasting(card: str, nation: str = "france", chosen: str = "") -> LastingCard:
    return LastingCard(card=card, nation=nation, since=1, chosen=chosen)


def test_without_cards_nothing_is_changed() -> None:
    assert modifier(with_cards(), "step_cost", "france", place="moscow") == 0
    assert forbidden(with_cards(), "reserve", "britain") == ""


def test_6_19_winter_strikes_foreign_forces_in_russian_homes() -> None:
    state = with_cards(lasting("russian-winter"))
    assert modifier(state, "attrition_lost_on", "france", place="moscow") == 2
    assert modifier(state, "step_cost", "austria", place="moscow", link="plain") == 1
    assert modifier(state, "attrition_lost_on", "russia", place="moscow") == 0
    assert modifier(state, "attrition_lost_on", "france", place="vienna") == 0


def test_6_19_floods_make_some_links_dear_and_typhus_strikes_everywhere() -> None:
    state = with_cards(lasting("spring-floods"), lasting("typhus"), lasting("russian-winter"))
    assert modifier(state, "step_cost", "russia", place="vienna", link="rough") == 1
    assert modifier(state, "step_cost", "russia", place="vienna", link="plain") == 0
    assert modifier(state, "step_cost", "france", place="moscow", link="marsh") == 2
    assert modifier(state, "attrition_lost_on", "france", place="moscow") == 3
    assert modifier(state, "attrition_lost_on", "russia", place="moscow") == 1


def test_6_11_numbers_of_the_nation_that_is_named_or_chosen() -> None:
    state = with_cards(
        lasting("code-civil"), lasting("corps-system", "austria", "russia"), lasting("kruemper"),
        lasting("copper-hulls"), lasting("continental-system"), lasting("torres-vedras", "britain"),
    )  # fmt: skip
    assert modifier(state, "consul_cost", "france") == -1
    assert modifier(state, "consul_cost", "britain") == 0
    assert modifier(state, "nationality", "russia") == 1
    assert modifier(state, "nationality", "austria") == 0
    assert modifier(state, "reinforcement", "prussia") == 2
    assert modifier(state, "sea_interception", "britain") == 1
    assert modifier(state, "draw_number", "britain") == -1
    assert modifier(state, "fortress_strength", "spain", place="lisbon") == 2
    assert modifier(state, "fortress_strength", "spain", place="gibraltar") == 0


def test_6_19_what_temporary_events_forbid() -> None:
    state = with_cards(lasting("kings-madness"), lasting("frozen-baltic"))
    assert forbidden(state, "resource", "britain") == "kings-madness"
    assert forbidden(state, "reserve", "france") == ""
    assert forbidden(state, "sail", "sweden", "western-baltic") == "frozen-baltic"
    assert forbidden(state, "sail", "sweden", "north-sea") == ""
