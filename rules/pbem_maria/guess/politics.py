"""Guesses for politics, expeditions, shifts."""

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.chapters import conquest, politics, winter
from pbem_maria.chapters.politics import receivers
from pbem_maria.edition.cards import EITHER, LEFT, RIGHT, SHIFT, Effect, PoliticalCard, Shift
from pbem_maria.guess.quiet import hussar_wishes, subsidy_in_advance
from pbem_maria.orders.politics import CardLine, CardPart, Placing, PoliticsOrders, Taking
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.orders.statecraft import ALL, ASK, NONE, PAST_NEUTRAL, TO_NEUTRAL, CitiesOrNone, PeaceOffer, SaxonyWish
from pbem_maria.position.cards import SUITS, face
from pbem_maria.position.powers import FRANCE, PRUSSIA
from pbem_maria.position.state import AUSTRIA, MAXIMUM, State


def guess_politics(view: State, decision: Decision, chance: Chance) -> PoliticsOrders:
    """A card of the suit that is trump where there is one, and any open card that may be taken."""
    seat = decision.seat
    suit = chance.choice(tuple(SUITS.values())) if politics.names_trump(view, seat) else None
    own = politics.own_majors(view, seat)
    order = PoliticsOrders(
        trump=suit,
        take=Taking({power: _lines(view, power, chance) for power in own}),
        hussars=hussar_wishes(view, seat, chance),
        subsidy=subsidy_in_advance(view, seat, chance),
    )
    if not decision.about["placed"]:
        trump = view.trump or suit or ""
        order = replace(order, place=Placing({power: _placed(view, power, trump, chance) for power in own}))
    return _with_troops(view, seat, order, chance)


def _placed(view: State, power: str, trump: str, chance: Chance) -> tuple[str, ...]:
    hand = chance.shuffled(view.hands[power].known)
    fit = tuple(card for card in hand if politics.is_trump(card, trump))
    cards = hand if chance.below(5) == 0 or not trump else fit
    return tuple(face(card) for card in cards[: 1 + chance.below(2)]) if chance.below(4) else ()


def _lines(view: State, power: str, chance: Chance) -> tuple[CardLine, ...]:
    able = tuple(card for card in politics.revealed(view) if power in card.symbols)
    lines = tuple(_line(card, chance, partial=view.options.partial_shift == "yes") for card in chance.shuffled(able))
    return lines if chance.below(3) else (*lines[:1], CardLine())


def _line(card: PoliticalCard, chance: Chance, *, partial: bool) -> CardLine:
    if chance.below(8) == 0:
        return CardLine(card.id, drops=True)
    parts = tuple(_part(effect, chance, partial=partial) for effect in card.effects)
    if chance.below(4) == 0:
        return CardLine(card.id, parts=parts[:1])
    turned = tuple(part for part in parts if part.direction)
    return CardLine(card.id, whole=True, parts=turned)


def _part(effect: Effect, chance: Chance, *, partial: bool) -> CardPart:
    if not isinstance(effect, Shift):
        return CardPart(effect.kind)
    direction = chance.choice((LEFT, RIGHT)) if effect.direction == EITHER else effect.direction
    some = partial or not effect.all_or_nothing
    return CardPart(SHIFT, effect.track, direction, 1 + chance.below(effect.boxes) if some else None)


def _with_troops(view: State, seat: str, order: PoliticsOrders, chance: Chance) -> PoliticsOrders:
    """The sheet with a wish for the troops that cards may give: a removed general first, else one with room."""
    new: dict[str, int] = {}
    returns: dict[str, str] = {}
    for power in view.powers_of(seat):
        if power not in receivers(view) or chance.below(3) == 0:
            continue
        away = (g.id for g in view.theatre.powers[power].generals if view.is_removed(g.id))
        for general in away:
            sites = chance.shuffled(winter.return_sites(view, power, general))
            free = [c for c in sites if c not in returns.values() and winter.wrong_return(view, general, c) is None]
            if free:
                returns[general], new[general] = free[0], 1
        weak = [general for general in view.generals_of(power) if view.troops[general] < MAXIMUM]
        if weak:
            new[chance.choice(weak)] = 1
    return replace(order, new_troops=new, returns=returns)


def with_shifts(view: State, after: State, seat: str, order: StageOrders, chance: Chance) -> StageOrders:
    """The sheet with an offer of peace or the reduction of France's objectives, where that can be of use."""
    if not view.theatre.is_advanced or chance.below(3) == 0:
        return order
    if view.stage == PRUSSIA and seat == view.seat_of(PRUSSIA) and conquest.may_offer_peace(after):
        order = replace(order, peace=PeaceOffer(chance.shuffled(conquest.sites(view))[: chance.below(3)]))
    if view.stage == FRANCE and seat == view.seat_of(FRANCE) and conquest.may_reduce(after) and chance.below(4) == 0:
        order = replace(order, reduce=True)
    return order


_WISHES = (ALL, ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL, ASK)


def standing_answers(view: State, seat: str, standing: StandingAnswers, chance: Chance) -> StandingAnswers:
    """Standing answers about shifts, now and then."""
    if not view.theatre.is_advanced or chance.below(4) == 0:
        return standing
    standing = replace(standing, withdraw=CitiesOrNone((chance.choice(sorted(view.board.cities)),)))
    if seat != view.seat_of(AUSTRIA):
        return standing
    wish = SaxonyWish(boxes=chance.below(3)) if chance.below(2) else SaxonyWish(chance.choice(_WISHES))
    return replace(standing, saxony=wish, peace=chance.choice(("accept", "refuse", ASK)))
