"""With several games installed, each command takes the one that is named, or the one that fits what it is given."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli import options
from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.edition import EditionType
from pbem.engine.order import Problem
from pbem.engine.playtest import registered
from tests.toy.game import GAME_YAML, SEED, mail, new_game, subject
from tests.toy.islands import ISLANDS
from tests.toy.islands.playtest import PLAYTEST as ISLANDS_PLAYTEST
from tests.toy.islands.ruleset import Settings
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY

NOTE = "Several games are installed; this is Islands. For another add --rules toy.\n"


class OnBoard(msgspec.Struct, frozen=True):
    board: dict[str, int]
    cards: dict[str, int]


class WithShips(msgspec.Struct, frozen=True):
    board: dict[str, int]
    cards: dict[str, int]
    ships: dict[str, int]


def sound(_files: object, _missing: object) -> Iterable[Problem]:
    return ()


GAMES = {
    "toy": msgspec.structs.replace(TOY, edition_type=lambda: EditionType(files=OnBoard, check=sound)),
    "islands": msgspec.structs.replace(ISLANDS, edition_type=lambda: EditionType(files=WithShips, check=sound)),
}


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_group: str) -> dict[str, str]:
        return {}

    monkeypatch.setattr(options, "installed", nothing)
    registered["islands"] = ISLANDS_PLAYTEST


def pbem(*args: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(map(str, args)), obj=Host(rulesets=GAMES), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize("command", ["fuzz", "balance"])
@pytest.mark.parametrize("named", [("toy",), ("--rules", "toy"), ("toy", "--rules", "toy")])
def test_a_game_is_named_either_way(command: str, named: tuple[str, ...]) -> None:
    result = pbem(command, *named, "--games", "2", "--jobs", "1", "--set", "rounds=1")
    assert ("laps: 2" if command == "fuzz" else "2 games of Toy") in result.stdout
    assert result.stderr == ""


def test_two_names_of_games_are_one_too_many() -> None:
    assert "Name one game, not both toy and islands." in pbem("fuzz", "toy", "--rules", "islands", code=2).stderr


def test_without_a_name_it_is_the_first_and_a_note_says_so() -> None:
    result = pbem("fuzz", "--games", "2", "--jobs", "1")
    assert result.stdout.startswith("games: 2")
    assert result.stderr == NOTE


def test_without_any_game_there_is_nothing_to_play() -> None:
    result = CliRunner().invoke(main, ["fuzz"], obj=Host(rulesets={}))
    assert (result.exit_code, result.stderr) == (1, "No rules are installed.\n")


def test_the_only_game_needs_no_note() -> None:
    result = CliRunner().invoke(main, ["fuzz", "--games", "1"], obj=Host(rulesets={"toy": TOY}))
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(("players", "seats"), [("2", 2), ("3", 3), ("4", 4), ("5", 5)])
def test_any_number_of_players_that_the_game_allows(players: str, seats: int) -> None:
    shown = pbem("fuzz", "islands", "--players", players, "--games", "2", "--jobs", "1").stdout
    assert "rounds of mail per turn  " in shown
    found = pbem("balance", "islands", "--players", players, "--games", "2", "--jobs", "1").stdout
    assert sum("%" in line and " to " in line for line in found.splitlines()) - ("nobody" in found) == seats


def test_a_game_with_a_bot_is_balanced() -> None:
    registered["islands"] = msgspec.structs.replace(ISLANDS_PLAYTEST, bot=None)
    result = pbem("balance", "--games", "1", "--set", "rounds=1")
    assert "1 games of Toy" in result.stdout
    assert result.stderr == ""


def test_a_game_that_has_the_settings_is_played() -> None:
    result = pbem("fuzz", "--set", "rounds=1", "--games", "1")
    assert "laps: 1" in result.stdout
    assert result.stderr == ""


def demonstration(folder: Path) -> Path:
    """A demo of the toy in which Ann bids."""
    new_game(folder / "begun")
    begun = subject_of(folder / "begun")
    source = folder / "source"
    (source / "mails" / "1-bids").mkdir(parents=True)
    (source / "game.yaml").write_text(GAME_YAML.replace("OUT", "{folder: out}"), encoding="utf-8")
    (source / "demo.yaml").write_text(
        f"secret: '{SEED}'\nbegins: 2026-11-21T08:00:00Z\n"
        "rounds: [{mails: 1-bids, about: All bid., opened: 2026-11-26T08:00:00Z,"
        " verdicts: {ann.eml: accepted, ben.eml: accepted, cid.eml: accepted}}]\n",
        encoding="utf-8",
    )
    for seat, line in begun.items():
        raw = mail(f"{seat}@example.org", f"Re: {line}", "bid: 1\n", Date="Sat, 21 Nov 2026 10:00:00 +0000")
        (source / "mails" / "1-bids" / f"{seat}.eml").write_bytes(raw)
    return source


def subject_of(folder: Path) -> dict[str, str]:
    """The subject of each seat's first letter."""
    CliRunner().invoke(main, ["turn", "--game", str(folder)], obj=Host(rulesets=GAMES), catch_exceptions=False)
    return {seat: subject(folder, seat) for seat in ("ann", "ben", "cid")}


@pytest.mark.parametrize("named", [(), ("toy",), ("--rules", "toy")])
def test_the_demonstration_is_that_of_the_game_that_has_one(named: tuple[str, ...], tmp_path: Path) -> None:
    registered["toy"] = msgspec.structs.replace(PLAYTEST, demo=demonstration(tmp_path))
    result = pbem("demo", *named)
    assert "toy-1: Toy, played by email" in result.stdout
    assert "Round 1. All bid." in result.stdout
    assert result.stderr == ""


def test_a_game_without_a_demonstration_says_so() -> None:
    assert "The rules islands have no demo." in pbem("demo", "islands", code=2).stderr


def edition(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names:
        (folder / f"{name}.yaml").write_text("a: 1\n")
    return folder


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("board", "cards", "ships"), "The edition is sound."),
        (("board", "cards"), "The edition is sound."),
        (("board", "ships"), "cards.yaml:1: "),
        (("cards",), "board.yaml:1: "),
    ],
)
def test_an_edition_is_of_the_game_whose_files_it_has(names: tuple[str, ...], says: str, tmp_path: Path) -> None:
    folder = edition(tmp_path / "printed", *names)
    sound = says.startswith("The")
    result = pbem("edition", "check", folder, code=0 if sound else 1)
    assert result.stdout.splitlines()[0].startswith(says)
    assert len(result.stdout.splitlines()) == (1 if sound else 2)
    assert result.stderr == ""


def test_an_edition_may_be_checked_as_one_of_another_game(tmp_path: Path) -> None:
    folder = edition(tmp_path / "printed", "board", "cards")
    assert "ships.yaml:1: " in pbem("edition", "check", folder, "--rules", "islands", code=1).stdout


def test_of_a_folder_without_files_a_note_says_whose_are_missing(tmp_path: Path) -> None:
    result = pbem("edition", "check", edition(tmp_path / "printed"), code=1)
    assert len(result.stdout.splitlines()) == 4
    assert result.stderr == NOTE


def test_each_case_file_is_of_the_game_whose_words_it_uses(tmp_path: Path) -> None:
    class Shore(msgspec.Struct, frozen=True):
        ships: int = 1

        def settings(self) -> Settings:
            return Settings()

    registered["islands"] = msgspec.structs.replace(ISLANDS_PLAYTEST, fixture=Shore, facts=lambda _state: {})
    (tmp_path / "toy.yaml").write_text("- case: 2-good\n  given: {rounds: 1}\n  sheets: {ann: {bid: 0}}\n")
    (tmp_path / "islands.yaml").write_text("- case: 3-bad\n  given: {ships: many}\n")
    (tmp_path / "unread.yaml").write_text("- cases: 3-bad\n")

    result = pbem("case", tmp_path / "toy.yaml", tmp_path / "islands.yaml", code=1)
    assert result.stdout.startswith("pass  2-good\nFAIL  3-bad\n")
    assert "“many”" in result.stdout
    assert result.stderr == ""
    assert pbem("case", tmp_path / "unread.yaml", code=1).stderr == NOTE


def test_a_game_that_is_broken_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "islands", msgspec.structs.replace(ISLANDS, words=()))
    result = pbem("edition", "check", edition(tmp_path / "printed", "board", "cards", "ships"))
    assert result.stdout == "The edition is sound.\n"
