"""A line that is wrong makes no other line wrong: random legal sheets with one line broken, or two."""

import random

import pytest

from pbem.report.returned_sheet import corrected, returned
from pbem.report.words import words_of
from pbem.sheet.parts import Part, Parts, check_parts
from pbem_maria.orders.stage import StageOrders
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.robustness.broken_sheets import MOVE, LegalSheet, astray, far_away, misspelt, sheets, slipped

GAMES = [("introductory", "3"), ("advanced", "3"), ("two-player", "2")]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["misspelt", "astray"])
@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_one_broken_line_is_one_line_with_a_fault(game: tuple[str, str], kind: str) -> None:
    draw, tried = random.Random(f"{game} {kind}"), 0
    for sheet in sheets(*game, "one line"):
        for number in draw.sample(range(1, len(sheet.lines) + 1), min(2, len(sheet.lines))):
            line = sheet.lines[number - 1]
            broken = misspelt(draw, line) if kind == "misspelt" else astray(draw, sheet, line)
            wrong = sheet.wrong(sheet.with_line(number, broken)) if broken != line else []
            if number in wrong:
                tried += 1
                assert set(wrong) == {number}, "\n".join(sheet.with_line(number, broken))
                assert kind != "misspelt" or len(wrong) == 1, "\n".join(sheet.with_line(number, broken))
    assert tried > tries(12, 40)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_two_broken_moves_are_two_lines_with_a_fault(game: tuple[str, str]) -> None:
    draw, tried = random.Random(str(game)), 0
    for sheet in sheets(*game, "two lines"):
        moves = [number for number, line in enumerate(sheet.lines, 1) if MOVE.match(line)]
        if sheet.decision.takes is not StageOrders or len(moves) < 2:
            continue
        lines = list(sheet.lines)
        both = sorted(draw.sample(moves, 2))
        for number in both:
            line = lines[number - 1]
            lines[number - 1] = draw.choice((misspelt(draw, line), far_away(draw, sheet, line)))
        if len({lines[number - 1].partition(": ")[2] for number in both}) < 2:
            continue  # one is in the way of the other
        if all(lines[number - 1] != sheet.lines[number - 1] for number in both):
            tried += 1
            assert sorted(set(sheet.wrong(lines))) == both, "\n".join(lines)
    assert tried > tries(4, 15)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_a_returned_sheet_that_is_sent_unchanged_has_the_same_faults(game: tuple[str, str]) -> None:
    draw, tried = random.Random(f"back {game}"), 0
    for sheet in sheets(*game, "back", 1):
        parts = (Part("", sheet.step, sheet.decision),)

        def read(text: str, sheet: LegalSheet = sheet, parts: tuple[Part, ...] = parts) -> Parts:
            return check_parts(text, parts, sheet.view, sheet.lexicon)

        number = draw.randrange(len(sheet.lines)) + 1
        broken = draw.choice((misspelt, slipped))(draw, sheet.lines[number - 1])
        found = read("\n".join(["---", *sheet.with_line(number, broken), "..."]))
        if found.faultless:
            continue
        tried += 1
        back = corrected(found, read)
        words = words_of(MARIA, sheet.lexicon).knowing(sheet.view, sheet.decision.seat)
        copy = returned(words, found.text, back, back.found.every_fault).copy
        again = read(f"---\n{copy}\n...\n")
        assert codes(again) == codes(back.found), copy
        assert back.fixes or not again.counts
    assert tried > 15


def codes(found: Parts) -> list[str]:
    """What is wrong with a sheet, in its order."""
    return [each.problem.code for each in found.every_fault]
