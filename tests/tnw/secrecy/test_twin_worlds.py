"""Two games that differ only in what a seat does not know look the same to it over a whole Turn (2.4, 2.7)."""

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem_tnw.position.state import WarState
from tests.tnw.secrecy.twins import FirstWorld, SecondWorld, World, other_chance

GAMES = [(players, f"{players}-{n}") for n in range(3) for players in (2, 3, 4, 5)]


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


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_seat_cannot_tell_twin_worlds_apart(players: int, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FirstWorld(players, seed).play(40)
    pauses = len(first.pauses)
    for number, watched in enumerate(first.table.seats):
        for until in (2 + number % 3, pauses // 2, pauses):
            with monkeypatch.context() as patch:
                second = SecondWorld(first, watched, until)
                patch.setattr("pbem.engine.table.Chance", other_chance(second.swap))
                second.play(until)
            assert len(second.pauses) == until
            compare(first, second, watched)
            compare(first, second, PUBLIC)
            assert first.pauses[until - 1].views != second.pauses[until - 1].views, "the worlds were the same"
