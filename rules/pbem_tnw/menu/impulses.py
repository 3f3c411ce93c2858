"""The Impulses that a sheet orders so far, and the changes of its text that order something else (house rules, 2.2).

A choice is about the first way to play an Impulse; where there is none, it begins one, with a card that pays for it.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import Edit
from pbem.engine.order import Order, OrderPath
from pbem.engine.reading import Lexicon
from pbem_tnw.chapters.turn.card_play import card_problems
from pbem_tnw.chapters.turn.sheets import check_alternatives
from pbem_tnw.letters import hand_of
from pbem_tnw.lexicon import lexicon
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
    seat: str
    nations: tuple[str, ...]
    impulses: Mapping[str, ImpulseOrders]

    @property
    def names(self) -> Lexicon:
        """The names to write."""
        return lexicon(self.view, self.seat)

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

    def with_line(self, nation: str, line: ImpulseLine, at: int | None, play: CardUse | None) -> ImpulseOrders:
        """The Impulse with *line* in place of that number, or before what is done with the rest; and with a card."""
        found = self.first(nation) or Alternative()
        if play is not None:
            found = replace(found, play=play)
        lines = found.do.lines
        where = self.end(nation) if at is None else at
        rest = lines[where:] if at is None else lines[where + 1 :]
        return self.with_first(nation, replace(found, do=OrderLines((*lines[:where], line, *rest))))

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

    def refused(self, nation: str, orders: ImpulseOrders, *path: str | int) -> bool:
        """Whether the check of a sheet refuses what is at *path* in the first way to play an Impulse, or all of it."""
        whole = ("alternatives", 0, *path)
        problems = check_alternatives(self.view, self.seat, nation, orders)
        return any(each.stops and (each.path[: len(whole)] == whole or _holds(each.path, whole)) for each in problems)


def _holds(path: OrderPath, inner: OrderPath) -> bool:
    return inner[: len(path)] == path


def impulse_draft(view: WarState, seat: str, decision: Decision, order: Order | None) -> ImpulseDraft:
    """The draft of the sheet of a Round, or of one Impulse."""
    about = decision.about
    asked = (about["nation"],) if "nation" in about else tuple(about.get("nations", ()))
    nations = tuple(nation for nation in asked if nation in nations_of(view, seat))
    impulses = order.impulses if isinstance(order, RoundOrders | ImpulseSheet) else {}
    return ImpulseDraft(view, seat, nations, impulses)


def paying(draft: ImpulseDraft, nation: str, cost: int) -> CardUse | None:
    """The card to play for at least *cost* CPs: the one with fewest that is enough."""
    cards = [card for card in hand_of(draft.view, nation) if card.cp >= cost]
    uses = [CardUse(card=card.id, use="cp") for card in sorted(cards, key=lambda card: (card.cp, card.number))]
    return next((use for use in uses if not any(card_problems(draft.view, nation, use))), None)


def use_text(draft: ImpulseDraft, use: CardUse) -> str:
    """How a card with its use is written."""
    return f"{draft.names.name('card', use.card)} as {use.use}"


def put_card(draft: ImpulseDraft, nation: str, use: CardUse) -> tuple[Edit, ...]:
    """What writes the card to play."""
    if draft.first(nation) is None:
        return (Edit(path=_impulse(nation), text=f"play: {use_text(draft, use)}"),)
    return (Edit(path=(*_first(nation), "play"), text=use_text(draft, use)),)


def put_line(
    draft: ImpulseDraft, nation: str, text: str, at: int | None, play: CardUse | None
) -> tuple[tuple[Edit, ...], OrderPath]:
    """What writes a line, in place of that number or before the rest, and the card that pays for it; and its path."""
    where = draft.end(nation) if at is None else at
    path = (*_first(nation), "do", where)
    if draft.first(nation) is None:
        card = f"play: {use_text(draft, play)}\n" if play is not None else ""
        return (Edit(path=_impulse(nation), text=f"{card}do:\n  - {text}"),), path
    found = draft.first(nation)
    count = len(found.do.lines) if found is not None else 0
    how = "insert" if at is None and where < count else "put"
    cards = put_card(draft, nation, play) if play is not None else ()
    return (*cards, Edit(path=path, text=text, how="insert" if how == "insert" else "put")), path


def remove_line(nation: str, at: int) -> Edit:
    """What removes a line."""
    return Edit(path=(*_first(nation), "do", at), how="remove")


def line_path(nation: str, at: int) -> OrderPath:
    """The path to a line."""
    return (*_first(nation), "do", at)


def _impulse(nation: str) -> OrderPath:
    return ("impulses", nation)


def _first(nation: str) -> OrderPath:
    return ("impulses", nation, "alternatives", 0)
