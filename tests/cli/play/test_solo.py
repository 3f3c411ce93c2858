"""`pbem solo`: one player against bots."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.playtest import registered
from pbem.engine.table import Chance
from tests.toy.game import Clock, opened
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY
from tests.toy.state import Bid

BEGIN = ("--rules", "toy", "--seat", "ann", "--set", "rounds=1")


class Solo:
    """Someone at the command line with a folder and an editor."""

    def __init__(self, folder: Path, bot: Any = PLAYTEST.bot) -> None:
        self.folder = folder
        self.sheet = folder / "sheet.yaml"
        self.rulesets = {"toy": TOY}
        registered["toy"] = msgspec.structs.replace(PLAYTEST, bot=bot)

    def __call__(self, *args: str, code: int = 0) -> Result:
        return self.run("solo", str(self.folder), *args, code=code)

    def run(self, *args: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, list(args), obj=Host(Clock(), self.rulesets), catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    def json(self, *args: str, code: int = 0) -> Any:
        return json.loads(self(*args, "--json", code=code).stdout)

    def write(self, old: str, new: str) -> None:
        text = self.sheet.read_text(encoding="utf-8")
        assert old in text
        self.sheet.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def solo(tmp_path: Path) -> Solo:
    made = Solo(tmp_path / "My game")
    made(*BEGIN)
    return made


def test_it_begins_a_game_shows_the_letter_and_leaves_a_sheet(tmp_path: Path) -> None:
    solo = Solo(tmp_path / "My game")
    shown = solo(*BEGIN).output
    assert "my-game: you are Ann of the Hill" in shown
    assert "Bid how many points you mean to win." in shown
    assert "Ben of the Dale and Cid of the Shore are played by bots." in shown
    assert f"Write your orders in {solo.sheet}" in shown
    assert f"\n  pbem solo '{solo.folder}'\n" in shown
    assert "YOUR SHEET" not in shown
    assert "bid: 0" not in shown
    assert solo.sheet.read_text(encoding="utf-8").splitlines()[1:] == ["bid: 0", "..."]
    assert [who.bot for who in opened(solo.folder).settings.seats.values()] == [False, True, True]


def test_a_seat_may_be_named_by_its_title(tmp_path: Path) -> None:
    assert Solo(tmp_path / "x").json("--rules", "toy", "--seat", "ben of the dale")["seat"] == "ben"


def test_without_a_seat_it_lists_them(tmp_path: Path) -> None:
    solo = Solo(tmp_path / "x")
    assert "ann (Ann of the Hill), ben (Ben of the Dale)" in solo("--rules", "toy", code=2).stderr
    assert not solo.folder.exists()


def test_settings_that_the_game_has_not_are_refused(tmp_path: Path) -> None:
    solo = Solo(tmp_path / "x")
    assert "there are: rounds, players" in solo(*BEGIN, "--scenario", "long", code=2).stderr
    assert "is not played like this" in solo(*BEGIN, "--players", "many", code=2).stderr
    assert "KEY=VALUE" in solo(*BEGIN, "--set", "rounds", code=2).stderr
    assert not solo.folder.exists()


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    assert "is not empty" in Solo(tmp_path)(*BEGIN, code=2).stderr


def test_rules_without_a_bot_say_so(tmp_path: Path) -> None:
    assert "have no bot" in Solo(tmp_path / "x", bot=None)(*BEGIN, code=2).stderr


def test_a_sheet_is_played_and_the_next_letter_shown(solo: Solo) -> None:
    solo.write("bid: 0", "bid: 2")
    shown = solo().output
    assert "SHEET ACCEPTED" in shown
    assert "You bid 2." in shown
    assert "Ann of the Hill bids 2" in shown
    assert "Play a card, or none." in shown
    assert "pbem rewind r1 " in shown
    assert "your impulse" in solo.sheet.read_text(encoding="utf-8")
    assert opened(solo.folder).table.state.bids["ann"] == 2


def test_a_sheet_with_faults_is_told_and_stays_to_be_mended(solo: Solo) -> None:
    solo.write("bid: 0", "bid: 9")
    for _ in range(2):
        shown = solo(code=1).output
        assert "A bid is from 0 to 4" in shown
        assert "✗ Refused" in shown
        assert "WHAT HAPPENED" not in shown
        assert "bid: 9" in solo.sheet.read_text(encoding="utf-8")
    assert solo.json(code=1)["fate"] == "refused"
    solo.write("bid: 9", "bid: 1")
    assert solo.json()["fate"] == "accepted"


def test_a_sheet_whose_slips_were_corrected_only_has_to_be_sent_again(solo: Solo) -> None:
    solo.write("bid: 0", "bidd: 2")
    shown = solo(code=1).output
    assert "is corrected as shown. To accept it:" in shown
    assert "bid: 2" in solo.sheet.read_text(encoding="utf-8")
    assert solo.json()["fate"] == "accepted"


def test_a_sheet_that_was_not_touched_is_not_handed_in_by_accident(solo: Solo) -> None:
    before = solo.json()
    assert (before["fate"], before["round"], before["asked"]) == ("untouched", 1, "1.bid.ann")
    assert "You have not changed the sheet" in solo().output
    assert solo.json("--as-it-is")["round"] == 2


def test_a_sheet_that_was_deleted_is_written_again(solo: Solo) -> None:
    form = solo.sheet.read_text(encoding="utf-8")
    solo.sheet.unlink()
    assert solo.json()["fate"] == "none"
    assert solo.sheet.read_text(encoding="utf-8") == form


def test_a_sheet_without_its_marks_counts(solo: Solo) -> None:
    solo.sheet.write_bytes(b"bid: 3\r\n")
    assert solo.json()["fate"] == "accepted"
    assert opened(solo.folder).table.state.bids["ann"] == 3


def test_a_sheet_may_be_taken_back(solo: Solo) -> None:
    solo.write("bid: 0", "bid: 2")
    solo()
    solo.run("rewind", "r1", "--reason", "taken back", "--game", str(solo.folder))
    played = solo.json()
    assert (played["fate"], played["asked"]) == ("outdated", "1.bid.ann")
    assert "taken back" in played["letter"]
    solo.write("bid: 0", "bid: 4")
    assert solo.json()["fate"] == "accepted"
    assert opened(solo.folder).table.state.bids["ann"] == 4


def test_it_is_played_to_the_end(solo: Solo) -> None:
    played = solo.json("--as-it-is")
    while not played["over"]:
        played = solo.json("--as-it-is")
    assert "wins with" in played["letter"]
    assert played["sheet"] == ""
    assert not solo.sheet.exists()
    assert "The game is over" in solo().output
    answers = [answer.by for entry in opened(solo.folder).table.entries for answer in entry.answers]
    assert set(answers) == {"sheet", "bot"}


def bids_only(view: Any, decision: Decision, chance: Chance) -> Order:
    if decision.takes is not Bid:
        raise ValueError
    return Bid(bid=1)


def test_a_bot_that_fails_is_named_with_the_way_on(tmp_path: Path) -> None:
    solo = Solo(tmp_path / "x", bids_only)
    solo(*BEGIN)
    solo("--as-it-is")
    solo.write("{}", f"card: {opened(solo.folder).view('ann').hands['ann'].known[0].upper()}")
    shown = solo(code=1).output
    assert "The bot of Ben of the Dale does not answer 1.reaction.ann.ben: it crashed: ValueError" in shown
    assert "pbem play --default cid" in shown
    assert not solo.sheet.exists()
    for seat in ("ben", "cid"):
        solo.run("play", "--default", seat, "--reason", "stuck", "--game", str(solo.folder))
    assert [one["seat"] for one in solo.json(code=1)["stuck"]] == ["ben"]


def test_the_options_of_the_beginning_are_not_for_later(solo: Solo) -> None:
    assert "keeps the rules and settings" in solo("--seat", "ben", code=2).stderr


def test_a_game_of_several_players_is_not_played_so(tmp_path: Path) -> None:
    solo = Solo(tmp_path / "x")
    solo.run("new", str(solo.folder), "--rules", "toy")
    assert "do not play all seats but yours" in solo(code=1).stderr
