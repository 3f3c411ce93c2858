"""Everything but war: expeditions, Saxony, peace, the election (17-19), and standing orders for all that."""

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.chapters.cards.orders import Subsidy, SubsidyOrders
from pbem_maria.chapters.election.orders import CHARLES, FRANCIS, ElectionOrders, Votes
from pbem_maria.chapters.politics import expedition
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders
from pbem_maria.chapters.shifts.orders import ALL, Cities, PeaceOffer, PeaceOrders, SaxonyOrders, SaxonyWish
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing_orders import InAdvance, StandingAnswers
from pbem_maria.chapters.winter import winter
from pbem_maria.players.bot.hussars import play_hussars
from pbem_maria.position.powers import CORE_AUSTRIA, FRANCE, PRUSSIA, in_area
from pbem_maria.position.state import AUSTRIA, State

WORTH_A_PEACE = 2
"""So many Prussian markers in core Austria make peace worth Silesia to Austria; with fewer Prussia offers it."""


def play_expedition(view: State, decision: Decision, chance: Chance) -> ExpeditionOrders:
    """The general with the fewest troops goes; a removed one only if no other can."""
    able = expedition.able(view, decision.about["power"])
    return ExpeditionOrders(expedition=tuple(sorted(able, key=lambda g: (view.is_removed(g), view.troops.get(g, 0)))))


def play_election(view: State, decision: Decision, chance: Chance) -> ElectionOrders:
    """Maria Theresa's votes are her husband's, all others Charles Albert's."""
    return ElectionOrders(vote=_vote(view, decision.seat))


def play_saxony(view: State, decision: Decision, chance: Chance) -> SaxonyOrders:
    """As far as it goes."""
    return SaxonyOrders(saxony=SaxonyWish(ALL))


def play_peace(view: State, decision: Decision, chance: Chance) -> PeaceOrders:
    """Peace, if it frees enough of Austria."""
    return PeaceOrders(peace="accept" if _in_austria(view, PRUSSIA) >= WORTH_A_PEACE else "refuse")


def play_subsidy(view: State, decision: Decision, chance: Chance) -> SubsidyOrders:
    """The poorer hand gets the card."""
    return SubsidyOrders(subsidy=_subsidy(view))


def with_answers(view: State, decision: Decision, order: Order, chance: Chance) -> Order:
    """The sheet with standing orders for everything that others' stages may ask."""
    if not isinstance(order, InAdvance):
        return order
    own = view.powers_of(decision.seat)
    if AUSTRIA in own and view.hussars and view.turn:
        order = replace(order, hussars=play_hussars(view, decision, chance).hussars)
    if FRANCE in own and view.turn >= 3:
        order = replace(order, subsidy=_subsidy(view))
    if not view.theatre.is_advanced or not view.turn:
        return order
    if isinstance(order, StageOrders) and PRUSSIA in view.stage_powers() and _offers(view):
        order = replace(order, peace=PeaceOffer())
    return replace(order, standing=_standing(view, decision.seat, order.standing or StandingAnswers()))


def _standing(view: State, seat: str, plans: StandingAnswers) -> StandingAnswers:
    own = view.powers_of(seat)
    generals = [general for power in own for general in view.generals_of(power)]
    homes = tuple(dict.fromkeys(city for power in own for city in winter.return_sites(view, power)))
    said = replace(
        plans,
        expedition=tuple(sorted(generals, key=lambda g: (view.troops.get(g, 0), g))) or None,
        withdraw=Cities(homes[:3]) if homes else None,
        vote=_vote(view, seat),
    )
    if AUSTRIA not in own:
        return said
    peace = _in_austria(view, PRUSSIA) >= WORTH_A_PEACE
    return replace(said, saxony=SaxonyWish(ALL), peace="accept" if peace else "refuse")


def _vote(view: State, seat: str) -> Votes:
    return Votes(all=FRANCIS if AUSTRIA in view.powers_of(seat) else CHARLES)


def _subsidy(view: State) -> Subsidy:
    return Subsidy(len(view.hands["bavaria"]) <= len(view.hands[FRANCE]))


def _in_austria(view: State, power: str) -> int:
    """The markers of *power* in core Austria."""
    return sum(owner == power and in_area(view, city, CORE_AUSTRIA) for city, owner in view.markers.items())


def _offers(view: State) -> bool:
    """Whether Prussia would rather have Silesia in peace."""
    held = [view.markers.get(c.id) for c in view.board.fortresses if c.region == "silesia"]
    return not view.annexed and set(held) == {PRUSSIA} and _in_austria(view, PRUSSIA) < WORTH_A_PEACE
