"""A reader of nothing but a letter, its pictures aside, writes a move for each piece, and the referee accepts it.

The reader knows no map and no names: only how the options of a letter are written.
"""

import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Step
from pbem.playtest.recorded import table_for
from pbem.report.letter import Occasion, letter
from pbem.report.words import words_of
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters.reach import reach
from pbem_maria.guess import guess
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.stage import in_stage, piece_reach
from tests.long import tries

LETTERS = tries(16, 200)
_NAME = re.compile(r"(?:^| and )(.+?) \(rank \d, \d+ troops?\b[^)]*\)")
_ROW = re.compile(r"^(?:1 to )?\d+ steps?(?: on main roads)?: (.*)")
_TRAIN = re.compile(r"^- ([^:]+?) in [^:]+: (.*)", re.DOTALL)
BREAKS = "breaks agreement"
ENDS = re.compile(r"[♠♥♦♣]$")
"""A heading of a part about generals ends with the suit of their city."""


class Goal(msgspec.Struct, frozen=True):
    """A city of a list, and what is to be written behind the colon to go there; nothing if an agreement forbids it."""

    city: str
    written: str


class Asked(msgspec.Struct, frozen=True):
    """A letter that asks for a stage's sheet, and what the referee needs to check one."""

    text: str
    view: State
    decision: Decision
    step: Step


def letters(seed: str) -> Iterator[Asked]:
    """The letters that ask for sheets of stages in a random game."""
    table = table_for(MARIA, {"scenario": "advanced", "players": "3"}, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        for decision in waiting:
            view: State = table.views[decision.seat]
            if decision.default == StageOrders(passes=True):  # no other moves are due
                names = MARIA.lexicon(view, decision.seat)
                form = write_sheet(decision.default, names) if decision.default else ""
                told = Occasion(
                    game="alone", round=1, seat=decision.seat, titles={}, view=view, decision=decision, form=form
                )
                told = msgspec.structs.replace(told, titles=dict.fromkeys(table.seats, "a player"))
                yield Asked(letter(words_of(MARIA, names), told), view, decision, table.state.flow[-1])
            answers[decision.seat, decision.key] = Answer(guess(view, decision, chance), "sheet")


def options(text: str) -> dict[str, list[Goal]]:
    """For each piece that the options of a letter name, the places that an ordinary march leads to."""
    section = text.partition("\nYOUR OPTIONS\n")[2].partition("\n\n")[2]
    section = re.split(r"\n\n[^\n]+\n={4,}\n", section)[0]
    found: dict[str, list[Goal]] = {}
    for block in section.split("\n\n"):
        lines = unfolded(block)
        if _TRAIN.match(lines[0]):
            for train in filter(None, map(_TRAIN.match, lines)):
                found[train[1]] = list(goals([f"- {part}" for part in split(train[2], "; ")]))
        elif names := _NAME.findall(lines[0]):
            rows = [part for line in lines[1:] for part in split(line.removesuffix(";"), "; ")]
            for name in names:
                found[name] = list(goals(rows))
    return found


def unfolded(block: str) -> list[str]:
    """The lines of a block before they were folded: its heading, what follows it, and its rows."""
    lines = block.split("\n")
    listed = lines[0].startswith("- ")
    first = 1 if listed else next((n for n, line in enumerate(lines, 1) if ENDS.search(line)), 1)
    found = [" ".join(lines[:first])]
    for line in lines[first:]:
        if line.startswith("- ") or _ROW.match(line) or (len(found) == 1 and not listed):
            found.append(line)
        else:
            found[-1] += f" {line.strip()}"
    return found


def goals(rows: list[str]) -> Iterator[Goal]:
    """The cities of the rows that are about ordinary marches."""
    for row in rows:
        listed = _ROW.match(row.removeprefix("- "))
        for place in split(listed[1], ", ") if listed else ():
            ways, remark = divided(place)
            for way in (one.rstrip("*") for one in ways.split(" / ")):
                yield Goal(way.rpartition(" > ")[2], "" if BREAKS in remark else way)


def divided(place: str) -> tuple[str, str]:
    """The name of a city, which may end in parentheses, and what is said of it in those after it."""
    for found in re.finditer(r"\*{0,2} \(", place):
        said = place[found.end() :].removesuffix(")")
        whole = all(said[:at].count("(") >= said[:at].count(")") for at in range(len(said)))
        if whole and (said[0].islower() or said[0].isdigit() or said[0] == "?"):
            return place[: found.start()], said
    return place.rstrip("*"), ""


def split(text: str, sign: str) -> list[str]:
    """*text* at each *sign* that is not in parentheses."""
    parts, depth = [""], 0
    for at, letter_ in enumerate(text):
        depth += (letter_ == "(") - (letter_ == ")")
        if depth == 0 and text.startswith(sign, at):
            parts.append("")
        parts[-1] += letter_
    return [part.removeprefix(sign).strip() for part in parts]


def check(asked: Asked, sheet: str) -> list[str]:
    """Why the referee would refuse *sheet*."""
    lexicon = MARIA.lexicon(asked.view, asked.decision.seat)
    found = check_sheet(sheet, asked.step, asked.decision, asked.view, lexicon)
    return [f"{fault.problem.code} {fault.problem.args}" for fault in found.faults if fault.problem.stops]


@pytest.mark.slow
def test_a_letter_alone_is_enough_to_write_a_legal_move_for_each_piece() -> None:
    chance, read, moved, trains = Random(200), 0, 0, 0
    seeds = iter(range(100))
    while read < LETTERS:
        for asked in letters(f"alone {next(seeds)}"):
            read += 1
            found = options(asked.text)
            seat = asked.decision.seat
            state = in_stage(asked.view, seat)
            acting = [power for power in state.stage_powers() if state.seat_of(power) == seat]
            names = MARIA.lexicon(asked.view, seat)
            generals = [general for power in acting for general in state.generals_of(power)]
            trains += len(found.keys() - {names.name("general", general) for general in generals})
            assert {names.name("general", general) for general in generals} <= set(found), asked.text
            for name, places in found.items():
                free = [goal for goal in places if goal.written]
                for goal in chance.sample(free, min(2, len(free))):
                    moved += 1
                    wrong = check(asked, f"moves:\n  - {name}: {goal.written}\n")
                    assert not wrong, (name, goal, wrong, asked.text)
            for general in generals:
                known = {each.city for each in reach(state, general).destinations if each.how in ("march", "main")}
                told = {goal.city for goal in found[names.name("general", general)]}
                named = {names.name("city", city) for city in known}
                assert told <= named, (general, asked.text)
                assert told or not named, (general, asked.text)
                assert told == named or " more (`reach " in " ".join(asked.text.split()), (general, asked.text)
                notable = {each.city for each in piece_reach(state, general, seat).notable if each.how != "force"}
                assert {names.name("city", city) for city in notable} <= told, (general, asked.text)
    assert moved > 5 * LETTERS
    assert trains > LETTERS / 4
