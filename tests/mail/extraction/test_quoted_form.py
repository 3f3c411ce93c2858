import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import examples
from tests.mail.corpus.posting import quoted
from tests.mail.corpus.surroundings import DIVIDERS, FORM, INTRODUCTIONS, LETTER, found, orders_of

INTRO = "On Sat, 21 Nov 2026 at 08:00, Game <g@example.org> wrote:\n\n"
EDITED = FORM.replace("passes: yes\n", "").replace("# moves:", "moves:").replace("#   - Belle-Isle", "  - Belle-Isle")


def codes(text: str, form: str = FORM) -> list[str]:
    return [note.code for note in found(text, form).notes]


def rewrapped(text: str, columns: int) -> str:
    """*text* with its long lines folded at a space, as programs do that quote them."""
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > columns:
            at = rest.rfind(" ", len(rest) - len(rest.lstrip()) + 4, columns)
            if at <= 0:
                break
            lines.append(rest[:at])
            rest = rest[at + 1 :]
        lines.append(rest)
    return "\n".join(lines)


@pytest.mark.parametrize("prefix", ["> ", ">", "> > ", ">>", "  > "])
def test_a_quoted_form_counts_if_it_was_changed_and_then_as_it_was_sent_but_for_the_change(prefix: str) -> None:
    read = found(INTRO + quoted(LETTER.replace(FORM, EDITED), prefix), FORM)
    assert (read.how, read.sheet) == ("quoted form", EDITED)
    assert [note.code for note in read.notes] == ["quoted-form-read"]


@pytest.mark.parametrize("prefix", ["> ", ">", "> > ", ">>"])
@pytest.mark.parametrize("columns", [30, 50, 72, 200])
def test_a_quoted_form_that_came_back_unchanged_is_no_answer_however_it_was_folded(prefix: str, columns: int) -> None:
    text = INTRO + quoted(rewrapped(LETTER, columns), prefix).replace(" - ", "\u00a0- ")
    read = found(f"Thanks!\n\n{text}", FORM)
    assert (read.what, read.sheet, read.words) == ("words", "", "Thanks!")
    assert [note.code for note in read.notes] == ["form-unchanged"]


def test_a_change_in_a_folded_form_is_all_that_counts() -> None:
    text = rewrapped(LETTER.replace("passes: yes", "passes: no"), 45)
    assert found(INTRO + quoted(text), FORM).sheet == FORM.replace("passes: yes", "passes: no")


def test_own_lines_between_quoted_ones_count_also_where_the_form_is_not_known() -> None:
    text = INTRO + quoted(LETTER).replace("> passes: yes\n", "> passes: yes\ntrump: hearts\n")
    expected = FORM.replace("passes: yes\n", "passes: yes\ntrump: hearts\n")
    assert found(text, FORM).sheet == expected
    assert found(text).sheet == expected
    assert codes(text) == ["quoted-form-read"]


def test_without_the_form_nobody_can_tell_whether_a_quoted_line_was_changed() -> None:
    read = found(INTRO + quoted(EDITED))
    assert (read.what, read.sheet) == ("nothing", "")
    assert [note.code for note in read.notes] == ["quoted-not-read"]


def test_a_changed_form_whose_end_was_cut_off_is_refused() -> None:
    text = INTRO + quoted(LETTER.replace("passes: yes", "passes: no")).replace("> ...\n", "")
    assert found(text, FORM).problem == "quoted-form-cut"
    assert codes(INTRO + quoted(LETTER).replace("> ...\n", "")) == ["form-unchanged"]
    assert codes(INTRO + quoted("\n".join(LETTER.split("\n")[:-4]))) == ["form-unchanged"]


def test_the_form_of_another_letter_is_not_compared() -> None:
    old = LETTER.replace("k7f2-rxqm", "aaaa-bbbb")
    assert found(INTRO + quoted(old), FORM).what == "nothing"
    assert found(INTRO + quoted(old).replace("> passes: yes", "passes: no"), FORM).problem == "quoted-form-other"


def test_an_older_copy_deeper_down_does_not_count() -> None:
    older = quoted(EDITED, "> > ")
    assert found(f"Hi\n\n{INTRO}{quoted(LETTER)}>\n> Ann wrote:\n{older}", FORM).sheet == ""


def test_a_sheet_of_ones_own_goes_before_the_quoted_form_unless_both_were_written_into() -> None:
    own = "---\nbid: 1\n...\n\n"
    assert found(own + INTRO + quoted(EDITED), FORM).sheet == "---\nbid: 1\n...\n"
    assert codes(own + INTRO + quoted(EDITED)) == ["quoted-form-not-read"]
    into = quoted(FORM).replace("> passes: yes\n", "> passes: yes\ntrump: hearts\n")
    assert found(own + INTRO + into, FORM).problem == "two-sheets"
    assert found("bid: 1\n\n" + INTRO + into, FORM).problem == "two-sheets"
    assert found("bid: 1\n\n" + INTRO + quoted(EDITED), FORM).sheet == "bid: 1\n"


@pytest.mark.parametrize("divider", DIVIDERS)
def test_the_form_may_be_filled_in_below_a_divider(divider: str) -> None:
    letter = rewrapped(LETTER.replace(FORM, EDITED), 70)
    assert found(f"See below.\n\n{divider}\n{letter}", FORM).sheet == EDITED
    assert found(f"See below.\n\n{divider}\n{letter}").sheet == ""
    older = f"{divider}\n{LETTER.replace('passes: yes', 'passes: no')}"
    assert found(f"{divider}\n{LETTER}\n{older}", FORM).sheet == ""


def test_a_folded_order_in_a_quoted_form_is_refused_and_not_cut() -> None:
    text = quoted(FORM).replace("> passes: yes\n", ">   - Traun: Raab > Linz\n> > Passau\n")
    assert found(INTRO + text, FORM).problem == "quote-in-sheet"
    joined = quoted(FORM).replace("> passes: yes\n", "> moves: - Traun: Raab > Linz - Karl: Passau\n")
    assert found(INTRO + joined, FORM).problem == "lines-collapsed"


def test_an_indent_that_the_quotation_moved_is_given_back() -> None:
    text = "".join(f">{line}\n" for line in EDITED.rstrip("\n").split("\n"))
    assert found(INTRO + text, FORM).sheet == EDITED
    assert found(INTRO + quoted(EDITED, ">    "), FORM).sheet == EDITED


def test_typographic_marks_that_the_mail_program_put_in_are_no_change() -> None:
    form = FORM.replace("# What follows", "# 'What' \"follows\" ... -")
    text = quoted(form).replace("'What'", "‘What’").replace('"follows"', "“follows”").replace("... -", "… –")
    assert codes(INTRO + text, form) == ["form-unchanged"]


_lines = [line for line in FORM.rstrip("\n").split("\n")[1:-1] if line.strip()]


@settings(max_examples=examples(300), deadline=None)
@given(
    st.sampled_from(INTRODUCTIONS),
    st.sampled_from(["> ", ">", "> > "]),
    st.lists(st.tuples(st.integers(0, len(_lines)), st.sampled_from(["strike", "change", "add"])), max_size=4),
    st.sampled_from([40, 60, 76, 300]),
)
def test_whatever_is_changed_in_a_quoted_form_is_changed_and_nothing_else(
    intro: str, prefix: str, changes: list[tuple[int, str]], columns: int
) -> None:
    lines = [[line] for line in _lines]
    for at, what in changes:
        if at == len(_lines):
            lines[-1] = [*lines[-1], "stop: now"]
        elif what == "strike":
            lines[at] = [line for line in lines[at] if line not in _lines]
        elif what == "change":
            lines[at] = [line.replace(":", ": x", 1) if ":" in line and "x" not in line else line for line in lines[at]]
        else:
            lines[at] = [*lines[at], f"trump: {at}"]
    edited = "\n".join([FORM.split("\n", 1)[0], *(line for several in lines for line in several), "...\n"])
    changed = [line for line in orders_of(edited) if line not in _lines]
    read = found(f"{intro}\n\n{quoted(rewrapped(edited, columns), prefix)}", FORM)
    if any(len(line) > columns for line in changed):
        return
    before = [line for line in orders_of(FORM) if not line.startswith("#")]
    after = [line for line in orders_of(edited) if not line.startswith("#")]
    smooth = [re.sub(r"\s+", " ", line) for line in after]
    if before == after:
        assert read.sheet == ""
    else:
        got = [re.sub(r"\s+", " ", line) for line in orders_of(read.sheet) if not line.startswith("#")]
        assert got == smooth
