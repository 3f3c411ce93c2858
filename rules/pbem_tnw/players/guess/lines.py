"""Lines of an Impulse of every kind, by chance."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from pbem_tnw.orders.conditions.condition import ImpulseCondition
from pbem_tnw.orders.lines.lines import (
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
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import FleetSpot
from pbem_tnw.players.guess.choices import guess_pieces
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition
from pbem_tnw.players.guess.cruises import guess_cruise
from pbem_tnw.players.guess.marches import guess_march
from pbem_tnw.position.control import controller, homes, hostile
from pbem_tnw.position.places import REGROUP

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
