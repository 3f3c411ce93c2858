"""Agreements (21) of a player that guesses: now and then it makes one, and it keeps those that it has made."""

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import faults, top
from pbem_maria.chapters.agreements import leave
from pbem_maria.chapters.agreements.agreements import IN_FORCE, PROPOSED, seats_of
from pbem_maria.chapters.agreements.orders import (
    LEAVE,
    NO_AGGRESSION,
    NO_COMBAT,
    NO_HUSSARS,
    OTHER,
    AgreementKind,
    NumberOfTurns,
    Proposal,
    Until,
)
from pbem_maria.chapters.combat.plan_book import PlanBook
from pbem_maria.chapters.hussars.orders import HussarOrders
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.position.state import State

RARELY = 12
_KINDS: tuple[AgreementKind, ...] = (NO_AGGRESSION, NO_COMBAT, NO_HUSSARS, LEAVE, OTHER)


def speak(view: State, seat: str, order: Order, chance: Chance) -> Order:
    """The order with what its seat says to proposals of others, and rarely with one of its own."""
    if not isinstance(order, InAdvance):
        return order
    mine = [each for each in view.agreements if seat in seats_of(view, each)]
    offered = [each.number for each in mine if each.status == PROPOSED and seat not in each.accepted]
    holding = [each.number for each in mine if each.status == IN_FORCE and seat not in each.ending]
    taken = tuple(number for number in offered if chance.below(2))
    refused = tuple(number for number in offered if number not in taken and chance.below(4) == 0)
    ended = tuple(number for number in holding if chance.below(RARELY) == 0)
    proposed = (_proposal(view, seat, chance),) if chance.below(RARELY) == 0 else ()
    return replace(order, accept=taken, decline=refused, end=ended, propose=proposed)


def _proposal(view: State, seat: str, chance: Chance) -> Proposal:
    """Short, so that it does not hold the war up."""
    others = tuple(dict.fromkeys(other for other in view.seats.values() if other != seat))
    kind = chance.choice(_KINDS)
    last = min(max(view.turn, 1) + chance.below(2), view.theatre.last_turn)
    if kind == LEAVE:
        area = chance.choice(sorted({view.board.cities[city].region for city in view.at.values()} or {"silesia"}))
        return Proposal(with_=(chance.choice(others),), kind=kind, area=(area,), by=Until(last))
    turns = NumberOfTurns(last - max(view.turn, 1) + 1)
    return Proposal(with_=(chance.choice(others),), kind=kind, for_=turns, text="so be it" if kind == OTHER else "")


def keep_word(view: State, decision: Decision, order: Order) -> Order:
    """*order*, or, if it would break an agreement in force, one that does nothing of the kind."""
    accepts = isinstance(order, InAdvance) and order.accept
    if not accepts and not any(each.status == IN_FORCE for each in view.agreements):
        return order
    wrong = faults(top(view), view, decision, order)
    if not any(problem.code == "breaks-agreement" for problem in wrong):
        return order
    match order:
        case StageOrders():
            kept = replace(order, moves=(), troops={}, attacks=(), combat=PlanBook(), contracts=())
            table = stage_check.up_to_moves(view, decision.seat, kept, supplied="again" in decision.about)
            out = leave.moves_out(table.state, decision.seat)
            return replace(kept, moves=out, passes=not out)
        case HussarOrders():
            return HussarOrders()
        case InAdvance():
            return replace(order, contracts=())
        case _:
            return decision.default or order
