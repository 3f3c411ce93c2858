"""Tables of pages that derive from the program say what it does."""

import pytest

from tests.derived import DOCS, TABLES, written


@pytest.mark.parametrize(("page", "heading"), TABLES)
def test_the_page_has_the_table_of_the_program(page: str, heading: str) -> None:
    assert (DOCS / page).read_text(encoding="utf-8") == written(page, heading), "run `python -m tests.derived`"
