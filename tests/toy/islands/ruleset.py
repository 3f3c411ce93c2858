"""The record of Islands, by which pbem knows it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from pbem.engine.event import Event, engine_events, union_of
from pbem.engine.order import Order
from pbem.engine.play import Coming
from pbem.engine.position import Box
from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Ruleset
from tests.toy.islands import state as position
from tests.toy.islands import steps
from tests.toy.islands.drawing import DRAWING
from tests.toy.islands.rulings import RULINGS
from tests.toy.islands.state import ISLANDS as PLACES
from tests.toy.islands.state import POWERS, Hand, Islands, Reinforce, Sail, ShipAt
from tests.toy.islands.steps import Deal

NAMES = {"ann": "Ann", "ben": "Ben", "cid": "Cid", "dora": "Dora", "eve": "Eve"}
STEPS = union_of(Box, position, steps)
ORDERS = union_of(Order, position, steps)
EVENTS = union_of(Event, position, steps) | engine_events(Islands, STEPS, ORDERS, when=ShipAt, holdings=Hand)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int = 2
    turns: int = 3


def seats(settings: Settings) -> Mapping[str, str]:
    return dict(list(NAMES.items())[: settings.players])


def start(settings: Settings) -> Islands:
    """The powers go round: of two players one runs three, of five each runs one."""
    players = list(seats(settings))
    control = {power: players[number % len(players)] for number, power in enumerate(POWERS)}
    return Islands(flow=(Deal(),), control=control, turns=settings.turns)


def lexicon(view: Islands, seat: str) -> Lexicon:
    words = {"power": POWERS, "island": PLACES}
    kinds = {kind: {word: (word.capitalize(),) for word in found} for kind, found in words.items()}
    return Lexicon({**kinds, "seat": {seat: (name,) for seat, name in NAMES.items()}})


def coming(view: Islands, seat: str) -> Iterable[Coming]:
    """A seat may plan for each of its ships, up to three turns ahead, and for the next fight."""
    for power, runs in view.control.items():
        if runs == seat:
            yield Coming(label="sail", takes=Sail, power=power, most=3, when=ShipAt, about={"power": power})
            yield Coming(label="reinforce", takes=Reinforce, power=power, most=1)


def outcome(state: Islands) -> Mapping[str, object] | None:
    if state.flow:
        return None
    points = {seat: sum(state.points.get(p, 0) for p, runs in state.control.items() if runs == seat) for seat in NAMES}
    best = max(points.values())
    winners = tuple(seat for seat, number in points.items() if number == best and seat in state.control.values())
    return {"winners": winners, "turn": state.turn, "points": best}


ISLANDS = Ruleset(
    name="islands",
    title="Islands",
    version="1",
    settings=Settings,
    seats=seats,
    start=start,
    events=EVENTS,
    orders=ORDERS,
    coming=coming,
    time_rules=("short",),
    rulings=RULINGS,
    lexicon=lexicon,
    words=(Path(__file__).parent / "words",),
    words_of_chance=False,
    drawing=DRAWING,
    outcome=outcome,
)
