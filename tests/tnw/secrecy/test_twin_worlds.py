"""Two games that differ only in what a seat does not know look the same to it over a whole Turn (2.4, 2.7)."""

from functools import cache

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem_tnw.chapters.cards.events import HoldAnswered, HoldQuestioned
from pbem_tnw.chapters.nation.pieces import CardGiven, DeckLaid
from pbem_tnw.chapters.sea.events import FleetMoved, ForcesLanded, PiecesEmbarked, SeaBattleEnded, SeaInterceptionRolled
from pbem_tnw.chapters.turn.events import ImpulsesOver
from pbem_tnw.chapters.turn.reinforcement import Reinforced
from pbem_tnw.chapters.turn.setup import HandKept
from pbem_tnw.position.state import WarState
from tests.long import tries
from tests.tnw.secrecy.twins import FirstWorld, SecondWorld, World, other_chance

GAMES = [(players, f"{players}-{n}") for n in range(tries(1, 3)) for players in (2, 3, 4, 5)]

LONG = 3
"""The Turn that a long game comes to."""
COMMON = (
    HandKept, FleetMoved, SeaInterceptionRolled, SeaBattleEnded, PiecesEmbarked, HoldQuestioned, DeckLaid, Reinforced,
    ImpulsesOver,
)  # fmt: skip
RARE = {ForcesLanded: 0, HoldAnswered: 15, CardGiven: 2}
"""What happens in few games, and the number of the one that is looked at first."""
MOST_GAMES = 60


@cache
def long_game(players: int, number: int) -> FirstWorld:
    """A game of several Turns, unless it ends before, in which hands are thrown away."""
    return FirstWorld(players, f"{players}-{number}", turns=LONG, mulligans=True).play(80)


def turns(game: FirstWorld) -> list[int]:
    """The Turn of each pause."""
    return [pause.views[PUBLIC].turn for pause in game.pauses]


def first_long_game(players: int) -> FirstWorld:
    games = (long_game(players, number) for number in range(MOST_GAMES))
    return next(game for game in games if LONG in turns(game))


def after(game: FirstWorld, kind: type[Event[WarState]]) -> int | None:
    """How often *game* had paused when something of that *kind* had first happened, and been told; None if never."""
    entries = (entry.number for entry in game.table.entries if any(isinstance(event, kind) for event in entry.events))
    first = next(entries, None)
    if first is None:
        return None
    return next((number for number, pause in enumerate(game.pauses, 1) if pause.entries >= first), None)


def questions(asked: tuple[Decision, ...], seat: str) -> list[object]:
    """Who is asked what, as far as *seat* learns it."""
    return [one if one.seat == seat else (one.key, one.seat, one.due, one.turn, one.concerns) for one in asked]


def cards_of_others(view: WarState, seat: str) -> set[str]:
    others = (hand for nation, hand in view.hands.items() if not seat or view.control.get(nation) != seat)
    return {card for hand in others for card in hand.known}


def compare(one: FirstWorld, two: World, seat: str) -> None:
    before = 0, 0
    for first, second in zip(one.pauses, two.pauses, strict=False):
        at = first.asked[0].key
        seen = (
            one.seen(seat, since=before[0], until=first.entries),
            two.seen(seat, since=before[1], until=second.entries),
        )
        for each, other in zip(*seen, strict=False):
            assert each == other, at
        assert len(seen[0]) == len(seen[1]), at
        assert questions(first.asked, seat) == questions(second.asked, seat)
        assert first.views[seat] == second.views[seat], at
        assert not first.views[seat].deck.cards
        assert cards_of_others(first.views[seat], seat) <= one.given()
        before = first.entries, second.entries


def compare_with_twin(first: FirstWorld, watched: str, until: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a twin of *first* that *watched* and the public must not tell from it."""
    with monkeypatch.context() as patch:
        second = SecondWorld(first, watched, until)
        patch.setattr("pbem.engine.table.Chance", other_chance(second.swap))
        second.play(until)
    assert len(second.pauses) == until
    compare(first, second, watched)
    compare(first, second, PUBLIC)
    assert first.pauses[until - 1].views != second.pauses[until - 1].views, "the worlds were the same"


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_seat_cannot_tell_twin_worlds_apart(players: int, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FirstWorld(players, seed).play(40)
    pauses = len(first.pauses)
    for number, watched in enumerate(first.table.seats):
        moments = (2 + number % 3, pauses // 2, pauses)
        for until in tries(moments[number % 3 :][:1], moments):
            compare_with_twin(first, watched, until, monkeypatch)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_4_5_a_seat_cannot_tell_twin_worlds_apart_by_first_hands_that_are_thrown_away(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = (long_game(players, number) for number in range(MOST_GAMES))
    first = next(game for game in games if any(game.thrown(nation) for nation in game.table.state.board.sequence))
    for watched in first.table.seats:
        compare_with_twin(first, watched, 3, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_seat_cannot_tell_twin_worlds_apart_in_later_turns(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    first = first_long_game(players)
    for number, watched in enumerate(first.table.seats):
        for turn in tries((2 + number % 2,), tuple(range(2, LONG + 1))):
            until = min(turns(first).index(turn) + 1 + number, len(first.pauses))
            compare_with_twin(first, watched, until, monkeypatch)


def test_fleets_holds_and_new_hands_come_in_the_games_that_have_twins() -> None:
    games = [first_long_game(players) for players in (2, 3, 4, 5)]
    happened = {type(event) for game in games for entry in game.table.entries for event in entry.events}
    assert set(COMMON) <= happened


@pytest.mark.slow
@pytest.mark.parametrize("kind", RARE)
def test_a_seat_cannot_tell_twin_worlds_apart_where_something_rare_happens(
    kind: type[Event[WarState]], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = (*range(RARE[kind], MOST_GAMES), *range(RARE[kind]))
    games = (long_game(2 + number % 4, number) for number in numbers)
    first, until = next((game, found) for game in games if (found := after(game, kind)) is not None)
    for watched in first.table.seats:
        compare_with_twin(first, watched, until, monkeypatch)
