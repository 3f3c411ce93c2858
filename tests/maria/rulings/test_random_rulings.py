"""Random rulings in random games: what is not refused breaks nothing, and the game goes on to later turns."""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.decision import MODERATOR, RULING
from pbem.engine.play import play, policies
from pbem.engine.ruleset import newly_broken
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.playtest.recorded import table_for
from pbem.referee.rulings import NoRuling, can_be_played
from pbem_maria.guess import guess
from pbem_maria.invariants import broken
from pbem_maria.orders.ruling import DRAW_PILE, USED, CardRuled, HolderRuled, HussarRuled, PlaceRuled, RulingOrders
from pbem_maria.position.cards import face
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.rulings import rule

TURNS = 6
TRIES = 4
"""How often the moderator tries to rule something at a pause."""


def pieces(state: State, chance: Chance) -> RulingOrders:
    piece, city = chance.choice(sorted(state.at)), chance.choice(sorted(state.board.cities))
    place = chance.choice([PlaceRuled(city=city), PlaceRuled(), PlaceRuled(city=city, troops=2, side="up")])
    return RulingOrders(pieces={piece: place})


def troops(state: State, chance: Chance) -> RulingOrders:
    return RulingOrders(troops={chance.choice(sorted(state.troops)): 1 + chance.below(8)})


def cards(state: State, chance: Chance) -> RulingOrders:
    powers = sorted(power for power, hand in state.hands.items() if hand.known)
    if not powers:
        return RulingOrders()
    start = chance.choice(powers)
    card = chance.choice(state.hands[start].known)
    end = chance.choice([*sorted(state.theatre.powers), DRAW_PILE, USED])
    return RulingOrders(cards=(CardRuled(face(card), start, end),))


def control(state: State, chance: Chance) -> RulingOrders:
    city = chance.choice(sorted(city.id for city in state.board.fortresses))
    return RulingOrders(control={city: HolderRuled(chance.choice(["", *sorted(state.theatre.powers)]))})


def players(state: State, chance: Chance) -> RulingOrders:
    power = chance.choice(sorted(state.theatre.powers))
    return RulingOrders(players={power: chance.choice(sorted(set(state.seats.values())))})


def hussars(state: State, chance: Chance) -> RulingOrders:
    city = chance.choice(["", *sorted(state.board.cities)])
    return RulingOrders(hussars={1 + chance.below(len(state.hussars)): HussarRuled(city)})


def tracks(state: State, chance: Chance) -> RulingOrders:
    if not state.tracks:
        return RulingOrders()
    return RulingOrders(tracks={chance.choice(sorted(state.tracks)): 1 + chance.below(7)})


def stage(state: State, chance: Chance) -> RulingOrders:
    return RulingOrders(stage=chance.choice(sorted(state.stages())))


KINDS: tuple[Callable[[State, Chance], RulingOrders], ...] = (
    pieces, pieces, troops, cards, control, players, hussars, tracks, stage,
)  # fmt: skip


def ruled(table: Table[State], chance: Chance) -> bool:
    """Let the moderator rule something, as the host would; whether it was carried out."""
    step = rule(table.state)
    if step is None:
        return False
    order = chance.choice(KINDS)(table.state, chance)
    (decision,) = decisions_of(step, table.state)
    assert decision.seat == MODERATOR
    if any(problem.stops for problem in step.check(table.state, decision, order)):
        return False
    after = table.fork(len(table.entries))
    after.run(step, {decision: Answer(order, RULING, "")})
    if any(newly_broken(broken, table.state, after.state)):
        return False
    try:
        can_be_played(after)
    except NoRuling:
        return False
    table.run(step, {decision: Answer(order, RULING, "")})
    return True


@pytest.mark.parametrize("scenario", ["introductory", "advanced"])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_game_with_random_rulings_goes_on_unbroken(scenario: str, seed: str) -> None:
    table: Any = table_for(MARIA, {"scenario": scenario}, seed)
    chance, done = Chance(seed, "rulings"), 0
    answers: dict[tuple[str, str], Answer[Any]] = {}
    while waiting := play(table, (lambda d, _: answers.get(d.name), policies(MARIA.policies))):
        if table.state.turn > TURNS:
            break
        answers.clear()
        before = done
        done += sum(ruled(table, chance) for _ in range(chance.below(TRIES)))
        if done > before:
            continue
        for decision in waiting:
            answers[decision.name] = Answer(guess(table.views[decision.seat], decision, chance), "sheet")
    assert list(broken(table.state)) == []
    assert done > TURNS
