"""Where a card goes when it is carried out, and how lasting and temporary events end (6.11, 6.13, 6.19)."""

from typing import Literal

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.conditions import within
from pbem_tnw.chapters.cards.events import CardDone
from pbem_tnw.chapters.cards.modifiers import lasting_effects
from pbem_tnw.chapters.cards.playing import nation_meant, playing_of
from pbem_tnw.chapters.pieces.card_events import CardPutAway
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.edition.card_words import ModifyEffect, OffMapEffect, ResourceEffect
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.laid_cards import LaidCard
from pbem_tnw.position.places import FLEETS, REGROUP
from pbem_tnw.position.state import LastingCard, WarState


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
