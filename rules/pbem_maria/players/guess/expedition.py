"""Guesses for the expeditionary corps (17) and for the imperial election (18)."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.election.orders import CANDIDATES, ElectionOrders, Votes
from pbem_maria.chapters.politics import expedition
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.shifts.orders import Cities
from pbem_maria.position.state import State


def guess_expedition(view: State, decision: Decision, chance: Chance) -> ExpeditionOrders:
    """Any general that can go."""
    return ExpeditionOrders(expedition=(chance.choice(expedition.able(view, decision.about["power"])),))


def guess_room(view: State, decision: Decision, chance: Chance) -> GiveWayOrders:
    """For each piece the cities to which it can go, in any order."""
    choices = decision.about["choices"].items()
    return GiveWayOrders(gives_way={piece: Cities(chance.shuffled(options)) for piece, options in choices})


def guess_votes(view: State, decision: Decision, chance: Chance) -> ElectionOrders:
    """Either candidate for each vote; now and then one for all."""
    if chance.below(3) == 0:
        return ElectionOrders(vote=Votes(all=chance.choice(CANDIDATES)))
    return ElectionOrders(vote=Votes(each={city: chance.choice(CANDIDATES) for city in decision.about["votes"]}))
