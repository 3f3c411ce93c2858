import textwrap

import pytest

from pbem.mail.extraction.texts import unfolded_by
from pbem.mail.message.received import opened

LONG = "  - Daun: Prag > Kolin > Časlav > Německý Brod > Jihlava > Znojmo > Retz > Krems > Melk > Linz > Wels"
SHEET = f'---\nmoves:\n{LONG}\n  - Browne: "Linz"\n...\n'


def folded(text: str, columns: int) -> str:
    fold = textwrap.TextWrapper(columns, break_long_words=False, break_on_hyphens=False, drop_whitespace=True)
    return "\n".join("\n".join(fold.wrap(line)) if len(line) > columns else line for line in text.split("\n"))


def mail(plain: str, page: str) -> bytes:
    return (
        "From: ann@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n"
        f"--b\nContent-Type: text/html; charset=utf-8\n\n{page}\n--b--\n"
    ).encode()


def page_of(text: str) -> str:
    return "".join(f"<div>{line.replace('>', '&gt;').replace('  ', '&nbsp; ')}</div>" for line in text.split("\n"))


@pytest.mark.parametrize("columns", [45, 60, 72, 78])
def test_a_line_that_only_the_plain_part_has_folded_is_whole(columns: int) -> None:
    words = "Hello, this is a line of words which is rather long, so that it is folded too, as everything is.\n\n"
    for said in ("", words):
        assert opened(mail(folded(said + SHEET, columns), page_of(said + SHEET))).found.sheet == SHEET
        bare = SHEET.removeprefix("---\n").removesuffix("...\n")
        assert opened(mail(folded(said + bare, columns), page_of(said + bare))).found.sheet == bare


def test_a_page_that_says_something_else_joins_nothing() -> None:
    plain = folded(SHEET, 60)
    for page in ("", SHEET.replace("Wels", "Steyr"), SHEET.replace(" > ", "\n"), plain):
        assert unfolded_by(plain, page) == plain


def test_lines_that_the_page_has_too_stay_two() -> None:
    first, second = "a: one two three four five six seven eight nine ten", "eleven twelve"
    text = f"{first}\n{second}\n"
    assert unfolded_by(text, f"{first}\n{second}\n{first} {second}\n") == f"{first} {second}\n"
    assert unfolded_by(f"{text}{first} {second}\n", f"{text}{first} {second}\n") == f"{text}{first} {second}\n"


def test_a_quoted_line_keeps_its_marks() -> None:
    first, second = LONG.strip().split(" > Retz > ")
    folded_line = f"> {first} > Retz\n> > {second}\n"
    assert unfolded_by(f"x\n{folded_line}", f"x\n> {LONG.strip()}\n") == f"x\n> {LONG.strip()}\n"


@pytest.mark.parametrize("second", ["G2: hold", "- G2 > Wels", "...", "--- # x", "# the rest", '"G2": hold'])
def test_a_page_that_runs_lines_together_joins_no_orders(second: str) -> None:
    text = f"G1: Prag > Kolin > Jihlava > Znojmo\n{second}\n"
    assert unfolded_by(text, text.replace("\n", " ")) == text
