"""The expeditionary corps: the general sent to an off-map box, and the pieces that make room for its return (17)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Decision
from pbem.engine.order import Problem, Weight
from pbem_maria.chapters import cards
from pbem_maria.chapters.pieces import put
from pbem_maria.chapters.shifts import Displacement, DisplacementWishes, may_stand, nearest, no_wishes
from pbem_maria.orders.standing import InAdvance, KeptAnswers
from pbem_maria.orders.statecraft import Cities, ExpeditionOrders, GiveWayOrders
from pbem_maria.position.cards import worth
from pbem_maria.position.state import State

RULE = "17"
PRICE = 8
"""TC points for the troops of a removed general that is sent."""
TROOPS = 2
"""The troops that they buy."""


def box_of(state: State, power: str) -> str:
    """The off-map box of *power*."""
    return next(box.id for box in state.theatre.edition.armies.boxes if box.power == power)


def arrow(state: State, box: str) -> str:
    """The city to which the arrow of *box* points, where a general returns."""
    return next(each.city for each in state.theatre.edition.armies.boxes if each.id == box)


def able(state: State, power: str) -> tuple[str, ...]:
    """The generals of *power* that can be sent: those on the map, and removed ones if the hand pays their troops."""
    affordable = worth(state.hands[power].known) >= PRICE
    return state.generals_of(power) + (state.removed_of(power) if affordable else ())


def is_open(state: State, power: str) -> bool:
    """Whether *power* must be asked which general it sends.

    A removed general counts whether or not the cards in hand pay for it, as being asked must not reveal what they
    are. With none on the map and too small a hand no general goes, which all can see.
    """
    for_sale = state.removed_of(power) if len(state.hands[power]) else ()
    return len(state.generals_of(power) + for_sale) > 1 and bool(able(state, power))


def suggested(state: State, power: str) -> tuple[str, ...]:
    """The general that goes unless its owner says otherwise: the last in rank on the map, otherwise a removed one."""
    return state.generals_of(power)[-1:] or able(state, power)[:1]


def check(view: State, power: str, order: ExpeditionOrders) -> Iterator[Problem]:
    """What is wrong with sending the first of the generals named for *power*."""
    possible = able(view, power)
    if not order.expedition:
        yield Problem("nobody-sent", ("expedition",), RULE, {"power": power, "generals": possible})
    for number, general in enumerate(order.expedition):
        where, args = ("expedition", number), {"general": general, "power": power, "generals": possible}
        if general not in view.generals_of(power) + view.removed_of(power):
            yield Problem("not-of-the-corps", where, RULE, args)
        elif general not in possible:
            hand = worth(view.hands[power].known)
            yield Problem("expedition-unpaid", where, RULE, {**args, "points": PRICE, "hand": hand, "troops": TROOPS})
    if not order.pay:
        return
    if order.expedition[:1] and order.expedition[0] in view.at:
        args = {"general": order.expedition[0]}
        yield Problem("expedition-costs-nothing", ("pay",), RULE, args, Weight.unwise)
    else:
        yield from cards.wrong_with_payment(view, power, order.pay, PRICE, RULE, ("pay",))


def absent(state: State, power: str) -> str | None:
    """The general in the off-map box of *power*."""
    box = box_of(state, power)
    return next((general for general, where in state.off_map.items() if where == box), None)


def ways(state: State, city: str, wishes: DisplacementWishes = no_wishes, *, only: str = "") -> Iterator[Displacement]:
    """Where every piece goes that makes room in *city*: to an adjacent city where it may be, otherwise the nearest.

    With the seat *only* its own pieces: it cannot know where another goes at the same time.
    """
    for piece in state.pieces_at(city):
        if only and state.seat_of(state.power_of(piece)) != only:
            continue
        options = _room(state, piece)
        wished = next((c for c in wishes(piece, state.seat_of(state.power_of(piece))) if c in options), None)
        way = Displacement(piece, wished or options[0], options, wished=wished is not None)
        yield way
        state = put(state, piece, way.city)


def _room(state: State, piece: str) -> tuple[str, ...]:
    return nearest(state, piece, lambda city: may_stand(state, piece, city))


def wishing(orders: Mapping[str, Mapping[str, Cities]]) -> DisplacementWishes:
    """What each seat prefers, by its *orders*."""

    def wish(piece: str, seat: str) -> tuple[str, ...]:
        found = orders.get(seat, {}).get(piece)
        return found.cities if found else ()

    return wish


def choices(state: State, city: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The pieces in *city* that can make room in several cities, with the cities, by the seat of their owner."""
    owners = dict.fromkeys(state.seat_of(state.power_of(piece)) for piece in state.pieces_at(city))
    found = {
        seat: {way.piece: way.options for way in ways(state, city, only=seat) if len(way.options) > 1}
        for seat in owners
    }
    return {seat: pieces for seat, pieces in found.items() if pieces}


def check_room(view: State, seat: str, city: str, order: GiveWayOrders) -> Iterator[Problem]:
    """What is wrong with where the pieces of *seat* go to make room in *city*."""
    left = dict(order.gives_way)
    for way in ways(view, city, wishing({seat: order.gives_way}), only=seat):
        args = {"piece": way.piece, "city": city, "options": way.options}
        wish = left.pop(way.piece, None)
        if wish is not None and not way.wished:
            goal = {**args, "goal": wish.cities[0]}
            yield Problem("cannot-give-way", ("gives_way", way.piece), RULE, goal)
        elif len(way.options) > 1 and not way.wished:
            yield Problem("way-left-open", ("gives_way",), RULE, args)
    for piece in left:
        yield Problem("need-not-give-way", ("gives_way", piece), RULE, {"piece": piece, "city": city})


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with standing orders: they may name only pieces of *seat*."""
    standing = order.standing
    if standing is None:
        return
    own = view.powers_of(seat)
    for number, general in enumerate(standing.expedition or ()):
        if general not in view.theatre.generals or view.power_of(general) not in own:
            where = ("standing", "expedition", number)
            yield Problem("not-your-general", where, RULE, {"general": general}, apart=(where,))
    for piece in standing.gives_way or {}:
        if piece not in (*view.theatre.generals, *view.theatre.trains) or view.power_of(piece) not in own:
            wrong = ("standing", "gives_way", piece)
            yield Problem("not-your-piece", wrong, RULE, {"piece": piece}, apart=(wrong,))


def sent_by_standing(view: State, decision: Decision, given: KeptAnswers) -> ExpeditionOrders | None:
    """The first general of the standing orders that can be sent."""
    possible = able(view, decision.about["power"])
    found = next((general for general in given.expedition or () if general in possible), None)
    return ExpeditionOrders(expedition=(found,)) if found else None


def room_by_standing(view: State, decision: Decision, given: KeptAnswers) -> GiveWayOrders | None:
    """How pieces make room by standing orders, if those cover all of them."""
    pieces = decision.about["choices"]
    order = GiveWayOrders(gives_way={p: cities for p, cities in (given.gives_way or {}).items() if p in pieces})
    return None if any(check_room(view, decision.seat, decision.about["city"], order)) else order
