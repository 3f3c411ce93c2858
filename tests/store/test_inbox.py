import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.store.files import Damaged
from pbem.store.inbox import Inbox, Verdict

AT = datetime(2026, 11, 21, tzinfo=UTC)


def test_whoever_opens_the_folder_next_finds_all_that_was_put_there(tmp_path: Path) -> None:
    one = Inbox(tmp_path)
    first, _ = one.keep(b"a", AT)
    second, new = one.keep(b"b", AT)
    assert (second.number, new) == (2, True)
    one.judge(second, Verdict(2, "words", AT))
    other = Inbox(tmp_path)
    assert other.items() == one.items() == [first, second]
    assert other.keep(b"a", AT) == (first, False)
    assert other.waiting() == one.waiting() == [first]


@pytest.mark.parametrize("instant", ["replace", "fsync"])
def test_a_write_that_fails_leaves_what_the_folder_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instant: str
) -> None:
    inbox = Inbox(tmp_path)
    first, _ = inbox.keep(b"a", AT)
    replace = os.replace

    def replaced_and_full(source: Path, target: Path) -> None:
        replace(source, target)
        raise OSError(errno.ENOSPC, "no more room")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no more room")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replaced_and_full if instant == "fsync" else full)
        with pytest.raises(OSError, match="no more room"):
            inbox.keep(b"b", AT)
        with pytest.raises(OSError, match="no more room"):
            inbox.judge(first, Verdict(1, "words", AT))
    assert inbox.items() == Inbox(tmp_path).items()
    assert inbox.verdict(first) == Inbox(tmp_path).verdict(first)
    third, _ = inbox.keep(b"c", AT)
    assert third.number == len(inbox.items()) == len(Inbox(tmp_path).items())


def test_a_verdict_that_changes_is_found_by_what_it_says_now(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    item, _ = inbox.keep(b"a", AT)
    later, _ = inbox.keep(b"b", AT)
    guessed = Verdict(1, "unclaimed", AT, guess="ann", receipt="stranger-0001", answered="E@x", fingerprint="f")
    inbox.judge(item, guessed)
    assert inbox.guessed_on(AT.date(), "ann") == inbox.answered_at("e@X") == [guessed]
    changed = Verdict(1, "accepted", AT, seat="ann", receipt="receipt-0001", answered="a@x", fingerprint="f")
    inbox.judge(item, changed)
    for one in (inbox, Inbox(tmp_path)):
        assert one.guessed_on(AT.date(), "ann") == one.answered_at("e@x") == []
        assert one.answered_by("stranger-0001") is None
        assert one.answered_by("receipt-0001") == one.same_mail("f", later) == changed
        assert one.answered_on(AT.date()) == one.answered_to("ann") == [changed]
        assert one.same_mail("f", item) is None


def test_the_last_of_the_same_mails_is_found_and_no_mere_copy(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    items = [inbox.keep(raw, AT)[0] for raw in (b"a", b"b", b"c", b"d")]
    assert inbox.same_mail("f", items[0]) is None
    for item, state in reversed([*zip(items, ("refused", "held", "doubled"), strict=False)]):
        inbox.judge(item, Verdict(item.number, state, AT, fingerprint="f"))  # type: ignore[arg-type]
    for one in (inbox, Inbox(tmp_path)):
        assert [getattr(one.same_mail("f", item), "item", None) for item in items] == [2, 1, 2, 2]
        assert one.same_mail("g", items[0]) is None


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
        Inbox(tmp_path).waiting()


def test_a_mail_that_is_on_disk_is_known_again_by_its_fingerprint(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    item, _ = inbox.keep(b"a", AT)
    (tmp_path / f"{item.name}.json").write_text(
        '{"item": 1, "state": "words", "received": "2026-11-21T00:00:00Z", "mark": "1f2e3d4c"}'
    )
    inbox = Inbox(tmp_path)
    copy, _ = inbox.keep(b"b", AT)
    assert inbox.same_mail("1f2e3d4c", copy) == Verdict(1, "words", AT, fingerprint="1f2e3d4c")
    assert inbox.same_mail("1f2e3d4c", item) is None


def test_the_name_of_a_sheet_is_made_with_the_key_and_one_made_before_is_known(tmp_path: Path) -> None:
    old, _ = Inbox(tmp_path).keep(b"bid: 1\n", AT, seat="ann", source="submit")
    keyed = Inbox(tmp_path, "key")
    assert keyed.known(b"bid: 1\n", seat="ann", source="submit") == old
    assert keyed.keep(b"bid: 1\n", AT, seat="ann", source="submit") == (old, False)
    new, _ = keyed.keep(b"bid: 2\n", AT, seat="ann", source="submit")
    assert keyed.known(b"bid: 2\n", seat="ann", source="submit") == new
    assert Inbox(tmp_path, "another").known(b"bid: 2\n", seat="ann", source="submit") is None
    assert Inbox(tmp_path).known(b"bid: 2\n", seat="ann", source="submit") is None
