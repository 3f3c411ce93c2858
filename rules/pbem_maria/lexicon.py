"""The names by which players call pieces, cities, powers and cards."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from pbem.engine.lexicon import Lexicon
from pbem_maria.cards import RESERVE, SUITS, VALUES
from pbem_maria.edition import Train
from pbem_maria.settings import SEATS
from pbem_maria.state import State
from pbem_maria.theatre import Theatre, theatre

NAMES = Path(__file__).parent / "data" / "names.yaml"

Spellings = dict[str, tuple[str, ...]]


def lexicon(view: State, seat: str) -> Lexicon:
    """The names in use in *view*; "train 1" is a train of *seat* where that is clear."""
    return _lexicon(view.edition, view.scenario, view.powers_of(seat), two_players=view.two_players)


@lru_cache(maxsize=32)
def _lexicon(edition: str, scenario: str, own: tuple[str, ...], *, two_players: bool) -> Lexicon:
    place = theatre(edition, scenario)
    names = yaml.safe_load(NAMES.read_text(encoding="utf-8"))
    return Lexicon(
        {
            "city": {c.id: _unique(c.name, c.id, *c.aliases) for c in place.board.cities.values()},
            "general": _generals(place),
            "train": _trains(place, names, own),
            "seat": {seat: _unique(title, seat) for seat, title in SEATS[2 if two_players else 3].items()},
            "power": {p: _unique(*names["powers"][p], p) for p in place.powers},
            "suit": {suit: tuple(names["suits"][suit]) for suit in SUITS.values()},
            "card": _cards(names),
        }
    )


def _unique(*spellings: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spellings))


def _generals(place: Theatre) -> Spellings:
    """Every general of the powers that take part, the absent ones too: they get troops at the set-up (14)."""
    everyone = [general for power in place.powers.values() for general in power.generals]
    return {g.id: _unique(g.name, g.id, *g.aliases) for g in everyone}


def _trains(place: Theatre, names: dict[str, Any], own: tuple[str, ...]) -> Spellings:
    def spell(patterns: list[str], train: Train) -> list[str]:
        adjective, power = names["adjectives"][train.power], names["powers"][train.power]
        return [p.format(adjective=adjective, name=power[0], number=train.number) for p in patterns]

    present = list(place.trains.values())
    found: Spellings = {}
    for train in present:
        patterns = list(names["train"])
        if sum(other.power == train.power for other in present) == 1:
            patterns += names["only_train"]
        if train.power in own:
            patterns += names["own_train"]
        found[train.id] = _unique(*spell(patterns, train), train.id)
    return found


def _cards(names: dict[str, Any]) -> Spellings:
    found: Spellings = {RESERVE: tuple(names["reserve"])}
    for letter, suit in SUITS.items():
        for value in VALUES:
            words = [p.format(suit=s, value=value) for p in names["card"] for s in names["suits"][suit]]
            found[f"{letter}{value}"] = _unique(*words)
    return found
