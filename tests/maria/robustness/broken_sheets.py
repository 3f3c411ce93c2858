"""Random legal sheets, and ways to break one of their lines."""

import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.play import play, policies, top
from pbem.engine.reading import Lexicon
from pbem.engine.table import Answer, Chance, Step
from pbem.playtest.recorded import table_for
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.guess import guess
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.long import tries

GIBBERISH = "Qxzwv"
_NAME = re.compile(r"[^\s>:,+{}\[\]'\"-][^>:,+{}\[\]'\"]*[^\s>:,+{}\[\]'\"]")
MOVE = re.compile(r"(  - [^:]+: )(?!join|force|re-enter|stay)(.*)$")
_WIDELY_APART = 9
"""No piece goes as far."""


class LegalSheet(msgspec.Struct, frozen=True):
    """A sheet without a fault, and all that checks it."""

    step: Step
    decision: Decision[Any]
    view: State
    lexicon: Lexicon
    lines: tuple[str, ...]

    def wrong(self, lines: list[str]) -> list[int]:
        """The lines with a fault, each as often as it has one."""
        text = "\n".join(lines) + "\n"
        found = check_sheet(text, self.step, self.decision, self.view, self.lexicon)
        return [each.place.line for each in found.faults if each.problem.stops]

    def with_line(self, number: int, line: str) -> list[str]:
        """Its lines with another line *number*, counted from 1."""
        return [line if at == number else each for at, each in enumerate(self.lines, 1)]


def sheets(scenario: str, players: str, name: str, games: int = tries(1, 3)) -> Iterator[LegalSheet]:
    """The sheets of some random games."""
    return chain.from_iterable(_sheets_of(scenario, players, f"{name} {number}") for number in range(games))


def _sheets_of(scenario: str, players: str, seed: str) -> Iterator[LegalSheet]:
    table = table_for(MARIA, {"scenario": scenario, "players": players}, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            view: Any = table.views[decision.seat]
            order = guess(view, decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")
            lexicon = MARIA.lexicon(view, decision.seat)
            text = write_sheet(order, lexicon)
            step = top(table.state)
            if check_sheet(text, step, decision, view, lexicon).order is not None:
                yield LegalSheet(step, decision, view, lexicon, tuple(text.splitlines()))


def misspelt(draw: random.Random, line: str) -> str:
    """*line* with one of its names made unreadable; the same if it has none."""
    names = list(_NAME.finditer(line))
    if not names:
        return line
    found = draw.choice(names)
    return line[: found.start()] + GIBBERISH + line[found.end() :]


def slipped(draw: random.Random, line: str) -> str:
    """*line* with two letters of a name swapped or one left out."""
    places = [at for at in range(1, len(line) - 1) if line[at].isalpha() and line[at + 1].isalpha()]
    if not places:
        return line
    at = draw.choice(places)
    new = draw.choice((line[at + 1] + line[at], line[at]))
    return line[:at] + new + line[at + 2 :]


def astray(draw: random.Random, sheet: LegalSheet, line: str) -> str:
    """*line* with a move to any city, be it far or occupied; the same if it is no such move."""
    if sheet.decision.takes is not StageOrders or not (found := MOVE.match(line)):
        return line
    cities = sheet.view.board.cities
    occupied = [city for city in sheet.view.at.values() if city in cities]
    goal = draw.choice([draw.choice(sorted(cities)), draw.choice(occupied)])
    return found[1] + cities[goal].name


def far_away(draw: random.Random, sheet: LegalSheet, line: str) -> str:
    """*line* with a move to a city that no piece can reach from anywhere near."""
    if sheet.decision.takes is not StageOrders or not (found := MOVE.match(line)):
        return line
    board = sheet.view.board
    near = [city for city in sheet.view.at.values() if city in board.cities]
    far = [city for city in sorted(board.cities) if all(board.distance(city, one) >= _WIDELY_APART for one in near)]
    return found[1] + board.cities[draw.choice(far)].name if far else line
