"""Lines of an Impulse of every kind, by chance."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Literal

from msgspec.structs import replace

from pbem_tnw.orders.conditions.condition import BattleCondition, ImpulseCondition
from pbem_tnw.orders.lines.battle_wish import BattleCardWish, BattleWish
from pbem_tnw.orders.lines.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    DropLine,
    EmbarkLine,
    EndWarLine,
    FlagLine,
    FlagPlaces,
    FlipLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    RestItem,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import OWN, FleetSpot, OddsLimit, PieceNames, Strengths
from pbem_tnw.orders.names import HERE
from pbem_tnw.players.guess.choices import guess_choices, guess_pieces
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition
from pbem_tnw.position.control import at_war
from pbem_tnw.position.places import REGROUP

_INTERCEPTED: tuple[Literal["fight", "halt"], ...] = ("fight", "halt")
_MET: tuple[Literal["pass", "stay", "attack"], ...] = ("pass", "stay", "attack")
_WAYS: tuple[Literal["left", "right"], ...] = ("left", "right")
_REST: tuple[Literal["unit", "squadron", "general", "flag", "regroup", "refit", "end_war", "assault"], ...] = (
    "unit", "squadron", "general", "flag", "regroup", "refit", "end_war", "assault",
)  # fmt: skip
_ONCE_IN = 6
"""How seldom a line bears a condition."""


def guess_lines(company: Company, nation: str) -> OrderLines:
    """A march or a cruise and what may follow it, lines of other kinds, and most often what to do with the rest."""
    lines: list[ImpulseLine] = []
    if not company.one_in(3):
        lines += _march(company, nation)
    if company.ports(nation) and company.one_in(4):
        lines += _cruise(company, nation)
    for _ in range(company.chance.below(3)):
        lines += company.chance.choice(_OTHERS)(company, nation)
    if not company.one_in(4):
        lines.append(RestLine(items=tuple(guess_rest(company, nation))))
    return OrderLines(tuple(_perhaps(company, line) for line in lines))


def guess_rest(company: Company, nation: str) -> Iterator[RestItem]:
    """Some uses of points, each once."""
    leaders = [one.id for one in company.board.leaders.values() if one.nation == nation]
    for use in company.some(_REST, 3, 1):
        at = company.some(company.duchies(nation), 2) if use in ("unit", "flag", "squadron") else ()
        named = company.maybe(leaders) if use == "general" else None
        yield RestItem(use=use, at=at, general=named, n=company.maybe((1, 2, 3)))


def guess_battle(company: Company, nation: str) -> BattleWish:
    """How to fight, most often as standing orders say."""
    if company.one_in(2):
        return BattleWish()
    found = BattleWish(
        cards=guess_battle_cards(company, nation) or None,
        first_round_at_most=company.maybe((1, 2)),
        losses=company.some(company.own(), 2) or None,
        retreat_to=company.some(company.duchies(nation), 2) or None,
    )
    if company.one_in(4):
        found = replace(found, keep_if=BattleCondition(guess_condition(company, BattleCondition, one_in=1).test))
    return replace(found, generals=_losable(company, nation)) if company.one_in(3) else found


def guess_battle_cards(company: Company, nation: str) -> tuple[BattleCardWish, ...]:
    """Cards for a battle, those held first."""
    cards = company.board.cards
    fit = [card for card in company.cards_of(nation) if cards[card].kind == "battle"]
    others = [one.id for one in cards.values() if one.kind == "battle" and (not one.is_reserve or one.nation == nation)]
    return tuple(
        BattleCardWish(
            card=card, condition=guess_condition(company, BattleCondition), **guess_choices(company, nation, card)
        )
        for card in (*fit, *company.some((one for one in others if one not in fit), 1))
    )


def _losable(company: Company, nation: str) -> PieceNames:
    names = company.some(company.generals_of(nation), 2, 1)
    return company.chance.choice((PieceNames("last"), PieceNames("never"), PieceNames("named", names)))


def _perhaps(company: Company, line: ImpulseLine) -> ImpulseLine:
    """*line*, here and there with a condition."""
    return replace(line, condition=guess_condition(company, ImpulseCondition, one_in=_ONCE_IN))


def _march(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Formation and its way, with what it does where it comes to."""
    generals, chance = company.generals_of(nation), company.chance
    held = [place for place in company.board.duchies if company.view.units.get(place, {}).get(nation)]
    if not generals and not held:
        return
    general = chance.choice(generals) if generals and not company.one_in(5) else None
    here = company.view.generals[general] if general else chance.choice(held or (company.view.generals[generals[0]],))
    beside = [one for one in generals if one != general and company.view.generals[one] == here]
    if general is None or company.one_in(2):
        yield _formed(company, nation, general, beside, here)
        general = None
    way = _way(company, nation, here)
    limit = OddsLimit(Decimal(chance.choice(("0.5", "0.8", "1", "1.3")))) if company.one_in(3) else None
    if way:
        yield MoveLine(
            commander=general, path=way, if_intercepted=chance.choice(_INTERCEPTED), only_if_odds=limit,
            battle=guess_battle(company, nation),
        )  # fmt: skip
    if company.one_in(5):
        yield TakeLine() if company.one_in(2) else DropLine(units=Strengths({OWN: 1}))
    yield FlagLine() if company.one_in(3) else AssaultLine(rounds=company.maybe((1, 2)) if company.one_in(2) else None)


def _formed(company: Company, nation: str, general: str | None, beside: list[str], here: str) -> FormLine:
    there = company.view.units.get(here, {}).get(nation, 0)
    if general is None:
        riders = company.some(beside, 2) if company.one_in(2) else ()
        return FormLine(at=here, riders=riders, units=Strengths() if riders else Strengths({OWN: min(2, there or 1)}))
    riders = company.some(beside, 2)
    units = (Strengths(), Strengths(every=True), Strengths({OWN: 1 + company.chance.below(max(1, there))}))
    return FormLine(at=company.maybe((here,)), commander=general, riders=riders, units=company.chance.choice(units))


def _way(company: Company, nation: str, here: str) -> tuple[str, ...]:
    """A way of up to four steps, over duchies of enemies rather than of others."""
    path: list[str] = []
    for _ in range(1 + company.chance.below(4)):
        near = tuple(other for other in company.board.links.get(here, {}) if other not in path)
        enemy = [one for one in near if at_war(company.view, nation, _host(company, one))]
        if not near:
            break
        here = company.chance.choice(enemy if enemy and not company.one_in(3) else near)
        path.append(here)
    return tuple(path)


def _host(company: Company, duchy: str) -> str:
    return company.view.flags.get(duchy) or company.board.duchies[duchy].nation


def _cruise(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Fleet that sails, attacks, or carries troops to land."""
    origin = company.chance.choice(company.ports(nation))
    zones, duchies = company.board.zones, company.board.duchies
    carries = origin in duchies and company.one_in(3)
    if carries:
        units = Strengths({OWN: 1 + company.chance.below(2)})
        generals = [one for one in company.generals_of(nation) if company.view.generals[one] == origin]
        yield EmbarkLine(at=origin, units=units, generals=company.some(generals, 1), stay_aboard=company.one_in(3))
    path, here = list[str](), origin
    for _ in range(1 + company.chance.below(3)):
        near = (*zones[here].adjacent, *zones[here].ports) if here in zones else duchies[here].port
        if not near:
            break
        here = company.chance.choice(near)
        path.append(here)
    if path:
        yield SailLine(
            origin=origin, path=tuple(path), if_met=company.chance.choice(_MET),
            squadrons=Strengths({OWN: 1 + company.chance.below(3)}) if company.one_in(3) else Strengths(),
            only_if_odds=OddsLimit(Decimal("0.8")) if company.one_in(3) else None,
        )  # fmt: skip
    if carries:
        yield LandLine(at=here if here in duchies else HERE, battle=guess_battle(company, nation))
    elif company.one_in(3):
        yield AttackLine(at=company.chance.choice(zones[here].ports) if here in zones and company.one_in(2) else HERE)


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
    if company.one_in(8):
        yield CapitulateLine() if nation == "france" else SurrenderLine(to=company.chance.choice(company.board.powers))


_OTHERS: tuple[Callable[[Company, str], Iterator[ImpulseLine]], ...] = (
    _flag, _build, _build, _regroup, _refit, _consul, _consul, _war, _end, _march,
)  # fmt: skip
