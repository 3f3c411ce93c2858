"""A drill ground: small maps made for one test, with pieces put where the test wants them."""

from collections.abc import Iterable, Mapping
from itertools import count, pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_maria.chapters import movement
from pbem_maria.edition import edition
from pbem_maria.edition.board import Map
from pbem_maria.edition.cards import PrintedPolitics, Tracks
from pbem_maria.orders.movement import Move
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State

SEATS = {
    "france": "louis", "bavaria": "louis", "prussia": "frederick", "saxony": "frederick", "austria": "maria-theresa",
}  # fmt: skip
TROOPS = 4
PLAIN = {"fortress": "none", "elector": False}
"""A city without walls or vote."""

_numbers = count(1)


def ground(
    main: str,
    minor: str = "",
    *,
    home: Mapping[str, str] | None = None,
    silesia: str = "",
    flanders: str = "",
    **kinds: str,
) -> str:
    """The key of an edition with this map: chains of cities joined by main and by minor roads.

    *home* names the cities of a power's home, *fortress* and *major* the fortresses.
    """
    chains = {"main": _chains(main), "minor": _chains(minor)}
    names = dict.fromkeys(city for found in chains.values() for chain in found for city in chain)
    owner = {city: power for power, cities in (home or {}).items() for city in cities.split()}
    strength = dict.fromkeys(kinds.get("fortress", "").split(), "minor")
    strength |= dict.fromkeys(kinds.get("major", "").split(), "major")
    cities = [
        {
            "id": name,
            "name": name,
            "board": "flanders" if name in flanders.split() else "bohemia",
            "region": "silesia" if name in silesia.split() else "plain",
            "square": "A1",
            "home": owner.get(name),
            **PLAIN,
            "fortress": strength.get(name, "none"),
        }
        for name in names
    ]
    roads = {kind: [list(pair) for chain in found for pair in pairwise(chain)] for kind, found in chains.items()}
    return _edition({"squares": {"A1": "hearts"}, "cities": cities, "roads": roads}, next(iter(names)))


def _chains(text: str) -> list[list[str]]:
    return [chain.split() for chain in text.split(",") if chain.strip()]


def _edition(board: Mapping[str, Any], anywhere: str) -> str:
    """An edition whose every piece takes part in the introductory game."""
    real = edition.named("historical")
    powers = tuple(
        replace(
            power,
            generals=tuple(replace(general, city=anywhere, box=None) for general in power.generals),
            trains=tuple(replace(train, city=anywhere, box=None) for train in power.trains),
        )
        for power in real.armies.powers
    )
    armies = replace(real.armies, powers=powers, introductory=replace(real.armies.introductory, absent_boards=()))
    tracks, politics = Tracks(display=(), tracks=()), PrintedPolitics(cards=())
    key = f"drill-{next(_numbers)}"
    files = edition.EditionFiles(
        msgspec.convert({"regions": [], **board}, Map), armies, real.tactical_cards, tracks, politics
    )
    edition.STORE.add(key, files)
    return key


def position(key: str, at: Mapping[str, str], *, stage: str = "france", **given: Any) -> State:
    """A position on a drill ground; a general has 4 troops and a power no cards unless given otherwise."""
    armies = edition.known(key)
    given_troops = given.pop("troops", {})
    troops = {g: given_troops.get(g, TROOPS) for g in at if g in armies.generals}
    totals = dict.fromkeys(SEATS, 0)
    for general, number in troops.items():
        totals[armies.generals[general].power] += number
    hands = dict.fromkeys(SEATS, Pile())
    hands |= {power: Pile(tuple(cards.split())) for power, cards in given.pop("hands", {}).items()}
    start: dict[str, Any] = {"hussars": (None, None), "turn": 2, **given}
    return State(
        edition=key, scenario="introductory", seats=SEATS, stage=stage, at=at, troops=troops, totals=totals,
        hands=hands, **start,
    )  # fmt: skip


def table_of(state: State) -> Table:
    """A table with a seat for each player."""
    return Table(state, dict.fromkeys(SEATS.values()), "secret")


def move(pieces: str, path: str = "", **given: Any) -> Move:
    """A move of *pieces* along *path*, both written with spaces."""
    return Move(pieces=tuple(pieces.split()), path=tuple(path.split()), **given)


def moved(state: State, *moves: Move) -> tuple[State, list[Problem], list[Event]]:
    """The position after the moves of the active powers, the problems, and the events."""
    table = table_of(state)
    problems = [problem for each in moves for problem in movement.carry_out(table, state.stage_powers(), each)]
    return table.state, problems, list(table._events)


def codes(problems: Iterable[Problem], *, warnings: bool = False) -> list[str]:
    """The codes of the problems that stop an order; or of those that do not."""
    return [problem.code for problem in problems if problem.stops is not warnings]


def refused(state: State, pieces: str, path: str = "", **given: Any) -> Problem:
    """The one problem that refuses the move, and nothing has happened."""
    after, problems, events = moved(state, move(pieces, path, **given))
    stopping = [problem for problem in problems if problem.stops]
    assert len(stopping) == 1, codes(problems)
    assert not events
    assert after == state
    return stopping[0]
