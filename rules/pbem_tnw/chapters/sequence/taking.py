"""Which orders an Impulse is played with: the first alternative that holds and can begin (2.2), else silence (2.6)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from pbem.engine.problem import Problem, under
from pbem_tnw.chapters.cards.conditions import zones_of_one
from pbem_tnw.chapters.sequence.card_play import card_problems, plus_problems
from pbem_tnw.chapters.sequence.counting import has_card
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.lines import line_problems
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders
from pbem_tnw.orders.lines.lines import RestItem, RestLine
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.impulse import Impulse, PointPool
from pbem_tnw.position.state import WarState
from pbem_tnw.position.under_way import OrdersUnderWay

REST = (RestItem(use="refit"), RestItem(use="unit"))
"""What silence does with CPs: Refit markers off, then units (2.6)."""


class SkippedAlternative(msgspec.Struct, frozen=True):
    """An alternative, counted from 1, that was not played: its condition did not hold, or there is a *problem*."""

    number: int
    problem: Problem | None = None


class ImpulseChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What an Impulse is played with: *chosen*, or the seat is to be asked (*ask*), or neither, which is silence."""

    chosen: Alternative | None = None
    ask: bool = False
    skipped: tuple[SkippedAlternative, ...] = ()


def taking(view: WarState, seat: str, nation: str, orders: ImpulseOrders) -> ImpulseChoice:
    """What *orders* come to now, by what *seat* sees.

    If none can be played and no `else` says what to do then, the last whose card can be played is: a first line that
    cannot be carried out is skipped like any other.
    """
    skipped: list[SkippedAlternative] = []
    spare: Alternative | None = None
    facts = SeatFacts(view, seat, nation)
    for number, alternative in enumerate(orders.alternatives, 1):
        if not value(alternative.condition, facts):
            skipped.append(SkippedAlternative(number))
            continue
        problem = next((each for each in problems(view, nation, alternative) if each.stops), None)
        if problem is None:
            return ImpulseChoice(chosen=alternative, ask=alternative.ask, skipped=tuple(skipped))
        if problem.path[:1] == ("do",) and (alternative.play is not None or alternative.plus is not None):
            spare = alternative
        skipped.append(SkippedAlternative(number, problem))
    if spare is not None and orders.otherwise is None:
        kept = tuple(each for each in skipped if orders.alternatives[each.number - 1] is not spare)
        return ImpulseChoice(chosen=spare, skipped=kept)
    return ImpulseChoice(ask=orders.otherwise == "ask", skipped=tuple(skipped))


def problems(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """Why *nation* cannot begin to play an alternative now: its card, what is used besides, its first line."""
    if alternative.ask:
        return
    found = list(use_problems(view, nation, alternative))
    yield from found
    if not found:
        yield from _first_line(view, nation, alternative)


def use_problems(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """What is wrong with the card of an alternative, and with what is used besides (5.1, 5.4, 5.12)."""
    play, plus = alternative.play, alternative.plus
    if play is not None:
        yield from (under(each, "play") for each in card_problems(view, nation, play))
    elif plus is None and has_card(view, nation):
        yield Problem("may-not-pass", (), "5.4", {"nation": nation})
    if plus is not None:
        yield from (under(each, "plus") for each in plus_problems(view, nation, plus))
        if play is not None and view.board.cards[play.card].is_reserve:
            yield Problem("two-plus", ("plus",), "5.12", {"card": play.card})


def _first_line(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """Why the first line cannot be carried out with the points that there are then; events may bring more."""
    if not alternative.do.lines or alternative.unforeseen:
        return
    line = alternative.do.lines[0]
    if isinstance(line, RestLine) or not value(line.condition, SeatFacts(view, seat_of(view, nation), nation)):
        return
    yield from (under(each, "do", 0) for each in line_problems(with_points(view, nation, alternative), nation, line))


def with_points(view: WarState, nation: str, alternative: Alternative) -> WarState:
    """*view* in the Impulse of *nation* with all points that the alternative brings."""
    pools = tuple(
        PointPool(nation=nation, points=view.board.cards[use.card].cp, source=use.card)
        for use in (alternative.play, alternative.plus)
        if use is not None and use.card and use.use == "cp" and not getattr(use, "resource", False)
    )
    return replace(view, active=nation, impulse=replace(new_impulse(view, nation), pools=pools))


def new_impulse(state: WarState, nation: str, *, preempting: bool = False) -> Impulse:
    """The Impulse of *nation* that begins now: what stands where then counts for 12.2 and for events."""
    return Impulse(
        nation=nation,
        number=state.numbered + 1,
        preempting=preempting,
        stood=besieging(state, nation),
        zones_held=zones_of_one(state),
    )


def under_way(nation: str, alternative: Alternative) -> OrdersUnderWay:
    """The orders of an alternative, nothing of which is carried out yet; a `rest` line counts for the end."""
    lines = tuple(line for line in alternative.do.lines if not isinstance(line, RestLine))
    rest = tuple(item for line in alternative.do.lines if isinstance(line, RestLine) for item in line.items)
    return OrdersUnderWay(nation=nation, play=alternative.play, plus=alternative.plus, lines=lines, rest=rest)


def lowest(state: WarState, nation: str) -> Alternative | None:
    """What silence plays (2.6): the card of fewest CPs, of equals that of the lowest number; none without a card."""
    cards = state.board.cards
    hand = state.hands.get(nation, CardHand()).known
    for card in sorted(hand, key=lambda one: (cards[one].cp, cards[one].number)):
        use = CardUse(card=card, use="event" if cards[card].has("must_be_event") else "cp")
        if next(card_problems(state, nation, use), None) is None:
            return Alternative(play=use, do=OrderLines(lines=(RestLine(items=REST),)))
    return None
