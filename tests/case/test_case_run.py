from pathlib import Path

import msgspec
import pytest

from pbem.engine.playtest import registered
from pbem.engine.ruleset import BrokenInvariant
from pbem.engine.table import Table
from pbem.playtest.case_file import read_cases
from pbem.playtest.case_run import CaseVerdict, run_case
from tests.toy import TOY
from tests.toy.playtest import PLAYTEST, Given
from tests.toy.steps import Bids

GIVEN = """
  given: {hands: {Ann: [C9, C2, C1], Ben: [C10, C3], Cid: [C5]}}
"""
BIDS = """
    ann: {bid: 1}
    ben: {bid: 0}
    cid: {bid: 0}
"""
ANN_PLAYS = """
    ann: [{bid: 1}, {card: C9}]
    ben: [{bid: 0}, {beat with: C10}]
    cid: [{bid: 0}, pass]
"""


def run(folder: Path, *, given: str = GIVEN, sheets: str = "", anytime: str = "", then: str = "") -> CaseVerdict:
    parts = {"sheets": sheets, "anytime": anytime, "then": then}
    text = "- case: 2-toy\n" + given.strip("\n") + "\n"
    text += "".join(f"  {key}:\n{_indented(value)}\n" for key, value in parts.items() if value)
    path = folder / "toy.yaml"
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases(path)
    return run_case(TOY, path, case)


def _indented(text: str) -> str:
    return "\n".join(f"    {line.strip()}" for line in text.strip().splitlines())


@pytest.mark.parametrize(
    "then",
    [
        "events: [{bids-revealed: {bids: {Ann: 1}}}, {card-played: {seat: Ann, card: Cup 9}}, card-played, point-won]",
        "events: [{point-won: {seat: ben}}]",
        "never: [{point-won: {seat: Ann}}, {card-played: {card: C2}}]",
        "facts: {round: 1, score: {Ben of the Dale: 1}}",
        "facts: {score: {Ann: none}}",
        "waits for: {ben: 1.impulse.ben, ann: nothing}",
    ],
)
def test_a_case_that_holds_passes(tmp_path: Path, then: str) -> None:
    assert run(tmp_path, sheets=ANN_PLAYS, then=then) == CaseVerdict("2-toy")


@pytest.mark.parametrize(
    ("then", "difference"),
    [
        ("events: [{point-won: {seat: Ann}}]", "event point-won"),
        ("events: [point-won, card-played]", "event card-played"),
        ("events: [point-won, point-won]", "event point-won"),
        ("never: [point-won]", "event point-won {} happened"),
        ("never: [{card-played: {card: C10}}]", "event card-played"),
        ("facts: {round: 2}", "fact round"),
        ("facts: {score: {Ben: 2}}", "fact score"),
        ("facts: {score: {Ben: none}}", "fact score"),
        ("waits for: {ben: 1.bid.ben}", "waits for ben: 1.bid.ben was expected"),
        ("waits for: {ann: 1.bid.ann}", "waits for ann"),
        ("waits for: {ben: nothing}", "the game waits for ben: 1.impulse.ben"),
        ("refused: [{code: too-low}]", "refused: expected"),
        ("warned: [{code: low-card}]", "warned: expected"),
    ],
)
def test_a_case_that_does_not_hold_says_the_difference(tmp_path: Path, then: str, difference: str) -> None:
    (found,) = run(tmp_path, sheets=ANN_PLAYS, then=then).differences

    assert found.startswith(f"line 8: {difference}")


def test_the_game_waits_where_nobody_is_left_who_answers(tmp_path: Path) -> None:
    assert run(tmp_path, sheets="cid: {bid: 1}", then="waits for: {ann: 1.bid.ann, ben: 1.bid.ben, cid: nothing}") == (
        CaseVerdict("2-toy")
    )


@pytest.mark.parametrize(
    "fault",
    [
        "code: bid-too-high",
        'rule: "2.1"',
        "seat: ann",
        "line: 1",
        "args: {most: 3}",
        'seat: ann, code: bid-too-high, rule: "2.1", line: 1, column: 1, args: {most: 3}',
    ],
)
def test_a_refusal_is_told_by_any_of_its_parts(tmp_path: Path, fault: str) -> None:
    assert run(tmp_path, sheets="ann: {bid: 4}", then=f"refused: [{{{fault}}}]") == CaseVerdict("2-toy")


@pytest.mark.parametrize(
    "fault", ["code: too-low", 'rule: "2.2"', "seat: ben", "line: 2", "column: 9", "args: {most: 2}"]
)
def test_a_refusal_of_another_kind_is_a_difference(tmp_path: Path, fault: str) -> None:
    assert run(tmp_path, sheets="ann: {bid: 4}", then=f"refused: [{{{fault}}}]").differences


def test_a_refusal_that_nobody_expects_is_a_difference(tmp_path: Path) -> None:
    (found,) = run(tmp_path, sheets="ann: {bid: 4}").differences

    assert found.startswith("refused unexpectedly: ann: bid-too-high [rule 2.1] line 1")


def test_every_refusal_must_be_expected(tmp_path: Path) -> None:
    sheets = "ann: {bid: 4}\nben: {bid: 5}"

    assert run(tmp_path, sheets=sheets, then="refused: [{seat: ann}]").differences
    assert run(tmp_path, sheets=sheets, then="refused: [{seat: ann}, {seat: ben}]") == CaseVerdict("2-toy")


def test_a_refused_sheet_is_followed_by_the_seats_next_and_the_others_stand(tmp_path: Path) -> None:
    sheets = "ann: [{bid: 4}, {bid: 2}]\nben: {bid: 0}\ncid: {bid: 0}"
    then = "refused: [{seat: ann}]\nevents: [{bids-revealed: {bids: {ann: 2, ben: 0}}}]"

    assert run(tmp_path, sheets=sheets, then=then) == CaseVerdict("2-toy")


def course(folder: Path, text: str) -> CaseVerdict:
    path = folder / "toy.yaml"
    path.write_text("- case: 2-toy\n" + GIVEN.strip("\n") + "\n" + text, encoding="utf-8")
    (case,) = read_cases(path)
    return run_case(TOY, path, case)


PARTS = """
  course:
    - about: the bids of two
      sheets: {ann: {bid: 1}, ben: {bid: 0}}
      then: {never: [bids-revealed], waits for: {cid: 1.bid.cid, ann: nothing}}
    - sheets: {cid: {bid: 0}}
      then: {events: [bids-revealed], facts: {round: 1}}
    - sheets: {ann: {card: C9}, ben: {beat with: C10}, cid: pass}
      then: {events: [card-played, card-played, point-won], never: [bids-revealed]}
"""


def test_a_course_goes_on_part_after_part(tmp_path: Path) -> None:
    assert course(tmp_path, PARTS) == CaseVerdict("2-toy")


def test_what_follows_from_a_part_that_fails_is_not_told(tmp_path: Path) -> None:
    wrong = PARTS.replace("sheets: {cid: {bid: 0}}", "sheets: {cid: {bid: 9}}")

    (refused, event) = course(tmp_path, wrong).differences
    assert refused.startswith("course 2, refused unexpectedly: cid: bid-too-high")
    assert event.startswith("course 2, line 9: event bids-revealed")


@pytest.mark.parametrize(
    ("part", "difference"),
    [
        ("{silent: [ben, cid], sheets: {ann: {bid: 2}}, then: {events: [{bids-revealed: {bids: {ann: 2}}}]}}", ""),
        ("{silent: all, until: 1.bid.cid, then: {waits for: {cid: 1.bid.cid, ann: nothing}}}", ""),
        ("{silent: all, until: 3.bid.ann}", "until: 3.bid.ann was never asked; the game waits for no one"),
        ("{until: 2.bid.ann}", "until: 2.bid.ann was never asked; the game waits for ann: 1.bid.ann"),
    ],
)
def test_the_defaults_answer_for_those_who_are_silent(tmp_path: Path, part: str, difference: str) -> None:
    assert "".join(course(tmp_path, f"  course: [{part}]\n").differences).startswith(difference)
    assert bool(course(tmp_path, f"  course: [{part}]\n").differences) == bool(difference)


@pytest.mark.parametrize(
    "then",
    [
        "sees: {ann: {hands: {ann: [C9, C2, C1], ben: unknown}}}",
        "sees: {ben: {hands: {ann: 3, ben: [C10, C3], cid: [unknown]}}}",
        "sees: {public: {hands: {ann: unknown}}}",
        "facts: {hands: {ann: [C9, C2, C1]}}",
        "letter: {ann: {says: bid, says not: Cup 10}, ben: {says: [Cup 10], says not: [Cup 9, Cup 5]}}",
        "letter: {public: {says not: [Cup 10, Cup 9]}}",
    ],
)
def test_what_a_seat_sees_and_what_its_letter_says(tmp_path: Path, then: str) -> None:
    assert run(tmp_path, then=then) == CaseVerdict("2-toy")


@pytest.mark.parametrize(
    ("then", "difference"),
    [
        ("sees: {ann: {hands: {ben: [C10, C3]}}}", "line 4: ann sees: fact hands"),
        ("sees: {ann: {hands: {ann: unknown}}}", "line 4: ann sees: fact hands"),
        ("sees: {public: {hands: {ann: [C9, C2, C1]}}}", "line 4: public sees: fact hands"),
        ("facts: {hands: {ann: unknown}}", "line 4: fact hands"),
        ("letter: {ann: {says: Cup 10}}", "line 4: the letter to ann does not say 'Cup 10'"),
        ("letter: {ben: {says not: Cup 10}}", "line 4: the letter to ben says 'Cup 10'"),
    ],
)
def test_what_a_seat_does_not_see_is_a_difference(tmp_path: Path, then: str, difference: str) -> None:
    (found,) = run(tmp_path, then=then).differences

    assert found.startswith(difference)


@pytest.mark.parametrize(("then", "passes"), [("warned: none", False), ("warned: [{code: low-card}]", True)])
def test_that_there_is_no_warning_can_be_said(tmp_path: Path, then: str, *, passes: bool) -> None:
    sheets = BIDS.replace("ann: {bid: 1}", "ann: [{bid: 1}, {card: C1}]")

    assert (run(tmp_path, sheets=sheets, then=then) == CaseVerdict("2-toy")) == passes
    assert run(tmp_path, sheets=BIDS, then="warned: none") == CaseVerdict("2-toy")


class AskedTwice(Given, frozen=True):
    """Bids are made, and made anew when the round begins: the same question comes twice."""

    def lay_out(self, table: Table) -> None:
        Given.lay_out(self, table)
        table.enter(Bids(round=1))


def test_a_sheet_answers_once_though_the_same_question_comes_again(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(
        """
- case: 2-toy
  given: {hands: {Ann: [C1, C2]}}
  sheets: {ann: [{bid: 1}, {bid: 2}], ben: [{bid: 0}, {bid: 0}], cid: [{bid: 0}, {bid: 0}]}
  then: {events: [{bids-revealed: {bids: {ann: 1}}}, {bids-revealed: {bids: {ann: 2}}}]}
"""
    )
    (case,) = read_cases(path)

    registered["toy"] = msgspec.structs.replace(PLAYTEST, fixture=AskedTwice)
    assert run_case(TOY, path, case) == CaseVerdict("2-toy")


def test_a_warning_does_not_stop_a_sheet(tmp_path: Path) -> None:
    sheets = BIDS.replace("ann: {bid: 1}", "ann: [{bid: 1}, {card: C1}]")

    assert run(tmp_path, sheets=sheets, then="warned: [{code: low-card}]\nevents: [card-played]") == CaseVerdict(
        "2-toy"
    )
    assert run(tmp_path, sheets=sheets) == CaseVerdict("2-toy")


def test_a_sheet_that_nobody_asked_for_is_a_difference(tmp_path: Path) -> None:
    assert run(tmp_path, sheets="ann: [{bid: 1}, pass]").differences == ("a sheet of ann was never asked for",)


def test_standing_orders_answer_for_a_seat(tmp_path: Path) -> None:
    sheets = BIDS.replace("ann: {bid: 1}", "ann: [{bid: 1}, {card: C9}]").replace(
        "cid: {bid: 0}", "cid: [{bid: 0}, pass]"
    )

    verdict = run(
        tmp_path,
        sheets=sheets,
        anytime="ben: {reactions: never}",
        then="events: [standing-set, {passed: {seat: ben}}, {point-won: {seat: ann}}]\nwaits for: {ben: 1.impulse.ben}",
    )

    assert verdict == CaseVerdict("2-toy")


def test_a_refused_standing_order_is_told_like_any_other(tmp_path: Path) -> None:
    then = 'refused: [{seat: ben, code: no-such-standing, rule: "3"}]'

    assert run(tmp_path, anytime="ben: {reactions: always}", then=then) == CaseVerdict("2-toy")


@pytest.mark.parametrize(
    ("parts", "line", "code"),
    [
        ({"sheets": "dan: pass"}, 4, "no-such-seat"),
        ({"anytime": "dan: pass"}, 4, "no-such-seat"),
        ({"sheets": "all: pass"}, 4, "no-such-seat"),
        ({"sheets": "public: pass"}, 4, "no-such-seat"),
        ({"then": "waits for: {dan: nothing}"}, 4, "no-such-seat"),
        ({"then": "never: []\nsees: {dan: {round: 1}}"}, 5, "no-such-seat"),
        ({"then": "letter: {dan: {says: Hello}}"}, 4, "no-such-seat"),
        ({"then": "never: [point-lost]"}, 4, "not-a-choice"),
        ({"then": "never: [{point-won: {saet: ann}}]"}, 4, "unknown-key"),
        ({"then": "facts: {rounds: 1}"}, 4, "not-a-choice"),
        ({"then": "never: []\nsees: {ann: {rounds: 1}}"}, 5, "not-a-choice"),
        ({"then": "refused: [{cod: x}]"}, 4, "unknown-key"),
    ],
)
def test_a_word_that_the_game_does_not_have_never_passes(
    tmp_path: Path, parts: dict[str, str], line: int, code: str
) -> None:
    assert [(fault.place.line, fault.problem.code) for fault in run(tmp_path, **parts).faults] == [(line, code)]


def test_a_name_that_the_game_does_not_have_never_passes(tmp_path: Path) -> None:
    assert run(tmp_path, then="facts: {score: {Dan: none}}").differences[0].startswith("line 4: fact score")


def test_a_position_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    verdict = run(tmp_path, given="  given: {hands: {Ann: [C99]}, rounds: x}")

    assert [(fault.place.line, fault.problem.code) for fault in verdict.faults] == [
        (2, "unknown-name"),
        (2, "not-a-number"),
    ]
    assert verdict.differences[0].startswith(f"{tmp_path / 'toy.yaml'}:2:25: unknown-name")


def test_a_position_that_no_game_comes_to_fails(tmp_path: Path) -> None:
    five = run(tmp_path, given="  given: {hands: {Ann: [C1, C2, C3, C4, C5]}}")
    twice = run(tmp_path, given="  given: {hands: {Ann: [C1], Ben: [C1]}}")

    assert five.differences == ("given: hands: hand-too-big (seat ann, count 5)",)
    assert twice.differences == (f"{tmp_path / 'toy.yaml'}:1: a card is given twice",)


def test_a_position_that_breaks_on_the_way_fails(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text("- case: 2-toy\n  sheets: {ann: {bid: 0}, ben: {bid: 0}, cid: {bid: 0}}\n")
    (case,) = read_cases(path)

    assert run_case(TOY, path, case) == CaseVerdict("2-toy")
    made = BrokenInvariant("bids", "bids-made")
    registered["toy"] = msgspec.structs.replace(PLAYTEST, invariants=lambda state: [made] if state.bids else [])
    assert run_case(TOY, path, case).differences == ("bids: bids-made",)


def test_the_seats_are_those_of_the_given_game(tmp_path: Path) -> None:
    sheets = "ann: {bid: 0}\nben: {bid: 0}"

    assert run(tmp_path, given="  given: {players: 2}", sheets=sheets, then="events: [bids-revealed]") == CaseVerdict(
        "2-toy"
    )
    assert run(tmp_path, given="  given: {players: 2}", sheets="cid: {bid: 0}").differences
