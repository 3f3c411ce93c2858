"""Guesses for set-up, hussars, subsidy, winter."""

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.chapters import hussars
from pbem_maria.orders.cards import Subsidy
from pbem_maria.orders.stage import SetUpOrders
from pbem_maria.orders.standing import STAY, HussarOrders, HussarWish
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


def subsidy_in_advance(view: State, seat: str, chance: Chance) -> Subsidy | None:
    """France's answer for the next turn; sometimes none, so that it is asked."""
    if "france" not in view.powers_of(seat) or chance.below(4) == 0:
        return None
    return Subsidy(bool(chance.below(2)))
