"""Ending a Foreign War (7.6)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.pieces.card_events import CardPutAway
from pbem_tnw.chapters.pieces.dealing import shuffle_deck
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sequence.points import left, spend
from pbem_tnw.orders.lines.lines import EndWarLine
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import REGROUP, war_box
from pbem_tnw.position.state import WarState

RULE = "7.6"
USE = "foreign_war"
TRY = 1
"""CPs for a roll."""
NEED = 6


class WarRoll(Step[WarState, Order], frozen=True):
    """Whether the Foreign War has ended; if not, the next roll that the line pays for. *tries* were made so far."""

    rule = RULE
    card: str
    tries: int = 1

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse = table.state.impulse
        if impulse is None or not any(war.card == self.card for war in table.state.wars):
            return
        table.emit(DiceCleared())
        if impulse.rolled and impulse.rolled[0].total >= NEED:
            end_foreign_war(table, self.card)
        elif self.tries < _wished(table.state, impulse.nation, self.card) and left(table.state, impulse.nation, USE):
            _try(table, impulse.nation, self.card, self.tries + 1)


def end_war_problems(view: WarState, nation: str, line: EndWarLine) -> Iterator[Problem]:
    """Why *nation* cannot try to end that Foreign War: it must be its own, and no ally pays for it."""
    own = tuple(war.card for war in view.wars if war.nation == nation)
    if line.war not in own:
        yield Problem("foreign-war-not-own", ("war",), RULE, {"nation": nation, "card": line.war, "wars": own})
    elif line.cp < 1:
        yield Problem("foreign-war-no-try", ("cp",), RULE, {"card": line.war})
    elif (have := left(view, nation, USE)) < line.cp * TRY:
        args = {"nation": nation, "points": line.cp * TRY, "left": have, "costs": ((USE, line.cp * TRY),)}
        yield Problem("points-short", ("cp",), "6.3", args)


def try_to_end(table: Table[WarState], nation: str, line: EndWarLine) -> None:
    """Roll once for each CP of a legal line, until the war ends."""
    _try(table, nation, line.war, 1)


def end_foreign_war(table: Table[WarState], card: str) -> None:
    """Let a Foreign War be over: its pieces go to the Regroup box, its card where it says (6.13, 7.6)."""
    box = war_box(card)
    pieces = Pieces(units=units_at(table.state, box), generals=generals_at(table.state, box))
    if pieces:
        table.emit(PiecesMoved(start=box, to=REGROUP, pieces=pieces, cause="war-over", rule=RULE))
    if ships := squadrons_at(table.state, box):
        table.emit(SquadronsMoved(start=box, to=REGROUP, squadrons=ships, cause="war-over", rule=RULE))
    if table.state.board.cards[card].has("discard_red"):
        table.emit(CardPutAway(card=card, to="removed", cause="war-over"))
    elif table.state.options.war_card == "pile":
        table.emit(CardPutAway(card=card, to="pile", cause="war-over"))
    else:
        table.emit(CardPutAway(card=card, to="deck", cause="war-over"))
        shuffle_deck(table, table.state.deck.cards)


def _try(table: Table[WarState], nation: str, card: str, number: int) -> None:
    spend(table, nation, TRY, USE)
    roll = DueRoll(purpose="foreign-war", nation=nation, dice=1, need=NEED, who=card)
    table.enter(*rolling(roll), WarRoll(card=card, tries=number))


def _wished(state: WarState, nation: str, card: str) -> int:
    """How many rolls the line that is being carried out pays for; one if it is what was left of the CPs."""
    orders = state.under_way.get(seat_of(state, nation))
    line = None if orders is None else orders.current
    return line.cp if isinstance(line, EndWarLine) and line.war == card else 1
