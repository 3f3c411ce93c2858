import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.roads import maildir
from pbem.store import files
from pbem.store.inbox import Inbox


def arrive(folder: Path, name: str, raw: bytes, at: int) -> None:
    for sub in ("new", "cur", "tmp"):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    (folder / "new" / name).write_bytes(raw)
    os.utime(folder / "new" / name, (at, at))


def test_mails_come_in_the_order_of_their_arrival_and_move_on(tmp_path: Path) -> None:
    arrive(tmp_path / "md", "1.second", b"b", 2_000_000_000)
    arrive(tmp_path / "md", "2.first", b"a", 1_900_000_000)
    inbox = Inbox(tmp_path / "inbox")
    taken = maildir.fetch(tmp_path / "md", inbox)
    assert [item.path.read_bytes() for item in taken] == [b"a", b"b"]
    assert taken[0].arrived == datetime.fromtimestamp(1_900_000_000, UTC)
    assert sorted(path.name for path in (tmp_path / "md" / "cur").iterdir()) == ["1.second:2,S", "2.first:2,S"]
    assert list((tmp_path / "md" / "new").iterdir()) == []
    assert maildir.fetch(tmp_path / "md", inbox) == []


def test_a_mail_stays_new_until_the_game_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrive(tmp_path / "md", "1", b"a", 2_000_000_000)
    inbox = Inbox(tmp_path / "inbox")

    def full(*_: object, **__: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", full)
        with pytest.raises(OSError, match="full"):
            maildir.fetch(tmp_path / "md", inbox)
    assert len(list((tmp_path / "md" / "new").iterdir())) == 1
    assert len(maildir.fetch(tmp_path / "md", inbox)) == 1


def test_a_mail_that_is_known_is_not_kept_twice(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    for name in ("1", "2"):
        arrive(tmp_path / "md", name, b"a", 2_000_000_000)
        maildir.fetch(tmp_path / "md", inbox)
    assert [item.number for item in inbox.items()] == [1]
    assert len(list((tmp_path / "md" / "cur").iterdir())) == 2
