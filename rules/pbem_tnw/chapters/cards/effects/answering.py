"""Effects of responses on what they answer: `cancel`, `stop`, `retreat`."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.effects.rules import CARD_ROLL, carry_out, die_shows, hindrances, idle
from pbem_tnw.chapters.cards.events import CardCancelled, ForceStopped
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.movement.retreat import evasions
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.edition.card_words import CancelEffect, RetreatEffect, StopEffect
from pbem_tnw.position.control import nations_of, seat_of
from pbem_tnw.position.forces import generals_of, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState


@hindrances.register
def _cannot_cancel(effect: CancelEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    shown = playing.occasion.card if playing.occasion is not None else ""
    card = state.board.cards.get(shown)
    if card is None:
        yield idle(playing, "no-card-shown")
    elif card.kind not in effect.what:
        yield idle(playing, "wrong-kind", shown=shown, kinds=effect.what)
    elif card.cp > effect.cp_max:
        yield idle(playing, "too-many-cp", shown=shown, cp=card.cp, cp_max=effect.cp_max)
    elif any(each.card == shown and each.cancelled for each in state.laid):
        yield idle(playing, "cancelled-already", shown=shown)


@carry_out.register
def _cancel(effect: CancelEffect, table: Table[WarState], playing: Playing) -> None:
    shown = playing.occasion.card if playing.occasion is not None else ""
    if effect.roll is None:
        table.emit(CardCancelled(card=shown, nation=playing.nation, by=playing.card.id))
        return
    due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=playing.card.id, dice=1, need=effect.roll)
    by = CancelOnDie(card=shown, nation=playing.nation, by=playing.card.id, need=effect.roll)
    table.enter(*rolling(due), by)


class CancelOnDie(Step[WarState, Order], frozen=True):
    """The card just played is cancelled if the die on the table is high enough (part 3, `cancel`)."""

    rule = "6.14"
    card: str
    nation: str
    by: str
    need: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if die_shows(table, self.need):
            table.emit(CardCancelled(card=self.card, nation=self.nation, by=self.by))


@hindrances.register
def _cannot_stop(effect: StopEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if playing.occasion is None:
        yield idle(playing, "no-force")


@carry_out.register
def _stop(effect: StopEffect, table: Table[WarState], playing: Playing) -> None:
    table.emit(ForceStopped(card=playing.card.id, nation=playing.acting, place=playing.place))


@hindrances.register
def _cannot_retreat(effect: RetreatEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    pieces = _forces(state, playing)
    if not pieces:
        yield idle(playing, "no-own-forces")
    elif not _target(state, playing, pieces):
        yield idle(playing, "nowhere-to-go")


@carry_out.register
def _retreat(effect: RetreatEffect, table: Table[WarState], playing: Playing) -> None:
    """Own forces go to an adjacent Friendly duchy as by an evasion that succeeds (10.2)."""
    pieces = _forces(table.state, playing)
    to = _target(table.state, playing, pieces)
    table.emit(PiecesMoved(start=playing.place, to=to, pieces=pieces, cause="withdrawn", rule="10.2"))


def _forces(state: WarState, playing: Playing) -> Pieces:
    """The forces of the seat of the card's player where the enemy has entered."""
    own = nations_of(state, seat_of(state, playing.nation))
    units = {nation: n for nation, n in units_at(state, playing.place).items() if nation in own}
    return Pieces(units=units, generals=generals_of(state, playing.place, own))


def _target(state: WarState, playing: Playing, pieces: Pieces) -> str:
    """Where they go: the first place that the sheet names, else the one with most own units, then alphabetical."""
    origin = playing.occasion.origin if playing.occasion is not None else ""
    possible = evasions(state, playing.place, pieces, origin)
    return next((one for one in playing.choices.retreat_to if one in possible), possible[0] if possible else "")
