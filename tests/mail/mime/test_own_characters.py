"""No email made of what the program's own patterns repeat takes longer than its size allows.

An email of 512 kB may cost 10 s (`limits` in game.yaml), so 40 kB of one may cost 0.8 s: a pattern whose time grows
with the square of a line takes longer over four lines that are just read whole.
"""

import subprocess
import sys

import pytest

from tests.mail.mime.own_characters import repeated


def found(*options: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.mail.mime.own_characters", *options], capture_output=True, text=True, check=True
    )
    assert " patterns, " in done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_no_pattern_of_the_mail_path_takes_long_over_what_it_repeats() -> None:
    assert found() == []


@pytest.mark.slow
def test_a_pattern_whose_time_grows_with_the_square_is_found() -> None:
    assert "texts.py" in "".join(found("quadratic"))


@pytest.mark.slow
def test_no_pattern_of_a_game_takes_long_over_a_value_of_what_it_repeats() -> None:
    assert found("games") == []


@pytest.mark.parametrize(
    ("pattern", "units"),
    [
        ("a{3}b*", {("", "b"), ("aaa", "b")}),
        (r"(?:x[.,]+|\s*)$", {("", "."), ("", ","), ("x", "."), ("", " ")}),
        (r"re: [^:\n]+?>", {("", one) for one in "a. 7>-\u00e9"} | {("re: ", "a")}),
        (r"(?<=q)(?:ab ?)*c{2,9}", {("", "ab "), ("q", "ab ")}),
    ],
)
def test_what_a_pattern_repeats_is_read_from_its_tree(pattern: str, units: set[tuple[str, str]]) -> None:
    assert {*repeated(pattern, 0)} == units
