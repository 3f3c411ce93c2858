"""The final report of a finished game of Maria tells combats, lost troops and victory markers of every power."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pbem.referee.records.final_report import final_content, final_report
from pbem.report.plain import text
from tests.maria.test_golden import GOLDEN
from tests.report.golden_games import play_by_sheets, recorded_game, without_letters


@pytest.mark.slow
def test_the_final_report_tells_losses_by_power(tmp_path: Path) -> None:
    folder = GOLDEN / "14-frederick"
    game = play_by_sheets(tmp_path / "game", recorded_game(folder), without_letters)
    tally = final_report(game).tally
    assert tally
    lost: Counter[str] = Counter()
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text("utf-8").splitlines()]
    for one in lines:
        if one.get("event") == "troops-lost":
            lost[one["power"]] += one["number"]
    fights = sum(1 for one in lines if one.get("event") == "fight-ended" and one.get("loser"))
    assert lost
    rows = {power: dict(zip(tally.heads, figures, strict=True)) for power, figures in tally.rows.items()}
    assert {power: (row["lost-in-combat"] or 0) + (row["lost-for-supply"] or 0) for power, row in rows.items()} == {
        power: lost[power] for power in rows
    }
    assert {*lost} <= {*rows}
    assert sum(row["combats-won"] or 0 for row in rows.values()) == fights
    assert sum(row["combats-lost"] or 0 for row in rows.values()) == fights
    assert "Austria: 3 combats won, 9 combats lost, 20 troops lost in combat" in text(final_content(game))
