"""Effects that last: `modify`, `block`, `sixth_turn`; and `end_event`, which ends them (6.11, 6.13, 6.19)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.foreign_wars import end_foreign_war
from pbem_tnw.chapters.cards.done import end_lasting
from pbem_tnw.chapters.cards.effects.in_battle import modify_battle, own_role
from pbem_tnw.chapters.cards.effects.rules import CARD_ROLL, carry_out, die_shows, hindrances, idle
from pbem_tnw.chapters.cards.events import SixthTurnOpened
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.pieces.card_events import LastingLaid
from pbem_tnw.edition.card_words import BlockEffect, EndEventEffect, ModifyEffect, SixthTurnEffect
from pbem_tnw.position.state import ForeignWar, LastingCard, WarState


@hindrances.register
def _no_battle(effect: ModifyEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.until == "battle" and own_role(state, playing) is None:
        yield idle(playing, "no-battle")


@carry_out.register
def _modify(effect: ModifyEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.until == "battle":
        modify_battle(effect, table, playing)
    else:
        _lay_beside(table, playing)


@hindrances.register
def _block_problems(effect: BlockEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    yield from ()


@carry_out.register
def _block(effect: BlockEffect, table: Table[WarState], playing: Playing) -> None:
    _lay_beside(table, playing)


def _lay_beside(table: Table[WarState], playing: Playing) -> None:
    """Lay the card beside the map: from now on all its lasting effects hold (6.11, 6.19)."""
    state, card = table.state, playing.card
    if any(each.card == card.id for each in state.lasting):
        return
    words = [each.who for each in playing.effects if isinstance(each, ModifyEffect | BlockEffect)]
    chosen = next((nation_meant(state, playing, one) for one in words if one in ("chosen", "enemy", "ally")), "")
    lasting = LastingCard(
        card=card.id, nation=playing.nation, since=state.numbered, chosen=chosen, option=state.laid[-1].option,
        temporary=card.kind == "temporary",
    )  # fmt: skip
    table.emit(LastingLaid(lasting=lasting))


@hindrances.register
def _opened_already(effect: SixthTurnEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if state.sixth_turn:
        yield idle(playing, "sixth-turn")


@carry_out.register
def _open(effect: SixthTurnEffect, table: Table[WarState], playing: Playing) -> None:
    table.emit(SixthTurnOpened(card=playing.card.id))


@hindrances.register
def _nothing_to_end(effect: EndEventEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    """Ending another event is only part of a card that does more, so that nothing to end does not hinder it."""
    if len(playing.effects) == 1 and not any((*_wars(state, effect), *_events(state, effect))):
        yield idle(playing, "nothing-to-end", which=effect.which)


@carry_out.register
def _end(effect: EndEventEffect, table: Table[WarState], playing: Playing) -> None:
    """End what the effect covers, each on a die of its own if it asks for one."""
    cards = [war.card for war in _wars(table.state, effect)] + [each.card for each in _events(table.state, effect)]
    if effect.roll is None:
        for card in cards:
            end_by_card(table, card, playing.card.id)
        return
    for card in reversed(cards):
        due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=card, dice=1, need=effect.roll)
        table.enter(*rolling(due), EndOnDie(card=card, by=playing.card.id, need=effect.roll))


class EndOnDie(Step[WarState, Order], frozen=True):
    """The event *card* ends if the die on the table is high enough (part 3, `end_event`)."""

    rule = "6.13"
    card: str
    by: str
    need: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if die_shows(table, self.need):
            end_by_card(table, self.card, self.by)


def end_by_card(table: Table[WarState], card: str, by: str) -> None:
    """End a Foreign War, or a lasting or temporary event, because of another card."""
    for war in table.state.wars:
        if war.card == card:
            end_foreign_war(table, card)
    for lasting in table.state.lasting:
        if lasting.card == card:
            end_lasting(table, lasting, by)


def _wars(state: WarState, effect: EndEventEffect) -> tuple[ForeignWar, ...]:
    if effect.what != "foreign_war":
        return ()
    return tuple(
        war for war in state.wars if effect.which in ("all", war.card) or (effect.which == "turkish" and war.turkish)
    )


def _events(state: WarState, effect: EndEventEffect) -> tuple[LastingCard, ...]:
    if effect.what == "foreign_war":
        return ()
    temporary = effect.what == "temporary"
    return tuple(each for each in state.lasting if each.temporary == temporary and effect.which in ("all", each.card))
