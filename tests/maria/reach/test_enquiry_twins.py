"""Twin worlds: what a seat cannot see is changed, and whatever it asks is answered as before, byte for byte."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.mail.intake import commands
from pbem.mail.intake.commands import CommandOutcome
from pbem.mail.intake.replies import CommandRequest
from pbem.playtest.recorded import table_for
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.report.pictures import measure
from pbem.sheet.writer import write_sheet
from pbem_maria.guess import guess
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.game_yaml import game_yaml
from tests.toy.game import START, Clock

EVERY = tries(9, 2)
"""Of so many questions of a game one is looked at, and the first of each kind; of so many of those the pictures too."""
DRAWN = tries(5, 12)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return create(tmp_path / "twins", game_yaml("twins", "advanced"), {"maria": MARIA}, "22" * 32)


def twin(state: State, seat: str, chance: Random) -> State:
    """The same position with other cards in other hands, other troops of other generals, and no orders of others."""
    own = state.powers_of(seat)
    others = [power for power in state.hands if power not in own]
    unknown = [card for power in others for card in state.hands[power].known] + list(state.draw.known)
    chance.shuffle(unknown)
    hands = dict(state.hands)
    for power in others:
        size = len(state.hands[power].known)
        hands[power], unknown = Pile(tuple(unknown[:size])), unknown[size:]
    troops = dict(state.troops)
    for power in others:
        generals = [general for general in troops if state.power_of(general) == power]
        numbers = [troops[general] for general in generals]
        chance.shuffle(numbers)
        troops |= dict(zip(generals, numbers, strict=True))
    keep = {name: {who: held for who, held in getattr(state, name).items() if who == seat} for name in SECRETS}
    return replace(state, hands=hands, troops=troops, draw=Pile(tuple(unknown)), **keep)


SECRETS = ("orders", "standing", "plans")


def asked_by(game: Game, table: Table, state: State, seat: str, lines: list[str], sheets: list[str]) -> list[object]:
    """What *seat* is answered when the position is *state* behind its view."""
    game.table = table
    true, table.state = table.state, state
    try:
        request = CommandRequest(seat, 7, "0007-00000000", START, game.stages(seat), game.view(seat), proven=True)
        told: list[CommandOutcome] = [commands.run_commands(game, request, [line], Clock()) for line in lines]
        return [*told, *(commands.run_trial(game, request, sheet, (), Clock()) for sheet in sheets)]
    finally:
        table.state = true


def drawn(game: Game, table: Table, state: State, seat: str) -> list[str]:
    """The pictures that go with what *seat* is answered when the position is *state* behind its view."""
    assert MARIA.drawing is not None
    told = asked_by(game, table, state, seat, ["map", "position", "way Prag > Wien"], [])
    shown = [each for one in told if isinstance(one, CommandOutcome) for each in one.pictures]
    return [MARIA.drawing.draw(game.view(seat), seat, each, measure).svg for each in shown]


def lines_for(view: State, chance: Random) -> list[str]:
    pieces = [*view.theatre.generals, *view.theatre.trains]
    names = MARIA.lexicon(view, "")
    one, other = (names.name("general", names.name("train", piece)) for piece in chance.sample(pieces, 2))
    start, goal = (names.name("city", city) for city in chance.sample(list(view.board.cities), 2))
    return [
        "position", "hand", "reach", f"reach {one}", f"reach {other}", f"way {start} > {goal}", f"way {one} > {goal}",
        "reach nobody", "help",
    ]  # fmt: skip


def sheets_for(view: State, decision: Decision, chance: Random) -> list[str]:
    """A legal sheet, and the same damaged."""
    order = guess(view, decision, Chance(str(chance.random()), "guess"))
    text = write_sheet(order, MARIA.lexicon(view, decision.seat))
    cities = list(view.board.cities)
    bad = text.replace(">", f"> {chance.choice(cities)} >", 1)
    return [text, bad, f"moves:\n  - {chance.choice(list(view.theatre.generals))}: {chance.choice(cities)}\n"]


@pytest.mark.slow
def test_nothing_that_is_asked_shows_what_its_seat_cannot_know(game: Game) -> None:
    chance, guesses, seen = Random(4), Chance("twins", "guesses"), Counter[str]()
    table = table_for(MARIA, {"scenario": "advanced", "players": "3"}, "twins")
    answers: dict[tuple[str, str], Answer] = {}
    number = 0
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            view = table.views[decision.seat]
            answers[decision.seat, decision.key] = Answer(guess(view, decision, guesses), "sheet")
            number += 1
            if number % EVERY and seen[decision.takes.__name__]:
                continue
            lines, sheets = lines_for(view, chance), sheets_for(view, decision, chance)
            other = twin(table.state, decision.seat, chance)
            first = asked_by(game, table, table.state, decision.seat, lines, sheets)
            second = asked_by(game, table, other, decision.seat, lines, sheets)
            assert first == second, decision
            if number % (EVERY * DRAWN) == 0:
                assert drawn(game, table, table.state, decision.seat) == drawn(game, table, other, decision.seat)
                seen["drawn"] += 1
            seen["different"] += other != table.state
            seen[decision.takes.__name__] += 1
    assert seen["different"] > tries(6, 20), seen
    assert seen["drawn"] > 0, seen
    assert seen["StageOrders"] > tries(2, 5), seen
