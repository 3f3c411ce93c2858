"""Some legal answer to a decision: the fuzzer's player."""

from collections.abc import Iterator
from typing import Literal

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_tnw.chapters.sequence.card_play import card_problems
from pbem_tnw.chapters.sheets.check import check_alternatives
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders
from pbem_tnw.orders.lines.lines import (
    AssaultLine,
    FlagLine,
    ImpulseLine,
    MoveLine,
    RestItem,
    RestLine,
)
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.round_orders import ImpulseSheet, PreemptLine, RoundOrders
from pbem_tnw.orders.turn_end import TurnEndOrders
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState

_USES: tuple[Literal["event", "cp"], ...] = ("event", "cp")
_ELSE: tuple[Literal["lowest", "ask"], ...] = ("lowest", "ask")
_REST = (RestItem(use="unit"), RestItem(use="refit"), RestItem(use="regroup"), RestItem(use="squadron"))
_SILENT: tuple[Order, ...] = (EntryOrders(), TurnEndOrders(), HoldAnswer())


def guess(view: WarState, decision: Decision, chance: Chance) -> Order:
    """A legal answer by chance."""
    if decision.takes is RoundOrders:
        impulses = dict(_impulses(view, decision.about["nations"], chance))
        preempt = (PreemptLine(ask=not chance.below(4)),) if not chance.below(4) else ()
        return RoundOrders(impulses=impulses, preempt=preempt)
    if decision.takes is ImpulseSheet:
        return ImpulseSheet(impulses=dict(_impulses(view, (decision.about["nation"],), chance)))
    return next(order for order in _SILENT if type(order) is decision.takes)


def _impulses(view: WarState, nations: tuple[str, ...], chance: Chance) -> Iterator[tuple[str, ImpulseOrders]]:
    for nation in nations:
        uses = [CardUse(card=card, use=use) for card in view.holdings(nation).known for use in _USES]
        legal = [use for use in uses if not any(card_problems(view, nation, use))]
        if not legal or not chance.below(5):
            continue
        play = chance.choice(legal)
        orders = ImpulseOrders(alternatives=(Alternative(play=play, do=_lines(view, nation, chance)),))
        wrong = any(problem.stops for problem in check_alternatives(view, seat_of(view, nation), nation, orders))
        if wrong:
            orders = ImpulseOrders(alternatives=(Alternative(play=play),))
        yield nation, ImpulseOrders(alternatives=orders.alternatives, otherwise=_ELSE[chance.below(4) // 3])


def _lines(view: WarState, nation: str, chance: Chance) -> OrderLines:
    """A march of some general, as far as chance leads it, a Flag or an assault where it stands, and then the rest."""
    lines: list[ImpulseLine] = []
    leaders = view.board.leaders
    generals = [
        one for one, place in view.generals.items() if leaders[one].nation == nation and view.board.links.get(place)
    ]
    if generals and chance.below(3):
        general = chance.choice(generals)
        path, here = [], view.generals[general]
        for _ in range(1 + chance.below(3)):
            here = chance.choice(tuple(view.board.links[here]))
            path.append(here)
        lines.append(MoveLine(commander=general, path=tuple(path)))
        lines.append(FlagLine() if chance.below(2) else AssaultLine())
    rest = chance.shuffled(_REST)[: 1 + chance.below(3)]
    return OrderLines(lines=(*lines, RestLine(items=rest)))
