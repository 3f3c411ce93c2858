"""No letter of the golden games is longer than a reader with five minutes on a phone can bear."""

from pathlib import Path

import pytest

from tests.differences import PAGE
from tests.maria.lengths.sizes import FORM, QUIET, STAGE, STORY, kind_of, size_of

GOLDEN = Path(__file__).parents[1] / "golden"
READERS = sorted(path for path in GOLDEN.glob("*/*.txt") if path.stem != "public")
LETTER = f"ORDERS FOR FRANCE, TURN 3\n=====\n\nvienna\n\n{STORY}\n====\n\n- One.\n\n{FORM}\n====\n\n--- #\n...\n"


def letters(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split(PAGE)


def test_sizes_are_counted_by_section() -> None:
    found = size_of(LETTER)

    assert (found.kind, found.lines, found.story, found.form) == ("stage", 15, 5, 5)
    assert found.rest == 5


@pytest.mark.parametrize("path", READERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_letter_that_asks_nothing_is_short_and_so_is_that_of_a_stage(path: Path) -> None:
    limits = {"nothing asked": QUIET, "stage": STAGE}
    sizes = [(number, size_of(text)) for number, text in enumerate(letters(path), 1)]

    assert [(number, size) for number, size in sizes if size.rest > limits.get(size.kind, size.rest)] == []
    assert {size.kind for _, size in sizes} >= {"stage", "nothing asked", "set-up", "last"}


@pytest.mark.parametrize("path", READERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_letter_that_asks_nothing_repeats_nothing_of_the_position(path: Path) -> None:
    quiet = [text for text in letters(path) if kind_of(text) == "nothing asked"]

    assert quiet
    for text in quiet:
        assert "THE POSITION\n" not in text
        assert f"{FORM}\n" not in text
        assert "YOUR OPTIONS\n" not in text
