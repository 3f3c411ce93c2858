"""Hussars, set-up, winter; the last look at an order."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem
from pbem.engine.play import faults, top
from pbem.engine.table import Chance
from pbem_maria.bot.survey import Survey
from pbem_maria.chapters import hussars, supply
from pbem_maria.chapters.cards import cheapest
from pbem_maria.chapters.winter import PRICE, return_sites, wrong_return
from pbem_maria.edition.armies import General
from pbem_maria.orders.stage import SetUpOrders, StageOrders, WinterOrders
from pbem_maria.orders.standing import STAY, HussarOrders, HussarWish
from pbem_maria.position.cards import face, is_reserve, value_of, worth
from pbem_maria.position.state import MAXIMUM, State


def play_hussars(view: State, decision: Decision, chance: Chance) -> HussarOrders:
    """Each hussar where it costs the enemies most, given where those before it are."""
    generals = tuple(g for foe in Survey(view, decision.seat).foes(hussars.HUSSAR_POWER) for g in foe.generals)
    lines = {g: supply.shortest(view, g, past_hussars=True) for g in generals if not supply.at_home(view, g)}
    cities = sorted(
        {city for line in lines.values() if line for city in line if hussars.wrong_with(view, city) is None}
    )
    now = replace(view, hussars=(None,) * len(view.hussars))
    wishes = []
    for number in range(len(view.hussars)):
        best = _dearest(now, number, cities, lines)
        if best is not None:
            now = _put(now, number, best)
        wishes.append(HussarWish((best, STAY) if best is not None else (STAY,)))
    return HussarOrders(hussars=tuple(wishes))


def _dearest(state: State, number: int, cities: Iterable[str], generals: Collection[str]) -> str | None:
    """The city in which hussar *number* costs *generals* most."""
    return max(cities, key=lambda city: (_toll(_put(state, number, city), generals), city), default=None)


def _put(state: State, number: int, city: str) -> State:
    places = list(state.hussars)
    places[number] = city
    return replace(state, hussars=tuple(places))


def _toll(state: State, generals: Collection[str]) -> float:
    """The points that enemies would have to pay; a line that is only lengthened counts a little."""
    total = 0.0
    for general in generals:
        found = supply.line(state, general)
        if found is not None:
            total += found.points + 0.2 * len(found.path)
    return total


_ROUNDS = 30


def mended(view: State, decision: Decision, order: Order) -> Order | None:
    """*order* without the parts that are refused; nothing if what is left cannot answer either."""
    for _ in range(_ROUNDS):
        wrong = faults(top(view), view, decision, order)
        if not wrong:
            return order
        less = _without(order, wrong[0])
        if less is None or less == order:
            return None
        order = less
    return None


def _without(order: Order, problem: Problem) -> Order | None:
    """*order* without the part that *problem* is about."""
    if not problem.path or problem.path[0] not in order.__struct_fields__:
        return None
    field, value = str(problem.path[0]), getattr(order, str(problem.path[0]))
    part = problem.path[1] if len(problem.path) > 1 else None
    if isinstance(value, tuple) and isinstance(part, int) and part < len(value):
        less: Any = (*value[:part], *value[part + 1 :])
    elif isinstance(value, dict) and part in value:
        less = {key: each for key, each in value.items() if key != part}
    else:
        less = _default(order, field)
    return _consistent(replace(order, **{field: less}))


def _default(order: Order, field: str) -> Any:
    try:
        return getattr(type(order)(), field)
    except TypeError:
        return getattr(order, field)


def _consistent(order: Order) -> Order:
    """A sheet that orders nothing passes."""
    if isinstance(order, StageOrders) and not order.moves:
        return replace(order, passes=not order.attacks)
    if isinstance(order, WinterOrders) and not order.recruits:
        return replace(order, passes=True, returns={}, new_troops={})
    return order


FAR = 14
"""Generals farther from every enemy than this count as equally far from the front."""


def play_set_up(view: State, decision: Decision, chance: Chance) -> SetUpOrders:
    """The generals nearest to enemies and objectives are filled up first; absent ones get their minimum."""
    troops: dict[str, int] = {}
    for power in view.powers_of(decision.seat):
        army = view.theatre.powers[power]
        share = {general.id: general.minimum for general in army.generals}
        left = army.troops - sum(share.values())
        for general in sorted(army.generals, key=lambda g: _rank(view, g, chance)):
            more = min(left, MAXIMUM - share[general.id])
            if more and general.id in view.theatre.generals and left > more:
                more = max(0, more - chance.below(2))
            share[general.id] += more
            left -= more
        for general_id, number in tuple(share.items()):
            more = min(left, MAXIMUM - number)
            share[general_id] = number + more
            left -= more
        troops.update(share)
    return SetUpOrders(troops=troops)


def _rank(view: State, general: General, chance: Chance) -> tuple[bool, float, int]:
    """The order of filling up: generals that take part, those near the front, with a little chance."""
    if general.id not in view.theatre.generals or general.city is None:
        return True, 0.0, general.rank
    board = view.board
    foes = [
        g for g in view.theatre.generals.values() if g.city and (g.power == "austria") != (general.power == "austria")
    ]
    near = min((board.distance(general.city, foe.city) for foe in foes if foe.city), default=0)
    return False, min(near, FAR) + chance.below(5), general.rank


_KEPT = 6
"""So many of the best cards are kept for combat if there are."""
_SPENT = 2
"""So many of them are spent as well where troops are most needed."""
_RETURNING = 5
"""The troops that a returning general should have."""


def play_winter(view: State, decision: Decision, chance: Chance) -> WinterOrders:
    """What each power of the seat buys and which generals return."""
    survey = Survey(view, decision.seat)
    recruits: dict[str, tuple[str, ...]] = {}
    returns: dict[str, str] = {}
    new: dict[str, int] = {}
    for power in view.powers_of(decision.seat):
        back = _returning(survey, power)
        room = dict.fromkeys(back, MAXIMUM) | {
            general: MAXIMUM - view.troops[general] for general in view.generals_of(power)
        }
        points = _budget(survey, power, sum(room.values()), len(back))
        number = min(points // PRICE, sum(room.values()))
        if not number:
            continue
        given = _give_out(survey, number, room, tuple(back))
        cards = _payment(view.hands[power].known, PRICE * number)
        recruits[power] = tuple(face(card) for card in cards)
        returns |= {general: city for general, city in back.items() if given.get(general)}
        new |= given
    return WinterOrders(passes=not recruits, recruits=recruits, returns=returns, new_troops=new)


def _value(card: str) -> int:
    """How gladly a card is kept for combat."""
    return 12 if is_reserve(card) else value_of(card)


def _budget(survey: Survey, power: str, room: int, back: int) -> int:
    """The points to be spent: all but a good hand, the more the fewer troops are left."""
    view = survey.state
    hand = sorted(view.hands[power].known, key=_value, reverse=True)
    weak = room > MAXIMUM * (len(view.generals_of(power)) + back) // 2
    return worth(hand[_KEPT - _SPENT if weak or back else _KEPT :])


def _payment(hand: tuple[str, ...], points: int) -> tuple[str, ...]:
    """The worst cards that pay *points* with little waste."""
    worst: list[str] = []
    for card in sorted(hand, key=_value):
        worst.append(card)
        if worth(worst) >= points:
            break
    return cheapest(worst, points) or tuple(worst)


def _returning(survey: Survey, power: str) -> dict[str, str]:
    """Where removed generals return: on the free site nearest to an enemy."""
    view = survey.state
    away = [g.id for g in view.theatre.generals.values() if g.power == power and view.is_removed(g.id)]
    foes = [stack.city for stack in survey.foes(power)]
    found: dict[str, str] = {}
    for general in away:
        free = [
            city
            for city in return_sites(view, power, general)
            if city not in found.values() and not wrong_return(view, general, city)
        ]
        if free:
            found[general] = min(free, key=lambda c: (min((view.board.distance(c, f) for f in foes), default=0), c))
    return found


def _give_out(survey: Survey, number: int, room: dict[str, int], back: tuple[str, ...]) -> dict[str, int]:
    """Troops for generals that return, then for those nearest to enemies."""
    view = survey.state
    given: dict[str, int] = {}

    def hand(general: str, most: int) -> None:
        more = min(most, number - sum(given.values()), room[general] - given.get(general, 0))
        if more > 0:
            given[general] = given.get(general, 0) + more

    for general in back:
        hand(general, 1)
    for general in back:
        hand(general, _RETURNING - 1)

    def front(general: str) -> tuple[int, str]:
        foes = [stack.city for stack in survey.foes(view.power_of(general))]
        return min((view.board.distance(view.at[general], foe) for foe in foes), default=0), general

    for general in sorted((g for g in room if g in view.at), key=front):
        hand(general, MAXIMUM)
    for general in back:
        hand(general, MAXIMUM)
    return given
