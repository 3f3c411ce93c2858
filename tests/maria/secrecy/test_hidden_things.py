"""Who is asked, and what, follows from what everyone knows and what the asked seat knows: from nothing hidden."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.playtest.recorded import table_for
from pbem_maria.guess import guess
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import MAXIMUM, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.combat import Duel

GAMES: dict[str, dict[str, Any]] = {
    "introductory": {"scenario": "introductory"},
    "advanced": {"scenario": "advanced"},
    "two-player": {"scenario": "two-player"},
    "in order": {"scenario": "advanced", "options": {"politics_placement": "in-order", "bluff_cost": "on"}},
}


def pauses(settings: dict[str, Any], seed: str) -> Iterator[Table]:
    """A random game, each time it waits; no standing order answers, so that every question is put."""
    table = table_for(MARIA, settings, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(lambda *_: ()))):
        yield table
        answers.clear()
        for decision in waiting:
            order = guess(table.views[decision.seat], decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")


def twin(state: State, seat: str, dice: random.Random) -> State:
    """A state that *seat* cannot tell from *state*: other cards in other hands, other troops under other generals."""
    others = [power for power in state.theatre.powers if power not in state.powers_of(seat)]
    hands, draw = _other_cards(state, others, dice)
    deck = list(state.political_deck.known)
    dice.shuffle(deck)
    return replace(
        state,
        hands={**state.hands, **hands},
        draw=draw,
        troops={**state.troops, **_other_troops(state, others, dice)},
        political_deck=Pile(tuple(deck)),
        standing={who: kept for who, kept in state.standing.items() if who == seat},
        scores={power: scores for power, scores in state.scores.items() if power not in others},
    )


def _other_cards(state: State, others: list[str], dice: random.Random) -> tuple[dict[str, Pile], Pile]:
    piles = {power: state.hands[power] for power in others if power in state.hands}
    cards = [card for pile in (*piles.values(), state.draw) for card in pile.known]
    dice.shuffle(cards)
    dealt = {power: Pile(tuple(cards.pop() for _ in pile.known)) for power, pile in piles.items()}
    return dealt, Pile(tuple(cards))


def _other_troops(state: State, others: list[str], dice: random.Random) -> dict[str, int]:
    found: dict[str, int] = {}
    for power in others:
        army = [general for general in state.troops if state.power_of(general) == power]
        left = sum(state.troops[general] for general in army) - len(army)
        found.update(dict.fromkeys(army, 1))
        while left:
            general = dice.choice([general for general in army if found[general] < MAXIMUM])
            found[general] += 1
            left -= 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_questions_follow_from_nothing_hidden(name: str) -> None:
    dice, seen, moved = random.Random(name), set(), 0
    for table in pauses(GAMES[name], f"hidden {name}"):
        step = table.state.flow[-1]
        if isinstance(step, Duel):
            continue
        asked = {decision.seat: decision for decision in decisions_of(step, table.state)}
        for seat in table.seats:
            other = twin(table.state, seat, dice)
            moved += other.troops != table.state.troops
            again = {decision.seat: decision for decision in decisions_of(step, other)}
            where = f"{type(step).__name__} in turn {table.state.turn}, seen by {seat}"
            assert again.keys() == asked.keys(), where
            assert again.get(seat) == asked.get(seat), where
        seen |= {decision.takes.__name__ for decision in asked.values()}

    assert moved > 50
    assert {"StageOrders", "WinterOrders", "CombatOrders"} <= seen
