import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import COMMANDS, GROUPS, main
from pbem.cli.options import Host
from pbem.cli.output import refusal_as_data
from pbem.errors import Refusal
from pbem.mail.transport.server import NoTransport
from pbem.referee.play import NoLogEntry
from pbem.store.encryption import BadSealKey
from tests.cli.conftest import Pbem
from tests.toy.game import RULESETS, opened, send_sheet

SLOW = ("rich", "yaml", "jinja2", "msgspec", "aiosmtplib", "email", "pbem.engine", "pbem.report")


def play_a_round(pbem: Pbem) -> None:
    pbem("turn")
    for seat in ("ann", "ben", "cid"):
        pbem("submit", "-", "--as", seat, typed="bid: 1\n")
    pbem("turn")


def test_a_game_from_letters_over_sheets_and_receipts_to_the_end(pbem: Pbem) -> None:
    first = pbem.json("turn")
    assert first["played"] == 2
    assert [letter["seat"] for letter in first["letters"]] == ["ann", "ben", "cid", "public"]
    assert {mail["fate"] for mail in first["sent"]} == {"taken"}
    send_sheet(pbem.folder, "ann", "bid: 9\n")
    send_sheet(pbem.folder, "ben", "bid: 1\n")
    second = pbem.json("turn")
    assert [verdict["state"] for verdict in second["verdicts"]] == ["refused", "accepted"]
    assert [seat["received"] for seat in second["status"]["seats"]] == ["errors", "valid", "nothing"]
    assert second["letters"] == []
    for seat in ("ann", "cid"):
        pbem("submit", "-", "--as", seat, typed="bid: 1\n")
    found = pbem.json("turn")["status"]
    while found["outcome"] is None:
        for seat in found["seats"]:
            if seat["received"] == "nothing":
                pbem("submit", "-", "--as", seat["seat"], typed="passes: yes\n")
        found = pbem.json("turn")["status"]
    last = (pbem.folder / "letters" / f"{found['round']:04d}" / "ann.txt").read_text()
    assert "wins with 0 points" in last
    game = opened(pbem.folder)
    assert game.keys.chance in last
    assert game.secret not in last
    assert pbem.json("turn")["played"] == 0
    assert "The game is over." in pbem("status").output


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from pbem.cli.main import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"slow = sorted(name for name in {SLOW!r} if name in sys.modules)\n"
        "assert not slow, slow"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_help_has_help_of_its_own(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert importlib.import_module(f"pbem.cli.{COMMANDS[name].module}").__doc__


def test_help_shows_the_five_of_every_day_first_and_the_others_in_groups() -> None:
    groups = iter(GROUPS.items())
    first, daily = next(groups)
    shown = CliRunner().invoke(main, ["--help"]).output

    assert len(daily) == 5
    assert [name for name, _ in groups] == ["Play", "Mail", "Moderate", "Time", "Words", "Look", "Web", "Club", "Tools"]
    assert [shown.index(f"\n{name}:\n") for name in GROUPS] == sorted(shown.index(f"{name}:\n") - 1 for name in GROUPS)
    assert shown.index(f"{first}:") < min(shown.index(f"  {name} ") for name in COMMANDS)


def test_without_a_game_the_error_says_how_to_make_one(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["status", "--game", str(tmp_path)])
    assert result.exit_code == 1
    assert f"`pbem new {tmp_path}` makes one" in result.stderr
    assert "Traceback" not in result.output
    as_data = CliRunner().invoke(main, ["status", "--game", str(tmp_path), "--json"])
    assert json.loads(as_data.stdout)["error"] == "no-game"


def test_a_wrong_game_yaml_is_told_with_carets(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("Europe/Berlin", "Europe/Berln").replace("ben@example.org", "ben"))
    result = pbem("status", code=1)
    assert "Europe/Berln" in result.stderr
    assert result.stderr.count("^") > 10
    assert {problem["code"] for problem in pbem.json("status", code=1)["problems"]} == {"not-a-zone", "bad-address"}


def test_new_writes_a_game_to_fill_in(tmp_path: Path) -> None:
    folder = tmp_path / "danube-1"
    host = Host(rulesets=RULESETS)
    result = CliRunner().invoke(main, ["new", str(folder), "--rules", "toy", "--json"], obj=host)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["game"] == "danube-1"
    assert (folder / "secret").stat().st_mode & 0o777 == 0o600
    assert list(opened(folder).settings.seats) == ["ann", "ben", "cid"]
    again = CliRunner().invoke(main, ["new", str(folder), "--rules", "toy"], obj=host)
    assert again.exit_code == 1
    assert "already" in again.stderr
    assert CliRunner().invoke(main, ["turn", "--game", str(folder)], obj=host).exit_code == 0


def test_new_with_unknown_rules_names_those_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["new", str(tmp_path / "x"), "--rules", "chess"], obj=Host(rulesets=RULESETS))
    assert result.exit_code == 1
    assert "chess" in result.stderr


def test_seats_shows_names_as_they_are(pbem: Pbem) -> None:
    assert "Ann [red] Ünsal" in pbem("seats").output
    assert pbem.json("seats")[1] == {
        "seat": "ben",
        "title": "Ben of the Dale",
        "player": "Ben",
        "address": "ben@example.org",
        "bot": False,
    }


def test_check_keeps_nothing(pbem: Pbem) -> None:
    pbem("turn")
    result = pbem("check", "-", "--seat", "ann", typed="bid: 9\n", code=1)
    assert "A bid is from 0 to 4" in result.output
    assert "[rule 2.1]" in result.output
    found = pbem.json("check", "-", "--seat", "ANN OF THE HILL", typed="bid: 9\n", code=1)
    assert found["problems"][0]["line"] == 1
    assert found["problems"][0]["rule"] == "2.1"
    assert pbem.json("check", "-", "--seat", "ann", typed="bid: 2\n")["ok"]
    assert pbem("check", "-", "--seat", "ann", typed="bid: 2\n").output == "You bid 2.\nThe sheet is valid.\n"
    assert list((pbem.folder / "inbox").iterdir()) == []


def test_submit_answers_and_a_repeat_is_recognised(pbem: Pbem) -> None:
    pbem("turn")
    assert "You bid 2." in pbem("submit", "-", "--as", "ann", typed="bid: 2\n").output
    assert not pbem.json("submit", "-", "--as", "ann", typed="bid: 2\n")["new"]
    assert pbem.json("submit", "-", "--as", "ann", typed="bid: x\n", code=1)["verdict"]["state"] == "refused"
    assert len(list((pbem.folder / "inbox").glob("*.yaml"))) == 2


def test_an_unknown_seat_is_a_usage_error_that_lists_the_seats(pbem: Pbem) -> None:
    assert "ann, ben, cid" in pbem("submit", "-", "--as", "dan", typed="bid: 2\n", code=2).stderr


def test_a_default_is_an_act_with_a_reason(pbem: Pbem) -> None:
    pbem("turn")
    pbem("play", "--default", "ann", code=2)
    found = pbem.json("play", "--default", "ann", "--reason", "ill")["status"]
    assert found["seats"][0]["received"] == "default"
    play_a_round(pbem)
    assert "has nothing to answer" in pbem("play", "--default", "ben", "--reason", "ill", code=1).stderr


def test_show_tells_each_what_it_knows(pbem: Pbem) -> None:
    play_a_round(pbem)
    hands = {seat: pbem("show", "hands", "--seat", seat).output for seat in ("ann", "ben", "cid")}
    assert len({hand.split("Your hand:")[1] for hand in hands.values()}) == 3
    everything = pbem("show", "hands", "--moderator").output
    assert all(hand.split("Your hand:")[1].strip() in everything for hand in hands.values())
    assert "0 points" in pbem("show", "board").output
    assert pbem.json("show", "board", "--public")["hands"]["ann"]["known"] == []
    assert pbem.json("show", "board", "--moderator")["hands"]["ann"]["known"] != []
    pbem("show", "hands", code=2)
    pbem("show", "board", "--public", "--moderator", code=2)
    assert "You are dealt" in pbem("show", "log", "--seat", "ann").output
    assert "You are dealt" not in pbem("show", "log").output
    assert pbem.json("show", "log", "--seat", "ann")[0]["events"][1]["hand"]["known"] == []
    assert "by sheet" in pbem("show", "log", "--moderator").output


def test_rewind_goes_to_an_entry_or_a_round(pbem: Pbem) -> None:
    play_a_round(pbem)
    assert pbem.json("rewind", "r1", "--reason", "a slip")["to"] == 2
    assert "a slip" in (pbem("turn").output + (pbem.folder / "letters" / "0003" / "public.txt").read_text())
    pbem("rewind", "99", "--reason", "x", code=1)
    pbem("rewind", "r99", "--reason", "x", code=1)
    pbem("rewind", "back", "--reason", "x", code=2)
    pbem("rewind", "2", code=2)


def test_rewind_can_be_tried_and_changes_nothing(pbem: Pbem) -> None:
    play_a_round(pbem)
    before = (pbem.folder / "log.jsonl").read_bytes()
    said = " ".join(pbem("rewind", "r1", "--reason", "a slip", "--try").stdout.split())
    assert "Everyone would read:" in said
    assert said.endswith("This was a trial: nothing was changed.")
    pbem("rewind", "99", "--reason", "x", "--try", code=1)
    assert (pbem.folder / "log.jsonl").read_bytes() == before


def test_send_can_say_what_it_would_do(pbem: Pbem) -> None:
    pbem("play")
    pbem("letters")
    plan = pbem.json("send", "--dry-run")[0]
    assert (plan["id"], plan["to"], plan["sender"]) == ("round-0001-ann", "ann@example.org", "game@example.org")
    assert plan["text"].startswith("YOUR BID IN LAP 1\n")
    assert f"  {plan['subject']}" in plan["text"].split("\n")
    short, full = pbem("send", "--dry-run").output, pbem("send", "--dry-run", "--full").output
    assert "round-0001-ann would go to ann@example.org." in short
    assert plan["subject"] in short
    assert all(line in full for line in (*plan["headers"].splitlines(), *plan["text"].split("\n")[:9]))
    assert not (pbem.folder / "out").exists()
    assert len(pbem.json("send")["sent"]) == 3
    assert len(list((pbem.folder / "out").iterdir())) == 3
    assert "Nothing waits" in pbem("send").output


def test_a_message_of_open_fate_is_named_and_settled_by_hand(pbem: Pbem) -> None:
    pbem("play")
    pbem("letters")
    opened(pbem.folder).outbox.shift("round-0001-ann", "queued", "trying")
    opened(pbem.folder).outbox.shift("round-0001-ben", "queued", "trying")
    assert len(pbem.json("send")["sent"]) == 1
    assert "--again round-0001-ann" in pbem("status").output
    pbem("send", "--settled", "round-0001-ann")
    assert [one["ident"] for one in pbem.json("send", "--again", "round-0001-ben")["sent"]] == ["round-0001-ben"]
    assert pbem.json("status")["trying"] == []
    pbem("send", "--again", "round-0001-ann", code=1)


def test_a_torn_log_is_told_and_mended(pbem: Pbem) -> None:
    pbem("turn")
    with (pbem.folder / "log.jsonl").open("ab") as log:
        log.write(b'{"seq":4,"at"')
    assert pbem.json("status")["torn"] == 13
    assert pbem.json("turn")["torn"] == 13
    assert pbem.json("status")["torn"] == 0


def test_a_missing_way_in_is_named(pbem: Pbem) -> None:
    (pbem.folder / "in").rmdir()
    assert "no such folder" in pbem("fetch", code=1).stderr


def test_rules_without_editions_say_so(pbem: Pbem, tmp_path: Path) -> None:
    assert "not data" in pbem("edition", "check", str(tmp_path), "--rules", "toy", code=1).stderr


def test_a_terminal_that_lacks_a_character_shows_a_question_mark(pbem: Pbem) -> None:
    pbem("turn")
    code = "from tests.cli.conftest import *; main(['status'], obj=Host(Clock(), RULESETS))"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PBEM_GAME": str(pbem.folder)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, b"?nsal" in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("refusal", "code"),
    [(NoLogEntry, "no-entry"), (BadSealKey, "bad-key"), (NoTransport, "no-road")],
)
def test_json_calls_a_refusal_as_it_always_did(refusal: type[Refusal], code: str) -> None:
    assert refusal_as_data(refusal("so"))["error"] == code
