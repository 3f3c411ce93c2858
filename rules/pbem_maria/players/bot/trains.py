"""The moves of supply trains: behind their generals, out of reach of enemies (9, 10.2)."""

from pbem.engine.table import Scratch
from pbem_maria.chapters.movement import movement, trains
from pbem_maria.chapters.movement.orders import RE_ENTER, Move
from pbem_maria.chapters.supply.supply import REACH
from pbem_maria.players.bot.valuation.reach import Ground
from pbem_maria.players.bot.valuation.survey import Survey
from pbem_maria.position.cards import worth
from pbem_maria.position.powers import enemies, home_of
from pbem_maria.position.state import State

_NEAR = 3
_LOST = 14.0
_FAR = 30


def move_trains(table: Scratch[State], seat: str, powers: tuple[str, ...]) -> list[Move]:
    """Legal moves of the trains of *powers*, carried out on *table*."""
    done: list[Move] = []
    for power in powers:
        for train in table.state.theatre.trains.values():
            if train.power != power or train.id in table.state.moved or table.state.result is not None:
                continue
            move = _move(table.state, seat, train.id) if train.id in table.state.at else _return(table.state, train.id)
            if move is not None and not [p for p in movement.carry_out(table, powers, move) if p.stops]:
                done.append(move)
    return done


def _move(state: State, seat: str, train: str) -> Move | None:
    """The step that serves the generals best at the least risk."""
    power = state.power_of(train)
    foes = [foe.city for foe in Survey(state, seat).foes(power)]
    held = frozenset(city for piece, city in state.at.items() if enemies(state, state.power_of(piece), power))
    options = Ground(state, power).options(train, lambda _: 0.0)
    prices = {
        city: _service(state, train, city, held) + _risk(state, train, city, foes) + 0.01 * len(option.path)
        for city, option in options.items()
    }
    best = min(prices, key=lambda city: (prices[city], city))
    path = options[best].path
    return Move(pieces=(train,), path=path) if path else None


def _service(state: State, train: str, city: str, held: frozenset[str]) -> float:
    """What it costs to have *train* in *city*: the generals it cannot serve, past the cities *held* by enemies."""
    power = state.power_of(train)
    others = [state.at[t] for t in state.trains_of(power) if t != train]
    steps = state.board.reach(city, held.__contains__, REACH + 4)
    price = 0.0
    for general in state.generals_of(power):
        here = state.at[general]
        far = steps.get(here, REACH + 5 + state.board.distance(city, here) // 3)
        served = any(state.board.distance(other, here) <= REACH - 2 for other in others)
        weight = 0.3 if served or home_of(state, here) == power else 1.0
        price += weight * (6.0 * max(0, far - REACH) + 1.0 * max(0, far - _NEAR))
    return price


def _risk(state: State, train: str, city: str, foes: list[str]) -> float:
    """The risk for *train* in *city* that an enemy general out of *foes*, the cities where they are, comes there."""
    pieces = {where for piece, where in state.at.items() if piece != train} - {city}
    steps = state.board.reach(city, pieces.__contains__, 4)
    risk = 0.0
    for foe in foes:
        near = min((steps[c] for c in state.board.roads[foe] if c in steps), default=_FAR) + 1
        if near <= 3 or state.board.adjacent(city, foe):
            risk += _LOST
        elif near == 4:
            risk += _LOST / 3
    return risk


def _return(state: State, train: str) -> Move | None:
    """Bring a lost train back if the hand pays for it, to the site nearest to the generals abroad."""
    power = state.power_of(train)
    place = state.theatre.trains[train]
    if place.box and not state.annexed:
        return None
    if worth(state.hands[power].known) < trains.PRICE:
        return None
    free = [city for city in trains.sites(state, power) if not state.pieces_at(city)]
    generals = [state.at[g] for g in state.generals_of(power)]
    abroad = [city for city in generals if home_of(state, city) != power]
    if not free or not generals or (not abroad and state.trains_of(power)):
        return None
    near = min(free, key=lambda city: (sum(state.board.distance(city, g) for g in abroad or generals), city))
    return Move(pieces=(train,), how=RE_ENTER, path=(near,))
