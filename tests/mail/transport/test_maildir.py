import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.fetch import fetch as keep_what_came
from pbem.mail.transport import folder, maildir
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem
from tests.referee.killer import KILLED, in_child
from tests.toy.game import GAME_YAML, RULESETS, SEED

BEGUN = datetime(2026, 11, 20, tzinfo=UTC)
BEFORE, AFTER = int(BEGUN.timestamp()) - 1, int(BEGUN.timestamp())


def arrive(folder: Path, name: str, raw: bytes, at: int, place: str = "new") -> Path:
    for sub in ("new", "cur", "tmp"):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    path = folder / place / name
    path.write_bytes(raw)
    os.utime(path, (at, at))
    return path


class Box:
    """A Maildir, and the game that takes its mail."""

    def __init__(self, place: Path) -> None:
        self.path = place / "md"
        self.game = place
        self.inbox = Inbox(place / "inbox")

    def arrive(self, name: str, raw: bytes, at: int = AFTER, place: str = "new") -> Path:
        return arrive(self.path, name, raw, at, place)

    def fetch(self) -> list[InboxItem]:
        return maildir.fetch(self.path, self.inbox, self.game, BEGUN)

    def taken(self) -> list[bytes]:
        return [item.path.read_bytes() for item in self.fetch()]

    def waiting(self) -> list[str]:
        return [path.name for path in maildir.waiting(self.path, self.game, BEGUN)]

    def names(self, place: str) -> list[str]:
        return sorted(path.name for path in (self.path / place).iterdir())


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_mails_come_in_the_order_of_their_arrival_and_move_on(box: Box) -> None:
    box.arrive("1.second", b"b", 2_000_000_000)
    box.arrive("2.first", b"a", 1_900_000_000)
    taken = box.fetch()
    assert [item.path.read_bytes() for item in taken] == [b"a", b"b"]
    assert taken[0].arrived == datetime.fromtimestamp(1_900_000_000, UTC)
    assert box.names("cur") == ["1.second:2,S", "2.first:2,S"]
    assert box.names("new") == []
    assert box.fetch() == []


def test_a_mail_stays_new_until_the_game_has_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.arrive("1", b"a")

    def full(*_: object, **__: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", full)
        with pytest.raises(OSError, match="full"):
            box.fetch()
    assert box.names("new") == ["1"]
    assert len(box.fetch()) == 1


def test_a_mail_that_is_known_is_not_kept_twice(box: Box) -> None:
    for name in ("1", "2"):
        box.arrive(name, b"a")
        box.fetch()
    assert [item.number for item in box.inbox.items()] == [1]
    assert len(box.names("cur")) == 2


def test_a_mail_that_somebody_has_read_is_taken_once_and_left_as_it_lies(box: Box) -> None:
    box.arrive("2:2,S", b"b", AFTER + 2, "cur")
    box.arrive("3", b"c", AFTER + 3)
    box.arrive("1:2,", b"a", AFTER + 1, "cur")
    assert box.waiting() == ["1:2,", "2:2,S", "3"]
    assert box.taken() == [b"a", b"b", b"c"]
    assert box.names("cur") == ["1:2,", "2:2,S", "3:2,S"]
    for was, is_now in (("1:2,", "1:2,RS"), ("2:2,S", "2"), ("3:2,S", "3:2,FSab")):
        (box.path / "cur" / was).rename(box.path / "cur" / is_now)
    assert box.waiting() == []
    box.arrive("1:2,RS", b"other bytes show that it was read again", AFTER, "cur")
    assert box.taken() == []


def test_what_lay_there_before_the_game_was_begun_is_left_alone(box: Box) -> None:
    old = [box.arrive(f"{number}:2,S", b"old", BEFORE, "cur") for number in range(3)]
    box.arrive("3:2,S", b"just now", AFTER, "cur")
    box.arrive("4", b"unread", BEFORE)
    assert box.taken() == [b"unread", b"just now"]
    box.arrive("5:2,S", b"of a sender whose clock is wrong", BEFORE, "cur")
    assert box.waiting() == ["5:2,S"]
    old[0].rename(box.path / "flags that change meanwhile")
    assert box.taken() == [b"of a sender whose clock is wrong"]
    (box.path / "flags that change meanwhile").rename(old[0])
    assert box.waiting() == []
    shutil.rmtree(box.game / "roads")
    assert box.taken() == []
    assert len(box.inbox.items()) == 3


def test_what_was_taken_is_forgotten_when_it_is_gone(box: Box) -> None:
    path = box.arrive("1:2,", b"a", AFTER, "cur")
    assert box.taken() == [b"a"]
    path.unlink()
    assert box.taken() == []
    box.arrive("1:2,", b"another", AFTER, "cur")
    assert box.taken() == [b"another"]


def test_a_mail_that_is_read_by_somebody_at_the_same_moment_is_not_missed(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = box.arrive("1", b"a")
    real = folder.listed

    def listed(folder: Path) -> list[Path]:
        found = real(folder)
        if path.exists():
            path.rename(box.path / "cur" / "1:2,")
        return found

    monkeypatch.setattr("pbem.mail.transport.maildir.listed", listed)
    assert box.taken() == [b"a"]


def test_subfolders_hidden_files_and_mails_half_delivered_are_left_alone(box: Box) -> None:
    box.arrive("1", b"half", AFTER, "tmp")
    box.arrive(".nfs0000000000000001", b"removed", AFTER, "cur")
    arrive(box.path / ".Junk", "1", b"spam", AFTER)
    arrive(box.path / "cur" / "2:2,S", "1", b"what is this", AFTER)
    assert box.taken() == []


def test_a_mail_never_takes_the_place_of_another(box: Box) -> None:
    box.arrive("mail:2,S", b"a", BEFORE, "cur")
    box.arrive("mail", b"b")
    assert box.taken() == [b"b"]
    assert sorted((box.path / "cur" / name).read_bytes() for name in box.names("cur")) == [b"a", b"b"]
    assert box.taken() == []


def test_names_that_are_no_text_are_known_again(box: Box) -> None:
    for name in (b"\xff\xfe", b"a\nb"):
        box.arrive(os.fsdecode(name), name)
        box.arrive(os.fsdecode(name + b"2:2,S"), name + b"2", AFTER, "cur")
    assert sorted(box.taken()) == [b"a\nb", b"a\nb2", b"\xff\xfe", b"\xff\xfe2"]
    assert box.waiting() == []
    assert box.taken() == []


def test_a_maildir_is_known_by_whatever_way_one_comes_to_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.arrive("1:2,", b"a", AFTER, "cur")
    assert box.taken() == [b"a"]
    monkeypatch.chdir(box.path)
    box.path = Path("..", "md")
    assert box.waiting() == []


def test_games_that_share_a_maildir_see_every_mail(tmp_path: Path) -> None:
    boxes = [Box(tmp_path / name) for name in ("a", "b")]
    for box in boxes:
        box.path = tmp_path / "md"
        arrive(box.path, box.game.name, b"for " + box.game.name.encode(), AFTER)
        box.fetch()
    for box in boxes:
        box.fetch()
        assert sorted(item.path.read_bytes() for item in box.inbox.items()) == [b"for a", b"for b"]


def fetch(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        assert keep_what_came(game).troubles == ()


@pytest.mark.slow
def test_a_fetch_killed_at_any_instant_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    code, instant = KILLED, 0
    while code == KILLED:
        instant += 1
        folder = tmp_path / f"game-{instant}"
        text = GAME_YAML.replace("OUT", "{folder: out}").replace("{folder: in}", "{maildir: md}")
        create(folder, text, RULESETS, SEED)
        os.utime(folder / "secret", (AFTER, AFTER))
        arrive(folder / "md", "0:2,S", b"old", BEFORE, "cur")
        arrive(folder / "md", "1:2,S", b"a", AFTER + 1, "cur")
        arrive(folder / "md", "2", b"b", AFTER + 2)
        arrive(folder / "md", "3:2,", b"c", AFTER + 3, "cur")
        code = in_child(folder, instant, fetch)
        for _ in range(2):
            fetch(folder)
            items = [item.path.read_bytes() for item in Inbox(folder / "inbox").items()]
            assert items == [b"a", b"b", b"c"]
        assert maildir.waiting(folder / "md", folder) == []
        assert len(list((folder / "md" / "cur").iterdir())) == 4
    assert code == 0
    assert instant > 10
