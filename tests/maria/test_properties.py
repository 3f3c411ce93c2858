"""What must hold in every game, looked at along random ones."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Entry, Table
from pbem.playtest.recorded import table_for
from pbem_maria.chapters.cards import Shuffled
from pbem_maria.guess import guess
from pbem_maria.invariants import broken
from pbem_maria.position.cards import deck
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA

PUBLIC_FIELDS = (
    "markers", "pools", "electors", "battle", "boxes", "aside", "tracks", "political", "trump", "influence", "shifts",
    "election", "saxony", "owed", "neutral", "neutral_until", "annexed", "reduced", "contracts", "agreements",
    "off_map", "seats", "victor", "questions", "hussars", "used", "face_down",
)  # fmt: skip
"""What everyone can see on the board."""

EVENTS: Any = tuple.__class_getitem__((MARIA.events, ...))


@lru_cache
def played(scenario: str, players: str, seed: str) -> tuple[Table, tuple[Table, ...]]:
    """A random game at its end."""
    table = table_for(MARIA, {"scenario": scenario, "players": players}, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            order = guess(table.views[decision.seat], decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")
    return table, ()


GAMES = [("introductory", "3"), ("introductory", "2"), ("advanced", "3"), ("two-player", "2")]


@pytest.fixture(params=GAMES, ids="-".join)
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param, "property")[0]


def moments(table: Table) -> Iterator[tuple[int, State, dict[str, State]]]:
    for number in range(len(table.entries) + 1):
        state, views = table.at(number)
        yield number, state, dict(views)


def test_the_log_of_a_game_reads_back_as_it_was_written(table: Table) -> None:
    for entry in table.entries:
        raw = msgspec.json.encode(entry.events)

        assert msgspec.json.decode(raw, type=EVENTS) == entry.events


def test_a_game_replayed_from_its_log_is_the_same_game(table: Table) -> None:
    settings = {"players": "2" if table.state.two_players else "3", "scenario": table.state.scenario}
    again = table_for(MARIA, settings, "another secret plays no part any more")
    for entry in table.entries:
        events = msgspec.json.decode(msgspec.json.encode(entry.events), type=EVENTS)
        again.replay(Entry(entry.number, events))

    assert again.state == table.state
    assert again.views == table.views


def test_a_view_is_the_fold_of_the_events_that_its_seat_saw(table: Table) -> None:
    for seat in (*table.seats, PUBLIC):
        view: Any = table.at(0)[1][seat]
        for entry in table.entries:
            for event in entry.events:
                seen = event.seen_by(seat)
                view = view if seen is None else seen.change(view)

        assert view == table.views[seat]


def test_no_view_ever_holds_a_secret_of_another_seat(table: Table) -> None:
    for number, state, views in moments(table):
        for seat, view in views.items():
            own = set(state.powers_of(seat))
            where = f"{seat} after entry {number}"
            assert not view.draw.known, where
            assert not view.political_deck.known, where
            assert all(not pile.known for power, pile in view.placed.items() if power not in own), where
            assert set(view.scores) <= own, where
            assert all(not pile.known for power, pile in view.hands.items() if power not in own), where
            assert {view.power_of(general) for general in view.troops} <= own, where
            for secrets in (view.orders, view.standing, view.plans):
                assert all(held is None for holder, held in secrets.items() if holder != seat), where


def test_what_a_seat_knows_of_the_public_things_is_true(table: Table) -> None:
    for number, state, views in moments(table):
        for seat, view in views.items():
            where = f"{seat} after entry {number}"
            assert view.at == state.at, where
            assert view.totals == state.totals, where
            for name in PUBLIC_FIELDS:
                assert getattr(view, name) == getattr(state, name), f"{name}, {where}"
            assert view.sightings == state.sightings, where
            assert {p: len(h) for p, h in view.hands.items()} == {p: len(h) for p, h in state.hands.items()}, where
            assert len(view.draw) == len(state.draw), where
            own = {general: n for general, n in state.troops.items() if state.seat_of(state.power_of(general)) == seat}
            assert {g: n for g, n in view.troops.items() if g in own} == own, where


def test_cards_troops_and_pieces_are_conserved(table: Table) -> None:
    for number, state, _ in moments(table):
        assert not list(broken(state)), f"after entry {number}"


def test_the_invariants_notice_a_lost_card(table: Table) -> None:
    _, state, _ = next(moment for moment in moments(table) if moment[1].turn == 2)
    fewer = msgspec.structs.replace(state, draw=state.draw.lose(state.draw.known[:1]))

    assert any(told.code == "cards-not-conserved" for told in broken(fewer))


def test_the_invariants_notice_a_troop_too_many(table: Table) -> None:
    _, state, _ = next(moment for moment in moments(table) if moment[1].turn == 2)
    general = next(iter(state.troops))
    more = msgspec.structs.replace(state, troops={**state.troops, general: state.troops[general] % 8 + 1})

    assert any(told.code == "total-differs" for told in broken(more))


def test_a_rewind_restores_the_game_byte_for_byte() -> None:
    table, _ = played("introductory", "3", "property")
    again = table_for(MARIA, {"players": "3"}, "property")
    for entry in table.entries[:200]:
        again.replay(entry)
    raw = msgspec.json.encode((again.state, again.views))

    again.rewind(100, "a mistake")
    again.rewind(200, "no mistake after all")

    assert msgspec.json.encode((again.state, again.views)) == raw


def test_playing_on_after_a_rewind_draws_the_same_cards() -> None:
    table, _ = played("introductory", "3", "property")
    first = [e for entry in table.entries[:40] for e in entry.events if isinstance(e, Shuffled)]

    assert first[0].cards == Chance("property", "pile 1").shuffled(deck(1))
