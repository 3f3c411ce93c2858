import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.report.forum import LEAST, MARKUPS, posts
from pbem.report.plain import text
from pbem.report.tree import (
    CodeBlock,
    HeadingBlock,
    Line,
    ListBlock,
    ListItem,
    QuotationBlock,
    Run,
    TableBlock,
    TableCell,
    TextBlock,
    marked,
    parse,
)
from tests.long import examples

TYPED = "Ann [b]of[/b] the *Hill* | wrote :D and @everyone <b>."
TEMPLATE = """\
# toy-1 - Toy, report 3

## What happened

### Movement

- Karl von Lothringen marched: Kremsier > Wischau > Brünn (rule 8).
  He came late.
  - with a train
- TYPED

## The position

Round **1** of 1. Send `help`.
It is long.

|= Strengths
|# Power | Troops
| France | 13~ troops~
| TYPED | 4~ troops~

> TYPED

```
  Broglie [/code]     Amberg ```           ♠
```
![](map)
"""
SIGNS = "ab -=*[]/:\n`#1.|>~!"
REPORT = parse(marked(TEMPLATE).replace("TYPED", TYPED))


def test_a_report_is_pasted_as_bbcode() -> None:
    (post,) = posts(REPORT, MARKUPS["bbcode"])
    typed = "Ann [[i][/i]b]of[[i][/i]/b] the *Hill* | wrote :[i][/i]D and @everyone <b>."
    assert post == (
        "[b][u]toy-1 - Toy, report 3[/u][/b]\n\n[b][u]What happened[/u][/b]\n\n[b]Movement[/b]\n\n"
        "[list]\n[*]Karl von Lothringen marched: Kremsier > Wischau > Brünn (rule 8[i][/i]).\nHe came late.\n"
        f"[list]\n[*]with a train\n[/list]\n[*]{typed}\n[/list]\n\n[b][u]The position[/u][/b]\n\n"
        "Round [b]1[/b] of 1. Send `help`.\nIt is long.\n\n"
        f"[b]Strengths[/b]\n[list]\n[*]France: 13 troops\n[*]{typed}: 4 troops\n[/list]\n\n"
        f"[quote]{typed}[/quote]\n\n[code]  Broglie (/code]     Amberg ```           ♠[/code]\n"
    )


@pytest.mark.parametrize("markup", ["markdown", "discord"])
def test_what_is_strong_as_a_whole_is_so_once(markup: str) -> None:
    line = Line((Run("Nothing ", strong=True), Run("of it"), Run(" counts.", strong=True)))
    said = MARKUPS[markup].block(TextBlock(lines=(line,), warning=True))
    assert said == "**Nothing of it counts.**"
    assert (
        MARKUPS[markup]
        .block(parse(marked("|= **Strengths**\n|# Power | Troops\n| a | b"))[0])
        .startswith("**Strengths**\n")
    )


def test_a_report_is_pasted_as_markdown() -> None:
    (post,) = posts(REPORT, MARKUPS["markdown"])
    typed = r"Ann \[b\]of\[/b\] the \*Hill\* \| wrote \:D and @ everyone \<b\>."
    assert post == (
        "# toy-1 - Toy, report 3\n\n## What happened\n\n### Movement\n\n"
        "- Karl von Lothringen marched: Kremsier \\> Wischau \\> Brünn (rule 8).  \n  He came late.\n  - with a train\n"
        f"- {typed}\n\n## The position\n\nRound **1** of 1. Send `help`.  \nIt is long.\n\n"
        f"**Strengths**\n\n| Power | Troops |\n| --- | --- |\n| France | 13 |\n| {typed} | 4 |\n\n> {typed}\n\n"
        "````\n  Broglie [/code]     Amberg ```           ♠\n````\n"
    )


@pytest.mark.parametrize(
    ("typed", "bbcode", "markdown"),
    [
        ("[b]", "[[i][/i]b]", r"\[b\]"),
        ("[/code]", "[[i][/i]/code]", r"\[/code\]"),
        ("@everyone @here", "@everyone @here", "@ everyone @ here"),
        (":) ;-) :D :smile:", ":[i][/i]) ;[i][/i]-) :[i][/i]D :[i][/i]smile:", r"\:) \;-) \:D \:smile:"),
        ("||a|| ~~b~~", "||a|| ~~b~~", r"\|\|a\|\| \~\~b\~\~"),
        ("a `b` _c_ *d*", "a `b` _c_ *d*", r"a \`b\` \_c\_ \*d\*"),
        ("- a", "- a", r"\- a"),
        ("-# a", "-# a", r"\-# a"),
        ("# a", "# a", r"\# a"),
        ("1. a", "1. a", r"1\. a"),
        ("> a", "> a", r"\> a"),
        ("<@&7> &lt;", "<@&7> &lt;", r"\<@&7\> \&lt;"),
        ("at 20:00, http://x.org/a_b#c_d", "at 20:00, http://x.org/a_b#c_d", "at 20:00, http://x.org/a_b#c_d"),
        ("https://x.org/[b]*", "https://x.org/[[i][/i]b]*", r"https://x.org/\[b\]\*"),
    ],
)
def test_words_of_players_are_only_words_in_every_markup(typed: str, bbcode: str, markdown: str) -> None:
    for kind, words in (("bbcode", bbcode), ("markdown", markdown), ("discord", markdown)):
        write = MARKUPS[kind].block
        line = Line((Run(typed),))
        assert write(TextBlock(lines=(line,))) == words
        assert words in write(HeadingBlock(level=2, line=line))
        assert words in write(ListBlock(items=(ListItem((line,)),)))
        assert words in write(TableBlock(rows=((TableCell(line), TableCell(line)),)))
        quoted = write(QuotationBlock(lines=(line, Line(), line)))
        assert quoted in (f"> {words}  \n>  \n> {words}", f"[quote]{words}\n\n{words}[/quote]")


@pytest.mark.parametrize(
    "line", ["[b] # :) @everyone", "- [a, b]: [/b] || `x`", "words: [/CODE] \N{BLACK HEART SUIT}", "a ``` b"]
)
def test_a_sheet_can_be_copied_from_a_post_as_it_is(line: str) -> None:
    block = CodeBlock(lines=("---", line, "..."), sheet=True)
    said = {kind: MARKUPS[kind].block(block) for kind in MARKUPS if kind != "text"}
    for kind, begins, ends in (("bbcode", "[code]", "[/code]"), ("markdown", "`", "`"), ("discord", "```", "```")):
        assert said[kind].startswith(begins)
        assert said[kind].endswith(ends)
        inside = said[kind].strip("`").removeprefix("[code]").removesuffix("[/code]").strip("\n")
        assert inside.count(ends) == 0 or kind == "markdown"
        kept = line.replace("[/C", "(/C") if kind == "bbcode" else line
        assert inside.replace("\N{ZERO WIDTH SPACE}", "") == f"---\n{kept}\n..."


def test_plain_text_is_the_report_itself() -> None:
    assert posts(REPORT, MARKUPS["text"]) == [text(REPORT)]


@pytest.mark.parametrize("kind", MARKUPS)
@pytest.mark.parametrize("most", [LEAST, 700, 3000])
def test_a_long_report_comes_in_numbered_posts_and_loses_nothing(kind: str, most: int) -> None:
    lines = "".join(f"- Line {number} of a long list that goes on.\n" for number in range(60))
    rows = "".join(f"| Row {number} | of | a table\n" for number in range(60))
    long = f"{TEMPLATE}\n{lines}\n{rows}\n{'word ' * 300}\n\n```\n{'x' * 2000}\n```\n"
    found = posts(parse(marked(long)), MARKUPS[kind], most)
    assert len(found) > 1
    assert all(len(post) <= most for post in found)
    assert [re.search(r"\((\d+)/(\d+)\)", post).groups() for post in found] == [  # type: ignore[union-attr]
        (str(number), str(len(found))) for number in range(1, len(found) + 1)
    ]
    whole = "\n".join(found)
    assert re.findall(r"Line (\d+) of|Row (\d+)\b", whole) == re.findall(r"Line (\d+) of|Row (\d+)\b", long)
    assert len(re.findall(r"\bword\b", whole)) == 300
    assert whole.count("x" * 10) >= 190
    if kind == "bbcode":
        for post in found:
            assert post.count("[list]") == post.count("[/list]")
            assert post.count("[code]") == post.count("[/code]")


def test_a_post_does_not_end_in_a_heading() -> None:
    report = parse(marked(f"{'word ' * 90}\n\n## What happened\n\n### Movement\n\n{'step ' * 80}\n"))
    for kind in MARKUPS:
        first, second = posts(report, MARKUPS[kind], LEAST)
        assert not re.search("happened|movement", first, re.IGNORECASE)
        assert second.count("step") == 80


@settings(max_examples=examples(200), deadline=None)
@given(
    st.text(alphabet="ab -=*[]/:\n`#1.|>~!", max_size=1500),
    st.sampled_from([*MARKUPS]),
    st.sampled_from([0, LEAST, 800]),
)
def test_no_report_stops_the_pasting(report: str, kind: str, most: int) -> None:
    for written in (report, marked(report)):
        found = posts(parse(written), MARKUPS[kind], most)
        assert found
        assert all(not most or len(post) <= most for post in found)
    letters = re.sub(r"[^ab]", "", "".join(posts(parse(report), MARKUPS["text"], most)))
    assert letters == re.sub("[^ab]", "", report)


def test_a_post_has_a_least_length() -> None:
    with pytest.raises(ValueError, match="at least"):
        posts(REPORT, MARKUPS["text"], LEAST - 1)
