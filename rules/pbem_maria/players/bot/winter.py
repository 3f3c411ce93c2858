"""Winter (13): recruits for the worst cards, generals back where they are of use."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.cards.payment import cheapest
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.chapters.winter.winter import PRICE, return_sites, wrong_return
from pbem_maria.players.bot.valuation.survey import Survey
from pbem_maria.position.cards import face, is_reserve, value_of, worth
from pbem_maria.position.state import MAXIMUM, State

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
