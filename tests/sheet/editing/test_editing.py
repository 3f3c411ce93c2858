"""What clicks and forms write into a sheet's text, and what they leave as it is."""

import pytest

from pbem.sheet.edit import Edit, EditedSheet, edit_sheet, edited, reordered
from pbem.sheet.pieces import Wanted
from pbem.sheet.reader import read_sheet
from tests.sheet.orders import LEXICON, Turn

WANTED = Wanted(takes=Turn, lexicon=LEXICON)


def put(*path: str | int, text: str) -> Edit:
    return Edit(path=path, text=text)


def insert(*path: str | int, text: str) -> Edit:
    return Edit(path=path, text=text, how="insert")


def remove(*path: str | int) -> Edit:
    return Edit(path=path, how="remove")


def after(text: str, *edits: Edit) -> str:
    found = edit_sheet(text, edits, WANTED)
    assert not found.unmade, found
    assert edited(text, edits, WANTED) == found.text
    return found.text


FORM = """passes: yes
# Delete `passes` if you give any orders.
# moves:
#   - Prag > Wien
# The troops of each:
# troops: {Belle-Isle: 3}
"""


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("moves: []  # none\n", put("moves", 0, text="Prag > Wien"), "moves:  # none\n  - Prag > Wien\n"),
        ("moves:\ntags: [a]\n", put("moves", 0, text="Prag > Wien"), "moves:\n  - Prag > Wien\ntags: [a]\n"),
        ("Moves :\n- Prag > Wien\n", put("moves", 1, text="Wien > Prag"), "Moves :\n- Prag > Wien\n- Wien > Prag\n"),
        ("moves: [Prag > Wien]\n", put("moves", 1, text="Wien"), "moves: [Prag > Wien, Wien]\n"),
        ("moves: [Prag > Wien]\n", insert("moves", 0, text="Wien"), "moves: [Wien, Prag > Wien]\n"),
        ("moves: [Prag, Wien]\n", remove("moves", 0), "moves: [Wien]\n"),
        ("moves: [Prag, Wien]\n", remove("moves", 1), "moves: [Prag]\n"),
        ("moves:\n  • Prag\n  • Wien\n", put("moves", 1, text="Linz"), "moves:\n  • Prag\n  • Linz\n"),
        ("tags: [a]\nmoves:\n  - Prag # go\n", remove("moves", 0), "tags: [a]\n"),
        ("moves:\n  - Prag # go\n", remove("moves", 0), "{}\n"),
        ("{}\n", put("troops", "belle-isle", text="3"), "troops:\n  Belle-Isle: 3\n"),
        ("pass\n", put("troops", "belle-isle", text="3"), "troops:\n  Belle-Isle: 3\n"),
        ("", put("passes", text="yes"), "passes: yes\n"),
        ("troops: {Belle Isle: 3}\n", put("troops", "belle-isle", text="4"), "troops: {Belle Isle: 4}\n"),
        ("plan:\n  at most: 3\n", put("plan", "at_most", text="4"), "plan:\n  at most: 4\n"),
        ("plan: {at-most: 3}\n", put("plan", "play", text="highest"), "plan: {at-most: 3, play: highest}\n"),
        ("note: x", put("moves", 0, text="Prag"), "moves:\n  - Prag\nnote: x"),
        ("note: x\r\n", put("tags", text="[a]"), "note: x\r\ntags: [a]\r\n"),
        ("---\nnote: x\n...\nBye\n", put("tags", text="[a]"), "---\nnote: x\ntags: [a]\n...\nBye\n"),
        ("tags:\n  - a\n  - b\n", put("tags", text="[c]"), "tags: [c]\n"),
        ("tags: [c]\n", put("tags", text="- a\n- b"), "tags:\n  - a\n  - b\n"),
        ("moves:\n  # first\n  - Prag\n", insert("moves", 0, text="Wien"), "moves:\n  # first\n  - Wien\n  - Prag\n"),
    ],
)  # fmt: skip
def test_an_edit_keeps_the_layout(text: str, edit: Edit, expected: str) -> None:
    assert after(text, edit) == expected


def test_a_missing_key_is_written_below_its_example_in_the_form() -> None:
    made = after(FORM, remove("passes"), put("moves", 0, text="Prag > Linz"), put("troops", "belle-isle", text="4"))
    assert made == (
        "# Delete `passes` if you give any orders.\n# moves:\n#   - Prag > Wien\nmoves:\n  - Prag > Linz\n"
        "# The troops of each:\n# troops: {Belle-Isle: 3}\ntroops:\n  Belle-Isle: 4\n"
    )


def test_what_is_broken_elsewhere_stays_and_keeps_nothing_from_being_edited() -> None:
    text = "moves:\n  - Prag > Wien\n  - : : [\n  - Wien > Linz\ntags: [a\n"
    made = after(text, put("moves", 1, text="Wien > Prag"))
    assert made == "moves:\n  - Prag > Wien\n  - : : [\n  - Wien > Prag\ntags: [a\n"


def test_a_line_that_cannot_be_read_is_named_if_it_is_in_the_way() -> None:
    found = edit_sheet("note: x\ntags: [a\n", [put("tags", 0, text="b")], WANTED)
    assert [(each.why, each.line) for each in found.unmade] == [("broken-line", 2)]
    assert found.text == "note: x\ntags: [a\n"


def test_of_several_edits_all_are_made_or_none() -> None:
    text = "note: x\ntags: [a\n"
    assert edited(text, [put("moves", 0, text="Prag"), put("tags", 0, text="b")], WANTED) == text


@pytest.mark.parametrize(
    "text",
    [
        "moves: Prag > Wien; Wien > Linz\n",
        "moves:\n  Prag > Wien\n  Wien > Linz\n",
        "moves: Prag > Wien, Wien > Linz\n",
    ],
)
def test_a_list_in_an_unusual_layout_is_written_anew(text: str) -> None:
    found = edit_sheet("# mine\n" + text + "tags:   [a]\n", [put("moves", 2, text="Prag > Linz")], WANTED)
    expected = "# mine\nmoves: [Prag > Wien, Wien > Linz, Prag > Linz]\ntags:   [a]\n"
    assert found == EditedSheet(expected, (), ("moves",))


def test_entries_are_found_where_the_reader_has_them() -> None:
    """An entry that cannot be read has no number in the order."""
    text = "moves:\n  - Nowhere > Wien\n  - Prag > Wien\n  - Wien > Linz\n"
    assert after(text, remove("moves", 0)) == "moves:\n  - Nowhere > Wien\n  - Wien > Linz\n"
    assert after(text, put("moves", 2, text="Linz")) == text + "  - Linz\n"


def test_a_value_in_brackets_is_quoted_if_it_must_be() -> None:
    made = after("{tags: [a]}\n", put("note", text="so, [what]"))
    sheet = read_sheet(made, Turn, LEXICON)
    assert sheet.order == Turn(tags=("a",), note="so, [what]"), made


def test_parts_are_edited_below_their_headings() -> None:
    headings, foreign = ("Red", "Blue"), frozenset({"tags"})
    red = Wanted(takes=Turn, lexicon=LEXICON, heading="Red", headings=headings, foreign=foreign)
    blue = Wanted(takes=Turn, lexicon=LEXICON, heading="Blue", headings=headings, foreign=foreign)
    text = edited("# Red:\n# Blue:\n", [put("tags", 0, text="a")], blue)
    assert text == "# Red:\n# Blue:\nBlue:\n  tags:\n    - a\n"
    text = edited(text, [put("note", text="x")], red)
    assert text == "# Red:\nRed:\n  note: x\n# Blue:\nBlue:\n  tags:\n    - a\n"
    assert edited(text, [put("tags", 1, text="b")], blue) == text + "    - b\n"
    assert edited(text, [remove("note")], red).startswith("# Red:\nRed:\n  {}\n# Blue:\n")
    assert edited("pass\n", [put("note", text="x")], red) == "Red:\n  note: x\nBlue: pass\n"


def test_the_keys_of_a_part_may_stand_without_its_heading() -> None:
    red = Wanted(takes=Turn, lexicon=LEXICON, heading="Red", headings=("Red", "Blue"), foreign=frozenset({"tags"}))
    assert edited("note: x\nBlue: pass\n", [put("note", text="y")], red) == "note: y\nBlue: pass\n"


def test_entries_change_places_with_their_comments() -> None:
    text = "moves:\n  - Prag # one\n  # between\n  - Wien\n  - Linz"
    assert reordered(text, ("moves",), 0, 2, WANTED) == "moves:\n  - Wien\n  # between\n  - Linz\n  - Prag # one\n"
    assert reordered("moves: [Prag, Wien, Linz]\n", ("moves",), 2, 0, WANTED) == "moves: [Linz, Prag, Wien]\n"
    assert reordered(text, ("moves",), 0, 9, WANTED) == text


def test_words_of_chance_are_no_fault_of_a_sheet_that_is_written_anew() -> None:
    found = edit_sheet("chance: a lucky day\nmoves: Prag > Wien; Wien > Linz\n", [put("moves", 2, text="Linz")], WANTED)
    assert found.text == "chance: a lucky day\nmoves: [Prag > Wien, Wien > Linz, Linz]\n"
