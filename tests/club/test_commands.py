"""The commands of a club, as an operator runs them, and what it says of itself."""

import json
import logging
import re
import sys
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import yaml
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.club.intake import receive
from pbem.club.operation.report import Counts, JsonLines, metrics, serve_metrics
from pbem.club.playing import PlayResult, play
from pbem.club.settings import Club
from pbem.club.transfer import export
from tests.club.test_games import begun, sheet
from tests.toy.game import RULESETS

DEMO = Path(__file__).parents[2] / "games" / "demo"


def run(file: Path, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["club", "--club", str(file), *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_from_nothing_to_a_game_and_back(database: str, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    assert "here is no" in run(file, "status", code=1)
    file.write_text(f"database: {database}\nport: 0\n")
    assert "is in" in run(file, "init")
    CliRunner().invoke(main, ["new", "--rules", "maria", str(tmp_path / "game")])
    shown = run(file, "import", str(tmp_path / "game"), "--name", "one")
    assert "one is in the club" in shown
    run(file, "export", "one", str(tmp_path / "back"))
    assert (tmp_path / "back" / "secret").read_bytes() == (tmp_path / "game" / "secret").read_bytes()
    assert "no game two" in run(file, "export", "two", str(tmp_path / "other"), code=1)
    assert "keys and emails" in run(file, "rotate-key")
    assert json.loads(run(file, "status", "--json"))["aside"] == []
    assert "0 gave a sign of life" in run(file, "doctor", code=1)


def test_people_and_tables_by_command(database: str, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(f"database: {database}\nport: 0\nfrom: club@example.org\n")
    run(file, "init")
    assert "no account" in run(
        file, "table", "open", "one", "--moderator", "mo@example.org", "--rules", "maria", code=1
    )
    assert "may moderate" in run(file, "person", "moderator", "mo@example.org", "--name", "Mo")
    assert "3 seats" in run(file, "table", "open", "one", "--moderator", "mo@example.org", "--rules", "maria")
    run(file, "table", "open", "two", "--moderator", "mo@example.org", "--rules", "tnw", "--calendar", "twice a week")
    assert json.loads(run(file, "table", "list", "--json"))[0]["free"] == 3
    assert "has begun" in run(file, "table", "begin", "one")
    assert "no game none" in run(file, "table", "wanted", "none", "louis", code=1)
    assert json.loads(run(file, "table", "list", "--json"))[0]["wanted"] == ["frederick", "louis", "maria-theresa"]
    assert "no longer wanted" in run(file, "table", "wanted", "one", "louis", "--end")
    assert "frederick" in run(file, "table", "list")
    assert "told: 0" in run(file, "table", "close", "two")
    assert "name them: 1" in run(file, "person", "export", "mo@example.org", str(tmp_path / "mo.zip"))
    assert "moderates one" in run(file, "person", "erase", "mo@example.org", "--yes", code=1)
    assert "is blocked" in run(file, "block", "ann@example.org")
    assert "is erased" in run(file, "person", "erase", "ann@example.org", "--yes")


def test_a_wrong_key_is_told(club: Club, tmp_path: Path) -> None:
    from cryptography.fernet import Fernet

    begun(tmp_path, club)
    (club.folder / "club.key").write_bytes(Fernet.generate_key())
    assert "another key" in run(club.folder / "club.yaml", "doctor", code=1)
    (club.folder / "club.key").write_text("no key")
    assert "is not a key" in run(club.folder / "club.yaml", "doctor", code=1)


def test_metrics_and_health(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    receive(club, b"Subject: waits\n\nx\n", "toy-1")
    counts = Counts()
    counts.played("toy-1", PlayResult(turns=3))
    server = serve_metrics(club, counts, 0)
    at = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        said = urllib.request.urlopen(f"{at}/metrics").read().decode()
        assert urllib.request.urlopen(f"{at}/health").status == 200
    finally:
        server.shutdown()
        server.server_close()
    assert 'pbem_jobs{state="play todo"} 1\n' in said
    assert "pbem_mails_waiting 1\n" in said
    assert "pbem_turns_total 3\n" in said
    assert said.endswith("# EOF\n")


def test_figures_of_all_workers_add_up(club: Club, tmp_path: Path) -> None:
    """Two workers each judge an email; one that came long ago waited as long as that."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    for name, seat, arrived in (("one", "ann", None), ("two", "ben", datetime.now(UTC) - timedelta(seconds=40))):
        receive(club, sheet(tmp_path / "now", seat, 1), "toy-1", arrived)
        assert play(club.for_worker(name), "toy-1", RULESETS).mails == 1
    said = metrics(club, Counts())
    assert 'pbem_verdicts_total{state="accepted"} 2\n' in said
    assert 'pbem_mail_seconds_bucket{le="20.0"} 1\n' in said
    assert 'pbem_mail_seconds_bucket{le="60.0"} 2\n' in said
    assert "pbem_mail_seconds_count 2\n" in said


def test_a_line_of_the_log_has_no_word_of_a_game() -> None:
    try:
        int("Anna holds the ♥ 10")
    except ValueError:
        record = logging.LogRecord("pbem", 40, __file__, 1, "Anna said %s", ("so",), sys.exc_info())
    record.__dict__.update(action="job_error", job={"id": 3, "task_name": "play", "task_kwargs": {"game": "x"}})
    line = JsonLines().format(record)
    assert "Anna" not in line
    assert json.loads(line)["error"] == "ValueError"
    assert json.loads(line)["job"]["id"] == 3


def test_services_and_containers_run_commands_that_there_are() -> None:
    units = Path(__file__).parents[2] / "docs" / "units"
    services = yaml.safe_load((units / "compose.yaml").read_text())["services"].values()
    lines = [one["command"] for one in services if one.get("image") == "pbem"]
    for unit in sorted(units.glob("*.service")):
        (line,) = re.findall(r"^ExecStart=/opt/pbem/bin/pbem (.*)$", unit.read_text(), re.MULTILINE)
        lines.append(line.split())
    assert len(lines) == 7
    for line in lines:
        assert CliRunner().invoke(main, [*line, "--help"]).exit_code == 0, line
