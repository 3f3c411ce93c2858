"""Random rulings in random games: what is not refused breaks nothing, and the game goes on."""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.decision import RULING
from pbem.engine.play import play
from pbem.engine.ruleset import newly_broken
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.playtest.recorded import table_for
from pbem.referee.rulings import NoRuling, can_be_played
from pbem_tnw.chapters.rulings import rule
from pbem_tnw.edition.board import KILLED, REGROUP, YARD
from pbem_tnw.guess import guess
from pbem_tnw.invariants import broken
from pbem_tnw.orders.ruling import DECK, OUT, PILE, CampRuled, CardShift, ConsulRuled, FlagRuled, WarRuling
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW

PAUSES = 12
"""How often the game stops for sheets before the test ends."""
TRIES = 4
"""How often the moderator tries to rule something at a pause."""


def units(state: WarState, chance: Chance) -> WarRuling:
    place = chance.choice([*sorted(state.board.duchies), REGROUP])
    return WarRuling(units={place: {chance.choice(state.board.sequence): chance.below(5)}})


def generals(state: WarState, chance: Chance) -> WarRuling:
    place = chance.choice([*sorted(state.board.duchies), REGROUP, YARD, KILLED])
    return WarRuling(generals={chance.choice(sorted(state.generals)): place})


def squadrons(state: WarState, chance: Chance) -> WarRuling:
    ports = sorted(duchy.id for duchy in state.board.duchies.values() if duchy.is_port)
    place, nation = chance.choice([*ports, *sorted(state.board.zones)]), chance.choice(state.board.sequence)
    number = chance.below(3)
    return WarRuling(squadrons={place: {nation: number}}, refit={place: {nation: number // 2}})


def flags(state: WarState, chance: Chance) -> WarRuling:
    return WarRuling(flags={chance.choice(sorted(state.board.duchies)): FlagRuled(_nation(state, chance, ""))})


def cards(state: WarState, chance: Chance) -> WarRuling:
    start = chance.choice(sorted(nation for nation, hand in state.hands.items() if hand.known))
    end = chance.choice([*state.board.sequence, DECK, PILE, OUT])
    return WarRuling(cards=(CardShift(chance.choice(state.hands[start].known), start, end),))


def consuls(state: WarState, chance: Chance) -> WarRuling:
    column = chance.choice([each.id for each in state.board.tracks.diplomatic.columns])
    row = chance.choice(state.board.powers) if column != "unaligned" else ""
    return WarRuling(consuls={chance.choice(sorted(state.consuls)): ConsulRuled(column, row)})


def camps(state: WarState, chance: Chance) -> WarRuling:
    camp = chance.choice(["", "imperial", "coalition"])
    return WarRuling(camps={chance.choice(state.board.powers): CampRuled(camp)})


def tracks(state: WarState, chance: Chance) -> WarRuling:
    return WarRuling(resources={chance.choice(state.board.powers): chance.below(8)})


def _nation(state: WarState, chance: Chance, *others: str) -> str:
    return chance.choice([*state.board.sequence, *others])


KINDS: tuple[Callable[[WarState, Chance], WarRuling], ...] = (
    units, units, generals, squadrons, flags, cards, cards, consuls, camps, tracks,
)  # fmt: skip


def ruled(table: Table[WarState], chance: Chance) -> bool:
    """Let the moderator rule something, as the host would; whether it was carried out."""
    step = rule(table.state)
    if step is None:
        return False
    order = chance.choice(KINDS)(table.state, chance)
    (decision,) = decisions_of(step, table.state)
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


@pytest.mark.parametrize("players", ["2", "4", "5"])
def test_a_game_with_random_rulings_goes_on_unbroken(players: str) -> None:
    table: Any = table_for(TNW, {"players": players}, "ruled")
    chance, done, pauses = Chance(players, "rulings"), 0, 0
    answers: dict[tuple[str, str], Answer[Any]] = {}
    while pauses < PAUSES and (waiting := play(table, (lambda d, _: answers.get(d.name),))):
        answers.clear()
        pauses += 1
        done += sum(ruled(table, chance) for _ in range(chance.below(TRIES)))
        for decision in play(table, ()) or waiting:
            answers[decision.name] = Answer(guess(table.views[decision.seat], decision, chance), "sheet")
        assert list(broken(table.state)) == []
    assert done > PAUSES // 4
