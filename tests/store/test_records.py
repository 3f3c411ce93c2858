"""Files of the game's folder that came to harm: told with what becomes of the game without them, never a traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import take_in
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening, submissions
from pbem.referee.game import CannotPlay
from pbem.referee.people import holders
from pbem.referee.play import play_on
from pbem.referee.status import status
from pbem.referee.submissions import RequestOrigin
from pbem.store.files import Damaged
from pbem.store.inbox import Confirmation
from pbem.store.log import Broken, GameLog
from tests.toy.game import RULESETS, START, Clock, drop, mail, new_game, opened, send_sheet


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in which every kind of file is there."""
    folder, clock = tmp_path / "game", Clock()
    new_game(folder)
    with opening.held(folder, RULESETS) as game:
        play_on(game, clock)
        make_letters(game)
        send_sheet(folder, "ann", "bid: 1\n")
        drop(folder, "eve.eml", mail("eve@example.org", "hello", "Hello!"))
        take_in(game, clock)
        stage = game.stage("ben")
        assert stage
        submissions.put_hold(game, [stage], RequestOrigin(2, 90), START, held=True)
        submissions.put_absence(game, RequestOrigin(2, 91), submissions.AbsenceRequest("ben", START))
        game.inbox.confirm(game.inbox.items()[1], Confirmation("ben", "moderator", START))
        holders.change(folder, "cid", holders.AddressChange("c@example.org", "cid@example.org", START, "player"))
    return folder


KEPT = {
    "inbox/0001-*.json": "the mail is read again",
    "inbox/*.vouch.json": "no one has confirmed",
    "sheets/*/ann-0001.json": "that sheet does not count",
    "wishes/*-hold.json": "that request is forgotten",
    "wishes/*-absent.json": "that request is forgotten",
    "addresses.json": "the addresses of game.yaml hold",
}


@pytest.mark.parametrize("pattern", KEPT)
@pytest.mark.parametrize("harm", [b"", b"{\n", b"[1]\n", b"\xff\xfe"])
def test_a_damaged_file_is_named_with_what_happens_without_it(folder: Path, pattern: str, harm: bytes) -> None:
    (path,) = folder.glob(pattern)
    path.write_bytes(harm)
    with pytest.raises(Damaged, match=KEPT[pattern]) as told:
        status(opened(folder), Clock())
    assert str(path) in str(told.value)
    path.unlink()
    status(opened(folder), Clock())


def test_an_order_that_somebody_edited_into_nonsense_is_named(folder: Path) -> None:
    (path,) = folder.glob("sheets/*/ann-0001.json")
    path.write_text(path.read_text().replace('"bid":1', '"bid":"one"'))
    with pytest.raises(Damaged, match="that sheet does not count"):
        status(opened(folder), Clock())


def test_a_file_among_the_wishes_that_is_none_is_passed_over(folder: Path) -> None:
    (folder / "wishes" / "1 copy-ben-hold.json").write_text("{}")
    assert status(opened(folder), Clock()).seats[1].holds


@pytest.mark.parametrize("harm", [b"", b"\n", b"\xff\xfe\n", b"\0" * 64])
def test_without_its_secret_a_game_stops(folder: Path, harm: bytes) -> None:
    (folder / "secret").write_bytes(harm)
    with pytest.raises(CannotPlay, match="secret is damaged"):
        opened(folder)


def test_letters_that_are_written_while_the_log_is_read_are_no_fault(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(path: Path, ruleset: Ruleset) -> GameLog:
        log = GameLog(path, ruleset)
        (folder / "letters" / "0002").mkdir()
        return log

    monkeypatch.setattr("pbem.referee.game.GameLog", slow)
    opened(folder)


def cut(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))


@pytest.mark.parametrize("harm", [cut, Path.unlink, lambda path: path.write_bytes(b"")], ids=["cut", "lost", "empty"])
def test_a_log_that_is_older_than_the_letters_stops_the_game(folder: Path, harm: Callable[[Path], object]) -> None:
    harm(folder / "log.jsonl")
    with pytest.raises(Broken, match="ends with round 0, but there are letters of round 1"):
        opened(folder)
