import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mime.text import unflowed


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a \nb\n-- \nAnn", "a b\n-- \nAnn"),
        ("a \n-- \nAnn", "a \n-- \nAnn"),
        (">a \n> b \nc", "> a b \nc"),
        ("> a \n>> b", "> a \n>> b"),
        (" >a\n  b: 1", ">a\n b: 1"),
        (" From here", "From here"),
        ("a\n\nb \n\nc", "a\n\nb \nc"),
        ("", ""),
        ("a\n", "a\n"),
        ("> \n>", ">\n>"),
    ],
)
def test_soft_line_ends_are_taken_out_within_one_depth_of_quotation(text: str, lines: str) -> None:
    assert unflowed(text) == lines


def test_the_blank_goes_where_it_was_only_put_in() -> None:
    assert unflowed("a \nb", delete_blank=True) == "ab"
    assert unflowed("a \n", delete_blank=True) == "a"
    assert unflowed("a  \nb", delete_blank=True) == "a b"


@pytest.mark.parametrize("mark", ["--- ", "... ", "---", "--- # toy, ann {k7f2-rxqm} "])
def test_the_marks_of_a_sheet_never_join_their_neighbours(mark: str) -> None:
    assert unflowed(f"words \n{mark}\nbid: 1\n") == f"words \n{mark}\nbid: 1\n"


def test_a_long_mark_that_was_wrapped_is_whole_again() -> None:
    assert unflowed("--- # toy, ann: the orders of spring 1742, please send by \nSunday\nbid: 1").endswith(
        "by Sunday\nbid: 1"
    )


LINES = st.lists(st.text("ab:- >#.", max_size=120).map(str.rstrip).filter(lambda line: line[:1] != ">"), max_size=8)


@given(LINES, st.integers(20, 78))
def test_lines_that_a_program_wrapped_come_out_as_typed(typed: list[str], width: int) -> None:
    sent: list[str] = []
    for line in typed:
        stuffed = f" {line}" if line.startswith((" ", ">", "From ")) else line
        parts = textwrap.wrap(
            stuffed, width, drop_whitespace=False, break_long_words=False, break_on_hyphens=False
        ) or [""]
        if any(part[:1] in " >-." or not part.strip() or not part.endswith(" ") for part in parts[1:-1]) or (
            len(parts) > 1
            and (parts[-1][:1] in (" ", ">", "-", ".") or not parts[0].endswith(" ") or parts[0][:1] in " -.")
        ):
            parts = [stuffed]
        sent.extend(parts)
    assert unflowed("\n".join(sent)) == "\n".join(typed)
