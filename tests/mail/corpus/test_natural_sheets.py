"""Sheets as players write them say at first try what their writers mean."""

from pathlib import Path

import pytest
import yaml

from tests.mail.corpus.games import Board, data, maria

SHEETS = yaml.safe_load(Path(__file__).with_name("natural_sheets.yaml").read_text(encoding="utf-8"))
WRITTEN = [(text, each["plain"]) for each in SHEETS for text in each["written"]]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    return maria(tmp_path_factory.mktemp("natural") / "danube")


@pytest.mark.parametrize(("written", "plain"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_a_sheet_is_accepted_as_it_is_written(board: Board, written: str, plain: str) -> None:
    found = board.check(written)
    assert found.order is not None, [each.problem for each in found.faults]
    assert data(found.order) == data(board.check(plain).order)
