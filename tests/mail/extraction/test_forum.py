import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.extraction.forum import bare
from pbem.mail.extraction.markup import rendered
from pbem.mail.extraction.page import read_markup
from pbem.mail.extraction.posts import split
from pbem.sheet.repair import MOST_BYTES
from tests.long import examples
from tests.mail.corpus.posting import quoted
from tests.mail.corpus.surroundings import FORM, SHEETS, orders_of

SHEET = "moves:\n  - Belle-Isle: Passau > Schärding\n  - Törring: Linz\npasses: no\n"


@pytest.mark.parametrize(
    ("post", "text"),
    [
        ("[quote=Mo]old[/quote]new", "Mo wrote:\n> old\nnew\n"),
        (
            '[quote="Mo, the GM" post_id=7]a\n[quote]b[/quote]\nc[/quote]\nd',
            "Mo wrote:\n> a\n> > b\nMo wrote:\n> c\nd\n",
        ),
        ("[b]moves[/b]:\n[list][*]A: x\n[*] B: y[/list]", "moves:\n- A: x\n- B: y\n"),
        ("[list=1][*]A\n[list][*]B[/list][/list]", "- A\n  - B\n"),
        ("[color=#ff0000]A[/color]: [url=http://x.org]x[/url] &gt; [i]y[/i]", "A: x > y\n"),
        ("[spoiler]bid: 1[/spoiler]", "bid: 1\n"),
        ("[code]a: [b]\n  - :)[/code]", "```\na: [b]\n  - :)\n```\n"),
        ("bid: 1 :) \U0001f600 :cool:", "bid: 1 :) \U0001f600 :cool:\n"),
        ("• A: x\n2) B: y\n3. C: z", "• A: x\n2) B: y\n3. C: z\n"),
        ("**moves**:\n\\- A: x \\> y", "**moves**:\n- A: x \\> y\n"),
        ("Ann » Sun Nov 22, 2026 8:14 pm\nbid: 1\nLast edited by Ann on Sun Nov 22\nQuote Reply", "bid: 1\n"),
        ("Re: vienna-1741\nPost by Ann » Sun Nov 22, 2026 8:14 pm\n\nbid: 1", "bid: 1\n"),
        ("\nRe: Wien\n\nQuote\nby Ann » Sun Nov 22, 2026 8:14 pm\nbid: 1", "bid: 1\n"),
        ("Code: Select all\n\nbid: 1\n", "bid: 1\n"),
        ("Code: Alles auswählen\nbid: 1\n", "bid: 1\n"),
        ("Mo wrote:\n> bid: 0\n\nbid: 1", "Mo wrote:\n> bid: 0\n\nbid: 1\n"),
        ("bid: 1\n>>> old\nolder", "bid: 1\n> old\n> older\n"),
        ("recruits: [b]\ntroops: [i, u]", "recruits: [b]\ntroops: [i, u]\n"),
        ("[img]http://x.org/smile.gif[/img]bid: 1", "bid: 1\n"),
        ("bid: [img]http://x.org/one.gif[/img] 1", "bid: :picture: 1\n"),
        ("bid: 1 [img]http://x.org/one.gif[/img]", "bid: 1 :picture:\n"),
        ('bid: <img class="smilies" src="x" alt=":one:"> 1', "bid: :one: 1\n"),
        ("bid: Ann [img]http://x.org/one.gif[/img]", "bid: Ann\n"),
        ("```yaml\n1. a :)\n```", "```yaml\n1. a :)\n```\n"),
    ],
)
def test_a_post_becomes_plain_text(post: str, text: str) -> None:
    (own,) = split(post, ("Ann", "Mo"), ("bid",))
    shown = rendered(read_markup(own.text, keys=("bid",)).lines)
    lines = [line.strip() if not line.strip() else line.rstrip() for line in shown.split("\n")]
    assert [line for line in lines if line.strip("> ")] == [line for line in text.split("\n") if line.strip("> ")]


def test_what_was_left_out_although_it_may_be_an_order_is_said() -> None:
    assert [note.code for note in read_markup("[img]moves: Karl\nTraun[/img]").notes] == ["forum-dropped"]
    assert not read_markup("[quote=Ann]bid: 3[/quote]bid: 1").notes


def test_orders_below_a_quotation_without_an_end_are_not_taken() -> None:
    assert bare("Ann wrote:\nbid: 3\n\nbid: 1", keys=("bid",)).problem == "quotation-open"


def test_a_sheet_alone_stays_as_it_is() -> None:
    for sheet in (SHEET, f"---\n{SHEET}...\n", "bid: 1\n", "x: [b]\n", "nonsense\n", "- a\n"):
        read = bare(sheet, FORM)
        assert (read.what, read.sheet, read.notes) == ("orders", sheet, ())
        assert not read_markup(sheet).marked
    assert bare(" \n").problem == "empty-sheet"
    assert bare("\ufeffbid: 1\r\n").sheet == "bid: 1\n"


def test_a_sheet_alone_with_a_long_line_is_not_read_in_part() -> None:
    line = "note: " + "x" * 20_000
    assert bare(f"bid: 1\n{line}\n", FORM).problem == "line-too-long"
    assert bare(f"bid: 1\n{line * 26}\n", FORM).sheet
    beyond = bare(f"bid: 1\n{line * 27}\n", FORM)  # longer than any text that is read
    assert (beyond.problem, beyond.args) == ("too-large", {"size": 20_006 * 27 + 8, "limit": MOST_BYTES})
    large = f"bid: 1\n{line * 4}\n"  # too large for a sheet as well
    read = bare(large, FORM)
    assert (read.what, read.sheet, read.problem) == ("orders", large, "")


@pytest.mark.parametrize("text", ["status", "withdraw", "pass", "[quote=Mo]Your turn[/quote]\nPass."])
def test_a_command_alone_is_a_command_as_in_a_mail(text: str) -> None:
    assert bare(f"{text}\n", FORM).commands == (text.rsplit("\n", maxsplit=1)[-1].strip(".").lower(),)


@pytest.mark.parametrize(
    "post",
    [
        "[quote=Mo]\n{form}[/quote]\nHere you go :)\n\n{sheet}\n:D",
        "Ann » Sun Nov 22, 2026 8:14 pm\n\n[quote]{form}[/quote][code]{sheet}[/code]\nLast edited by Ann on Sun",
        "[code]---\n{sheet}...[/code]\n[quote]bid: 7[/quote]",
        "[spoiler=orders]\n---\n{sheet}...\n[/spoiler]",
        "Hi all,\n\n```yaml\n{sheet}```\n",
        "> Mo wrote\n{quoted}\n\n{sheet}",
    ],
)
@settings(max_examples=40, deadline=None)
@given(SHEETS)
def test_the_orders_of_a_post_are_found(post: str, lines: list[str]) -> None:
    sheet = "\n".join(lines) + "\n"
    read = bare(post.format(sheet=sheet, form=FORM, quoted=quoted(FORM)), FORM)
    assert not read.problem
    assert orders_of(read.sheet) == lines


def test_lists_of_a_post_are_lists_of_the_sheet() -> None:
    post = "[b]moves[/b]:\n[list]\n[*]Belle-Isle: Passau &gt; Schärding\n[*]Törring: Linz\n[/list]\npasses: no\n"
    assert [line.strip() for line in orders_of(bare(post).sheet)] == [line.strip() for line in orders_of(SHEET)]


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "[quote]",
                "[/quote]",
                "[code]",
                "[/code]",
                "[list]",
                "[*]",
                "[/list]",
                "[img]",
                "[/img]",
                "\n",
                "a: b",
                "[b]",
                "[/b]",
                "&gt;",
                ">>> ",
                "wrote:",
                ":)",
                "```\n",
                "---\n",
                "...\n",
            ]
        )
        | st.text(max_size=5),
        max_size=25,
    ).map("".join)
)
def test_no_post_stops_the_reading(post: str) -> None:
    read = bare(post)
    assert (read.what == "orders") == bool(read.sheet)
    assert not any("\n" in line.text for line in read_markup(post).lines)
