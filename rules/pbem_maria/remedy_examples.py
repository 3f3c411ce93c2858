"""What remedies name: pieces, cities and cards that the reader of a refusal has and could use as things are."""

from pbem_maria import form_examples
from pbem_maria.chapters.combat.plans import pairs
from pbem_maria.chapters.movement import trains
from pbem_maria.position.cards import face, order_of
from pbem_maria.position.state import Pair, State


def own_generals(view: State, seat: str) -> tuple[str, ...]:
    """The generals of *seat* on the map; before the set-up all that it will have."""
    powers = view.powers_of(seat)
    placed = tuple(general for power in powers for general in view.generals_of(power))
    return placed or tuple(each.id for each in view.theatre.generals.values() if each.power in powers)


def own_stacks(view: State, seat: str) -> tuple[tuple[str, ...], ...]:
    """The stacks of two generals of one power of *seat*, between which troops may be exchanged (6)."""
    found = {view.generals_at(view.at[general]) for general in own_generals(view, seat)}
    return tuple(sorted(s for s in found if len(s) > 1 and len({view.power_of(general) for general in s}) == 1))


def own_fights(view: State, seat: str) -> tuple[Pair, ...]:
    """The combats in which generals of *seat* would have to attack as things are (11.1)."""
    powers = form_examples.acting(view, seat)
    return tuple(pair for pair in pairs(view, powers) if view.power_of(pair.attackers[0]) in powers)


def own_cards(view: State, seat: str) -> tuple[str, ...]:
    """The faces of the cards of *seat*, those of its first power that has any first."""
    hands = (view.hands[power].known for power in view.powers_of(seat) if power in view.hands)
    return tuple(dict.fromkeys(face(card) for hand in hands for card in sorted(hand, key=order_of)))


def other_general(view: State, seat: str) -> tuple[str, ...]:
    """A general of *seat* and one of another player that act in the same stage, if there are such (10.1)."""
    own = [g for power in form_examples.acting(view, seat) for g in view.generals_of(power)]
    others = [p for p in view.stage_powers() if view.seat_of(p) != seat]
    theirs = [general for power in others for general in view.generals_of(power)]
    return (own[0], theirs[0]) if own and theirs else ()


def train_sites(view: State, seat: str) -> tuple[str, ...]:
    """The major fortresses on which a train of *seat* could be placed."""
    powers = view.powers_of(seat)
    return tuple(city for power in powers for city in trains.sites(view, power) if not view.pieces_at(city))
