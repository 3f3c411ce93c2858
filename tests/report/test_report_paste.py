import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.report.forum import LEAST, Format, posts

REPORT = """\
toy-1 - Toy, report 3

WHAT HAPPENED
====================

Movement

- Karl von Lothringen marched: Kremsier > Wischau > Brünn and on and on until
  he came to Olmütz (rule 8).
- Ann [b]of[/b] the *Hill* wrote :D and @everyone.

THE POSITION
============

Round 1 of 1. It is
long.
Ann of the Hill      4 cards, 0 points
Ben of the Dale      4 cards, 0 points

France, 13 troops on the map
  Belle-Isle          Pilsen               ♥  fortress
  Broglie [/code]     Amberg ```           ♠
"""
FORMATS: list[Format] = ["text", "bbcode", "markdown"]


def test_headings_lists_and_tables_become_those_of_a_forum() -> None:
    (post,) = posts(REPORT, "bbcode")
    assert "[b][u]WHAT HAPPENED[/u][/b]" in post  # the sizes of one forum are not those of another
    assert "[b]Movement[/b]\n\n[list]\n[*]Karl von Lothringen marched" in post
    assert "and on and on until he came to Olmütz" in post
    assert "[code]Ann of the Hill      4 cards, 0 points\nBen of the Dale      4 cards, 0 points[/code]" in post
    assert "Round 1 of 1. It is long." in post
    assert "=====" not in post


@pytest.mark.parametrize(("kind", "plain"), [("bbcode", "By Wednesday 25"), ("markdown", "By Wednesday 25")])
def test_indented_words_are_words_and_not_a_box_of_code(kind: Format, plain: str) -> None:
    report = "Awaiting\n\nBen.\n  By Wednesday 25, 20:00 (Europe/Vienna)\n   = Wednesday 25, 19:00 UTC\n\n  ab12cd\n"
    (post,) = posts(report, kind)
    assert f"\n\n{plain}, 20:00 (Europe/Vienna) = Wednesday 25, 19:00 UTC\n\n" in post
    assert {"bbcode": "[code]  ab12cd[/code]", "markdown": "```\n  ab12cd\n```"}[kind] in post


def test_a_title_over_the_title_of_a_list_is_one_too_and_a_list_of_one_is_none() -> None:
    (post,) = posts("Turn 1\n\nPolitics\n\n- one card\n\n- another\n\nDone\n", "bbcode")
    assert (
        post
        == "[b]Turn 1[/b]\n\n[b]Politics[/b]\n\n[list]\n[*]one card\n[/list]\n\n[list]\n[*]another\n[/list]\n\nDone\n"
    )


def test_headings_lists_and_tables_become_those_of_markdown() -> None:
    (post,) = posts(REPORT, "markdown")
    assert "## WHAT HAPPENED\n\n### Movement\n\n- Karl" in post
    table = "  Belle-Isle          Pilsen               ♥  fortress\n  Broglie [/code]     Amberg ```           ♠"
    assert f"````\n{table}\n````" in post


def test_what_players_typed_is_shown_and_not_obeyed() -> None:
    (post,) = posts(REPORT, "bbcode")
    assert post.count("[code]") == post.count("[/code]") == 2
    assert "[b]of" not in post
    assert "[[i][/i]b]of[[i][/i]/b]" in post
    assert ":D" not in post
    assert "8)" not in post
    (post,) = posts(REPORT, "markdown")
    assert r"\*Hill\*" in post
    assert "@everyone" not in post


def test_plain_text_is_the_report_itself() -> None:
    assert posts(REPORT, "text") == [REPORT]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("most", [LEAST, 700, 3000])
def test_a_long_report_comes_in_numbered_posts_and_loses_nothing(kind: Format, most: int) -> None:
    report = (
        REPORT
        + "\n"
        + "\n".join(f"- Line {number} of a long list that goes on." for number in range(60))
        + "\n\n"
        + "word " * 300
        + "\n"
    )
    found = posts(report, kind, most)
    assert len(found) > 1
    assert all(len(post) <= most for post in found)
    assert [re.search(r"\((\d+)/(\d+)\)", post).groups() for post in found] == [  # type: ignore[union-attr]
        (str(number), str(len(found))) for number in range(1, len(found) + 1)
    ]
    words = re.findall(r"Line \d+ of|word\b", "\n".join(found))
    assert words == re.findall(r"Line \d+ of|word\b", report)
    if kind == "bbcode":
        for post in found:
            assert post.count("[list]") == post.count("[/list]")
            assert post.count("[code]") == post.count("[/code]")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab -=*[]/:\n`#1.", max_size=1500), st.sampled_from(FORMATS), st.sampled_from([0, LEAST, 800]))
def test_no_report_stops_the_pasting(report: str, kind: Format, most: int) -> None:
    found = posts(report, kind, most)
    assert found
    assert all(not most or len(post) <= most for post in found)
    letters = re.sub(r"[^ab]", "", "".join(found))
    if kind == "text":
        assert letters == re.sub("[^ab]", "", report)


def test_a_post_has_a_least_length() -> None:
    with pytest.raises(ValueError, match="at least"):
        posts(REPORT, "text", LEAST - 1)
