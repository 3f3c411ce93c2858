from typing import Any

import pytest

from pbem.engine.order import Problem, Weight
from pbem.engine.reading import Place
from pbem.report import plain
from pbem.report.returned_sheet import as_data, explain, pointed
from tests.report.game import Located, words


def far(line: int, column: int, width: int = 5, **more: Any) -> Located:
    args = {"city": "steyr", "steps": 4, "limit": 3}
    return Located(Problem("too-far", ("march", 0), "3.1", args, **more), Place(line, column, width))


def poor(line: int, column: int) -> Located:
    return Located(Problem("unsupplied", (), "", {"city": "linz"}, Weight.unwise), Place(line, column, 4))


def test_faults_come_in_the_order_of_the_sheet_and_warnings_after() -> None:
    text = "march: Linz > Steyr\nthen: Linz > Steyr\n"
    assert explain(words(), text, [far(2, 14), poor(1, 8), far(1, 15)]) == (
        "1. Steyr is 4 cities away. [rule 3.1]\n"
        "   line 1, column 15:\n"
        "     | march: Linz > Steyr\n"
        "     |               ^^^^^\n"
        "   Try: At most 3 cities may be entered in one march.\n"
        "\n"
        "2. Steyr is 4 cities away. [rule 3.1]\n"
        "   line 2, column 14:\n"
        "     | then: Linz > Steyr\n"
        "     |              ^^^^^\n"
        "   Try: At most 3 cities may be entered in one march.\n"
        "\n"
        "Not refused, but are you sure?\n"
        "\n"
        "1. Linz is out of supply.\n"
        "   line 1, column 8:\n"
        "     | march: Linz > Steyr\n"
        "     |        ^^^^\n"
    )


def test_how_words_were_read_comes_after_warnings_under_a_heading_of_its_own() -> None:
    told = Problem("key-understood", (), "", {"key": "march"}, Weight.unwise)
    said = explain(words(), "Linz > Steyr\n", [Located(told, Place(1, 1, 4)), poor(1, 8)])
    warned, read = said.split("How your words were read; there is nothing to do if you mean that:")
    assert warned.startswith("Not refused, but are you sure?\n\n1. Linz is out of supply.")
    assert read.startswith("\n\n1. This has no key; ")
    assert "are you sure" not in explain(words(), "Linz > Steyr\n", [Located(told, Place(1, 1, 4))])


def test_no_faults_no_words() -> None:
    assert explain(words(), "x", []) == ""


def test_an_argument_called_problem_is_the_one_that_is_told() -> None:
    broken = Located(Problem("broken-syntax", (), "", {"problem": "it is not UTF-8"}), Place(1, 1))

    assert "(it is not UTF-8)" in explain(words(), "x", [broken])


@pytest.mark.parametrize(
    ("line", "place", "shown"),
    [
        ("a: b", Place(1, 4), ["a: b", "   ^"]),
        ("a: b", Place(1, 9, 3), ["a: b", "    ^"]),
        ("a: b", Place(1, 4, 40), ["a: b", "   ^"]),
        ("", Place(1, 1), ["", "^"]),
        ("\ta: b", Place(1, 5), ["    a: b", "       ^"]),
        ("x\ty", Place(1, 3), ["x   y", "    ^"]),
        ("漢字: b", Place(1, 5), ["漢字: b", "      ^"]),
        ("漢字: b", Place(1, 1, 2), ["漢字: b", "^^^^"]),
        ("Ko\u0308nig: b", Place(1, 9), ["Ko\u0308nig: b", "       ^"]),
        ("o\u0308", Place(1, 2), ["o\u0308", " ^"]),
        ("a\u200b: \x1bb", Place(1, 2, 1), ["a\ufffd: \ufffdb", " ^"]),
    ],
)
def test_the_caret_stands_under_the_spot(line: str, place: Place, shown: list[str]) -> None:
    assert pointed(line, place) == [f"     | {part}".rstrip() for part in shown]


@pytest.mark.parametrize("column", [1, 30, 60, 90, 150, 195])
def test_of_a_long_line_the_part_around_the_spot_is_shown(column: int) -> None:
    line = "".join(f"{number:5}" for number in range(40))
    source, carets = pointed(line, Place(1, column, 3))
    assert max(len(source), len(carets)) <= plain.WIDTH
    assert "".join(s for s, c in zip(source, carets, strict=False) if c == "^") == line[column - 1 : column + 2]


def test_a_spot_outside_the_sheet_has_no_line() -> None:
    assert "     |" not in explain(words(), "x\n", [poor(7, 1)])


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r", "\x85", "\u2028"])
def test_lines_are_counted_as_the_reader_counts_them(break_: str) -> None:
    assert "     | second: Linz\n     |         ^^^^\n" in explain(words(), f"a: 1{break_}second: Linz", [poor(2, 9)])


def test_text_of_players_is_shown_as_it_is_and_cut_when_endless() -> None:
    def quoted(text: str) -> str:
        return explain(words(), "x", [Located(Problem("quoted", args={"text": text}), Place(1, 1))])

    assert quoted("[red]{{ 7 * 7 }}\n--- \x1b[0m").startswith("1. [red]{{ 7 * 7 }} --- [0m is no city.\n")
    assert len(quoted("x" * 10_000)) < 500


def test_a_fault_as_data() -> None:
    assert as_data(words(), far(1, 15)) == {
        "code": "too-far",
        "weight": "illegal",
        "stops": True,
        "line": 1,
        "column": 15,
        "width": 5,
        "rule": "3.1",
        "path": ["march", 0],
        "args": {"city": "steyr", "limit": 3, "steps": 4},
        "says": "Steyr is 4 cities away.",
        "right": "At most 3 cities may be entered in one march.",
    }
    assert as_data(words(), poor(1, 1))["right"] == ""


def test_a_file_that_is_no_sheet_does_not_fill_the_mail() -> None:
    faults = [Located(Problem("unknown-key", args={"key": "x", "nearest": (), "keys": ("a",)}), Place(1, 1))] * 5000

    told = explain(words(), "x", faults)

    assert "And 4970 more problems, which are told once these are fixed" in told
    assert len(told) < 20_000


def test_marks_that_take_no_room_are_not_shown_by_the_thousand() -> None:
    line = "a" + "\N{COMBINING ACUTE ACCENT}" * 5000 + "b"
    for column in (1, 2500, 5002):
        shown, carets = pointed(line, Place(1, column))
        assert len(shown) < 400
        assert "^" in carets
