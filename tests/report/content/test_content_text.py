"""The tree of a letter as plain text."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mime.text import unflowed
from pbem.report import tree
from pbem.report.plain import as_text, flowed, text, width
from pbem.report.tree import parse


def written(template: str) -> str:
    return as_text(tree.marked(template))


def test_a_sheet_keeps_its_lines_and_blank_lines_never_follow_each_other() -> None:
    sheet = "--- # x\na: " + "b " * 50 + "c\n\n\n  d: 1\n..."
    assert written(f"\n\nx  \n\n\n{sheet}\n\n\ny\n\n") == f"x\n\n{sheet}\n\ny\n"


def test_headings_are_told_by_their_look() -> None:
    assert written("# One\n\n## Größe\n\n### Three\ntext\n") == "One\n\nGRÖSSE\n======\n\nThree\ntext\n"


def test_a_sentence_that_ends_in_a_name_or_a_quotation_has_one_stop() -> None:
    said = (
        "Read as: the combat of Friedrich II..\n- On “We wait.”. To **Friedrich II.**\n\n> so ..\n> II..\n\n../x 1..3"
    )
    assert written(said) == (
        "Read as: the combat of Friedrich II.\n- On “We wait.” To Friedrich II.\n\n> so ..\n> II..\n\n../x 1..3\n"
    )


def test_a_table_is_written_without_a_fixed_width() -> None:
    table = "|= Armies\n|# Power | Troops | Cards\n| France | 24~ troops~ | 12~ cards~ |\n| Saxony | | |\n"
    assert written(table) == "Armies\n- France: 24 troops, 12 cards\n- Saxony\n"


def test_long_lines_hang_under_their_bullet() -> None:
    text = written("- " + "word " * 20 + "\n  - " + "below " * 20)
    assert text == (
        "- word word word word word word word word word word word word word word word\n  word word word word word\n"
        "  - below below below below below below below below below below below below\n"
        "    below below below below below below below below\n"
    )


def test_code_and_quotations_are_kept_apart() -> None:
    assert (
        written("> said\n\n```\na  b\n```\n![map](x)\nSend `pass` **now**.\n") == "> said\n\na  b\nSend `pass` now.\n"
    )


@given(st.text(alphabet="ab >-.`#\n漢F rom", max_size=900))
def test_flowed_text_is_the_same_once_its_lines_are_joined(plain: str) -> None:
    """What an email program makes of it has each line of the letter unbroken, whatever is in it."""
    content = parse(f"{plain}\n\n{tree.marked('--- # x')}\na:  b\n  - c\n\n...")
    sent = flowed(content)
    assert all(width(line) <= 72 for line in sent.split("\n") if " " in line.strip())
    read = unflowed(sent)
    assert read.split() == text(content).split()
    assert read.endswith("--- # x\na:  b\n  - c\n\n...\n")


def test_flowed_lines_end_in_a_space_and_are_protected() -> None:
    content = parse(tree.marked("word " * 20 + "\n  indented\nFrom me\n> said " + "more " * 20 + "\n"))
    assert flowed(content) == (
        "word word word word word word word word word word word word word word \nword word word word word word\n"
        "   indented\n From me\n"
        "> said more more more more more more more more more more more more more \n"
        "> more more more more more more more\n"
    )
