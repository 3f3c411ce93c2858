"""What mail and forums do to a sheet: handled and told, or refused by name; nothing read as something else."""

from typing import Any

import pytest
import yaml

from pbem.engine.order import Order
from pbem.sheet.fault import ReadSheet
from pbem.sheet.nodes import MOST_PARTS
from pbem.sheet.reader import read_sheet
from pbem.sheet.repair import MOST_BYTES, to_be_quoted
from tests.sheet.orders import LEXICON, Bounded, Move, Strict, Turn


def read(text: str) -> ReadSheet[Any]:
    return read_sheet(text, Turn, LEXICON)


def told(sheet: ReadSheet[Any]) -> list[tuple[str, int, int]]:
    return [(each.problem.code, each.place.line, each.place.column) for each in sheet.faults]


@pytest.mark.parametrize(
    ("text", "what", "line", "column"),
    [
        ("troops:\n\u00a0\u00a0Belle-Isle: 6\n", "blank", 2, 1),
        ("tro\u200bops: {Belle-Isle: 6}\n", "invisible", 1, 4),
        ("troops: {“Belle-Isle”: 6}\n", "quote", 1, 10),
        ("troops: {‘Belle-Isle’: 6}\n", "quote", 1, 10),
        ("troops: {„Belle-Isle“: 6}\n", "quote", 1, 10),
        ("troops： {Belle-Isle: 6}\n", "wide", 1, 7),
        ("troops:\t{Belle-Isle: 6}\n", "tab", 1, 8),
        ("note: ''\u0085troops: {Belle-Isle: 6}\n", "line-end", 1, 9),
        ("troops:\n– Belle-Isle: 6\n", "bullet", 2, 1),
        ("troops:\n  • Belle-Isle: 6\n", "bullet", 2, 3),
        ("troops:\n* Belle-Isle: 6\n", "bullet", 2, 1),
        ("troops:\n-Belle-Isle: 6\n", "bullet", 2, 1),
        ("—-\ntroops: {Belle-Isle: 6}\n…\n", "marker", 1, 1),
    ],
)
def test_what_is_mended_is_told_where_it_stands(text: str, what: str, line: int, column: int) -> None:
    sheet = read(text)
    assert sheet.order == Turn(troops={"belle-isle": 6})
    first = sheet.faults[0]
    assert (first.problem.code, first.problem.stops) == ("text-mended", False)
    assert first.problem.args["what"] == what
    assert (first.place.line, first.place.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "\ufefftroops: {Belle-Isle: 6}",
        "troops:\r\n  Belle-Isle: 6\r\n",
        "troops:\r  Belle-Isle: 6\r",
        "--- # vienna-1741, turn 3\ntroops: {Belle-Isle: 6}\n...\n",
        "TROOPS: {belle isle: '6'}",
    ],
)
def test_what_cannot_matter_is_read_in_silence(text: str) -> None:
    sheet = read(text)
    assert sheet.order == Turn(troops={"belle-isle": 6})
    assert sheet.faults == ()


def test_what_follows_a_list_in_brackets_is_more_of_it() -> None:
    sheet = read("tags: [one, two], three\n")
    assert sheet.order == Turn(tags=("one", "two", "three"))
    assert told(sheet) == [("text-mended", 1, 16)]
    assert read("tags: [one], [two]\n").order is None
    assert read("note: one [two], three\n").order == Turn(note="one [two], three")


def test_a_heart_from_a_telephone_is_a_heart() -> None:
    assert read("tags: [♥\ufe0f7, H7]").order == Turn(tags=("♥7", "H7"))


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("moves:\n\t- Prag\n  - Wien", "tab-indent", 2, 1),
        ("troops:\n  \tBelle-Isle: 6\n", "tab-indent", 2, 3),
        ("note: #2", "hash-comment", 1, 7),
        ("moves: [#2, #3]", "hash-comment", 1, 9),
        ("note: !x", "tag", 1, 7),
        ("note: &x y", "anchor", 1, 7),
        ("note: *x", "alias", 1, 7),
        ("note: @x", "reserved-start", 1, 7),
        ("note: `x", "reserved-start", 1, 7),
        ("note: %x", "reserved-start", 1, 7),
        ("%x\nnote: y", "reserved-start", 1, 1),
        ("? note", "reserved-start", 1, 1),
        ("note: > Linz", "folded-text", 1, 7),
        ("note: >\n  Linz", "folded-text", 1, 7),
        ("note: a\nNOTE: b", "doubled-key", 2, 1),
        ("plan: {at_most: 3, at most: 4}", "named-twice", 1, 20),
        ("troops: {Belle-Isle: 6, belle isle: 4}", "named-twice", 1, 25),
        ("[a]: b", "key-not-text", 1, 1),
        ("note: x\n---\nnote: y", "second-document", 2, 1),
        ("note: “a", "quote-unclosed", 1, 7),
        ("note: 'a", "quote-unclosed", 1, 7),
        ("moves: [Prag\nnote: x", "bracket-unclosed", 1, 8),
        ("moves: [", "bracket-unclosed", 1, 8),
        ("note: a: b", "colon-unexpected", 1, 8),
        ("note: a\nplain\n", "colon-expected", 2, 1),
        ("moves\n  - Prag: x\n", "colon-expected", 1, 1),
        ("troops\n  Belle-Isle: 6\n  Broglie: 5\n", "colon-expected", 1, 1),
        ("troops:\n  Belle-Isle: 6\n    Broglie: 5\n", "wrong-indent", 3, 5),
        ("moves:\n    - Prag\n  - Wien", "wrong-indent", 3, 3),
        ("note: x\0", "strange-character", 1, 8),
        ("note: \ud800", "strange-character", 1, 7),
        ("", "empty-sheet", 1, 1),
        ("# nothing\n", "empty-sheet", 1, 1),
        ("---", "empty-sheet", 1, 1),
        ("--- # x\n...\n", "empty-sheet", 1, 1),
    ],
)
def test_what_would_mean_something_else_is_refused_by_name(text: str, code: str, line: int, column: int) -> None:
    sheet = read(text)
    assert sheet.order is None
    assert (code, line, column) in told(sheet)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("note: a\n  b", "lines-joined"),
        ("note: x #2", "comment-cut"),
        ("note: x\n...\nBest regards", "after-end"),
    ],
)
def test_what_may_be_meant_otherwise_is_a_warning(text: str, code: str) -> None:
    sheet = read(text)
    assert sheet.order is not None
    assert [each.problem.code for each in sheet.faults] == [code]


def test_a_missing_blank_after_a_colon_is_explained() -> None:
    assert ("colon-without-blank", 1, 1) in told(read("note:x"))


@pytest.mark.parametrize("word", ["no", "10:30", "010", "1_000", "~", "null", "2026-11-21", "=", "<<"])
def test_every_scalar_is_text(word: str) -> None:
    assert read(f"note: {word}").order == Turn(note=word)


@pytest.mark.parametrize("text", ["note: x\n...\nsome: [rest\n", "plan: {play: lowest,\n  at most: 3}\n"])
def test_flow_and_block_may_be_mixed(text: str) -> None:
    assert read(text).order is not None


def test_places_inside_a_mended_line_are_those_of_the_writer() -> None:
    sheet = read("moves: [\u200b\u200bPrag > \u200bPrga]")
    assert ("unknown-name", 1, 19) in told(sheet)


def test_places_inside_quotes_are_those_of_the_content() -> None:
    assert ("unknown-name", 1, 17) in told(read('moves: ["Prag > Prga"]'))


def test_places_inside_a_text_over_two_lines_are_right() -> None:
    assert ("unknown-name", 3, 7) in told(read("moves:\n  - Prag >\n      Prga"))


def test_a_break_of_the_syntax_does_not_hide_the_rest() -> None:
    sheet = read("note: a: b\nhold: Prga\ntroops: {Belle-Isle: x}\nmoves: [Prag\n")
    assert told(sheet) == [
        ("colon-unexpected", 1, 8),
        ("unknown-name", 2, 7),
        ("not-a-number", 3, 22),
        ("bracket-unclosed", 4, 8),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("troops\n  Belle-Isle: 6\n  Broglie: 5\n", "colon-expected"),
        ("plan:\n  play: [lowest\n", "bracket-unclosed"),
        ("note:\n  [a\n", "bracket-unclosed"),
    ],
)
def test_what_only_follows_from_a_break_of_the_syntax_is_not_told(text: str, code: str) -> None:
    assert [found[0] for found in told(read(text))] == [code]


def test_a_key_without_a_value_is_told_beside_a_break_of_the_syntax() -> None:
    codes = [found[0] for found in told(read("plan:\nnote: a: b\nmoves: [Prag\n"))]
    assert codes == ["no-value", "colon-unexpected", "bracket-unclosed"]


def test_a_broken_sheet_is_not_said_to_lack_what_it_may_have() -> None:
    assert [f.problem.code for f in read_sheet("goal: Prag: x\ncards: 3", Strict, LEXICON).faults] == [
        "colon-unexpected"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (MOST_BYTES + 1), "too-large"),
        ("é" * (MOST_BYTES // 2 + 1), "too-large"),
        ("[" * 10_000, "too-deep"),
        ("{" * 30_000, "too-deep"),
        ("moves: " + "[" * 21 + "]" * 21, "too-deep"),
        ("- " * 10_000, "too-deep"),
        ("moves:\n  - Prag" + " " * 20_000 + "> Linz\n", "too-long"),
        ("moves: [" + "under " * 200 + "]", "too-long"),
    ],
)
def test_a_monstrous_sheet_is_refused_before_it_is_parsed(text: str, code: str) -> None:
    assert [each.problem.code for each in read(text).faults] == [code]


def test_a_laugh_of_aliases_is_never_unfolded() -> None:
    text = "tags: &a [x]\nmoves: [*a, *a]\n"
    codes = [each.problem.code for each in read(text).faults]
    assert "anchor" in codes
    assert codes.count("alias") == 2


def test_the_whole_may_be_a_single_word() -> None:
    assert read("pass").order == Turn(passes=True)
    assert read("--- # x\nPass\n...\n").order == Turn(passes=True)
    assert [f.problem.code for f in read_sheet("pass", Strict, LEXICON).faults] == ["cannot-pass"]


def test_who_passes_gives_the_plain_order_where_there_is_one() -> None:
    plain = Strict(goal="prag", cards=0)
    assert read_sheet("pass", Strict, LEXICON, passing=plain).order == plain
    assert read_sheet("--- # x\npass\n...\n", Strict, LEXICON, passing=plain).order == plain
    assert read_sheet("password", Strict, LEXICON, passing=plain).order is None


def test_a_move_with_its_path_is_plain_text() -> None:
    assert read("moves:\n- Prag > Königgrätz > Wien").order == Turn(moves=(Move(("prag", "hradec", "wien")),))


def test_what_follows_from_a_fault_at_the_same_place_is_not_told() -> None:
    assert told(read_sheet("goal: !x\ncards: 3", Strict, LEXICON)) == [("tag", 1, 7)]


def test_many_lines_that_start_with_a_tab_are_one_fault() -> None:
    sheet = read_sheet("moves:\n\t- Prag\n\t- Wien\n  - Prag\n", Turn, LEXICON)
    assert [(each.problem.code, each.place.line) for each in sheet.faults if each.problem.stops] == [("tab-indent", 2)]


def test_lines_with_tabs_alone_before_them_are_read_and_told_once() -> None:
    sheet = read_sheet("moves:\n\t- Prag\n\t- Wien\n", Turn, LEXICON)
    assert sheet.order == read("moves:\n  - Prag\n  - Wien\n").order
    assert [(each.problem.code, each.problem.args["what"], each.place.line) for each in sheet.faults] == [
        ("text-mended", "tab", 2)
    ]


def test_of_very_many_unknown_names_the_first_hundred_are_told() -> None:
    sheet = read(
        "".join(f"- Nobody {number}: 1\n" for number in range(90)).join(("troops:\n", ""))
        + "".join(f"- Nowhere {number}\n" for number in range(90)).join(("hold:\n", ""))
    )
    assert [each.problem.code for each in sheet.faults].count("unknown-name") == 100
    assert sheet.order is None


@pytest.mark.parametrize("mark", ["'", "’", "‘"])
@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("note: {0}s-Gravenhage > Wien", 7),
        ("tags: [Prag, {0}s-Gravenhage > Wien, Linz]", 14),
        ("tags: [{0}s-Gravenhage > Wien, {0}t Zand]", 8),
        ("tags: [{0}s-Gravenhage > Wien, 'Prag']", 8),
        ("tags:\n  - {0}s-Gravenhage > Wien", 5),
    ],
)
def test_an_apostrophe_that_begins_a_word_is_part_of_it(line: str, mark: str, column: int) -> None:
    sheet = read(line.format(mark))
    assert sheet.faults == ()
    assert sheet.order is not None
    said = sheet.order.note or next(tag for tag in sheet.order.tags if "Gravenhage" in tag)
    assert said == "’s-Gravenhage > Wien"
    path = ("note",) if sheet.order.note else ("tags", sheet.order.tags.index(said))
    assert sheet.places[path].column in (column, 1)


@pytest.mark.parametrize(
    "text", ["'s-Gravenhage'", "'I say: \"no\", {it} is' # so", "'a b: ''c'' d'", "''' #'", "''", "'a''' # b"]
)
def test_what_is_quoted_in_whole_stays_quoted(text: str) -> None:
    order = read(f"note: {text}").order
    assert order is not None
    assert order.note == yaml.safe_load(text)


def test_a_quotation_mark_without_partner_is_still_refused() -> None:
    assert ("quote-unclosed", 1, 7) in told(read("note: 'Linz > Wien"))
    assert ("quote-unclosed", 1, 7) in told(read('note: "s-Gravenhage'))


@pytest.mark.parametrize("text", [
    "tags: [" + "a, " * 100 + "b]",
    "tags:\n" + "- a\n" * 101,
    "moves:\n" + "- Prag\n" * 101,
    "troops: {" + "".join(f"x{number}: 1, " for number in range(101)) + "}",
    "troops:\n" + "".join(f"- x{number}: 1\n" for number in range(101)),
])  # fmt: skip
def test_of_a_list_no_more_is_read_than_a_hundred_entries_and_the_next_one_is_told(text: str) -> None:
    sheet = read(text)
    (many,) = [each for each in sheet.faults if each.problem.code == "too-many"]
    assert many.problem.args == {"count": 101, "limit": 100}
    assert many.place.line == (1 if text.count("\n") < 2 else 102)
    assert sheet.order is None


@pytest.mark.parametrize("text", ["votes: [a, b, c]", "votes: {a: 1, b: 2, c: 3}", "votes:\n- a\n- b\n- c"])
def test_of_a_list_that_others_read_no_more_is_taken_than_its_type_says(text: str) -> None:
    sheet = read_sheet(text, Bounded, LEXICON)
    (many,) = [each for each in sheet.faults if each.problem.code == "too-many"]
    assert (many.problem.path, many.problem.args) == (("votes",), {"count": 3, "limit": 2})
    assert sheet.order is None
    assert read_sheet("votes: [a, b]", Bounded, LEXICON).order == Bounded(votes=("a", "b"))


def test_a_sheet_of_very_many_parts_is_read_no_further() -> None:
    sheet = read("".join(f"key{number}: x\n" for number in range(5000)))
    assert told(sheet) == [("too-many-parts", 1000, 9)]
    assert sheet.faults[0].problem.args == {"limit": MOST_PARTS}


@pytest.mark.parametrize("text", ["- " * 30_000, "- ? " * 15_000, ": " * 30_000, "a: " + "- " * 30_000, "- -" * 20_000])
def test_a_line_of_marks_is_refused_at_once(text: str) -> None:
    assert read(text).order is None


def test_a_line_of_which_every_sign_is_mended_keeps_its_columns() -> None:
    sheet = read("\u00a0" * 20_000 + "troops： {Belle-Isle： 6}")
    assert sheet.order == Turn(troops={"belle-isle": 6})
    assert sheet.places["troops", "belle-isle"].column == 20_010


class Notes(Order, frozen=True):
    rows: tuple[dict[str, str], ...] = ()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("rows: [{if: controls(a, b), add: 1}]", {"if": "controls(a, b)", "add": "1"}),
        ("rows:\n- {if: where in [a, b] and c(d, e), x: y}", {"if": "where in [a, b] and c(d, e)", "x": "y"}),
        ("rows: [{if: 'c(a, b)', x: y}]", {"if": "c(a, b)", "x": "y"}),
        ('rows: [{if: c("a", b), x: y}]', {"if": 'c("a", b)', "x": "y"}),
        ("rows:\n- if: where in [a, b]\n  x: it's [so, there]", {"if": "where in [a, b]", "x": "it's [so, there]"}),
    ],
)
def test_a_value_with_brackets_of_its_own_is_one_value(text: str, values: dict[str, str]) -> None:
    sheet = read_sheet(text, Notes, LEXICON)
    assert (sheet.order, sheet.faults) == (Notes(rows=(values,)), ())


def test_a_value_with_brackets_keeps_its_place() -> None:
    sheet = read_sheet("moves: [Prag > Linz (a, b), Wiem]\nhold: [Linzz (a, b), Nowhere]", Turn, LEXICON)
    spots = [(each.place.line, each.place.column) for each in sheet.faults if each.problem.code == "unknown-name"]
    assert spots == [(1, 16), (1, 29), (2, 8), (2, 22)]


def test_a_line_of_brackets_is_looked_through_at_once() -> None:
    for line in ("{a: " + "(" * 60_000, "{" + " " * 60_000, "[" + "a(b, " * 12_000):
        assert list(to_be_quoted(line)) == []
