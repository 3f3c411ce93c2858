import re
from collections.abc import Mapping

import pytest

from pbem.mail.extraction import languages
from pbem.mail.extraction.languages import PhraseTable, either, words
from tests.mail.corpus.surroundings import found

TABLES = {name: table for name, table in vars(languages).items() if name.isupper() and not isinstance(table, Mapping)}
SHEET = "G1: Prag > Brünn\nsupply train: hold\n"


@pytest.mark.parametrize("name", TABLES)
def test_no_entry_of_a_table_is_empty_so_that_none_fits_everything(name: str) -> None:
    table: PhraseTable = TABLES[name]
    assert isinstance(table, tuple), "one line alone needs a comma behind it"
    assert "" not in words(table)
    assert not re.fullmatch(either(table), "")


def test_a_word_is_known_however_it_is_written() -> None:
    assert words(("Προς, à", "保存")) == {"Προς".casefold(), "à", "保存"}


def test_greek_headers_are_known_although_a_last_sigma_is_another_letter_than_one_within() -> None:
    letter = "Από: Game\nΠρος: Anna, 21/11/2026\nΘέμα: orders\n\nmoves:\n  - Daun: stays\n"
    assert found(f"{SHEET}\n{letter}").sheet == SHEET
