"""The facts of a position that a case file may state."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem_maria.cards import face, order_of
from pbem_maria.powers import controller
from pbem_maria.state import State


def facts(state: State) -> Mapping[str, Any]:
    """Everything that can be said of a position, in ids."""
    return {
        "turn": state.turn,
        "stage": state.stage or None,
        "pieces": dict(state.at),
        "troops": dict(state.troops),
        "totals": dict(state.totals),
        "face down": sorted(state.face_down),
        "commanders": {city: state.generals_at(city)[0] for city in state.at.values() if state.generals_at(city)},
        "control": {city.id: controller(state, city.id) for city in state.board.fortresses},
        "markers": dict(state.markers),
        "pools": dict(state.pools),
        "battle": {power: number for power, number in state.battle.items() if number},
        "boxes": dict(state.boxes),
        "electors": dict(state.electors),
        "aside": {power: number for power, number in state.aside.items() if number},
        "scores": {power: list(scores) for power, scores in state.scores.items()},
        "off map": dict(state.off_map),
        "tracks": dict(state.tracks),
        "trump": state.trump or None,
        "political": list(state.political),
        "political deck": len(state.political_deck),
        "influence": {power: list(map(face, cards)) for power, cards in state.influence.items()},
        "placed": {power: list(map(face, pile.known)) for power, pile in state.placed.items()},
        "victor": state.victor or None,
        "saxony": state.saxony,
        "seats": dict(state.seats),
        "neutral": sorted(state.neutral),
        "neutral until": state.neutral_until,
        "annexed": state.annexed,
        "reduced": state.reduced,
        "owed": state.owed,
        "election": state.election or None,
        "questions": {city: question.general for city, question in state.questions.items()},
        "hussars": list(state.hussars),
        "hands": {power: [face(c) for c in sorted(pile.known, key=order_of)] for power, pile in state.hands.items()},
        "cards": {power: len(pile) for power, pile in state.hands.items()},
        "draw": len(state.draw),
        "waiting decks": list(state.waiting_decks),
        "used": {str(number): len(cards) for number, cards in state.used.items()},
        "subsidy": state.subsidy,
        "contracts": {c.giver: {c.receiver: c.last} for c in state.contracts},
        "agreements": {str(each.number): "suspended" if each.suspended else each.status for each in state.agreements},
        "moved": sorted(state.moved),
        "result": msgspec.to_builtins(state.result) if state.result else None,
    }
