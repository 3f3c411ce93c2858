"""Standing orders by chance, some keys at a time."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from pbem_tnw.guess.choices import Company, guess_battle_cards, guess_choices, guess_condition, guess_pieces
from pbem_tnw.guess.impulses import guess_impulse
from pbem_tnw.orders.condition_parser import BattleCondition, PeaceCondition, ResponseCondition
from pbem_tnw.orders.lines import BuildLine, ImpulseLine, RefitLine, RegroupLine
from pbem_tnw.orders.names import AtPlaces, ByWhom, InZones
from pbem_tnw.orders.pieces import OWN, PieceNames, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import (
    LOWEST_CARDS,
    MOST_LINES,
    RESERVES,
    RESOURCES,
    YES,
    BattleLine,
    Consents,
    EvadeLine,
    HoldTrigger,
    HoldWish,
    InterceptLine,
    LendAnswer,
    PeaceLine,
    PlaceAnswers,
    RespondLine,
    RestoreWish,
    Sacrifices,
    SeaLine,
    SendOrder,
    WarStanding,
)
from pbem_tnw.orders.turn import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish

_HOLDS: tuple[HoldTrigger, ...] = ("battle", "step", "event", "sea", "siege")
_SOME = 5


def guess_standing(company: Company) -> WarStanding:
    """Answers for all cards that could be played, and some other keys."""
    found: dict[str, Any] = {"respond": tuple(_responses(company))[:MOST_LINES], "battle": tuple(_battles(company))}
    for key, guess in _OFTEN.items():
        if company.one_in(2):
            found[key] = guess(company)
    if company.one_in(8):
        found["hold"] = (HoldWish(on=company.chance.choice(_HOLDS), by=_whom(company)),)
    for key in company.some(_KEYS, _SOME):
        found[key] = _KEYS[key](company)
    return WarStanding(**found)


def _responses(company: Company) -> Iterator[RespondLine]:
    """A line for each response that the seat holds or could draw; here and there with bounds."""
    cards = company.board.cards
    held = [card for nation in company.own() for card in company.cards_of(nation) if cards[card].timing is not None]
    others = [card.id for card in cards.values() if card.timing is not None and card.id not in held]
    for card in (*held, *company.some(others, MOST_LINES // 2, MOST_LINES // 4)):
        timing = cards[card].timing
        nation = company.chance.choice(company.own())
        yield RespondLine(
            card=card,
            trigger=company.maybe((timing.trigger,)) if timing is not None else None,
            by=_whom(company) if company.one_in(8) else ByWhom(),
            condition=guess_condition(company, ResponseCondition, one_in=6),
            first=company.maybe((1, 2)),
            keep=int(company.one_in(4)),
            until=_until(company),
            **guess_choices(company, nation, card),
        )


def _battles(company: Company) -> Iterator[BattleLine]:
    for nation in company.own():
        cards = guess_battle_cards(company, nation)
        if cards:
            yield BattleLine(
                by=_whom(company) if company.one_in(4) else ByWhom(), cards=cards,
                retreat_to=company.some(company.duchies(nation), 3) or None, until=_until(company),
            )  # fmt: skip


def _whom(company: Company) -> ByWhom:
    return ByWhom(company.some(company.nations, 3))


def _until(company: Company) -> Literal["round", "turn", "changed"]:
    return company.chance.choice(("round", "turn", "changed", "changed", "changed"))


def _near(company: Company) -> tuple[str, ...]:
    return company.some((place for nation in company.own() for place in company.duchies(nation)), 3, 1)


def _generals(company: Company) -> tuple[str, ...]:
    return company.some((one for nation in company.own() for one in company.generals_of(nation)), 2)


def _evade(company: Company) -> tuple[EvadeLine, ...]:
    condition = guess_condition(company, BattleCondition)
    return (EvadeLine(coming_from=_whom(company), condition=condition, goes_to=_near(company), until=_until(company)),)


def _intercept(company: Company) -> tuple[InterceptLine, ...]:
    where = AtPlaces(_near(company)) if company.one_in(3) else AtPlaces()
    condition = guess_condition(company, BattleCondition)
    return (InterceptLine(start=where, by=_whom(company), condition=condition, until=_until(company)),)


def _sea(company: Company) -> tuple[SeaLine, ...]:
    zones = InZones(company.some(company.board.zones, 2))
    yes, no = (guess_condition(company, BattleCondition, one_in=2) for _ in range(2))
    return (SeaLine(zone=zones, intercept=company.maybe((yes,)), evade=company.maybe((no,))),)


def _consents(company: Company) -> Consents:
    asking = company.some(company.nations, 3)
    return Consents(
        join=dict.fromkeys(asking, YES),
        lend={nation: LendAnswer(YES, _generals(company)) for nation in company.some(company.nations, 3)},
        armistice=dict.fromkeys(company.some(company.board.powers, 2), YES),
        surrender_of=dict.fromkeys(company.some(company.board.powers, 2), YES),
    )


def _peace(company: Company) -> tuple[PeaceLine, ...]:
    condition = guess_condition(company, PeaceCondition, one_in=2)
    return (PeaceLine(condition=condition, add=company.chance.below(3) - 1),)


def _stay(company: Company) -> PlaceAnswers:
    places = {place: company.one_in(2) for place in _near(company)}
    return PlaceAnswers(places, company.maybe((True, False)))


def _commander(company: Company) -> dict[str, str]:
    generals = company.view.generals
    return {generals[one]: one for one in _generals(company)}


def _restore(company: Company) -> dict[str, RestoreWish]:
    hand = [card for nation in company.own() for card in company.view.holdings(nation).known]
    wish = RestoreWish(cards=company.some(hand, 2), cp_at_most=1 + company.chance.below(5))
    return dict.fromkeys(company.some(company.view.consuls, 2), wish)


def _send(company: Company) -> SendOrder:
    return SendOrder(squadron=_ports(company), unit=_near(company), general=_generals(company))


def _ports(company: Company) -> tuple[str, ...]:
    return company.some((place for nation in company.own() for place in company.ports(nation)), 3)


def _to_sea(company: Company) -> dict[str, tuple[str, ...]]:
    duchies = company.board.duchies
    return {port: company.some(duchies[port].port, 2, 1) for port in _ports(company) if port in duchies}


def _others(company: Company) -> tuple[str, ...]:
    return tuple(seat for seat in dict.fromkeys(company.view.control.values()) if seat not in ("", company.seat))


def _extra(company: Company) -> dict[str, Any]:
    return {nation: guess_impulse(company, nation) for nation in company.some(company.own(), 1)}


_OFTEN: Mapping[str, Callable[[Company], Any]] = {
    "consent": _consents, "evade": _evade, "intercept": _intercept, "restore": _restore, "sea": _sea,
}  # fmt: skip
_KEYS: Mapping[str, Callable[[Company], Any]] = {
    "sacrifice": lambda company: Sacrifices(company.some((RESERVES, LOWEST_CARDS, RESOURCES), 3, 1)),
    "take_from": _near,
    "place_at": _near,
    "send": _send,
    "losses": lambda company: company.some(company.nations, 3, 1),
    "generals": lambda company: company.chance.choice((PieceNames("last"), PieceNames("never"))),
    "stay": _stay,
    "old_flags": lambda company: company.some(company.view.flags, 3),
    "to_sea": _to_sea,
    "peace": _peace,
    "comes_back": lambda company: company.one_in(2),
    "extra": _extra,
    "commander": _commander,
    "refuse": lambda company: company.some(_others(company), 1),
    "spoils": _near,
    "march_to": _near,
    "wear_off": lambda company: company.some((card.card for card in company.view.lasting), 2),
}


CAMPS = ("imperial", "coalition")


def guess_turn_end(company: Company) -> TurnEndWish:
    """Some of what may be wished; what cannot be is left out later."""
    others = [nation for nation in company.nations if nation not in company.own()]
    powers, chance = company.powers(), company.chance
    peace = PeaceLine(condition=guess_condition(company, PeaceCondition), add=chance.below(3) - 1)
    rare = company.one_in(4)
    return TurnEndWish(
        peace=(peace,) if company.one_in(2) else None,
        camp={nation: chance.choice(CAMPS) for nation in company.some(powers, 1)} if rare else {},
        declare=(_war(company, others),) if rare and others else (),
        armistice=dict.fromkeys(company.some(others, 1), YES) if company.one_in(4) else {},
        surrender=(SurrenderOffer(receiver=chance.choice(others)),) if company.one_in(12) and others else (),
        reinforce={nation: _reinforced(company, nation) for nation in company.own() if not company.one_in(3)},
        deploy=tuple(line for nation in company.own() for line in _deployed(company, nation)),
    )


def _war(company: Company, others: list[str]) -> InterphaseWar:
    return InterphaseWar(on=company.chance.choice(others), nation=company.maybe(company.powers()))


def _reinforced(company: Company, nation: str) -> OrderLines:
    lines: list[ImpulseLine] = [BuildLine(pieces=guess_pieces(company, nation))]
    if company.one_in(3):
        lines.append(RegroupLine() if company.one_in(2) else RefitLine())
    return OrderLines(tuple(lines))


def _deployed(company: Company, nation: str) -> tuple[DeployLine, ...]:
    generals, lands = company.generals_of(nation), company.duchies(nation)
    if not lands or company.one_in(2):
        return ()
    ports = [place for place in company.ports(nation) if place in company.board.duchies]
    homes = [place for place in lands if company.board.duchies[place].port]
    if ports and homes and company.one_in(3):
        origin, goal = company.chance.choice(ports), company.chance.choice(homes)
        return (DeployLine(origin=origin, goal=goal, nation=nation, squadrons=1),) if origin != goal else ()
    general = company.chance.choice(generals) if generals else ""
    origin = company.view.generals[general] if general else company.chance.choice(lands)
    goal = company.chance.choice(lands)
    units = Strengths({OWN: 1 + company.chance.below(4)})
    leaders = (general,) if general else ()
    return (
        (DeployLine(origin=origin, goal=goal, nation=nation, units=units, leaders=leaders),) if goal != origin else ()
    )
