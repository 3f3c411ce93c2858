"""The Impulses that a sheet orders so far, and the changes that order something else (house rules, 2.2).

A choice is about the first way to play an Impulse; where there is none, it begins one, with a card that pays for it.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import Put
from pbem.engine.order import OrderPath
from pbem_tnw.chapters.turn.card_play import card_problems
from pbem_tnw.letters import hand_of
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import ImpulseLine, MoveLine, RestLine
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState


class ImpulseDraft(msgspec.Struct, frozen=True):
    """What a seat has ordered so far for the Impulses of the nations that it is asked about."""

    view: WarState
    nations: tuple[str, ...]
    impulses: Mapping[str, ImpulseOrders]

    def first(self, nation: str) -> Alternative | None:
        """The first way to play the Impulse of *nation*, unless it is to be asked."""
        orders = self.impulses.get(nation)
        found = orders.alternatives[0] if orders is not None and orders.alternatives else None
        return None if found is None or found.ask else found

    def marching(self, nation: str, general: str) -> int | None:
        """The number of the line in which *general* leads a march."""
        found = self.first(nation)
        lines = found.do.lines if found is not None else ()
        return next(
            (n for n, line in enumerate(lines) if isinstance(line, MoveLine) and line.commander == general), None
        )

    def with_first(self, nation: str, alternative: Alternative) -> ImpulseOrders:
        """The Impulse with another first way to play it."""
        orders = self.impulses.get(nation, ImpulseOrders())
        others = orders.alternatives[1:] if self.first(nation) is not None else ()
        return replace(orders, alternatives=(alternative, *others))

    def end(self, nation: str) -> int:
        """Where a new line goes: at the end, but before what is done with the rest."""
        found = self.first(nation)
        lines = found.do.lines if found is not None else ()
        return next((n for n, line in enumerate(lines) if isinstance(line, RestLine)), len(lines))


def impulse_draft(view: WarState, decision: Decision, order: RoundOrders | ImpulseSheet) -> ImpulseDraft:
    """The draft of the sheet of a Round, or of one Impulse."""
    about = decision.about
    asked = (about["nation"],) if "nation" in about else tuple(about.get("nations", ()))
    nations = tuple(nation for nation in asked if nation in nations_of(view, decision.seat))
    return ImpulseDraft(view, nations, order.impulses)


def paying(draft: ImpulseDraft, nation: str, cost: int) -> CardUse | None:
    """The card to play for at least *cost* CPs: the one with fewest that is enough."""
    cards = [card for card in hand_of(draft.view, nation) if card.cp >= cost]
    uses = [CardUse(card=card.id, use="cp") for card in sorted(cards, key=lambda card: (card.cp, card.number))]
    return next((use for use in uses if not any(card_problems(draft.view, nation, use))), None)


def put_card(draft: ImpulseDraft, nation: str, use: CardUse) -> Put:
    """What puts the card to play."""
    found = draft.first(nation)
    if found is None:
        return Put(("impulses", nation), draft.with_first(nation, Alternative(play=use)))
    return Put((*_first(nation), "play"), use)


def put_line(
    draft: ImpulseDraft, nation: str, line: ImpulseLine, at: int | None, play: CardUse | None
) -> tuple[Put, ...]:
    """What puts a line in place of that number or before the rest, and the card that pays for it."""
    found = draft.first(nation)
    if found is None:
        whole = Alternative(play=play, do=OrderLines((line,)))
        return (Put(("impulses", nation), draft.with_first(nation, whole)),)
    where = draft.end(nation) if at is None else at
    insert = at is None and where < len(found.do.lines)
    cards = (put_card(draft, nation, play),) if play is not None else ()
    return (*cards, Put(line_path(nation, where), line, insert=insert))


def line_path(nation: str, at: int) -> OrderPath:
    """The path to a line."""
    return (*_first(nation), "do", at)


def _first(nation: str) -> OrderPath:
    return ("impulses", nation, "alternatives", 0)
