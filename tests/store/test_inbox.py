from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.store.inbox import Damaged, Inbox, Verdict

AT = datetime(2026, 11, 21, tzinfo=UTC)


def test_what_others_put_into_the_folder_meanwhile_is_seen(tmp_path: Path) -> None:
    one, other = Inbox(tmp_path), Inbox(tmp_path)
    assert one.items() == []
    first, _ = other.keep(b"a", AT)
    assert one.items() == [first]
    assert one.keep(b"a", AT) == (first, False)
    second, new = one.keep(b"b", AT)
    assert (second.number, new) == (2, True)
    other.judge(second, Verdict(2, "words", AT))
    assert one.waiting() == [first]


def test_names_that_are_no_items_are_left_alone(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    item, _ = inbox.keep(b"a", AT, seat="ann")
    (tmp_path / "0002-aaaaaaaa.eml").mkdir()
    for name in ("notes.txt", f"{item.name}.json~", "0003.eml"):
        (tmp_path / name).write_text("x")
    assert inbox.items() == [item]
    assert item.seat == "ann"


def test_a_damaged_verdict_is_named(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    item, _ = inbox.keep(b"a", AT)
    (tmp_path / f"{item.name}.json").write_bytes(b"")
    with pytest.raises(Damaged, match=rf"{item.name}\.json is damaged"):
        inbox.waiting()
