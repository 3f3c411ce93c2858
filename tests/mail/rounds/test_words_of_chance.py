"""Words of chance by mail: repeated to their player alone, and told to all when all are there."""

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.store import encryption
from tests.toy.game import GAME_YAML, SEED, Clock, send_sheet
from tests.toy.ruleset import LATE

RULESETS: Mapping[str, Ruleset] = {"late": LATE}
CLOCK = Clock()


def new_game(folder: Path, sealed: str = "") -> None:
    text = GAME_YAML.replace("rules: toy", "rules: late").replace("out: OUT", "out: {folder: out}" + sealed)
    create(folder, text, RULESETS, SEED)
    turn(folder)


def turn(folder: Path, key: Path | None = None) -> Game:
    with opening.held(folder, RULESETS, key) as game:
        exchange(game, CLOCK)
    return opening.look(folder, RULESETS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game(tmp_path / "game")
    return tmp_path / "game"


def receipt(folder: Path, number: int) -> str:
    (path,) = (folder / "inbox").glob(f"{number:04d}-*.txt")
    return " ".join(path.read_text().split())


def letter(folder: Path, number: int, seat: str) -> str:
    return (folder / "letters" / f"{number:04d}" / f"{seat}.txt").read_text()


def told(folder: Path, seat: str = "public") -> str:
    return " ".join(letter(folder, 2, seat).split())


def test_the_form_has_a_line_for_them_in_the_first_stage_alone(folder: Path) -> None:
    assert "# chance: any words" in letter(folder, 1, "ann")
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n")
    turn(folder)
    assert "# chance" not in letter(folder, 2, "ann")


def test_all_are_told_when_all_are_there_and_draws_follow_from_them(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 1\nchance: Three blind mice!\n")
    send_sheet(folder, "ben", "bid: 2\n")
    turn(folder)
    said = receipt(folder, 1)
    assert "Your words of chance are “Three blind mice”" in said
    salt, hashed = re.search(r"until then: ([0-9a-f]{32}) .*? ([0-9a-f]{64})", said).groups()  # type: ignore[union-attr]
    assert sha256(f"{salt} Three blind mice".encode()).hexdigest() == hashed
    everything = [path for path in folder.rglob("*") if path.is_file() and "blind" in path.read_text(errors="replace")]
    assert {path.stem.partition("-")[0] for path in everything} <= {"0001", "ann", "receipt"}
    assert opening.look(folder, RULESETS).table.words is None

    send_sheet(folder, "cid", "bid: 0\nchance: 0815\n")
    game = turn(folder)
    assert game.table.words == {"ann": "Three blind mice", "ben": "", "cid": "0815"}
    for seat in ("ann", "ben", "cid", "public"):
        said = told(folder, seat)
        assert (
            "Ann of the Hill gave the words of chance “Three blind mice”. Ben of the Dale gave no words of chance."
            in said
        )


def test_all_may_be_silent(folder: Path) -> None:
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\nchance:\n")
    assert turn(folder).table.words == {"ann": "", "ben": "", "cid": ""}
    assert "No player gave words of chance" in told(folder)


def test_only_the_sheet_that_counts_gives_them(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 1\nchance: first\n", "1.eml")
    turn(folder)
    send_sheet(folder, "ann", "bid: 1\nchance: second\n", "2.eml")
    send_sheet(folder, "ben", "bid: 1\nchance: third\n", "3.eml")
    turn(folder)
    send_sheet(folder, "ben", "withdraw\n", "4.eml")
    turn(folder)
    send_sheet(folder, "ben", "bid: 1\n", "5.eml")
    send_sheet(folder, "cid", "pass\n", "6.eml")
    game = turn(folder)
    assert game.table.words == {"ann": "second", "ben": "", "cid": ""}
    assert "first" not in told(folder)
    assert "third" not in told(folder)


def test_later_they_change_nothing_and_that_is_said(folder: Path) -> None:
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n")
    turn(folder)
    send_sheet(folder, "ann", "passes: yes\nchance: too late\n")
    game = turn(folder)
    assert game.inbox.verdict(game.inbox.items()[-1]).state == "accepted"  # type: ignore[union-attr]
    assert "Words of chance count only in the first stage" in receipt(folder, 4)
    assert set(game.table.words.values()) == {""}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"chance: {'x' * 101}", "at most 100 letters, digits and spaces; these are 101"),
        ("chance: ???", "neither a letter nor a digit"),
        ("chance: [a, b]", "Expected plain text, found a list"),
        ("chance: a\nchance: b", "chance"),
    ],
)
def test_words_that_cannot_be_read_are_refused_with_their_place(folder: Path, line: str, says: str) -> None:
    send_sheet(folder, "ann", f"bid: 1\n{line}\n")
    game = turn(folder)
    assert game.inbox.verdict(game.inbox.items()[-1]).state == "refused"  # type: ignore[union-attr]
    number, faulty = 2 + line.count("\n"), line.rsplit("\n", maxsplit=1)[-1]
    text = " ".join(receipt(folder, 1).split())
    found = re.search(rf" {number} (\S.*?) ✗ Refused: (.*?) TO CORRECT AND SEND AGAIN ", text)
    assert found
    assert faulty.startswith(found[1].removesuffix("…"))
    assert says in found[2]


def test_sealed_sheets_seal_them(tmp_path: Path) -> None:
    key, folder = tmp_path / "stick", tmp_path / "game"
    new_game(folder, f"\n  sealed: {{recipient: {encryption.keygen(key)}}}")
    send_sheet(folder, "ann", "bid: 1\nchance: quokka\n")
    turn(folder)
    assert not [path for path in folder.rglob("*") if path.is_file() and b"quokka" in path.read_bytes()]
    for seat in ("ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n")
    game = turn(folder, key)
    assert game.table.words == {"ann": "quokka", "ben": "", "cid": ""}
