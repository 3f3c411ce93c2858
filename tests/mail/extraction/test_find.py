import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.extraction.block import regions
from pbem.mail.extraction.find import find
from pbem.mail.extraction.quoting import QuotedLine
from pbem.mail.mime.text import MailContents, MailNote, MailText
from tests.long import examples
from tests.mail.corpus.posting import quoted
from tests.mail.corpus.surroundings import (
    DIVIDERS,
    FAREWELLS,
    FORM,
    GREETINGS,
    INTRODUCTIONS,
    LETTER,
    MARKS,
    SHEETS,
    found,
    orders_of,
)

SHEET = "moves:\n  - Belle-Isle: Passau > Schärding\n  - Törring: Linz\npasses: no\n"


def codes(notes: tuple[MailNote, ...]) -> list[str]:
    return [note.code for note in notes]


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("Hello!\n--- # x, ann\nbid: 1\n...\nBye\n", "--- # x, ann\nbid: 1\n...\n"),
        ("bid: 1\n-- \nAnn\n", "bid: 1\n"),
        ("bid: 1\n\nOn Sat, 21 Nov 2026 at 08:00, Game <g@example.org> wrote:\n> ---\n> bid: 0\n> ...\n", "bid: 1\n"),
        ("bid: 1\n\nAm 21.11.2026 um 08:00 schrieb Game\n<g@example.org>:\n> bid: 0\n", "bid: 1\n"),
        ("> bid: 0\n\nbid: 1\n", "bid: 1\n"),
        ("---\nmoves:\n- a > b\n\nBye, Ann\n", "---\nmoves:\n- a > b\n"),
        ("----- my orders -----\nbid: 1\n", "bid: 1\n"),
        ("Hi\n\n```yaml\nbid: 1\n```\nbye\n", "bid: 1\n"),
        ("[code]bid: 1\nlist: [a]\n[/code]\n", "bid: 1\nlist: [a]\n"),
        ("--\nbid: 1\n...\n", "---\nbid: 1\n...\n"),
        ("-- \nAnn\n--- # x\nbid: 1\n...\n", "--- # x\nbid: 1\n...\n"),
        ("---\nbid: 1\n---\nBest, Ann\n", "---\nbid: 1\n"),
        (
            "--- # [x] The stage of\nFrance {k7f2-rxqm}\nbid: 1\n...\n",
            "--- # [x] The stage of France {k7f2-rxqm}\nbid: 1\n...\n",
        ),
        ("---\nbid: 1\n...\n\nAgain:\n---\nbid: 1   \n...\n", "---\nbid: 1\n...\n"),
        ("bid: 1\n...\n", "bid: 1\n"),
        ("Hi Mo,\n\nbid: 1\n...\nAnn\n-- \nAnn Smith\n", "bid: 1\n"),
        ("bid: 1\n\nlist:\n  - a\n", "bid: 1\n\nlist:\n  - a\n"),
    ],
)
def test_the_sheet_is_what_its_writer_wrote(text: str, sheet: str) -> None:
    assert found(text).sheet == sheet


@pytest.mark.parametrize("greeting", GREETINGS)
@pytest.mark.parametrize("farewell", FAREWELLS)
def test_marks_hold_whatever_stands_around_them(greeting: str, farewell: str) -> None:
    for opening, closing in MARKS:
        read = found(f"{greeting}{opening}\n{SHEET}{closing}\n{farewell}")
        assert orders_of(read.sheet) == orders_of(SHEET), (opening, read)
        assert not read.problem


@pytest.mark.parametrize("greeting", GREETINGS)
@pytest.mark.parametrize("farewell", FAREWELLS)
def test_without_marks_a_sheet_is_known_by_its_shape_and_that_is_said(greeting: str, farewell: str) -> None:
    read = found(f"{greeting}{SHEET}{farewell}")
    assert orders_of(read.sheet) == orders_of(SHEET)
    assert read.how == "shape"
    note = read.notes[0]
    assert note.code == "found-by-shape"
    assert note.args["last"] - note.args["first"] == 3


@pytest.mark.parametrize("farewell", [each for each in FAREWELLS if each])
def test_without_the_mark_of_the_end_the_words_behind_are_left_out_and_that_is_said(farewell: str) -> None:
    read = found(f"Hi!\n\n---\n{SHEET}{farewell}")
    assert orders_of(read.sheet) == orders_of(SHEET)
    assert codes(read.notes) == ["end-mark-missing"]


@pytest.mark.parametrize("opening", ["---", "--- # x, ann {k7f2-rxqm}", "**---**"])
@pytest.mark.parametrize("form", ["", FORM])
def test_a_sheet_that_was_begun_by_its_mark_and_ends_with_the_mail_may_be_cut(opening: str, form: str) -> None:
    for lines in range(1, SHEET.count("\n") + 1):
        cut = "".join(SHEET.splitlines(keepends=True)[:lines])
        read = found(f"Hi Mo,\n\n{opening}\n{cut}", form)
        assert (read.what, read.problem, read.args) == ("nothing", "sheet-cut", {"line": 3 + lines})
        assert read.words == "Hi Mo,"
        assert found(f"Hi Mo,\n\n{opening}\n{cut}...\n", form).what == "orders"


def test_what_follows_shows_that_a_sheet_without_its_end_was_not_cut() -> None:
    below = ("-- \nAnn\n", "\nBest regards\nAnn\n", f"\nMo wrote:\n{quoted(LETTER)}", "\nSent from my iPhone\n")
    for rest in below:
        assert found(f"---\n{SHEET}{rest}").what == "orders", rest


@pytest.mark.parametrize(
    "tail", ["passes\n", "\npasses\n", "Neipperg marches\n", "\nKarl 6\n", "\nKarl > Linz, and so on it goes.\n"]
)
def test_a_line_that_may_be_an_order_is_never_left_out(tail: str) -> None:
    assert tail.strip() in found(f"---\n{SHEET}{tail}\nBest regards\nAnn\n").sheet
    assert tail.strip() in found(f"{SHEET}{tail}").sheet
    assert tail.strip() in found(f"{tail}{SHEET}").sheet


@pytest.mark.parametrize("value", ["Prag\nBrünn\n", "5 5 6 4 4 4\n"])
def test_what_stands_below_a_key_without_value_is_no_signature(value: str) -> None:
    for opening in ("", "---\n"):
        assert value in found(f"{opening}{SHEET}hussars:\n\n{value}\nBest regards\nAnn\n").sheet
        assert found(f"{opening}{SHEET}hussars:\n\nBest regards\nAnn\n").words.strip().endswith("Ann")


@pytest.mark.parametrize("intro", INTRODUCTIONS)
@pytest.mark.parametrize("own", [SHEET, f"---\n{SHEET}...\n", f"Hi Mo,\n\n{SHEET}"])
def test_what_is_quoted_does_not_count(intro: str, own: str) -> None:
    above = found(f"{own}\n{intro}\n{quoted(LETTER)}", FORM)
    assert orders_of(above.sheet) == orders_of(SHEET)
    below = found(f"{intro}\n\n{quoted(LETTER, '>')}\n{own}", FORM)
    assert orders_of(below.sheet) == orders_of(SHEET)
    assert "wrote" not in above.words + below.words


@pytest.mark.parametrize("intro", INTRODUCTIONS)
def test_the_line_that_introduces_a_quotation_is_no_word_of_its_writer(intro: str) -> None:
    for prefix in ("> ", ">", "> > "):
        read = found(f"Thanks, pass.\n\n{intro}\n\n{quoted(LETTER, prefix)}")
        assert (read.what, read.words) == ("words", "Thanks, pass.")


@pytest.mark.parametrize("divider", DIVIDERS)
def test_a_letter_below_a_divider_is_quoted_without_marks(divider: str) -> None:
    read = found(f"{SHEET}\n{divider}\n{LETTER}", FORM)
    assert orders_of(read.sheet) == orders_of(SHEET)
    idle = found(f"Thank you!\n\n{divider}\n{LETTER}", FORM)
    assert (idle.what, idle.words, codes(idle.notes)) == ("words", "Thank you!", ["form-unchanged"])
    assert found(f"{divider}\n{LETTER}").what == "nothing"
    edited = found(f"{divider}\n{LETTER.replace('passes: yes', 'passes: no')}", FORM)
    assert orders_of(edited.sheet) == orders_of(FORM.replace("passes: yes", "passes: no"))


@pytest.mark.parametrize(
    "text",
    [
        "Hi Mo,\nI will be away.\n",
        "One question: when is the deadline?\n",
        "PS: see you\n",
        "---\nAnn\n",
        "Note: I will write later.\n",
        "Once more:\n",
        "On Monday, Ann wrote:\n",
        "Sent: Monday\n",
        "-----Original Message-----\nFrom: Mo\nTo: Ann\nSubject: x\n\nbid: 1\n",
        "*** hello ***\n",
    ],
)
def test_words_are_no_orders(text: str) -> None:
    read = found(text)
    assert (read.sheet, read.problem, read.commands) == ("", "", ())


@pytest.mark.parametrize(
    ("text", "problem", "args"),
    [
        ("---\nbid: 1\n...\n\n---\nbid: 2\n...\n", "two-sheets", {"lines": [1, 5], "names": []}),
        ("---\nbid: 1\n---\nbid: 2\n...\n", "two-sheets", {"lines": [1, 3], "names": []}),
        ("bid: 1\n\nThe rest is what I said on Monday.\n\nlist: [a]\n", "unclear-where", {"first": 1, "second": 5}),
        ("bid: 1\n\n> old words\n\nlist: [a]\n", "unclear-where", {"first": 1, "second": 5}),
        ("--- # x {k7f2-rxqm} moves: - A: b > c - D: e ...\n", "lines-collapsed", {"line": 1}),
        ("--- moves: - A: b > c - D: e ...\n", "lines-collapsed", {"line": 1}),
        ("Hi, --- # x bid: 1 ... Bye\n", "lines-collapsed", {"line": 1}),
        ("moves: - Karl: b > c - Traun: e\n", "lines-collapsed", {"line": 1}),
        ("---\nmoves: - Karl: b > c - Traun: e\n...\n", "lines-collapsed", {"line": 2}),
        ("---\nmoves:\n- Karl: b ...\n", "lines-collapsed", {"line": 3}),
        ("---\nmoves:\n- Karl: b\n> c\n...\n", "quote-in-sheet", {"line": 4}),
        ("---\nmoves:\n- Karl: b\n> c\n", "quote-in-sheet", {"line": 4}),
        ("moves:\n- Karl: b\n> c\n", "quote-in-sheet", {"line": 3}),
        ("standing:\n >'Aremberg: b\npasses: yes\n", "quote-in-sheet", {"line": 2}),
        ("moves:\n- Karl: b\n  > c\n- Traun: d\n", "unclear-where", {"first": 1, "second": 4}),
    ],
)
def test_what_is_not_clear_is_not_guessed(text: str, problem: str, args: dict[str, object]) -> None:
    read = found(text)
    if problem == "unclear-where" and not read.problem:
        raise AssertionError(read)
    assert (read.problem, read.args) == (problem, args)
    assert read.sheet == ""


def test_a_heading_is_left_out_but_never_a_key_that_lost_its_value() -> None:
    assert found("My orders:\n\nbid: 1\n").sheet == "bid: 1\n"
    assert found("Orders:\n\nbid: 1\n").sheet == "bid: 1\n"
    assert found("standing:\n\nbid: 1\n").sheet == "standing:\n\nbid: 1\n"
    assert found("moves:\n\n- Karl: Linz\n").sheet == "moves:\n\n- Karl: Linz\n"


def test_commands_and_orders_beside_a_sheet_are_said_to_be_unread() -> None:
    read = found(f"hold\n\n---\n{SHEET}...\n")
    assert codes(read.notes) == ["command-beside-sheet"]
    assert read.notes[0].args == {"command": "hold"}
    assert codes(found(f"bid: 2\n\n---\n{SHEET}...\n").notes) == ["orders-beside-sheet"]
    assert codes(found(f"{SHEET}\nhold\n").notes) != []


def attached(text: str, name: str = "a.yaml", **more: object) -> MailText:
    return MailText(text=text, source="sheet", name=name, **more)  # type: ignore[arg-type]


def test_an_attached_sheet_counts_like_marks() -> None:
    words = MailText(text="Here it is.\n", source="plain")
    read = find(MailContents((attached(SHEET), words)))
    assert (read.how, read.sheet, read.words) == ("attachment", SHEET, "Here it is.")
    same = MailText(text=f"---\n{SHEET}...\n", source="plain")
    assert find(MailContents((attached(SHEET), same))).what == "orders"
    other = MailText(text="Hi\n---\nbid: 1\n...\n", source="plain")
    assert find(MailContents((attached(SHEET), other))).args == {"lines": [2], "names": ["a.yaml"]}
    torn = MailText(text="?", source="plain", problem="strange")
    assert find(MailContents((attached(SHEET), torn))).sheet == SHEET
    unclear = MailText(text="---\nbid: 1\n...\n---\nbid: 2\n...\n", source="plain")
    assert find(MailContents((attached(SHEET), unclear))).problem == "two-sheets"
    both = find(MailContents((attached(SHEET), attached("bid: 3\n", "b.yaml"), words)))
    assert (both.problem, both.args) == ("two-sheets", {"lines": [], "names": ["a.yaml", "b.yaml"]})
    assert find(MailContents((attached(SHEET), attached(SHEET, "b.yaml")))).what == "orders"


def test_an_attachment_that_is_no_sheet_is_said_to_be_unread() -> None:
    body = MailText(text=f"---\n{SHEET}...\n", source="plain")
    read = find(MailContents((attached("Sent to you by a company.\n", "ATT1.txt"), body)))
    assert (read.how, codes(read.notes)) == ("marks", ["attachment-not-read"])
    assert find(MailContents((attached("nonsense\n"), MailText(text="Hi\n", source="plain")))).sheet == "nonsense\n"


def test_a_mail_within_the_mail_is_quoted() -> None:
    assert found(LETTER, FORM, source="nested").what == "nothing"
    assert found(LETTER, source="nested").what == "nothing"


def test_what_makes_a_text_unfit_is_said_and_a_guess_too() -> None:
    assert found("pass\n").notes == ()
    bad = MailText(text="---\nbid: 1\n...\n", source="plain", problem="strange", args={"x": 1})
    assert (find(MailContents((bad,))).problem, find(MailContents((bad,))).args) == ("strange", {"x": 1})
    guessed = MailText(text="---\nbid: 1\n...\n", source="plain", charset="cp1250", guessed=True)
    assert find(MailContents((guessed,))).notes == (MailNote("charset-guessed", {"charset": "cp1250"}),)
    assert find(MailContents((), problem="mail-too-large")).problem == "mail-too-large"


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None)
@given(
    SHEETS,
    st.sampled_from(MARKS + [("", "")] * 4),
    st.tuples(st.sampled_from(GREETINGS), st.sampled_from(FAREWELLS)),
    st.tuples(st.sampled_from(["", *INTRODUCTIONS]), st.sampled_from(["> ", ">", "> > "])),
    st.sampled_from(["", "  ", "\u00a0\u00a0"]),
    st.sampled_from(["", FORM]),
)
def test_orders_are_the_same_whatever_the_wrapping(
    lines: list[str],
    marks: tuple[str, str],
    around: tuple[str, str],
    quotation: tuple[str, str],
    indent: str,
    form: str,
) -> None:
    (opening, closing), (greeting, farewell), (intro, prefix) = marks, around, quotation
    body = "\n".join(f"{indent}{line}" for line in lines)
    own = f"{opening}\n{body}\n{closing}\n" if opening else f"{body}\n"
    letter = f"\n{intro}\n\n{quoted(LETTER, prefix)}" if intro else ""
    read = found(f"{greeting}{own}{farewell}{letter}", form)
    assert not read.problem
    assert orders_of(read.sheet) == [f"{indent}{line}".rstrip() for line in lines]


@pytest.mark.parametrize("below", ["  Schwerin: 3\n  Keith: 2", "  - Törring: Linz > Brünn", ":\n  - Törring: Linz"])
@pytest.mark.parametrize("key", ["troops", "tak", "ta", "thx", "merci"])
def test_a_word_right_above_what_is_indented_is_never_left_out(key: str, below: str) -> None:
    for above in ("", "Hi Mo,\n\n", "Hi Mo,\n"):
        read = found(f"{above}{key}\n{below}\n\nBest regards,\nAnn\n")
        assert read.problem or orders_of(read.sheet)[0] == key, (key, above, read)


@pytest.mark.slow
@settings(max_examples=examples(400), deadline=None)
@given(SHEETS, st.data())
def test_one_damaged_line_never_loses_or_adds_another(lines: list[str], data: st.DataObject) -> None:
    marked = data.draw(st.booleans())
    text = "\n".join(["---", *lines, "..."] if marked else lines)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "\n", "\0", ">", ":", "-", "#", " ", "x", "\u00a0", "."]))
    damaged = text[:at] + new + text[at + 1 :]
    read = found(f"Hi Mo,\n\n{damaged}\n\nBest regards,\nAnn\n")
    if read.what == "orders" and not read.problem:
        got = orders_of(read.sheet)
        left = [line.rstrip() for line in damaged.split("\n") if line.strip() and line.rstrip() not in ("---", "...")]
        thanks = "ta"  # which is one half of `take`
        orders = [line for line in left if not line.lstrip("-. ").startswith("#") and line != thanks]
        missing = [line for line in orders if line not in got and not set(line) <= set("-. x>:#\0\u00a0")]
        assert missing == [], (damaged, read)


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "---\n",
                "...\n",
                "> ",
                ">",
                "\n",
                "a: b\n",
                "- x\n",
                "-- \n",
                "From: x\n",
                "Subject: y\n",
                "To: z\n",
                "wrote:\n",
                "2026",
                "```\n",
                "[code]",
                "[/code]\n",
                "Hi,\n",
                "pass\n",
                "—\n",
                "{",
                "\\",
                "\u00a0",
            ]
        )
        | st.text(max_size=6),
        max_size=30,
    ).map("".join),
    st.booleans(),
)
def test_nothing_stops_the_reading(text: str, known: bool) -> None:
    read = found(text, FORM if known else "")
    assert (read.what == "orders") == bool(read.sheet)
    assert not (read.problem and read.sheet)


@pytest.mark.parametrize(
    "unit",
    [
        ">",
        "-",
        "> ",
        ">\n",
        "-\n",
        "---\n",
        "...\n",
        "---\n...\n",
        "a: \n",
        "wrote:\n",
        "> ---\n",
        "--- a: ",
        " ",
        "\n",
        "[code]\n",
        "```\n",
        "From: x\n",
        "*",
        "_",
        "{a} ",
        "a ",
        "a:b ",
        "\u00a0",
        "I \n",
        ".",
        "- a\n",
        "hold\n",
        "...\n---\n",
        "Ann\n\n",
        "[quote]",
        "_____\n",
        ">\n\n",
        "> ---\nx: y\n",
    ],
)
def test_no_large_mail_takes_for_ever(unit: str) -> None:
    text = unit * (2 * 1024 * 1024 // len(unit))
    found(text, FORM)


@pytest.mark.parametrize(
    ("asked", "first"), [({"impulses"}, "France"), ({"impulses", "play"}, "play: Conscripts as cp"), ((), "play: C")]
)
def test_a_name_above_a_key_that_is_not_asked_for_is_of_the_sheet(asked: set[str], first: str) -> None:
    texts = ["Hello Rosa,", "", "France", "play: Conscripts as cp", "do:", "- Napoleon: Ulm"]
    lines = [QuotedLine(number, text, 0) for number, text in enumerate(texts, 1)]
    keys = frozenset({"impulses", "play", "do"})
    (region,) = regions(lines, keys, frozenset({"france"}), frozenset(asked))
    assert region.texts[0].startswith(first)
