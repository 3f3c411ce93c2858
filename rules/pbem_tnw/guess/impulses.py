"""Impulses and lines by chance."""

from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

from msgspec.structs import replace

from pbem.engine.order import Order
from pbem_tnw.chapters.turn.card_play import card_problems
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.guess.choices import Company, guess_choices, guess_condition, guess_pieces
from pbem_tnw.guess.marches import guess_cruise, guess_march
from pbem_tnw.orders.choices import CardUse, PlusMoment, PlusUse
from pbem_tnw.orders.condition_parser import ImpulseCondition
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import (
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    EndWarLine,
    FlagLine,
    FlagPlaces,
    FlipLine,
    ImpulseLine,
    RefitLine,
    RegroupLine,
    RestItem,
    RestLine,
    SurrenderLine,
)
from pbem_tnw.orders.pieces import FleetSpot
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import EntryOrders, ImpulseSheet, PreemptLine, RoundOrders
from pbem_tnw.position.control import controller, homes, hostile

_INTERCEPTED: tuple[Literal["fight", "halt"], ...] = ("fight", "halt")
_MET: tuple[Literal["pass", "stay", "attack"], ...] = ("pass", "stay", "attack")
_WAYS: tuple[Literal["left", "right"], ...] = ("left", "right")
_REST: tuple[Literal["unit", "squadron", "general", "flag", "regroup", "refit", "end_war", "assault"], ...] = (
    "unit", "squadron", "general", "flag", "regroup", "refit", "end_war", "assault",
)  # fmt: skip
_ONCE_IN = 10
"""How seldom a line bears a condition."""


def guess_lines(company: Company, nation: str) -> OrderLines:
    """A march or a cruise and what may follow it, lines of other kinds, and most often what to do with the rest."""
    lines: list[ImpulseLine] = [*_end(company, nation)]
    if company.one_in(3):
        lines += guess_cruise(company, nation)
    if not lines or company.one_in(2):
        lines += guess_march(company, nation)
    for _ in range(company.chance.below(3)):
        lines += company.chance.choice(_OTHERS)(company, nation)
    if not company.one_in(4):
        lines.append(RestLine(items=tuple(guess_rest(company, nation))))
    return OrderLines(tuple(_perhaps(company, line) for line in lines))


def guess_rest(company: Company, nation: str) -> Iterator[RestItem]:
    """Some uses of points, each once."""
    leaders = [one.id for one in company.board.leaders.values() if one.nation == nation]
    for use in company.some(_REST, 3, 1):
        places = company.places() if company.one_in(12) else company.duchies(nation)
        at = company.some(places, 2) if use in ("unit", "flag", "squadron") else ()
        named = company.maybe(leaders) if use == "general" else None
        yield RestItem(use=use, at=at, general=named, n=company.maybe((1, 2, 3)))


def _perhaps(company: Company, line: ImpulseLine) -> ImpulseLine:
    """*line*, here and there with a condition."""
    return replace(line, condition=guess_condition(company, ImpulseCondition, one_in=_ONCE_IN))


def _flag(company: Company, nation: str) -> Iterator[ImpulseLine]:
    yield FlagLine(at=FlagPlaces(company.some(company.duchies(nation), 2, 1)), remove=company.one_in(4))


def _build(company: Company, nation: str) -> Iterator[ImpulseLine]:
    yield BuildLine(pieces=guess_pieces(company, nation))


def _regroup(company: Company, nation: str) -> Iterator[ImpulseLine]:
    if company.view.units.get(REGROUP, {}).get(nation) or company.one_in(3):
        yield RegroupLine(pieces=guess_pieces(company, nation) if company.one_in(3) else ())


def _refit(company: Company, nation: str) -> Iterator[ImpulseLine]:
    spots = tuple(FleetSpot(place, company.maybe((1, 2))) for place in company.some(company.ports(nation), 2))
    yield RefitLine(at=spots)


def _consul(company: Company, _nation: str) -> Iterator[ImpulseLine]:
    proxies, chance = tuple(company.view.consuls), company.chance
    if not proxies:
        return
    who = chance.choice(proxies)
    if company.one_in(4):
        yield FlipLine(who=who)
    elif company.one_in(3):
        column = chance.choice(company.board.tracks.diplomatic.column_ids)
        yield ConsulLine(who=who, to=column, row=company.maybe(company.powers()))
    else:
        yield ConsulLine(who=who, way=chance.choice(_WAYS), steps=1 + chance.below(2))


def _war(company: Company, nation: str) -> Iterator[ImpulseLine]:
    own = [war.card for war in company.view.wars if war.nation == nation]
    if own:
        yield EndWarLine(war=company.chance.choice(own), cp=1 + company.chance.below(3))
    elif company.one_in(4):
        yield DeclareLine(on=company.chance.choice(company.nations))


def _end(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """The end of a lost war, as the first line: to whoever holds a Key at home, for France also by capitulation."""
    view = company.view
    keys = [home for home in homes(view, nation) if company.board.duchies[home].key and hostile(view, nation, home)]
    if keys and company.one_in(4):
        holder = controller(view, company.chance.choice(keys))
        yield CapitulateLine() if nation == "france" and company.one_in(2) else SurrenderLine(to=holder)
    elif company.one_in(80):
        yield CapitulateLine() if nation == "france" else SurrenderLine(to=company.chance.choice(company.board.powers))


_OTHERS: tuple[Callable[[Company, str], Iterator[ImpulseLine]], ...] = (
    _flag, _build, _build, _regroup, _refit, _consul, _consul, _war, guess_march,
)  # fmt: skip


_SELDOM = 12
"""Once in so many times a seat wants to be asked: each stop is a round of mail more."""


def guess_impulses(company: Company, nations: tuple[str, ...]) -> dict[str, ImpulseOrders]:
    """The Impulses of most of the *nations*; of the others none, which is silence."""
    return {nation: guess_impulse(company, nation) for nation in nations if not company.one_in(10)}


def guess_impulse(company: Company, nation: str) -> ImpulseOrders:
    """Up to three ways to play an Impulse."""
    number = 1 + company.chance.below(3)
    found = [guess_alternative(company, nation, asks=number > 1) for _ in range(number)]
    otherwise: Literal["lowest", "ask"] = "ask" if company.one_in(_SELDOM) else "lowest"
    return ImpulseOrders(alternatives=tuple(found), otherwise=otherwise)


def guess_alternative(company: Company, nation: str, *, asks: bool = False) -> Alternative:
    """A card that can be played as it looks now, as an event if chance says so."""
    condition = guess_condition(company, ImpulseCondition, one_in=8)
    if asks and company.one_in(4 * _SELDOM):
        return Alternative(condition=condition, ask=True)
    play = _use(company, nation)
    plus = None if play is not None and company.board.cards[play.card].is_reserve else _plus(company, nation)
    return Alternative(condition=condition, play=play, plus=plus, do=guess_lines(company, nation))


def guess_preemption(company: Company) -> PreemptLine:
    """A line that preempts, or has the game stop at the offer."""
    own = company.own()
    if not own or company.one_in(_SELDOM):
        return PreemptLine(ask=True)
    nation = company.chance.choice(own)
    return PreemptLine(
        before=company.some(company.nations, 2),
        nation=nation,
        round=company.maybe((company.view.round, company.view.round + 1)),
        condition=guess_condition(company, ImpulseCondition),
        play=guess_impulse(company, nation) if company.one_in(2) else None,
    )


def _use(company: Company, nation: str) -> CardUse | None:
    """A card and its use: an event as often as one is possible, for points rather not one that waits for a battle."""
    cards = company.board.cards
    waiting = company.chance.below(4)
    hand = sorted(
        company.chance.shuffled(company.cards_of(nation)),
        key=lambda card: bool(waiting) and cards[card].kind in ("battle", "response"),
    )
    uses = [CardUse(card=card, use="event", **guess_choices(company, nation, card)) for card in hand]
    events = [use for use in uses if not any(card_problems(company.view, nation, use))]
    if events and not company.one_in(3):
        return events[0]
    points = (CardUse(card=card, use="cp") for card in hand)
    return next((use for use in points if not any(card_problems(company.view, nation, use))), None)


def _plus(company: Company, nation: str) -> PlusUse | None:
    when = PlusMoment(company.maybe((0, 1, 2)))
    if company.view.resources.get(nation) and company.one_in(4):
        return PlusUse(resource=True, when=when)
    reserves = [card for card in company.board.reserves.get(nation, ()) if card not in company.view.used]
    if not reserves or company.chance.below(4):
        return None
    card = company.chance.choice(reserves)
    if company.board.cards[card].timing is not None and not company.one_in(4):
        return None
    if company.one_in(2):
        return PlusUse(card=card, use="cp", when=when)
    return PlusUse(card=card, use="event", when=when, **guess_choices(company, nation, card))


Impulses = TypeVar("Impulses", RoundOrders, ImpulseSheet)


def in_advance(order: Order) -> Order:
    """*order* without `ask` and `hold`."""
    match order:
        case RoundOrders():
            preempt = tuple(map(_preempting, (line for line in order.preempt if not line.ask)))
            return replace(_answering(order), preempt=preempt, standing=_holding_nothing(order.standing))
        case ImpulseSheet():
            return _answering(order)
        case EntryOrders():
            return replace(order, standing=_holding_nothing(order.standing))
    return order


def _answering(order: Impulses) -> Impulses:
    return replace(order, impulses={nation: _unasked(each) for nation, each in order.impulses.items()})


def _unasked(orders: ImpulseOrders) -> ImpulseOrders:
    alternatives = tuple(each for each in orders.alternatives if not each.ask)
    return replace(
        orders, alternatives=alternatives, otherwise="lowest" if orders.otherwise == "ask" else orders.otherwise
    )


def _preempting(line: PreemptLine) -> PreemptLine:
    return replace(line, play=line.play and _unasked(line.play))


def _holding_nothing(standing: WarStanding | None) -> WarStanding | None:
    if standing is None:
        return None
    extra = standing.extra and {nation: _unasked(each) for nation, each in standing.extra.items()}
    return replace(standing, hold=(), extra=extra)
