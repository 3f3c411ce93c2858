"""What the examples of a form name: things that its reader could really order in the present position."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import faults, top
from pbem.engine.problem import Problem
from pbem_maria.chapters.agreements import agreements
from pbem_maria.chapters.agreements.agreement_check import bonds
from pbem_maria.chapters.agreements.orders import NO_AGGRESSION, NO_COMBAT
from pbem_maria.chapters.cards import payment
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.movement import movement, trains
from pbem_maria.chapters.movement.orders import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.chapters.movement.paths import ways
from pbem_maria.chapters.supply import billing, supply
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing import Deputy
from pbem_maria.chapters.winter import winter
from pbem_maria.edition.printed_tracks import ExpeditionIcon, IncomeIcon, TrackBox, VictoryIcon
from pbem_maria.position import icons
from pbem_maria.position.cards import face
from pbem_maria.position.powers import PRUSSIA, enemies, home_of
from pbem_maria.position.state import AUSTRIA, State

GENERALS = 3
"""So many generals get an example of a move: one marches, one makes a force march, one joins another."""
MANY_CARDS, HEAVY_LOSS = 3, 6
PLAN_LIMITS: Final[Mapping[str, str]] = {"at most": f"{MANY_CARDS} cards", "stop": f"losing {HEAVY_LOSS} or more"}
"""Limits of a combat plan (11.1), by their keys; with them a plan plays before it stops."""


def agreement_numbers(view: State, seat: str, key: str) -> tuple[int, ...]:
    """The agreements that *seat* may `accept`, `decline` or `end` now (21)."""
    status = agreements.IN_FORCE if key == "end" else agreements.PROPOSED
    said = {"accept": "accepted", "end": "ending"}.get(key)
    return tuple(
        each.number
        for each in view.agreements
        if each.status == status
        and seat in agreements.seats_of(view, each)
        and (said is None or seat not in getattr(each, said))
    )


def corps(view: State, seat: str) -> tuple[str, ...]:
    """The generals of *seat* that could be sent to an off-map box (17)."""
    powers = [box.power for box in view.theatre.edition.armies.boxes]
    return tuple(g for power in powers if power in view.powers_of(seat) for g in view.generals_of(power))


def home_town(view: State, seat: str) -> str:
    """A major fortress in a home country of *seat*, otherwise any city."""
    homes = {power: n for n, power in enumerate(view.powers_of(seat))}
    own = [city.id for city in view.board.fortresses if city.is_major_fortress and home_of(view, city.id) in homes]
    return min(own, key=lambda city: homes[home_of(view, city) or ""], default=next(iter(view.board.cities)))


def hussar_places(view: State) -> tuple[str, ...]:
    """Cities next to Austria's generals where a hussar may be placed now (7)."""
    near = (city for general in view.generals_of(hussars.OWNER) for city in view.board.roads[view.at[general]])
    return tuple(dict.fromkeys(city for city in near if hussars.wrong_with(view, city) is None))


def open_returns(view: State, general: str) -> tuple[str, ...]:
    """The major fortresses on which a removed *general* may return now (13)."""
    sites = winter.return_sites(view, view.power_of(general), general)
    return tuple(city for city in sites if winter.wrong_return(view, general, city) is None)


def fed(view: State, general: str) -> bool:
    """Whether a supply phase now would find *general* a path to a train, even past hussars (9)."""
    return supply.is_supplied(view, general)


def acting(view: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in this stage."""
    return tuple(power for power in view.stage_powers() if view.seat_of(power) == seat)


def neighbours(view: State, seat: str) -> tuple[str, ...]:
    """The general of *seat* that acts in this stage and the enemy general that are nearest to each other.

    No pair that may not fight by an agreement of *seat* (21).
    """
    promised = tuple(bonds(view, seat, NO_COMBAT, NO_AGGRESSION))
    pairs = [
        (view.board.distance(view.at[own], view.at[foe]), own, foe)
        for power in acting(view, seat)
        for own in view.generals_of(power)
        for foe in view.at
        if view.theatre.is_general(foe) and enemies(view, power, view.power_of(foe))
        if not any(b.binds(view, own) and b.shields(view, foe) and b.covers(view, view.at[foe]) for b in promised)
    ]
    return min(pairs)[1:] if pairs else ()


def moves(view: State, seat: str) -> tuple[Move, ...]:
    """A legal move for some of the pieces of *seat* that act in this stage, one after the other (10)."""
    powers = acting(view, seat)
    table = stage_check.up_to_moves(view, seat, StageOrders(), supplied=view.overtaken)
    generals = [general for power in powers for general in table.state.generals_of(power)][:GENERALS]
    pieces = [*generals, *(t for t, train in view.theatre.trains.items() if train.power in powers)]
    found: list[Move] = []
    for number, piece in enumerate(pieces):
        for offer in _moves_of(table.state, piece, generals, number):
            if view.agreements and not _keeps_agreements(view, seat, (*found, offer)):
                continue
            if not any(problem.stops for problem in movement.carry_out(table, powers, offer)):
                found.append(offer)
                break
    return tuple(found)


def _keeps_agreements(view: State, seat: str, moves: tuple[Move, ...]) -> bool:
    """Whether the last of *moves* breaks no agreement of *seat* (21)."""
    found = stage_check.check(view, seat, StageOrders(moves=moves), supplied=view.overtaken)
    last = ("moves", len(moves) - 1)
    return not any(problem.code == "breaks-agreement" and problem.path[:2] == last for problem in found)


def favours(view: State, power: str, track: str) -> str:
    """To which side the marker of *track* goes for the good of *power*: `left` or `right` (17, 19.3)."""
    boxes = icons.boxes(view.theatre.edition, track)
    start = icons.star(view.theatre.edition, track)
    worth = sum((1 if number > start else -1) * _worth(view, power, box) for number, box in boxes.items())
    return "right" if worth > 0 else "left"


def _worth(view: State, power: str, box: TrackBox) -> int:
    """How good it is for *power* that a marker is in *box*: whom its icons help or cost, and whose ally Saxony is."""
    signs = {"prussian-ally": PRUSSIA, "austrian-ally": AUSTRIA}
    helped = [(signs[box.zone], 1)] if box.zone in signs else []
    for kind, good in ((VictoryIcon, 1), (ExpeditionIcon, -1)):
        helped += [(icon.power, good) for icon in box.icons if isinstance(icon, kind)]
    helped += [(icon.power, icon.n) for icon in box.icons if isinstance(icon, IncomeIcon)]
    return sum(-n if enemies(view, power, other) else n for other, n in helped)


def _moves_of(state: State, piece: str, generals: list[str], number: int) -> Iterator[Move]:
    """Moves of *piece* that may be legal, the one to be shown first."""
    if piece not in state.at:
        power = state.power_of(piece)
        cards = payment.cheapest(state.hands[power].known, trains.PRICE)
        for city in trains.sites(state, power) if cards else ():
            yield Move(pieces=(piece,), how=RE_ENTER, path=(city,), cards=tuple(face(card) for card in cards or ()))
        return
    if piece in generals and number == 1:
        goals = [path[-1] for path in ways(state, piece, FORCE_MARCH)][::-1]
        goals.sort(key=lambda city: not _fed(state, piece, city))
        yield from (Move(pieces=(piece,), how=FORCE_MARCH, path=(city,)) for city in goals)
    if piece in generals and number > 1:
        yield from (Move(pieces=(piece,), how=JOIN, joins=other) for other in generals[:number])
    yield from (Move(pieces=(piece,), how=MARCH, path=(city,)) for city in state.board.roads[state.at[piece]])


def _fed(state: State, general: str, city: str) -> bool:
    """Whether *general* would be supplied in *city* (9)."""
    return supply.is_supplied(replace(state, at={**state.at, general: city}), general)


def bills(view: State, seat: str, order: StageOrders) -> tuple[billing.Bills, ...]:
    """The hussars' bills of the powers of *seat* in this stage, and how *order* pays them (9)."""
    return tuple(found for power in acting(view, seat) if (found := billing.settle(view, power, order.supply)).owed)


def outdated(view: State, decision: Decision) -> tuple[Problem, ...]:
    """Why the advance order for *decision* no longer fits, if there is one."""
    order = Deputy().answer(view, decision)
    if order is None:
        return ()
    return tuple(faults(top(view), view, decision, order))
