"""Guesses for what is agreed with others: subsidy contracts (20)."""

from pbem.engine.chance import Chance
from pbem_maria.chapters.cards import contracts
from pbem_maria.chapters.cards.contract_orders import END, WITHDRAW, Bargain
from pbem_maria.position.state import State


def guess_contracts(view: State, seat: str, chance: Chance) -> tuple[Bargain, ...]:
    """Mostly a yes to what others have said, now and then an offer or a wish of its own."""
    said = [
        Bargain(offer.giver, offer.receiver, offer.turns)
        for offer in view.offers
        if offer.seat != seat and chance.below(2)
    ]
    said += [Bargain(each.giver, each.receiver, what=END) for each in view.contracts if chance.below(4) == 0]
    said += [
        Bargain(o.giver, o.receiver, what=WITHDRAW) for o in view.offers if o.seat == seat and chance.below(6) == 0
    ]
    said = [each for each in said if _is_legal(view, seat, each)]
    offers = _offers(view, seat) if chance.below(3) == 0 else []
    if not offers:
        return tuple(said)
    giver, receiver = chance.choice(offers)
    most = min(4, contracts.most_turns(view, giver))
    return (*said, Bargain(giver, receiver, turns=1 + chance.below(most)))


def _is_legal(view: State, seat: str, said: Bargain) -> bool:
    return not any(problem.stops for problem in contracts.check(view, seat, (said,)))


def _offers(view: State, seat: str) -> list[tuple[str, str]]:
    """The givers and receivers between which the seat may propose a contract."""
    powers = view.theatre.powers
    pairs = ((giver, receiver) for giver in view.theatre.majors for receiver in powers)
    return [pair for pair in pairs if _is_legal(view, seat, Bargain(*pair, turns=1))]
