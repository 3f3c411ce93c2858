"""The audit of chance: by the program, and by a verifier that was written from docs/chance.md alone."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.demo.campaign import Campaign
from pbem.engine.table import Chance, mixed
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.keys import keys_of, next_chance
from pbem.referee.opening import create
from pbem.referee.play import rewind
from pbem.referee.records.chance import Key, Record, RecordedDraw, read_record, record_of, text_of
from tests.cli.demo_tokens import DEMO
from tests.long import tries
from tests.maria.test_golden import GOLDEN
from tests.report.golden_games import chance_of, play_by_sheets, recorded_game
from tests.toy.game import GAME_YAML, SEED, Clock, send_sheet
from tests.toy.ruleset import LATE, TOY

RULES = {"late": LATE, "toy": TOY}
VERIFIER = Path(__file__).parent / "verifier.py"
PAGE = Path(__file__).parents[2] / "docs" / "chance.md"
CLOCK = Clock()


def verified(path: Path, commitment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-I", VERIFIER, path, commitment], capture_output=True, text=True, check=False
    )


def pbem(*args: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["audit", *map(str, args)], obj=Host(CLOCK, RULES), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


def turn(folder: Path) -> Game:
    with opening.held(folder, RULES) as game:
        exchange(game, CLOCK)
    return opening.look(folder, RULES)


def finish(folder: Path) -> Game:
    """Play until the game is over; Ann and Cid give words of chance in the first stage."""
    game = turn(folder)
    while game.outcome is None:
        for seat in game.titles:
            stage = game.stage(seat)
            if stage and stage.pending:
                bidding = ".bid." in stage.decision.key
                send_sheet(folder, seat, f"bid: 1\nchance: it is {seat}\n" if bidding and seat != "ben" else "pass\n")
        game = turn(folder)
    return game


@pytest.fixture
def over(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    create(folder, GAME_YAML.replace("rules: toy", "rules: late").replace("OUT", "{folder: out}"), RULES, SEED)
    finish(folder)
    return folder


def commitment_in(letter: str) -> str:
    return str(re.findall(r"^  ([0-9a-f]{64})$", letter, re.MULTILINE)[0])


def test_the_verifier_imports_nothing_of_pbem() -> None:
    names = re.findall(r"^(?:import|from) (\w+)", VERIFIER.read_text(), re.MULTILINE)
    assert set(names) <= sys.stdlib_module_names


def test_every_player_gets_what_is_needed(over: Path) -> None:
    game = opening.look(over, RULES)
    for seat in game.titles:
        (mail,) = (over / "out").glob(f"*draws-*{seat}*")
        text = message_from_bytes(mail.read_bytes(), policy=SMTP).get_content()
        path = over.parent / f"{seat}.json"
        path.write_text(text)
        letters = [file.read_text() for file in sorted((over / "letters").glob(f"*/{seat}.txt"))]
        ran = verified(path, commitment_in(letters[0]))
        assert (ran.returncode, ran.stdout) == (0, "1 draws come out as recorded\n"), ran.stderr
        record = json.loads(text)
        assert record["keys"][0]["key"] in letters[-1]
        assert record["words"] == {"ann": "it is ann", "ben": "", "cid": "it is cid"}
        assert all(words in " ".join(letters[1].split()) for words in record["words"].values())
        assert "All draws came out as recorded" in pbem(path, "--commitment", commitment_in(letters[0]))


def test_the_record_is_sent_once(over: Path) -> None:
    sent = {path: path.stat().st_mtime_ns for path in over.rglob("*draws*")}
    assert len(sent) == 3 * 2 + 1
    turn(over)
    assert {path: path.stat().st_mtime_ns for path in over.rglob("*draws*")} == sent


def test_the_moderator_audits_the_folder(over: Path) -> None:
    said = pbem(over)
    assert "Words of chance: ann “it is ann”, ben none, cid “it is cid”." in said
    assert "Draws repeated: 1, and 1 steps that drew were run again. All draws came out as recorded." in said
    found = json.loads(pbem(over, "--json"))
    assert (found["draws"], found["wrong"], found["reruns"]) == (1, [], 1)


HARMS: dict[str, tuple[Callable[[Any], object], str]] = {
    "result": (lambda record: record["draws"][0]["result"].reverse(), "deck: it comes out differently"),
    "of": (lambda record: record["draws"][0]["of"].reverse(), "deck: it comes out differently"),
    "words": (lambda record: record["words"].update(ben="mine"), "deck: it comes out differently"),
    "key": (lambda record: record["keys"][0].update(key="ab" * 32), "key 0 does not have the SHA-256"),
    "name": (lambda record: record["draws"][0].update(draw="deck 2"), "deck 2: it comes out differently"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_record_that_was_changed_is_found_out(over: Path, harm: str) -> None:
    (path,) = (over / "letters").glob("*/draws.json")
    told = opening.look(over, RULES).keys.commitment
    record: Any = json.loads(path.read_text())
    change, says = HARMS[harm]
    change(record)
    path.write_text(json.dumps(record))
    assert verified(path, told).returncode
    assert says in pbem(path, "--commitment", told, code=1)


def test_another_key_than_was_committed_to_is_found_out(over: Path) -> None:
    (path,) = (over / "letters").glob("*/draws.json")
    assert verified(path, "ab" * 32).returncode
    assert "not the one that the game committed to" in pbem(path, "--commitment", "ab" * 32, code=1)
    assert "Compare key 0 with your first letter" in pbem(path)


def test_a_log_whose_events_do_not_follow_from_its_draws_is_found_out(
    over: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.toy.steps.HAND", 3)
    assert "WRONG  entry 4: the step deal leads to other events now" in pbem(over, code=1)


def test_nobody_gets_the_record_before_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    create(folder, GAME_YAML.replace("OUT", "{folder: out}"), RULES, SEED)
    turn(folder)
    target = tmp_path / "draws.json"
    assert "is not over: whoever has its record knows every draw to come" in pbem(folder, "--export", target, code=1)
    assert not target.exists()
    assert not list(folder.rglob("*draws*"))
    pbem(folder, "--export", target, "--anyway")
    assert verified(target, opening.look(folder, RULES).keys.commitment).stdout == "1 draws come out as recorded\n"


def test_a_game_that_was_rewound_after_its_end_has_two_keys(over: Path) -> None:
    with opening.held(over, RULES) as game:
        rewind(game, 1, "once more", CLOCK)
    finish(over)
    path = max((over / "letters").glob("*/draws.json"))
    record = read_record(path)
    assert [drawn.key for drawn in record.draws] == [0, 1]
    assert record.draws[0].result != record.draws[1].result
    assert verified(path, record.keys[0].sha256).stdout == "2 draws come out as recorded\n"
    assert "Draws repeated: 2, and 2 steps" in pbem(over)


def test_the_record_of_the_demonstration(tmp_path: Path) -> None:
    campaign = Campaign(DEMO, tmp_path / "game")
    campaign.begin()
    for part in campaign.script.rounds:
        for _ in campaign.play_round(part):
            pass
    said = pbem(tmp_path / "game", "--export", tmp_path / "draws.json", "--anyway")
    assert "All draws came out as recorded" in said
    game = opening.look(tmp_path / "game")
    letter = (tmp_path / "game" / "letters" / "0001" / "louis.txt").read_text()
    ran = verified(tmp_path / "draws.json", commitment_in(letter))
    assert (ran.returncode, len(record_of(game).draws)) == (0, int(ran.stdout.split()[0])), ran.stderr
    assert max(map(len, (tmp_path / "draws.json").read_text().splitlines())) <= 80, "mail would fold it"


@pytest.mark.slow
@pytest.mark.parametrize("name", tries(["18-election"], ["14-held-out", "18-election"]))
def test_the_record_of_a_golden_game(tmp_path: Path, name: str) -> None:
    recorded = recorded_game(GOLDEN / name)
    game = play_by_sheets(tmp_path / "game", recorded)
    with chance_of(recorded):
        said = pbem(tmp_path / "game")
    assert "All draws came out as recorded" in said
    (path,) = (tmp_path / "game" / "letters").glob("*/draws.json")
    ran = verified(path, game.keys.commitment)
    assert (ran.returncode, ran.stdout.split()[0]) == (0, str(len(record_of(game).draws))), ran.stderr
    names = {drawn.draw for drawn in record_of(game).draws}
    assert {"pile 1", "pile 2"} <= names
    assert ("packet 1741" in names) == (name == "18-election")


def test_several_draws_under_one_name_go_on_in_one_stream(tmp_path: Path) -> None:
    chance = Chance("key", "dice")
    draws = (
        RecordedDraw(3, 0, "dice", "number", 6, chance.below(6)),
        RecordedDraw(3, 0, "dice", "one", ["a", "b", "c"], chance.choice("abc")),
        RecordedDraw(3, 0, "dice", "number", 2**31 + 1, chance.below(2**31 + 1)),
        RecordedDraw(3, 0, "dice", "order", ["a", "b", "c"], list(chance.shuffled("abc"))),
    )
    sha256 = "2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683"
    record = Record(game="x", method=1, keys=(Key("key", sha256, 0),), words={}, draws=draws)
    path = tmp_path / "draws.json"
    path.write_text(text_of(record))
    assert read_record(path) == record
    assert verified(path, sha256).stdout == "4 draws come out as recorded\n"
    assert "All draws came out as recorded" in pbem(path, "--commitment", sha256)


def test_the_vectors_on_the_page() -> None:
    page = dict(re.findall(r"^\| (.+?) \| (.+) \|$", PAGE.read_text(), re.MULTILINE))
    keys = keys_of("0" * 64)
    key = mixed(keys.chance, {"ann": "three blind mice", "ben": ""})
    chance = Chance(key, "deck")
    assert page["key of chance"] == f"`{keys.chance}`"
    assert page["commitment"] == f"`{keys.commitment}`"
    assert page["key of all draws with these words"] == f"`{key}`"
    stream = Chance(key, "deck")
    first = b"".join(stream.below(2**32).to_bytes(4, "big") for _ in range(2)).hex()
    assert page["first 8 bytes of the stream `deck` with that key"] == f"`{first}`"
    assert page["numbers below 6 from that stream"] == ", ".join(str(chance.below(6)) for _ in range(6))
    order = "order of `a b c d e f g h` under the name `deck`"
    assert page[order] == f"`{' '.join(Chance(key, 'deck').shuffled('abcdefgh'))}`"
    assert page["the same without words"] == f"`{' '.join(Chance(keys.chance, 'deck').shuffled('abcdefgh'))}`"
    assert page["key for the purpose `chance 2`"] == f"`{next_chance('0' * 64, 1)}`"
