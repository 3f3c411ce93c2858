"""Guesses for set-up, hussars, subsidy, winter."""

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.chapters import hussars
from pbem_maria.chapters.winter import PRICE, return_sites, wrong_return
from pbem_maria.orders.cards import Subsidy, SubsidyOrders
from pbem_maria.orders.stage import SetUpOrders, WinterOrders
from pbem_maria.orders.standing import STAY, HussarOrders, HussarWish
from pbem_maria.position.cards import face, worth
from pbem_maria.position.state import MAXIMUM, State


def guess_set_up(view: State, decision: Decision, chance: Chance) -> SetUpOrders:
    """A random division of the troops, sometimes with wishes for the first hussars."""
    troops: dict[str, int] = {}
    for power in view.powers_of(decision.seat):
        army = view.theatre.powers[power]
        share = {general.id: general.minimum for general in army.generals}
        for _ in range(army.troops - sum(share.values())):
            share[chance.choice([g for g in share if share[g] < MAXIMUM])] += 1
        troops.update(share)
    return SetUpOrders(troops=troops, hussars=hussar_wishes(view, decision.seat, chance))


def guess_hussars(view: State, decision: Decision, chance: Chance) -> HussarOrders:
    """Hussars between an enemy general and its supply, or anywhere they may go."""
    return HussarOrders(hussars=_wishes(view, chance))


def hussar_wishes(view: State, seat: str, chance: Chance) -> tuple[HussarWish, ...]:
    """Advance orders of the seat that has hussars; often none, so that it is asked."""
    if not view.hussars or seat != view.seat_of(hussars.HUSSAR_POWER) or chance.below(4) == 0:
        return ()
    return _wishes(view, chance)


def _wishes(view: State, chance: Chance) -> tuple[HussarWish, ...]:
    cities = [city for city in view.board.cities if hussars.wrong_with(view, city) is None]
    wishes = []
    for _ in view.hussars:
        places = tuple(chance.choice(cities) for _ in range(chance.below(3))) if cities else ()
        wishes.append(HussarWish((*dict.fromkeys(places), STAY)))
    return tuple(wishes)


def guess_subsidy(view: State, decision: Decision, chance: Chance) -> SubsidyOrders:
    """Either choice."""
    return SubsidyOrders(subsidy=Subsidy(bool(chance.below(2))))


def subsidy_in_advance(view: State, seat: str, chance: Chance) -> Subsidy | None:
    """France's answer for the next turn; sometimes none, so that it is asked."""
    if "france" not in view.powers_of(seat) or chance.below(4) == 0:
        return None
    return Subsidy(bool(chance.below(2)))


def guess_winter(view: State, decision: Decision, chance: Chance) -> WinterOrders:
    """Recruits for a part of the hand, generals back where they may return."""
    recruits: dict[str, tuple[str, ...]] = {}
    returns: dict[str, str] = {}
    new: dict[str, int] = {}
    for power in view.powers_of(decision.seat):
        hand = chance.shuffled(view.hands[power].known)
        cards = hand[: chance.below(len(hand) + 1)]
        left = worth(cards) // PRICE
        if not left:
            continue
        arriving = _returning(view, power, chance)
        returns.update(arriving)
        room = {g: MAXIMUM - view.troops[g] for g in view.generals_of(power)}
        room |= dict.fromkeys(arriving, MAXIMUM)
        given = _give_out(left, room, tuple(arriving), chance)
        returns = {general: city for general, city in returns.items() if general not in arriving or given.get(general)}
        if given:
            recruits[power] = tuple(face(card) for card in cards)
            new.update(given)
    return WinterOrders(
        passes=not recruits,
        recruits=recruits,
        returns=returns,
        new_troops=new,
        hussars=hussar_wishes(view, decision.seat, chance),
        subsidy=subsidy_in_advance(view, decision.seat, chance),
    )


def _returning(view: State, power: str, chance: Chance) -> dict[str, str]:
    """One general for each free site, if there is any."""
    away = [g.id for g in view.theatre.generals.values() if g.power == power and view.is_removed(g.id)]
    found: dict[str, str] = {}
    for general in away:
        sites = chance.shuffled(return_sites(view, power, general))
        city = next((c for c in sites if c not in found.values() and not wrong_return(view, general, c)), None)
        if city is not None:
            found[general] = city
    return found


def _give_out(left: int, room: dict[str, int], first: tuple[str, ...], chance: Chance) -> dict[str, int]:
    """Hand out *left* troops at random, one to each of *first* before the others."""
    given: dict[str, int] = {}
    for general in first[:left]:
        given[general] = 1
        left -= 1
    while left:
        able = [general for general in room if given.get(general, 0) < room[general]]
        if not able:
            break
        general = chance.choice(able)
        given[general] = given.get(general, 0) + 1
        left -= 1
    return given
