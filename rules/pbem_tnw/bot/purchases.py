"""What Command Points buy besides marches: units, generals, Flags, consuls (7, 8.1)."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.bot.survey import POINT, UNIT, ForceSeen, Prospects, WarSurvey
from pbem_tnw.chapters.nation.buying import units_left, wrong_build_place, wrong_return
from pbem_tnw.chapters.politics.track import ConsulWay, is_open, own_row, rows, steps_by_points
from pbem_tnw.edition.board import REGROUP, YARD, war_box
from pbem_tnw.orders.lines import BuildLine, ConsulLine, EndWarLine, ImpulseLine, RefitLine, RegroupLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.position.control import ALLY, homes, own_lands, seat_of
from pbem_tnw.position.state import Consul

_BY_COLUMN = {"unaligned": 0.0, "envoy": 0.15, "client": 0.4, "ally": 1.0}


def worth_of_box(survey: WarSurvey, proxy: str, consul: Consul) -> float:
    """The worth in victory points of the box that *consul* is in; less than nothing in an enemy's row."""
    nation = survey.board.nations[proxy]
    alliance = (1.0 if not nation.is_power else 0.0) + 0.12 * sum(each.strength for each in nation.units)
    worth = alliance * _BY_COLUMN[consul.column]
    if consul.row in survey.enemies:
        return -0.8 * worth
    if not consul.row:
        return 0.0
    return worth if seat_of(survey.view, consul.row) == survey.seat else 0.3 * worth


_NO_ONE = ForceSeen()


class PlannedPurchase(msgspec.Struct, frozen=True):
    """A line, its CPs, and what it is worth in victory points."""

    line: ImpulseLine
    cost: int
    score: float
    place: str = ""
    units: int = 0


class Purchases:
    """What a nation could buy now."""

    def __init__(self, survey: WarSurvey, prospects: Prospects) -> None:
        self._survey, self._prospects, self._view = survey, prospects, survey.view
        self._nation = survey.nation
        self._left = units_left(survey.view, survey.nation)
        self._in_box = survey.view.units.get(REGROUP, {}).get(self._nation, 0)
        self._homes = tuple(at for at in homes(survey.view, survey.nation) if not self._wrong_return(at))
        self._lands = tuple(at for at in own_lands(survey.view, survey.nation) if not self._wrong_place(at))
        self._built: dict[str, int] = {}
        self._done: set[str] = set()

    def _wrong_return(self, place: str) -> bool:
        return wrong_return(self._view, self._nation, place) is not None

    def _wrong_place(self, place: str) -> bool:
        return wrong_build_place(self._view, self._nation, place) is not None

    def best(self, points: int, *, interphase: bool = False) -> PlannedPurchase | None:
        """What is worth most for each of its points; None if nothing is worth it."""
        found = [*self._units(), *self._generals(), *self._refits()]
        if not interphase:
            found += [*self._consuls(points), *self._wars()]
        good = [each for each in found if each.cost <= points and self._key(each) not in self._done]
        return max(good, key=lambda each: each.score / max(0.5, each.cost), default=None)

    def buy(self, purchase: PlannedPurchase) -> None:
        """Take *purchase* as ordered."""
        if purchase.units:
            self._built[purchase.place] = self._built.get(purchase.place, 0) + 1
            if isinstance(purchase.line, RegroupLine):
                self._in_box -= 1
            else:
                self._left -= 1
        else:
            self._done.add(self._key(purchase))

    def _key(self, purchase: PlannedPurchase) -> str:
        line = purchase.line
        if isinstance(line, ConsulLine):
            return f"consul {line.who}"
        return "" if purchase.units else repr(line)

    def _units(self) -> Iterator[PlannedPurchase]:
        if self._in_box > 0:
            for place in self._homes:
                back = RegroupLine(pieces=(PiecesWanted(what="unit", at=place),))
                yield PlannedPurchase(back, 1, self._worth_of_unit(place), place, 1)
        if self._left > 0:
            for place in self._lands:
                line = BuildLine(pieces=(PiecesWanted(what="unit", at=place),))
                yield PlannedPurchase(line, 2, self._worth_of_unit(place), place, 1)

    def _worth_of_unit(self, place: str) -> float:
        there, built = self._survey.own.get(place, _NO_ONE), self._built.get(place, 0)
        before = there.with_own(there.own + built)
        after = before.with_own(before.own + 1)
        change = self._prospects.change({place: after}) - (self._prospects.change({place: before}) if built else 0.0)
        return 0.75 * UNIT + change

    def _generals(self) -> Iterator[PlannedPurchase]:
        """Generals for units that have none, or better ones."""
        board, view = self._survey.board, self._view
        for one, where in view.generals.items():
            leader = board.leaders[one]
            if leader.nation != self._nation or where not in (YARD, REGROUP):
                continue
            for place in homes(view, self._nation):
                there = self._survey.own.get(place, _NO_ONE)
                if there.own + self._built.get(place, 0) < 2:
                    continue
                after = there.led_by((one, *there.generals), max(there.rating, leader.battle))
                worth = 0.1 * leader.battle + self._prospects.change({place: after})
                wanted = (PiecesWanted(what="general", general=one, at=place),)
                back = where == REGROUP
                line: ImpulseLine = RegroupLine(pieces=wanted) if back else BuildLine(pieces=wanted)
                if place in (self._homes if back else self._lands):
                    yield PlannedPurchase(line, 1 if back else leader.command, worth)

    def _refits(self) -> Iterator[PlannedPurchase]:
        marked = sum(
            one.nation == self._nation and bool(one.refit) for there in self._view.squadrons.values() for one in there
        )
        if marked:
            yield PlannedPurchase(RefitLine(), marked, 0.12 * marked)

    def _consuls(self, points: int) -> Iterator[PlannedPurchase]:
        view, nation = self._view, self._nation
        if not is_open(view):
            return
        for proxy, consul in view.consuls.items():
            if consul.column == ALLY:
                continue
            now = worth_of_box(self._survey, proxy, consul)
            own = own_row(view, nation)
            if own in rows(view) and consul.row in ("", own):
                yield from self._moved(proxy, "right", own, now, points)
            yield from self._moved(proxy, "left", consul.row, now, points)

    def _moved(self, proxy: str, way: ConsulWay, row: str, now: float, points: int) -> Iterator[PlannedPurchase]:
        cost = 0
        for number, step in enumerate(steps_by_points(self._view, self._nation, proxy, way, 3, row), 1):
            cost += step.cost
            if cost > points:
                return
            line = ConsulLine(who=proxy, way=way, steps=number, row=row or None if way == "right" else None)
            yield PlannedPurchase(line, cost, worth_of_box(self._survey, proxy, step.to) - now)

    def _wars(self) -> Iterator[PlannedPurchase]:
        for war in self._view.wars:
            if war.nation == self._nation:
                pieces = sum(self._view.units.get(war_box(war.card), {}).values())
                pieces += len(self._view.squadrons.get(war_box(war.card), ()))
                yield PlannedPurchase(EndWarLine(war=war.card), 1, pieces * UNIT * 0.8 / 6 + POINT / 3)
