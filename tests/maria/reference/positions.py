"""Random positions in which pieces stand close enough to each other to matter."""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from pbem_maria.edition import edition
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import DisputedFortress, State
from tests.maria.drill import ground
from tests.maria.reference import MAJOR, ROAMING, cooperating, generals, major, owner, steps

SEATS = {
    "france": "louis", "bavaria": "louis", "prussia": "frederick", "saxony": "frederick", "pragmatic": "frederick",
    "austria": "maria-theresa",
}  # fmt: skip
STAGES = {power: lead for lead, second in (("france", "bavaria"), ("prussia", "saxony"), ("austria", "pragmatic"))
          for power in (lead, second)}  # fmt: skip
ELECTORS = ("koeln", "mainz", "mannheim", "trier")
CARDS = tuple(f"{suit}{value}" for suit in "SHDC" for value in range(2, 11)) + ("R",) * 6


def hand(chance: Random, most: int, cards: Iterable[str] = CARDS) -> tuple[str, ...]:
    """Up to *most* cards, no two the same: each comes from a deck of its own."""
    drawn = chance.choices(tuple(cards), k=chance.randint(0, most))
    return tuple(f"{card}.{number}" for number, card in enumerate(drawn, 1))


def historical(chance: Random, crowd: int = 20) -> State:
    """Up to *crowd* pieces around some city of the historical map, often around an electoral fortress."""
    centre = chance.choice((None,) * 12 + ELECTORS)
    return around(chance, edition.named("historical").key, chance.randint(3, 5), crowd, centre=centre)


def small(chance: Random, size: int = 12) -> str:
    """The key of an edition with a random small map: a crooked line with some roads across, partly another map."""
    names = [f"c{number}" for number in range(size)]
    main: list[str] = []
    minor: list[str] = []
    for number in range(1, size):
        first = chance.choice(names[max(0, number - 3) : number])
        (main if chance.random() < 0.5 else minor).append(f"{first} {names[number]}")
    minor += [" ".join(chance.sample(names, 2)) for _ in range(chance.randint(2, size // 2))]
    homes: dict[str, list[str]] = {power: [] for power in SEATS}
    for name in names:
        if chance.random() < 0.5:
            homes[chance.choice(list(SEATS))].append(name)
    return ground(
        ", ".join(main or minor[:1]),
        ", ".join(minor),
        home={power: " ".join(cities) for power, cities in homes.items()},
        silesia=" ".join(chance.sample(names, 2)),
        flanders=" ".join(chance.sample(names, size // 4)),
        fortress=" ".join(chance.sample(names, size // 2)),
    )


def around(chance: Random, key: str, radius: int, crowd: int, *, centre: str | None = None) -> State:
    """Up to *crowd* pieces, hussars and markers at most *radius* cities from *centre*, or from any city of *key*."""
    saxony = chance.choice(("prussian-ally", "prussian-ally", "neutral", "austrian-ally"))
    state = State(
        edition=key, scenario="advanced", seats=SEATS, turn=2, saxony=saxony,
        neutral=frozenset({"saxony"} if saxony == "neutral" else ()), annexed=chance.random() < 0.2,
    )  # fmt: skip
    board = state.board
    middle = centre or chance.choice(sorted(board.cities))
    area = sorted(city for city, distance in steps(board, middle).items() if distance <= radius)
    at: dict[str, str] = {}
    armies = state.theatre.edition
    for piece in chance.sample([*armies.generals, *armies.trains, *armies.trains], crowd):
        city = chance.choice(list(at.values()) if at and chance.random() < 0.3 else area)
        if piece not in at and _may_stand(state, at, piece, city):
            at[piece] = city
    present = [piece for piece in at if piece in armies.generals]
    near = sorted({city for where in at.values() for city in board.roads[where]})
    free = [city for city in near if city not in at.values() and board.cities[city].board == "bohemia"]
    state = replace(state, at=at, troops={general: chance.randint(1, 8) for general in present})
    totals = dict.fromkeys(SEATS, 0)
    for general, number in state.troops.items():
        totals[owner(state, general)] += number
    return replace(
        state,
        totals=totals,
        face_down=frozenset(general for general in present if chance.random() < 0.3),
        hussars=tuple(chance.choice([None, *free]) for _ in range(2)),
        markers=_markers(chance, state, area),
        electors={city: chance.choice(("france", "pragmatic")) for city in ELECTORS if city in board.cities},
        hands={power: Pile(hand(chance, 3)) for power in SEATS},
    )


def _may_stand(state: State, at: dict[str, str], piece: str, city: str) -> bool:
    """Whether a piece may come to stand in a city: its map, neutral Saxony, stacks (2, 6, 19.4)."""
    power, place = owner(state, piece), state.board.cities[city]
    if power not in ROAMING and (place.board == "flanders") != (power == "pragmatic") and len(state.board.cities) > 99:
        return False
    if state.saxony == "neutral" and "saxony" in (place.home, power) and place.home != power:
        return False
    there = [other for other, where in at.items() if where == city]
    marching = state.theatre.edition.generals
    return not there or (
        len(there) == 1
        and {piece, *there} <= set(marching)
        and cooperating(state.saxony, power, owner(state, there[0]))
    )


def _markers(chance: Random, state: State, area: list[str]) -> dict[str, str]:
    """Markers of major powers on some fortresses where they may lie, and on all of Silesia's."""
    laid: dict[str, str] = {}
    for city in area:
        place = state.board.cities[city]
        if place.fortress == "none" or city in ELECTORS or (place.home is None and place.region != "silesia"):
            continue
        if place.region == "silesia" or chance.random() < 0.5:
            laid[city] = chance.choice([power for power in SEATS if power not in (*MAJOR, place.home)])
    return laid


def questioned(chance: Random, state: State) -> dict[str, DisputedFortress]:
    """Question marks of generals on the map, on every second fortress at most five cities from one."""
    near = {city for where in generals(state).values() for city, far in steps(state.board, where).items() if far <= 5}
    marches = [general for general in generals(state) if owner(state, general) not in state.neutral]
    questions: dict[str, DisputedFortress] = {}
    for city in sorted(near):
        if marches and state.board.cities[city].fortress != "none" and chance.random() < 0.5:
            general = chance.choice(marches)
            power = owner(state, general)
            questions[city] = DisputedFortress(power, general, major(state.saxony, power))
    return questions


def beside(chance: Random, state: State) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Two neighbouring stacks of the position, of different powers, if there are any."""
    cities = sorted(set(generals(state).values()))
    found = [(one, other) for one in cities for other in cities if other in state.board.roads[one]]
    if not found:
        return None
    one, other = chance.choice(found)
    return state.pieces_at(one), state.pieces_at(other)
