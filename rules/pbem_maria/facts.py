"""The facts that a case file may state of a position, or of what a seat sees of one."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem_maria.cards import Pile, face, order_of
from pbem_maria.powers import PRAGMATIC, controller
from pbem_maria.state import AUSTRIA, State
from pbem_maria.victory_boxes import BOXES

UNKNOWN = "unknown"


def facts(state: State) -> Mapping[str, Any]:
    """Everything that can be said of a position, in ids; what a view does not tell is `unknown`."""
    majors = state.theatre.majors
    return {
        "turn": state.turn,
        "stage": state.stage or None,
        "pieces": dict(state.at),
        "troops": {g: state.troops.get(g, UNKNOWN) for g in (*_generals(state), *state.troops)},
        "totals": dict(state.totals),
        "face down": sorted(state.face_down),
        "commanders": {city: state.generals_at(city)[0] for city in state.at.values() if state.generals_at(city)},
        "control": {city.id: _control(state, city.id) for city in state.board.fortresses},
        "markers": dict(state.markers),
        "pools": dict(state.pools),
        "battle": {power: state.battle.get(power, 0) for power in majors},
        "boxes": {box: state.boxes.get(box) for box in BOXES},
        "electors": dict(state.electors),
        "aside": {power: state.aside.get(power, 0) for power in majors},
        "scores": {power: list(scores) for power, scores in state.scores.items()},
        "off map": dict(state.off_map),
        "tracks": dict(state.tracks),
        "trump": state.trump or None,
        "political": list(state.political),
        "political deck": len(state.political_deck),
        "influence": {power: list(map(face, cards)) for power, cards in state.influence.items()},
        "placed": {power: _cards(pile) for power, pile in state.placed.items()},
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
        "hands": {power: _cards(pile) for power, pile in state.hands.items()},
        "cards": {power: len(pile) for power, pile in state.hands.items()},
        "draw": len(state.draw),
        "waiting decks": list(state.waiting_decks),
        "used": {str(number): [face(c) for c in sorted(cards, key=order_of)] for number, cards in state.used.items()},
        "sightings": [msgspec.to_builtins(sighting) for sighting in state.sightings],
        "subsidy": state.subsidy,
        "contracts": {
            giver: {c.receiver: c.last for c in state.contracts if c.giver == giver}
            for giver in dict.fromkeys(c.giver for c in state.contracts)
        },
        "agreements": {str(each.number): "suspended" if each.suspended else each.status for each in state.agreements},
        "moved": sorted(state.moved),
        "result": msgspec.to_builtins(state.result) if state.result else None,
    }


def _generals(state: State) -> tuple[str, ...]:
    """The generals that have troops: those on the map and in off-map boxes."""
    return tuple(piece for piece in (*state.at, *state.off_map) if state.theatre.is_general(piece))


def _cards(pile: Pile) -> list[str]:
    """The faces of a hand in order; those that nobody has shown the viewer come last."""
    return [*(face(card) for card in sorted(pile.known, key=order_of)), *([UNKNOWN] * pile.hidden)]


def _control(state: State, city: str) -> str | list[str] | None:
    """Who controls a fortress; Austria and the Pragmatic Army hold those with elector markers jointly (10.3)."""
    holder = controller(state, city)
    return [AUSTRIA, PRAGMATIC] if city in state.electors and holder == PRAGMATIC else holder
