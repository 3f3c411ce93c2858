"""Which response the standing orders of a seat have for an occasion, judged by what the seat sees (2.4)."""

from collections.abc import Iterator

from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.cards.play_rules import answer_problems, held
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.standing_lines import HoldTrigger, HoldWish, RespondLine
from pbem_tnw.position.control import nations_of, seat_of
from pbem_tnw.position.state import WarState

HOLDS: dict[HoldTrigger, tuple[str, ...]] = {
    "battle": ("battle",), "step": ("step",), "event": ("event",), "sea": ("sea_battle",), "siege": ("siege",),
}  # fmt: skip
"""The occasions at which a hold stops the game."""
BATTLE_BEGINS = "battle"
"""The occasion before the first card of a battle: there is no response to it, but a hold may stop the game there."""
REACTING = ("response", "battle")
"""The kinds of Reserves that may be played when it is not one's Impulse."""


def answer_of(view: WarState, seat: str, nation: str, occasion: ResponseOccasion) -> RespondLine | None:
    """The first line of a seat's standing orders by which *nation* answers an occasion; None if none applies."""
    standing = view.standing.get(seat)
    for line in (standing.respond or ()) if standing is not None else ():
        if _applies(view, seat, nation, line, occasion):
            return line
    return None


def _applies(view: WarState, seat: str, nation: str, line: RespondLine, occasion: ResponseOccasion) -> bool:
    if line.card not in view.board.cards or not held(view, nation, line.card):
        return False
    if line.holder not in (None, nation) or line.trigger not in (None, occasion.trigger):
        return False
    if not line.by.includes(occasion.nation) or not line.where.includes(occasion.place):
        return False
    used = sum((each.turn, each.nation, each.card) == (view.turn, nation, line.card) for each in view.answers)
    if line.first is not None and used >= line.first:
        return False
    hand = view.holdings(nation).known
    if len(hand) - (line.card in hand) < line.keep:
        return False
    if any(answer_problems(view, nation, line.card, occasion, line)):
        return False
    return value(line.condition, SeatFacts(view, seat, nation, occasion))


def holders(state: WarState, occasion: ResponseOccasion) -> tuple[str, ...]:
    """The seats whose holds stop the game at an occasion (2.4)."""
    found = []
    for seat in dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence):
        standing = state.standing.get(seat)
        wishes = (standing.hold or ()) if standing is not None else ()
        if state.holds.get(seat, 0) < int(state.options.holds) and any(_stops(wish, occasion) for wish in wishes):
            found.append(seat)
    return tuple(found)


def _stops(wish: HoldWish, occasion: ResponseOccasion) -> bool:
    return (
        occasion.trigger in HOLDS[wish.on]
        and wish.by.includes(occasion.nation)
        and wish.where.includes(occasion.place)
    )  # fmt: skip


def asked_at_hold(state: WarState) -> tuple[str, ...]:
    """The seats that are asked at a hold: all that could react by what everyone sees, but not the Active one (2.4)."""
    seats = dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence)
    active = seat_of(state, state.active)
    return tuple(seat for seat in seats if seat not in ("", active) and _may_react(state, seat))


def _may_react(state: WarState, seat: str) -> bool:
    """Whether a nation of *seat* has a card in its hand, or an unused Reserve that is a response or battle card."""
    return any(len(state.holdings(nation)) or any(_reserves(state, nation)) for nation in nations_of(state, seat))


def _reserves(state: WarState, nation: str) -> Iterator[str]:
    cards = state.board.cards
    return (
        card
        for card in state.board.reserves.get(nation, ())
        if card not in state.used and cards[card].kind in REACTING
    )  # fmt: skip


def choices_in(said: EventChoices) -> EventChoices:
    """The choices of a line without what else the line says."""
    return EventChoices(**{name: getattr(said, name) for name in EventChoices.__struct_fields__})
