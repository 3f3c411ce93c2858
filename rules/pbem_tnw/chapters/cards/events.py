"""What happens while cards are played: laid down, answered, cancelled, carried out."""

from typing import Literal

import msgspec

from pbem.engine.event import Event, SeatSecret
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.conditions import nation_meant, playing_of, within
from pbem_tnw.chapters.cards.modifiers import lasting_effects
from pbem_tnw.chapters.nation.pieces import CardPutAway, SquadronsMoved
from pbem_tnw.edition.board import FLEETS, REGROUP
from pbem_tnw.edition.card_words import ModifyEffect, OffMapEffect, ResourceEffect
from pbem_tnw.orders.choices import BattleCardWish
from pbem_tnw.position.cards import CardAnswer, LaidCard, RollBonus
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.impulse import BattleModifier
from pbem_tnw.position.state import ForeignWar, LastingCard, WarState


class CardOnTable(Event[WarState], frozen=True):
    """A card lies on the table with its effects to come; the choices made with it are seen by its *seat* only."""

    laid: LaidCard
    seat: str = ""

    def change(self, state: WarState) -> WarState:
        answers = state.answers
        if self.laid.how == "response":
            answered = CardAnswer(turn=state.turn, nation=self.laid.nation, card=self.laid.card)
            answers = (*(each for each in answers if each.turn == state.turn), answered)
        return msgspec.structs.replace(state, laid=(*state.laid, self.laid), answers=answers)

    def seen_by(self, seat: str) -> "CardOnTable":
        if seat and seat == self.seat:
            return self
        return msgspec.structs.replace(self, laid=msgspec.structs.replace(self.laid, choices=None))


class CardCancelled(Event[WarState], frozen=True):
    """A card on the table has no effect, because *nation* played the card *by* (part 3, `cancel`)."""

    card: str
    nation: str
    by: str

    def change(self, state: WarState) -> WarState:
        laid = tuple(
            msgspec.structs.replace(each, cancelled=True) if each.card == self.card else each for each in state.laid
        )
        return msgspec.structs.replace(state, laid=laid)


class NationChosen(Event[WarState], frozen=True):
    """A nation was chosen for the card on top: the one that it works on, or its `receiver`."""

    card: str
    nation: str
    receives: bool = False

    def change(self, state: WarState) -> WarState:
        if self.receives:
            return _on_top(state, receiver=self.nation)
        return _on_top(state, chosen=self.nation)


class ConsulByCard(Event[WarState], frozen=True):
    """The card on top moved the consul of *proxy*, so that its next effect is for another Proxy."""

    proxy: str

    def change(self, state: WarState) -> WarState:
        return _on_top(state, moved=(*state.laid[-1].moved, self.proxy))


class CardDone(Event[WarState], frozen=True):
    """The card on top of those on the table is carried out, or cancelled."""

    card: str

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, laid=state.laid[:-1])


class EffectIdle(Event[WarState], frozen=True):
    """Effect *number* of a card did nothing: what it needs is not there any more."""

    card: str
    number: int


class RollPromised(Event[WarState], frozen=True):
    """A card will add to the next roll of a kind (part 3, `roll_mod`)."""

    bonus: RollBonus

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(bonuses=(*state.going_on.bonuses, self.bonus))


class RollBonusUsed(Event[WarState], frozen=True):
    """What cards promised for the next *roll* of *nation* was used in it."""

    roll: str
    nation: str

    def change(self, state: WarState) -> WarState:
        left = (each for each in state.going_on.bonuses if (each.roll, each.nation) != (self.roll, self.nation))
        return state.with_impulse(bonuses=tuple(left))


class SeaBattleModified(Event[WarState], frozen=True):
    """A card changes something in the naval battle that is about to be fought (13.41)."""

    modifiers: tuple[BattleModifier, ...]

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(at_sea=(*state.going_on.at_sea, *self.modifiers))


class ForceStopped(Event[WarState], frozen=True):
    """A card stopped the force of *nation* that has just come to *place* (9.4 (d)); a Fleet stays in that zone."""

    card: str
    nation: str
    place: str

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None:
            return state
        if self.place in state.board.zones:
            impulse = msgspec.structs.replace(impulse, becalmed=(*impulse.becalmed, self.place))
        elif impulse.formation is not None and impulse.formation.place == self.place:
            formation = msgspec.structs.replace(impulse.formation, stopped=True, held_up=True)
            impulse = msgspec.structs.replace(impulse, formation=formation)
        return msgspec.structs.replace(state, impulse=impulse)


class SixthTurnOpened(Event[WarState], frozen=True):
    """The game may go on to a sixth Turn (5)."""

    card: str

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, sixth_turn=True)


class ForeignWarOpened(Event[WarState], frozen=True):
    """A Foreign War began: its card lies beside the map (6.13)."""

    war: ForeignWar

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, wars=(*state.wars, self.war))


class PiecesForced(Event[WarState], frozen=True):
    """*nation* had to build pieces that the card *by* takes at once (6.12)."""

    nation: str
    kind: Literal["unit", "squadron"]
    n: int
    by: str


class SurrenderForced(Event[WarState], frozen=True):
    """*nation* could not give what the card *by* takes, and submits (6.12, 15.3)."""

    nation: str
    by: str


class HoldUsed(SeatSecret[WarState], frozen=True):
    """A hold of *seat* stopped the game: no other seat learns whose it was (2.4)."""

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, holds={**state.holds, self.seat: state.holds.get(self.seat, 0) + 1})


class HoldQuestioned(Event[WarState], frozen=True):
    """A hold stopped the game; the questions of a Turn are counted, so that each has a name of its own (2.4)."""

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, held_up=state.held_up + 1)


class HoldAnswered(SeatSecret[WarState], frozen=True):
    """What a seat still has to *play* at a hold; only the seat knows until it is played."""

    play: tuple[BattleCardWish, ...] = ()

    def change(self, state: WarState) -> WarState:
        others = {seat: play for seat, play in state.hold_answers.items() if seat != self.seat}
        answers = {**others, self.seat: self.play} if self.play else others
        return msgspec.structs.replace(state, hold_answers=answers)


class OptionTaken(Event[WarState], frozen=True):
    """One *option* of a card was taken, counted from 1."""

    card: str
    option: int

    def change(self, state: WarState) -> WarState:
        return _on_top(state, option=self.option)


def _on_top(state: WarState, **fields: object) -> WarState:
    top: LaidCard = msgspec.structs.replace(state.laid[-1], **fields)
    return msgspec.structs.replace(state, laid=(*state.laid[:-1], top))


def put_away(table: Table[WarState]) -> None:
    """Take the card on top off the table: beside the map, to the played pile or out of the game (6.13, 6.19)."""
    state = table.state
    laid = state.laid[-1]
    card = state.board.cards[laid.card]
    table.emit(CardDone(card=card.id))
    beside = {*(each.card for each in state.lasting), *(each.card for each in state.wars)}
    if not card.is_reserve and card.id not in beside:
        gone = not laid.cancelled and _leaves_the_game(state, laid)
        table.emit(CardPutAway(card=card.id, to="removed" if gone else "pile", cause="played"))


def end_lasting(table: Table[WarState], lasting: LastingCard, cause: str) -> None:
    """End a lasting or temporary event; its off-map fleets go to the Regroup box (5.9)."""
    state = table.state
    fleets = squadrons_at(state, FLEETS)
    if fleets and any(isinstance(effect, OffMapEffect) for effect in lasting_effects(state, lasting)):
        table.emit(SquadronsMoved(start=FLEETS, to=REGROUP, squadrons=fleets, cause="event-ended", rule="5.9"))
    card = state.board.cards[lasting.card]
    gone = card.has("discard_red") or card.is_reserve  # a Reserve never comes into the deck
    away: Literal["removed", "pile"] = "removed" if gone else "pile"
    table.emit(CardPutAway(card=lasting.card, to=away, cause=cause))


def end_temporary(table: Table[WarState]) -> None:
    """End all temporary events, as at the end of a Turn (6.19, 14.3)."""
    for lasting in table.state.lasting:
        if lasting.temporary:
            end_lasting(table, lasting, "turn-over")


def end_by_zones(table: Table[WarState]) -> None:
    """End the lasting events whose time is over by the zones that a Camp controls: in a Conquest phase (part 3)."""
    for lasting in table.state.lasting:
        limits = [
            effect.ends_if for effect in lasting_effects(table.state, lasting) if isinstance(effect, ModifyEffect)
        ]
        if any(limit is not None and within(table.state, limit) for limit in limits):
            end_lasting(table, lasting, "zones")


def end_without_fleets(table: Table[WarState]) -> None:
    """End an event whose off-map fleets are all gone (part 3, `off_map`)."""
    for lasting in table.state.lasting:
        effects = lasting_effects(table.state, lasting)
        if any(isinstance(effect, OffMapEffect) for effect in effects) and not squadrons_at(table.state, FLEETS):
            end_lasting(table, lasting, "no-fleets")


def _leaves_the_game(state: WarState, laid: LaidCard) -> bool:
    """Whether a card that was played as an event leaves the game by its red or its green notice (6.13)."""
    playing = playing_of(state, laid)
    card = playing.card
    if card.has("discard_red"):
        return True
    if not card.has("discard_green") or card.discard_when is None:
        return False
    gaining = [nation_meant(state, playing, one.who) for one in playing.effects if isinstance(one, ResourceEffect)]
    return any(state.resources.get(nation, 0) >= card.discard_when.resources for nation in gaining)
