"""Guesses for winter (13)."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.chapters.winter.winter import PRICE, return_sites, wrong_return
from pbem_maria.players.guess.quiet import hussar_wishes, subsidy_in_advance
from pbem_maria.position.cards import face, worth
from pbem_maria.position.state import MAXIMUM, State


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
