"""Guesses for the decisions that need no map: set-up, hussars, subsidy."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.cards.orders import Subsidy, SubsidyOrders
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.hussars.orders import STAY, HussarOrders, HussarWish
from pbem_maria.chapters.setup.orders import SetUpOrders
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
    if not view.hussars or seat != view.seat_of(hussars.OWNER) or chance.below(4) == 0:
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
