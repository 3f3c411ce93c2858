"""Politics (17): what a card is worth to a seat, what is placed for it, and how it is played."""

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem_maria.bot.quiet import play_hussars
from pbem_maria.chapters import expedition, politics, winter
from pbem_maria.edition.cards import (
    EITHER,
    LEFT,
    RIGHT,
    SHIFT,
    TAKER,
    DiscardTC,
    DrawTC,
    Effect,
    Elect,
    PoliticalCard,
    Shift,
    Troops,
)
from pbem_maria.orders.cards import Subsidy, SubsidyOrders
from pbem_maria.orders.politics import CardLine, CardPart, Placing, PlacingOrders, PoliticsOrders, Taking, TrumpOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import InAdvance, StandingAnswers
from pbem_maria.orders.statecraft import (
    ALL,
    CHARLES,
    FRANCIS,
    CitiesOrNone,
    ElectionOrders,
    ExpeditionOrders,
    PeaceOffer,
    PeaceOrders,
    SaxonyOrders,
    SaxonyWish,
    Votes,
)
from pbem_maria.position.cards import SUITS, face, is_reserve, suit_of, value_of
from pbem_maria.position.powers import CORE_AUSTRIA, FRANCE, PRUSSIA, enemies, in_area
from pbem_maria.position.state import AUSTRIA, State

TROOP, TC, BOX = 4.0, 6.0, 6.0
"""What a troop, a tactical card and a box of a track are worth, in points."""
ALLY = 0.25
"""How much of an ally's gain counts as one's own."""
DEAREST = 8
"""A card above this value is rather kept for combat."""

RIVAL = 0.7
"""How much of an enemy's gain counts as one's own loss."""

FEAR = 0.8
"""How much of what an enemy could do with a card counts."""

_TRACKS = {"italy": ("france", "austria"), "russia": ("prussia", "austria"), "saxony": ("prussia", "austria")}
"""The powers that gain when a marker moves to the left, and when it moves to the right."""


def play_politics(view: State, decision: Decision, chance: Chance) -> PoliticsOrders:
    """Cards placed for what is worth them, and the best of what can be had."""
    seat = decision.seat
    own = politics.own_majors(view, seat)
    trump = _best_suit(view, own) if politics.names_trump(view, seat) else None
    suit = view.trump or trump or ""
    take = Taking({power: _lines(view, seat, power) for power in own})
    place = Placing({power: _placed(view, seat, power, suit) for power in own})
    passes = trump is None and not any(place.each.values()) and not any(view.influence.get(p) for p in own)
    if passes:
        return PoliticsOrders(passes=True)
    return PoliticsOrders(trump=trump, take=take, place=None if decision.about["placed"] else place)


def play_trump(view: State, decision: Decision, chance: Chance) -> TrumpOrders:
    """The suit of which the seat can spare most."""
    return TrumpOrders(trump=_best_suit(view, politics.own_majors(view, decision.seat)))


def play_placing(view: State, decision: Decision, chance: Chance) -> PlacingOrders:
    """A card as in a whole sheet."""
    faces = _placed(view, decision.seat, decision.about["power"], view.trump)
    return PlacingOrders(place=faces[0]) if faces else PlacingOrders(passes=True)


def _gain(view: State, seat: str, power: str) -> float:
    """How much a gain of *power* is a gain of *seat*: its own fully, an enemy's as a loss."""
    if power in view.powers_of(seat):
        return 1.0
    return -RIVAL if enemies(view, view.powers_of(seat)[0], power) else ALLY


def _worth_of(view: State, seat: str, power: str, effect: Effect, direction: str = "") -> float:
    """What *effect* is worth to *seat* if *power* plays it."""
    if isinstance(effect, Shift):
        left, right = _TRACKS.get(effect.track, (AUSTRIA, AUSTRIA))
        gain = _gain(view, seat, right) - _gain(view, seat, left)
        return BOX * effect.boxes * gain / 2 * (1 if direction == RIGHT else -1)
    if isinstance(effect, Elect):
        return 0.0
    receiver = power if effect.power == TAKER else effect.power
    gain = _gain(view, seat, receiver) * effect.n
    return {Troops: TROOP, DrawTC: TC, DiscardTC: -TC}[type(effect)] * gain


def _part(view: State, seat: str, power: str, effect: Effect) -> tuple[CardPart | None, float]:
    """The part of a card as *seat* would play it, and its worth; nothing if it had better not be played."""
    if isinstance(effect, Elect):
        return None, 0.0
    if not isinstance(effect, Shift):
        worth = _worth_of(view, seat, power, effect)
        return (CardPart(effect.kind), worth) if worth > 0 else (None, 0.0)
    ways = (LEFT, RIGHT) if effect.direction == EITHER else (effect.direction,)
    worth, way = max((_worth_of(view, seat, power, effect, way), way) for way in ways)
    return (CardPart(SHIFT, effect.track, way), worth) if worth > 0 else (None, 0.0)


def _value(view: State, seat: str, power: str, card: PoliticalCard) -> float:
    """What *card* is worth to *seat* in the hands of its *power*, and what it would be worth to an enemy."""
    own = sum(_part(view, seat, power, effect)[1] for effect in card.effects)
    return max(own, _danger(view, seat, card))


def _danger(view: State, seat: str, card: PoliticalCard) -> float:
    """What *seat* would lose if the most hostile of the others played *card*."""
    rivals = {view.seat_of(power): power for power in card.symbols if view.seat_of(power) != seat}
    losses = [0.0]
    for rival, power in rivals.items():
        for effect in card.effects:
            part, _ = _part(view, rival, power, effect)
            if part is not None:
                losses.append(-_worth_of(view, seat, power, effect, part.direction))
    return FEAR * max(losses)


def _lines(view: State, seat: str, power: str) -> tuple[CardLine, ...]:
    """What *power* takes, the best first: played as far as that helps, or dropped to keep it from an enemy."""
    found: list[tuple[float, CardLine]] = []
    for card in politics.revealed(view):
        if power not in card.symbols:
            continue
        parts = [_part(view, seat, power, effect) for effect in card.effects]
        played = tuple(part for part, _ in parts if part is not None)
        own, danger = sum(worth for _, worth in parts), _danger(view, seat, card)
        if played and own >= TROOP:
            found.append((max(own, danger), CardLine(card.id, parts=played)))
        elif danger >= TC:
            found.append((danger, CardLine(card.id, drops=True)))
    found.sort(key=lambda each: (-each[0], each[1].card))
    return (*(line for _, line in found), CardLine())


def _placed(view: State, seat: str, power: str, trump: str) -> tuple[str, ...]:
    """The card to place for the best open card: of the suit that is trump, or one of each while it is not known."""
    stakes = [_value(view, seat, power, card) for card in politics.revealed(view) if power in card.symbols]
    if not stakes or max(stakes) < TC:
        return ()
    limit = DEAREST if max(stakes) <= 2 * TC else max(range(2, 11))
    hand = [card for card in view.hands[power].known if not is_reserve(card) and value_of(card) <= limit]
    suits = (trump,) if trump else tuple(SUITS.values())
    best = (max((c for c in hand if suit_of(c) == suit), key=value_of, default=None) for suit in suits)
    faces = [face(card) for card in best if card is not None]
    return tuple(sorted(faces, key=lambda each: (-int(each[1:]), each)))


def _best_suit(view: State, own: tuple[str, ...]) -> str:
    """The suit in which the hands of *own* hold most."""
    held = [card for power in own for card in view.hands[power].known if not is_reserve(card)]
    return max(SUITS.values(), key=lambda suit: (sum(value_of(c) for c in held if suit_of(c) == suit), suit))


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
        withdraw=CitiesOrNone(homes[:3]) if homes else None,
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
