"""Playing alone: bots run the other seats, and a sheet a Round leads through a Turn."""

import secrets
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from tests.long import tries

pytestmark = pytest.mark.usefixtures("unpainted")

SHEETS = 14
"""More than one Turn of them."""


@pytest.fixture(autouse=True)
def _chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same secret for each game: with another the peace roll may end it in its first Turn."""
    monkeypatch.setattr(secrets, "token_hex", lambda length: "5eed" * (length // 2))


def solo(*args: str | Path) -> str:
    result = CliRunner().invoke(main, ["solo", *map(str, args)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(("players", "seat"), tries([("3", "emperors")], [("3", "emperors"), ("5", "prussia")]))
def test_a_turn_is_played_against_bots(tmp_path: Path, players: str, seat: str) -> None:
    folder = tmp_path / "alone"
    began = solo(folder, "--rules", "tnw", "--players", players, "--seat", seat, "--set", "options.holds=0")
    assert "WHAT YOU WISH BEFORE THE FIRST TURN" in began
    shown = ""
    for _ in range(SHEETS):
        shown = solo(folder, "--as-it-is")
        if "THE END OF TURN 1" in shown:
            break
    assert "THE END OF TURN 1" in shown
    assert "A bot played for " in shown
    assert "Round 1" in solo(folder, "--as-it-is")


def test_the_sheet_that_is_given_can_be_sent(tmp_path: Path) -> None:
    """All that its comments suggest, as one who deletes each `#` sends it, in the first Round."""
    folder = tmp_path / "alone"
    solo(folder, "--rules", "tnw", "--players", "3", "--seat", "france")
    solo(folder, "--as-it-is")
    sheet = folder / "sheet.yaml"
    lines = sheet.read_text(encoding="utf-8").splitlines()
    orders = [line.removeprefix("#") for line in lines if not line.startswith(("# Text", "# chance"))]
    assert "impulses:" in orders
    sheet.write_text("\n".join(orders) + "\n", encoding="utf-8")
    assert "SHEET ACCEPTED" in solo(folder)
